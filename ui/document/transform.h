// SPDX-License-Identifier: GPL-3.0-or-later
// Selected parts moved, turned and mirrored in the plane, with the points of the frame that they hang on.
// What belongs to a body goes with it; a surface of the frame goes when it is among the elements itself.
#pragma once

#include <string>
#include <vector>

#include "ui/document/element.h"
#include "ui/document/plane_motion.h"

namespace clank {

struct PartsBox {
  double left = 0, right = 0, low = 0, high = 0;  // m
  double width() const { return right - left; }
};
// The box around the drawn parts, from the origins and joint points of the bodies and from the
// surfaces of the frame among the elements.
PartsBox findBox(const Mechanism& shown, const std::vector<ElementId>& elements);
// Its middle.
PlanePoint findMiddle(const Mechanism& shown, const std::vector<ElementId>& elements);

// Turns the directions that a joint has in its body a. shown: of the same kind, with its values.
void turnAxes(JointKind& kind, const JointKind& shown, double by);

// Where a joint lies, in the world.
PlanePoint findPlace(const Mechanism& shown, const Joint& joint);

// shown: the mechanism with its values. What moves gets plain numbers; what does not, keeps its text.
void moveElements(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                  const PlaneMotion& motion);

// Mirrors at the upright line x = middle. Joints, drives, moments and loads of the bodies follow, so that the
// mirrored part moves as the mirror image does; laws read the mirrored parts with the signs of the mirror.
void mirrorElements(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                    double middle);

// Brings the origins of bodies into one line with that of the last.
enum class Alignment { row, column };
void alignBodies(Mechanism& mechanism, const Mechanism& shown, const std::vector<ElementId>& elements,
                 Alignment alignment);

}  // namespace clank
