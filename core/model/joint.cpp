// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/joint.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

struct CoordinateOf {
  JointCoordinate operator()(const Revolute&) const { return RelativeAngle{}; }
  JointCoordinate operator()(const Prismatic& prismatic) const { return StraightTravel{prismatic.axis}; }
  JointCoordinate operator()(const Weld&) const { return NoCoordinate{}; }
  JointCoordinate operator()(const Slot& slot) const { return StraightTravel{slot.axis}; }
  JointCoordinate operator()(const Distance&) const { return NoCoordinate{}; }
  JointCoordinate operator()(const Gear&) const { return NoCoordinate{}; }
  JointCoordinate operator()(const Belt&) const { return NoCoordinate{}; }
  JointCoordinate operator()(const Rack&) const { return NoCoordinate{}; }
  JointCoordinate operator()(const PointOnCurve& on) const { return CurveTravel{on.curve, on.axis}; }
  JointCoordinate operator()(const Telescope&) const { return PointDistance{}; }
};

struct KindOfCoordinate {
  CoordinateKind operator()(const NoCoordinate&) const { return CoordinateKind::none; }
  CoordinateKind operator()(const RelativeAngle&) const { return CoordinateKind::angle; }
  CoordinateKind operator()(const StraightTravel&) const { return CoordinateKind::travel; }
  CoordinateKind operator()(const CurveTravel&) const { return CoordinateKind::travel; }
  CoordinateKind operator()(const PointDistance&) const { return CoordinateKind::travel; }
};

// The other measures the same kind of thing.
struct MeasuresSame {
  const JointCoordinate& other;
  bool operator()(const NoCoordinate&) const { return true; }
  bool operator()(const RelativeAngle&) const { return true; }
  bool operator()(const PointDistance&) const { return true; }
  bool operator()(const StraightTravel& travel) const {
    return travel.axis.value == std::get<StraightTravel>(other).axis.value;
  }
  bool operator()(const CurveTravel& travel) const {
    const auto& [curve, axis] = std::get<CurveTravel>(other);
    return travel.axis.value == axis.value && listPoints(travel.curve) == listPoints(curve);
  }
};

struct TakesLimits {
  bool operator()(const NoCoordinate&) const { return false; }
  bool operator()(const RelativeAngle&) const { return true; }
  bool operator()(const StraightTravel&) const { return true; }
  bool operator()(const CurveTravel& travel) const { return !isClosed(travel.curve); }
  bool operator()(const PointDistance&) const { return true; }
};

struct AxisOf {
  const Quantity* operator()(const Revolute&) const { return nullptr; }
  const Quantity* operator()(const Prismatic& prismatic) const { return &prismatic.axis; }
  const Quantity* operator()(const Weld&) const { return nullptr; }
  const Quantity* operator()(const Slot& slot) const { return &slot.axis; }
  const Quantity* operator()(const Distance&) const { return nullptr; }
  const Quantity* operator()(const Gear&) const { return nullptr; }
  const Quantity* operator()(const Belt&) const { return nullptr; }
  const Quantity* operator()(const Rack& rack) const { return &rack.axis; }
  const Quantity* operator()(const PointOnCurve& on) const { return &on.axis; }
  const Quantity* operator()(const Telescope&) const { return nullptr; }
};

struct CurveOf {
  const PathCurve* operator()(const Revolute&) const { return nullptr; }
  const PathCurve* operator()(const Prismatic&) const { return nullptr; }
  const PathCurve* operator()(const Weld&) const { return nullptr; }
  const PathCurve* operator()(const Slot&) const { return nullptr; }
  const PathCurve* operator()(const Distance&) const { return nullptr; }
  const PathCurve* operator()(const Gear&) const { return nullptr; }
  const PathCurve* operator()(const Belt&) const { return nullptr; }
  const PathCurve* operator()(const Rack&) const { return nullptr; }
  const PathCurve* operator()(const PointOnCurve& on) const { return &on.curve; }
  const PathCurve* operator()(const Telescope&) const { return nullptr; }
};

struct IsRigid {
  bool operator()(const Revolute&) const { return false; }
  bool operator()(const Prismatic&) const { return false; }
  bool operator()(const Weld&) const { return true; }
  bool operator()(const Slot&) const { return false; }
  bool operator()(const Distance&) const { return false; }
  bool operator()(const Gear&) const { return false; }
  bool operator()(const Belt&) const { return false; }
  bool operator()(const Rack&) const { return false; }
  bool operator()(const PointOnCurve&) const { return false; }
  bool operator()(const Telescope&) const { return false; }
};

struct CarriesMoment {
  bool locked;
  bool operator()(const Revolute&) const { return locked; }
  bool operator()(const Prismatic&) const { return true; }
  bool operator()(const Weld&) const { return true; }
  bool operator()(const Slot&) const { return false; }
  bool operator()(const Distance&) const { return false; }
  bool operator()(const Gear&) const { return true; }  // of the force at the teeth
  bool operator()(const Belt&) const { return true; }  // of the strands
  bool operator()(const Rack&) const { return true; }
  bool operator()(const PointOnCurve&) const { return false; }
  bool operator()(const Telescope&) const { return false; }
};

struct TakesClearance {
  bool operator()(const Revolute&) const { return true; }
  bool operator()(const Prismatic&) const { return true; }
  bool operator()(const Weld&) const { return false; }
  bool operator()(const Slot&) const { return true; }
  bool operator()(const Distance&) const { return false; }
  bool operator()(const Gear&) const { return false; }
  bool operator()(const Belt&) const { return false; }
  bool operator()(const Rack&) const { return false; }
  bool operator()(const PointOnCurve&) const { return true; }
  bool operator()(const Telescope&) const { return false; }
};

bool isInForce(const Rare<Clearance>& clearance) {
  return clearance && clearance->fit.value == Fit::loose;
}

struct JointKindOf {
  const JointKind& own;
  std::optional<JointKind> operator()(const AsDrawn&) const { return own; }
  std::optional<JointKind> operator()(const Released&) const { return std::nullopt; }
  std::optional<JointKind> operator()(const Merged&) const { return std::nullopt; }
  template <OfJointKind Kind>
  std::optional<JointKind> operator()(const Kind& kind) const {
    return kind;
  }
};

const Phase* findPhase(const Joint& joint, const std::string& id) {
  const auto& phases = joint.metamorphic->phases;
  const auto it =
      std::find_if(phases.begin(), phases.end(), [&](const Phase& phase) { return phase.id == id; });
  return it == phases.end() ? nullptr : &*it;
}

}  // namespace

JointCoordinate findCoordinate(const JointKind& kind) {
  return std::visit(CoordinateOf{}, kind);
}

CoordinateKind findCoordinateKind(const JointKind& kind) {
  return std::visit(KindOfCoordinate{}, findCoordinate(kind));
}

bool measureSame(const JointKind& one, const JointKind& other) {
  const JointCoordinate first = findCoordinate(one), second = findCoordinate(other);
  return first.index() == second.index() && std::visit(MeasuresSame{second}, first);
}

bool takesLimits(const JointKind& kind) {
  return std::visit(TakesLimits{}, findCoordinate(kind));
}

const Quantity* findAxis(const JointKind& kind) {
  return std::visit(AxisOf{}, kind);
}

const PathCurve* findCurve(const JointKind& kind) {
  return std::visit(CurveOf{}, kind);
}

bool isRigid(const JointKind& kind) {
  return std::visit(IsRigid{}, kind);
}

bool carriesMoment(const JointKind& kind, bool locked) {
  return std::visit(CarriesMoment{locked}, kind);
}

bool pressesAcross(const JointKind& kind) {
  return findCoordinateKind(kind) != CoordinateKind::none && !std::holds_alternative<Telescope>(kind);
}

bool takesClearance(const JointKind& kind) {
  return std::visit(TakesClearance{}, kind);
}

bool isLoose(const Joint& joint) {
  return isInForce(joint.clearance);
}

bool leadsAlongLink(const JointKind& kind) {
  constexpr double kAlong = 1e-9;  // rad
  if (!std::holds_alternative<Prismatic>(kind) && !std::holds_alternative<Slot>(kind)) return false;
  return std::abs(std::sin(findAxis(kind)->value)) < kAlong;
}

std::vector<Play> listPlay(const Joint& joint) {
  std::vector<Play> plays;
  const auto add = [&](const std::optional<JointKind>& kind, const Rare<Clearance>& clearance,
                       std::optional<std::size_t> phase) {
    if (isInForce(clearance) && kind && takesClearance(*kind)) plays.push_back({*kind, &*clearance, phase});
  };
  if (!joint.metamorphic) add(joint.kind, joint.clearance, std::nullopt);
  if (joint.metamorphic)
    for (std::size_t p = 0; p < joint.metamorphic->phases.size(); ++p) {
      const Phase& phase = joint.metamorphic->phases[p];
      add(findJointKind(joint, phase), phase.clearance, p);
    }
  return plays;
}

std::optional<JointKind> findJointKind(const Joint& joint, const Phase& phase) {
  return std::visit(JointKindOf{joint.kind}, phase.kind);
}

bool isStop(const Joint& joint, const PhaseChange& change) {
  if (!std::holds_alternative<Limit>(change.guard)) return false;
  const Phase* from = findPhase(joint, change.from);
  const Phase* to = findPhase(joint, change.to);
  if (!from || !to || from->locked) return false;
  const auto asDrawn = [](const Phase& phase) { return std::holds_alternative<AsDrawn>(phase.kind); };
  return asDrawn(*from) && asDrawn(*to) && (to->locked || change.latched.value == 0);
}

}  // namespace clank
