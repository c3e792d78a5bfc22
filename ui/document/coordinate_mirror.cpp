// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/coordinate_mirror.h"

#include <numbers>
#include <variant>

#include "core/io/number_text.h"
#include "core/model/body.h"

namespace clank {
namespace {

// Does the mirror image of a curve about its x axis begin where the curve begins, and run the other way? A
// spline runs through its own points in their order.
struct RunsBackMirrored {
  bool operator()(const CirclePath&) const { return true; }
  bool operator()(const EllipsePath&) const { return true; }
  bool operator()(const LamePath&) const { return true; }
  bool operator()(const CartesianOvalPath&) const { return true; }
  bool operator()(const CassinianPath&) const { return true; }
  bool operator()(const PearPath&) const { return true; }
  bool operator()(const SplinePath&) const { return false; }
};

struct MirrorOfCoordinate {
  bool ofFrame;  // the angle is measured from the frame
  CoordinateMirror operator()(const NoCoordinate&) const { return {}; }
  CoordinateMirror operator()(const RelativeAngle&) const {
    if (ofFrame) return {true, std::numbers::pi, "pi"};
    return {true, 0, ""};
  }
  CoordinateMirror operator()(const StraightTravel&) const { return {}; }
  CoordinateMirror operator()(const PointDistance&) const { return {}; }
  CoordinateMirror operator()(const CurveTravel& travel) const {
    if (!std::visit(RunsBackMirrored{}, travel.curve.kind)) return {};
    const double around = calcLength(travel.curve);
    return {true, around, toShortestText(around) + " m"};
  }
};

}  // namespace

CoordinateMirror findCoordinateMirror(const Joint& shown) {
  return std::visit(MirrorOfCoordinate{shown.a == kFrame}, findCoordinate(shown.kind));
}

}  // namespace clank
