// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/unilateral.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/tolerances.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

// A stop at a position and velocity. gap = sign (value - coordinate) scale.
struct StopAt {
  StopAt(const System& system, const StopIndex& stop, const double* at, const double* v)
      : joint(system.joints[stop.joint]),
        limit(system.getLimit(stop)),
        q(at),
        k(calcJointKinematics(joint, q, v)) {}

  double slope() const { return -limit.sign * limit.scale(); }  // of the gap over the coordinate
  Gap gap() const {
    const double gap = slope() * (calcCoordinate(joint, k) - limit.value);
    return {gap, gap, gapRate(), gapRate(), false};
  }
  double gapRate() const { return slope() * calcCoordinateRate(joint, k); }
  RubbingRates rubbing() const { return {}; }
  double wayToEdge() const { return std::numeric_limits<double>::infinity(); }
  bool isBehind() const { return false; }
  bool isLeaving() const { return false; }
  UnilateralRows rows() const {
    UnilateralRows rows;
    const StopRow push = calcStopRow(joint, limit, k, q);
    rows.push = push.row;
    rows.point = push.point;
    rows.normal = push.normal;
    rows.tangent = Eigen::Vector2d::Zero();
    double error = 0;
    updCoordinateRow(joint, k, limit.value, rows.gap, rows.gapGamma, error);
    rows.gap.scale(slope());
    rows.gapGamma *= slope();
    rows.gapRate = gapRate();
    return rows;
  }

  const SystemJoint& joint;
  const SystemLimit& limit;
  const double* q;
  JointKinematics k;
};

struct ContactAt {
  ContactAt(const ContactAt&) = delete;  // geometry may stand in made
  ContactAt& operator=(const ContactAt&) = delete;
  ContactAt(const System& system, const ContactIndex& index, const double* q, const double* v)
      : tolerances(system.tolerances),
        geometry(system.contacts.get(index.contact, made).geometry),
        law(system.getPair(index.contact).law),
        k(calcContactKinematics(geometry, q, v)) {}

  Gap gap() const { return {std::max(k.at.gap, k.at.past), k.at.gap, k.gapRate, gapRate(), isBehind()}; }
  // What comes in line with the end of a piece touches it only where it moves towards its plane.
  double gapRate() const {
    return k.at.gap >= k.at.past || std::abs(k.at.gap) <= tolerances.near ? k.gapRate : k.pastRate;
  }
  RubbingRates rubbing() const { return {k.slip, k.rollRate}; }
  double wayToEdge() const { return -k.at.past; }
  bool isBehind() const { return k.at.gap < -tolerances.open || isGrazing(); }
  // They pass each other with the sine of a small angle. What overlaps by it is their radii times half its
  // square, less than kOpen.
  bool isGrazing() const {
    constexpr double kSteep = 0.05;
    return geometry.isSharp() && k.gapRate > -kSteep * std::hypot(k.gapRate, k.alongRate) &&
           std::abs(k.alongRate) > tolerances.rest;
  }
  bool isLeaving() const { return k.at.past > -tolerances.closed && k.pastRate > 0; }
  UnilateralRows rows() const {
    UnilateralRows rows;
    updNormalRow(k, rows.push, rows.gapGamma);
    rows.gap = rows.push;
    updSlipRow(geometry, k, rows.slip, rows.slipGamma);
    rows.gapRate = k.gapRate;
    rows.slipRate = k.slip;
    rows.point = k.point;
    rows.normal = -k.normal;
    rows.tangent = -k.tangent;
    rows.friction = law.friction;
    rows.staticFriction = law.staticFriction;
    rows.speed = geometry.speed();
    if (law.rolling > 0 && clank::rolls(geometry)) {
      updRollRow(k, rows.roll, rows.rollGamma);
      rows.rollRate = k.rollRate;
      rows.rolling = law.rolling;
    }
    return rows;
  }

  const LengthTolerances& tolerances;
  std::optional<SystemContact> made;
  const ContactGeometry& geometry;
  const SystemContactLaw& law;
  ContactKinematics k;
};

// The point of a rope is its end on b, the normal its direction there.
struct RopeAt {
  RopeAt(const System& system, const RopeIndex& index, const double* at, const double* v)
      : geometry(system.ropes[index.rope].geometry), q(at), rates(v), k(calcRopeKinematics(geometry, q, v)) {}

  Gap gap() const { return {k.gap, k.gap, k.gapRate, k.gapRate, false}; }
  double gapRate() const { return k.gapRate; }
  RubbingRates rubbing() const { return {}; }
  double wayToEdge() const { return std::numeric_limits<double>::infinity(); }
  bool isBehind() const { return false; }
  bool isLeaving() const { return false; }
  UnilateralRows rows() const {
    UnilateralRows rows;
    updRopeRow(geometry, q, rates, rows.push);
    rows.gap = rows.push;
    rows.gapGamma = k.gamma;
    rows.gapRate = k.gapRate;
    rows.point = k.end;
    rows.normal = k.endAlong;
    rows.tangent = Eigen::Vector2d::Zero();
    return rows;
  }

  const RopeGeometry& geometry;
  const double* q;
  const double* rates;
  RopeKinematics k;
};

// ask(StopAt, RopeAt or ContactAt).
template <class Ask>
auto askAt(const System& system, std::size_t unilateral, const double* q, const double* v, const Ask& ask) {
  return std::visit(
      Overloaded{[&](const StopIndex& stop) { return ask(StopAt(system, stop, q, v)); },
                 [&](const RopeIndex& rope) { return ask(RopeAt(system, rope, q, v)); },
                 [&](const ContactIndex& contact) { return ask(ContactAt(system, contact, q, v)); }},
      system.unilaterals[unilateral]);
}

}  // namespace

UnilateralRows calcUnilateralRows(const System& system, std::size_t unilateral, const double* q,
                                  const double* v) {
  return askAt(system, unilateral, q, v, [](const auto& at) { return at.rows(); });
}

double calcGap(const System& system, std::size_t unilateral, const double* q, const double* v) {
  return calcGapAndPlane(system, unilateral, q, v).value;
}

Gap calcGapAndPlane(const System& system, std::size_t unilateral, const double* q, const double* v) {
  return askAt(system, unilateral, q, v, [](const auto& at) { return at.gap(); });
}

double calcGapRate(const System& system, std::size_t unilateral, const double* q, const double* v) {
  return askAt(system, unilateral, q, v, [](const auto& at) { return at.gapRate(); });
}

RubbingRates calcRubbingRates(const System& system, std::size_t unilateral, const double* q,
                              const double* v) {
  return askAt(system, unilateral, q, v, [](const auto& at) { return at.rubbing(); });
}

double calcWayToEdge(const System& system, std::size_t unilateral, const double* q, const double* v) {
  return askAt(system, unilateral, q, v, [](const auto& at) { return at.wayToEdge(); });
}

bool isBehind(const System& system, std::size_t unilateral, const double* q, const double* v) {
  return askAt(system, unilateral, q, v, [](const auto& at) { return at.isBehind(); });
}

bool isLeaving(const System& system, std::size_t unilateral, const double* q, const double* v) {
  return askAt(system, unilateral, q, v, [](const auto& at) { return at.isLeaving(); });
}

bool meetAtConvexCorner(const System& system, std::size_t one, std::size_t other, const double* q,
                        const double* v) {
  const SystemUnilateral firstPart = system.unilaterals[one];
  const auto* first = std::get_if<ContactIndex>(&firstPart);
  const SystemUnilateral secondPart = system.unilaterals[other];
  const auto* second = std::get_if<ContactIndex>(&secondPart);
  if (!first || !second) return false;
  const ContactGeometry& g = system.contacts[first->contact].geometry;
  const ContactGeometry& h = system.contacts[second->contact].geometry;
  const bool same = g.a() == h.a() && g.b().body == h.b().body,
             turned = g.a() == h.b().body && g.b().body == h.a();
  if (!same && !turned) return false;
  constexpr double kEnd = 2 * kPointReach, kAlong = 0.5, kStraight = 1e-9;
  const ContactKinematics a = calcContactKinematics(g, q, v);
  if (std::abs(a.at.past) > kEnd) return false;
  const ContactKinematics b = calcContactKinematics(h, q, v);
  if ((a.point - b.point).norm() > 2 * kEnd) return false;
  if (same && std::abs(b.at.past) > kEnd) return false;
  const double along = a.at.pastSign * a.tangent.dot(b.normal);
  // Where both have one normal, as at the end of an edge that goes on straight, it is one contact too.
  const bool isOne = std::abs(along) < kStraight && a.normal.dot(b.normal) > 0;
  return same ? along > 0 || isOne : -along > kAlong;
}

double calcGapAcceleration(std::size_t unilateral, const ForwardDynamics& dynamics, const double* q,
                           const double* v) {
  const UnilateralRows rows = calcUnilateralRows(dynamics.assembler().system(), unilateral, q, v);
  return dot(rows.gap, dynamics.acceleration().data()) - rows.gapGamma;
}

ContactForce calcForce(std::size_t unilateral, const ForwardDynamics& dynamics) {
  const Assembler& assembler = dynamics.assembler();
  const System& system = assembler.system();
  const Overloaded force{
      // The held row acts on b; the stop pushes b against the direction of the limit.
      [&](const StopIndex& stop) {
        const SystemLimit& limit = system.getLimit(stop);
        const double held = dynamics.lambda()[static_cast<std::size_t>(assembler.heldRow(stop.joint))];
        ContactForce pushed;
        pushed.normal = -limit.sign * held / limit.scale();
        return pushed;
      },
      [&](const RopeIndex& index) {
        ContactForce tension;
        tension.normal = calcTension(dynamics, index.rope);
        return tension;
      },
      [&](const ContactIndex& index) { return calcContactForce(dynamics, index.contact); }};
  return std::visit(force, system.unilaterals[unilateral]);
}

double findStaticFriction(const System& system, std::size_t unilateral) {
  const SystemContactLaw* law = findLaw(system, unilateral);
  return law ? law->staticFriction : 0;
}

HeldMargin calcHeldMargin(std::size_t unilateral, const ForwardDynamics& dynamics) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  const System& system = dynamics.assembler().system();
  const UnilateralMode& mode = dynamics.assembler().mode().unilaterals[unilateral];
  const SystemContactLaw* law = findLaw(system, unilateral);
  HeldMargin margin{kNone, kNone};
  if (!law) return margin;
  const ContactForce force = calcForce(unilateral, dynamics);
  if (law->friction > 0 && mode.slip == 0)
    margin.slip = law->staticFriction * force.normal - std::abs(force.friction);
  if (mode.holdsRoll) margin.roll = force.normal - std::abs(force.moment) / law->rolling;
  return margin;
}

const SystemLimit* findLimit(const System& system, std::size_t unilateral) {
  const SystemUnilateral part = system.unilaterals[unilateral];
  const auto* stop = std::get_if<StopIndex>(&part);
  return stop ? &system.getLimit(*stop) : nullptr;
}

const LengthTolerances& getTolerances(const System& system, std::size_t unilateral) {
  static constexpr LengthTolerances kOfAngles;
  const SystemUnilateral part = system.unilaterals[unilateral];
  const auto* stop = std::get_if<StopIndex>(&part);
  const bool isAngle = stop && !system.getLimit(*stop).pinArm &&
                       system.joints[stop->joint].coordinate == CoordinateKind::angle;
  return isAngle ? kOfAngles : system.tolerances;
}

const SystemContactLaw* findLaw(const System& system, std::size_t unilateral) {
  using Found = const SystemContactLaw*;
  const Overloaded find{
      [](const StopIndex&) -> Found { return nullptr; },
      [&](const RopeIndex& index) -> Found { return &system.ropes[index.rope].law; },
      [&](const ContactIndex& index) -> Found { return &system.getPair(index.contact).law; }};
  return std::visit(find, system.unilaterals[unilateral]);
}

const SystemCompliance* findCompliance(const System& system, std::size_t unilateral) {
  const SystemUnilateral part = system.unilaterals[unilateral];
  const auto* index = std::get_if<ContactIndex>(&part);
  if (!index) return nullptr;
  const auto& compliance = system.getPair(index->contact).compliance;
  return compliance ? &*compliance : nullptr;
}

bool isCoveredAtCorner(const System& system, const Mode& mode, std::size_t unilateral, const double* q,
                       const double* v) {
  const SystemUnilateral part = system.unilaterals[unilateral];
  const auto* index = std::get_if<ContactIndex>(&part);
  if (!index) return false;
  for (const auto& [other, touching] : mode.unilaterals.entries())
    if (other != unilateral && (touching.closed || touching.pressed) &&
        meetAtConvexCorner(system, unilateral, other, q, v))
      return true;
  return false;
}

bool isInForce(const System& system, const Mode& mode, std::size_t unilateral) {
  const Overloaded ask{
      [&](const StopIndex& stop) {
        return !isHeld(system, mode, stop.joint) &&
               system.getLimit(stop).from == mode.joints[stop.joint].phase;
      },
      [](const RopeIndex&) { return true; },
      [&](const ContactIndex& index) { return isInForce(system.getPair(index.contact), mode); }};
  return std::visit(ask, system.unilaterals[unilateral]);
}

void closeUnilateral(const System& system, std::size_t unilateral, Mode& mode) {
  mode.unilaterals.reset(unilateral);
  mode.unilaterals.upd(unilateral).closed = true;
  const Overloaded close{
      [&](const StopIndex& stop) { mode.joints[stop.joint].held = system.getLimit(stop).value; },
      [](const RopeIndex&) {}, [](const ContactIndex&) {}};
  std::visit(close, system.unilaterals[unilateral]);
}

void openUnilateral(const System& system, std::size_t unilateral, Mode& mode) {
  mode.unilaterals.reset(unilateral);
  const Overloaded open{
      [&](const StopIndex& stop) { mode.joints[stop.joint].phase = system.getLimit(stop).from; },
      [](const RopeIndex&) {}, [](const ContactIndex&) {}};
  std::visit(open, system.unilaterals[unilateral]);
}

void openWhatIsNotInForce(const System& system, Mode& mode) {
  std::vector<std::size_t> over;
  for (const auto& [u, state] : mode.unilaterals.entries())
    if (u >= system.firstContact() && !isInForce(system.getPair(u - system.firstContact()), mode))
      over.push_back(u);
  for (const std::size_t u : over) mode.unilaterals.reset(u);
}

const std::string& nameUnilateral(const System& system, std::size_t unilateral) {
  const Overloaded name{
      [&](const StopIndex& stop) -> const std::string& { return system.joints[stop.joint].id; },
      [&](const RopeIndex& index) -> const std::string& { return system.ropes[index.rope].id; },
      [&](const ContactIndex& index) -> const std::string& { return system.getPair(index.contact).id; }};
  return std::visit(name, system.unilaterals[unilateral]);
}

std::string describeUnilateral(const System& system, std::size_t unilateral) {
  const Overloaded describe{[&](const StopIndex& stop) { return "joint " + system.joints[stop.joint].id; },
                            [&](const RopeIndex& index) { return "rope " + system.ropes[index.rope].id; },
                            [&](const ContactIndex& index) {
                              const SystemContactPair& pair = system.getPair(index.contact);
                              return (pair.owner ? "joint " : "contact ") + pair.id;
                            }};
  return std::visit(describe, system.unilaterals[unilateral]);
}

}  // namespace clank
