// SPDX-License-Identifier: GPL-3.0-or-later
// The laws with which two materials touch each other.
#pragma once

#include <string>

#include "core/model/mechanism.h"

namespace clank {

// Is it a material: one of the mechanism or one of kSolidMaterials?
bool isMaterial(const Mechanism& mechanism, const std::string& id);
// Gives a contact of a resolved mechanism the laws of two materials.
void setLaws(const Mechanism& mechanism, const std::string& a, const std::string& b, ContactPair& contact);

}  // namespace clank
