// SPDX-License-Identifier: GPL-3.0-or-later
// The rows of every kind of joint at random positions and velocities of its bodies: G against differences of
// C, and gamma against second differences of C along q(t) = q + v t, where the accelerations are zero.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/dynamics/assembler.h"
#include "core/dynamics/system_compiler.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

struct Case {
  std::string name;
  JointKind kind;
  std::string a = "one";
};

Gear makeGear(Mesh mesh, std::string carrier = kFrame) {
  Gear gear;
  gear.radiusA = 0.4;
  gear.radiusB = 0.25;
  gear.mesh = mesh;
  gear.carrier = std::move(carrier);
  return gear;
}

Rack makeRack(double radius) {
  Rack rack;
  rack.axis = 0.7;
  rack.radius = radius;
  return rack;
}

// The places drawn lie near these curves and far from their centres of curvature, and the curves have smooth
// higher derivatives there: differences are taken.
PointOnCurve makePath(PathKind kind) {
  PointOnCurve path;
  path.curve.kind = std::move(kind);
  path.axis = 0.4;
  return path;
}

SplinePath makeSpline(bool closed) {
  SplinePath spline;
  spline.points = {{0.8, 0.1}, {0.45, 0.65}, {-0.3, 0.7}, {-0.8, 0.0}, {-0.3, -0.7}, {0.45, -0.55}};
  spline.closed = closed;
  return spline;
}

Mechanism makeMechanism(const Case& c) {
  Mechanism m;
  m.bodies = {makeBody("one", 1.3, 0.2, {0.2, 0.1, 0.3, {}}, {0.11, -0.07}),
              makeBody("two", 0.6, 0.05, {1.0, 0.4, -0.2, {}}, {-0.05, 0.2}),
              makeBody("arm", 0.4, 0.03, {0.1, 0.1, 0.4, {}})};
  m.joints = {makeJoint("j", c.kind, c.a, "two", {0.3, 0.1}, {-0.2, 0.4})};
  return m;
}

class JointRows : public testing::TestWithParam<Case> {
 protected:
  static constexpr std::size_t kCoordinates = 9;
  using Coordinates = std::array<double, kCoordinates>;

  JointRows() : system_(compileSystem(makeMechanism(GetParam())).value()) {}

  struct Evaluated {
    std::vector<BlockRow> rows;
    std::vector<double> gamma, error;
  };
  Evaluated evaluate(const Coordinates& q, const Coordinates& v) const {
    const SystemJoint& joint = system_.joints[0];
    const auto n = static_cast<std::size_t>(countRows(joint.kind));
    Evaluated e{std::vector<BlockRow>(n), std::vector<double>(n), std::vector<double>(n)};
    updJointRows(joint, calcJointKinematics(joint, q.data(), v.data()), e.rows, e.gamma, e.error);
    return e;
  }
  // C at q + v t.
  std::vector<double> errorAt(const Coordinates& q, const Coordinates& v, double t) const {
    Coordinates moved = q;
    for (std::size_t i = 0; i < kCoordinates; ++i) moved[i] += t * v[i];
    return evaluate(moved, v).error;
  }
  // Near the drawn position: the line of centres of a gear stays on its branch.
  Coordinates drawPosition(std::mt19937& random) const {
    std::uniform_real_distribution<double> uniform(-0.15, 0.15);
    Coordinates q;
    for (std::size_t i = 0; i < kCoordinates; ++i) q[i] = system_.startY[i] + uniform(random);
    return q;
  }
  static Coordinates drawVelocity(std::mt19937& random) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    Coordinates v;
    for (double& x : v) x = uniform(random);
    return v;
  }

  System system_;
};

// Pins have a sweep of their own there, and entries that never change are written once.
TEST_P(JointRows, AssemblerFillsTheSameRows) {
  std::mt19937 random(3);
  Assembler assembler(system_, makeStartMode(system_));
  for (int round = 0; round < 5; ++round) {
    const Coordinates q = drawPosition(random), v = drawVelocity(random);
    const Evaluated expected = evaluate(q, v);
    assembler.updRows(0, q.data(), v.data());
    ASSERT_EQ(assembler.rowCount(), expected.rows.size());
    for (std::size_t r = 0; r < expected.rows.size(); ++r) {
      const BlockRow &row = assembler.rows()[r], &wanted = expected.rows[r];
      ASSERT_EQ(row.size(), wanted.size());
      for (std::size_t slot = 0; slot < row.size(); ++slot) {
        EXPECT_EQ(row.block(slot), wanted.block(slot));
        for (std::size_t i = 0; i < BlockRow::kBlock; ++i)
          EXPECT_NEAR(row.at(slot)[i], wanted.at(slot)[i], 1e-14) << r << ' ' << slot << ' ' << i;
      }
      EXPECT_NEAR(assembler.gamma()[r], expected.gamma[r], 1e-14);
      EXPECT_NEAR(assembler.error()[r], expected.error[r], 1e-14);
    }
    EXPECT_EQ(calcCoordinate(system_.joints[0], assembler.calcKinematics(0)),
              calcCoordinate(system_.joints[0], calcJointKinematics(system_.joints[0], q.data(), v.data())));
  }
}

TEST_P(JointRows, JacobianIsTheDerivativeOfTheError) {
  std::mt19937 random(7);
  for (int round = 0; round < 40; ++round) {
    const Coordinates q = drawPosition(random);
    for (std::size_t i = 0; i < kCoordinates; ++i) {
      Coordinates unit{};
      unit[i] = 1;
      constexpr double h = 1e-6;
      const Evaluated at = evaluate(q, unit);
      std::vector<double> rate(at.rows.size());
      multiply(at.rows, unit.data(), rate);
      const auto before = errorAt(q, unit, -h), after = errorAt(q, unit, h);
      for (std::size_t r = 0; r < rate.size(); ++r)
        EXPECT_NEAR(rate[r], (after[r] - before[r]) / (2 * h), 1e-8) << "row " << r << ", coordinate " << i;
    }
  }
}

TEST_P(JointRows, GammaIsWhatTheErrorAcceleratesWithoutAccelerations) {
  std::mt19937 random(8);
  for (int round = 0; round < 40; ++round) {
    const Coordinates q = drawPosition(random), v = drawVelocity(random);
    constexpr double h = 1e-3;
    const Evaluated at = evaluate(q, v);
    const auto e2 = errorAt(q, v, 2 * h), e1 = errorAt(q, v, h), e0 = errorAt(q, v, 0),
               f1 = errorAt(q, v, -h), f2 = errorAt(q, v, -2 * h);
    for (std::size_t r = 0; r < at.gamma.size(); ++r) {
      const double second = (-e2[r] + 16 * e1[r] - 30 * e0[r] + 16 * f1[r] - f2[r]) / (12 * h * h);
      EXPECT_NEAR(at.gamma[r], -second, 1e-7 * (1 + std::abs(second))) << "row " << r;
    }
  }
}

// The coordinate row, at places that the joint allows: a curve leaves out what is zero there.
TEST_P(JointRows, CoordinateRowHoldsTheCoordinate) {
  const SystemJoint& joint = system_.joints[0];
  if (joint.coordinate == CoordinateKind::none) return;
  const auto coordinateAt = [&](Coordinates q, const Coordinates& v, double t) {
    for (std::size_t i = 0; i < kCoordinates; ++i) q[i] += t * v[i];
    return calcCoordinate(joint, calcJointKinematics(joint, q.data(), v.data()));
  };
  std::mt19937 random(10);
  for (int round = 0; round < 40; ++round) {
    Coordinates q = drawPosition(random);
    const Coordinates v = drawVelocity(random);
    const JointKinematics before = calcJointKinematics(joint, q.data(), v.data());
    const Eigen::Vector2d normal = perp(before.axis) * before.foot.distance;
    q[3] -= normal.x();
    q[4] -= normal.y();
    const JointKinematics k = calcJointKinematics(joint, q.data(), v.data());
    BlockRow row;
    double gamma = 0, error = 0, rate = 0;
    updCoordinateRow(joint, k, calcCoordinate(joint, k) - 0.01, row, gamma, error);
    EXPECT_NEAR(error, 0.01, 1e-13);
    multiply(std::span(&row, 1), v.data(), std::span(&rate, 1));
    EXPECT_NEAR(rate, calcCoordinateRate(joint, k), 1e-13);
    constexpr double h = 1e-3;
    const double e2 = coordinateAt(q, v, 2 * h), e1 = coordinateAt(q, v, h), e0 = coordinateAt(q, v, 0),
                 f1 = coordinateAt(q, v, -h), f2 = coordinateAt(q, v, -2 * h);
    const double first = (-e2 + 8 * e1 - 8 * f1 + f2) / (12 * h);
    const double second = (-e2 + 16 * e1 - 30 * e0 + 16 * f1 - f2) / (12 * h * h);
    EXPECT_NEAR(rate, first, 1e-8 * (1 + std::abs(first)));
    EXPECT_NEAR(gamma, -second, 1e-6 * (1 + std::abs(second)));
  }
}

// G' lambda of the rows is the load on b at its joint point.
TEST_P(JointRows, LoadIsWhatTheRowsDoToB) {
  std::mt19937 random(9);
  for (int round = 0; round < 20; ++round) {
    const Coordinates q = drawPosition(random), v = drawVelocity(random);
    const SystemJoint& joint = system_.joints[0];
    const JointKinematics k = calcJointKinematics(joint, q.data(), v.data());
    const Evaluated at = evaluate(q, v);
    std::uniform_real_distribution<double> uniform(-5, 5);
    std::vector<double> lambda(at.rows.size());
    std::array<double, 3> onB{};
    for (std::size_t r = 0; r < lambda.size(); ++r) {
      lambda[r] = uniform(random);
      for (std::size_t c = 0; c < 3; ++c) onB[c] += lambda[r] * at.rows[r].at(1)[c];
    }
    const JointLoad load = calcJointLoad(joint, k, lambda, 0);
    EXPECT_NEAR(load.x, onB[0], 1e-12);
    EXPECT_NEAR(load.y, onB[1], 1e-12);
    EXPECT_NEAR(load.moment + k.b.arm.x() * load.y - k.b.arm.y() * load.x, onB[2], 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, JointRows,
    testing::Values(
        Case{"Revolute", Revolute{}}, Case{"Prismatic", Prismatic{0.7, std::nullopt}}, Case{"Weld", Weld{}},
        Case{"Slot", Slot{0.7}}, Case{"SlotOfTheFrame", Slot{0.7}, kFrame}, Case{"Distance", Distance{}},
        Case{"DistanceToTheFrame", Distance{0.9}, kFrame}, Case{"Telescope", Telescope{}},
        Case{"TelescopeOfTheFrame", Telescope{}, kFrame}, Case{"ExternalGear", makeGear(Mesh::external)},
        Case{"InternalGear", makeGear(Mesh::internal, "arm")},
        Case{"SunOfTheFrame", makeGear(Mesh::external, "arm"), kFrame}, Case{"RackLeft", makeRack(0.3)},
        Case{"RackRight", makeRack(-0.3)}, Case{"RackOfTheFrame", makeRack(0.3), kFrame},
        Case{"Circle", makePath(CirclePath{0.75})},
        Case{"CircleOfTheFrame", makePath(CirclePath{0.75}), kFrame},
        Case{"Ellipse", makePath(EllipsePath{0.8, 0.7})}, Case{"Lame", makePath(LamePath{0.7, 0.6, 4})},
        Case{"CartesianOval", makePath(CartesianOvalPath{1.1, 0.6, 0.4})},
        Case{"Cassinian", makePath(CassinianPath{0.4, 0.8})}, Case{"Pear", makePath(PearPath{0.75, 0.4})},
        Case{"ClosedSpline", makePath(makeSpline(true))},
        Case{"OpenSplineOfTheFrame", makePath(makeSpline(false)), kFrame}),
    [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace clank::test
