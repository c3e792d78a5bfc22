// SPDX-License-Identifier: GPL-3.0-or-later
// What people call a part. Files, channels and messages of the core have its id; what is read in the window
// has its name.
#pragma once

#include <QString>
#include <map>
#include <string>

namespace clank {

using PartNames = std::map<std::string, QString>;  // by id; who has no name is not listed

// Those of the document in the window that is used; nullptr: none. They must last until the next call.
void setPartNames(const PartNames* names);
// Its name, or its id where it has none.
QString namePart(const std::string& id);
// "crank.angle" as "Long crank.angle"; what is of no part as it is.
QString nameChannel(const std::string& channel);
// A message of the core, "joint A0 starts beyond its limit", with names for ids, in quotation marks; in a
// loop "frame - A0 - crank" without.
QString tellNames(const QString& message);
// The same with its quantities in the units that are shown: what the window says of a problem.
QString tellMessage(const std::string& message);
// Is a channel, or one in an expression of channels, of this part?
bool speaksOf(const std::string& signal, const std::string& part);

}  // namespace clank
