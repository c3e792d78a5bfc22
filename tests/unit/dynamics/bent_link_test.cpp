// SPDX-License-Identifier: GPL-3.0-or-later
// Links that bend: how their points move against differences of where they are, mass matrix and forces
// against those of the energies, rows of joints against those of what they close, all at large deflections.
#include "core/dynamics/bent_link.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "core/dynamics/assembler.h"
#include "core/dynamics/energy.h"
#include "core/dynamics/system_compiler.h"
#include "tests/support/flexible.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

using Vector = std::vector<double>;

// Two links of different bases, one without foreshortening, and a rigid body.
Mechanism makeTwoLinks(const JointKind& kind = Revolute{}, bool bentFirst = true) {
  Mechanism m;
  m.gravity = {1.5, -9.81};
  m.bodies = {makeBeam("one", {1.2, 2, 300, 5e4}, 3, {0.2, 0.1, 0.3, {}}),
              makeBeam("two", {0.9, 1.3, 200, 4e4}, 2, {1.2, 0.4, -0.2, {}}, ModeBasis::hingedFree),
              makeBody("stiff", 0.4, 0.03, {0.1, 0.1, 0.4, {}}, {0.05, 0.02})};
  m.bodies[0].flexible->axialModes = 2;
  m.bodies[0].flexible->damping.kind = RayleighDamping{0.3, 1e-4};
  m.bodies[1].flexible->foreshortening = false;
  m.bodies[1].flexible->axialModes = 1;
  m.joints = {bentFirst ? makeJoint("j", kind, "one", "two", {0.7, 0.15}, {-0.1, 0.2})
                        : makeJoint("j", kind, "stiff", "one", {0.3, 0.1}, {1.2, 0})};
  return m;
}

class Fixture {
 public:
  explicit Fixture(const Mechanism& m) : system(compileSystem(m).value()), n(system.layout.coordinates()) {}

  Vector drawPosition(std::mt19937& random) const {
    Vector q(system.startY.begin(), system.startY.begin() + static_cast<std::ptrdiff_t>(n));
    for (std::size_t k = 0; k < n; ++k) q[k] += 0.1 * draw(random);
    return rest(q);
  }
  Vector drawVelocity(std::mt19937& random) const {
    Vector v(n);
    for (double& x : v) x = draw(random);
    return rest(v);
  }
  static Vector move(const Vector& q, const Vector& v, double t) {
    Vector moved = q;
    for (std::size_t k = 0; k < q.size(); ++k) moved[k] += t * v[k];
    return moved;
  }

  const System system;
  const std::size_t n;

 private:
  static double draw(std::mt19937& random) { return std::uniform_real_distribution<double>(-1, 1)(random); }
  // What fills up blocks rests.
  Vector rest(Vector x) const {
    for (const BentLink& link : system.bends)
      std::fill(x.begin() + static_cast<std::ptrdiff_t>(link.first + link.modes()),
                x.begin() + static_cast<std::ptrdiff_t>(link.first + 3 * link.blocks), 0.0);
    return x;
  }
};

// Derivatives at t = 0 by differences of the sixth order.
template <class F>
auto calcFirst(const F& f) {
  constexpr double h = 2e-4;
  return ((45 * (f(h) - f(-h)) - 9 * (f(2 * h) - f(-2 * h)) + (f(3 * h) - f(-3 * h))) / (60 * h));
}
template <class F>
double calcSecond(const F& f) {
  constexpr double h = 1e-3;
  return (2 * (f(3 * h) + f(-3 * h)) - 27 * (f(2 * h) + f(-2 * h)) + 270 * (f(h) + f(-h)) - 490 * f(0)) /
         (180 * h * h);
}

TEST(BentLink, PointsMoveAsTheirDifferencesSay) {
  const Fixture f(makeTwoLinks());
  std::mt19937 random(1);
  for (int round = 0; round < 20; ++round)
    for (const Eigen::Vector2d& point :
         {Eigen::Vector2d(0.5, 0), Eigen::Vector2d(0.8, 0.2), Eigen::Vector2d(1.4, -0.1)})
      for (const int body : {0, 1}) {
        const Marker marker = makeMarker(f.system, body, point);
        const Vector q = f.drawPosition(random), v = f.drawVelocity(random);
        const auto at = [&](double t) {
          return calcMarkerMotion(marker, Fixture::move(q, v, t).data(), v.data());
        };
        const MarkerMotion now = at(0);
        for (const int i : {0, 1}) {
          EXPECT_NEAR(now.velocity()(i), calcFirst([&](double t) { return at(t).position(i); }), 1e-9);
          const double rate = calcFirst([&](double t) { return at(t).velocity()(i); });
          EXPECT_NEAR(now.centripetal(i), rate, 1e-9 * (1 + std::abs(rate)));
        }
        EXPECT_NEAR(now.omega, calcFirst([&](double t) { return at(t).angle; }), 1e-9);
        const double spin = calcFirst([&](double t) { return at(t).omega; });
        EXPECT_NEAR(now.spin, spin, 1e-9 * (1 + std::abs(spin)));
      }
}

TEST(BentLink, RowsAndForcesOfItsPointsAreTheirVelocities) {
  const Fixture f(makeTwoLinks());
  const Marker first = makeMarker(f.system, 0, {0.8, 0.2}), second = makeMarker(f.system, 1, {0.4, 0});
  std::mt19937 random(2);
  const Vector q = f.drawPosition(random), v = f.drawVelocity(random);
  const MarkerMotion one = calcMarkerMotion(first, q.data(), v.data()),
                     two = calcMarkerMotion(second, q.data(), v.data());
  const Eigen::Vector2d u(0.6, -1.3);
  BlockRow row;
  startRow(row, one, two);
  addDirection(row, two, u);
  addDirection(row, one, -u);
  addTurn(row, one, 0.25);
  EXPECT_NEAR(dot(row, v.data()), u.dot(two.velocity() - one.velocity()) + 0.25 * one.omega, 1e-13);
  Vector force(f.n, 0.0);
  addForce(force, one, u);
  double power = 0;
  for (std::size_t k = 0; k < f.n; ++k) power += force[k] * v[k];
  EXPECT_NEAR(power, u.dot(one.velocity()), 1e-13);
}

Eigen::MatrixXd calcMass(const BentLink& link, const Vector& q) {
  Eigen::MatrixXd M(static_cast<Eigen::Index>(link.size()), static_cast<Eigen::Index>(link.size()));
  calcBentMass(link, q.data(), M);
  return M.selfadjointView<Eigen::Upper>();
}
std::size_t coordinateOf(const BentLink& link, std::size_t i) {
  return i < 3 ? StateLayout::pose(link.body) + i : link.first + i - 3;
}

// T is a quadratic form: M_ij = T(e_i + e_j) - T(e_i) - T(e_j).
TEST(BentLink, EveryEntryOfTheMassMatrixIsThatOfTheKineticEnergy) {
  const Fixture f(makeTwoLinks());
  std::mt19937 random(3);
  const Vector q = f.drawPosition(random);
  for (const BentLink& link : f.system.bends) {
    const Eigen::MatrixXd M = calcMass(link, q);
    const auto kinetic = [&](std::size_t i, std::size_t j) {
      Vector v(f.n, 0.0);
      v[coordinateOf(link, i)] += 1;
      if (j != i) v[coordinateOf(link, j)] += 1;
      return calcBentKinetic(link, q.data(), v.data());
    };
    const std::size_t size = 3 + link.modes();
    for (std::size_t i = 0; i < size; ++i)
      for (std::size_t j = 0; j < size; ++j) {
        const double entry = i == j ? 2 * kinetic(i, i) : kinetic(i, j) - kinetic(i, i) - kinetic(j, j);
        EXPECT_NEAR(M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)), entry, 1e-13)
            << i << ' ' << j;
      }
  }
}

// Lagrange at rates that stay: M' v - dT/dq + dV/dq + C v = -f, all by differences.
TEST(BentLink, ForcesAreThoseOfLagrange) {
  const Fixture f(makeTwoLinks());
  const Eigen::Vector2d gravity = f.system.gravity;
  std::mt19937 random(4);
  for (int round = 0; round < 5; ++round)
    for (const BentLink& link : f.system.bends) {
      const Vector q = f.drawPosition(random), v = f.drawVelocity(random);
      Vector force(f.n, 0.0);
      const double loss =
          addBentForces(link, calcBentShape(link, q.data()), gravity, q.data(), v.data(), force);
      double lost = 0;
      for (std::size_t j = 0; j < link.modes(); ++j)
        lost += link.damping[j] * v[link.first + j] * v[link.first + j];
      EXPECT_NEAR(loss, lost, 1e-12);
      constexpr double h = 1e-5;
      Eigen::VectorXd own(static_cast<Eigen::Index>(link.size()));
      for (std::size_t i = 0; i < link.size(); ++i)
        own(static_cast<Eigen::Index>(i)) = v[coordinateOf(link, i)];
      const Eigen::VectorXd momentum =
          (calcMass(link, Fixture::move(q, v, h)) - calcMass(link, Fixture::move(q, v, -h))) * own / (2 * h);
      for (std::size_t i = 0; i < 3 + link.modes(); ++i) {
        Vector unit(f.n, 0.0);
        unit[coordinateOf(link, i)] = 1;
        const auto lagrangian = [&](double t) {
          const Vector at = Fixture::move(q, unit, t);
          return calcBentKinetic(link, at.data(), v.data()) - calcBentGravity(link, gravity, at.data()) -
                 calcBentElastic(link, at.data());
        };
        const double damped = i < 3 ? 0 : link.damping[i - 3] * v[link.first + i - 3];
        const double wanted =
            (lagrangian(h) - lagrangian(-h)) / (2 * h) - momentum(static_cast<Eigen::Index>(i)) - damped;
        EXPECT_NEAR(force[coordinateOf(link, i)], wanted, 1e-6 * (1 + std::abs(wanted))) << i;
      }
    }
}

// M a = f + G' lambda and G a = gamma, though the solver works in other coordinates.
TEST(BentLink, AssemblerSolvesWithTheMassMatrix) {
  const Fixture f(makeTwoLinks());
  std::mt19937 random(5);
  Assembler assembler(f.system, makeStartMode(f.system));
  const Vector q = f.drawPosition(random), v = f.drawVelocity(random), load = f.drawVelocity(random);
  assembler.update(0, q.data(), v.data());
  Vector a(f.n), lambda(assembler.rowCount()), left(load);
  assembler.solve(load, assembler.gamma(), a, lambda);
  for (std::size_t r = 0; r < lambda.size(); ++r) {
    addScattered(assembler.rows()[r], lambda[r], left);
    EXPECT_NEAR(dot(assembler.rows()[r], a.data()), assembler.gamma()[r], 1e-11);
  }
  for (const BentLink& link : f.system.bends) {
    const Eigen::MatrixXd M = calcMass(link, q);
    for (std::size_t i = 0; i < 3 + link.modes(); ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < link.size(); ++j)
        sum += M(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) * a[coordinateOf(link, j)];
      EXPECT_NEAR(sum, left[coordinateOf(link, i)], 1e-10) << i;
    }
  }
}

struct Attached {
  std::string name;
  JointKind kind;
  bool bentFirst = true;
};
class BentJoint : public testing::TestWithParam<Attached> {
 protected:
  struct Evaluated {
    std::vector<BlockRow> rows;
    Vector gamma, error;
  };
  // Its rows, and that of its coordinate.
  static Evaluated evaluate(const SystemJoint& joint, const Vector& q, const Vector& v) {
    const auto n = static_cast<std::size_t>(countRows(joint.kind));
    Evaluated e{std::vector<BlockRow>(n), Vector(n), Vector(n)};
    const JointKinematics k = calcJointKinematics(joint, q.data(), v.data());
    updJointRows(joint, k, e.rows, e.gamma, e.error);
    if (joint.coordinate == CoordinateKind::none) return e;
    e.rows.emplace_back();
    e.gamma.push_back(0);
    e.error.push_back(0);
    updCoordinateRow(joint, k, 0.2, e.rows.back(), e.gamma.back(), e.error.back());
    EXPECT_NEAR(dot(e.rows.back(), v.data()), calcCoordinateRate(joint, k), 1e-12);
    return e;
  }
};

TEST_P(BentJoint, RowsAreTheDerivativesOfTheirErrors) {
  const Fixture f(makeTwoLinks(GetParam().kind, GetParam().bentFirst));
  const SystemJoint& joint = f.system.joints[0];
  std::mt19937 random(6);
  for (int round = 0; round < 10; ++round) {
    const Vector q = f.drawPosition(random), v = f.drawVelocity(random);
    const Evaluated now = evaluate(joint, q, v);
    for (std::size_t r = 0; r < now.rows.size(); ++r) {
      const auto errorAt = [&](double t) { return evaluate(joint, Fixture::move(q, v, t), v).error[r]; };
      const double first = calcFirst(errorAt), second = calcSecond(errorAt);
      EXPECT_NEAR(dot(now.rows[r], v.data()), first, 1e-9 * (1 + std::abs(first))) << "row " << r;
      EXPECT_NEAR(now.gamma[r], -second, 1e-7 * (1 + std::abs(second))) << "row " << r;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, BentJoint,
                         testing::Values(Attached{"revolute", Revolute{}},
                                         Attached{"prismatic", Prismatic{0.4, {}}}, Attached{"weld", Weld{}},
                                         Attached{"slot", Slot{0.7}}, Attached{"distance", Distance{}},
                                         Attached{"pinnedToRigid", Revolute{}, false},
                                         Attached{"slotInRigid", Slot{0.7}, false}),
                         [](const auto& kind) { return kind.param.name; });

// Natural frequencies (Hz) of a link held at its start: clamped, or with its angle free.
Eigen::VectorXd calcFrequencies(const BentLink& link, const Vector& q, bool isClamped) {
  const auto n = static_cast<Eigen::Index>(link.modes()), held = static_cast<Eigen::Index>(isClamped ? 0 : 1);
  const Eigen::MatrixXd whole = calcMass(link, q);
  Eigen::MatrixXd M(n + held, n + held), K = Eigen::MatrixXd::Zero(n + held, n + held);
  // Rates of the coordinates that keep the start where it is, of the angle and the modes.
  Eigen::MatrixXd T = Eigen::MatrixXd::Zero(whole.rows(), n + held);
  if (!isClamped) {
    T(1, 0) = link.length / 2;
    T(2, 0) = 1;
  }
  for (Eigen::Index j = 0; j < n; ++j) {
    T(3 + j, held + j) = 1;
    K(held + j, held + j) = link.stiffness[static_cast<std::size_t>(j)];
  }
  M = T.transpose() * whole * T;
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(K, M);
  return solver.eigenvalues().cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi);
}

TEST(BentLink, FrequenciesOfACantileverAreTheExactOnes) {
  Mechanism m;
  m.bodies = {makeBeam("arm", {}, 5)};
  const Fixture f(m);
  const Eigen::VectorXd hertz = calcFrequencies(f.system.bends[0], Vector(f.n, 0.0), true);
  const double exact[] = {14.1358212, 88.5876795, 248.0480676, 486.0752131, 803.5171557};
  for (Eigen::Index j = 0; j < 5; ++j) EXPECT_NEAR(hertz(j), exact[j], 1e-6 * exact[j]);
}

// Exact where the modes are those of these ends; from above where the hinge turns a clamped start.
TEST(BentLink, FrequenciesOfAHingedLink) {
  const double exact[] = {61.9875009, 200.8792065, 419.1184304, 716.7173159};
  const double ofClamped[] = {61.98765284747733, 200.89735312600072, 419.49136994929654, 720.8087614743698};
  for (const ModeBasis basis : {ModeBasis::hingedFree, ModeBasis::clampedFree}) {
    Mechanism m;
    m.bodies = {makeBeam("arm", {}, 5, {}, basis)};
    const Fixture f(m);
    Vector q(f.n, 0.0);
    const Eigen::VectorXd hertz = calcFrequencies(f.system.bends[0], q, false);
    for (Eigen::Index j = 0; j < 4; ++j) {
      const double wanted = basis == ModeBasis::hingedFree ? exact[j] : ofClamped[j];
      EXPECT_NEAR(hertz(1 + j), wanted, 1e-6 * wanted) << j;
    }
  }
}

TEST(BentLink, MassAndInertiaFollowFromSectionAndMaterial) {
  Body body = makeBeam("arm", {}, 3);
  RoundSection round;
  round.diameter = 0.02;
  body.flexible->section.kind = round;
  body.flexible->material = {};
  body.length = 1.5;
  const double mass = 7850 * std::numbers::pi * 1e-4 * 1.5;
  EXPECT_NEAR(calcMassProperties(body).mass, mass, 1e-12);
  EXPECT_NEAR(calcMassProperties(body).inertia, mass * 1.5 * 1.5 / 12, 1e-12);
  EXPECT_NEAR(calcSection(body.flexible->section).secondMoment, std::numbers::pi * std::pow(0.02, 4) / 64,
              1e-20);
  Mechanism m;
  m.bodies = {body};
  const Fixture f(m);
  EXPECT_NEAR(f.system.bends[0].mass.mass(), mass, 1e-13);
}

}  // namespace
}  // namespace clank::test
