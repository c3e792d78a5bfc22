// SPDX-License-Identifier: GPL-3.0-or-later
// The manual as a folder of pages for any browser, from a disk as from a server.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/manual/manual.h"

namespace clank {

// Pages, pictures, the examples that pages name, and a search. Takes an empty folder, one that is not there,
// or an earlier site, and no other. examples: the folder that ../examples/ in a link of a page means.
Result<void> writeManualSite(const Manual& manual, const std::filesystem::path& examples,
                             const std::filesystem::path& out);

// "lock.md#stop" -> "lock.html#stop", "../examples/x.clank" -> "examples/x.clank"; others as they are.
std::string toSiteLink(std::string_view link);

// Links and pictures of a page that lie on this disk, as they are written.
std::vector<std::string> listLocalLinks(std::string_view markdown);

}  // namespace clank
