// SPDX-License-Identifier: GPL-3.0-or-later
// Half of a mirror (transform.h): for who has another way with the laws.
#pragma once

#include <vector>

#include "ui/document/element.h"

namespace clank {

// As mirrorElements(), but laws read what they read.
void mirrorPlaces(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                  double middle);

}  // namespace clank
