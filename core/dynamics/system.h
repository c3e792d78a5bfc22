// SPDX-License-Identifier: GPL-3.0-or-later
// The mechanism made ready for the equations: indices instead of names, mass properties, compiled laws. Const
// during a run.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/contact/convex_sides.h"
#include "core/contact/friction_force.h"
#include "core/contact/normal_force.h"
#include "core/dynamics/bent_link.h"
#include "core/dynamics/contact_list.h"
#include "core/dynamics/contact_rows.h"
#include "core/dynamics/joint_shape.h"
#include "core/dynamics/mass_metric.h"
#include "core/dynamics/motion_law.h"
#include "core/dynamics/rod_chain.h"
#include "core/dynamics/rope_rows.h"
#include "core/dynamics/state.h"
#include "core/dynamics/state_layout.h"
#include "core/dynamics/tolerances.h"
#include "core/math/expression.h"
#include "core/math/expression_switch.h"
#include "core/model/mechanism.h"
#include "core/support/rare.h"

namespace clank {

struct SystemBody {
  std::string id;
  double mass = 0, inertia = 0;  // kg, kg m2 about the centre of mass
  Eigen::Vector2d center;        // m, of mass, from the body origin in body axes
};

// A limit as the dynamics need it: gap = sign (value - coordinate) scale, so that the gap opens against the
// direction.
struct SystemLimit {
  std::size_t index = 0;                  // of the phase change in the model
  int from = 0, to = 0;                   // phases
  double value = 0;                       // rad or m
  int sign = 1;                           // +1: rising, -1: falling
  std::optional<Eigen::Vector2d> pinArm;  // m, from the joint to the pin in axes of a
  TransitionLaw law = TransitionLaw::merge;
  double restitution = 0;
  bool latched = true;
  double scale() const { return pinArm ? pinArm->norm() : 1.0; }  // m of gap per unit of the coordinate
};

// A phase of a metamorphic joint. The shape of the first is as drawn.
struct SystemPhase {
  std::string id;
  bool locked = false;     // holds its coordinate
  bool released = false;   // no rows
  bool merged = false;     // a weld at the place where the parts are when it begins
  bool loose = false;      // has play: contacts in the place of its rows
  bool takesOver = false;  // the angle or length of the shape is what it is when the phase begins
  JointShape shape;
};

// A phase change that is no stop, or what switches the drive of the joint off: that leads out of every phase
// and into none. Its guard is positive while nothing happens.
struct SystemChange {
  std::size_t index = 0;  // in the model, of the joint or of System::drives
  int from = 0, to = 0;   // phases
  bool endsDrive = false;
  bool leadsFrom(int phase) const { return endsDrive || from == phase; }
  ChangeGuard guard;
  Expression expression;  // of an ExpressionGuard
  TransitionLaw law = TransitionLaw::merge;
  double hysteresis = 0;  // in the unit of the guard
  double tolerance = 0;   // m or rad; in units of length of the mechanism unless the file gives it
  bool isUsualTolerance = false;
  double deadTime = 0;  // s
  bool once = false;
  bool bendsInTime = false;  // of an expression: it reads t, and not as a straight line
};

// Friction along the coordinate of a joint (dynamics/joint_friction.h).
struct JointFrictionLaw {
  double constant = 0, staticConstant = 0;        // N m or N
  double coefficient = 0, staticCoefficient = 0;  // m of an angle (mu times the radius of the pin), else 1
  double guideLength = 0;                         // m; 0: the moment does not count
  bool guideOnA = false;
  double viscous = 0;  // N m s or N s/m
  bool isDry() const { return staticConstant > 0 || staticCoefficient > 0; }
};

// The shape it inherits is the joint as drawn: its coordinate is that of the channels, drives and guards in
// every phase.
struct SystemJoint : JointShape {
  std::string id;
  RareList<SystemPhase> phases;
  RareList<SystemLimit> limits;    // stops
  RareList<SystemChange> changes;  // the other phase changes
  Rare<JointFrictionLaw> friction;
  bool driven = false;
  bool driveEnds = false;     // what drives it may be switched off in the run
  bool loose = false;         // has play, at least in a phase: contacts in the place of its rows,
  bool compliant = false;     // at least one with a compliant law
  std::size_t firstStop = 0;  // index of the first limit in System::unilaterals
  bool isMetamorphic() const { return !phases.empty(); }
};

// What parts do to each other where they touch.
struct SystemContactLaw {
  ContactLaw normal = ContactLaw::newton;
  double restitution = 0, friction = 0;
  double tangentialRestitution = 0;
  double staticFriction = 0;  // up to which it sticks; at least friction
  double rolling = 0;         // m, arm of the normal force against rolling
};

// Integrals of a compliant pair among the internal states: N s on b along normal and tangent, J. Where its
// friction has bristles, their deflections follow, one a piece (m).
enum PressSum : std::size_t { kNormalImpulse, kSlipImpulse, kPressDamping, kPressFriction, kPressSums };

struct SystemCompliance {
  NormalForceLaw normal;
  FrictionForceLaw friction;
  double fullSpeed = 1e-3;   // m/s, of the rim: from there on rolling resistance is all there
  std::size_t internal = 0;  // the first of its internal states
};

// The joint whose clearance a contact is, and the phase in which it is there.
struct ContactOwner {
  std::size_t joint = 0;
  int phase = 0;
};

// Two bodies that touch by a contact as drawn. Its pieces stand one after the other among the contacts; in
// each either body may be the one with the circle.
struct SystemContactPair {
  std::string id;
  std::size_t first = 0, count = 0;
  // Of these, where they are made from the start: listCircles().
  std::vector<ContactCircle> circles{};
  const OutlineMeeting* meeting =
      nullptr;  // in System::contacts: makes them when they come near; null: they stand
  int a = kFrameBody, b = kFrameBody;
  double reachA = 0, reachB = 0;  // m, of all of a, and of b, that takes part, about the centre of mass
  double thickness = 0;           // m, of the material behind the surface; infinity: solid
  bool isOneSide = false;         // of a surface with both: what is behind it meets the other
  bool isConvex = false;          // a point against all sides of a convex polygon
  SystemContactLaw law;
  std::optional<SystemCompliance> compliance;  // of a compliant law
  std::optional<ContactOwner> owner{};         // absent: it is there in every phase
};
inline std::span<const ContactCircle> listCircles(const SystemContactPair& pair) {
  return pair.meeting ? std::span(pair.meeting->get().circles) : std::span(pair.circles);
}
// Contacts with common channels (core/model/touches.h). Its pairs stand one after the other.
struct SystemContactGroup {
  std::string id, place;  // JSON pointer in the model
  std::size_t first = 0, count = 0;
  bool compliant = false;
  bool resistsRolling = false;  // one of them at least
};
struct SystemRope {
  std::string id;
  std::size_t index = 0;  // in the forces of the model
  RopeGeometry geometry;
  SystemContactLaw law;
};

// A one-sided constraint is the stop of a joint, a rope or a contact.
struct StopIndex {
  std::size_t joint = 0, limit = 0;
};
struct ContactIndex {
  std::size_t contact = 0;
};
struct RopeIndex {
  std::size_t rope = 0;
};
using SystemUnilateral = std::variant<StopIndex, RopeIndex, ContactIndex>;

// All of them: stops in the order of joints, then ropes, then contacts, of which there may be millions.
class UnilateralList {
 public:
  UnilateralList() = default;
  UnilateralList(std::vector<SystemUnilateral> stopsAndRopes, std::size_t contacts)
      : first_(std::move(stopsAndRopes)), contacts_(contacts) {}
  std::size_t size() const { return first_.size() + contacts_; }
  bool empty() const { return size() == 0; }
  std::size_t firstContact() const { return first_.size(); }
  SystemUnilateral operator[](std::size_t i) const {
    if (i < first_.size()) return first_[i];
    return ContactIndex{i - first_.size()};
  }

 private:
  std::vector<SystemUnilateral> first_;
  std::size_t contacts_ = 0;
};

// A place where laws jump or bend; the mode says on which branch they are.
struct SystemSwitch : ExpressionSwitch {
  std::string law, pointer;  // "moment of f", "/forces/0/moment": the first law that has it
  bool isOfTime = false;     // its argument reads t and parameters alone
  bool isLine = false;       // of time, and a straight line
  bool readsSpeeds = false;  // its argument depends on velocities, so that accelerations decide its rate
  bool bendsInTime = false;  // its argument reads t, and not as a straight line
};

// A joint coordinate that follows a motion law.
struct SystemDrive {
  std::string id;
  std::size_t joint = 0;
  MotionLaw law;
  double efficiency = 1;
  std::size_t index = 0;  // in the model
};

// The kinds of force elements (core/model/force_element.h), ready for the equations.
struct SystemTorque {
  Marker a, b;
  Expression moment;  // N m on b
};
struct SystemTorsionSpring {
  Marker a, b;
  double stiffness = 0, rest = 0, preload = 0, damping = 0;
};
struct SystemSpring {
  Marker a, b;
  double stiffness = 0, freeLength = 0, preload = 0, damping = 0;
};
struct SystemLoad {
  Marker at;
  Expression fx, fy;      // N
  bool bodyAxes = false;  // fx and fy turn with the body
};

// What pulls of it is in the mode (Mode::hands).
struct SystemHand {
  Marker at;
  double stiffness = 0, damping = 0;
  std::vector<double> times;          // s, two at least
  std::vector<Eigen::Vector2d> path;  // m, world
};

// The preload of a belt pulls its pulleys together: 2 T cos(a), sin(a) = reach/l, l the distance of the
// centres.
struct SystemBelt {
  Marker a, b;
  double reach = 0;       // m, difference of the radii; crossed: their sum
  double tension = 0;     // N, T
  std::size_t joint = 0;  // whose row tells how the strands differ
};

struct SystemForce {
  std::string id;
  std::variant<SystemTorque, SystemTorsionSpring, SystemSpring, SystemLoad, SystemBelt, SystemHand> kind;
  std::size_t index = 0;  // in the model
};

// A point whose path is recorded.
struct SystemTrace {
  std::string id;
  Marker at;
};

// What a law may read: slots in the order of calcLawNames() of the model.
struct LawSlot {
  enum class Kind {
    constant,
    time,
    bodyX,
    bodyY,
    bodyAngle,
    bodyVx,
    bodyVy,
    bodyOmega,
    jointCoordinate,
    jointRate
  };
  int slot = 0;
  Kind kind = Kind::constant;
  int index = 0;  // body or joint
};

class System {
 public:
  const SystemLimit& getLimit(const StopIndex& stop) const { return joints[stop.joint].limits[stop.limit]; }
  const SystemContactPair& getPair(std::size_t contact) const {
    return contactPairs[contacts.pairOf(contact)];
  }
  bool hasCompliance() const { return !layout.internals(startY).empty(); }
  bool hasBristles() const {
    return std::ranges::any_of(contactPairs, [](const SystemContactPair& pair) {
      return pair.compliance && pair.compliance->friction.hasBristles();
    });
  }
  // In unilaterals.
  std::size_t firstRope() const { return firstContact() - ropes.size(); }
  std::size_t firstContact() const { return unilaterals.firstContact(); }

  StateLayout layout;
  std::vector<SystemBody> bodies;
  std::vector<BentLink> bends;   // links with modes
  std::vector<RodChain> chains;  // links of rods
  // Links stay straight whatever pulls: for assembly and moving by hand.
  bool holdsBends = false;
  std::vector<SystemJoint> joints;
  std::vector<SystemDrive> drives;
  std::vector<SystemForce> forces;
  std::vector<SystemRope> ropes;
  std::vector<SystemContactGroup> contactGroups;
  std::vector<SystemContactPair> contactPairs;
  ContactList contacts;
  std::vector<ConvexSides> polygons;  // each of a body once
  std::vector<SystemTrace> traces;
  bool movesSurfaces = false;  // one at least has a speed
  bool watchesAll = false;     // events are looked for at every contact in every step, to compare with
  UnilateralList unilaterals;
  MassMetric metric;
  LengthTolerances tolerances;
  ImpactOrder impacts = ImpactOrder::simultaneous;
  Eigen::Vector2d gravity;        // m/s2
  UnitChoice units;               // of lengths in messages
  std::vector<LawSlot> lawSlots;  // only those that some law reads
  std::vector<double>
      lawConstants;  // initial content of the slots (parameters), up to the last that a law reads
  std::vector<SystemSwitch> switches;
  std::size_t timeSlot = 0;    // of lawConstants
  std::vector<double> startY;  // as drawn, not yet assembled
};

// A point of a body (m, body axes).
Marker makeMarker(const System& system, int body, const Eigen::Vector2d& point);
// The same with links that stay straight.
System holdBends(const System& system);

// Which body of the drawing a body is, or is a rod of.
std::size_t findDrawn(const System& system, std::size_t body);

// Position and velocity of the body origin from the pose q of its centre of mass and its rates v.
Eigen::Vector2d calcOriginPosition(const SystemBody& body, const double* q);
Eigen::Vector2d calcOriginVelocity(const SystemBody& body, const double* q, const double* v);

}  // namespace clank
