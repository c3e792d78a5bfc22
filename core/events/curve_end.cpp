// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/curve_end.h"

#include <fmt/format.h>

#include <algorithm>

namespace clank {
namespace {

// Way left to the nearer end (m).
double calcWayLeft(const JointShape& shape, const Curve& curve, const System& system,
                   const std::vector<double>& y) {
  const JointKinematics k = calcJointKinematics(shape, y.data(), system.layout.speeds(y).data());
  const double travel = calcCoordinate(shape, k);
  return std::min(travel, curve.length() - travel);
}

}  // namespace

std::optional<CurveEnd> locateCurveEnd(const System& system, const Mode& mode,
                                       const std::function<const std::vector<double>&(double)>& at,
                                       double begin, double end) {
  std::optional<CurveEnd> first;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const JointShape& shape = getShape(system.joints[j], mode.joints[j]);
    const Curve* curve = findCurve(shape);
    if (!curve || curve->closed() || isReleased(system.joints[j], mode.joints[j])) continue;
    GuardFunction left;
    left.value = [&](double t) { return calcWayLeft(shape, *curve, system, at(t)); };
    const double last = first ? first->t : end;
    auto t = locateFirst(left, begin, last);
    if (!t && left.value(last) < 0) t = begin;
    if (t && (!first || *t < first->t)) first = CurveEnd{j, *t};
  }
  return first;
}

std::optional<std::size_t> findPointInCusp(const System& system, const Mode& mode,
                                           const std::vector<double>& y) {
  constexpr double kAtEnd = 1e-6;  // of the length of the curve
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const JointShape& shape = getShape(system.joints[j], mode.joints[j]);
    const Curve* curve = findCurve(shape);
    if (!curve || !curve->endsInCusps() || isReleased(system.joints[j], mode.joints[j])) continue;
    if (calcWayLeft(shape, *curve, system, y) < kAtEnd * curve->length()) return j;
  }
  return std::nullopt;
}

std::string describePointInCusp(const System& system, std::size_t joint, double t) {
  return fmt::format(
      "at t = {:.9g} s joint {}: the point is in the cusp of its curve, which it would have to pass "
      "infinitely fast",
      t, system.joints[joint].id);
}

std::string describeCurveEnd(const System& system, const Mode& mode, const CurveEnd& end) {
  const SystemJoint& joint = system.joints[end.joint];
  const bool cusp = findCurve(getShape(joint, mode.joints[end.joint]))->endsInCusps();
  return fmt::format(
      "at t = {:.9g} s joint {}: the point has reached the {} of its curve, and nothing says how it "
      "goes on",
      end.t, joint.id, cusp ? "cusp" : "end");
}

}  // namespace clank
