// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/joint.h"

namespace clank {
namespace {

struct CoordinateOf {
  CoordinateKind operator()(const Revolute&) const { return CoordinateKind::angle; }
  CoordinateKind operator()(const Prismatic&) const { return CoordinateKind::travel; }
  CoordinateKind operator()(const Weld&) const { return CoordinateKind::none; }
  CoordinateKind operator()(const Slot&) const { return CoordinateKind::travel; }
  CoordinateKind operator()(const Distance&) const { return CoordinateKind::none; }
  CoordinateKind operator()(const Gear&) const { return CoordinateKind::none; }
  CoordinateKind operator()(const Rack&) const { return CoordinateKind::none; }
};

}  // namespace

CoordinateKind findCoordinateKind(const JointKind& kind) {
  return std::visit(CoordinateOf{}, kind);
}

}  // namespace clank
