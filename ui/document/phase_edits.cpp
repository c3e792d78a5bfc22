// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/phase_edits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "core/io/number_text.h"
#include "core/model/body_pose.h"
#include "core/model/words.h"
#include "ui/document/element.h"
#include "ui/document/variant_index.h"

namespace clank {
namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kTurnToLimit = 60, kRoundTurn = 5;  // degrees
constexpr double kShareToLimit = 0.25;               // of the size of the parts: travel to a first limit
constexpr double kGravity = 9.81;                    // m/s2, where the drawing has none
constexpr double kWeights = 10;                      // that a joint holds before it lets go
constexpr double kBackAfter = 0.1;                   // s

// Force or moment of the weight of b in the direction of the coordinate, for its sign.
struct WeightAlong {
  const Mechanism& shown;
  const Joint& joint;
  const Body& b;

  double operator()(const NoCoordinate&) const { return 0; }
  double operator()(const RelativeAngle&) const { return calcMoment(); }
  double operator()(const StraightTravel& travel) const {
    const double angle = findDrawnPose(shown, joint.a).angle + travel.axis.value;
    return shown.gravity.x.value * std::cos(angle) + shown.gravity.y.value * std::sin(angle);
  }
  double operator()(const CurveTravel&) const { return calcMoment(); }
  double operator()(const PointDistance&) const {
    const auto from = calcPlace(findDrawnPose(shown, joint.a), joint.atA),
               to = calcPlace(findDrawnPose(shown, joint.b), joint.atB);
    return shown.gravity.x.value * (to[0] - from[0]) + shown.gravity.y.value * (to[1] - from[1]);
  }

  double calcMoment() const {
    const BodyPose pose = findDrawnPose(shown, joint.b);
    const double half = b.length ? b.length->value / 2 : 0;
    const auto centre = calcPlace(pose, b.center.x.value + half, b.center.y.value);
    const auto pin = calcPlace(pose, joint.atB);
    return (centre[0] - pin[0]) * shown.gravity.y.value - (centre[1] - pin[1]) * shown.gravity.x.value;
  }
};

// The way in which weight moves the coordinate: +1 or -1.
int findFall(const Mechanism& shown, const Joint& joint) {
  const Body* b = findById(shown.bodies, joint.b);
  if (!b) return 1;
  return std::visit(WeightAlong{shown, joint, *b}, findCoordinate(joint.kind)) < -1e-9 ? -1 : 1;
}

double calcSize(const Mechanism& shown) {
  std::array<double, 2> low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
  for (const Joint& joint : shown.joints)
    for (const auto& p : {calcPlace(findDrawnPose(shown, joint.a), joint.atA),
                          calcPlace(findDrawnPose(shown, joint.b), joint.atB)})
      for (std::size_t i = 0; i < 2; ++i) {
        low[i] = std::min(low[i], p[i]);
        high[i] = std::max(high[i], p[i]);
      }
  const double size = std::hypot(high[0] - low[0], high[1] - low[1]);
  return std::isfinite(size) && size > 0 ? size : 0.2;
}

// 1, 2 or 5 times a power of ten, not above value.
double roundDown(double value) {
  const double decade = std::pow(10, std::floor(std::log10(value)));
  for (const double factor : {5.0, 2.0})
    if (factor * decade <= value) return factor * decade;
  return decade;
}

Limit makeFirstLimit(const Mechanism& shown, const Joint& joint) {
  const int way = findFall(shown, joint);
  const double now = calcDrawnCoordinate(shown, joint);
  Limit limit;
  limit.direction = way > 0 ? Direction::rising : Direction::falling;
  if (findCoordinateKind(joint.kind) == CoordinateKind::angle) {
    const double degrees = std::round((now / kDegree + way * kTurnToLimit) / kRoundTurn) * kRoundTurn;
    limit.value = makeTyped(degrees * kDegree, "rad", shown.units, 10);
  } else {
    const double unit = findShownUnit("m", shown.units).factor;
    const double step = roundDown(kShareToLimit * calcSize(shown) / unit);
    double value = std::round((now / unit + way * step) * 10) / 10 * unit;
    if (std::holds_alternative<Telescope>(joint.kind) && value <= 0) value = now / 2;  // it is a length
    limit.value = makeTyped(value, "m", shown.units, 10);
  }
  return limit;
}

// Rounded down to 1, 2 or 5 so that it reads well.
ForceGuard makeFirstForce(const Mechanism& shown, const Joint& joint) {
  const Body* b = findById(shown.bodies, joint.b);
  double mass = b && b->mass ? b->mass->value : 0;
  if (b && hasMass(*b)) mass = calcMassProperties(*b).mass;
  const double g = std::hypot(shown.gravity.x.value, shown.gravity.y.value);
  ForceGuard force;
  force.above = roundDown(std::max(1.0, kWeights * mass * (g > 0 ? g : kGravity)));
  return force;
}

Phase makePhase(std::string id, PhaseKind kind = AsDrawn{}, bool locked = false) {
  Phase phase;
  phase.id = std::move(id);
  phase.kind = std::move(kind);
  phase.locked = locked;
  return phase;
}

std::string makeFreeId(const std::vector<Phase>& phases, const std::string& wanted) {
  if (!findById(phases, wanted)) return wanted;
  for (std::size_t n = 2;; ++n)
    if (const std::string id = wanted + std::to_string(n); !findById(phases, id)) return id;
}

PhaseChange makeChange(std::string from, std::string to, ChangeGuard guard) {
  PhaseChange change;
  change.from = std::move(from);
  change.to = std::move(to);
  change.guard = std::move(guard);
  return change;
}

bool hasCoordinate(const Joint& joint) {
  return findCoordinateKind(joint.kind) != CoordinateKind::none;
}

struct ActionOf {
  const Phase& phase;
  std::string operator()(const AsDrawn&) const { return phase.locked ? "lock" : "unlock"; }
  std::string operator()(const Released&) const { return "release"; }
  std::string operator()(const Merged&) const { return "merge"; }
  template <OfJointKind Kind>
  std::string operator()(const Kind&) const {
    return phase.locked ? "lock" : Words<PhaseKind>::names[phase.kind.index()];
  }
};

std::string findAction(const Phase& phase) {
  return std::visit(ActionOf{phase}, phase.kind);
}

// Can a joint become of this kind without more than its points being given?
struct NeedsOnlyPoints {
  bool operator()(const Revolute&) const { return true; }
  bool operator()(const Prismatic&) const { return true; }
  bool operator()(const Weld&) const { return true; }
  bool operator()(const Slot&) const { return true; }
  bool operator()(const Distance&) const { return true; }
  bool operator()(const Gear&) const { return false; }
  bool operator()(const Belt&) const { return false; }
  bool operator()(const Rack&) const { return false; }
  bool operator()(const PointOnCurve&) const { return false; }
  bool operator()(const Telescope&) const { return false; }  // ends apart from each other
};

Phase makePhaseFor(const std::string& action, const std::vector<Phase>& phases) {
  if (action == "lock") return makePhase(makeFreeId(phases, "locked"), AsDrawn{}, true);
  if (action == "merge") return makePhase(makeFreeId(phases, "merged"), Merged{});
  if (action == "release") return makePhase(makeFreeId(phases, "released"), Released{});
  if (action == "push") return makePhase(makeFreeId(phases, "pressed"));
  if (action == "unlock") return makePhase(makeFreeId(phases, "free"));
  Phase phase = makePhase(makeFreeId(phases, action));
  const auto& names = Words<PhaseKind>::names;
  const auto found = std::find(names.begin(), names.end(), action);
  if (found != names.end()) emplaceAlternative(phase.kind, static_cast<std::size_t>(found - names.begin()));
  return phase;
}

}  // namespace

void setLoose(Mechanism& mechanism, const std::string& id, bool loose) {
  Joint* joint = findById(mechanism.joints, id);
  if (!joint) return;
  if (!loose) return joint->clearance.reset();
  joint->metamorphic.reset();
  if (!joint->clearance) joint->clearance = makeFirstClearance(joint->kind);
  joint->clearance->fit = Fit::loose;
}

Material makeSteel() {
  return {2.07e11, 0.3, {}};
}

Clearance makeFirstClearance(const JointKind& kind) {
  const auto millimetres = [](double length, const char* text) {
    Quantity quantity(length);
    quantity.text = text;
    return quantity;
  };
  Clearance play;
  play.bearing = millimetres(0.01025, "10.25 mm");
  play.journal = millimetres(0.01, "10 mm");
  play.law = ContactLaw::flores;
  play.restitution = 0.7;
  play.compliance = Compliance{};
  const bool hasCorners = std::holds_alternative<Prismatic>(kind);
  if (hasCorners) play.length = millimetres(0.04, "40 mm");
  if (hasCorners || std::holds_alternative<PointOnCurve>(kind))
    play.compliance->stiffness = 1e10;
  else
    play.compliance->materialA = play.compliance->materialB = makeSteel();
  return play;
}

Metamorphic makeFirstTable(const Mechanism& shown, const Joint& joint) {
  Metamorphic table;
  if (!hasCoordinate(joint)) {
    table.phases = {makePhase("held"), makePhase("released", Released{})};
    table.changes = {makeChange("held", "released", makeFirstForce(shown, joint))};
    return table;
  }
  table.phases = {makePhase("free"), makePhase("locked", AsDrawn{}, true)};
  ChangeGuard guard = makeFirstLimit(shown, joint);
  if (!takesLimits(joint.kind)) {
    TimeGuard time;
    time.at = shown.simulation.duration.value / 2;
    guard = time;
  }
  table.changes = {makeChange("free", "locked", guard)};
  return table;
}

std::string findAction(const Joint& joint, const PhaseChange& change) {
  const Phase* to = findById(joint.metamorphic->phases, change.to);
  if (!to) return {};
  if (isStop(joint, change) && change.latched.value == 0) return "push";
  return findAction(*to);
}

std::vector<std::string> listActions(const Joint& joint) {
  std::vector<std::string> actions;
  if (hasCoordinate(joint)) actions = {"lock", "push"};
  for (const char* action : {"unlock", "merge", "release"}) actions.emplace_back(action);
  for (std::size_t i = 0; i < std::variant_size_v<JointKind>; ++i) {
    JointKind kind;
    emplaceAlternative(kind, i);
    if (i != joint.kind.index() && std::visit(NeedsOnlyPoints{}, kind))
      actions.emplace_back(Words<JointKind>::names[i]);
  }
  return actions;
}

void setAction(Joint& joint, std::size_t index, const std::string& action) {
  if (!joint.metamorphic || index >= joint.metamorphic->changes.size()) return;
  auto& phases = joint.metamorphic->phases;
  PhaseChange& change = joint.metamorphic->changes[index];
  const std::string kind = action == "push" ? "unlock" : action;
  const auto fits = [&](const Phase& phase) { return phase.id != change.from && findAction(phase) == kind; };
  const auto found = std::find_if(phases.begin(), phases.end(), fits);
  if (found != phases.end()) {
    change.to = found->id;
  } else {
    phases.push_back(makePhaseFor(action, phases));
    change.to = phases.back().id;
  }
  if (action == "push") {
    change.latched = 0;
  } else if (change.latched.text.empty() && change.latched.value == 0) {
    change.latched = 1;
  }
}

std::size_t addPhase(Joint& joint) {
  auto& phases = joint.metamorphic->phases;
  phases.push_back(makePhase(makeFreeId(phases, "phase" + std::to_string(phases.size() + 1))));
  return phases.size() - 1;
}

std::size_t addChange(Joint& joint, const Mechanism& shown) {
  auto& [phases, changes, unknown] = *joint.metamorphic;
  if (changes.empty()) {
    Metamorphic first = makeFirstTable(shown, joint);
    if (phases.size() < 2) phases = first.phases;
    first.changes[0].from = phases[0].id;
    first.changes[0].to = phases[1].id;
    changes = first.changes;
    return 0;
  }
  TimeGuard after;
  after.at = kBackAfter;
  after.since = TimeOrigin::phase;
  changes.push_back(makeChange(changes.back().to, changes.back().from, after));
  return changes.size() - 1;
}

bool removePhase(Joint& joint, std::size_t phase) {
  auto& [phases, changes, unknown] = *joint.metamorphic;
  if (phases.size() < 2 || phase >= phases.size()) return false;
  const std::string id = phases[phase].id;
  phases.erase(phases.begin() + static_cast<std::ptrdiff_t>(phase));
  std::erase_if(changes, [&](const PhaseChange& c) { return c.from == id || c.to == id; });
  return true;
}

}  // namespace clank
