// SPDX-License-Identifier: GPL-3.0-or-later
// From drawings that do not quite close to closed starts, and what is said when there is none.
#include "core/simulation/assembly.h"

#include <gmock/gmock.h>

#include <Eigen/Core>
#include <cmath>
#include <numbers>

#include "core/dynamics/closure.h"
#include "core/dynamics/system_compiler.h"
#include "core/simulation/simulator.h"
#include "tests/support/benchmarks.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr double kPi = std::numbers::pi;

std::string describe(const Problems& problems) {
  std::string text;
  for (const Problem& p : problems) text += p.where + ": " + p.what + "\n";
  return text;
}

// Frame 0.4, crank 0.12, coupler 0.35, rocker 0.3; drawn with B on the upper side, roughly.
Mechanism makeFourBar(double crankAngle = 1.0) {
  Mechanism m;
  const double ax = 0.12 * std::cos(crankAngle), ay = 0.12 * std::sin(crankAngle);
  m.bodies = {makeBody("crank", 1.5, 0.002, {0.0, 0.0, crankAngle, {}}, {0.05, 0.0}),
              makeBody("coupler", 0.8, 0.009, {ax, ay, 0.45, {}}, {0.17, 0.02}),
              makeBody("rocker", 1.1, 0.008, {0.4, 0.0, 1.7, {}}, {0.15, 0.0})};
  m.joints = {makeJoint("A0", Revolute{}, kFrame, "crank"),
              makeJoint("A", Revolute{}, "crank", "coupler", {0.12, 0.0}),
              makeJoint("B", Revolute{}, "coupler", "rocker", {0.35, 0.0}, {0.3, 0.0}),
              makeJoint("B0", Revolute{}, kFrame, "rocker", {0.4, 0.0})};
  return m;
}

Drive makeDrive(const char* id, const char* joint, double speed) {
  Drive drive;
  drive.id = id;
  drive.joint = joint;
  drive.kind = ConstantSpeed{std::nullopt, speed};
  return drive;
}

Branch makeBranch(const char* from, const char* elbow, const char* to, Side side) {
  Branch branch;
  branch.first = from;
  branch.elbow = elbow;
  branch.last = to;
  branch.side = side;
  return branch;
}

State assemble(const Mechanism& m) {
  const System system = compileSystem(m).value();
  const auto start = assembleStart(system, m);
  if (!start) ADD_FAILURE() << describe(start.error());
  return start.value_or(State{0, system.startY, {}});
}

std::string refuse(const Mechanism& m) {
  const auto simulator = Simulator::create(m);
  if (simulator) return "it started";
  return describe(simulator.error());
}

// The point of B from the crank angle, by the triangle of A, B and B0: on the left of the line from A to B0,
// or on the right.
Eigen::Vector2d calcB(double crankAngle, int side) {
  const Eigen::Vector2d a(0.12 * std::cos(crankAngle), 0.12 * std::sin(crankAngle)), b0(0.4, 0);
  const double reach = (b0 - a).norm();
  const Eigen::Vector2d along = (b0 - a) / reach, left(-along.y(), along.x());
  const double x = (reach * reach + 0.35 * 0.35 - 0.3 * 0.3) / (2 * reach);
  return a + x * along + side * std::sqrt(0.35 * 0.35 - x * x) * left;
}

Eigen::Vector2d findB(const State& state) {
  const double* coupler = state.y.data() + 3;
  const Eigen::Vector2d arm(0.35 - 0.17, -0.02);
  const double c = std::cos(coupler[2]), s = std::sin(coupler[2]);
  return {coupler[0] + c * arm.x() - s * arm.y(), coupler[1] + s * arm.x() + c * arm.y()};
}

// Moving a free point by hand: a rod of fixed length is met straight towards its other end.
TEST(Assembly, PointMovesToItsRodTheShortestWay) {
  Mechanism m;
  m.bodies = {makeBody("bob", 2, 0.1, {0.48, 0.64, 0.3, {}})};
  m.joints = {makeJoint("rod", Distance{0.5}, kFrame, "bob")};
  const State start = assemble(m);
  EXPECT_NEAR(start.y[0], 0.3, 1e-12);
  EXPECT_NEAR(start.y[1], 0.4, 1e-12);
  EXPECT_EQ(start.y[2], 0.3);
}

// At the nearest position the way from the drawing, weighted by the masses, is a sum of constraint forces:
// nothing that the joints allow shortens it.
TEST(Assembly, OpenFourBarClosesAtTheNearestPosition) {
  Mechanism m = makeFourBar();
  m.bodies[1].pose.x.value += 0.03;
  m.bodies[2].pose.angle = 1.9;
  const State start = assemble(m);
  const System system = compileSystem(m).value();
  Assembler assembler(system, start.mode);
  const std::size_t n = 9;
  const std::vector<double> v(n, 0.0);
  assembler.update(0, start.y.data(), v.data());
  for (const double c : assembler.error()) EXPECT_NEAR(c, 0, 1e-11);
  std::vector<double> force(n), zero(assembler.rowCount(), 0.0), allowed(n), lambda(assembler.rowCount());
  for (std::size_t k = 0; k < n; ++k) force[k] = (start.y[k] - system.startY[k]) / system.metric.inverse(k);
  assembler.solve(force, zero, allowed, lambda);
  for (const double x : allowed) EXPECT_NEAR(x, 0, 1e-9);
}

TEST(Assembly, BranchAsked) {
  for (const Side side : {Side::left, Side::right})
    for (const double crank : {0.4, 1.0, 2.5, 4.0}) {
      Mechanism m = makeFourBar(crank);
      m.drives = {makeDrive("motor", "A0", 2)};
      m.branches = {makeBranch("A", "B", "B0", side)};
      const State start = assemble(m);
      EXPECT_NEAR((findB(start) - calcB(crank, side == Side::left ? 1 : -1)).norm(), 0, 1e-10) << crank;
    }
}

// A slider-crank whose piston is asked for on the other side of the crank pin.
TEST(Assembly, BranchOfASlider) {
  Mechanism m;
  const double crank = 0.7, ax = 0.04 * std::cos(crank), ay = 0.04 * std::sin(crank);
  const double reach = std::sqrt(0.14 * 0.14 - ay * ay);
  m.bodies = {makeBody("crank", 1, 0.001, {0.0, 0.0, crank, {}}),
              makeBody("rod", 1, 0.002, {ax, ay, std::atan2(-ay, reach), {}}, {0.07, 0.0}),
              makeBody("piston", 0.4, 0.001, {ax + reach, 0.0, 0.0, {}})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "crank"),
              makeJoint("A", Revolute{}, "crank", "rod", {0.04, 0.0}),
              makeJoint("B", Revolute{}, "rod", "piston", {0.14, 0.0}),
              makeJoint("guide", Prismatic{}, kFrame, "piston")};
  m.drives = {makeDrive("motor", "O", 2)};
  m.branches = {makeBranch("O", "A", "B", Side::left)};
  EXPECT_NEAR(assemble(m).y[6], ax + reach, 1e-11);
  m.branches = {makeBranch("O", "A", "B", Side::right)};
  EXPECT_NEAR(assemble(m).y[6], ax - reach, 1e-11);
}

TEST(Assembly, BranchThatCannotBeReachedIsNamed) {
  Mechanism m = makeFourBar();
  m.drives = {makeDrive("motor", "A0", 2)};
  // The crank pin lies above the line from A0 to B at this angle, whatever the branch of B.
  m.branches = {makeBranch("A0", "A", "B0", Side::right)};
  EXPECT_THAT(refuse(m), HasSubstr("joint A cannot be brought to the right of the line from A0 to B0"));
}

TEST(Assembly, LoopTooShortToCloseIsNamedWithWhatIsMissing) {
  Mechanism m = makeFourBar();
  m.joints[3].atA = {0.8, 0.0};
  EXPECT_THAT(refuse(m),
              AllOf(HasSubstr("the loop frame - A0 - crank - A - coupler - B - rocker - B0 - frame cannot "
                              "close: 30 mm are missing"),
                    HasSubstr("frame is 800 mm long, all other links of the loop together only 770 mm")));
}

// A rod too short for a slider that is a good way off its pin.
TEST(Assembly, OpenJointIsNamedWithItsLoop) {
  Mechanism m;
  m.bodies = {makeBody("rod", 1, 0.002, {0.0, 0.0, 0.0, {}}, {0.07, 0.0}), makeBody("piston", 0.4, 0.001)};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "rod"),
              makeJoint("B", Revolute{}, "rod", "piston", {0.14, 0.0}),
              makeJoint("guide", Prismatic{}, kFrame, "piston", {0.0, 0.2})};
  EXPECT_THAT(refuse(m),
              AllOf(HasSubstr("cannot be assembled from the drawn position"), HasSubstr("stays open by"),
                    HasSubstr("in the loop frame - O - rod - B - piston - guide - frame")));
}

TEST(Assembly, DriveBeyondReachIsNamed) {
  Mechanism m = makeFourBar();
  Drive drive = makeDrive("motor", "B0", 0);
  drive.kind = ConstantSpeed{Quantity(-1.0), 0.0};
  m.drives = {drive};
  EXPECT_THAT(refuse(m), HasSubstr("drive motor wants joint B0 at -1 rad at t = 0"));
}

// A parallelogram, closed as drawn: its posts turn alike.
TEST(Assembly, ContradictoryDrivesAreNamed) {
  Mechanism m = makeFourBars(1);
  for (const std::size_t post : {0U, 1U}) m.bodies[post].pose.angle = kPi / 2;
  m.drives = {makeDrive("first", "A0", 2), makeDrive("second", "A1", 3)};
  EXPECT_THAT(refuse(m),
              AllOf(HasSubstr("the drives first (joint A0 at 2 rad/s) and second (joint A1 at 3 rad/s) "
                              "contradict each other"),
                    HasSubstr("1 degree of freedom")));
}

TEST(Assembly, DrivesThatStartApartAreNamed) {
  Mechanism m = makeFourBar();
  m.drives = {makeDrive("first", "A0", 2), makeDrive("second", "B0", 2)};
  EXPECT_THAT(refuse(m), HasSubstr("the drives first, second contradict each other: each can be followed"));
}

TEST(Assembly, DriveWithoutANumberIsNamed) {
  Mechanism m = makeFourBar();
  Drive drive = makeDrive("motor", "A0", 0);
  drive.kind = ExpressionMotion{Law{"1 + 0*log(t - 1)"}};
  m.drives = {drive};
  EXPECT_THAT(refuse(m), HasSubstr("drive motor: its law is not a finite number at t = 0"));
}

TEST(Assembly, RegularMechanismHasNoNotes) {
  EXPECT_TRUE(Simulator::create(makeFourBar()).value().notes().empty());
  EXPECT_TRUE(Simulator::create(makeChainOfRods(4)).value().notes().empty());
}

// A parallelogram with a third crank.
TEST(Assembly, RedundantConstraintIsNamed) {
  Mechanism m;
  m.bodies = {makeBody("beam", 1, 1, {0.0, 1.0, 0.0, {}}, {1.0, 0.0})};
  for (int i = 0; i < 3; ++i) {
    const std::string k = std::to_string(i);
    m.bodies.push_back(makeBody("crank" + k, 1, 1, {static_cast<double>(i), 0.0, kPi / 2, {}}));
    m.joints.push_back(makeJoint("G" + k, Revolute{}, kFrame, "crank" + k, {static_cast<double>(i), 0.0}));
    m.joints.push_back(
        makeJoint("H" + k, Revolute{}, "crank" + k, "beam", {1.0, 0.0}, {static_cast<double>(i), 0.0}));
  }
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  EXPECT_EQ(simulator->mobility(), 1);
  EXPECT_EQ(simulator->gruebler(), 0);
  ASSERT_EQ(simulator->notes().size(), 1u) << describe(simulator->notes());
  EXPECT_THAT(simulator->notes()[0].what,
              AllOf(HasSubstr("joint H2 adds 1 redundant constraint"), HasSubstr("crank2")));
}

// The row of one square window, laid flat: two ways to go on.
TEST(Assembly, SingularStartIsReported) {
  Mechanism m = makeFourBars(1);
  for (const std::size_t post : {0u, 1u}) m.bodies[post].pose.angle = 0.0;
  for (Body& body : m.bodies) {
    if (body.id != "beam1") continue;
    body.pose.x = 1;
    body.pose.y = 0;
  }
  for (Body& body : m.bodies)
    if (body.id == "post1") body.pose.angle = 0.0;
  const auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  ASSERT_EQ(simulator->notes().size(), 4u)
      << "and three velocities that joints change" << describe(simulator->notes());
  EXPECT_THAT(simulator->notes()[0].what,
              AllOf(HasSubstr("starts in a change point, which it can leave in 2 ways"),
                    HasSubstr("(1: beam1 omega 0 rad/s, 2: beam1 omega -0.5 rad/s;")));
}

}  // namespace
}  // namespace clank::test
