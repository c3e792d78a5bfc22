// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "core/model/body.h"
#include "core/model/contact_law.h"
#include "core/model/path_curve.h"
#include "core/support/compiled_once.h"

namespace clank {

// Joint coordinate: the angle of b relative to a (rad, not wrapped).
struct Revolute {
  friend bool operator==(const Revolute&, const Revolute&) = default;
};

// Joint coordinate: travel of at_b from at_a along the axis (m). The relative angle is held.
struct Prismatic {
  Quantity axis;                  // rad, direction of the axis in body a
  std::optional<Quantity> angle;  // rad, held angle of b relative to a; as drawn when absent
  friend bool operator==(const Prismatic&, const Prismatic&) = default;
};

// No joint coordinate: at_b stays on at_a and the relative angle is held.
struct Weld {
  std::optional<Quantity> angle;  // rad, as for Prismatic
  friend bool operator==(const Weld&, const Weld&) = default;
};

// Pin in a slot: at_b stays on a line of a, the angle is free. Joint coordinate: travel of at_b from at_a
// along the axis (m).
struct Slot {
  Quantity axis;  // rad, direction of the slot in body a
  friend bool operator==(const Slot&, const Slot&) = default;
};

// A massless rod between at_a and at_b. No joint coordinate.
struct Distance {
  std::optional<Quantity> length;  // m; as drawn when absent
  friend bool operator==(const Distance&, const Distance&) = default;
};

enum class Mesh { external, internal };

// Gears a and b with their centres at at_a and at_b, rolling on each other; where they mesh follows the line
// of centres. The centres are held apart by other joints. No joint coordinate.
struct Gear {
  Quantity radiusA, radiusB;           // m, pitch circles
  Choice<Mesh> mesh = Mesh::external;  // internal: the greater one is a ring
  std::string carrier = kFrame;  // body with which the line of centres turns: the arm of a planetary train
  Quantity module{};             // m, pitch diameter a tooth; 0: no teeth, the circles roll on each other
  Quantity efficiency = 1;       // power of b by that of a where a drives, 0 to 1
  std::optional<Quantity> reverseEfficiency{};  // where b drives; not positive: it locks itself; absent: same
  Quantity backlash{};                          // m, play of the teeth along the pitch circles
  Quantity restitution{};                       // Newton's e of teeth with backlash
  friend bool operator==(const Gear&, const Gear&) = default;
};
// The number of teeth on a pitch circle of a gear with a module; not whole where they do not fit.
inline double countTeeth(const Gear& gear, const Quantity& radius) {
  return 2 * radius.value / gear.module.value;
}

enum class BeltPath { open, crossed };

// A belt or chain without slip over pulleys a and b with their centres at at_a and at_b, which other joints
// hold. Its two strands are the tangents of the pulleys. At rest each pulls with the preload, which stays
// what it is where the centres can move, as if a weight tightened the belt; what one strand pulls more under
// load the other pulls less. No joint coordinate.
struct Belt {
  Quantity radiusA, radiusB;               // m, of the pulleys to the middle of the belt
  Choice<BeltPath> path = BeltPath::open;  // crossed: the pulleys turn against each other
  Quantity preload;                        // N, of each strand; 0: not known, only the difference is told
  std::string carrier = kFrame;            // body with which the line of centres turns
  friend bool operator==(const Belt&, const Belt&) = default;
};

// Gear b with its centre at at_b rolls on the pitch line of rack a. No joint coordinate.
struct Rack {
  Quantity axis;    // rad, direction of the pitch line in body a
  Quantity radius;  // m, of the pitch circle; positive: the gear lies to the left of the axis, negative: to
                    // the right
  Quantity efficiency = 1;  // as of gears
  std::optional<Quantity> reverseEfficiency{};
  Quantity backlash{}, restitution{};
  friend bool operator==(const Rack&, const Rack&) = default;
};

// at_b stays on a curve of a, the angle is free. Joint coordinate: travel of at_b along the curve from its
// begin (m); on a closed curve it starts again after each round.
struct PointOnCurve {
  PathCurve curve;  // its origin lies in at_a
  Quantity axis;    // rad, direction of the curve's x axis in body a
  friend bool operator==(const PointOnCurve&, const PointOnCurve&) = default;
};

// A massless cylinder between at_a and at_b, a rod whose length changes. Joint coordinate: the distance of
// at_b from at_a (m). Only what drives, locks or rubs it pushes along the line of both points; nothing else
// is held.
struct Telescope {
  friend bool operator==(const Telescope&, const Telescope&) = default;
};

using JointKind =
    std::variant<Revolute, Prismatic, Weld, Slot, Distance, Gear, Belt, Rack, PointOnCurve, Telescope>;

// What a joint coordinate measures; axes and curves are those of the kind that was asked.
struct NoCoordinate {};
struct RelativeAngle {};  // of b against a (rad, not wrapped)
struct StraightTravel {   // of at_b from at_a along a direction of a (m)
  const Quantity& axis;   // rad
};
struct CurveTravel {  // of at_b along a curve of a from its begin (m)
  const PathCurve& curve;
  const Quantity& axis;  // rad, direction of the curve's x axis
};
struct PointDistance {};  // of at_b from at_a (m)
using JointCoordinate = std::variant<NoCoordinate, RelativeAngle, StraightTravel, CurveTravel, PointDistance>;
JointCoordinate findCoordinate(const JointKind& kind);

enum class CoordinateKind { none, angle, travel };
CoordinateKind findCoordinateKind(const JointKind& kind);

// Do the coordinates of two kinds of a resolved joint measure the same?
bool measureSame(const JointKind& one, const JointKind& other);
// Can the coordinate have limits? One that starts again after each round of a curve cannot.
bool takesLimits(const JointKind& kind);

// The direction that a kind gives to body a: of a guide, a pitch line, the x axis of a curve. Null without.
const Quantity* findAxis(const JointKind& kind);
// The curve of body a that at_b follows. Null for other kinds.
const PathCurve* findCurve(const JointKind& kind);
// Does nothing move?
bool isRigid(const JointKind& kind);
// Does it carry a moment about the joint point of b, its coordinate free or locked?
bool carriesMoment(const JointKind& kind, bool locked);

// What a joint does in a phase, beside the kinds of joints themselves.
struct AsDrawn {  // it moves as its own kind says
  friend bool operator==(const AsDrawn&, const AsDrawn&) = default;
};
struct Released {  // it lets go: the parts move apart freely
  friend bool operator==(const Released&, const Released&) = default;
};
struct Merged {  // b keeps the pose relative to a that it has when the phase begins, wherever the joint
                 // points are
  friend bool operator==(const Merged&, const Merged&) = default;
};

// The alternatives of a variant behind others.
template <class Kinds, class... First>
struct KindsBehind;
template <class... Kinds, class... First>
struct KindsBehind<std::variant<Kinds...>, First...> {
  using type = std::variant<First..., Kinds...>;
};
using PhaseKind = KindsBehind<JointKind, AsDrawn, Released, Merged>::type;

template <class Kind, class Kinds>
inline constexpr bool kIsOneOf = false;
template <class Kind, class... Kinds>
inline constexpr bool kIsOneOf<Kind, std::variant<Kinds...>> = (std::is_same_v<Kind, Kinds> || ...);
// For visits of a PhaseKind that treat every kind of joint alike, and only those.
template <class Kind>
concept OfJointKind = kIsOneOf<Kind, JointKind>;

enum class Fit { loose, ideal };

// The play of a joint: parts that touch as those of a contact do, in the place of its rows. Of a revolute
// joint the journal, a circle of b about at_b, in the bearing, a hole of a about at_a; of a slot and of a
// point on a curve a pin of b between two walls along a line or a groove of a; of a prismatic joint a block
// of b around at_b between the two sides of a guide of a.
struct Clearance {
  Choice<Fit> fit = Fit::loose;  // ideal: the joint has no play after all
  Quantity bearing;              // m, radius of the hole; half the width of the slot, groove or guide
  Quantity journal;              // m, radius of the pin; half the height of the block
  Quantity length;               // m, of the block, along the guide
  Choice<ContactLaw> law = ContactLaw::newton;
  Quantity restitution, tangentialRestitution, friction;  // as of a contact (contact_pair.h)
  std::optional<Quantity> staticFriction;
  Quantity rollingResistance;  // m
  Rare<Compliance> compliance;
  Choice<FrictionLaw> frictionLaw = FrictionLaw::coulomb;
  Rare<FrictionCurve> frictionCurve;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Clearance);
};

// A phase of a metamorphic joint: how it moves, and whether it holds the coordinate of that kind. An angle, a
// length or the place of teeth that a kind does not give is taken over as it is when the phase begins.
struct Phase {
  std::string id, name;
  PhaseKind kind;
  bool locked = false;
  UnknownKeys unknown;
  Rare<Clearance> clearance{};  // absent: no play
  friend bool operator==(const Phase&, const Phase&) = default;
};

enum class Direction { rising, falling };

// The guards of a phase change. All but forces, moments and impulses are crossings: a change that finds its
// guard met already waits until it has gone back, by more than the hysteresis if it has fired before.

// The joint coordinate reaches a value. Where the parts are then held it is a stop, and the limit pin the
// material point at which they meet; through it acts the impulse. Without a pin the parts exchange a pure
// impulsive moment (revolute) or a force along the axis (prismatic).
struct Limit {
  Quantity value;  // rad (revolute) or m (prismatic)
  Choice<Direction> direction = Direction::rising;
  std::optional<Point> pin;  // m, axes of body a
  Quantity hysteresis;       // rad or m; not of a stop
  friend bool operator==(const Limit&, const Limit&) = default;
};

enum class ForcePart { total, axial };

// The force in the joint exceeds a threshold: a shear pin, a detent.
struct ForceGuard {
  Quantity above;                             // N
  Choice<ForcePart> part = ForcePart::total;  // axial: only along the axis of a prismatic joint or slot
  friend bool operator==(const ForceGuard&, const ForceGuard&) = default;
};

// The magnitude of the moment in the joint exceeds a threshold: a slip clutch.
struct MomentGuard {
  Quantity above;  // N m
  friend bool operator==(const MomentGuard&, const MomentGuard&) = default;
};

// An impact sends an impulse through the joint that reaches a threshold: what breaks at a blow. The joint
// holds in the impact itself and lets go after it.
struct ImpulseGuard {
  Quantity above;                             // N s
  Choice<ForcePart> part = ForcePart::total;  // axial: only along the axis of a prismatic joint or slot
  friend bool operator==(const ImpulseGuard&, const ImpulseGuard&) = default;
};

// The same of the magnitude of the angular impulse.
struct AngularImpulseGuard {
  Quantity above;  // N m s
  friend bool operator==(const AngularImpulseGuard&, const AngularImpulseGuard&) = default;
};

// The magnitude of the rate of the joint coordinate passes a value.
struct SpeedGuard {
  Quantity value;  // rad/s or m/s
  Choice<Direction> direction = Direction::rising;
  Quantity hysteresis;  // rad/s or m/s
  friend bool operator==(const SpeedGuard&, const SpeedGuard&) = default;
};

enum class TimeOrigin { start, phase };

struct TimeGuard {
  Quantity at;                                   // s
  Choice<TimeOrigin> since = TimeOrigin::start;  // of the run, or of the phase
  friend bool operator==(const TimeGuard&, const TimeGuard&) = default;
};

// A law passes zero.
struct ExpressionGuard {
  Law expression;
  Choice<Direction> direction = Direction::rising;
  Quantity hysteresis;  // in the unit of the expression
  friend bool operator==(const ExpressionGuard&, const ExpressionGuard&) = default;
};

using ChangeGuard = std::variant<Limit, ForceGuard, MomentGuard, ImpulseGuard, AngularImpulseGuard,
                                 SpeedGuard, TimeGuard, ExpressionGuard>;

enum class TransitionLaw {
  ignore,               // kinematic switch: momentum is not conserved, and marked so
  restitution,          // of a stop: bounce; below the capture speed the phase changes
  restitutionThenLock,  // of a stop: one bounce, then locked at the same instant
  merge                 // plastic impact (e = 0) onto what the new phase allows
};

struct PhaseChange {
  std::string from, to;  // phases
  ChangeGuard guard;
  Choice<TransitionLaw> law = TransitionLaw::merge;
  Quantity restitution;       // Newton's e, 0..1
  Quantity latched = 1;       // of a stop: 0: it only pushes and lets go when its force turns
  Quantity tolerance = 1e-6;  // m or rad: parts that miss the new joint by no more are moved into it
  Quantity deadTime;          // s after it has fired in which it does not fire again
  bool once = false;          // fires no second time
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(PhaseChange);
};

struct Metamorphic {
  std::vector<Phase> phases;  // the first is in force at the start
  std::vector<PhaseChange> changes;
  UnknownKeys unknown;
  friend bool operator==(const Metamorphic&, const Metamorphic&) = default;
};

// Which part of a prismatic joint is the short one: its edges press on the other.
enum class GuidePart { a, b };

// Friction along the joint coordinate: dry (Coulomb), of which a part may be given whatever the load and a
// part grows with the reaction, and viscous.
struct JointFriction {
  Quantity constant;     // N m (of an angle) or N (of a travel)
  Quantity coefficient;  // mu on the reaction
  Quantity radius;       // m, of the pin on which the reaction acts (revolute)
  Quantity guideLength;  // m, of the guide whose edges carry the moment (prismatic); 0: it costs nothing
  Choice<GuidePart> guide = GuidePart::b;
  std::optional<Quantity> staticConstant, staticCoefficient;  // at rest; as in motion when absent
  Quantity viscous;                                           // N m s/rad or N s/m
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(JointFriction);
};

struct Joint {
  std::string id, name;
  std::string a = kFrame, b;  // bodies; reactions are reported as they act on b
  Point atA, atB;             // m, in the axes of a and b
  JointKind kind;
  Rare<JointFriction> friction;   // absent: none
  Rare<Metamorphic> metamorphic;  // absent: an ideal joint
  Rare<Clearance> clearance;      // absent: no play; of a metamorphic joint its phases have it
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Joint);
};

// Does something press its parts together, so that a coefficient of friction has a load? Not those of a
// telescope, which carries nothing across its line.
bool pressesAcross(const JointKind& kind);

// Can joints of this kind have play?
bool takesClearance(const JointKind& kind);
// Has it play of its own that is in force?
bool isLoose(const Joint& joint);

// A place where a joint has play: all the time, or in a phase (its index).
struct Play {
  JointKind kind;
  const Clearance* clearance = nullptr;
  std::optional<std::size_t> phase;
};
// Those of a joint that are in force and of kinds that can have play.
std::vector<Play> listPlay(const Joint& joint);
// Is it a guide or slot along the x axis of body a? Where that bends, it leads along the bent link.
bool leadsAlongLink(const JointKind& kind);

// The kind of joint that a phase is: that of the joint itself for AsDrawn, none for Released and Merged.
std::optional<JointKind> findJointKind(const Joint& joint, const Phase& phase);

// Does reaching the guard bring the parts to a stop, which they meet before the phase changes: a limit of the
// joint as drawn that is then locked, or that only pushes. Every other change is a switch of the joint at one
// instant.
bool isStop(const Joint& joint, const PhaseChange& change);

}  // namespace clank
