// SPDX-License-Identifier: GPL-3.0-or-later
// Which fields of a part take part as the others stand, and what they are called there.
#pragma once

#include <QString>
#include <functional>
#include <string_view>
#include <vector>

#include "ui/document/properties.h"

namespace clank {

// around: all properties of the same object. A field that is not needed has no effect: the point of a contact
// that takes the whole outline, the step of an integrator that has none.
bool isNeeded(const Property& property, const std::vector<Property>& around);

// Takes away what is not needed, down into clearance, compliance and friction; keeps what keeps() wants to
// see nevertheless.
void dropUnneeded(std::vector<Property>& properties, const std::function<bool(const Property&)>& keeps);

// Of the friction of a joint: "pin radius". turns: its coordinate is an angle.
QString toFrictionLabel(const Property& property, bool turns);

// The text of a property; empty when there is none of that key.
const std::string& findWord(const std::vector<Property>& properties, std::string_view key);

}  // namespace clank
