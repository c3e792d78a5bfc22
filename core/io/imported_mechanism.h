// SPDX-License-Identifier: GPL-3.0-or-later
// What comes of a file of another program.
#pragma once

#include <string>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct ImportedMechanism {
  Mechanism mechanism;             // as drawn, to be edited and written like any other
  std::vector<std::string> notes;  // in words: what was left out, what was added
};

}  // namespace clank
