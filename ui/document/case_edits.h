// SPDX-License-Identifier: GPL-3.0-or-later
// Steps of the user with cases, the named sets of parameter values of a file. Each is one command on the
// stack.
#pragma once

#include <QString>

#include "ui/document/mechanism_document.h"

namespace clank {

// A case that holds every parameter as it stands now; it is in force afterwards.
void addCase(MechanismDocument& document);
// A copy of the case in force, in force afterwards; nothing without one.
void duplicateCase(MechanismDocument& document);
// The name that people read; the id, which the command line and published numbers refer to, stays.
void renameCase(MechanismDocument& document, const QString& name);
void describeCase(MechanismDocument& document, const QString& note);
void removeCase(MechanismDocument& document);  // the one in force; its neighbour follows

}  // namespace clank
