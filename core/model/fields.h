// SPDX-License-Identifier: GPL-3.0-or-later
// THE table of every key of a mechanism: reading, writing, resolving, the schema and the documentation all
// visit it. A key's default is the value of the member in a default-constructed struct.
//
// A visitor is called as visit(Field, member) with the members' own types, and for the alternatives of a
// variant as visit.alternatives(Field, variant, names), where names[i] is the word in the file for
// alternative i; the fields of the alternative in force stand beside the others in the same JSON object.
#pragma once

#include <array>
#include <concepts>
#include <type_traits>

#include "core/model/mechanism.h"

namespace clank {

struct Field {
  const char* key;
  const char*
      unit;  // SI unit of a quantity ("kg/m3"); "rad|m" where it depends on the joint; "" for other values
  const char* help;
  bool required = false;
};

// Words of the file for closed sets.
template <class E>
struct Words;
template <>
struct Words<Direction> {
  static constexpr std::array<const char*, 2> names{"rising", "falling"};
};
template <>
struct Words<TransitionLaw> {
  static constexpr std::array<const char*, 4> names{"ignore", "restitution", "restitution_then_lock",
                                                    "merge"};
};
template <>
struct Words<IntegratorKind> {
  static constexpr std::array<const char*, 3> names{"dop853", "dopri5", "moreau_jean"};
};
template <>
struct Words<PlotKind> {
  static constexpr std::array<const char*, 4> names{"channels", "impulses", "xy", "spectrum"};
};
template <>
struct Words<SpectrumWindow> {
  static constexpr std::array<const char*, 3> names{"rectangular", "hann", "flat_top"};
};
template <>
struct Words<Sampling> {
  static constexpr std::array<const char*, 5> names{"grid", "random", "latin_hypercube", "sobol",
                                                    "sensitivity"};
};
template <>
struct Words<Spacing> {
  static constexpr std::array<const char*, 2> names{"linear", "logarithmic"};
};
template <>
struct Words<Distribution> {
  static constexpr std::array<const char*, 4> names{"none", "uniform", "normal", "triangular"};
};
template <>
struct Words<KeptSamples> {
  static constexpr std::array<const char*, 3> names{"nothing", "last_state", "channels"};
};
template <>
struct Words<Aim> {
  static constexpr std::array<const char*, 2> names{"minimise", "maximise"};
};
template <>
struct Words<GlobalSearch> {
  static constexpr std::array<const char*, 4> names{"none", "direct", "crs", "isres"};
};
template <>
struct Words<LocalSearch> {
  static constexpr std::array<const char*, 4> names{"none", "cobyla", "bobyqa", "sbplx"};
};
template <>
struct Words<FitBy> {
  static constexpr std::array<const char*, 2> names{"nearest", "time"};
};
template <>
struct Words<LengthUnit> {
  static constexpr std::array<const char*, 4> names{"mm", "cm", "m", "in"};
};
template <>
struct Words<AngleUnit> {
  static constexpr std::array<const char*, 2> names{"deg", "rad"};
};
template <>
struct Words<ImpactOrder> {
  static constexpr std::array<const char*, 2> names{"simultaneous", "sequential"};
};
template <>
struct Words<StartPosition> {
  static constexpr std::array<const char*, 2> names{"drawn", "equilibrium"};
};
template <>
struct Words<DriftControl> {
  static constexpr std::array<const char*, 2> names{"projection", "baumgarte"};
};
template <>
struct Words<JointKind> {
  static constexpr std::array<const char*, 9> names{
      "revolute", "prismatic", "weld", "slot", "distance", "gear", "belt", "rack", "point_on_curve"};
};
template <>
struct Words<PathKind> {
  static constexpr std::array<const char*, 7> names{"circle",    "ellipse", "lame",  "cartesian_oval",
                                                    "cassinian", "pear",    "spline"};
};
// The words of two closed sets, one behind the other.
template <std::size_t N, std::size_t M>
constexpr std::array<const char*, N + M> joinWords(const std::array<const char*, N>& first,
                                                   const std::array<const char*, M>& then) {
  std::array<const char*, N + M> all{};
  for (std::size_t i = 0; i < N + M; ++i) all[i] = i < N ? first[i] : then[i - N];
  return all;
}
template <>
struct Words<PhaseKind> {
  static constexpr auto names =
      joinWords(std::array{"as_drawn", "released", "merged"}, Words<JointKind>::names);
};
template <>
struct Words<ChangeGuard> {
  static constexpr std::array<const char*, 6> names{"limit", "force", "moment",
                                                    "speed", "time",  "expression"};
};
template <>
struct Words<ForcePart> {
  static constexpr std::array<const char*, 2> names{"total", "axial"};
};
template <>
struct Words<TimeOrigin> {
  static constexpr std::array<const char*, 2> names{"start", "phase"};
};
template <>
struct Words<GuidePart> {
  static constexpr std::array<const char*, 2> names{"a", "b"};
};
template <>
struct Words<Side> {
  static constexpr std::array<const char*, 2> names{"left", "right"};
};
template <>
struct Words<HeaderRow> {
  static constexpr std::array<const char*, 3> names{"found", "yes", "no"};
};
template <>
struct Words<Mesh> {
  static constexpr std::array<const char*, 2> names{"external", "internal"};
};
template <>
struct Words<BeltPath> {
  static constexpr std::array<const char*, 2> names{"open", "crossed"};
};
template <>
struct Words<MotionKind> {
  static constexpr std::array<const char*, 5> names{"constant_speed", "polynomial_345", "cycloidal", "table",
                                                    "expression"};
};
template <>
struct Words<ForceKind> {
  static constexpr std::array<const char*, 5> names{"torque", "torsion_spring", "spring", "load", "rope"};
};
template <>
struct Words<LineSide> {
  static constexpr std::array<const char*, 2> names{"left", "right"};
};
template <>
struct Words<RoundSide> {
  static constexpr std::array<const char*, 2> names{"outside", "inside"};
};
template <>
struct Words<ContactLaw> {
  static constexpr std::array<const char*, 16> names{"newton",
                                                     "poisson",
                                                     "energetic",
                                                     "constraint",
                                                     "hertz",
                                                     "kelvin_voigt",
                                                     "hunt_crossley",
                                                     "herbert_mcwhannell",
                                                     "lee_wang",
                                                     "lankarani_nikravesh",
                                                     "gonthier_approximate",
                                                     "gonthier",
                                                     "zhiying_qishao",
                                                     "flores",
                                                     "hu_guo",
                                                     "impact"};
};
template <>
struct Words<Fit> {
  static constexpr std::array<const char*, 2> names{"loose", "ideal"};
};
template <>
struct Words<FrictionLaw> {
  static constexpr std::array<const char*, 7> names{"coulomb",  "none", "threlfall", "bengisu_akay",
                                                    "ambrosio", "duan", "lugre"};
};
template <>
struct Words<Surface> {
  static constexpr std::array<const char*, 6> names{"line", "polyline", "arc", "circle", "outline", "curve"};
};
template <>
struct Words<LoadAxes> {
  static constexpr std::array<const char*, 2> names{"world", "body"};
};

template <>
struct Words<KeptVelocity> {
  static constexpr std::array<const char*, 4> names{"none", "omega", "point", "all"};
};

template <>
struct Words<SectionKind> {
  static constexpr std::array<const char*, 5> names{"round", "tube", "rectangle", "i_beam", "typed"};
};
template <>
struct Words<MaterialName> {
  static constexpr std::array<const char*, 9> names{
      "typed", "steel", "stainless_steel", "aluminium", "titanium", "brass", "cfrp", "nylon", "spruce"};
};
template <>
struct Words<BendingModel> {
  static constexpr std::array<const char*, 2> names{"modal", "rods"};
};
template <>
struct Words<ModeBasis> {
  static constexpr std::array<const char*, 4> names{"clamped_free", "hinged_free", "free_free",
                                                    "clamped_clamped"};
};
template <>
struct Words<DampingKind> {
  static constexpr std::array<const char*, 3> names{"none", "ratio", "rayleigh"};
};

template <class S, class T>
concept FieldsOf = std::same_as<std::remove_const_t<S>, T>;

// A visitor with sharedList() takes care itself not to part what it does not alter.
template <class List, class V>
void visitShared(const Field& field, List& list, V& visit) {
  if constexpr (requires { visit.sharedList(field, list); })
    visit.sharedList(field, list);
  else if constexpr (std::is_const_v<List>)
    visit(field, list.get());
  else
    visit(field, list.change());
}

template <FieldsOf<Point> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"x", "m", "along x"}, s.x);
  visit(Field{"y", "m", "along y"}, s.y);
}

template <FieldsOf<Pose> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"x", "m", "body origin in the world"}, s.x);
  visit(Field{"y", "m", "body origin in the world"}, s.y);
  visit(Field{"angle", "rad", "from +x, counter-clockwise positive"}, s.angle);
}

template <FieldsOf<Velocity> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"vx", "m/s", "of the body origin"}, s.vx);
  visit(Field{"vy", "m/s", "of the body origin"}, s.vy);
  visit(Field{"omega", "rad/s", "angular velocity"}, s.omega);
  visit(
      Field{"keep", "",
            "what of it counts where the joints do not allow all start velocities together: none (all share "
            "the change by mass), omega, point (vx and vy), or all; the others follow"},
      s.keep);
}

template <FieldsOf<RoundSection> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"diameter", "m", "of the round bar", true}, s.diameter);
}

template <FieldsOf<TubeSection> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"diameter", "m", "outer diameter", true}, s.diameter);
  visit(Field{"wall", "m", "thickness of the wall", true}, s.wall);
}

template <FieldsOf<RectangleSection> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"height", "m", "in the plane of motion: across the link", true}, s.height);
  visit(Field{"width", "m", "out of the plane of motion", true}, s.width);
}

template <FieldsOf<IBeamSection> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"height", "m", "of the whole section, in the plane of motion", true}, s.height);
  visit(Field{"width", "m", "of the flanges", true}, s.width);
  visit(Field{"web", "m", "thickness of the web", true}, s.web);
  visit(Field{"flange", "m", "thickness of each flange", true}, s.flange);
}

template <FieldsOf<TypedSection> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"area", "m2", "of the cross-section", true}, s.area);
  visit(Field{"second_moment", "m4", "second moment of area about the axis across the plane of motion", true},
        s.secondMoment);
  visit(Field{"height", "m", "twice the distance of the outermost fibre from the axis; 0: no bending stress"},
        s.height);
}

template <FieldsOf<BeamSection> S, class V>
void visitFields(S& s, V&& visit) {
  visit.alternatives(Field{"type", "", "shape of the cross-section", true}, s.kind,
                     Words<SectionKind>::names);
}

template <FieldsOf<BeamMaterial> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"name", "", "stands for typical values; typed: young and density are given"}, s.name);
  visit(Field{"young", "Pa", "modulus E; absent: of the named material"}, s.young);
  visit(Field{"density", "kg/m3", "absent: of the named material"}, s.density);
  visit(Field{"yield", "Pa", "stress at which it yields; absent: of the named material"}, s.yield);
}

template <class S, class V>
requires FieldsOf<S, NoDamping>
void visitFields(S&, V&&) {}

template <FieldsOf<DampingRatio> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"ratio", "1", "part of the critical damping, of every mode", true}, s.ratio);
}

template <FieldsOf<RayleighDamping> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"alpha", "1/s", "damping per mass"}, s.alpha);
  visit(Field{"beta", "s", "damping per stiffness"}, s.beta);
}

template <FieldsOf<BeamDamping> S, class V>
void visitFields(S& s, V&& visit) {
  visit.alternatives(Field{"type", "", "what takes energy from the bending"}, s.kind,
                     Words<DampingKind>::names);
}

template <FieldsOf<FlexibleLink> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"section", "", "cross-section", true}, s.section);
  visit(Field{"material", "", "what it is made of"}, s.material);
  visit(
      Field{"model", "",
            "how it bends: in modes, or as rigid rods with torsion springs between them, for large bending"},
      s.model);
  visit(Field{"rods", "1", "number of rods, 2 to 200; the body is the first, the others are id_2, id_3 ..."},
        s.rods);
  visit(
      Field{
          "basis", "",
          "shapes it bends in, named by how its ends are held in the axes of the body, which float with it"},
      s.basis);
  visit(Field{"modes", "1", "number of bending modes, 0 to 20"}, s.modes);
  visit(Field{"axial_modes", "1", "number of modes of stretching, 0 to 2"}, s.axialModes);
  visit(
      Field{
          "foreshortening", "",
          "ends come nearer as it bends; without, a link that turns fast is too soft, or bends without end"},
      s.foreshortening);
  visit(Field{"damping", "", "structural damping"}, s.damping);
}

template <FieldsOf<Body> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name in expressions and channels: a letter, then letters, digits or _", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"pose", "", "position and angle at the start; joints that do not quite close are closed"},
        s.pose);
  visit(Field{"velocity", "", "velocity at the start; made consistent with the joints"}, s.velocity);
  visit(Field{"mass", "kg", "mass; needs inertia, but of a disc"}, s.mass);
  visit(Field{"inertia", "kg m2", "about the centre of mass; needs mass; absent: mass radius^2/2 of a disc"},
        s.inertia);
  visit(Field{"center", "m", "centre of mass in body axes, with mass and inertia"}, s.center);
  visit(Field{"length", "m", "uniform slender rod from the origin along body x; needs section and density"},
        s.length);
  visit(Field{"section", "m2", "cross-section area of the rod"}, s.section);
  visit(Field{"density", "kg/m3", "density of the rod or disc"}, s.density);
  visit(Field{"width", "m", "drawn width of a bar; touches only where a contact takes its outline"}, s.width);
  visit(Field{"outline", "m",
              "corners of a plate in body axes instead of a bar; touches only where a contact takes it"},
        s.outline);
  visit(Field{"fillet", "m", "radius to which the corners of the outline are rounded off; 0: sharp"},
        s.fillet);
  visit(Field{"radius", "m", "drawn as a disc of this radius about its origin; 0: it is none"}, s.radius);
  visit(Field{"thickness", "m", "of a uniform disc, with radius and density"}, s.thickness);
  visit(Field{"flexible", "",
              "the link bends: needs its length; mass and inertia follow from section and material; absent: "
              "rigid"},
        s.flexible);
}

template <FieldsOf<Revolute> S, class V>
void visitFields(S&, V&&) {}

template <FieldsOf<Prismatic> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"axis", "rad", "direction of the axis in body a"}, s.axis);
  visit(Field{"angle", "rad",
              "held angle of b relative to a; absent: as drawn, or as it is when the phase begins"},
        s.angle);
}

template <FieldsOf<Weld> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"angle", "rad",
              "held angle of b relative to a; absent: as drawn, or as it is when the phase begins"},
        s.angle);
}

template <FieldsOf<Slot> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"axis", "rad", "direction of the slot in body a"}, s.axis);
}

template <FieldsOf<Distance> S, class V>
void visitFields(S& s, V&& visit) {
  visit(
      Field{"length", "m", "distance of at_b from at_a; absent: as drawn, or as it is when the phase begins"},
      s.length);
}

template <FieldsOf<Gear> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"radius_a", "m", "pitch circle of a about at_a", true}, s.radiusA);
  visit(Field{"radius_b", "m", "pitch circle of b about at_b", true}, s.radiusB);
  visit(Field{"mesh", "", "external, or internal: the greater one is a ring"}, s.mesh);
  visit(Field{"carrier", "", "body with which the line of centres turns: the arm of a planetary train"},
        s.carrier);
}

template <FieldsOf<Belt> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"radius_a", "m", "pulley of a about at_a, to the middle of the belt", true}, s.radiusA);
  visit(Field{"radius_b", "m", "pulley of b about at_b", true}, s.radiusB);
  visit(Field{"path", "", "open, or crossed: the pulleys turn against each other"}, s.path);
  visit(Field{"preload", "N",
              "tension of each strand without load; it stays what it is where the centres can move; 0: only "
              "the difference of the strands is told"},
        s.preload);
  visit(Field{"carrier", "", "body with which the line of centres turns"}, s.carrier);
}

template <FieldsOf<Rack> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"axis", "rad", "direction of the pitch line in body a"}, s.axis);
  visit(Field{"radius", "m", "pitch circle of b; negative when the gear lies to the right of the axis", true},
        s.radius);
}

template <FieldsOf<CirclePath> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"radius", "m", "radius about the origin", true}, s.radius);
}

template <FieldsOf<EllipsePath> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "m", "half axis along x", true}, s.a);
  visit(Field{"b", "m", "half axis along y", true}, s.b);
}

template <FieldsOf<LamePath> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "m", "half axis along x: abs(x/a)^n + abs(y/b)^n = 1", true}, s.a);
  visit(Field{"b", "m", "half axis along y", true}, s.b);
  visit(Field{"n", "1", "exponent: 2 is an ellipse, more is squarer", true}, s.n);
}

template <FieldsOf<CartesianOvalPath> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "m", "r1 + b r2 = a, r1 and r2 the distances from (0, 0) and (d, 0)", true}, s.a);
  visit(Field{"b", "1", "weight of r2", true}, s.b);
  visit(Field{"d", "m", "second focus (d, 0)", true}, s.d);
}

template <FieldsOf<CassinianPath> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "m", "foci (-a, 0) and (a, 0); the distances from them multiply to c^2", true}, s.a);
  visit(Field{"c", "m", "greater than a", true}, s.c);
}

template <FieldsOf<PearPath> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "m", "length along x: b^2 y^2 = x^3 (a - x)", true}, s.a);
  visit(Field{"b", "m", "the greater, the slimmer", true}, s.b);
}

template <FieldsOf<SplinePath> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"points", "m", "points that the curve goes through, in order", true}, s.points);
  visit(Field{"closed", "", "true: from the last point back to the first"}, s.closed);
}

template <FieldsOf<PathCurve> S, class V>
void visitFields(S& s, V&& visit) {
  visit.alternatives(Field{"type", "", "kind of curve", true}, s.kind, Words<PathKind>::names);
}

template <FieldsOf<PointOnCurve> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"curve", "", "curve of body a, with its origin at at_a", true}, s.curve);
  visit(Field{"axis", "rad", "direction of the curve's x axis in body a"}, s.axis);
}

template <class S, class V>
requires FieldsOf<S, AsDrawn> || FieldsOf<S, Released> || FieldsOf<S, Merged>
void visitFields(S&, V&&) {}

template <FieldsOf<Phase> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name of the phase", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit.alternatives(
      Field{"type", "",
            "what the joint is in this phase: as drawn, released (the parts come apart), merged (b "
            "keeps its pose relative to a), or another kind of joint at the same points"},
      s.kind, Words<PhaseKind>::names);
  visit(Field{"locked", "", "the joint holds its coordinate in this phase"}, s.locked);
  visit(Field{"clearance", "", "play of the joint in this phase, as of a joint; absent: none"}, s.clearance);
}

template <FieldsOf<Limit> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"value", "rad|m", "joint coordinate at which the phase changes; where the parts meet", true},
        s.value);
  visit(
      Field{"direction", "", "the coordinate reaches the value from below (rising) or from above (falling)"},
      s.direction);
  visit(Field{"pin", "m",
              "limit pin in the axes of body a: the impulse acts there; absent: a pure moment, or a force "
              "along the axis"},
        s.pin);
  visit(
      Field{"hysteresis", "rad|m", "how far the coordinate has to go back before the change can fire again"},
      s.hysteresis);
}

template <FieldsOf<ForceGuard> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"above", "N", "threshold of the force in the joint", true}, s.above);
  visit(Field{"part", "", "total, or axial: only along the axis of a prismatic joint or slot"}, s.part);
}

template <FieldsOf<MomentGuard> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"above", "N m", "threshold of the moment in the joint, of either sign", true}, s.above);
}

template <FieldsOf<SpeedGuard> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"value", "rad/s|m/s", "magnitude of the rate of the joint coordinate", true}, s.value);
  visit(Field{"direction", "", "the magnitude rises above the value, or falls below it"}, s.direction);
  visit(Field{"hysteresis", "rad/s|m/s", "how far it has to go back before the change can fire again"},
        s.hysteresis);
}

template <FieldsOf<TimeGuard> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"at", "s", "time of the change", true}, s.at);
  visit(Field{"since", "", "counted from the start of the run, or from that of the phase"}, s.since);
}

template <FieldsOf<ExpressionGuard> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"expression", "", "law: an expression of t, parameters, body.angle, joint.omega, ...", true},
        s.expression);
  visit(Field{"direction", "", "the expression rises through zero, or falls through it"}, s.direction);
  visit(Field{"hysteresis", "*", "how far it has to go back before the change can fire again"}, s.hysteresis);
}

template <FieldsOf<PhaseChange> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"from", "", "phase before", true}, s.from);
  visit(Field{"to", "", "phase after", true}, s.to);
  visit.alternatives(Field{"guard", "", "what makes the phase change", true}, s.guard,
                     Words<ChangeGuard>::names);
  visit(Field{"law", "", "what happens to the velocities"}, s.law);
  visit(Field{"restitution", "1", "Newton's coefficient e of the bounce, 0 to 1"}, s.restitution);
  visit(Field{"latched", "1",
              "1: once there it is held; 0: the stop only pushes and lets go when its force turns"},
        s.latched);
  visit(Field{"tolerance", "m", "parts that miss the new joint by no more (m, rad) are moved into it"},
        s.tolerance);
  visit(Field{"dead_time", "s", "time after the change in which it does not happen again"}, s.deadTime);
  visit(Field{"once", "", "it happens once in a run"}, s.once);
}

template <FieldsOf<Metamorphic> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"phases", "", "the first is in force at the start", true}, s.phases);
  visit(Field{"changes", "", "phase changes"}, s.changes);
}

template <FieldsOf<JointFriction> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"constant", "N m|N", "dry friction that does not depend on the load"}, s.constant);
  visit(Field{"coefficient", "1", "Coulomb's coefficient mu on the reaction of the joint"}, s.coefficient);
  visit(Field{"radius", "m", "of the pin, for the coefficient of a revolute joint"}, s.radius);
  visit(
      Field{"guide_length", "m",
            "of the guide of a prismatic joint, whose two edges carry the moment; 0: only the force counts"},
      s.guideLength);
  visit(Field{"guide", "", "the part that is the guide, around its joint point: a bush in a, or a slider b"},
        s.guide);
  visit(Field{"static_constant", "N m|N", "constant at rest; absent: as in motion"}, s.staticConstant);
  visit(Field{"static_coefficient", "1", "coefficient at rest; absent: as in motion"}, s.staticCoefficient);
  visit(Field{"viscous", "N m s/rad|N s/m", "friction per rate of the coordinate"}, s.viscous);
}

template <FieldsOf<Material> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"young", "Pa", "modulus E", true}, s.young);
  visit(Field{"poisson", "1", "Poisson's ratio, 0 to 0.5"}, s.poisson);
}

template <FieldsOf<Compliance> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"stiffness", "*",
              "K of the force K d^n, in N/m^n; absent: from the materials and radii, for n = 3/2 (Hertz)"},
        s.stiffness);
  visit(Field{"exponent", "1", "n of the penetration, 1 or more; kelvin_voigt is linear whatever it is"},
        s.exponent);
  visit(Field{"damping", "N s/m", "of kelvin_voigt, force per speed; of impact the most that it grows to"},
        s.damping);
  visit(Field{"damping_depth", "m", "of impact: penetration from which on damping is all there"},
        s.dampingDepth);
  visit(Field{"least_approach", "m/s",
              "laws with restitution divide by the speed of approach; slower ones count as this one"},
        s.leastApproach);
  visit(Field{"fixed_approach", "m/s",
              "counts instead, however fast a contact begins: a law without memory; absent: as it begins"},
        s.fixedApproach);
  visit(Field{"material_a", "", "of the surface"}, s.materialA);
  visit(Field{"material_b", "", "of what touches it"}, s.materialB);
}

template <FieldsOf<FrictionCurve> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"static_coefficient", "1", "at slow slip, at least that in motion; absent: as in motion"},
        s.staticCoefficient);
  visit(Field{"full_speed", "m/s",
              "slip at which friction is all there; of bengisu_akay where it is greatest; of duan its scale"},
        s.fullSpeed);
  visit(Field{"threshold_speed", "m/s", "of ambrosio: slip below which there is no friction"},
        s.thresholdSpeed);
  visit(Field{"stribeck_speed", "m/s", "slip with which the static coefficient is lost"}, s.stribeckSpeed);
  visit(Field{"stribeck_exponent", "1", "of slip over stribeck_speed"}, s.stribeckExponent);
  visit(Field{"decay", "s/m", "of bengisu_akay: how fast the static coefficient is lost beyond full_speed"},
        s.decay);
  visit(Field{"steepness", "1", "of duan: alpha in 1 - exp(-alpha slip/full_speed)"}, s.steepness);
  visit(Field{"viscous", "s/m", "part of the coefficient that grows with the slip"}, s.viscous);
  visit(Field{"bristle_stiffness", "1/m", "of lugre: sigma_0, coefficient per deflection"},
        s.bristleStiffness);
  visit(Field{"bristle_damping", "s/m", "of lugre: sigma_1"}, s.bristleDamping);
}

// The laws of what touches, of a contact and of a joint with play.
template <class S, class V>
void visitLaws(S& s, V&& visit) {
  visit(Field{"law", "",
              "rigid: newton, e of the velocity; poisson, e of the impulse; energetic, e^2 of the work; "
              "constraint, "
              "no bounce, closed until the force turns. Compliant, with compliance: the others"},
        s.law);
  visit(Field{"restitution", "1", "coefficient e, 0 to 1"}, s.restitution);
  visit(Field{"tangential_restitution", "1",
              "part of the slip that an impact gives back reversed, as far as friction allows, 0 to 1"},
        s.tangentialRestitution);
  visit(Field{"friction", "1", "Coulomb's coefficient, in impacts, sliding and sticking"}, s.friction);
  visit(Field{"compliance", "", "what a compliant law pushes with"}, s.compliance);
  visit(
      Field{
          "friction_law", "",
          "of a compliant law: coulomb (smoothed about rest), none, threlfall, bengisu_akay, ambrosio, duan "
          "(exponential) or lugre (bristles); rigid laws have Coulomb's with a true rest"},
      s.frictionLaw);
  visit(Field{"friction_curve", "", "how friction follows the slip, of a compliant law"}, s.frictionCurve);
}

template <FieldsOf<Clearance> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"fit", "", "loose, or ideal: without play after all"}, s.fit);
  visit(
      Field{"bearing", "m", "radius of the hole of a; half the width of a slot, groove or guide of a", true},
      s.bearing);
  visit(Field{"journal", "m", "radius of the pin of b; half the height of the block of a prismatic joint",
              true},
        s.journal);
  visit(Field{"length", "m", "of the block of a prismatic joint, along the guide"}, s.length);
  visitLaws(s, visit);
}

template <FieldsOf<Joint> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name in expressions and channels", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"a", "", "first body, or frame"}, s.a);
  visit(Field{"b", "", "second body; reactions are reported as they act on it", true}, s.b);
  visit(Field{"at_a", "m", "point of the joint in the axes of a"}, s.atA);
  visit(Field{"at_b", "m", "point of the joint in the axes of b"}, s.atB);
  visit.alternatives(Field{"type", "", "kind of joint", true}, s.kind, Words<JointKind>::names);
  visit(Field{"friction", "", "along the joint coordinate; absent: none"}, s.friction);
  visit(Field{"metamorphic", "", "phases and phase changes; absent: an ideal joint"}, s.metamorphic);
  visit(Field{"clearance", "", "play of a revolute, prismatic, slot or point_on_curve joint; absent: none"},
        s.clearance);
}

template <FieldsOf<Torque> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "", "body that carries the reaction; frame: a torque from outside"}, s.a);
  visit(Field{"b", "", "body the moment acts on", true}, s.b);
  visit(Field{"at_a", "m", "point of a, where it bends: the section that is turned"}, s.atA);
  visit(Field{"at_b", "m", "point of b, where it bends: the section that is turned"}, s.atB);
  visit(Field{"moment", "N m", "law: an expression of t, parameters, body.angle, joint.omega, ...", true},
        s.moment);
}

template <FieldsOf<TorsionSpring> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "", "body that carries the reaction"}, s.a);
  visit(Field{"b", "", "body the moment acts on", true}, s.b);
  visit(Field{"at_a", "m", "point of a, where it bends: the section that is turned"}, s.atA);
  visit(Field{"at_b", "m", "point of b, where it bends: the section that is turned"}, s.atB);
  visit(Field{"stiffness", "N m/rad", "moment per relative angle"}, s.stiffness);
  visit(Field{"rest_angle", "rad", "relative angle without spring moment"}, s.restAngle);
  visit(Field{"preload", "N m", "constant moment on b"}, s.preload);
  visit(Field{"damping", "N m s/rad", "moment per relative angular velocity"}, s.damping);
}

template <FieldsOf<Spring> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "", "body at one end, or frame"}, s.a);
  visit(Field{"b", "", "body at the other end", true}, s.b);
  visit(Field{"at_a", "m", "end of the spring in the axes of a"}, s.atA);
  visit(Field{"at_b", "m", "end of the spring in the axes of b"}, s.atB);
  visit(Field{"stiffness", "N/m", "tension per elongation"}, s.stiffness);
  visit(Field{"free_length", "m", "length without spring force"}, s.freeLength);
  visit(Field{"preload", "N", "tension at the free length"}, s.preload);
  visit(Field{"damping", "N s/m", "tension per rate of the length"}, s.damping);
}

template <FieldsOf<Load> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"b", "", "body the force acts on", true}, s.b);
  visit(Field{"at_b", "m", "point the force acts at, in the axes of b"}, s.atB);
  visit(Field{"fx", "N", "law of the force along x"}, s.fx);
  visit(Field{"fy", "N", "law of the force along y"}, s.fy);
  visit(Field{"axes", "", "axes of fx and fy: world, or body to turn with b"}, s.axes);
}

template <FieldsOf<RopeRing> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"body", "", "body that carries the ring, or frame"}, s.body);
  visit(Field{"at", "m", "the ring in the axes of that body", true}, s.at);
}

template <FieldsOf<Rope> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"a", "", "body at one end, or frame"}, s.a);
  visit(Field{"b", "", "body at the other end", true}, s.b);
  visit(Field{"at_a", "m", "end of the rope in the axes of a"}, s.atA);
  visit(Field{"at_b", "m", "end of the rope in the axes of b"}, s.atB);
  visit(Field{"rings", "",
              "guide rings or small pulleys that it runs through without friction, in order from a to b; it "
              "never leaves them"},
        s.rings);
  visit(Field{"length", "m", "of the whole rope; absent: taut as drawn"}, s.length);
  visit(Field{"restitution", "1", "coefficient e of the jerk when it becomes taut, 0 to 1"}, s.restitution);
}

template <FieldsOf<ForceElement> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name in channels", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"active", "1", "0 switches the element off"}, s.active);
  visit.alternatives(Field{"type", "", "kind of force element", true}, s.kind, Words<ForceKind>::names);
}

template <FieldsOf<LineSurface> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"from", "m", "start of the line in the axes of a", true}, s.from);
  visit(Field{"to", "m", "its end", true}, s.to);
  visit(Field{"side", "", "side on which b stays, seen along the line"}, s.side);
}

template <FieldsOf<PolylineSurface> S, class V>
void visitFields(S& s, V&& visit) {
  visitShared(Field{"points", "m", "corners in the axes of a, in order", true}, s.points, visit);
  visit(Field{"closed", "1", "1: the last corner is joined to the first"}, s.closed);
  visit(Field{"side", "", "side on which b stays, seen along the line"}, s.side);
}

template <FieldsOf<ArcSurface> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"center", "m", "centre in the axes of a"}, s.center);
  visit(Field{"radius", "m", "radius of the surface", true}, s.radius);
  visit(Field{"from", "rad", "angle in the axes of a at which the arc begins", true}, s.from);
  visit(Field{"to", "rad", "angle at which it ends, counter-clockwise from the beginning", true}, s.to);
  visit(Field{"side", "", "side on which b stays"}, s.side);
}

template <FieldsOf<CircleSurface> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"center", "m", "centre in the axes of a"}, s.center);
  visit(Field{"radius", "m", "radius of the surface", true}, s.radius);
  visit(Field{"side", "", "side on which b stays"}, s.side);
}

template <FieldsOf<OutlineSurface> S, class V>
void visitFields(S&, V&&) {}

template <FieldsOf<CurveSurface> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"curve", "", "closed curve: the rim of a cam", true}, s.curve);
  visit(Field{"center", "m", "origin of the curve in the axes of a"}, s.center);
  visit(Field{"axis", "rad", "direction of the curve's x axis in the axes of a"}, s.axis);
  visit(Field{"side", "", "side on which b stays"}, s.side);
}

template <FieldsOf<ContactPair> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name in channels", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"active", "1", "0 switches the pair off"}, s.active);
  visit(Field{"a", "", "body that carries the surface, or frame"}, s.a);
  visit(Field{"b", "", "body that carries the point or circle; empty: nothing meets the surface yet", true},
        s.b);
  visit(Field{"at_b", "m", "the point, or the centre of the circle, in the axes of b"}, s.atB);
  visit(Field{"radius_b", "m", "radius of the circle around at_b; 0: a point"}, s.radius);
  visit(Field{"outline_b", "",
              "true: b touches all around, with its outline, instead of in the one point at_b"},
        s.outlineB);
  visit(Field{"bodies", "",
              "with outline_b: more bodies that touch as b does, the surface, b and each other; those that a "
              "joint connects do not touch each other, and those that other contacts name too do so in one "
              "only: that between the two outlines, or else the first"},
        s.bodies);
  visit(
      Field{
          "thickness", "m",
          "how far the material reaches behind the surface; what starts deeper is on its other side; absent: "
          "by its shape (a twentieth of the length of an open line, solid where it is closed)"},
      s.thickness);
  visitLaws(s, visit);
  visit.alternatives(Field{"type", "", "kind of surface", true}, s.surface, Words<Surface>::names);
}

template <FieldsOf<ConstantSpeed> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"start", "rad|m", "coordinate at t = 0; as drawn when absent"}, s.start);
  visit(Field{"speed", "rad/s|m/s", "rate of the coordinate", true}, s.speed);
}

template <class S, class V>
requires FieldsOf<S, Polynomial345> || FieldsOf<S, Cycloidal>
void visitFields(S& s, V&& visit) {
  visit(Field{"start", "rad|m", "coordinate before the stroke; as drawn when absent"}, s.start);
  visit(Field{"rise", "rad|m", "length of the stroke", true}, s.rise);
  visit(Field{"begin", "s", "start of the stroke"}, s.begin);
  visit(Field{"duration", "s", "time of the stroke"}, s.duration);
}

template <FieldsOf<TableMotion> S, class V>
void visitFields(S& s, V&& visit) {
  visitShared(Field{"times", "s", "rising times of the table", true}, s.times, visit);
  visitShared(
      Field{"values", "rad|m", "coordinate at each time; a natural cubic spline between, held outside", true},
      s.values, visit);
}

template <FieldsOf<ExpressionMotion> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"coordinate", "rad|m", "law: an expression of t and parameters", true}, s.coordinate);
}

template <FieldsOf<Drive> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name in channels", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"joint", "", "joint whose coordinate it drives: revolute, prismatic, slot or point on curve",
              true},
        s.joint);
  visit(Field{"active", "1", "0 switches the drive off"}, s.active);
  visit(Field{"efficiency", "1",
              "of the gearbox between motor and joint, in either direction: the motor gives more than the "
              "joint takes, and gets less than the joint gives back"},
        s.efficiency);
  visit.alternatives(Field{"type", "", "kind of motion law", true}, s.kind, Words<MotionKind>::names);
}

template <FieldsOf<Branch> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"first", "", "joint at one end of two links", true}, s.first);
  visit(Field{"elbow", "", "joint between the two links", true}, s.elbow);
  visit(Field{"last", "", "joint at the other end", true}, s.last);
  visit(Field{"side", "", "side of the line from first to last on which the elbow lies at the start", true},
        s.side);
}

template <FieldsOf<Parameter> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name in expressions and for --set", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"value", "*", "number, quantity or expression of parameters above it"}, s.value);
  visit(Field{"unit", "", "unit it is shown in"}, s.unit);
  visit(Field{"min", "*", "least value of its slider"}, s.min);
  visit(Field{"max", "*", "greatest value of its slider"}, s.max);
  visit(Field{"choices", "", "allowed words: makes it a word parameter"}, s.choices);
  visit(Field{"choice", "", "the word in force; the first of choices when absent"}, s.choice);
}

template <FieldsOf<Case> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name for --case", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"note", "", "what this case shows"}, s.note);
  visit(Field{"set", "", "parameter values of this case"}, s.set);
}

template <FieldsOf<Trace> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name in channels", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"b", "", "body the point belongs to", true}, s.b);
  visit(Field{"at_b", "m", "the point in the axes of b"}, s.atB);
}

template <FieldsOf<Picture> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name by which it is chosen", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"file", "", "PNG or JPEG, relative to the file of the mechanism", true}, s.file);
  visit(Field{"at", "m", "its middle"}, s.at);
  visit(Field{"angle", "rad", "by which it is turned"}, s.angle);
  visit(Field{"width", "m", "its width; the height follows from the file"}, s.width);
  visit(Field{"opacity", "1", "0: not to be seen, 1: not dimmed"}, s.opacity);
  visit(Field{"hidden", "", "it is not shown"}, s.hidden);
  visit(Field{"locked", "", "the mouse does not take hold of it"}, s.locked);
}

template <FieldsOf<SimulationSettings> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"duration", "s", "simulated time"}, s.duration);
  visit(Field{"output_interval", "s", "time between samples; events add samples of their own"},
        s.outputInterval);
  visit(
      Field{
          "start", "",
          "drawn: links that bend begin straight; equilibrium: everything begins where gravity, springs and "
          "loads are in balance, near the drawn position, with the drawn velocities"},
      s.start);
  visit(Field{"integrator", "",
              "dop853 (order 8) or dopri5 (order 5), which stop at every event, or moreau_jean (fixed step, "
              "order 1), "
              "which takes the events of a step together: for many contacts"},
        s.integrator);
  visit(Field{"relative_tolerance", "1", "of each step"}, s.relativeTolerance);
  visit(Field{"absolute_tolerance", "1", "of each step, in SI units of each variable"}, s.absoluteTolerance);
  visit(Field{"max_step", "s", "greatest step; 0: free"}, s.maxStep);
  visit(Field{"time_step", "s", "with moreau_jean: its step"}, s.timeStep);
  visit(Field{"capture_speed", "m/s", "slower rebounds end in contact"}, s.captureSpeed);
  visit(Field{"impacts", "",
              "contacts that touch when one is hit: simultaneous (all at once) or sequential (blow by blow)"},
        s.impacts);
  visit(Field{"drift_control", "", "how joints are kept closed: projection (after every step) or baumgarte"},
        s.driftControl);
  visit(Field{"baumgarte_alpha", "1/s", "with baumgarte: rate at which the error of a joint is damped"},
        s.baumgarteAlpha);
  visit(Field{"baumgarte_beta", "1/s", "with baumgarte: rate at which the error of a joint is pulled back"},
        s.baumgarteBeta);
}

template <FieldsOf<UnitChoice> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"length", "", "unit of lengths: mm, cm, m or in"}, s.length);
  visit(Field{"angle", "", "unit of angles: deg or rad"}, s.angle);
  visit(Field{"digits", "1", "significant digits of a number that is shown"}, s.digits);
}

template <FieldsOf<PlotView> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"name", "", "title; absent: from its channels"}, s.name);
  visit(
      Field{
          "kind", "",
          "channels (over time), impulses (of the events), xy (over another channel) or spectrum (amplitude "
          "over frequency)"},
      s.kind);
  visit(Field{"channels", "", "what is drawn: channels, or expressions of channels"}, s.channels);
  visit(Field{"over", "", "of xy: the channel along the other axis"}, s.over);
  visit(Field{"equal_axes", "", "of xy: one scale for both axes"}, s.equalAxes);
  visit(Field{"every_turn", "", "of xy: a dot a turn of the crank instead of a line"}, s.everyTurn);
  visit(Field{"clearance_of", "", "of xy: joint with play whose clearance circle is drawn"}, s.clearanceOf);
  visit(Field{"window", "", "of spectrum: rectangular, hann or flat_top"}, s.window);
  visit(Field{"log_x", "", "of spectrum: logarithmic frequencies"}, s.logX);
  visit(Field{"log_y", "", "logarithmic values"}, s.logY);
  visit(Field{"hide_zero", "", "curves that are zero throughout are not listed"}, s.hidesZero);
}

template <FieldsOf<PublishedValue> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"what", "", "the published quantity in words", true}, s.what);
  visit(Field{"channel", "", "our channel, or impulse_x, impulse_y, impulse of a receipt", true}, s.channel);
  visit(Field{"at", "", "start, end, 'before event N' or 'after event N'", true}, s.at);
  visit(Field{"value", "*", "the published value", true}, s.value);
  visit(Field{"unit", "", "its unit"}, s.unit);
  visit(Field{"source", "", "paper and equation"}, s.source);
  visit(Field{"note", "", "why ours differs"}, s.note);
  visit(Field{"cases", "", "cases it belongs to; absent: all"}, s.cases);
}

template <FieldsOf<Reference> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"file", "", "table of numbers (CSV), relative to the file of the mechanism", true}, s.file);
  visit(Field{"source", "", "where the numbers come from"}, s.source);
  visit(Field{"channel", "", "our channel", true}, s.channel);
  visit(Field{"time_column", "", "number of the column from 1, or its name in the header"}, s.timeColumn);
  visit(Field{"value_column", "", "number of the column from 1, or its name in the header"}, s.valueColumn);
  visit(Field{"delimiter", "", "between columns: one character, tab or blank; absent: found"}, s.delimiter);
  visit(Field{"header", "", "whether the first row names the columns; found: when it holds no numbers"},
        s.header);
  visit(Field{"time_unit", "", "of the column; absent: what its name has in brackets, else s"}, s.timeUnit);
  visit(Field{"value_unit", "", "of the column; absent: what its name has in brackets, else SI"},
        s.valueUnit);
  visit(Field{"time_shift", "s", "added to its times, after scaling"}, s.timeShift);
  visit(Field{"time_scale", "1", "its times are multiplied by this"}, s.timeScale);
  visit(Field{"cases", "", "cases it belongs to; absent: all"}, s.cases);
}

template <FieldsOf<StudyParameter> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"parameter", "", "id of the parameter", true}, s.parameter);
  visit(Field{"values", "*", "its values, plain numbers in the unit of the parameter"}, s.values);
  visit(Field{"words", "", "the words of a word parameter"}, s.words);
  visit(Field{"from", "*", "least value of a range"}, s.from);
  visit(Field{"to", "*", "greatest value of a range"}, s.to);
  visit(Field{"count", "1", "values of the range on a grid, both ends included"}, s.count);
  visit(Field{"spacing", "", "of the range: linear or logarithmic"}, s.spacing);
  visit(Field{"distribution", "",
              "at random points: uniform or triangular (from, to, mode), normal (mean, deviation), or none: "
              "values, words or range, each as likely"},
        s.distribution);
  visit(Field{"mean", "*", "of a normal distribution"}, s.mean);
  visit(Field{"deviation", "*", "standard deviation of a normal distribution"}, s.deviation);
  visit(Field{"mode", "*", "most likely value of a triangular distribution; absent: the middle"}, s.mode);
}

template <FieldsOf<StudyQuantity> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name of its column", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"value", "", "expression over a run (core/doc/studies.md), in SI", true}, s.value);
  visit(Field{"unit", "", "SI unit of the value, for headings"}, s.unit);
}

template <FieldsOf<Study> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name for clank-cli study", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"note", "", "what it answers"}, s.note);
  visit(Field{"case", "", "case that its runs start from; absent: the first"}, s.caseId);
  visit(
      Field{"sampling", "",
            "grid (every combination), random, latin_hypercube, sobol, or sensitivity (for Sobol's indices)"},
      s.sampling);
  visit(Field{"runs", "1", "number of points; of sensitivity in each of its n + 2 tables"}, s.runs);
  visit(Field{"seed", "1", "of the random points"}, s.seed);
  visit(Field{"parameters", "", "what differs from run to run", true}, s.parameters);
  visit(Field{"quantities", "", "what is computed of every run", true}, s.quantities);
  visit(Field{"keep", "", "of every run: nothing, last_state, or the samples of channels"}, s.keep);
  visit(Field{"channels", "", "with keep channels: which"}, s.channels);
  visit(Field{"time_limit", "s",
              "of computing a run; 0: none. A run that takes longer is a row with that reason"},
        s.timeLimit);
}

template <FieldsOf<SearchedParameter> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"parameter", "", "id of the parameter", true}, s.parameter);
  visit(Field{"from", "*", "least value, a plain number in the unit of the parameter", true}, s.from);
  visit(Field{"to", "*", "greatest value", true}, s.to);
  visit(Field{"start", "*", "first value that is tried; absent: that of the case"}, s.start);
}

template <FieldsOf<PathFit> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name in objective and constraints; its value is a root mean square, in m", true},
        s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"trace", "", "id of the trace whose path is to pass the points", true}, s.trace);
  visit(Field{"points", "m", "the target points"}, s.points);
  visit(Field{"curve", "", "instead of points: a curve on which they lie evenly"}, s.curve);
  visit(Field{"at", "m", "origin of the curve"}, s.at);
  visit(Field{"axis", "rad", "direction of the curve's x axis"}, s.axis);
  visit(Field{"count", "1", "number of points on the curve"}, s.count);
  visit(Field{"by", "",
              "distance of a point from the nearest place of the path, or from the place at its time"},
        s.by);
  visit(Field{"times", "s", "with by time: of the points; absent: evenly from start to end of the run"},
        s.times);
}

template <FieldsOf<SearchConstraint> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"value", "", "expression over parameters, quantities and fits, in SI", true}, s.value);
  visit(Field{"at_least", "*", "least value, in SI or with its unit"}, s.atLeast);
  visit(Field{"at_most", "*", "greatest value"}, s.atMost);
}

template <FieldsOf<Optimisation> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"id", "", "name for clank-cli optimise", true}, s.id);
  visit(Field{"name", "", "name shown to people"}, s.name);
  visit(Field{"note", "", "what it is after"}, s.note);
  visit(Field{"case", "", "case that its runs start from; absent: the first"}, s.caseId);
  visit(Field{"parameters", "", "what is searched, with bounds", true}, s.parameters);
  visit(Field{"quantities", "", "numbers of a run"}, s.quantities);
  visit(Field{"fits", "", "distances of a traced path from target points"}, s.fits);
  visit(Field{"aim", "", "minimise or maximise the objective"}, s.aim);
  visit(Field{"objective", "", "expression over parameters, quantities and fits, in SI", true}, s.objective);
  visit(Field{"constraints", "", "bounds that the result keeps"}, s.constraints);
  visit(Field{"global", "",
              "search of the whole range: direct (rectangles), crs (controlled random search), isres (an "
              "evolution strategy) or none"},
        s.global);
  visit(Field{"global_runs", "1", "most runs of it"}, s.globalRuns);
  visit(Field{"local", "",
              "search from the best point on: cobyla, bobyqa (without constraints), sbplx or none"},
        s.local);
  visit(Field{"local_runs", "1", "most runs of it"}, s.localRuns);
  visit(Field{"tolerance", "1", "the local search ends when its steps are less than this part of the ranges"},
        s.tolerance);
  visit(Field{"seed", "1", "of the random numbers"}, s.seed);
  visit(Field{"time_limit", "s", "of computing a run; 0: none. A run that takes longer counts as failed"},
        s.timeLimit);
}

template <FieldsOf<Mechanism> S, class V>
void visitFields(S& s, V&& visit) {
  visit(Field{"name", "", "title"}, s.name);
  visit(Field{"description", "", "what it is and where it comes from"}, s.description);
  visit(Field{"gravity", "m/s2", "acceleration of gravity"}, s.gravity);
  visit(Field{"parameters", "", "named numbers and words"}, s.parameters);
  visit(Field{"cases", "", "named parameter sets; the first is the default"}, s.cases);
  visit(Field{"bodies", "", "moving links; the ground link is called frame"}, s.bodies);
  visit(Field{"joints", "", "connections"}, s.joints);
  visit(Field{"branches", "", "which way two links are put together, where the drawing is to be overruled"},
        s.branches);
  visit(Field{"drives", "", "joints that follow a motion law"}, s.drives);
  visit(Field{"forces", "", "torques, springs, dampers, loads, ropes"}, s.forces);
  visit(Field{"contacts", "", "points and circles that can hit surfaces"}, s.contacts);
  visit(Field{"traces", "", "points whose paths are drawn and recorded"}, s.traces);
  visit(Field{"pictures", "", "pictures behind the drawing, to draw over"}, s.pictures);
  visit(Field{"simulation", "", "settings of a run"}, s.simulation);
  visit(Field{"units", "", "units and digits that people see in the window; files and channels stay SI"},
        s.units);
  visit(Field{"plots", "", "plots beside the mechanism, from left to right; absent: what it has by default"},
        s.plots);
  visit(Field{"published", "", "published numbers shown beside ours"}, s.published);
  visit(Field{"references", "", "curves from elsewhere that channels are compared with"}, s.references);
  visit(Field{"studies", "", "many runs with parameters that differ"}, s.studies);
  visit(Field{"optimisations", "", "searches for the best values of parameters"}, s.optimisations);
}

}  // namespace clank
