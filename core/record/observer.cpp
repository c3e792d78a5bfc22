// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/observer.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "core/dynamics/broad_phase.h"
#include "core/dynamics/consistency.h"
#include "core/record/channel_index.h"

namespace clank {
namespace {

// What channels are read from.
struct Instant {
  const ForwardDynamics& dynamics;
  const State& state;
  const EnergyLedger& ledger;
  int mobility;
  OpenGaps* openGaps;  // or none
  std::span<const FarContact> farContacts;
  const double* q = state.y.data();
  const double* v = dynamics.assembler().system().layout.speeds(state.y).data();
  const double* a = dynamics.acceleration().data();
  mutable std::size_t nextEntry = 0;  // of the modes of unilaterals: parts are mostly read in their order
  double multiplier(int row) const { return dynamics.lambda()[static_cast<std::size_t>(row)]; }
  // The first entry of a unilateral or one behind it.
  std::size_t& seekEntry(std::size_t unilateral) const {
    const auto entries = state.mode.unilaterals.entries();
    const auto isBefore = [&](std::size_t entry) { return entries[entry].unilateral < unilateral; };
    if ((nextEntry > 0 && !isBefore(nextEntry - 1)) || (nextEntry < entries.size() && isBefore(nextEntry)))
      nextEntry = static_cast<std::size_t>(
          std::ranges::lower_bound(entries, unilateral, {}, &UnilateralModes::Entry::unilateral) -
          entries.begin());
    return nextEntry;
  }
  // Of the contacts from first to before end.
  bool hasEntry(std::size_t first, std::size_t end) const {
    const std::size_t offset = dynamics.assembler().system().firstContact();
    const auto entries = state.mode.unilaterals.entries();
    const std::size_t entry = seekEntry(offset + first);
    return entry < entries.size() && entries[entry].unilateral < offset + end;
  }
};

// A channel of a kind of part: its name behind that of the part, its unit, how it is read from the part's
// values, and which parts have it (not said: all).
template <class Values>
struct Line {
  using Of = Values;
  const char* name;
  const char* unit;
  double (*read)(const Values&);
  bool (*has)(const typename Values::Part&) = [](const typename Values::Part&) { return true; };
};

struct Whole {
  using Part = System;
  Whole(const Instant& instant, const System&, std::size_t) : now(instant) {}
  const Instant& now;
};

constexpr Line<Whole> kClock[] = {
    {"t", "s", [](const Whole& w) { return w.now.state.t; }},
};

struct BodyValues {
  using Part = SystemBody;
  BodyValues(const Instant& now, const SystemBody& body, std::size_t index)
      : q(now.q + StateLayout::begin(index)),
        v(now.v + StateLayout::begin(index)),
        a(now.a + StateLayout::begin(index)),
        origin(calcOriginPosition(body, q)),
        velocity(calcOriginVelocity(body, q, v)),
        s(origin - Eigen::Vector2d(q[0], q[1])) {}
  const double *q, *v, *a;
  Eigen::Vector2d origin, velocity;
  Eigen::Vector2d s;  // m, from the centre of mass to the origin
};

// a_O = a + alpha perp(s) - w^2 s.
constexpr Line<BodyValues> kBody[] = {
    {"x", "m", [](const BodyValues& b) { return b.origin.x(); }},
    {"y", "m", [](const BodyValues& b) { return b.origin.y(); }},
    {"angle", "rad", [](const BodyValues& b) { return b.q[2]; }},
    {"vx", "m/s", [](const BodyValues& b) { return b.velocity.x(); }},
    {"vy", "m/s", [](const BodyValues& b) { return b.velocity.y(); }},
    {"omega", "rad/s", [](const BodyValues& b) { return b.v[2]; }},
    {"ax", "m/s2", [](const BodyValues& b) { return b.a[0] - b.a[2] * b.s.y() - b.v[2] * b.v[2] * b.s.x(); }},
    {"ay", "m/s2", [](const BodyValues& b) { return b.a[1] + b.a[2] * b.s.x() - b.v[2] * b.v[2] * b.s.y(); }},
    {"alpha", "rad/s2", [](const BodyValues& b) { return b.a[2]; }},
};

// A link that bends, in modes or as rods. Places are parts of its length.
template <class Link>
struct BentValues;

template <>
struct BentValues<BentLink> {
  using Part = BentLink;
  BentValues(const Instant& now, const BentLink& part, std::size_t)
      : link(part), q(now.q), greatest(findGreatestStress(part, now.q)) {}
  const BentLink& link;
  const double* q;
  GreatestStress greatest;

  double tip() const { return calcTipDeflection(link, q); }
  double energy() const { return calcBentElastic(link, q); }
  double moment(double part) const { return calcBendingMoment(link, section(part), q); }
  double shear(double part) const { return calcShearForce(link, section(part), q); }
  double stressPerMoment() const { return link.stressPerMoment(); }

 private:
  const BendingSection& section(double part) const {
    const double last = static_cast<double>(link.sections.size() - 1);
    return link.sections[static_cast<std::size_t>(std::lround(part * last))];
  }
};

template <>
struct BentValues<RodChain> {
  using Part = RodChain;
  BentValues(const Instant& now, const RodChain& part, std::size_t)
      : chain(part), bends(calcRodBends(part, now.q)), greatest(findGreatestStress(part, bends)) {}
  const RodChain& chain;
  RodBends bends;
  GreatestStress greatest;

  double tip() const { return calcTipDeflection(chain, bends); }
  double energy() const { return calcElastic(chain, bends); }
  double moment(double part) const { return calcBendingMoment(chain, bends, part * chain.length); }
  double shear(double part) const { return calcShearForce(chain, bends, part * chain.length); }
  double stressPerMoment() const { return chain.stressPerMoment; }
};

bool hasBending(const BentLink& link) {
  return link.bending > 0;
}
bool hasBending(const RodChain&) {
  return true;
}
bool hasBendingStress(const BentLink& link) {
  return link.bending > 0 && link.height > 0;
}
bool hasBendingStress(const RodChain& chain) {
  return chain.stressPerMoment > 0;
}
bool hasStress(const BentLink& link) {
  return link.height > 0 || link.axial > 0;
}
bool hasStress(const RodChain& chain) {
  return chain.stressPerMoment > 0;
}

template <class Link, int quarters>
constexpr Line<BentValues<Link>> makeMomentLine(const char* name) {
  return {name, "N m", [](const BentValues<Link>& b) { return b.moment(quarters / 4.0); }, hasBending};
}
template <class Link, int quarters>
constexpr Line<BentValues<Link>> makeShearLine(const char* name) {
  return {name, "N", [](const BentValues<Link>& b) { return b.shear(quarters / 4.0); }, hasBending};
}
// Of the fibre below the axis, pulled where the moment is positive.
template <class Link, int quarters>
constexpr Line<BentValues<Link>> makeBendingStressLine(const char* name) {
  return {name, "Pa",
          [](const BentValues<Link>& b) { return b.stressPerMoment() * b.moment(quarters / 4.0); },
          hasBendingStress};
}

template <class Link>
constexpr Line<BentValues<Link>> kBent[] = {
    {"tip_deflection", "m", [](const BentValues<Link>& b) { return b.tip(); }, hasBending},
    {"strain_energy", "J", [](const BentValues<Link>& b) { return b.energy(); }},
    makeMomentLine<Link, 0>("bending_moment_start"),
    makeMomentLine<Link, 1>("bending_moment_quarter"),
    makeMomentLine<Link, 2>("bending_moment_middle"),
    makeMomentLine<Link, 3>("bending_moment_three_quarters"),
    makeMomentLine<Link, 4>("bending_moment_end"),
    makeShearLine<Link, 0>("shear_start"),
    makeShearLine<Link, 1>("shear_quarter"),
    makeShearLine<Link, 2>("shear_middle"),
    makeShearLine<Link, 3>("shear_three_quarters"),
    makeShearLine<Link, 4>("shear_end"),
    makeBendingStressLine<Link, 0>("bending_stress_start"),
    makeBendingStressLine<Link, 1>("bending_stress_quarter"),
    makeBendingStressLine<Link, 2>("bending_stress_middle"),
    makeBendingStressLine<Link, 3>("bending_stress_three_quarters"),
    makeBendingStressLine<Link, 4>("bending_stress_end"),
    // The greatest, and how far from its start.
    {"stress", "Pa", [](const BentValues<Link>& b) { return b.greatest.stress; }, hasStress},
    {"stress_at", "m", [](const BentValues<Link>& b) { return b.greatest.at; }, hasStress},
};

template <std::size_t j>
constexpr Line<BentValues<BentLink>> makeModeLine(const char* name) {
  return {name, "m", [](const BentValues<BentLink>& b) { return b.q[b.link.first + j]; },
          [](const BentLink& link) { return link.bending > j; }};
}
template <std::size_t k>
constexpr Line<BentValues<BentLink>> makeAxialLine(const char* name) {
  return {name, "m", [](const BentValues<BentLink>& b) { return b.q[b.link.first + b.link.bending + k]; },
          [](const BentLink& link) { return link.axial > k; }};
}

constexpr Line<BentValues<BentLink>> kModes[] = {
    makeModeLine<0>("mode_1"),        makeModeLine<1>("mode_2"),   makeModeLine<2>("mode_3"),
    makeModeLine<3>("mode_4"),        makeModeLine<4>("mode_5"),   makeModeLine<5>("mode_6"),
    makeModeLine<6>("mode_7"),        makeModeLine<7>("mode_8"),   makeModeLine<8>("mode_9"),
    makeModeLine<9>("mode_10"),       makeModeLine<10>("mode_11"), makeModeLine<11>("mode_12"),
    makeModeLine<12>("mode_13"),      makeModeLine<13>("mode_14"), makeModeLine<14>("mode_15"),
    makeModeLine<15>("mode_16"),      makeModeLine<16>("mode_17"), makeModeLine<17>("mode_18"),
    makeModeLine<18>("mode_19"),      makeModeLine<19>("mode_20"), makeAxialLine<0>("axial_mode_1"),
    makeAxialLine<1>("axial_mode_2"),
};
static_assert(std::size(kModes) == kMostModes);

// Pieces of contact together. Gap and slip speed are those of the piece in contact, else of the nearest;
// forces are those of all.
struct TouchValues {
  double gap = 0, normal = 0, friction = 0, slip = 0, state = 0, depth = 0;
  Eigen::Vector2d onB{0, 0}, point{0, 0};  // N; m, where touched, the middle by normal forces

  bool touches() const { return nearest_ < 0; }

  void addTouched(const Instant& now, const SystemContactPair& pair) {
    const Assembler& assembler = now.dynamics.assembler();
    const System& system = assembler.system();
    const auto entries = now.state.mode.unilaterals.entries();
    for (std::size_t& next = now.seekEntry(system.firstContact() + pair.first); next < entries.size();
         ++next) {
      const std::size_t c = entries[next].unilateral - system.firstContact();
      if (c >= pair.first + pair.count) return;
      const bool pressed = pair.compliance && now.dynamics.compliantContacts().find(c) != nullptr;
      if (pressed || assembler.gapRow(c) >= 0) addTouched(now, c, pressed);
    }
  }

  // What cannot be nearer than the nearest is passed over: the two bodies, or all pieces that a circle meets.
  void findNearest(const Instant& now, const SystemContactPair& pair) {
    const Assembler& assembler = now.dynamics.assembler();
    const System& system = assembler.system();
    const bool isApart = pair.a != kFrameBody && pair.b != kFrameBody && std::isfinite(nearest_);
    if (isApart && calcLeastDistance(system, pair, now.q) >= nearest_) return;
    for (const ContactCircle& circle : pair.circles) findNearest(assembler, circle);
  }
  void findNearest(const Assembler& assembler, const ContactCircle& circle) {
    const System& system = assembler.system();
    const Eigen::Vector2d center =
        calcCenter(system, circle, assembler.place(circle.a), assembler.place(circle.b));
    if (std::isfinite(nearest_) && center.norm() - circle.radius - circle.reach >= nearest_) return;
    if (circle.polygon && addDistance(system.polygons[*circle.polygon], center)) return;
    addNearest({system.contacts.data() + circle.first, circle.count}, circle.radius, center);
  }

 private:
  void addTouched(const Instant& now, std::size_t index, bool pressed) {
    const Assembler& assembler = now.dynamics.assembler();
    const ContactGeometry& contact = assembler.system().contacts[index].geometry;
    const ContactKinematics k =
        calcContactKinematics(contact, assembler.place(contact.a()), assembler.place(contact.b().body));
    const ContactForce force = calcContactForce(now.dynamics, index);
    onB += force.onB;
    normal += force.normal;
    if (nearest_ >= 0 || normal <= 0)
      point = force.point;
    else
      point += force.normal / normal * (force.point - point);
    friction += force.friction;
    slip = k.slip;
    if (pressed) depth = std::max(depth, -k.at.gap);
    const bool sticks = assembler.slipRow(index) >= 0;
    state = std::max(state, pressed ? 3.0 : sticks ? 2.0 : 1.0);
    if (nearest_ < 0) return;
    nearest_ = -1;
    gap =
        calcDistance(calcPiecePlace(contact, assembler.place(contact.a()), assembler.place(contact.b().body)),
                     contact.radius());
  }

  // Returns whether the point is outside.
  bool addDistance(const ConvexSides& polygon, const Eigen::Vector2d& at) {
    const double squared = polygon.calcSquaredDistance(at);
    if (std::isinf(squared)) return false;
    const double distance = std::sqrt(squared);
    if (distance < nearest_) nearest_ = gap = distance;
    return true;
  }

  void addNearest(std::span<const SystemContact> pieces, double radius, const Eigen::Vector2d& center) {
    for (const SystemContact& piece : pieces)
      addNearest(calcPieceContact(piece.geometry.piece, radius, center), radius);
  }
  void addNearest(const PieceContact& at, double radius) {
    if (std::max(std::abs(at.gap), at.past) >= nearest_) return;
    const double reach = nearest_ + radius, beyond = at.gap + radius;  // squares spare most of the roots
    if (at.past > 0 && beyond * beyond + at.past * at.past > reach * reach * (1 + 1e-12)) return;
    const double distance = calcDistance(at, radius);
    if (std::abs(distance) >= nearest_) return;
    nearest_ = std::abs(distance);
    gap = distance;
  }

  double nearest_ = std::numeric_limits<double>::infinity();
};

// Of a loose joint, in the phase in force.
TouchValues calcPlay(const Instant& now, std::size_t joint) {
  TouchValues play;
  const auto visitPairs = [&](const auto& visit) {
    for (const SystemContactPair& pair : now.dynamics.assembler().system().contactPairs)
      if (pair.owner && pair.owner->joint == joint && isInForce(pair, now.state.mode)) visit(pair);
  };
  visitPairs([&](const SystemContactPair& pair) { play.addTouched(now, pair); });
  if (!play.touches()) visitPairs([&](const SystemContactPair& pair) { play.findNearest(now, pair); });
  return play;
}

// How far at_b is from where the joint without play would hold it.
Eigen::Vector2d calcEccentricity(const SystemJoint& joint, const JointKinematics& k) {
  const Eigen::Vector2d normal = perp(k.axis);
  if (findCurve(joint)) return k.foot.distance * normal;
  return joint.coordinate == CoordinateKind::travel ? Eigen::Vector2d(normal.dot(k.offset) * normal)
                                                    : k.offset;
}

double calcTilt(const SystemJoint& joint, const JointKinematics& k) {
  return k.angle - std::get<PrismaticShape>(joint.kind).heldAngle;
}

struct JointValues {
  using Part = SystemJoint;
  JointValues(const Instant& now, const SystemJoint& part, std::size_t index)
      : joint(part),
        phase(now.state.mode.joints[index].phase),
        k(now.dynamics.assembler().calcKinematics(index)),
        load(calcJointLoad(now.dynamics, index)),
        friction(part.friction ? now.dynamics.jointFriction(index) : 0),
        rests(now.state.mode.joints[index].rests) {
    if (part.loose) play = calcPlay(now, index);
  }
  const SystemJoint& joint;
  int phase;
  JointKinematics k;
  JointLoad load;
  double friction;
  bool rests;
  TouchValues play;
};

bool isLooseJoint(const SystemJoint& joint) {
  return joint.loose;
}
bool isLooseOffCurve(const SystemJoint& joint) {
  return joint.loose && !findCurve(joint);
}
bool isLooseSmooth(const SystemJoint& joint) {
  return joint.loose && !(joint.friction && joint.coordinate == CoordinateKind::travel);
}
bool isLooseBlock(const SystemJoint& joint) {
  return joint.loose && std::holds_alternative<PrismaticShape>(joint.kind);
}
bool isCompliantJoint(const SystemJoint& joint) {
  return joint.loose && joint.compliant;
}
bool turns(const SystemJoint& joint) {
  return joint.coordinate == CoordinateKind::angle;
}
bool slides(const SystemJoint& joint) {
  return joint.coordinate == CoordinateKind::travel;
}
bool rubsTurning(const SystemJoint& joint) {
  return joint.friction && turns(joint);
}
bool rubsSliding(const SystemJoint& joint) {
  return joint.friction && slides(joint);
}
bool rubs(const SystemJoint& joint) {
  return joint.friction.has_value();
}
bool isOnCurve(const SystemJoint& joint) {
  return findCurve(joint) != nullptr;
}
const BeltShape* beltOf(const SystemJoint& joint) {
  return std::get_if<BeltShape>(&joint.kind);
}
bool isBelt(const SystemJoint& joint) {
  return beltOf(joint) != nullptr;
}
bool isMetamorphic(const SystemJoint& joint) {
  return joint.isMetamorphic();
}

constexpr Line<JointValues> kJoint[] = {
    {"angle", "rad", [](const JointValues& j) { return calcCoordinate(j.joint, j.k); }, turns},
    {"omega", "rad/s", [](const JointValues& j) { return calcCoordinateRate(j.joint, j.k); }, turns},
    {"travel", "m", [](const JointValues& j) { return calcCoordinate(j.joint, j.k); }, slides},
    {"speed", "m/s", [](const JointValues& j) { return calcCoordinateRate(j.joint, j.k); }, slides},
    {"reaction_x", "N", [](const JointValues& j) { return j.load.x; }},
    {"reaction_y", "N", [](const JointValues& j) { return j.load.y; }},
    {"moment", "N m", [](const JointValues& j) { return j.load.moment; }},
    {"pull", "N", [](const JointValues& j) { return j.load.moment / beltOf(j.joint)->gear.radiusB; }, isBelt},
    {"normal_force", "N",
     [](const JointValues& j) { return perp(j.k.axis).dot(Eigen::Vector2d(j.load.x, j.load.y)); }, isOnCurve},
    {"foot_x", "m", [](const JointValues& j) { return j.k.a.position.x() + j.k.offset.x(); }, isOnCurve},
    {"foot_y", "m", [](const JointValues& j) { return j.k.a.position.y() + j.k.offset.y(); }, isOnCurve},
    {"phase", "1", [](const JointValues& j) { return static_cast<double>(j.phase); }, isMetamorphic},
    {"eccentricity_x", "m", [](const JointValues& j) { return calcEccentricity(j.joint, j.k).x(); },
     isLooseJoint},
    {"eccentricity_y", "m", [](const JointValues& j) { return calcEccentricity(j.joint, j.k).y(); },
     isLooseJoint},
    {"tilt", "rad", [](const JointValues& j) { return calcTilt(j.joint, j.k); }, isLooseBlock},
    {"gap", "m", [](const JointValues& j) { return j.play.gap; }, isLooseJoint},
    {"normal_force", "N", [](const JointValues& j) { return j.play.normal; }, isLooseOffCurve},
    {"friction_force", "N", [](const JointValues& j) { return j.play.friction; }, isLooseSmooth},
    {"slip_speed", "m/s", [](const JointValues& j) { return j.play.slip; }, isLooseJoint},
    {"state", "1", [](const JointValues& j) { return j.play.state; }, isLooseJoint},
    {"penetration", "m", [](const JointValues& j) { return j.play.depth; }, isCompliantJoint},
    {"friction_moment", "N m", [](const JointValues& j) { return j.friction; }, rubsTurning},
    {"friction_force", "N", [](const JointValues& j) { return j.friction + j.play.friction; }, rubsSliding},
    {"friction_loss", "W",
     [](const JointValues& j) { return -j.friction * calcCoordinateRate(j.joint, j.k); }, rubs},
    {"sticks", "1", [](const JointValues& j) { return j.rests ? 1.0 : 0.0; }, rubs},
};

struct DriveValues {
  using Part = SystemJoint;  // that is driven
  DriveValues(const Instant& now, const SystemJoint&, std::size_t index)
      : effort(now.multiplier(now.dynamics.assembler().driveRow(index))) {}
  double effort;
};

constexpr Line<DriveValues> kDrive[] = {
    {"force", "N", [](const DriveValues& d) { return d.effort; }, slides},
    {"moment", "N m", [](const DriveValues& d) { return d.effort; }, turns},
};

// What stands between motor and joint.
struct GearedDrive {
  const SystemDrive& drive;
  const SystemJoint& joint;
};
struct MotorValues {
  using Part = GearedDrive;
  MotorValues(const Instant& now, const GearedDrive& part, std::size_t index) {
    const auto row = static_cast<std::size_t>(now.dynamics.assembler().driveRow(index));
    effort = calcMotorEffort(part.drive, now.dynamics.lambda()[row], now.dynamics.assembler().rate()[row]);
  }
  double effort = 0;
};

bool isGearedTurning(const GearedDrive& part) {
  return part.drive.efficiency != 1 && turns(part.joint);
}
bool isGearedSliding(const GearedDrive& part) {
  return part.drive.efficiency != 1 && slides(part.joint);
}

constexpr Line<MotorValues> kMotor[] = {
    {"motor_force", "N", [](const MotorValues& m) { return m.effort; }, isGearedSliding},
    {"motor_moment", "N m", [](const MotorValues& m) { return m.effort; }, isGearedTurning},
};

struct ForceValues {
  using Part = SystemForce;
  ForceValues(const Instant& now, const SystemForce&, std::size_t index)
      : output(now.dynamics.forceOutputs()[index]) {}
  const ForceOutput& output;
};

constexpr Line<ForceValues> kMoment[] = {
    {"moment", "N m", [](const ForceValues& f) { return f.output[0]; }},
};
constexpr Line<ForceValues> kSpring[] = {
    {"force", "N", [](const ForceValues& f) { return f.output[0]; }},
    {"length", "m", [](const ForceValues& f) { return f.output[1]; }},
};
constexpr Line<ForceValues> kLoad[] = {
    {"force_x", "N", [](const ForceValues& f) { return f.output[0]; }},
    {"force_y", "N", [](const ForceValues& f) { return f.output[1]; }},
};

// The strands of a belt, to the left and to the right of the line from a to b.
struct BeltValues {
  using Part = SystemForce;
  BeltValues(const Instant& now, const SystemForce& force, std::size_t)
      : strands(calcStrands(now.dynamics, std::get<SystemBelt>(force.kind))) {}
  Strands strands;
};

constexpr Line<BeltValues> kBelt[] = {
    {"tension_left", "N", [](const BeltValues& b) { return b.strands.left; }},
    {"tension_right", "N", [](const BeltValues& b) { return b.strands.right; }},
};

// A kind of force without lines does not compile.
constexpr auto& getLines(const SystemTorque*) {
  return kMoment;
}
constexpr auto& getLines(const SystemTorsionSpring*) {
  return kMoment;
}
constexpr auto& getLines(const SystemSpring*) {
  return kSpring;
}
constexpr auto& getLines(const SystemLoad*) {
  return kLoad;
}
constexpr auto& getLines(const SystemBelt*) {
  return kBelt;
}

struct RopeValues {
  using Part = SystemRope;
  RopeValues(const Instant& now, const SystemRope& rope, std::size_t index)
      : k(calcRopeKinematics(rope.geometry, now.q, now.v)), tension(calcTension(now.dynamics, index)) {}
  RopeKinematics k;
  double tension;
};

constexpr Line<RopeValues> kRope[] = {
    {"tension", "N", [](const RopeValues& r) { return r.tension; }},
    {"length", "m", [](const RopeValues& r) { return r.k.path; }},  // from end to end, along its way
    {"slack", "m", [](const RopeValues& r) { return r.k.gap; }},
};

bool isCompliantGroup(const SystemContactGroup& group) {
  return group.compliant;
}

// Of several bodies that touch each other there is no one force.
bool isOnePair(const SystemContactGroup& group) {
  return group.count == 1;
}

struct ContactValues : TouchValues {
  using Part = SystemContactGroup;
  ContactValues(const Instant& now, const SystemContactGroup& group, std::size_t index) {
    const Assembler& assembler = now.dynamics.assembler();
    const std::span pairs(assembler.system().contactPairs.data() + group.first, group.count);
    const FarContact& far = now.farContacts[index];
    if (now.hasEntry(far.first, far.end))
      for (const SystemContactPair& pair : pairs) addTouched(now, pair);
    if (touches()) return;
    if (isOnePair(group)) point = calcPlace(assembler.system(), far.circle, assembler.place(far.circle.b));
    std::optional<double>* known = now.openGaps ? &now.openGaps->gaps[index] : nullptr;
    if (known && *known) {
      gap = **known;
      return;
    }
    if (far.isAll)
      findNearest(assembler, far.circle);
    else
      for (const SystemContactPair& pair : pairs) findNearest(now, pair);
    if (known) *known = gap;
  }
};

constexpr Line<ContactValues> kContact[] = {
    {"gap", "m", [](const ContactValues& c) { return c.gap; }},
    {"normal_force", "N", [](const ContactValues& c) { return c.normal; }},
    {"friction_force", "N", [](const ContactValues& c) { return c.friction; }},
    {"slip_speed", "m/s", [](const ContactValues& c) { return c.slip; }},
    // 0 open, 1 slides, 2 sticks, 3 pressed
    {"state", "1", [](const ContactValues& c) { return c.state; }},
    {"penetration", "m", [](const ContactValues& c) { return c.depth; }, isCompliantGroup},
    {"force_x", "N", [](const ContactValues& c) { return c.onB.x(); }, isOnePair},
    {"force_y", "N", [](const ContactValues& c) { return c.onB.y(); }, isOnePair},
    {"point_x", "m", [](const ContactValues& c) { return c.point.x(); }, isOnePair},
    {"point_y", "m", [](const ContactValues& c) { return c.point.y(); }, isOnePair},
};

struct TraceValues {
  using Part = SystemTrace;
  TraceValues(const Instant& now, const SystemTrace& trace, std::size_t)
      : point(calcMarkerMotion(trace.at, now.q, now.v)), velocity(point.velocity()) {}
  MarkerMotion point;
  Eigen::Vector2d velocity;
};

constexpr Line<TraceValues> kTrace[] = {
    {"x", "m", [](const TraceValues& t) { return t.point.position.x(); }},
    {"y", "m", [](const TraceValues& t) { return t.point.position.y(); }},
    {"vx", "m/s", [](const TraceValues& t) { return t.velocity.x(); }},
    {"vy", "m/s", [](const TraceValues& t) { return t.velocity.y(); }},
};

bool hasCompliance(const System& system) {
  return system.hasCompliance();
}

constexpr Line<Whole> kEnergy[] = {
    {"kinetic", "J", [](const Whole& w) { return w.now.ledger.kinetic; }},
    {"gravity", "J", [](const Whole& w) { return w.now.ledger.gravity; }},
    {"elastic", "J", [](const Whole& w) { return w.now.ledger.elastic; }},
    {"work", "J", [](const Whole& w) { return w.now.ledger.work; }},
    {"damping", "J", [](const Whole& w) { return w.now.ledger.damping; }},
    {"friction", "J", [](const Whole& w) { return w.now.ledger.friction; }},
    {"impact_loss", "J", [](const Whole& w) { return w.now.ledger.impactLoss; }},
    {"lock_loss", "J", [](const Whole& w) { return w.now.ledger.lockLoss; }},
    {"switch_change", "J", [](const Whole& w) { return w.now.ledger.switchChange; }},
    {"contact", "J", [](const Whole& w) { return w.now.ledger.contact; }, hasCompliance},
    {"contact_damping", "J", [](const Whole& w) { return w.now.ledger.contactDamping; }, hasCompliance},
    {"residual", "J", [](const Whole& w) { return w.now.ledger.residual; }},
};

constexpr Line<Whole> kConstraints[] = {
    {"drift", "m", [](const Whole& w) { return calcDrift(w.now.dynamics.assembler()); }},
    {"mobility", "1", [](const Whole& w) { return static_cast<double>(w.now.mobility); }},
};

// visit.part<lines>(name, part, index) for every part in the order of the row.
template <class Visit>
void visitParts(const System& system, Visit visit) {
  visit.template part<kClock>("", system, 0);
  for (std::size_t i = 0; i < system.bodies.size(); ++i)
    visit.template part<kBody>(system.bodies[i].id, system.bodies[i], i);
  for (std::size_t i = 0; i < system.bends.size(); ++i) {
    const BentLink& link = system.bends[i];
    const std::string& id = system.bodies[static_cast<std::size_t>(link.body)].id;
    visit.template part<kBent<BentLink>>(id, link, i);
    visit.template part<kModes>(id, link, i);
  }
  for (std::size_t i = 0; i < system.chains.size(); ++i)
    visit.template part<kBent<RodChain>>(system.bodies[system.chains[i].first].id, system.chains[i], i);
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    visit.template part<kJoint>(system.joints[j].id, system.joints[j], j);
  for (std::size_t d = 0; d < system.drives.size(); ++d) {
    const SystemJoint& joint = system.joints[system.drives[d].joint];
    visit.template part<kDrive>(system.drives[d].id, joint, d);
    visit.template part<kMotor>(system.drives[d].id, GearedDrive{system.drives[d], joint}, d);
  }
  for (std::size_t i = 0; i < system.forces.size(); ++i) {
    const SystemForce& force = system.forces[i];
    const auto visitKind = [&]<class Kind>(const Kind&) {
      visit.template part<getLines(static_cast<const Kind*>(nullptr))>(force.id, force, i);
    };
    std::visit(visitKind, force.kind);
  }
  for (std::size_t i = 0; i < system.ropes.size(); ++i)
    visit.template part<kRope>(system.ropes[i].id, system.ropes[i], i);
  for (std::size_t i = 0; i < system.contactGroups.size(); ++i)
    visit.template part<kContact>(system.contactGroups[i].id, system.contactGroups[i], i);
  for (std::size_t i = 0; i < system.traces.size(); ++i)
    visit.template part<kTrace>(system.traces[i].id, system.traces[i], i);
  visit.template part<kEnergy>("energy", system, 0);
  visit.template part<kConstraints>("", system, 0);
}

// Names the channels of a part.
struct Namer {
  template <const auto& lines, class Part>
  void part(std::string_view name, const Part& part, std::size_t) const {
    const std::string prefix = name.empty() ? "" : std::string(name) + ".";
    for (const auto& line : lines)
      if (line.has(part)) channels.push_back({prefix + line.name, line.unit});
  }
  std::vector<Channel>& channels;
};

// Counts them: in a large mechanism the list is large.
struct Counter {
  template <const auto& lines, class Part>
  void part(std::string_view, const Part& part, std::size_t) const {
    for (const auto& line : lines) count += line.has(part) ? 1 : 0;
  }
  std::size_t& count;
};

// Writes their values. Lines are constants here, so that their readers are inlined.
struct Reader {
  template <const auto& lines, class Part>
  void part(std::string_view, const Part& part, std::size_t index) {
    read<lines>(part, index, std::make_index_sequence<std::size(lines)>());
  }
  template <const auto& lines, class Part, std::size_t... i>
  void read(const Part& part, std::size_t index, std::index_sequence<i...>) {
    using Values = typename std::remove_cvref_t<decltype(lines[0])>::Of;
    const Values values(now, part, index);
    ((lines[i].has(part) ? static_cast<void>(*next++ = lines[i].read(values)) : void()), ...);
  }
  const Instant& now;
  double* next;
};

}  // namespace

void OpenGaps::moveTo(const System& system, std::span<const double> positions) {
  if (!gaps.empty() && std::ranges::equal(positions, at)) return;
  at.assign(positions.begin(), positions.end());
  gaps.assign(system.contactGroups.size(), std::nullopt);
}

Observer::Observer(const System& system) : system_(&system) {
  std::size_t count = 0;
  visitParts(system, Counter{count});
  channels_.reserve(count);
  visitParts(system, Namer{channels_});
  for (const SystemContactGroup& group : system.contactGroups) {
    FarContact& far = farContacts_.emplace_back();
    if (group.count == 0) continue;
    const SystemContactPair &one = system.contactPairs[group.first],
                            &last = system.contactPairs[group.first + group.count - 1];
    far = {one.first, last.first + last.count, one.circles.front(),
           group.count == 1 && one.circles.size() == 1};
  }
  isOfSeveral_.resize(system.contactPairs.size(), false);
  for (const SystemContactGroup& group : system.contactGroups)
    if (!isOnePair(group))
      std::fill_n(isOfSeveral_.begin() + static_cast<std::ptrdiff_t>(group.first), group.count, true);
  const ChannelIndex columns(channels_);
  for (const SystemBody& body : system.bodies) bodyColumn_.push_back(columns.find(body.id + ".x"));
}

void Observer::measure(const ForwardDynamics& dynamics, const State& state, const EnergyLedger& ledger,
                       int mobility, std::span<double> row, OpenGaps* openGaps) const {
  assert(row.size() == channels_.size());
  if (openGaps) openGaps->moveTo(*system_, system_->layout.positions(state.y));
  const Instant now{dynamics, state, ledger, mobility, openGaps, farContacts_};
  visitParts(*system_, Reader{now, row.data()});
}

void Observer::listTouches(const ForwardDynamics& dynamics, const State& state,
                           std::vector<Touch>& touches) const {
  touches.clear();
  const EnergyLedger none;
  const Instant now{dynamics, state, none, 0, nullptr, farContacts_};
  const SystemContactPair* last = nullptr;
  for (const UnilateralModes::Entry& entry : state.mode.unilaterals.entries()) {
    if (entry.unilateral < system_->firstContact()) continue;
    const std::size_t index = system_->contacts[entry.unilateral - system_->firstContact()].pair();
    const SystemContactPair& pair = system_->contactPairs[index];
    if (!isOfSeveral_[index] || &pair == std::exchange(last, &pair)) continue;
    TouchValues values;
    values.addTouched(now, pair);
    if (!(values.normal > 0)) continue;
    const auto body = static_cast<std::size_t>(pair.b != kFrameBody ? pair.b : pair.a);
    const Eigen::Vector2f force = ((pair.b != kFrameBody ? 1 : -1) * values.onB).cast<float>();
    const BodyValues place(now, system_->bodies[body], body);
    const Eigen::Vector2f at =
        (Eigen::Rotation2Dd(-place.q[2]) * (values.point - place.origin)).cast<float>();
    touches.push_back({bodyColumn_[body], at.x(), at.y(), force.x(), force.y()});
  }
}

}  // namespace clank
