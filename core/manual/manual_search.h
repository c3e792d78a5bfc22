// SPDX-License-Identifier: GPL-3.0-or-later
// Full text search of the manual: every word must be met, as the beginning of one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/manual/manual.h"

namespace clank {

struct ManualHit {
  std::size_t page;     // in Manual::pages
  std::string anchor;   // of the section that fits best; empty: the top
  std::string heading;  // of that
  double score;
};

// The best first: a word in a title counts more than one in a heading, and that more than one in the text.
std::vector<ManualHit> searchManual(const Manual& manual, std::string_view query);

// "Drive, or brake" -> drive, or, brake.
std::vector<std::string> splitWords(std::string_view text);

}  // namespace clank
