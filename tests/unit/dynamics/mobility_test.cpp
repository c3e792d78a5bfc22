// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>
#include <random>

#include "core/dynamics/consistency.h"
#include "core/simulation/assembly.h"
#include "tests/support/benchmarks.h"

namespace clank::test {
namespace {

int calcDenseRank(const System& system, std::span<const BlockRow> rows) {
  Eigen::MatrixXd g = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows.size()),
                                            static_cast<Eigen::Index>(system.layout.coordinates()));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const auto i = static_cast<Eigen::Index>(r);
    std::vector<double> dense(system.layout.coordinates());
    scatter(rows[r], dense);
    for (std::size_t k = 0; k < dense.size(); ++k)
      g(i, static_cast<Eigen::Index>(k)) = dense[k] * std::sqrt(system.metric.inverse(k));
    if (const double norm = g.row(i).norm(); norm > 0) g.row(i) /= norm;
  }
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(g);
  qr.setThreshold(1e-8);
  return static_cast<int>(qr.rank());
}

// Rods pinned together at random. On a grid of half metres and quarter turns many positions are singular and
// many pins redundant; between them few are.
Mechanism makeTangle(std::mt19937& random, bool onGrid) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&](double step) {
    const double x = 2 * uniform(random);
    return onGrid ? std::round(x / step) * step : x;
  };
  Mechanism m;
  const auto bodies = 2 + random() % 7;
  for (std::size_t i = 0; i < bodies; ++i) {
    m.bodies.push_back(makeRod("rod" + std::to_string(i), draw(0.5), draw(0.5)));
    m.bodies.back().pose.angle = draw(1) * std::numbers::pi / 2;
  }
  const auto pins = 1 + random() % (2 * bodies);
  for (std::size_t j = 0; j < pins; ++j) {
    const auto a = random() % (bodies + 1), b = random() % bodies;
    if (a == b) continue;
    m.joints.push_back(makePin("P" + std::to_string(j), a == bodies ? kFrame : m.bodies[a].id, draw(0.5),
                               draw(0.5), m.bodies[b].id, draw(0.5)));
  }
  return m;
}

TEST(Mobility, RankOfRandomLinkagesAgreesWithDenseElimination) {
  std::mt19937 random(7);
  int dependent = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const System system = System::compile(resolve(makeTangle(random, trial % 2 == 0)).value()).value();
    Mode mode;
    mode.joints.resize(system.joints.size());
    Assembler assembler(system, mode);  // the pins stay open: any G will do
    assembler.updRows(0, system.startY.data(), system.layout.speeds(system.startY).data());
    const int rank = calcRowRank(system, assembler.rows()).rank;
    EXPECT_EQ(rank, calcDenseRank(system, assembler.rows())) << trial;
    dependent += rank < static_cast<int>(assembler.rowCount()) ? 1 : 0;
  }
  EXPECT_GT(dependent, 100);
}

// N windows: one degree of freedom, by count as well; flat, every window adds one.
TEST(Mobility, FourBarsUprightAndFlat) {
  for (const int windows : {1, 10, 40}) {
    const Mechanism mechanism = resolve(makeFourBars(windows)).value();
    const System system = System::compile(mechanism).value();
    State state = assembleStart(system, mechanism).value();
    Assembler assembler(system, state.mode);
    const auto at = [&] {
      assembler.updRows(0, state.y.data(), system.layout.speeds(state.y).data());
      return calcMobility(system, assembler);
    };
    EXPECT_EQ(at(), 1);
    for (std::size_t body = 0; body < system.bodies.size(); ++body) state.y[3 * body + 2] = 0;
    EXPECT_EQ(at(), 1 + windows);
  }
}

struct Work {
  double fill, rotations, blocks, products;  // of the rank, of the factorisation
};
Work calcWork(const Mechanism& mechanism) {
  const Mechanism resolved = resolve(mechanism).value();
  const System system = System::compile(resolved).value();
  const State state = assembleStart(system, resolved).value();
  Assembler assembler(system, state.mode);
  assembler.updRows(0, state.y.data(), system.layout.speeds(state.y).data());
  const RankResult rank = calcRowRank(system, assembler.rows());
  SaddlePoint saddlePoint;
  saddlePoint.analyze(system.metric.inverse(), assembler.rows());
  return {static_cast<double>(rank.fill), static_cast<double>(rank.rotations),
          static_cast<double>(saddlePoint.getFill()), static_cast<double>(saddlePoint.getProducts())};
}

// Numbers touched by an evaluation and by the mobility, counted: four times the bodies, four times the work.
TEST(Growth, OfWorkIsLinearInTheNumberOfBodies) {
  for (Mechanism (*make)(int) : {makeChainOfRods, makeFourBars}) {
    const Work small = calcWork(make(50)), large = calcWork(make(200));
    EXPECT_LT(large.fill, 4.4 * small.fill);
    EXPECT_LT(large.rotations, 4.4 * small.rotations);
    EXPECT_LT(large.blocks, 4.4 * small.blocks);
    EXPECT_LT(large.products, 4.4 * small.products);
  }
}

}  // namespace
}  // namespace clank::test
