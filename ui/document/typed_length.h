// SPDX-License-Identifier: GPL-3.0-or-later
// What a length that is typed does to the points of its body.
#pragma once

#include <string>

#include "core/model/mechanism.h"

namespace clank {

// The length of a body as a JSON pointer: "/bodies/0/length".
bool isLength(const std::string& pointer);
// The length of a bar, as typed: what is joined to its far end stays there. caseId: the case in force.
void typeLength(Mechanism& mechanism, const std::string& caseId, const std::string& pointer,
                const std::string& text);

}  // namespace clank
