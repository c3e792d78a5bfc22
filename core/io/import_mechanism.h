// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms of other programs as ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/mechanism.h"
#include "core/support/result.h"

namespace clank {

struct ImportedMechanism {
  Mechanism mechanism;             // as drawn, to be edited and written like any other
  std::vector<std::string> notes;  // in words: what was left out, what was added
};

// A file of Linkage (.linkage2) or PMKS+ (.pmks, or the link it shares): by what is in the text. Fails with
// the place and the reason.
Result<ImportedMechanism> importMechanism(std::string_view text);

}  // namespace clank
