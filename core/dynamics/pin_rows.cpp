// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/pin_rows.h"

namespace clank {

Pin makePin(const JointShape& joint, std::size_t row) {
  const auto narrow = [](std::size_t place) { return static_cast<std::uint32_t>(place); };
  return {narrow(findPlaced(joint.a.body)), narrow(findPlaced(joint.b.body)), narrow(row),
          loadTwo(joint.a.arm.data()), loadTwo(joint.b.arm.data())};
}

// C = P_b - P_a, in x and in y. With v_P = v + w perp(s) and a_P = a + alpha perp(s) - w^2 s
// (joint_constraints.h):
//   G_a = [-1 0 s_a,y; 0 -1 -s_a,x],  G_b = [1 0 -s_b,y; 0 1 s_b,x],  gamma = w_b^2 s_b - w_a^2 s_a.
void updPinRows(std::span<const Pin> pins, std::span<const PlacedBody> placed, std::span<BlockRow> rows,
                std::span<double> gamma, std::span<double> error) {
  for (const Pin& pin : pins) {
    const PlacedBody &a = placed[pin.a], &b = placed[pin.b];
    const Two armA = turn(a.rotation, pin.armA), armB = turn(b.rotation, pin.armB);
    BlockRow* const row = rows.data() + pin.row;
    updPointTurns(row, 0, -1, armA[0], armA[1]);
    updPointTurns(row, 1, 1, armB[0], armB[1]);
    const Two pointA = loadTwo(a.motion.position.data()) + armA,
              pointB = loadTwo(b.motion.position.data()) + armB;
    storeTwo(pointB - pointA, error.data() + pin.row);
    storeTwo(armB * (b.motion.omega * b.motion.omega) - armA * (a.motion.omega * a.motion.omega),
             gamma.data() + pin.row);
  }
}

}  // namespace clank
