// SPDX-License-Identifier: GPL-3.0-or-later
// Another body for a side of a joint, an end of a spring, a load, a trace or a surface: what sits there keeps
// its place in the world, and its numbers become those of the axes of the new body.
#pragma once

#include <string>

#include "core/model/mechanism.h"

namespace clank {

// The body of an element as a JSON pointer: "/joints/2/a", "/surfaces/0/body".
bool isBodyOf(const Mechanism& mechanism, const std::string& pointer);
// Names another body there. caseId: the case in force. Where either body or a value is not known the numbers
// stay as they are.
void typeBody(Mechanism& mechanism, const std::string& caseId, const std::string& pointer,
              const std::string& id);

}  // namespace clank
