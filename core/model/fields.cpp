// SPDX-License-Identifier: GPL-3.0-or-later
// THE table of every key of a mechanism, and behind it how each type of value is handled. A key's default is
// the value of the member in a default-constructed struct.
#include "core/model/fields.h"

#include <array>
#include <optional>
#include <utility>
#include <variant>

#include "core/model/words.h"
#include "core/support/closed_set.h"

namespace clank {
namespace {

// Takes down the members of a struct, where they lie in it.
class Table {
 public:
  Table(RecordType& type, const void* usual) : type_(type), usual_(static_cast<const char*>(usual)) {}
  template <class T>
  void operator()(const Field& field, const T& member);

 protected:
  void add(const Field& field, const void* member, const ValueType& type, const KeptType* kept = nullptr) {
    type_.members.push_back({field, static_cast<const char*>(member) - usual_, &type, kept});
  }

 private:
  RecordType& type_;
  const char* usual_;
};
class MechanismTable : public Table {
 public:
  using Table::Table;
  template <class T>
  void operator()(const Field& field, const T& member);
};

void listFields(const Pose& s, Table& add) {
  add(Field{"x", "m", "body origin in the world"}, s.x);
  add(Field{"y", "m", "body origin in the world"}, s.y);
  add(Field{"angle", "rad", "from +x, counter-clockwise positive"}, s.angle);
}

void listFields(const Velocity& s, Table& add) {
  add(Field{"vx", "m/s", "of the body origin"}, s.vx);
  add(Field{"vy", "m/s", "of the body origin"}, s.vy);
  add(Field{"omega", "rad/s", "angular velocity"}, s.omega);
  add(Field{"keep", "",
            "what of it counts where the joints do not allow all start velocities together: none (all share "
            "the change by mass), omega, point (vx and vy), or all; the others follow"},
      s.keep);
}

void listFields(const RoundSection& s, Table& add) {
  add(Field{"diameter", "m", "of the round bar", true}, s.diameter);
}

void listFields(const TubeSection& s, Table& add) {
  add(Field{"diameter", "m", "outer diameter", true}, s.diameter);
  add(Field{"wall", "m", "thickness of the wall", true}, s.wall);
}

void listFields(const RectangleSection& s, Table& add) {
  add(Field{"height", "m", "in the plane of motion: across the link", true}, s.height);
  add(Field{"width", "m", "out of the plane of motion", true}, s.width);
}

void listFields(const IBeamSection& s, Table& add) {
  add(Field{"height", "m", "of the whole section, in the plane of motion", true}, s.height);
  add(Field{"width", "m", "of the flanges", true}, s.width);
  add(Field{"web", "m", "thickness of the web", true}, s.web);
  add(Field{"flange", "m", "thickness of each flange", true}, s.flange);
}

void listFields(const TypedSection& s, Table& add) {
  add(Field{"area", "m2", "of the cross-section", true}, s.area);
  add(Field{"second_moment", "m4", "second moment of area about the axis across the plane of motion", true},
      s.secondMoment);
  add(Field{"height", "m", "twice the distance of the outermost fibre from the axis; 0: no bending stress"},
      s.height);
}

void listFields(const BeamSection& s, Table& add) {
  add(Field{"type", "", "shape of the cross-section", true}, s.kind);
}

void listFields(const BeamMaterial& s, Table& add) {
  add(Field{"name", "", "stands for typical values; typed: young and density are given"}, s.name);
  add(Field{"young", "Pa", "modulus E; absent: of the named material"}, s.young);
  add(Field{"density", "kg/m3", "absent: of the named material"}, s.density);
  add(Field{"yield", "Pa", "stress at which it yields; absent: of the named material"}, s.yield);
}

void listFields(const NoDamping&, Table&) {}

void listFields(const DampingRatio& s, Table& add) {
  add(Field{"ratio", "1", "part of the critical damping, of every mode", true}, s.ratio);
}

void listFields(const RayleighDamping& s, Table& add) {
  add(Field{"alpha", "1/s", "damping per mass"}, s.alpha);
  add(Field{"beta", "s", "damping per stiffness"}, s.beta);
}

void listFields(const BeamDamping& s, Table& add) {
  add(Field{"type", "", "what takes energy from the bending"}, s.kind);
}

void listFields(const FlexibleLink& s, Table& add) {
  add(Field{"section", "", "cross-section", true}, s.section);
  add(Field{"material", "", "what it is made of"}, s.material);
  add(Field{"model", "",
            "how it bends: in modes, or as rigid rods with torsion springs between them, for large bending"},
      s.model);
  add(Field{"rods", "1", "number of rods, 2 to 200; the body is the first, the others are id_2, id_3 ..."},
      s.rods);
  add(Field{"basis", "",
            "shapes it bends in: craig_bampton, as what is attached to it holds and loads it; else named by "
            "how its "
            "ends are held in the axes of the body, which float with it"},
      s.basis);
  add(Field{"modes", "1",
            "number of bending modes, 0 to 20; of craig_bampton those between held places, beside its static "
            "shapes"},
      s.modes);
  add(Field{"axial_modes", "1", "number of modes of stretching, 0 to 2"}, s.axialModes);
  add(
      Field{
          "foreshortening", "",
          "ends come nearer as it bends; without, a link that turns fast is too soft, or bends without end"},
      s.foreshortening);
  add(Field{"damping", "", "structural damping"}, s.damping);
}

void listFields(const NamedPoint& s, Table& add) {
  add(Field{"id", "", "name of the point: a letter, then letters, digits or _", true}, s.id);
  add(Field{"at", "m", "where it is, in body axes", true}, s.at);
}

void listFields(const Body& s, Table& add) {
  add(Field{"id", "", "name in expressions and channels: a letter, then letters, digits or _", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"pose", "", "position and angle at the start; joints that do not quite close are closed"},
      s.pose);
  add(Field{"velocity", "", "velocity at the start; made consistent with the joints"}, s.velocity);
  add(Field{"mass", "kg", "mass; needs inertia, but of a disc"}, s.mass);
  add(Field{"inertia", "kg m2", "about the centre of mass; needs mass; absent: mass radius^2/2 of a disc"},
      s.inertia);
  add(Field{"center", "m", "centre of mass in body axes, with mass and inertia"}, s.center);
  add(Field{"length", "m", "uniform slender rod from the origin along body x; needs section and density"},
      s.length);
  add(Field{"section", "m2", "cross-section area of the rod"}, s.section);
  add(Field{"density", "kg/m3", "density of the rod or disc"}, s.density);
  add(Field{"width", "m", "drawn width of a bar, whose ends are round"}, s.width);
  add(Field{"outline", "m", "corners of a plate in body axes instead of a bar"}, s.outline);
  add(Field{"fillet", "m", "radius to which the corners of the outline are rounded off; 0: sharp"}, s.fillet);
  add(Field{"radius", "m", "drawn as a disc of this radius about its origin; 0: it is none"}, s.radius);
  add(Field{"thickness", "m", "of a uniform disc, with radius and density"}, s.thickness);
  add(Field{"touches", "",
            "what of all that is solid it touches with its outline: nothing, everything or these; two bodies "
            "that a joint connects do so only where one names the other; the other must touch it, too"},
      s.touches);
  add(Field{"touched", "", "with these: bodies and surfaces"}, s.touched);
  add(Field{"material", "",
            "of what touches: steel, rubber, wood, ice, or one of materials (absent: steel); mass and "
            "stiffness do not "
            "follow from it"},
      s.material);
  add(Field{"flexible", "",
            "the link bends: needs its length; mass and inertia follow from section and material; absent: "
            "rigid"},
      s.flexible);
  add(Field{"points", "",
            "named points; lengths elsewhere may say plate.tip.x and plate.tip.y of the point tip of body "
            "plate"},
      s.points);
}

void listFields(const Revolute&, Table&) {}

void listFields(const Prismatic& s, Table& add) {
  add(Field{"axis", "rad", "direction of the axis in body a"}, s.axis);
  add(Field{"angle", "rad",
            "held angle of b relative to a; absent: as drawn, or as it is when the phase begins"},
      s.angle);
}

void listFields(const Weld& s, Table& add) {
  add(Field{"angle", "rad",
            "held angle of b relative to a; absent: as drawn, or as it is when the phase begins"},
      s.angle);
}

void listFields(const Slot& s, Table& add) {
  add(Field{"axis", "rad", "direction of the slot in body a"}, s.axis);
}

void listFields(const Distance& s, Table& add) {
  add(Field{"length", "m", "distance of at_b from at_a; absent: as drawn, or as it is when the phase begins"},
      s.length);
}

// What teeth lose, and their play.
template <class S>
void listMesh(const S& s, Table& add) {
  add(Field{"efficiency", "1",
            "power that b gets by what a gives where a drives, more than 0, at most 1: the teeth rub with a "
            "part of their force"},
      s.efficiency);
  add(Field{"reverse_efficiency", "1",
            "the same where b drives; 0 or less: it locks itself, b cannot drive a; absent: as efficiency"},
      s.reverseEfficiency);
  add(Field{"backlash", "m",
            "play of the teeth along the pitch circle, drawn in its middle: between its ends nothing holds; "
            "not together with losses"},
      s.backlash);
  add(Field{"restitution", "1", "coefficient e of the teeth where they meet through the backlash, 0 to 1"},
      s.restitution);
}

void listFields(const Gear& s, Table& add) {
  add(Field{"radius_a", "m", "pitch circle of a about at_a", true}, s.radiusA);
  add(Field{"radius_b", "m", "pitch circle of b about at_b", true}, s.radiusB);
  add(Field{"mesh", "", "external, or internal: the greater one is a ring"}, s.mesh);
  add(Field{"carrier", "", "body with which the line of centres turns: the arm of a planetary train"},
      s.carrier);
  add(Field{"module", "m",
            "pitch diameter of each gear divided by its number of teeth, which must be whole; 0: circles "
            "without teeth"},
      s.module);
  listMesh(s, add);
}

void listFields(const Belt& s, Table& add) {
  add(Field{"radius_a", "m", "pulley of a about at_a, to the middle of the belt", true}, s.radiusA);
  add(Field{"radius_b", "m", "pulley of b about at_b", true}, s.radiusB);
  add(Field{"path", "", "open, or crossed: the pulleys turn against each other"}, s.path);
  add(Field{"preload", "N",
            "tension of each strand without load; it stays what it is where the centres can move; 0: only "
            "the difference of the strands is told"},
      s.preload);
  add(Field{"carrier", "", "body with which the line of centres turns"}, s.carrier);
}

void listFields(const Rack& s, Table& add) {
  add(Field{"axis", "rad", "direction of the pitch line in body a"}, s.axis);
  add(Field{"radius", "m", "pitch circle of b; negative when the gear lies to the right of the axis", true},
      s.radius);
  listMesh(s, add);
}

void listFields(const Telescope&, Table&) {}

void listFields(const CirclePath& s, Table& add) {
  add(Field{"radius", "m", "radius about the origin", true}, s.radius);
}

void listFields(const EllipsePath& s, Table& add) {
  add(Field{"a", "m", "half axis along x", true}, s.a);
  add(Field{"b", "m", "half axis along y", true}, s.b);
}

void listFields(const LamePath& s, Table& add) {
  add(Field{"a", "m", "half axis along x: abs(x/a)^n + abs(y/b)^n = 1", true}, s.a);
  add(Field{"b", "m", "half axis along y", true}, s.b);
  add(Field{"n", "1", "exponent: 2 is an ellipse, more is squarer", true}, s.n);
}

void listFields(const CartesianOvalPath& s, Table& add) {
  add(Field{"a", "m", "r1 + b r2 = a, r1 and r2 the distances from (0, 0) and (d, 0)", true}, s.a);
  add(Field{"b", "1", "weight of r2", true}, s.b);
  add(Field{"d", "m", "second focus (d, 0)", true}, s.d);
}

void listFields(const CassinianPath& s, Table& add) {
  add(Field{"a", "m", "foci (-a, 0) and (a, 0); the distances from them multiply to c^2", true}, s.a);
  add(Field{"c", "m", "greater than a", true}, s.c);
}

void listFields(const PearPath& s, Table& add) {
  add(Field{"a", "m", "length along x: b^2 y^2 = x^3 (a - x)", true}, s.a);
  add(Field{"b", "m", "the greater, the slimmer", true}, s.b);
}

void listFields(const SplinePath& s, Table& add) {
  add(Field{"points", "m", "points that the curve goes through, in order", true}, s.points);
  add(Field{"closed", "", "true: from the last point back to the first"}, s.closed);
}

void listFields(const PathCurve& s, Table& add) {
  add(Field{"type", "", "kind of curve", true}, s.kind);
}

void listFields(const PointOnCurve& s, Table& add) {
  add(Field{"curve", "", "curve of body a, with its origin at at_a", true}, s.curve);
  add(Field{"axis", "rad", "direction of the curve's x axis in body a"}, s.axis);
}

void listFields(const AsDrawn&, Table&) {}
void listFields(const Released&, Table&) {}
void listFields(const Merged&, Table&) {}

void listFields(const Phase& s, Table& add) {
  add(Field{"id", "", "name of the phase", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"type", "",
            "what the joint is in this phase: as drawn, released (the parts come apart), merged (b "
            "keeps its pose relative to a), or another kind of joint at the same points"},
      s.kind);
  add(Field{"locked", "", "the joint holds its coordinate in this phase"}, s.locked);
  add(Field{"clearance", "", "play of the joint in this phase, as of a joint; absent: none"}, s.clearance);
}

void listFields(const Limit& s, Table& add) {
  add(Field{"value", "rad|m", "joint coordinate at which the phase changes; where the parts meet", true},
      s.value);
  add(Field{"direction", "", "the coordinate reaches the value from below (rising) or from above (falling)"},
      s.direction);
  add(Field{"pin", "m",
            "limit pin in the axes of body a: the impulse acts there; absent: a pure moment, or a force "
            "along the axis"},
      s.pin);
  add(Field{"hysteresis", "rad|m", "how far the coordinate has to go back before the change can fire again"},
      s.hysteresis);
}

void listFields(const ForceGuard& s, Table& add) {
  add(Field{"above", "N", "threshold of the force in the joint", true}, s.above);
  add(Field{"part", "", "total, or axial: only along the axis of a prismatic joint, slot or telescope"},
      s.part);
}

void listFields(const MomentGuard& s, Table& add) {
  add(Field{"above", "N m", "threshold of the moment in the joint, of either sign", true}, s.above);
}

void listFields(const ImpulseGuard& s, Table& add) {
  add(Field{"above", "N s", "impulse through the joint in an impact from which on it lets go after it", true},
      s.above);
  add(Field{"part", "", "total, or axial: only along the axis of a prismatic joint, slot or telescope"},
      s.part);
}

void listFields(const AngularImpulseGuard& s, Table& add) {
  add(
      Field{
          "above", "N m s",
          "angular impulse through the joint in an impact, of either sign, from which on it lets go after it",
          true},
      s.above);
}

void listFields(const SpeedGuard& s, Table& add) {
  add(Field{"value", "rad/s|m/s", "magnitude of the rate of the joint coordinate", true}, s.value);
  add(Field{"direction", "", "the magnitude rises above the value, or falls below it"}, s.direction);
  add(Field{"hysteresis", "rad/s|m/s", "how far it has to go back before the change can fire again"},
      s.hysteresis);
}

void listFields(const TimeGuard& s, Table& add) {
  add(Field{"at", "s", "time of the change", true}, s.at);
  add(Field{"since", "", "counted from the start of the run, or from that of the phase"}, s.since);
}

void listFields(const ExpressionGuard& s, Table& add) {
  add(Field{"expression", "", "law: an expression of t, parameters, body.angle, joint.omega, ...", true},
      s.expression);
  add(Field{"direction", "", "the expression rises through zero, or falls through it"}, s.direction);
  add(Field{"hysteresis", "*", "how far it has to go back before the change can fire again"}, s.hysteresis);
}

void listFields(const PhaseChange& s, Table& add) {
  add(Field{"from", "", "phase before", true}, s.from);
  add(Field{"to", "", "phase after", true}, s.to);
  add(Field{"guard", "", "what makes the phase change", true}, s.guard);
  add(Field{"law", "", "what happens to the velocities"}, s.law);
  add(Field{"restitution", "1", "Newton's coefficient e of the bounce, 0 to 1"}, s.restitution);
  add(Field{"latched", "1",
            "1: once there it is held; 0: the stop only pushes and lets go when its force turns"},
      s.latched);
  add(Field{"tolerance", "m",
            "parts that miss the new joint by no more (m, rad) are moved into it; the usual number is "
            "counted in the lengths of absolute_tolerance"},
      s.tolerance);
  add(Field{"dead_time", "s", "time after the change in which it does not happen again"}, s.deadTime);
  add(Field{"once", "", "it happens once in a run"}, s.once);
}

void listFields(const Metamorphic& s, Table& add) {
  add(Field{"phases", "", "the first is in force at the start", true}, s.phases);
  add(Field{"changes", "", "phase changes"}, s.changes);
}

void listFields(const JointFriction& s, Table& add) {
  add(Field{"constant", "N m|N", "dry friction that does not depend on the load"}, s.constant);
  add(Field{"coefficient", "1", "Coulomb's coefficient mu on the reaction of the joint"}, s.coefficient);
  add(Field{"radius", "m", "of the pin, for the coefficient of a revolute joint"}, s.radius);
  add(Field{"guide_length", "m",
            "of the guide of a prismatic joint, whose two edges carry the moment; 0: only the force counts"},
      s.guideLength);
  add(Field{"guide", "", "the part that is the guide, around its joint point: a bush in a, or a slider b"},
      s.guide);
  add(Field{"static_constant", "N m|N", "constant at rest; absent: as in motion"}, s.staticConstant);
  add(Field{"static_coefficient", "1", "coefficient at rest; absent: as in motion"}, s.staticCoefficient);
  add(Field{"viscous", "N m s/rad|N s/m", "friction per rate of the coordinate"}, s.viscous);
}

void listFields(const Material& s, Table& add) {
  add(Field{"young", "Pa", "modulus E", true}, s.young);
  add(Field{"poisson", "1", "Poisson's ratio, 0 to 0.5"}, s.poisson);
}

void listFields(const Compliance& s, Table& add) {
  add(Field{"stiffness", "*",
            "K of the force K d^n, in N/m^n; absent: from the materials and radii, for n = 3/2 (Hertz)"},
      s.stiffness);
  add(Field{"exponent", "1", "n of the penetration, 1 or more; kelvin_voigt is linear whatever it is"},
      s.exponent);
  add(Field{"damping", "N s/m", "of kelvin_voigt, force per speed; of impact the most that it grows to"},
      s.damping);
  add(Field{"damping_depth", "m", "of impact: penetration from which on damping is all there"},
      s.dampingDepth);
  add(Field{"least_approach", "m/s",
            "laws with restitution divide by the speed of approach; slower ones count as this one"},
      s.leastApproach);
  add(Field{"fixed_approach", "m/s",
            "counts instead, however fast a contact begins: a law without memory; absent: as it begins"},
      s.fixedApproach);
  add(Field{"material_a", "", "of the surface"}, s.materialA);
  add(Field{"material_b", "", "of what touches it"}, s.materialB);
}

void listFields(const FrictionCurve& s, Table& add) {
  add(Field{"static_coefficient", "1", "at slow slip, at least that in motion; absent: as in motion"},
      s.staticCoefficient);
  add(Field{"full_speed", "m/s",
            "slip at which friction is all there; of bengisu_akay where it is greatest; of duan its scale"},
      s.fullSpeed);
  add(Field{"threshold_speed", "m/s", "of ambrosio: slip below which there is no friction"},
      s.thresholdSpeed);
  add(Field{"stribeck_speed", "m/s", "slip with which the static coefficient is lost"}, s.stribeckSpeed);
  add(Field{"stribeck_exponent", "1", "of slip over stribeck_speed"}, s.stribeckExponent);
  add(Field{"decay", "s/m", "of bengisu_akay: how fast the static coefficient is lost beyond full_speed"},
      s.decay);
  add(Field{"steepness", "1", "of duan: alpha in 1 - exp(-alpha slip/full_speed)"}, s.steepness);
  add(Field{"viscous", "s/m", "part of the coefficient that grows with the slip"}, s.viscous);
  add(Field{"bristle_stiffness", "1/m", "of lugre: sigma_0, coefficient per deflection"}, s.bristleStiffness);
  add(Field{"bristle_damping", "s/m", "of lugre: sigma_1"}, s.bristleDamping);
}

// The laws of what touches, of a contact and of a joint with play.
template <class S>
void listLaws(const S& s, Table& add) {
  add(Field{"law", "",
            "rigid: newton, e of the velocity; poisson, e of the impulse; energetic, e^2 of the work; "
            "constraint, "
            "no bounce, closed until the force turns. Compliant, with compliance: the others"},
      s.law);
  add(Field{"restitution", "1", "coefficient e, 0 to 1"}, s.restitution);
  add(Field{"tangential_restitution", "1",
            "part of the slip that an impact gives back reversed, as far as friction allows, 0 to 1"},
      s.tangentialRestitution);
  add(Field{"friction", "1", "Coulomb's coefficient, in impacts and sliding"}, s.friction);
  add(
      Field{
          "static_friction", "1",
          "coefficient up to which it sticks, of a rigid law, at least that in motion; absent: as in motion"},
      s.staticFriction);
  add(Field{"rolling_resistance", "m",
            "arm b of the normal force against turning: a moment of at most b N brakes what is round and "
            "rolls, and holds it at rest"},
      s.rollingResistance);
  add(Field{"compliance", "", "what a compliant law pushes with"}, s.compliance);
  add(
      Field{
          "friction_law", "",
          "of a compliant law: coulomb (smoothed about rest), none, threlfall, bengisu_akay, ambrosio, duan "
          "(exponential) or lugre (bristles); rigid laws have Coulomb's with a true rest"},
      s.frictionLaw);
  add(Field{"friction_curve", "", "how friction follows the slip, of a compliant law"}, s.frictionCurve);
}

void listFields(const Clearance& s, Table& add) {
  add(Field{"fit", "", "loose, or ideal: without play after all"}, s.fit);
  add(Field{"bearing", "m", "radius of the hole of a; half the width of a slot, groove or guide of a", true},
      s.bearing);
  add(Field{"journal", "m", "radius of the pin of b; half the height of the block of a prismatic joint",
            true},
      s.journal);
  add(Field{"length", "m", "of the block of a prismatic joint, along the guide"}, s.length);
  listLaws(s, add);
}

void listFields(const Joint& s, Table& add) {
  add(Field{"id", "", "name in expressions and channels", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"a", "", "first body, or frame"}, s.a);
  add(Field{"b", "", "second body; reactions are reported as they act on it", true}, s.b);
  add(Field{"at_a", "m", "point of the joint in the axes of a"}, s.atA);
  add(Field{"at_b", "m", "point of the joint in the axes of b"}, s.atB);
  add(Field{"type", "", "kind of joint", true}, s.kind);
  add(Field{"friction", "", "along the joint coordinate; absent: none"}, s.friction);
  add(Field{"metamorphic", "", "phases and phase changes; absent: an ideal joint"}, s.metamorphic);
  add(Field{"clearance", "", "play of a revolute, prismatic, slot or point_on_curve joint; absent: none"},
      s.clearance);
}

void listFields(const Torque& s, Table& add) {
  add(Field{"a", "", "body that carries the reaction; frame: a torque from outside"}, s.a);
  add(Field{"b", "", "body the moment acts on", true}, s.b);
  add(Field{"at_a", "m", "point of a, where it bends: the section that is turned"}, s.atA);
  add(Field{"at_b", "m", "point of b, where it bends: the section that is turned"}, s.atB);
  add(Field{"moment", "N m", "law: an expression of t, parameters, body.angle, joint.omega, ...", true},
      s.moment);
}

void listFields(const TorsionSpring& s, Table& add) {
  add(Field{"a", "", "body that carries the reaction"}, s.a);
  add(Field{"b", "", "body the moment acts on", true}, s.b);
  add(Field{"at_a", "m", "point of a, where it bends: the section that is turned"}, s.atA);
  add(Field{"at_b", "m", "point of b, where it bends: the section that is turned"}, s.atB);
  add(Field{"stiffness", "N m/rad", "moment per relative angle"}, s.stiffness);
  add(Field{"rest_angle", "rad", "relative angle without spring moment"}, s.restAngle);
  add(Field{"preload", "N m", "constant moment on b"}, s.preload);
  add(Field{"damping", "N m s/rad", "moment per relative angular velocity"}, s.damping);
}

void listFields(const Spring& s, Table& add) {
  add(Field{"a", "", "body at one end, or frame"}, s.a);
  add(Field{"b", "", "body at the other end", true}, s.b);
  add(Field{"at_a", "m", "end of the spring in the axes of a"}, s.atA);
  add(Field{"at_b", "m", "end of the spring in the axes of b"}, s.atB);
  add(Field{"stiffness", "N/m", "tension per elongation"}, s.stiffness);
  add(Field{"free_length", "m", "length without spring force"}, s.freeLength);
  add(Field{"preload", "N", "tension at the free length"}, s.preload);
  add(Field{"damping", "N s/m", "tension per rate of the length"}, s.damping);
}

void listFields(const Load& s, Table& add) {
  add(Field{"b", "", "body the force acts on", true}, s.b);
  add(Field{"at_b", "m", "point the force acts at, in the axes of b"}, s.atB);
  add(Field{"fx", "N", "law of the force along x"}, s.fx);
  add(Field{"fy", "N", "law of the force along y"}, s.fy);
  add(Field{"axes", "", "axes of fx and fy: world, or body to turn with b"}, s.axes);
}

void listFields(const Hand& s, Table& add) {
  add(Field{"b", "", "body that is pulled", true}, s.b);
  add(Field{"at_b", "m", "point that is pulled, in the axes of b"}, s.atB);
  add(Field{"stiffness", "N/m", "pull per distance of the point from the hand", true}, s.stiffness);
  add(Field{"damping", "N s/m", "pull against the velocity of the point"}, s.damping);
  add(Field{"times", "s", "rising times; from the first to the last it pulls", true}, s.times);
  add(Field{"path", "m", "where the hand is at each time, in the world; straight between", true}, s.path);
}

void listFields(const RopeRing& s, Table& add) {
  add(Field{"body", "", "body that carries the ring, or frame"}, s.body);
  add(Field{"at", "m", "the ring in the axes of that body", true}, s.at);
}

void listFields(const Rope& s, Table& add) {
  add(Field{"a", "", "body at one end, or frame"}, s.a);
  add(Field{"b", "", "body at the other end", true}, s.b);
  add(Field{"at_a", "m", "end of the rope in the axes of a"}, s.atA);
  add(Field{"at_b", "m", "end of the rope in the axes of b"}, s.atB);
  add(Field{"rings", "",
            "guide rings or small pulleys that it runs through without friction, in order from a to b; it "
            "never leaves them"},
      s.rings);
  add(Field{"length", "m", "of the whole rope; absent: taut as drawn"}, s.length);
  add(Field{"restitution", "1", "coefficient e of the jerk when it becomes taut, 0 to 1"}, s.restitution);
}

void listFields(const ForceElement& s, Table& add) {
  add(Field{"id", "", "name in channels", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"active", "1", "0 switches the element off"}, s.active);
  add(Field{"type", "", "kind of force element", true}, s.kind);
}

void listFields(const LineSurface& s, Table& add) {
  add(Field{"from", "m", "start of the line in the axes of a", true}, s.from);
  add(Field{"to", "m", "its end", true}, s.to);
  add(Field{"side", "", "side on which the other part stays, seen along the line"}, s.side);
}

void listFields(const PolylineSurface& s, Table& add) {
  add(Field{"points", "m", "corners in the axes of a, in order", true}, s.points);
  add(Field{"closed", "1", "1: the last corner is joined to the first"}, s.closed);
  add(Field{"side", "", "side on which the other part stays, seen along the line"}, s.side);
  add(Field{"smooth", "1", "1: a cubic spline through the points instead of segments"}, s.smooth);
}

void listFields(const ArcSurface& s, Table& add) {
  add(Field{"center", "m", "centre in the axes of a"}, s.center);
  add(Field{"radius", "m", "radius of the surface", true}, s.radius);
  add(Field{"from", "rad", "angle in the axes of a at which the arc begins", true}, s.from);
  add(Field{"to", "rad", "angle at which it ends, counter-clockwise from the beginning", true}, s.to);
  add(Field{"side", "", "side on which the other part stays"}, s.side);
}

void listFields(const CircleSurface& s, Table& add) {
  add(Field{"center", "m", "centre in the axes of a"}, s.center);
  add(Field{"radius", "m", "radius of the surface", true}, s.radius);
  add(Field{"side", "", "side on which the other part stays"}, s.side);
}

void listFields(const OutlineSurface&, Table&) {}

void listFields(const CurveSurface& s, Table& add) {
  add(Field{"curve", "", "closed curve: the rim of a cam", true}, s.curve);
  add(Field{"center", "m", "origin of the curve in the axes of a"}, s.center);
  add(Field{"axis", "rad", "direction of the curve's x axis in the axes of a"}, s.axis);
  add(Field{"side", "", "side on which the other part stays"}, s.side);
}

void listFields(const NamedSurface& s, Table& add) {
  add(Field{"surface", "", "id of the surface; a follows from it", true}, s.surface);
}

void listFields(const DrawnSurface& s, Table& add) {
  add(Field{"id", "", "name in channels", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"active", "1", "0: nothing touches it"}, s.active);
  add(Field{"body", "", "that carries it, or frame"}, s.body);
  add(
      Field{
          "thickness", "m",
          "how far the material reaches behind the surface; what starts deeper is on its other side; absent: "
          "by its shape (a twentieth of the length of an open line, solid where it is closed; of one with "
          "both "
          "sides never more than what touches it)"},
      s.thickness);
  add(Field{"material", "", "steel, rubber, wood, ice, or one of materials"}, s.material);
  add(
      Field{
          "speed", "m/s",
          "of its material along it, as of a conveyor: along a line from its first point, counter-clockwise "
          "on an arc, circle or curve; it carries what rubs on it, and its drive is part of the work"},
      s.speed);
  add(Field{"type", "", "its shape, in the axes of body", true}, s.kind);
}

void listFields(const SolidMaterial& s, Table& add) {
  add(Field{"id", "", "name by which bodies and surfaces have it", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"restitution", "1",
            "coefficient e of two parts of it, 0 to 1; with another material the square root of the product"},
      s.restitution);
  add(Field{"friction", "1",
            "Coulomb's coefficient of two parts of it; with another material the square root of the product"},
      s.friction);
  add(Field{"static_friction", "1",
            "coefficient up to which two parts of it stick, at least that in motion; absent: as in motion"},
      s.staticFriction);
  add(Field{"rolling_resistance", "m",
            "its part of the arm b of the normal force against rolling; that of the other material is added"},
      s.rollingResistance);
}

void listFields(const MaterialPair& s, Table& add) {
  add(Field{"a", "", "material", true}, s.a);
  add(Field{"b", "", "the other, or the same", true}, s.b);
  listLaws(s, add);
}

void listFields(const ContactPair& s, Table& add) {
  add(Field{"id", "", "name in channels", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"active", "1", "0 switches the pair off"}, s.active);
  add(Field{"a", "", "body that touches with its outline; of a surface that is named it follows"}, s.a);
  add(Field{"b", "", "body that carries the point or circle, or touches with its outline", true}, s.b);
  add(Field{"at_b", "m", "the point, or the centre of the circle, in the axes of b"}, s.atB);
  add(Field{"radius_b", "m", "radius of the circle around at_b; 0: a point"}, s.radius);
  add(Field{"outline_b", "",
            "true: b touches all around, with its outline, instead of in the one point at_b"},
      s.outlineB);
  add(Field{"bodies", "",
            "with outline_b: more bodies that touch as b does, the surface, b and each other; those that a "
            "joint connects do not touch each other, and those that other contacts name too do so in one "
            "only: that between the two outlines, or else the first"},
      s.bodies);
  add(
      Field{
          "thickness", "m",
          "how far the material reaches behind the surface; what starts deeper is on its other side; absent: "
          "by its shape (a twentieth of the length of an open line, solid where it is closed; of one with "
          "both "
          "sides never more than what touches it)"},
      s.thickness);
  listLaws(s, add);
  add(
      Field{
          "type", "",
          "what b meets: surface (one of surfaces) or outline (that of a); a shape of its own becomes one of "
          "surfaces when the file is read",
          true},
      s.surface);
}

void listFields(const ConstantSpeed& s, Table& add) {
  add(Field{"start", "rad|m", "coordinate at t = 0; as drawn when absent"}, s.start);
  add(Field{"speed", "rad/s|m/s", "rate of the coordinate", true}, s.speed);
}

// Of both kinds of stroke.
void listFields(const Stroke& s, Table& add) {
  add(Field{"start", "rad|m", "coordinate before the stroke; as drawn when absent"}, s.start);
  add(Field{"rise", "rad|m", "length of the stroke", true}, s.rise);
  add(Field{"begin", "s", "start of the stroke"}, s.begin);
  add(Field{"duration", "s", "time of the stroke"}, s.duration);
}

void listFields(const TableMotion& s, Table& add) {
  add(Field{"times", "s", "rising times of the table", true}, s.times);
  add(Field{"values", "rad|m", "coordinate at each time; a natural cubic spline between, held outside", true},
      s.values);
}

void listFields(const ExpressionMotion& s, Table& add) {
  add(Field{"coordinate", "rad|m", "law: an expression of t and parameters", true}, s.coordinate);
}

void listFields(const Reverse& s, Table& add) {
  add(Field{"from", "rad|m", "coordinate at t = 0, where each cycle begins; as drawn when absent"}, s.from);
  add(Field{"to", "rad|m", "coordinate at which it turns back", true}, s.to);
  add(Field{"speed", "rad/s|m/s", "rate of the coordinate on the way, positive", true}, s.speed);
  add(Field{"ramp", "s",
            "time in which the speed rises from rest and falls to rest; 0: it jumps at both ends"},
      s.ramp);
  add(Field{"cycles", "1", "times there and back, after which it stays where it began; 0: without end"},
      s.cycles);
}

void listFields(const DriveEnd& s, Table& add) {
  add(Field{"guard", "", "what switches the drive off, as of a phase change of its joint", true}, s.guard);
}

void listFields(const Drive& s, Table& add) {
  add(Field{"id", "", "name in channels", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"joint", "",
            "joint whose coordinate it drives: revolute, prismatic, slot, point on curve or telescope", true},
      s.joint);
  add(Field{"active", "1", "0 switches the drive off"}, s.active);
  add(Field{"efficiency", "1",
            "of the gearbox between motor and joint, in either direction: the motor gives more than the "
            "joint takes, and gets less than the joint gives back"},
      s.efficiency);
  add(Field{"type", "", "kind of motion law", true}, s.kind);
  add(Field{"until", "",
            "what switches the drive off in the run: the joint is free from then on; absent: nothing"},
      s.until);
}

void listFields(const Branch& s, Table& add) {
  add(Field{"first", "", "joint at one end of two links", true}, s.first);
  add(Field{"elbow", "", "joint between the two links", true}, s.elbow);
  add(Field{"last", "", "joint at the other end", true}, s.last);
  add(Field{"side", "", "side of the line from first to last on which the elbow lies at the start", true},
      s.side);
}

void listFields(const Parameter& s, Table& add) {
  add(Field{"id", "", "name in expressions and for --set", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"value", "*", "number, quantity or expression of parameters above it"}, s.value);
  add(Field{"unit", "", "unit it is shown in"}, s.unit);
  add(Field{"min", "*", "least value of its slider"}, s.min);
  add(Field{"max", "*", "greatest value of its slider"}, s.max);
  add(Field{"choices", "", "allowed words: makes it a word parameter"}, s.choices);
  add(Field{"choice", "", "the word in force; the first of choices when absent"}, s.choice);
}

void listFields(const Case& s, Table& add) {
  add(Field{"id", "", "name for --case", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"note", "", "what this case shows"}, s.note);
  add(Field{"set", "", "parameter values of this case"}, s.set);
}

void listFields(const Trace& s, Table& add) {
  add(Field{"id", "", "name in channels", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"b", "", "body the point belongs to", true}, s.b);
  add(Field{"at_b", "m", "the point in the axes of b"}, s.atB);
}

void listFields(const Picture& s, Table& add) {
  add(Field{"id", "", "name by which it is chosen", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"file", "", "PNG or JPEG, relative to the file of the mechanism", true}, s.file);
  add(Field{"at", "m", "its middle"}, s.at);
  add(Field{"angle", "rad", "by which it is turned"}, s.angle);
  add(Field{"width", "m", "its width; the height follows from the file"}, s.width);
  add(Field{"opacity", "1", "0: not to be seen, 1: not dimmed"}, s.opacity);
  add(Field{"hidden", "", "it is not shown"}, s.hidden);
  add(Field{"locked", "", "the mouse does not take hold of it"}, s.locked);
}

void listFields(const CopyPair& s, Table& add) {
  add(Field{"of", "", "id of the original", true}, s.of);
  add(Field{"copy", "", "id of its copy, an element of the same kind", true}, s.copy);
}

void listFields(const LinkedCopy& s, Table& add) {
  add(Field{"mirrored", "",
            "the copy is a mirror image: at the upright line through about, before it is turned"},
      s.mirrored);
  add(Field{"about", "m", "point that the copy is turned about, and that the mirror line goes through"},
      s.about);
  add(Field{"angle", "rad",
            "by which the copy is turned; of a mirror image twice the angle of the line from "
            "upright"},
      s.angle);
  add(Field{"shift", "m", "by which the copy is moved after that"}, s.shift);
  add(Field{"pairs", "", "what is a copy of what", true}, s.pairs);
}

void listFields(const SimulationSettings& s, Table& add) {
  add(Field{"duration", "s", "simulated time"}, s.duration);
  add(Field{"output_interval", "s", "time between samples; events add samples of their own"},
      s.outputInterval);
  add(
      Field{
          "start", "",
          "drawn: links that bend begin straight; equilibrium: everything begins where gravity, springs and "
          "loads are in balance, near the drawn position, with the drawn velocities"},
      s.start);
  add(Field{"start_branch", "1",
            "which way a start in a change point is left: 1 is the branch of the motion nearest to the start "
            "velocities, 2 the next; a note at the start lists them"},
      s.startBranch);
  add(Field{"integrator", "",
            "dop853 (order 8) or dopri5 (order 5), which stop at every event, or moreau_jean (fixed step, "
            "order 1), "
            "which takes the events of a step together: for many contacts"},
      s.integrator);
  add(Field{"relative_tolerance", "1", "of each step"}, s.relativeTolerance);
  add(Field{"absolute_tolerance", "1",
            "of each step; lengths in m, or in 2^-10, 2^-20 ... m where all parts are smaller than 3 cm, 30 "
            "um ..."},
      s.absoluteTolerance);
  add(Field{"max_step", "s", "greatest step; 0: free"}, s.maxStep);
  add(Field{"time_step", "s", "with moreau_jean: its step"}, s.timeStep);
  add(
      Field{
          "capture_speed", "m/s",
          "slower rebounds end in contact; the usual number is counted in the lengths of absolute_tolerance"},
      s.captureSpeed);
  add(Field{"impacts", "",
            "contacts that touch when one is hit: simultaneous (all at once) or sequential (blow by blow)"},
      s.impacts);
  add(Field{"drift_control", "", "how joints are kept closed: projection (after every step) or baumgarte"},
      s.driftControl);
  add(Field{"baumgarte_alpha", "1/s", "with baumgarte: rate at which the error of a joint is damped"},
      s.baumgarteAlpha);
  add(Field{"baumgarte_beta", "1/s", "with baumgarte: rate at which the error of a joint is pulled back"},
      s.baumgarteBeta);
}

void listFields(const UnitChoice& s, Table& add) {
  add(Field{"length", "", "unit of lengths: mm, cm, m or in"}, s.length);
  add(Field{"angle", "", "unit of angles: deg or rad"}, s.angle);
  add(Field{"digits", "1", "significant digits of a number that is shown"}, s.digits);
}

void listFields(const PlotView& s, Table& add) {
  add(Field{"name", "", "title; absent: from its channels"}, s.name);
  add(
      Field{
          "kind", "",
          "channels (over time), impulses (of the events), xy (over another channel) or spectrum (amplitude "
          "over frequency)"},
      s.kind);
  add(Field{"channels", "", "what is drawn: channels, or expressions of channels"}, s.channels);
  add(Field{"over", "", "of xy: the channel along the other axis"}, s.over);
  add(Field{"equal_axes", "", "of xy: one scale for both axes"}, s.equalAxes);
  add(Field{"every_turn", "", "of xy: a dot a turn of the crank instead of a line"}, s.everyTurn);
  add(Field{"clearance_of", "", "of xy: joint with play whose clearance circle is drawn"}, s.clearanceOf);
  add(Field{"window", "", "of spectrum: rectangular, hann or flat_top"}, s.window);
  add(Field{"log_x", "", "of spectrum: logarithmic frequencies"}, s.logX);
  add(Field{"log_y", "", "logarithmic values"}, s.logY);
  add(Field{"hide_zero", "", "curves that are zero throughout are not listed"}, s.hidesZero);
}

void listFields(const PublishedValue& s, Table& add) {
  add(Field{"what", "", "the published quantity in words", true}, s.what);
  add(Field{"channel", "", "our channel, or impulse_x, impulse_y, impulse of a receipt", true}, s.channel);
  add(Field{"at", "", "start, end, 'before event N' or 'after event N'", true}, s.at);
  add(Field{"value", "*", "the published value", true}, s.value);
  add(Field{"unit", "", "its unit"}, s.unit);
  add(Field{"source", "", "paper and equation"}, s.source);
  add(Field{"note", "", "why ours differs"}, s.note);
  add(Field{"cases", "", "cases it belongs to; absent: all"}, s.cases);
}

void listFields(const Reference& s, Table& add) {
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"file", "", "table of numbers (CSV), relative to the file of the mechanism", true}, s.file);
  add(Field{"source", "", "where the numbers come from"}, s.source);
  add(Field{"channel", "", "our channel", true}, s.channel);
  add(Field{"time_column", "", "number of the column from 1, or its name in the header"}, s.timeColumn);
  add(Field{"value_column", "", "number of the column from 1, or its name in the header"}, s.valueColumn);
  add(Field{"delimiter", "", "between columns: one character, tab or blank; absent: found"}, s.delimiter);
  add(Field{"header", "", "whether the first row names the columns; found: when it holds no numbers"},
      s.header);
  add(Field{"time_unit", "", "of the column; absent: what its name has in brackets, else s"}, s.timeUnit);
  add(Field{"value_unit", "", "of the column; absent: what its name has in brackets, else SI"}, s.valueUnit);
  add(Field{"time_shift", "s", "added to its times, after scaling"}, s.timeShift);
  add(Field{"time_scale", "1", "its times are multiplied by this"}, s.timeScale);
  add(Field{"cases", "", "cases it belongs to; absent: all"}, s.cases);
}

void listFields(const StudyParameter& s, Table& add) {
  add(Field{"parameter", "", "id of the parameter", true}, s.parameter);
  add(Field{"values", "*", "its values, plain numbers in the unit of the parameter"}, s.values);
  add(Field{"words", "", "the words of a word parameter"}, s.words);
  add(Field{"from", "*", "least value of a range"}, s.from);
  add(Field{"to", "*", "greatest value of a range"}, s.to);
  add(Field{"count", "1", "values of the range on a grid, both ends included"}, s.count);
  add(Field{"spacing", "", "of the range: linear or logarithmic"}, s.spacing);
  add(Field{"distribution", "",
            "at random points: uniform or triangular (from, to, mode), normal (mean, deviation), or none: "
            "values, words or range, each as likely"},
      s.distribution);
  add(Field{"mean", "*", "of a normal distribution"}, s.mean);
  add(Field{"deviation", "*", "standard deviation of a normal distribution"}, s.deviation);
  add(Field{"mode", "*", "most likely value of a triangular distribution; absent: the middle"}, s.mode);
}

void listFields(const StudyQuantity& s, Table& add) {
  add(Field{"id", "", "name of its column", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"value", "", "expression over a run (core/doc/studies.md), in SI", true}, s.value);
  add(Field{"unit", "", "SI unit of the value, for headings"}, s.unit);
}

void listFields(const Study& s, Table& add) {
  add(Field{"id", "", "name for clank-cli study", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"note", "", "what it answers"}, s.note);
  add(Field{"case", "", "case that its runs start from; absent: the first"}, s.caseId);
  add(Field{"sampling", "",
            "grid (every combination), random, latin_hypercube, sobol, or sensitivity (for Sobol's indices)"},
      s.sampling);
  add(Field{"runs", "1", "number of points; of sensitivity in each of its n + 2 tables"}, s.runs);
  add(Field{"seed", "1", "of the random points"}, s.seed);
  add(Field{"parameters", "", "what differs from run to run", true}, s.parameters);
  add(Field{"quantities", "", "what is computed of every run", true}, s.quantities);
  add(Field{"keep", "", "of every run: nothing, last_state, or the samples of channels"}, s.keep);
  add(Field{"channels", "", "with keep channels: which"}, s.channels);
  add(Field{"time_limit", "s",
            "of computing a run; 0: none. A run that takes longer is a row with that reason"},
      s.timeLimit);
}

void listFields(const SearchedParameter& s, Table& add) {
  add(Field{"parameter", "", "id of the parameter", true}, s.parameter);
  add(Field{"from", "*", "least value, a plain number in the unit of the parameter", true}, s.from);
  add(Field{"to", "*", "greatest value", true}, s.to);
  add(Field{"start", "*", "first value that is tried; absent: that of the case"}, s.start);
}

void listFields(const PathFit& s, Table& add) {
  add(Field{"id", "", "name in objective and constraints; its value is a root mean square, in m", true},
      s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"trace", "", "id of the trace whose path is to pass the points", true}, s.trace);
  add(Field{"points", "m", "the target points"}, s.points);
  add(Field{"curve", "", "instead of points: a curve on which they lie evenly"}, s.curve);
  add(Field{"at", "m", "origin of the curve"}, s.at);
  add(Field{"axis", "rad", "direction of the curve's x axis"}, s.axis);
  add(Field{"count", "1", "number of points on the curve"}, s.count);
  add(Field{"by", "",
            "distance of a point from the nearest place of the path, or from the place at its time"},
      s.by);
  add(Field{"times", "s", "with by time: of the points; absent: evenly from start to end of the run"},
      s.times);
}

void listFields(const SearchConstraint& s, Table& add) {
  add(Field{"value", "", "expression over parameters, quantities and fits, in SI", true}, s.value);
  add(Field{"at_least", "*", "least value, in SI or with its unit"}, s.atLeast);
  add(Field{"at_most", "*", "greatest value"}, s.atMost);
}

void listFields(const Optimisation& s, Table& add) {
  add(Field{"id", "", "name for clank-cli optimise", true}, s.id);
  add(Field{"name", "", "name shown to people"}, s.name);
  add(Field{"note", "", "what it is after"}, s.note);
  add(Field{"case", "", "case that its runs start from; absent: the first"}, s.caseId);
  add(Field{"parameters", "", "what is searched, with bounds", true}, s.parameters);
  add(Field{"quantities", "", "numbers of a run"}, s.quantities);
  add(Field{"fits", "", "distances of a traced path from target points"}, s.fits);
  add(Field{"aim", "", "minimise or maximise the objective"}, s.aim);
  add(Field{"objective", "", "expression over parameters, quantities and fits, in SI", true}, s.objective);
  add(Field{"constraints", "", "bounds that the result keeps"}, s.constraints);
  add(Field{"global", "",
            "search of the whole range: direct (rectangles), crs (controlled random search), isres (an "
            "evolution strategy) or none"},
      s.global);
  add(Field{"global_runs", "1", "most runs of it"}, s.globalRuns);
  add(Field{"local", "",
            "search from the best point on: cobyla, bobyqa (without constraints), sbplx or none"},
      s.local);
  add(Field{"local_runs", "1", "most runs of it"}, s.localRuns);
  add(Field{"tolerance", "1", "the local search ends when its steps are less than this part of the ranges"},
      s.tolerance);
  add(Field{"seed", "1", "of the random numbers"}, s.seed);
  add(Field{"time_limit", "s", "of computing a run; 0: none. A run that takes longer counts as failed"},
      s.timeLimit);
}

void listFields(const Mechanism& s, MechanismTable& add) {
  add(Field{"name", "", "title"}, s.name);
  add(Field{"description", "", "what it is and where it comes from"}, s.description);
  add(Field{"gravity", "m/s2", "acceleration of gravity"}, s.gravity);
  add(Field{"parameters", "", "named numbers and words"}, s.parameters);
  add(Field{"cases", "", "named parameter sets; the first is the default"}, s.cases);
  add(Field{"bodies", "", "moving links; the ground link is called frame"}, s.bodies);
  add(Field{"joints", "", "connections"}, s.joints);
  add(Field{"branches", "", "which way two links are put together, where the drawing is to be overruled"},
      s.branches);
  add(Field{"drives", "", "joints that follow a motion law"}, s.drives);
  add(Field{"forces", "", "torques, springs, dampers, loads, ropes, hands"}, s.forces);
  add(Field{"surfaces", "", "what solid bodies touch, of the frame or of a body"}, s.surfaces);
  add(Field{"materials", "", "of what touches, beside steel, rubber, wood and ice"}, s.materials);
  add(Field{"material_pairs", "",
            "laws between two materials, where the square root of their numbers is wrong"},
      s.materialPairs);
  add(Field{"contacts", "",
            "of one pair: laws that differ from those of the materials, and points and circles that touch"},
      s.contacts);
  add(Field{"traces", "", "points whose paths are drawn and recorded"}, s.traces);
  add(Field{"pictures", "", "pictures behind the drawing, to draw over"}, s.pictures);
  add(
      Field{
          "linked_copies", "",
          "parts and copies of them that stay alike when either is edited in the window; a run does not look "
          "at it"},
      s.linkedCopies);
  add(Field{"simulation", "", "settings of a run"}, s.simulation);
  add(Field{"units", "", "units and digits that people see in the window; files and channels stay SI"},
      s.units);
  add(Field{"plots", "", "plots beside the mechanism, from left to right; absent: what it has by default"},
      s.plots);
  add(Field{"published", "", "published numbers shown beside ours"}, s.published);
  add(Field{"references", "", "curves from elsewhere that channels are compared with"}, s.references);
  add(Field{"studies", "", "many runs with parameters that differ"}, s.studies);
  add(Field{"optimisations", "", "searches for the best values of parameters"}, s.optimisations);
}

template <class T>
T& of(void* value) {
  return *static_cast<T*>(value);
}
template <class T>
const T& of(const void* value) {
  return *static_cast<const T*>(value);
}

template <class T>
const ValueType& typeOf();

// Every function here is compiled for a hundred types: there are no more than somebody needs.
template <class T, ValueKind kKind>
struct LeafMaker {
  static ValueType make() { return {kKind, &typeid(T), new T()}; }
};

template <class T>
struct TypeMaker {
  static RecordType make() {
    const T& usual = *new T();  // for good
    RecordType type{{ValueKind::record, &typeid(T), &usual}, {}};
    std::conditional_t<std::is_same_v<T, Mechanism>, MechanismTable, Table> table(type, &usual);
    listFields(usual, table);
    if constexpr (requires(T & s) { s.id; }) type.id = [](void* s) { return &of<T>(s).id; };
    if constexpr (requires(T & s) { s.unknown; }) type.unknown = [](void* s) { return &of<T>(s).unknown; };
    if constexpr (requires(T & s) { s.unread; }) {
      type.unread = [](void* s) { return &of<T>(s).unread; };
      type.reset = [](void* s) { of<T>(s) = T(); };
    }
    return type;
  }
};
template <>
struct TypeMaker<std::string> : LeafMaker<std::string, ValueKind::text> {};
template <>
struct TypeMaker<bool> : LeafMaker<bool, ValueKind::flag> {};
template <>
struct TypeMaker<Quantity> : LeafMaker<Quantity, ValueKind::quantity> {};
template <>
struct TypeMaker<Law> : LeafMaker<Law, ValueKind::law> {};
template <>
struct TypeMaker<Point> : LeafMaker<Point, ValueKind::point> {};
template <>
struct TypeMaker<std::map<std::string, std::string>>
    : LeafMaker<std::map<std::string, std::string>, ValueKind::texts> {};

template <class E>
struct TypeMaker<Choice<E>> {
  using C = Choice<E>;
  static_assert(hasAsManyNames<E, Words<E>::names.size()>(), "one word for each name");
  static ChoiceType make() {
    return {{ValueKind::choice, &typeid(C), nullptr},
            Words<E>::names,
            [](const void* choice) { return static_cast<std::size_t>(of<C>(choice).value); },
            [](void* choice, std::size_t index) { of<C>(choice).value = static_cast<E>(index); },
            [](void* choice) { return &of<C>(choice).reference; }};
  }
};

template <MayBeAbsent T>
struct TypeMaker<T> {
  static OptionalType make() {
    return {{ValueKind::optional, &typeid(T), nullptr},
            &typeOf<typename T::value_type>(),
            [](void* optional) -> void* { return of<T>(optional) ? &*of<T>(optional) : nullptr; },
            [](void* optional) -> void* { return &of<T>(optional).emplace(); },
            [](void* optional) { of<T>(optional).reset(); }};
  }
};

template <class T>
struct TypeMaker<std::vector<T>> {
  using List = std::vector<T>;
  static ListType make() {
    return {{ValueKind::list, &typeid(List), new List()},
            &typeOf<T>(),
            sizeof(T),
            [](const void* list) { return of<List>(list).size(); },
            [](void* list) { of<List>(list).clear(); },
            [](void* list) -> void* { return of<List>(list).data(); },
            [](void* list, std::size_t size) { of<List>(list).reserve(size); },
            [](void* list) -> void* { return &of<List>(list).emplace_back(T()); },
            [](void* list) { of<List>(list).emplace_back(T(of<List>(list).back())); },
            [](void* list) { of<List>(list).pop_back(); },
            [](void* list, std::size_t one, std::size_t other) {
              std::swap(of<List>(list)[one], of<List>(list)[other]);
            }};
  }
};

template <class T>
struct TypeMaker<SharedList<T>> {
  using List = SharedList<T>;
  static SharedListType make() {
    return {{ValueKind::sharedList, &typeid(List), nullptr},
            static_cast<const ListType*>(&typeOf<std::vector<T>>()),
            [](const void* shared) -> const void* { return &of<List>(shared).get(); },
            [](void* shared) -> void* { return &of<List>(shared).change(); }};
  }
};

template <class... Kinds>
struct TypeMaker<std::variant<Kinds...>> {
  using V = std::variant<Kinds...>;
  static_assert(Words<V>::names.size() == sizeof...(Kinds), "one word for each alternative");
  static VariantType make() {
    return {{ValueKind::variant, &typeid(V), nullptr},
            Words<V>::names,
            {static_cast<const RecordType*>(&typeOf<Kinds>())...},
            [](const void* variant) { return of<V>(variant).index(); },
            [](void* variant) {
              void* found = nullptr;
              const auto look = [&](void* one) { found = one ? one : found; };
              (look(std::get_if<Kinds>(&of<V>(variant))), ...);
              return found;
            },
            [](void* variant, std::size_t index) {
              std::size_t i = 0;
              ((i++ == index ? static_cast<void>(of<V>(variant).template emplace<Kinds>()) : void()), ...);
            }};
  }
};

template <class T>
const ValueType& typeOf() {
  static const auto type = TypeMaker<T>::make();
  return type;
}

template <class T>
void Table::operator()(const Field& field, const T& member) {
  add(field, &member, typeOf<T>());
}

template <class T>
KeptType describeKept() {
  return {[](const void* value) -> void* { return new T(of<T>(value)); },
          [](void* value) { delete static_cast<T*>(value); },
          [](const void* a, const void* b) { return of<T>(a) == of<T>(b); }};
}
template <class T>
struct KeptMaker {
  static KeptType make() {
    KeptType kept = describeKept<T>();
    kept.assign = [](void* member, const void* value) { of<T>(member) = of<T>(value); };
    return kept;
  }
};
template <class T>
struct KeptMaker<std::vector<T>> {
  using List = std::vector<T>;
  static auto place(void* list, std::size_t at) {
    return of<List>(list).begin() + static_cast<std::ptrdiff_t>(at);
  }
  static KeptType make() {
    KeptType kept = describeKept<T>();
    kept.insert = [](void* list, std::size_t at, const void* item) {
      of<List>(list).insert(place(list, at), of<T>(item));
    };
    kept.erase = [](void* list, std::size_t at) { of<List>(list).erase(place(list, at)); };
    return kept;
  }
};

template <class T>
void MechanismTable::operator()(const Field& field, const T& member) {
  static const KeptType kept = KeptMaker<T>::make();
  add(field, &member, typeOf<T>(), &kept);
}

}  // namespace

const ValueType& quantityType() {
  return typeOf<Quantity>();
}

template <class S>
const RecordType& recordType() {
  return static_cast<const RecordType&>(typeOf<S>());
}
template const RecordType& recordType<Mechanism>();
template const RecordType& recordType<Study>();
template const RecordType& recordType<Parameter>();
template const RecordType& recordType<Body>();
template const RecordType& recordType<Joint>();
template const RecordType& recordType<Drive>();
template const RecordType& recordType<ForceElement>();
template const RecordType& recordType<ContactPair>();
template const RecordType& recordType<DrawnSurface>();
template const RecordType& recordType<SolidMaterial>();
template const RecordType& recordType<Trace>();
template const RecordType& recordType<Picture>();

}  // namespace clank
