// SPDX-License-Identifier: GPL-3.0-or-later
// Linkages with more constraints than they need, and positions in which they have fewer.
#include <gmock/gmock.h>

#include <algorithm>
#include <numbers>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

using std::numbers::pi;
using testing::HasSubstr;

// A beam on equal cranks of 1 m at x = 0, 1, ..., all at an angle. All uniform rods of 1 kg a metre.
Mechanism makeBeamOnCranks(int cranks, double angle) {
  Mechanism m;
  const double length = cranks - 1;
  m.bodies = {makeBody("beam", length, length * length * length / 12,
                       {std::cos(angle), std::sin(angle), 0.0, {}}, {length / 2, 0.0})};
  for (int i = 0; i < cranks; ++i) {
    const std::string k = std::to_string(i);
    const auto x = static_cast<double>(i);
    m.bodies.push_back(makeBody("crank" + k, 1, 1.0 / 12, {x, 0.0, angle, {}}, {0.5, 0.0}));
    m.joints.push_back(makeJoint("G" + k, Revolute{}, kFrame, "crank" + k, {x, 0.0}));
    m.joints.push_back(makeJoint("H" + k, Revolute{}, "crank" + k, "beam", {1.0, 0.0}, {x, 0.0}));
  }
  m.simulation.duration = 1;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-9;
  return m;
}

Drive makeMotor(double speed, const std::string& joint = "G0") {
  Drive drive;
  drive.id = "motor" + joint;
  drive.joint = joint;
  ConstantSpeed motion;
  motion.speed = speed;
  drive.kind = motion;
  return drive;
}

std::string findNote(const FinishedRun& r, const std::string& words) {
  for (const Problem& problem : r.summary.problems)
    if (problem.what.find(words) != std::string::npos) return problem.what;
  return {};
}

// One turn a second from upright: flat at a quarter and at three quarters of a second, each time with one
// more freedom. That a third crank is redundant all the time does not matter.
TEST(SingularPositions, DrivenParallelogramIsFlatTwiceATurn) {
  for (const int cranks : {2, 3}) {
    Mechanism m = makeBeamOnCranks(cranks, pi / 2);
    m.drives = {makeMotor(2 * pi)};
    const FinishedRun r = run(m);
    EXPECT_EQ(r.summary.singularPositions, 2) << cranks;
    const std::string note = findNote(r, "singular position");
    EXPECT_THAT(note, HasSubstr("at t = 0.25 s")) << cranks;
    EXPECT_THAT(note, HasSubstr("the last at t = 0.75 s")) << cranks;
  }
}

// A shorter frame (a double crank): the loop comes within 0.02 rad of flat, but not there.
TEST(SingularPositions, ANearMissIsNone) {
  Mechanism m = makeBeamOnCranks(2, pi / 2);
  for (Joint& joint : m.joints)
    if (joint.id == "G1") joint.atA = {0.98, 0.0};
  m.drives = {makeMotor(2 * pi)};
  EXPECT_EQ(run(m).summary.singularPositions, 0);
}

// A beam of weight W and length 2 a, welded to the frame at both ends: each carries half, and no moment is
// needed.
TEST(SharedReactions, TwoWeldsCarryHalfEach) {
  Mechanism m;
  m.bodies = {makeBody("beam", 3, 0.25, {}, {0.0, 0.0})};
  m.joints = {makeJoint("left", Weld{}, kFrame, "beam", {-1.0, 0.0}, {-1.0, 0.0}),
              makeJoint("right", Weld{}, kFrame, "beam", {1.0, 0.0}, {1.0, 0.0})};
  m.simulation.duration = 0.1;
  const FinishedRun r = run(m);
  for (const std::string end : {"left", "right"}) {
    EXPECT_NEAR(r.last(end + ".reaction_y"), 3 * kG / 2, 1e-9) << end;
    EXPECT_NEAR(r.last(end + ".reaction_x"), 0, 1e-9) << end;
    EXPECT_NEAR(r.last(end + ".moment"), 0, 1e-9) << end;
  }
}

// Upright cranks, at rest for an instant: the three hinges carry the beam of 2 kg; by symmetry the outer two
// carry alike, and the sum is its weight. The evenest share without a moment about the middle is a third
// each.
TEST(SharedReactions, ThreeUprightCranksCarryAThirdEach) {
  Mechanism m = makeBeamOnCranks(3, pi / 2);
  auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator);
  const std::vector<double> row = simulator->startRow();
  for (std::size_t i = 0; i < simulator->channels().size(); ++i) {
    const std::string& name = simulator->channels()[i].name;
    if (name[0] == 'H' && name.ends_with(".reaction_y")) {
      EXPECT_NEAR(row[i], 2 * kG / 3, 1e-9) << name;
    }
  }
}

// Two motors that turn both cranks of a parallelogram alike: one would do, which is told. All points move
// with the cranks, so that the power of both is that of the weight: (1/2 + 1/2 + 1) kg m g cos(angle)
// together.
TEST(SharedReactions, TwoMotorsTurnWithHalfTheMomentEach) {
  Mechanism m = makeBeamOnCranks(2, pi / 3);
  m.drives = {makeMotor(2, "G0"), makeMotor(2, "G1")};
  m.simulation.duration = 0.1;
  const FinishedRun r = run(m);
  const double angle = pi / 3 + 0.2;
  EXPECT_NEAR(r.last("motorG0.moment"), kG * std::cos(angle), 1e-8);
  EXPECT_NEAR(r.last("motorG1.moment"), kG * std::cos(angle), 1e-8);
  EXPECT_THAT(findNote(r, "repeats"),
              HasSubstr("drive motorG1 on joint G1 repeats what the joints and the other"));
  m.drives.pop_back();
  EXPECT_EQ(findNote(run(m), "repeats"), "");
}

}  // namespace
}  // namespace clank::test
