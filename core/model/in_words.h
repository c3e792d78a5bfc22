// SPDX-License-Identifier: GPL-3.0-or-later
// A mechanism in words: what it is, what drives it, what can happen at which joint. For reports, for screen
// readers, and for a first look at a file of somebody else.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct WordedPart {
  std::string title;                   // "What can happen"
  std::vector<std::string> sentences;  // whole sentences
};

// At the start. Rank needs the assembled position, so it comes from whoever has it.
struct MobilityCount {
  int byRank = 0, gruebler = 0;
};

// Of a resolved mechanism. Parts of which there is nothing to say are absent.
std::vector<WordedPart> describeInWords(const Mechanism& resolved,
                                        const std::optional<MobilityCount>& mobility);

// The same as text: a title a line, its sentences indented.
std::string toText(const std::vector<WordedPart>& parts);

}  // namespace clank
