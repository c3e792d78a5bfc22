// SPDX-License-Identifier: GPL-3.0-or-later
// Text of the manual as HTML. The only place that sees md4c.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace clank {

using LinkRule = std::function<std::string(std::string_view link)>;

// HTML of CommonMark with tables: what belongs into a body. Each heading has an id, made as by makeAnchor();
// every link and every address of a picture goes through toLink, if there is one. Raw HTML is taken as text.
std::string toHtml(std::string_view markdown, const LinkRule& toLink = {});

// "Links that bend" -> "links-that-bend", as the pages of code hosts do it.
std::string makeAnchor(std::string_view heading);

// HTML without its tags, entities as letters.
std::string toPlainText(std::string_view html);

std::string escapeHtml(std::string_view text);

}  // namespace clank
