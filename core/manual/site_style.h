// SPDX-License-Identifier: GPL-3.0-or-later
// What a page of the site looks like, and how it is searched: small texts that are the same for every manual.
#pragma once

namespace clank {

extern const char* const kSiteStyle;   // style.css
extern const char* const kSiteSearch;  // search.js, which reads `manual` of search-index.js

}  // namespace clank
