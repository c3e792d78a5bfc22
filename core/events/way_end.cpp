// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/way_end.h"

#include <fmt/format.h>

#include <algorithm>

namespace clank {
namespace {

constexpr double kAtRing = 1e-6;  // of the length of the rope
constexpr double kMeets = 1e-6;   // units of length of the mechanism

// Way left to the nearer end (m).
double calcWayLeft(const JointShape& shape, const Curve& curve, const System& system,
                   const std::vector<double>& y) {
  const JointKinematics k = calcJointKinematics(shape, y.data(), system.layout.speeds(y).data());
  const double travel = calcCoordinate(shape, k);
  return std::min(travel, curve.length() - travel);
}

// Where the joint has an open curve that its point is on.
const Curve* findOpenCurve(const System& system, const Mode& mode, std::size_t joint) {
  const SystemJoint& j = system.joints[joint];
  const Curve* curve = findCurve(getShape(j, mode.joints[joint]));
  const bool ends = curve && !curve->closed() && !isReleased(j, mode.joints[joint]);
  return ends ? curve : nullptr;
}

// From end to end of a telescope.
Eigen::Vector2d calcSpan(const JointShape& shape, const System& system, const std::vector<double>& y) {
  return calcJointKinematics(shape, y.data(), system.layout.speeds(y).data()).offset;
}

// Its ends meet where the way along the line on which they begin comes to zero, and nothing is left across
// it. Where something is they pass each other: the line turns fast, and goes on.
std::optional<double> locateMeeting(const JointShape& shape, const System& system,
                                    const std::function<const std::vector<double>&(double)>& at, double begin,
                                    double end) {
  const Eigen::Vector2d first = calcSpan(shape, system, at(begin));
  GuardFunction left;
  left.value = [&](double t) { return first.dot(calcSpan(shape, system, at(t))); };
  const auto t = locateFirst(left, begin, end);
  if (!t) return std::nullopt;
  return calcSpan(shape, system, at(*t)).norm() <= kMeets * system.tolerances.unit ? t : std::nullopt;
}

}  // namespace

std::optional<WayEnd> locateWayEnd(const System& system, const Mode& mode,
                                   const std::function<const std::vector<double>&(double)>& at, double begin,
                                   double end) {
  std::optional<WayEnd> first;
  const auto findLast = [&] { return first ? first->t : end; };
  const auto note = [&](std::optional<double> t, bool isRope, std::size_t index) {
    if (t && (!first || *t < first->t)) first = WayEnd{isRope, index, *t};
  };
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (const JointShape& shape = getShape(system.joints[j], mode.joints[j]);
        isTelescope(shape) && !isReleased(system.joints[j], mode.joints[j]))
      note(locateMeeting(shape, system, at, begin, findLast()), false, j);
    const Curve* curve = findOpenCurve(system, mode, j);
    if (!curve) continue;
    const JointShape& shape = getShape(system.joints[j], mode.joints[j]);
    GuardFunction left;
    left.value = [&](double t) { return calcWayLeft(shape, *curve, system, at(t)); };
    auto t = locateFirst(left, begin, findLast());
    if (!t && left.value(findLast()) < 0) t = begin;
    note(t, false, j);
  }
  for (std::size_t r = 0; r < system.ropes.size(); ++r) {
    if (!mode.unilaterals[system.firstRope() + r].closed) continue;
    const RopeGeometry& rope = system.ropes[r].geometry;
    GuardFunction left;
    left.value = [&](double t) {
      const std::vector<double>& y = at(t);
      return calcShortestPiece(rope, y.data(), system.layout.speeds(y).data()) - kAtRing * rope.length;
    };
    note(locateFirst(left, begin, findLast()), true, r);
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

Problem describeWayEnd(const System& system, const Mode& mode, const WayEnd& end) {
  if (end.isRope) {
    const SystemRope& rope = system.ropes[end.index];
    return {fmt::format(
                "at t = {:.9g} s rope {}: it has drawn what hangs on it up to a ring, and nothing says how "
                "it goes on; let a contact or a limit stop the part before",
                end.t, rope.id),
            fmt::format("/forces/{}", rope.index), Severity::error};
  }
  const SystemJoint& joint = system.joints[end.index];
  if (isTelescope(getShape(joint, mode.joints[end.index])))
    return {fmt::format(
                "at t = {:.9g} s joint {}: its ends have come together, and a cylinder without length has no "
                "direction; let a limit stop it before",
                end.t, joint.id),
            fmt::format("/joints/{}", end.index), Severity::error};
  const bool cusp = findCurve(getShape(joint, mode.joints[end.index]))->endsInCusps();
  return {fmt::format(
              "at t = {:.9g} s joint {}: the point has reached the {} of its curve, and nothing says how it "
              "goes on",
              end.t, joint.id, cusp ? "cusp" : "end"),
          fmt::format("/joints/{}", end.index), Severity::error};
}

}  // namespace clank
