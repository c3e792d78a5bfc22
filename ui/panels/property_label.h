// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/document/properties.h"

namespace clank {

// Which of two bodies a property is about: 'a' of "a" and of "at_a"; 0: neither.
char findSide(const Property& property);
// Plain words for a property; where it is about one of two bodies, its name. beside: the properties of the
// same part.
QString tellLabel(const Property& property, const std::vector<Property>& beside);

}  // namespace clank
