// SPDX-License-Identifier: GPL-3.0-or-later
// Points on curves against closed forms, quadrature and other joints.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kGravity = 9.81;

PointOnCurve makePath(PathKind kind, double axis = 0) {
  PointOnCurve path;
  path.curve.kind = std::move(kind);
  path.axis = axis;
  return path;
}

// A bead at (x, y) on a curve of the frame about the origin.
Mechanism makeBead(PathKind kind, double x, double y, double duration) {
  Mechanism m;
  m.bodies = {makeBody("bead", 0.7, 0.01, {x, y, 0.0, {}})};
  m.joints = {makeJoint("wire", makePath(std::move(kind)), kFrame, "bead")};
  m.simulation.duration = duration;
  m.simulation.outputInterval = 0.01;
  return m;
}

// A bead on a circle is a pendulum on a rod of that length.
TEST(PointOnCurve, BeadOnACircleIsAPendulum) {
  constexpr double radius = 0.4, start = 0.3;
  const double x = radius * std::cos(start), y = radius * std::sin(start);
  const Mechanism wire = makeBead(CirclePath{radius}, x, y, 3);
  Mechanism rod = wire;
  rod.joints = {makeJoint("wire", Distance{radius}, kFrame, "bead")};
  const auto a = run(wire), b = run(rod);
  for (std::size_t i = 0; i < a.trajectory.sampleCount(); ++i)
    for (const char* channel :
         {"bead.x", "bead.y", "bead.vx", "bead.vy", "wire.reaction_x", "wire.reaction_y"}) {
      EXPECT_NEAR(a.value(a.trajectory.row(i), channel), b.value(b.trajectory.row(i), channel), 1e-7);
    }
  // Force towards the centre at the lowest point, v^2 = 2 g (y + r): along +y, to the left of the travel.
  const auto last = a.trajectory.row(a.trajectory.sampleCount() - 1);
  const double height = a.value(last, "bead.y"), v2 = 2 * kGravity * (y - height);
  EXPECT_NEAR(a.value(last, "wire.normal_force"), 0.7 * (v2 - kGravity * height) / radius, 1e-7);
  EXPECT_LT(a.summary.largestResidual, 1e-8);
  EXPECT_LT(a.summary.largestDrift, 1e-9);
  EXPECT_EQ(a.summary.mobilityStart, 2);  // along the wire, and the bead turns
}

// A bead slides down an ellipse; the time to each height is the integral of ds/v with v^2 = 2 g (y0 - y). It
// passes the end of the half axis b at its fastest, where the normal force is m g + m v^2 a... over the
// radius of curvature a^2/b.
TEST(PointOnCurve, BeadOnAnEllipseTakesTheTimeOfTheQuadrature) {
  constexpr double a = 0.5, b = 0.3, begin = -0.2, end = -2.2;
  // From w = begin at rest, clockwise to w = end: w = begin - u^2, so that the root at the start goes away.
  const auto integrand = [&](double u) {
    const double w = begin - u * u;
    const double drop = std::sin(begin) - std::sin(w);
    const double speed = std::sqrt(2 * kGravity * b * drop);
    const double way = std::hypot(a * std::sin(w), b * std::cos(w));
    return u == 0 ? way * 2 / std::sqrt(2 * kGravity * b * std::cos(begin)) : way * 2 * u / speed;
  };
  constexpr int n = 2000;  // Simpson
  const double h = std::sqrt(begin - end) / n;
  double time = integrand(0) + integrand(n * h);
  for (int i = 1; i < n; ++i) time += (i % 2 == 1 ? 4 : 2) * integrand(i * h);
  time *= h / 3;
  const auto r = run(makeBead(EllipsePath{a, b}, a * std::cos(begin), b * std::sin(begin), time));
  EXPECT_NEAR(r.last("bead.x"), a * std::cos(end), 1e-8);
  EXPECT_NEAR(r.last("bead.y"), b * std::sin(end), 1e-8);
  EXPECT_NEAR(r.last("wire.foot_x"), a * std::cos(end), 1e-8);
}

// The trammel of Archimedes: ends of a bar in two slots at right angles, a point of the bar draws an ellipse.
// A joint on that ellipse is redundant: it changes nothing, and the mobility says so.
TEST(PointOnCurve, TrammelDrawsItsEllipse) {
  constexpr double length = 0.5, at = 0.35, turn = 0.8;
  Mechanism m;
  // The bar from (0, length sin) to (length cos, 0); its origin is the end on the y axis.
  m.bodies = {makeBody("bar", 1, 0.02, {0.0, length * std::sin(turn), -turn, {}}, {length / 2, 0.0})};
  Slot up;
  up.axis = std::numbers::pi / 2;
  m.joints = {makeJoint("x", Slot{}, kFrame, "bar", {}, {length, 0.0}), makeJoint("y", up, kFrame, "bar")};
  m.simulation.duration = 2;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-12;
  Mechanism guided = m;
  guided.joints.push_back(
      makeJoint("ellipse", makePath(EllipsePath{at, length - at}), kFrame, "bar", {}, {at, 0.0}));
  const auto without = run(m), with = run(guided);
  EXPECT_EQ(with.summary.mobilityStart, 1);
  EXPECT_EQ(with.summary.gruebler, 0);
  EXPECT_NEAR(with.last("bar.angle"), without.last("bar.angle"), 1e-8);
  EXPECT_LT(with.summary.largestDrift, 1e-9);
}

struct Wire {
  std::string name;
  PathKind kind;
  double x, y;                                         // of a point on it
  std::function<double(double x, double y)> equation;  // none for a spline
};

std::vector<Wire> listWires() {
  SplinePath closed, open;
  closed.points = {{0.5, 0.0}, {0.2, 0.35}, {-0.3, 0.25}, {-0.45, -0.1}, {0.0, -0.4}};
  closed.closed = true;
  open.points = {{-0.8, 1.2}, {-0.6, 0.5}, {-0.4, 0.0}, {0.0, -0.2}, {0.5, 0.1}, {0.7, 0.7}, {0.8, 1.4}};
  return {{"Circle", CirclePath{0.4}, 0.4, 0, [](double x, double y) { return std::hypot(x, y) - 0.4; }},
          {"Ellipse", EllipsePath{0.5, 0.3}, 0.5, 0,
           [](double x, double y) { return x * x / 0.25 + y * y / 0.09 - 1; }},
          {"Lame", LamePath{0.5, 0.4, 4}, 0.5, 0,
           [](double x, double y) { return std::pow(x / 0.5, 4) + std::pow(y / 0.4, 4) - 1; }},
          {"CartesianOval", CartesianOvalPath{0.6, 0.6, 0.4}, (0.6 + 0.24) / 1.6, 0,
           [](double x, double y) { return std::hypot(x, y) + 0.6 * std::hypot(x - 0.4, y) - 0.6; }},
          {"Cassinian", CassinianPath{0.4, 0.45}, std::hypot(0.4, 0.45), 0,
           [](double x, double y) { return std::hypot(x - 0.4, y) * std::hypot(x + 0.4, y) - 0.45 * 0.45; }},
          {"Pear", PearPath{0.8, 0.6}, 0.8, 0,
           [](double x, double y) { return 0.36 * y * y - x * x * x * (0.8 - x); }},
          {"ClosedSpline", closed, 0.5, 0, {}},
          {"OpenSpline", open, -0.4, 0, {}}};
}

class BeadOn : public testing::TestWithParam<Wire> {};

// On a wire that hangs from a pin and swings, with the bead anywhere and turning: energy is kept, the bead
// stays on the curve of the wire.
TEST_P(BeadOn, SwingingWireKeepsEnergyAndTheBead) {
  const Wire& wire = GetParam();
  Mechanism m;
  m.bodies = {makeBody("wire", 1.2, 0.15, {}, {0.05, -0.2}),
              makeBody("bead", 0.5, 0.004, {wire.x, wire.y, 0.4, {}}, {0.0, 0.02})};
  // The bead's centre is off its hole.
  m.bodies[1].velocity.vy = 0.4;
  m.bodies[1].velocity.omega = 2.0;
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "wire"),
              makeJoint("hole", makePath(wire.kind), "wire", "bead")};
  m.simulation.duration = 1.5;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance =
      1e-12;  // a spline bends its third derivative
  m.simulation.outputInterval = 0.01;
  const auto r = run(m);
  EXPECT_LT(r.summary.largestResidual, 1e-8);
  EXPECT_LT(r.summary.largestDrift, 1e-8);
  EXPECT_EQ(r.summary.mobilityEnd, 3);
  if (!wire.equation) return;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double x = r.value(row, "bead.x"), y = r.value(row, "bead.y"), turn = r.value(row, "wire.angle");
    const double c = std::cos(turn), s = std::sin(turn);
    EXPECT_NEAR(wire.equation(c * x + s * y, c * y - s * x), 0, 1e-8);
  }
}

INSTANTIATE_TEST_SUITE_P(Wires, BeadOn, testing::ValuesIn(listWires()),
                         [](const auto& param) { return param.param.name; });

// Driven along a closed curve for more than two rounds at constant speed: the force to the left of the travel
// is m v^2 k, and along it nothing.
TEST(PointOnCurve, DriveGoesRoundAndRound) {
  constexpr double a = 0.5, b = 0.3, speed = 2;
  Mechanism m = makeBead(EllipsePath{a, b}, a, 0, 2.5);
  m.gravity = {0.0, 0.0};
  Drive drive;
  drive.id = "motor";
  drive.joint = "wire";
  drive.kind = ConstantSpeed{std::nullopt, speed};
  m.drives = {drive};
  const auto r = run(m);
  const double length = 4 * a * std::comp_ellint_2(std::sqrt(1 - b * b / (a * a)));
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double off = r.value(row, "wire.travel") - speed * r.value(row, "t");
    EXPECT_NEAR(std::remainder(off, length), 0, 1e-9);
    EXPECT_NEAR(r.value(row, "wire.speed"), speed, 1e-8);
    const double x = r.value(row, "bead.x"), y = r.value(row, "bead.y");
    const double curvature =
        1 / (a * a * b * b * std::pow(x * x / std::pow(a, 4) + y * y / std::pow(b, 4), 1.5));
    EXPECT_NEAR(r.value(row, "wire.normal_force"), 0.7 * speed * speed * curvature, 1e-6);
    EXPECT_NEAR(r.value(row, "motor.force"), 0, 1e-6);
  }
}

TEST(PointOnCurve, EndOfAnOpenCurveEndsTheRun) {
  SplinePath chute;
  chute.points = {{0.0, 0.0}, {0.3, -0.2}, {0.8, -0.3}};
  const Mechanism m = makeBead(chute, 0, 0, 5);
  auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  ASSERT_FALSE(summary.problems.empty());
  EXPECT_NE(summary.problems.front().what.find("joint wire: the point has reached the end of its curve"),
            std::string::npos)
      << summary.problems.front().what;
  // The rows up to there are kept: the last is at the end, with the speed of the drop.
  const auto row = trajectory.row(trajectory.sampleCount() - 1);
  EXPECT_NEAR(row[*trajectory.findChannel("bead.x")], 0.8, 1e-9);
  EXPECT_NEAR(row[*trajectory.findChannel("wire.speed")], std::sqrt(2 * kGravity * 0.3), 1e-8);
}

TEST(PointOnCurve, CuspOfThePearEndsTheRun) {
  Mechanism m = makeBead(PearPath{0.8, 0.6}, 0.8, 0, 5);
  m.bodies[0].velocity.vy = 3;
  m.gravity = {0.0, 0.0};
  auto simulator = Simulator::create(m);
  ASSERT_TRUE(simulator) << describe(simulator.error());
  Trajectory trajectory(simulator->channels());
  const RunSummary summary = simulator->run(trajectory);
  EXPECT_EQ(summary.end, RunSummary::End::failed);
  ASSERT_FALSE(summary.problems.empty());
  EXPECT_NE(summary.problems.front().what.find("joint wire: the point has reached the cusp"),
            std::string::npos)
      << summary.problems.front().what;
  EXPECT_NEAR(summary.finalRow[*trajectory.findChannel("bead.x")], 0, 2e-6);
}

}  // namespace
}  // namespace clank::test
