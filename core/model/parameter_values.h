// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <string>

#include "core/model/mechanism.h"
#include "core/model/quantity_text.h"

namespace clank {

// Evaluates the parameters of a mechanism in their order for a case (empty: the first) and overrides, then
// the named points of its bodies in theirs; puts the values and words in force into them, and returns what
// quantities can refer to. Problems are appended.
ParameterScope updParameters(Mechanism& mechanism, const std::string& caseId,
                             const std::map<std::string, std::string>& overrides, Problems& problems);

// Of a mechanism whose parameters have their values: these alone, as laws know them, and all that quantities
// can refer to.
ParameterScope listParameters(const Mechanism& resolved);
ParameterScope listQuantityScope(const Mechanism& resolved);

}  // namespace clank
