// SPDX-License-Identifier: GPL-3.0-or-later
// Copies of parts in a row or around a point. Pure, on a copy inside MechanismDocument::edit().
#pragma once

#include <string>
#include <vector>

#include "ui/document/element.h"
#include "ui/document/plane_motion.h"

namespace clank {

struct RepeatPlan {
  int copies = 1;      // beside the parts that are there
  PlaneMotion step;    // of each copy from the one before
  bool alike = false;  // they stay alike (linked_copies.h)
};
inline constexpr int kMostCopies = 1000;

// Copy k is moved by k steps. Returns the parts and their copies, body by body.
std::vector<ElementId> repeatElements(Mechanism& mechanism, const std::string& caseId,
                                      const std::vector<ElementId>& elements, const RepeatPlan& plan);

}  // namespace clank
