// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that touch with their whole outline: ticked and unticked. Pure, on a copy inside
// MechanismDocument::edit().
#pragma once

#include <set>
#include <string>

#include "core/model/mechanism.h"

namespace clank {

// Does a contact take the outline of a body?
bool touchesAllAround(const ContactPair& contact, const std::string& body);
bool touchesAllAround(const Mechanism& mechanism, const std::string& body);

// Is there something that it could touch: a surface, or another part with an outline?
bool canTouchAllAround(const Mechanism& shown, const std::string& body);

// Ticks or unticks a body. Ticked it joins those that touch all around; the first of them takes the surface
// that its points or circles met, else that of another contact, else the outline of another part. A body
// without an outline gets one as it is drawn. shown: the mechanism with its values.
void setTouchesAllAround(Mechanism& drawn, const Mechanism& shown, const std::string& body, bool on);

// Takes bodies that are gone out of the contacts of several.
void leaveTouches(Mechanism& mechanism, const std::set<std::string>& bodies);

}  // namespace clank
