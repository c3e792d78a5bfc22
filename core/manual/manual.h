// SPDX-License-Identifier: GPL-3.0-or-later
// The manual: pages for people with a task, as the build has put them together (app/manual).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/support/result.h"

namespace clank {

// What stands below one heading of a page, without that of headings below it.
struct ManualSection {
  std::string heading, anchor;  // of the first: the title of the page, and no anchor
  std::string text;             // plain
};

struct ManualPage {
  std::string id;  // "lock": the name of its file without .md
  std::string title;
  std::string summary;   // its first paragraph, plain
  std::string markdown;  // of all of it, with the title
  std::vector<ManualSection> sections;
};

struct ManualGroup {
  std::string title;
  std::vector<std::size_t> pages;  // in Manual::pages
};

struct Manual {
  std::filesystem::path folder;  // with pictures/ in it
  std::string title, summary;    // of index.md
  std::vector<ManualGroup> groups;
  std::vector<ManualPage> pages;  // in the order of the groups
  const ManualPage* find(std::string_view id) const;
};

// The folder of the manual: $CLANK_RESOURCES/manual where that is set and has one; else, beginning beside the
// running program and going up, the first manual/ (a build tree) or share/clank/manual/ (installed).
Result<std::filesystem::path> findManual();

// index.md names the pages in groups: a heading each, below it a list of links.
Result<Manual> readManual(const std::filesystem::path& folder);

// Of text that is a page, without a file.
ManualPage makeManualPage(std::string id, std::string markdown);

}  // namespace clank
