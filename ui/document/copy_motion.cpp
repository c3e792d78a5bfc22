// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/copy_motion.h"

#include <cmath>
#include <numbers>

namespace clank {

CopyMotion motionOf(const LinkedCopy& resolved) {
  return {resolved.mirrored,
          {{resolved.about.x.value, resolved.about.y.value},
           resolved.angle.value,
           resolved.shift.x.value,
           resolved.shift.y.value,
           true}};
}

// A mirror at an upright line and a turn by twice the angle between both.
CopyMotion mirrorAt(PlanePoint through, double direction) {
  const double turn = std::remainder(2 * direction - std::numbers::pi, 2 * std::numbers::pi);
  return {true, {through, makeTidy(turn), 0, 0, true}};
}

// x' = o + R S (x - o) + d gives x = o + (R S)^-1 (x' - o) - (R S)^-1 d, and a mirror is its own inverse.
CopyMotion inverse(const CopyMotion& of) {
  CopyMotion back = of;
  if (!of.mirrored) back.motion.angle = -of.motion.angle;
  const double c = std::cos(back.motion.angle), s = std::sin(back.motion.angle);
  const double u = of.mirrored ? -of.motion.dx : of.motion.dx, v = of.motion.dy;
  back.motion.dx = -(c * u - s * v);
  back.motion.dy = -(s * u + c * v);
  return back;
}

}  // namespace clank
