// SPDX-License-Identifier: GPL-3.0-or-later
// Each test breaks one thing of a sound pendulum and reads what the user is told.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "core/model/mechanism.h"
#include "tests/unit/model/mechanism_samples.h"

namespace clank {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct Broken {
  std::string name;
  std::function<void(Mechanism&)> breakIt;
  std::string where, what;
  Severity severity = Severity::error;
};

PhaseChange& changeOf(Mechanism& m) {
  return m.joints[0].metamorphic->changes[0];
}
Torque& torqueOf(Mechanism& m) {
  return std::get<Torque>(m.forces[0].kind);
}
// A rope in place of the torque, from the frame to the rod.
Rope& ropeOf(Mechanism& m) {
  Rope rope;
  rope.b = "rod";
  rope.atA = {5.0, 7.0};
  m.forces[0].kind = rope;
  return std::get<Rope>(m.forces[0].kind);
}

// Another kind for the joint, without what needs its angle.
void joinBy(Mechanism& m, JointKind kind) {
  m.joints[0].kind = std::move(kind);
  m.joints[0].metamorphic.reset();
  m.forces.clear();
}

Gear& joinByTeeth(Mechanism& m) {
  joinBy(m, Gear{0.1, 0.2});
  m.joints[0].atB.x = 0.3;
  return std::get<Gear>(m.joints[0].kind);
}

class BrokenMechanism : public testing::TestWithParam<Broken> {};

TEST_P(BrokenMechanism, HasExactlyThisProblem) {
  Mechanism mechanism = samplePendulum();
  GetParam().breakIt(mechanism);
  const Problems problems = validate(mechanism);
  ASSERT_EQ(problems.size(), 1U) << listProblems(problems);
  EXPECT_EQ(problems[0].where, GetParam().where);
  EXPECT_EQ(problems[0].what, GetParam().what);
  EXPECT_EQ(problems[0].severity, GetParam().severity);
}

TEST(Validate, AMassThatIsTooLargeIsNotCalledTooSmall) {
  Mechanism mechanism = samplePendulum();
  Body& rod = mechanism.bodies[0];
  rod.length = rod.section = rod.density = std::nullopt;
  rod.mass = 1e308;  // its inverse has lost digits
  rod.inertia = 1.0;
  const Problems problems = validate(mechanism);
  ASSERT_FALSE(problems.empty());
  for (const Problem& problem : problems)
    EXPECT_NE(problem.what.find("too large"), std::string::npos) << problem.what;
}

std::string nameOf(const testing::TestParamInfo<Broken>& info) {
  return info.param.name;
}

JointFriction& giveFriction(Mechanism& m) {
  return m.joints[0].friction.emplace();
}

INSTANTIATE_TEST_SUITE_P(
    Friction, BrokenMechanism,
    testing::Values(
        Broken{"OfAWeld",
               [](Mechanism& m) {
                 joinBy(m, Weld{});
                 giveFriction(m).constant = 1;
               },
               "/joints/0/friction",
               "joint O: friction: a weld has no coordinate along which it could rub; give friction to the "
               "joints that hold its parts"},
        Broken{"NoRadius", [](Mechanism& m) { giveFriction(m).coefficient = 0.1; },
               "/joints/0/friction/radius",
               "joint O: friction: the coefficient acts at the radius of the pin, which is missing"},
        Broken{"NegativeConstant", [](Mechanism& m) { giveFriction(m).constant = -1; },
               "/joints/0/friction/constant", "joint O: friction: constant is -1, but it cannot be negative"},
        Broken{"NegativeViscous", [](Mechanism& m) { giveFriction(m).viscous = -1; },
               "/joints/0/friction/viscous", "joint O: friction: viscous is -1, but it cannot be negative"},
        Broken{"LessAtRest",
               [](Mechanism& m) {
                 giveFriction(m).constant = 2;
                 m.joints[0].friction->staticConstant = 1;
               },
               "/joints/0/friction/static_constant",
               "joint O: friction: the constant at rest (1) is lower than in motion (2)"},
        Broken{"RadiusOfASlot",
               [](Mechanism& m) {
                 joinBy(m, Slot{});
                 giveFriction(m).radius = 1;
               },
               "/joints/0/friction/radius", "joint O: friction: only a revolute joint has a pin: no effect",
               Severity::warning},
        Broken{"GuideOfAPin", [](Mechanism& m) { giveFriction(m).guideLength = 1; },
               "/joints/0/friction/guide_length",
               "joint O: friction: only a prismatic joint carries a moment by its edges: no effect",
               Severity::warning}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Names, BrokenMechanism,
    testing::Values(
        Broken{"NoId", [](Mechanism& m) { m.forces[0].id = ""; }, "/forces/0/id",
               "force element 1 has no id"},
        Broken{"DottedId", [](Mechanism& m) { m.forces[0].id = "a.b"; }, "/forces/0/id",
               "the id 'a.b' of force element 1 must be a letter or _, then letters, digits or _"},
        Broken{"DigitFirst", [](Mechanism& m) { m.forces[0].id = "1a"; }, "/forces/0/id",
               "the id '1a' of force element 1 must be a letter or _, then letters, digits or _"},
        Broken{"Frame", [](Mechanism& m) { m.forces[0].id = "frame"; }, "/forces/0/id",
               "force element 1 cannot be called 'frame': that is the ground link; call it 'frame1'"},
        Broken{"Time", [](Mechanism& m) { m.forces[0].id = "t"; }, "/forces/0/id",
               "force element 1 cannot be called 't': that has a meaning in expressions; call it 't1'"},
        Broken{"Pi", [](Mechanism& m) { m.forces[0].id = "pi"; }, "/forces/0/id",
               "force element 1 cannot be called 'pi': that has a meaning in expressions; call it 'pi1'"},
        Broken{"Function", [](Mechanism& m) { m.forces[0].id = "sin"; }, "/forces/0/id",
               "force element 1 cannot be called 'sin': that has a meaning in expressions; call it 'sin1'"},
        Broken{"Twice", [](Mechanism& m) { m.forces[0].id = "rod"; }, "/forces/0/id",
               "force element 1 has the id 'rod' of body 1"},
        Broken{"ParameterTwice", [](Mechanism& m) { m.parameters = {numberParameter("O", "1")}; },
               "/joints/0/id", "joint 1 has the id 'O' of parameter 1"},
        Broken{"CaseWithoutId", [](Mechanism& m) { m.cases.resize(1); }, "/cases/0/id", "case 1 has no id"},
        Broken{"CaseTwice",
               [](Mechanism& m) {
                 m.cases.resize(2);
                 m.cases[0].id = m.cases[1].id = "a-b";
               },
               "/cases/1/id", "case 2 has the id 'a-b' of case 1"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Bodies, BrokenMechanism,
    testing::Values(
        Broken{"NoMass",
               [](Mechanism& m) {
                 m.bodies[0].length = m.bodies[0].section = m.bodies[0].density = std::nullopt;
               },
               "/bodies/0", "body rod has no mass: give mass and inertia, or length, section and density"},
        Broken{"DiscWithoutMass",
               [](Mechanism& m) {
                 m.bodies[0].length = m.bodies[0].section = m.bodies[0].density = std::nullopt;
                 m.bodies[0].radius = 0.1;
               },
               "/bodies/0", "body rod has no mass: give its mass, or thickness and density"},
        Broken{"DiscWithoutDensity",
               [](Mechanism& m) {
                 m.bodies[0].length = m.bodies[0].section = m.bodies[0].density = std::nullopt;
                 m.bodies[0].radius = 0.1;
                 m.bodies[0].thickness = 0.01;
               },
               "/bodies/0", "body rod has thickness but no density"},
        Broken{"ThicknessOfARod", [](Mechanism& m) { m.bodies[0].thickness = 0.01; }, "/bodies/0/thickness",
               "body rod: thickness belongs to a disc; give it a radius, or leave it out"},
        Broken{"NegativeRadius", [](Mechanism& m) { m.bodies[0].radius = -0.1; }, "/bodies/0/radius",
               "body rod: its radius is negative"},
        Broken{"MassTwiceWithSection",
               [](Mechanism& m) {
                 m.bodies[0].mass = m.bodies[0].inertia = 1.0;
                 m.bodies[0].density = std::nullopt;
               },
               "/bodies/0",
               "body rod has its mass twice: give either mass and inertia, or length, section and density"},
        Broken{"MassTwice", [](Mechanism& m) { m.bodies[0].mass = 1.0; }, "/bodies/0",
               "body rod has its mass twice: give either mass and inertia, or length, section and density"},
        Broken{"NoDensity", [](Mechanism& m) { m.bodies[0].density = std::nullopt; }, "/bodies/0",
               "body rod has length and section but no density"},
        Broken{"OnlyLength", [](Mechanism& m) { m.bodies[0].density = m.bodies[0].section = std::nullopt; },
               "/bodies/0", "body rod has length but no section and no density"},
        Broken{"NoInertia",
               [](Mechanism& m) {
                 m.bodies[0].length = m.bodies[0].section = m.bodies[0].density = std::nullopt;
                 m.bodies[0].mass = 1.0;
               },
               "/bodies/0", "body rod has mass but no inertia"},
        Broken{"ZeroLength", [](Mechanism& m) { m.bodies[0].length = 0.0; }, "/bodies/0/length",
               "body rod: the length is zero, but it must be positive"},
        Broken{"NegativeDensity", [](Mechanism& m) { m.bodies[0].density = -1.0; }, "/bodies/0/density",
               "body rod: the density is negative, but it must be positive"},
        Broken{"TooLight", [](Mechanism& m) { m.bodies[0].length = 1e-140; }, "/bodies/0",
               "body rod: mass or inertia is too small to compute with"},
        Broken{"CenterOfRod", [](Mechanism& m) { m.bodies[0].center.x = 0.1; }, "/bodies/0/center",
               "body rod: center has no effect on a rod; its centre is at half its length",
               Severity::warning},
        Broken{"NegativeWidth", [](Mechanism& m) { m.bodies[0].width = -0.1; }, "/bodies/0/width",
               "body rod: the drawn width is negative"},
        Broken{"OutlineOfTwo", [](Mechanism& m) { m.bodies[0].outline.resize(2); }, "/bodies/0/outline",
               "body rod: an outline needs at least three points, this has 2"},
        Broken{"Degrees", [](Mechanism& m) { m.bodies[0].pose.angle = -90; }, "/bodies/0/pose/angle",
               "body rod: -90 rad are -14.3 turns; for degrees write \"-90 deg\"", Severity::warning},
        Broken{"NotFinite", [](Mechanism& m) { m.bodies[0].velocity.omega = kNaN; },
               "/bodies/0/velocity/omega", "rod, omega: the value is not a finite number"},
        Broken{"NotFiniteMassDatum", [](Mechanism& m) { m.bodies[0].density = kNaN; }, "/bodies/0/density",
               "rod, density: the value is not a finite number"},
        Broken{"NoJoint",
               [](Mechanism& m) {
                 m.joints.clear();
                 torqueOf(m).moment.text = "0";
               },
               "/bodies/0", "body rod has no joint, no rope and no contact: nothing holds it",
               Severity::warning}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Joints, BrokenMechanism,
    testing::Values(
        Broken{"UnknownBody", [](Mechanism& m) { m.joints[0].a = "fram"; }, "/joints/0/a",
               "joint O: there is no body 'fram'; did you mean 'frame'?"},
        Broken{"Itself", [](Mechanism& m) { m.joints[0].a = "rod"; }, "/joints/0/b",
               "joint O connects 'rod' with itself"},
        Broken{"MetamorphicWeld",
               [](Mechanism& m) {
                 m.joints[0].kind = Weld{};
                 torqueOf(m).moment.text = "0";
                 m.joints[0].metamorphic->phases[1] = {"locked", "", Released{}, false, {}};
               },
               "/joints/0/metamorphic/changes/0/guard",
               "joint O: a weld has no coordinate that reaches a limit"},
        Broken{
            "RodOfNoLength", [](Mechanism& m) { joinBy(m, Distance{}); }, "/joints/0/at_b",
            "joint O: the ends are drawn at the same place, so the rod has no length; for no distance use a "
            "revolute joint"},
        Broken{"RodOfZero",
               [](Mechanism& m) {
                 joinBy(m, Distance{0.0});
                 m.joints[0].atB.x = 0.1;
               },
               "/joints/0/length",
               "joint O: the length must be positive; for no distance use a revolute joint"},
        Broken{"MetamorphicRod",
               [](Mechanism& m) {
                 const auto phases = m.joints[0].metamorphic;
                 joinBy(m, Distance{});
                 m.joints[0].atB.x = 0.1;
                 m.joints[0].metamorphic = phases;
                 changeOf(m).guard = TimeGuard{0.5};
               },
               "/joints/0/metamorphic/phases/1/locked",
               "joint O: in phase 'locked' the joint has no coordinate to lock"},
        Broken{"GearOfNoRadius",
               [](Mechanism& m) {
                 joinBy(m, Gear{0.1, 0.0, Mesh::external, kFrame});
                 m.joints[0].atB.x = 0.1;
               },
               "/joints/0/radius_b", "joint O: the radius must be positive"},
        Broken{"BeltOfNoRadius",
               [](Mechanism& m) {
                 joinBy(m, Belt{0.0, 0.1, BeltPath::open, 0.0, kFrame});
                 m.joints[0].atB.x = 0.5;
               },
               "/joints/0/radius_a", "joint O: the radius must be positive"},
        Broken{"BeltTooNear",
               [](Mechanism& m) {
                 joinBy(m, Belt{0.2, 0.1, BeltPath::crossed, 0.0, kFrame});
                 m.joints[0].atB.x = 0.25;
               },
               "/joints/0/at_b",
               "joint O: the centres are drawn 0.25 m apart, but a crossed belt needs more than 0.3 m"},
        Broken{"BeltThatPushes",
               [](Mechanism& m) {
                 joinBy(m, Belt{0.2, 0.1, BeltPath::open, -5.0, kFrame});
                 m.joints[0].atB.x = 0.25;
               },
               "/joints/0/preload", "joint O: a belt cannot push: the preload must not be negative"},
        Broken{"BeltCarrier",
               [](Mechanism& m) {
                 joinBy(m, Belt{0.2, 0.1, BeltPath::open, 0.0, "arm"});
                 m.joints[0].atB.x = 0.25;
               },
               "/joints/0/carrier", "joint O: there is no body 'arm'"},
        Broken{"GearsApart",
               [](Mechanism& m) {
                 joinBy(m, Gear{0.1, 0.2, Mesh::external, kFrame});
                 m.joints[0].atB.x = 0.4;
               },
               "/joints/0", "joint O: the centres are drawn 0.4 m apart, but the radii need 0.3 m",
               Severity::warning},
        Broken{"GearCarrier",
               [](Mechanism& m) {
                 joinBy(m, Gear{0.1, 0.3, Mesh::internal, "arm"});
                 m.joints[0].atB.x = 0.2;
               },
               "/joints/0/carrier", "joint O: there is no body 'arm'"},
        Broken{"GearCarriesItself",
               [](Mechanism& m) {
                 joinBy(m, Gear{0.1, 0.3, Mesh::internal, m.joints[0].b});
                 m.joints[0].atB.x = 0.2;
               },
               "/joints/0/carrier",
               "joint O: the carrier 'rod' is one of the two gears, and the other could not turn on it; the "
               "carrier is the body on which both turn: an arm, or the frame"},
        Broken{
            "PulleyCarriesItself",
            [](Mechanism& m) {
              joinBy(m, Belt{0.2, 0.1, BeltPath::open, 0.0, m.joints[0].b});
              m.joints[0].atB.x = 0.25;
            },
            "/joints/0/carrier",
            "joint O: the carrier 'rod' is one of the two pulleys, and the other could not turn on it; the "
            "carrier is the body on which both turn: an arm, or the frame"},
        Broken{
            "TeethThatAreNotWhole",
            [](Mechanism& m) {
              joinBy(m, Gear{0.1, 0.2, Mesh::external, kFrame, 0.008});
              m.joints[0].atB.x = 0.2985;
              std::get<Gear>(m.joints[0].kind).radiusB = 0.1985;
            },
            "/joints/0/radius_b",
            "joint O: with the module 0.008 m the gear would have 49.625 teeth; for 50 teeth the radius is "
            "0.2 m"},
        Broken{"ModuleBelowZero",
               [](Mechanism& m) {
                 joinBy(m, Gear{0.1, 0.2, Mesh::external, kFrame, -0.01});
                 m.joints[0].atB.x = 0.3;
               },
               "/joints/0/module", "joint O: the module must be positive, or 0 for no teeth"},
        Broken{"EfficiencyOfNothing", [](Mechanism& m) { joinByTeeth(m).efficiency = 0; },
               "/joints/0/efficiency", "joint O: the efficiency is 0, but it must be above 0 and at most 1"},
        Broken{"EfficiencyAboveOne", [](Mechanism& m) { joinByTeeth(m).efficiency = 1.2; },
               "/joints/0/efficiency",
               "joint O: the efficiency is 1.2, but it must be above 0 and at most 1"},
        Broken{
            "TeethThatLoseOneWayOnly", [](Mechanism& m) { joinByTeeth(m).reverseEfficiency = Quantity(0.5); },
            "/joints/0/reverse_efficiency",
            "joint O: teeth that lose nothing where a drives lose nothing where b drives: the efficiency is "
            "1, the reverse one 0.5"},
        Broken{"ReverseEfficiencyAboveOne",
               [](Mechanism& m) {
                 Gear& gear = joinByTeeth(m);
                 gear.efficiency = 0.9;
                 gear.reverseEfficiency = Quantity(1.5);
               },
               "/joints/0/reverse_efficiency",
               "joint O: the efficiency where b drives is 1.5, but it must be at most 1"},
        Broken{"BacklashBelowZero", [](Mechanism& m) { joinByTeeth(m).backlash = -0.001; },
               "/joints/0/backlash", "joint O: the backlash is -0.001 m, but it must not be negative"},
        Broken{
            "BacklashWithLosses",
            [](Mechanism& m) {
              Gear& gear = joinByTeeth(m);
              gear.backlash = 0.001;
              gear.efficiency = 0.9;
            },
            "/joints/0/backlash",
            "joint O: teeth have backlash or an efficiency, not both: leave the one that matters less away, "
            "or give the losses to the joints of the shafts as friction"},
        Broken{"RestitutionOfTeeth",
               [](Mechanism& m) {
                 Gear& gear = joinByTeeth(m);
                 gear.restitution = 1.1;
                 gear.backlash = 0.001;
               },
               "/joints/0/restitution", "joint O: the restitution is 1.1, but it must be from 0 to 1"},
        Broken{"RestitutionWithoutBacklash", [](Mechanism& m) { joinByTeeth(m).restitution = 0.3; },
               "/joints/0/restitution",
               "joint O: restitution has no effect: without backlash teeth do not part", Severity::warning},
        Broken{"RackOfNoRadius", [](Mechanism& m) { joinBy(m, Rack{}); }, "/joints/0/radius",
               "joint O: the radius is zero"},
        Broken{"NoPhases",
               [](Mechanism& m) {
                 m.joints[0].metamorphic->phases.clear();
                 m.joints[0].metamorphic->changes.clear();
               },
               "/joints/0/metamorphic/phases", "joint O: a metamorphic joint needs at least one phase"},
        Broken{"NoChange", [](Mechanism& m) { m.joints[0].metamorphic->changes.clear(); },
               "/joints/0/metamorphic/changes",
               "joint O: it has phases but no phase change: it stays in the first", Severity::warning},
        Broken{"PhaseTwice",
               [](Mechanism& m) {
                 m.joints[0].metamorphic->phases.push_back(m.joints[0].metamorphic->phases[0]);
               },
               "/joints/0/metamorphic/phases/2/id", "joint O: two phases are called 'free'"},
        Broken{"UnknownPhase", [](Mechanism& m) { changeOf(m).to = "lokced"; },
               "/joints/0/metamorphic/changes/0/to",
               "joint O: there is no phase 'lokced'; did you mean 'locked'?"},
        Broken{"SamePhase", [](Mechanism& m) { changeOf(m).to = "free"; },
               "/joints/0/metamorphic/changes/0/to",
               "joint O: a phase change from 'free' to 'free' changes nothing"},
        Broken{"NotLocked", [](Mechanism& m) { m.joints[0].metamorphic->phases[1].locked = false; },
               "/joints/0/metamorphic/changes/0/to",
               "joint O: phase 'locked' is not locked, so nothing holds the parts at the limit; set locked "
               "on the phase, "
               "or latched to 0"},
        Broken{"FromLocked", [](Mechanism& m) { m.joints[0].metamorphic->phases[0].locked = true; },
               "/joints/0/metamorphic/changes/0/from",
               "joint O: phase 'free' is locked: the joint does not move in it and never reaches the limit",
               Severity::warning},
        Broken{"RestitutionAbove", [](Mechanism& m) { changeOf(m).restitution = 1.2; },
               "/joints/0/metamorphic/changes/0/restitution",
               "joint O: the restitution is 1.2, but it must be from 0 to 1"},
        Broken{"RestitutionBelow", [](Mechanism& m) { changeOf(m).restitution = -0.1; },
               "/joints/0/metamorphic/changes/0/restitution",
               "joint O: the restitution is -0.1, but it must be from 0 to 1"},
        Broken{"Latched", [](Mechanism& m) { changeOf(m).latched = 2; },
               "/joints/0/metamorphic/changes/0/latched", "joint O: latched is 2, but it must be 0 or 1"},
        Broken{"LimitInDegrees", [](Mechanism& m) { limitOf(m).value = 180; },
               "/joints/0/metamorphic/changes/0/value",
               "joint O: 180 rad are 28.6 turns; for degrees write \"180 deg\"", Severity::warning},
        Broken{"PinInTheJoint",
               [](Mechanism& m) {
                 m.joints[0].atA = {0.1, 0.2};
                 limitOf(m).pin = Point{0.1, 0.2};
               },
               "/joints/0/metamorphic/changes/0/pin",
               "joint O: the limit pin lies in the joint itself, so its impulse has no lever arm; move it, "
               "or leave it "
               "out for a pure moment"}),
    nameOf);

// The pendulum with one change of another kind between a pin and what comes after it.
void changeBy(Mechanism& m, ChangeGuard guard, PhaseKind then = Released{}) {
  m.joints[0].metamorphic->phases[1] = {"locked", "", std::move(then), false, {}};
  changeOf(m).guard = std::move(guard);
}
const std::string kChange = "/joints/0/metamorphic/changes/0";

INSTANTIATE_TEST_SUITE_P(
    PhaseChanges, BrokenMechanism,
    testing::Values(
        Broken{"NothingToLock",
               [](Mechanism& m) {
                 changeBy(m, TimeGuard{0.5});
                 m.joints[0].metamorphic->phases[1].locked = true;
               },
               "/joints/0/metamorphic/phases/1/locked",
               "joint O: in phase 'locked' the joint has no coordinate to lock"},
        Broken{"NoWayToAPhase",
               [](Mechanism& m) {
                 changeBy(m, TimeGuard{0.5});
                 m.joints[0].metamorphic->phases.push_back({"lonely", "", {}, false, {}});
               },
               "/joints/0/metamorphic/phases/2/id", "joint O: no phase change leads to phase 'lonely'",
               Severity::warning},
        Broken{"RodOfAPhase", [](Mechanism& m) { changeBy(m, TimeGuard{0.5}, Distance{-1.0}); },
               "/joints/0/metamorphic/phases/1/length",
               "joint O: the length must be positive; for no distance use a revolute joint"},
        Broken{"BounceAgainstNothing",
               [](Mechanism& m) {
                 changeBy(m, TimeGuard{0.5});
                 changeOf(m).law = TransitionLaw::restitution;
               },
               kChange + "/law",
               "joint O: nothing to bounce against: only at a limit that leads from the joint as drawn to a "
               "locked "
               "phase of it do the parts meet; use merge or ignore"},
        Broken{"PushOfNoStop",
               [](Mechanism& m) {
                 changeBy(m, TimeGuard{0.5});
                 changeOf(m).latched = 0;
               },
               kChange + "/latched",
               "joint O: only a stop can push: a limit between phases in which the joint is as drawn"},
        Broken{"ThresholdOfZero", [](Mechanism& m) { changeBy(m, ForceGuard{0.0}); }, kChange + "/above",
               "joint O: the threshold must be positive"},
        Broken{"ThresholdBelowZero",
               [](Mechanism& m) {
                 m.joints[0].metamorphic->phases[0].locked = true;
                 changeBy(m, MomentGuard{-1.0});
               },
               kChange + "/above", "joint O: the threshold must be positive"},
        Broken{"NoReaction",
               [](Mechanism& m) {
                 changeBy(m, ForceGuard{5.0}, AsDrawn{});
                 m.joints[0].metamorphic->phases[0].kind = Released{};
               },
               kChange + "/guard", "joint O: in phase 'free' the parts are apart: there is no reaction"},
        Broken{"NoAxis",
               [](Mechanism& m) {
                 changeBy(m, ForceGuard{5.0, ForcePart::axial});
               },
               kChange + "/part", "joint O: a revolute has no axis for an axial force"},
        Broken{"NoMoment", [](Mechanism& m) { changeBy(m, MomentGuard{5.0}); }, kChange + "/guard",
               "joint O: the joint turns freely in phase 'free': it carries no moment", Severity::warning},
        Broken{"SpeedOfAWeld",
               [](Mechanism& m) {
                 joinBy(m, Weld{});
                 m.joints[0].metamorphic = samplePendulum().joints[0].metamorphic;
                 changeBy(m, SpeedGuard{1.0, Direction::rising, {}});
               },
               kChange + "/guard", "joint O: a weld has no coordinate that has a speed"},
        Broken{"SpeedOfALockedJoint",
               [](Mechanism& m) {
                 m.joints[0].metamorphic->phases[0].locked = true;
                 changeBy(m, SpeedGuard{1.0, Direction::rising, {}});
               },
               kChange + "/from",
               "joint O: phase 'free' is locked: the joint does not move in it and never has a speed",
               Severity::warning},
        Broken{"NoSpeed",
               [](Mechanism& m) {
                 changeBy(m, SpeedGuard{0.0, Direction::falling, {}});
               },
               kChange + "/value", "joint O: the speed must be positive"},
        Broken{"DueAtTheStart", [](Mechanism& m) { changeBy(m, TimeGuard{0.0}); }, kChange + "/at",
               "joint O: the change is due at the start already; start in the phase after it"},
        Broken{"AfterTheEnd", [](Mechanism& m) { changeBy(m, TimeGuard{5.0}); }, kChange + "/at",
               "joint O: the run ends at 1 s, before this change", Severity::warning},
        Broken{"UnknownName",
               [](Mechanism& m) {
                 changeBy(m, ExpressionGuard{Law{"rot.angle"}, Direction::rising, {}});
               },
               kChange + "/expression",
               "joint O: unknown name 'rot.angle'; did you mean 'rod.angle'? (column 1)"},
        Broken{"NegativeHysteresis",
               [](Mechanism& m) {
                 changeBy(m, ExpressionGuard{Law{"t - 1"}, Direction::rising, -1.0});
               },
               kChange + "/hysteresis", "joint O: the hysteresis is negative"},
        Broken{"NegativeTolerance",
               [](Mechanism& m) {
                 changeBy(m, TimeGuard{0.5});
                 changeOf(m).tolerance = -1;
               },
               kChange + "/tolerance", "joint O: the tolerance is negative"},
        Broken{"NegativeDeadTime",
               [](Mechanism& m) {
                 changeBy(m, TimeGuard{0.5});
                 changeOf(m).deadTime = -1;
               },
               kChange + "/dead_time", "joint O: the dead time is negative"},
        Broken{"OnceAtAStop", [](Mechanism& m) { changeOf(m).once = true; }, kChange,
               "joint O: a stop is met whenever its limit is reached: dead_time and once have no effect",
               Severity::warning},
        Broken{"StopsWithoutRoom",
               [](Mechanism& m) {
                 PhaseChange second = changeOf(m);
                 std::get<Limit>(second.guard) = {2.0, Direction::falling, {}, {}};
                 m.bodies[0].pose.angle = 2;
                 limitOf(m).value = 2.0;
                 m.joints[0].metamorphic->changes.push_back(second);
               },
               "/joints/0/metamorphic/changes/1/value",
               "joint O: the stops leave no room: the coordinate cannot be below 2 (rising) and above 2 "
               "(falling)"},
        Broken{
            "StopBehindAStop",
            [](Mechanism& m) {
              PhaseChange second = changeOf(m);
              std::get<Limit>(second.guard).value = 2;
              m.joints[0].metamorphic->changes.push_back(second);
            },
            "/joints/0/metamorphic/changes/1/value",
            "joint O: a stop behind another in the same phase: of 1.5 and 2 (rising) only the nearer one is "
            "ever met",
            Severity::warning},
        Broken{"DrawnBeyondItsLimit", [](Mechanism& m) { limitOf(m).value = -0.5; }, kChange + "/value",
               "joint O: it is drawn beyond its limit: the coordinate is 0, the limit -0.5 (rising)",
               Severity::warning}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Forces, BrokenMechanism,
    testing::Values(
        Broken{"UnknownBody", [](Mechanism& m) { torqueOf(m).b = "rd"; }, "/forces/0/b",
               "force element drive: there is no body 'rd'; did you mean 'rod'?"},
        Broken{"Itself", [](Mechanism& m) { torqueOf(m).a = "rod"; }, "/forces/0/b",
               "force element drive connects 'rod' with itself"},
        Broken{"UnknownName", [](Mechanism& m) { torqueOf(m).moment.text = "2*O.omga"; }, "/forces/0/moment",
               "force element drive, moment: unknown name 'O.omga'; did you mean 'O.omega'? (column 3)"},
        Broken{"EmptyLaw", [](Mechanism& m) { torqueOf(m).moment.text = ""; }, "/forces/0/moment",
               "force element drive, moment: the expression is empty (column 1)"},
        Broken{"HalfActive", [](Mechanism& m) { m.forces[0].active = 0.5; }, "/forces/0/active",
               "force element drive: active is 0.5; anything but 0 counts as 1", Severity::warning},
        Broken{"NegativeDamping",
               [](Mechanism& m) {
                 TorsionSpring spring;
                 spring.b = "rod";
                 spring.damping = -1;
                 m.forces[0].kind = spring;
               },
               "/forces/0/damping", "force element drive: a negative damping puts energy in",
               Severity::warning},
        Broken{"NegativeFreeLength",
               [](Mechanism& m) {
                 Spring spring;
                 spring.b = "rod";
                 spring.freeLength = -0.1;
                 m.forces[0].kind = spring;
               },
               "/forces/0/free_length",
               "force element drive: the free length is -0.1 m, but a length cannot be negative"},
        Broken{"RopeLength", [](Mechanism& m) { ropeOf(m).length = 0; }, "/forces/0/length",
               "force element drive: the length is 0 m, but it must be positive"},
        Broken{"RopeRestitution", [](Mechanism& m) { ropeOf(m).restitution = 1.5; }, "/forces/0/restitution",
               "force element drive: the restitution is 1.5, but it must be from 0 to 1"},
        Broken{"RopeWithoutLength",
               [](Mechanism& m) {
                 Rope& rope = ropeOf(m);
                 rope.atA = {m.bodies[0].pose.x.value, m.bodies[0].pose.y.value};
                 rope.atB = {};
               },
               "/forces/0/length",
               "force element drive: its ends are drawn at the same place; give it a length"},
        Broken{"RopeRing",
               [](Mechanism& m) {
                 ropeOf(m).rings = {{"rd", {}, {}}};
               },
               "/forces/0/rings/0/body", "force element drive: there is no body 'rd'; did you mean 'rod'?"},
        Broken{"RopeOfOneBody", [](Mechanism& m) { ropeOf(m).a = "rod"; }, "/forces/0/b",
               "force element drive connects 'rod' with itself"},
        Broken{"LoadOnTheFrame",
               [](Mechanism& m) {
                 Load load;
                 load.b = kFrame;
                 m.forces[0].kind = load;
               },
               "/forces/0/b", "force element drive acts on the frame, which does not move"},
        Broken{"LoadLaw",
               [](Mechanism& m) {
                 Load load;
                 load.b = "rod";
                 load.fy.text = "2*O.omga";
                 m.forces[0].kind = load;
               },
               "/forces/0/fy",
               "force element drive, fy: unknown name 'O.omga'; did you mean 'O.omega'? (column 3)"}),
    nameOf);

INSTANTIATE_TEST_SUITE_P(
    Simulation, BrokenMechanism,
    testing::Values(
        Broken{"Duration", [](Mechanism& m) { m.simulation.duration = 0; }, "/simulation/duration",
               "the duration must be positive"},
        Broken{"Interval", [](Mechanism& m) { m.simulation.outputInterval = -1; },
               "/simulation/output_interval", "the output interval must be positive"},
        Broken{"TooManySamples", [](Mechanism& m) { m.simulation.outputInterval = 1e-8; },
               "/simulation/output_interval",
               "duration and output interval make 1e+08 samples; at most 1e+07 are possible"},
        Broken{"NoRelativeTolerance", [](Mechanism& m) { m.simulation.relativeTolerance = 0; },
               "/simulation/relative_tolerance", "the relative tolerance must be positive"},
        Broken{"TooFine", [](Mechanism& m) { m.simulation.relativeTolerance = 1e-16; },
               "/simulation/relative_tolerance",
               "the relative tolerance is finer than numbers are: give at least 9e-16"},
        Broken{"TooLoose", [](Mechanism& m) { m.simulation.absoluteTolerance = 1; },
               "/simulation/absolute_tolerance",
               "the absolute tolerance is above 0.1: steps would be meaningless"},
        Broken{"NotFiniteTolerance", [](Mechanism& m) { m.simulation.absoluteTolerance = kNaN; },
               "/simulation/absolute_tolerance", "absolute_tolerance: the value is not a finite number"},
        Broken{"MaxStep", [](Mechanism& m) { m.simulation.maxStep = -1; }, "/simulation/max_step",
               "the greatest step is negative; 0 leaves it free"},
        Broken{"CaptureSpeed", [](Mechanism& m) { m.simulation.captureSpeed = -1; },
               "/simulation/capture_speed", "the capture speed is negative"},
        Broken{"BaumgarteAlpha", [](Mechanism& m) { m.simulation.baumgarteAlpha = -1; },
               "/simulation/baumgarte_alpha", "alpha of Baumgarte is negative: errors would grow"},
        Broken{"BaumgarteBeta", [](Mechanism& m) { m.simulation.baumgarteBeta = -1; },
               "/simulation/baumgarte_beta", "beta of Baumgarte is negative; only its square counts"}),
    nameOf);

PublishedValue publishedAt(std::string at) {
  PublishedValue value;
  value.at = std::move(at);
  return value;
}

INSTANTIATE_TEST_SUITE_P(
    Parameters, BrokenMechanism,
    testing::Values(
        Broken{"Unit", [](Mechanism& m) { m.parameters = {numberParameter("k", "1", "foot")}; },
               "/parameters/0/unit", "parameter k: 'foot' is not a unit"},
        Broken{"ChoiceWithoutChoices", [](Mechanism& m) { m.parameters = {wordParameter("w", {}, "a")}; },
               "/parameters/0/choice", "parameter w has a choice but no choices to choose from"},
        Broken{"ChoiceOutside",
               [](Mechanism& m) {
                 m.parameters = {wordParameter("w", {"a", "b"}, "c")};
               },
               "/parameters/0/choice", "parameter w: 'c' is not one of its choices"},
        Broken{"BelowMin",
               [](Mechanism& m) {
                 m.parameters = {numberParameter("k", "")};
                 m.parameters[0].value = 1;
                 m.parameters[0].min = 2.0;
               },
               "/parameters/0/value", "parameter k: the value is below its min", Severity::warning},
        Broken{"MinAboveMax",
               [](Mechanism& m) {
                 m.parameters = {numberParameter("k", "")};
                 m.parameters[0].min = 2.0;
                 m.parameters[0].max = 1.0;
               },
               "/parameters/0/min", "parameter k: min is above max", Severity::warning},
        Broken{"Moment", [](Mechanism& m) { m.published = {publishedAt("after event")}; }, "/published/0/at",
               "published value 1: 'after event' is no moment; write 'start', 'end', 'before event 1' or "
               "'after event 1'"},
        Broken{"PublishedUnit",
               [](Mechanism& m) {
                 m.published = {publishedAt("end")};
                 m.published[0].unit = "knots";
               },
               "/published/0/unit", "published value 1: 'knots' is not a unit"},
        Broken{"PublishedCase",
               [](Mechanism& m) {
                 m.cases.resize(1);
                 m.cases[0].id = "merge";
                 m.published = {publishedAt("after event 1")};
                 m.published[0].cases = {"marge"};
               },
               "/published/0/cases/0", "published value 1: there is no case 'marge'; did you mean 'merge'?"}),
    nameOf);

Mechanism makeRampAndDisc() {
  Mechanism m;
  Body disc;
  disc.id = "disc";
  disc.mass = 1;
  disc.inertia = 1;
  m.bodies = {disc};
  ContactPair ramp;
  ramp.id = "ramp";
  ramp.b = "disc";
  LineSurface line;
  line.to = {1.0, 0.0};
  ramp.surface = line;
  m.contacts = {ramp};
  return m;
}

std::string lastProblem(const Mechanism& m) {
  const Problems problems = validate(m);
  return problems.empty() ? "" : problems.back().where + ": " + problems.back().what;
}

TEST(ValidateContacts, ASoundOneHasNothingToSay) {
  EXPECT_EQ(lastProblem(makeRampAndDisc()), "");
}

// Whatever is typed and has no effect is told, with its key and the law.
TEST(ValidateContacts, KeysWithoutEffectAreNamed) {
  const auto said = [](auto change) {
    Mechanism m = makeRampAndDisc();
    m.contacts[0].law = ContactLaw::newton;
    change(m.contacts[0]);
    return lastProblem(m);
  };
  const std::string begin = "/contacts/0/", part = ": contact ramp: ";
  EXPECT_EQ(said([](ContactPair& c) {
              c.friction = 0.3;
              c.frictionCurve = FrictionCurve();
              c.frictionCurve->staticCoefficient = 0.5;
            }),
            begin + "friction_curve/static_coefficient" + part +
                "friction_curve/static_coefficient has no effect: the law 'newton' does not use it");
  EXPECT_EQ(said([](ContactPair& c) {
              c.compliance = Compliance();
              c.compliance->stiffness = 1e6;
            }),
            begin + "compliance/stiffness" + part +
                "compliance/stiffness has no effect: the law 'newton' does not use it");
  EXPECT_EQ(said([](ContactPair& c) {
              c.law = ContactLaw::hertz;
              c.restitution = 0.5;
              c.compliance = Compliance();
              c.compliance->stiffness = 1e6;
            }),
            begin + "restitution" + part + "restitution has no effect: the law 'hertz' does not use it");
  EXPECT_EQ(said([](ContactPair& c) {
              c.law = ContactLaw::hertz;
              c.friction = 0.3;
              c.compliance = Compliance();
              c.compliance->stiffness = 1e6;
              c.frictionCurve = FrictionCurve();
              c.frictionCurve->decay = 2.0;
            }),
            begin + "friction_curve/decay" + part +
                "friction_curve/decay has no effect: the friction law 'coulomb' does not use it");
  // A law that is a parameter's may be another one in the next run.
  EXPECT_EQ(said([](ContactPair& c) {
              c.law.reference = std::string("law");
              c.compliance = Compliance();
              c.compliance->stiffness = 1e6;
            }),
            "");
  Mechanism m = makeRampAndDisc();
  m.simulation.timeStep = 0.01;
  EXPECT_EQ(
      lastProblem(m),
      "/simulation/time_step: simulation: time_step has no effect: the integrator 'dop853' does not use it");
}

TEST(ValidateContacts, MistakesAreNamed) {
  const auto broken = [](auto change) {
    Mechanism m = makeRampAndDisc();
    change(m.contacts[0]);
    return lastProblem(m);
  };
  EXPECT_EQ(broken([](ContactPair& c) { c.restitution = 1.2; }),
            "/contacts/0/restitution: contact ramp: the restitution is 1.2, but it must be from 0 to 1");
  EXPECT_EQ(
      broken([](ContactPair& c) { c.tangentialRestitution = -0.5; }),
      "/contacts/0/tangential_restitution: contact ramp: the tangential restitution is -0.5, but it must "
      "be from 0 to 1");
  EXPECT_EQ(broken([](ContactPair& c) { c.tangentialRestitution = 0.5; }),
            "/contacts/0/tangential_restitution: contact ramp: tangential_restitution has no effect: without "
            "friction nothing gives a slip back");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.tangentialRestitution = 0.5;
              c.friction = 0.5;
              c.law = ContactLaw::constraint;
            }),
            "/contacts/0/tangential_restitution: contact ramp: tangential_restitution has no effect: the law "
            "'constraint' does not use it");
  EXPECT_EQ(
      broken([](ContactPair& c) { c.friction = -0.1; }),
      "/contacts/0/friction: contact ramp: the coefficient of friction is -0.1, but it must not be negative");
  EXPECT_EQ(
      broken([](ContactPair& c) {
        c.friction = 0.3;
        c.staticFriction = 0.2;
      }),
      "/contacts/0/static_friction: contact ramp: the static coefficient of friction is 0.2, but it must "
      "be at least that in motion, 0.3");
  EXPECT_EQ(broken([](ContactPair& c) { c.staticFriction = 0.2; }),
            "/contacts/0/static_friction: contact ramp: static_friction has no effect: without friction in "
            "motion it does not stick");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.radius = 0.01;
              c.rollingResistance = -0.001;
            }),
            "/contacts/0/rolling_resistance: contact ramp: the rolling resistance is -1 mm, but it must not "
            "be negative: it is the arm of the normal force against rolling");
  EXPECT_EQ(broken([](ContactPair& c) { c.rollingResistance = 0.001; }),
            "/contacts/0/rolling_resistance: contact ramp: rolling_resistance has no effect: a point or a "
            "block does not roll");
  EXPECT_EQ(broken([](ContactPair& c) { c.b = "disk"; }),
            "/contacts/0/b: contact ramp: there is no body 'disk'; did you mean 'disc'?");
  EXPECT_EQ(broken([](ContactPair& c) {
              std::get<LineSurface>(c.surface).to = {0.0, 0.0};
            }),
            "/contacts/0/to: contact ramp: its line has no length");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.surface = PolylineSurface{{{0.0, 0.0}}, 0, LineSide::left};
            }),
            "/contacts/0/points: contact ramp: 1 points make no open line; it needs 2 at least");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.radius = 2;
              c.surface = CircleSurface{{}, 1, RoundSide::inside};
            }),
            "/contacts/0/radius_b: contact ramp: a circle of 2000 mm has no room inside one of 1000 mm");
  EXPECT_EQ(
      broken([](ContactPair& c) {
        c.surface = ArcSurface{{}, 1, 0, 2 * std::numbers::pi, RoundSide::outside};
      }),
      "/contacts/0/to: contact ramp: the arc begins and ends at the same angle; for a whole circle use the "
      "type circle");
}

TEST(ValidateContacts, WhatACompliantLawNeedsIsNamed) {
  const auto broken = [](auto change) {
    Mechanism m = makeRampAndDisc();
    ContactPair& contact = m.contacts[0];
    contact.law = ContactLaw::flores;
    contact.restitution = 0.5;
    contact.compliance = Compliance{};
    contact.compliance->stiffness = 1e8;
    change(contact);
    return lastProblem(m);
  };
  EXPECT_EQ(broken([](ContactPair&) {}), "");
  EXPECT_EQ(broken([](ContactPair& c) { c.compliance.reset(); }),
            "/contacts/0/law: contact ramp: the law 'flores' is compliant; give it a compliance with a "
            "stiffness, or with two materials");
  EXPECT_EQ(broken([](ContactPair& c) { c.compliance->stiffness = 0; }),
            "/contacts/0/compliance/stiffness: contact ramp: the stiffness is 0, but it must be positive");
  EXPECT_EQ(
      broken([](ContactPair& c) { c.compliance->stiffness.reset(); }),
      "/contacts/0/compliance/stiffness: contact ramp: the law 'flores' needs a stiffness, or material_a and "
      "material_b to compute it from");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.compliance->materialA = c.compliance->materialB = Material{2e11, 0.7, {}};
            }),
            "/contacts/0/compliance/material_b/poisson: contact ramp: Poisson's ratio is 0.7, but it must be "
            "from 0 to 0.5");
  EXPECT_EQ(
      broken([](ContactPair& c) {
        c.radius = 0;
        c.compliance->stiffness.reset();
        c.compliance->materialA = c.compliance->materialB = Material{2e11, 0.3, {}};
      }),
      "/contacts/0/compliance/stiffness: contact ramp: a stiffness follows from materials only for a circle "
      "(radius_b, journal) on a line, arc or circle; type the stiffness");
  EXPECT_EQ(broken([](ContactPair& c) { c.restitution = 0; }),
            "/contacts/0/restitution: contact ramp: the law 'flores' divides by the restitution, which is 0: "
            "it must be more");
  EXPECT_EQ(broken([](ContactPair& c) { c.restitution = 1.2; }),
            "/contacts/0/restitution: contact ramp: the restitution is 1.2, but it must be from 0 to 1");
  EXPECT_EQ(broken([](ContactPair& c) { c.compliance->exponent = 0.5; }),
            "/contacts/0/compliance/exponent: contact ramp: the exponent is 0.5, but it must be 1 or more");
  EXPECT_EQ(broken([](ContactPair& c) { c.compliance->damping = -1; }),
            "/contacts/0/compliance/damping: contact ramp: the damping is -1, but it must not be negative");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.law = ContactLaw::impact;
              c.compliance->damping = 10;
            }),
            "/contacts/0/compliance/damping_depth: contact ramp: the law 'impact' needs the depth at which "
            "its damping is all there");
  EXPECT_EQ(
      broken([](ContactPair& c) { c.compliance->leastApproach = 0; }),
      "/contacts/0/compliance/least_approach: contact ramp: the least speed of approach is 0 m/s, but it "
      "must be positive");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.friction = 0.1;
              c.frictionLaw = FrictionLaw::lugre;
            }),
            "/contacts/0/friction_curve/bristle_stiffness: contact ramp: the friction law 'lugre' needs "
            "bristles with a stiffness");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.friction = 0.2;
              c.frictionCurve = FrictionCurve{};
              c.frictionCurve->staticCoefficient = 0.1;
            }),
            "/contacts/0/friction_curve/static_coefficient: contact ramp: the static coefficient of friction "
            "is 0.1, but it must be 0.2 or more");
  EXPECT_EQ(broken([](ContactPair& c) {
              c.law = ContactLaw::newton;
              c.frictionLaw = FrictionLaw::duan;
            }),
            "/contacts/0/friction_law: contact ramp: friction_law has no effect: with the rigid law 'newton' "
            "friction "
            "is Coulomb's");
  Mechanism m = makeRampAndDisc();
  m.contacts[0].law = ContactLaw::hertz;
  m.contacts[0].compliance = Compliance{};
  m.contacts[0].compliance->stiffness = 1e8;
  m.simulation.integrator = IntegratorKind::moreauJean;
  EXPECT_EQ(
      lastProblem(m),
      "/simulation/integrator: moreau_jean takes rigid contacts only, and contact ramp is compliant: take "
      "dop853 or a rigid law");
}

TEST(ValidateJoints, MistakesOfAClearanceAreNamed) {
  const auto broken = [](auto change) {
    Mechanism m = makeRampAndDisc();
    Joint pin;
    pin.id = "pin";
    pin.b = "disc";
    pin.kind = Revolute{};
    pin.clearance = Clearance{};
    pin.clearance->bearing = 0.01;
    pin.clearance->journal = 0.0095;
    m.joints = {pin};
    change(m.joints[0]);
    return lastProblem(m);
  };
  EXPECT_EQ(broken([](Joint&) {}), "");
  EXPECT_EQ(
      broken([](Joint& j) { j.clearance->journal = 0.01; }),
      "/joints/0/clearance/journal: joint pin: there is no play, the radius of the journal is 10 mm and the "
      "radius of the bearing 10 mm");
  EXPECT_EQ(broken([](Joint& j) { j.clearance->bearing = -1; }),
            "/joints/0/clearance/bearing: joint pin: the radius of the bearing is -1000 mm, but it must be "
            "positive");
  EXPECT_EQ(
      broken([](Joint& j) { j.clearance->bearing = 0.009; }),
      "/joints/0/clearance/journal: joint pin: there is no play, the radius of the journal is 9.5 mm and the "
      "radius of the bearing 9 mm: the one does not go into the other");
  EXPECT_EQ(broken([](Joint& j) { j.clearance->restitution = 1.2; }),
            "/joints/0/clearance/restitution: joint pin: the restitution is 1.2, but it must be from 0 to 1");
  EXPECT_EQ(broken([](Joint& j) { j.clearance->law = ContactLaw::hertz; }),
            "/joints/0/clearance/law: joint pin: the law 'hertz' is compliant; give it a compliance with a "
            "stiffness, or with two materials");
  EXPECT_EQ(broken([](Joint& j) { j.kind = Weld{}; }),
            "/joints/0/clearance: joint pin: a weld has no clearance; a revolute, prismatic, slot or "
            "point_on_curve can have one");
  EXPECT_EQ(
      broken([](Joint& j) { j.friction = JointFriction{}; }),
      "/joints/0/friction: joint pin: a loose joint rubs where its parts touch: give the friction to its "
      "clearance");
  EXPECT_EQ(
      broken([](Joint& j) { j.kind = Prismatic{}; }),
      "/joints/0/clearance/length: joint pin: the length of the block is 0 mm, but it must be positive");
  EXPECT_EQ(
      broken([](Joint& j) {
        j.kind = Prismatic{};
        j.clearance->length = 0.02;
        j.clearance->law = ContactLaw::hertz;
        j.clearance->compliance = Compliance{};
        j.clearance->compliance->materialA = j.clearance->compliance->materialB = Material{2e11, 0.3, {}};
      }),
      "/joints/0/clearance/compliance/stiffness: joint pin: a stiffness follows from materials only for a "
      "circle "
      "(radius_b, journal) on a line, arc or circle; type the stiffness");
  EXPECT_EQ(
      broken([](Joint& j) {
        PointOnCurve on;
        on.curve.kind = EllipsePath{0.02, 0.01};
        j.kind = on;
      }),
      "/joints/0/clearance/bearing: joint pin: half the width of the groove, 10 mm, is more than the radius "
      "5 mm in which the curve turns near (20 mm, 0 mm): there a wall would cross itself");
}

// A metamorphic joint has its play in a phase that is not locked and begins and ends at no stop.
TEST(ValidateJoints, PlayOfAPhaseIsLookedAt) {
  const auto broken = [](auto change) {
    Mechanism m = samplePendulum();
    change(m.joints[0]);
    return listProblems(validate(m));
  };
  Clearance play;
  play.bearing = 0.01;
  play.journal = 0.0095;
  EXPECT_NE(
      broken([&](Joint& j) {
        j.clearance = play;
      }).find("/joints/0/clearance: joint O: in a metamorphic joint a phase has play: give it the clearance"),
      std::string::npos);
  const std::string locked = broken([&](Joint& j) { j.metamorphic->phases[1].clearance = play; });
  EXPECT_NE(locked.find(
                "/joints/0/metamorphic/phases/1/clearance: joint O: phase 'locked' is locked; what is locked "
                "has no play"),
            std::string::npos)
      << locked;
  const std::string stop = broken([&](Joint& j) { j.metamorphic->phases[0].clearance = play; });
  EXPECT_NE(stop.find("begins or ends at a stop (change 1), which a joint with play does not meet"),
            std::string::npos)
      << stop;
  play.journal = 0.02;
  const std::string none = broken([&](Joint& j) { j.metamorphic->phases[0].clearance = play; });
  EXPECT_NE(none.find("/joints/0/metamorphic/phases/0/clearance/journal: joint O: there is no play"),
            std::string::npos)
      << none;
  const std::string apart = broken([&](Joint& j) {
    j.metamorphic->phases[0].kind = Released{};
    j.metamorphic->phases[0].clearance = play;
  });
  EXPECT_NE(apart.find("there is no joint that could have play"), std::string::npos) << apart;
}

TEST(ValidateTraces, TheirBodyIsLookedFor) {
  Mechanism m = makeRampAndDisc();
  m.traces.resize(1);
  m.traces[0].id = "rim";
  m.traces[0].b = "disc";
  EXPECT_EQ(lastProblem(m), "");
  m.traces[0].b = "disk";
  EXPECT_EQ(lastProblem(m), "/traces/0/b: trace rim: there is no body 'disk'; did you mean 'disc'?");
  m.traces[0].b = kFrame;
  EXPECT_EQ(lastProblem(m), "/traces/0/b: trace rim: a point of the frame stays where it is");
  m.traces[0].id = "disc";
  EXPECT_EQ(problemAt(validate(m), "/traces/0/id"), "trace 1 has the id 'disc' of body 1");
}

TEST(Validate, SoundMechanismHasNoProblem) {
  EXPECT_TRUE(validate(samplePendulum()).empty()) << listProblems(validate(samplePendulum()));
}

// Only a section or a density beside it would be a second mass.
TEST(Validate, ALengthIsHowABodyWithAMassIsDrawn) {
  Mechanism m;
  m.bodies.emplace_back();
  m.bodies[0].id = "bar";
  m.bodies[0].mass = m.bodies[0].inertia = 1.0;
  m.bodies[0].length = 0.3;
  for (const Problem& problem : validate(m)) EXPECT_NE(problem.severity, Severity::error) << problem.what;
}

TEST(Validate, UnlatchedStopNeedsNoLockedPhase) {
  Mechanism mechanism = samplePendulum();
  mechanism.joints[0].metamorphic->phases[1].locked = false;
  changeOf(mechanism).latched = 0;
  EXPECT_TRUE(validate(mechanism).empty()) << listProblems(validate(mechanism));
}

TEST(Validate, ManyTurnsAreNoProblemWhenTypedWithAUnit) {
  Mechanism mechanism = samplePendulum();
  mechanism.bodies[0].pose.angle = textQuantity("-5 rev");
  mechanism.bodies[0].pose.angle.value = -31.4;
  EXPECT_TRUE(validate(mechanism).empty());
}

TEST(Validate, EmptyMechanism) {
  EXPECT_EQ(problemAt(validate(Mechanism{}), "/bodies"),
            "the mechanism has no bodies: there is nothing that can move");
}

TEST(Validate, ChangesWithOnePhase) {
  Mechanism mechanism = samplePendulum();
  mechanism.joints[0].metamorphic->phases.pop_back();
  EXPECT_EQ(problemAt(validate(mechanism), "/joints/0/metamorphic/phases"),
            "joint O: a phase change needs at least two phases");
}

TEST(Validate, FindsAllProblemsAtOnce) {
  Mechanism mechanism = samplePendulum();
  mechanism.bodies[0].density = 0.0;
  mechanism.joints[0].a = "nowhere";
  mechanism.simulation.duration = -1;
  torqueOf(mechanism).moment.text = "(";
  EXPECT_EQ(validate(mechanism).size(), 4U) << listProblems(validate(mechanism));
}

}  // namespace
}  // namespace clank
