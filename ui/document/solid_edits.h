// SPDX-License-Identifier: GPL-3.0-or-later
// What is solid: made so, let through again, and left by parts that go. Pure, on a copy inside
// MechanismDocument::edit().
#pragma once

#include <set>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

// Does a body touch with its outline: as a solid, or in a contact?
bool isSolid(const Mechanism& mechanism, const std::string& body);

// A body that becomes solid touches everything; one without an outline gets that as it is drawn. One that is
// let through leaves the contacts of its outline, too. shown: the mechanism with its values.
void setSolid(Mechanism& drawn, const Mechanism& shown, const std::string& body, bool on);

// Takes parts that are gone out of lists of others: of contacts of several bodies, of what is touched; of a
// material that is gone the usual one takes the place.
void leaveTouches(Mechanism& mechanism, const std::set<std::string>& gone);

}  // namespace clank
