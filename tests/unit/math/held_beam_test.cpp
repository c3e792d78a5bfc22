// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/held_beam.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <numbers>

#include "core/math/gauss_legendre.h"

namespace clank {
namespace {

constexpr double kLength = 1.7;

using Stations = std::vector<BeamStation>;

// int of a product of derivatives, piece by piece.
double integrate(const PieceShape& a, const PieceShape& b, int order, const Stations& stations) {
  double sum = 0, from = 0;
  const auto add = [&](double to) {
    if (to <= from) return;
    for (const QuadraturePoint& point : listGaussLegendre(60, from, to))
      sum += point.weight * a.calcDerivative(point.at, order) * b.calcDerivative(point.at, order);
    from = to;
  };
  for (const BeamStation& station : stations) add(station.at);
  add(kLength);
  return sum;
}

const Stations kCases[] = {{},
                           {{0, true}},
                           {{0, true}, {kLength, true}},
                           {{0, false}, {kLength, false}},
                           {{0, false}, {0.6, false}, {kLength, false}},
                           {{0.2, true}, {0.9, false}, {1.5, true}},
                           {{0.5, false}}};

TEST(HeldBeam, ShapesRestAtTheStartAndVibrateApart) {
  for (const Stations& stations : kCases) {
    const auto shapes = listHeldBending(stations, 3, kLength);
    ASSERT_EQ(shapes.size(), 3 + countStaticShapes(stations));
    for (std::size_t j = 0; j < shapes.size(); ++j) {
      EXPECT_NEAR(shapes[j].calcDerivative(0, 0), 0, 1e-12);
      EXPECT_NEAR(shapes[j].calcDerivative(0, 1), 0, 1e-11);
      const double stiffness = std::pow(shapes[j].wave() / kLength, 4) * kLength;
      for (std::size_t k = 0; k < shapes.size(); ++k) {
        EXPECT_NEAR(integrate(shapes[j], shapes[k], 0, stations), j == k ? kLength : 0, 1e-9);
        EXPECT_NEAR(integrate(shapes[j], shapes[k], 2, stations) / stiffness, j == k ? 1 : 0, 1e-7);
      }
    }
  }
}

// Forces at stations find their closed forms without any fixed shape: at the tip of a cantilever
// P L^3/(3 E I), a moment there M L/(E I), and forces at two places by Maxwell's theorem.
TEST(HeldBeam, StaticAnswersAreExact) {
  const Stations stations{{0, true}, {0.7, false}, {kLength, true}};
  for (const std::size_t fixed : {0U, 2U}) {
    const auto shapes = listHeldBending(stations, fixed, kLength);
    const auto calcAnswer = [&](double at, int order, double force, int forceOrder) {
      double sum = 0;
      for (const PieceShape& shape : shapes)
        sum += shape.calcDerivative(at, order) * shape.calcDerivative(force, forceOrder) /
               (std::pow(shape.wave() / kLength, 4) * kLength);
      return sum;
    };
    EXPECT_NEAR(calcAnswer(kLength, 0, kLength, 0), std::pow(kLength, 3) / 3, 1e-9);
    EXPECT_NEAR(calcAnswer(kLength, 1, kLength, 1), kLength, 1e-9);
    EXPECT_NEAR(calcAnswer(kLength, 0, 0.7, 0), 0.49 / 6 * (3 * kLength - 0.7), 1e-9);
    EXPECT_NEAR(calcAnswer(0, 3, kLength, 0), -1, 1e-8) << "shear at the root";
  }
}

// l of the first vibrations where stations are held, from shapes and the two rigid motions.
std::vector<double> findWaves(const Stations& stations, std::size_t fixed) {
  using Eigen::Index;
  const auto shapes = listHeldBending(stations, fixed, kLength);
  const auto n = static_cast<Index>(shapes.size()) + 2;
  const auto calc = [&](Index j, double x, int order) {
    if (j == 0) return order == 0 ? 1.0 : 0.0;
    if (j == 1) return order == 0 ? x : order == 1 ? 1.0 : 0.0;
    return shapes[static_cast<std::size_t>(j - 2)].calcDerivative(x, order);
  };
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n), K = M;
  for (Index j = 0; j < n; ++j)
    for (Index k = 0; k < n; ++k) {
      double from = 0;
      for (std::size_t s = 0; s <= stations.size(); ++s) {
        const double to = s < stations.size() ? stations[s].at : kLength;
        if (to <= from) continue;
        for (const QuadraturePoint& point : listGaussLegendre(60, from, to)) {
          M(j, k) += point.weight * calc(j, point.at, 0) * calc(k, point.at, 0);
          K(j, k) += point.weight * calc(j, point.at, 2) * calc(k, point.at, 2);
        }
        from = to;
      }
    }
  std::vector<Eigen::VectorXd> rows;
  for (const BeamStation& station : stations)
    for (int order = 0; order <= (station.turned ? 1 : 0); ++order) {
      rows.emplace_back(n);
      for (Index j = 0; j < n; ++j) rows.back()(j) = calc(j, station.at, order);
    }
  Eigen::MatrixXd C(static_cast<Index>(rows.size()), n);
  for (std::size_t r = 0; r < rows.size(); ++r) C.row(static_cast<Index>(r)) = rows[r].transpose();
  const Eigen::MatrixXd free =
      rows.empty() ? Eigen::MatrixXd::Identity(n, n) : Eigen::MatrixXd(C.fullPivLu().kernel());
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      free.transpose() * K * free, free.transpose() * M * free, Eigen::EigenvaluesOnly);
  std::vector<double> waves;
  for (const double value : solver.eigenvalues())
    waves.push_back(std::pow(std::max(0.0, value), 0.25) * kLength);
  return waves;
}

// Of what is held as the stations are, three fixed shapes are the first three vibrations.
TEST(HeldBeam, FrequenciesOfEverySupport) {
  const auto clamped = findWaves({{0, true}, {kLength, true}}, 3);
  EXPECT_NEAR(clamped[0], 4.730040744862704, 1e-8);
  EXPECT_NEAR(clamped[2], 10.995607838001671, 1e-7);
  const auto pinned = findWaves({{0, false}, {kLength, false}}, 3);
  EXPECT_NEAR(pinned[0], std::numbers::pi, 1e-8);
  EXPECT_NEAR(pinned[2], 3 * std::numbers::pi, 1e-7);
  EXPECT_NEAR(findWaves({{0, true}}, 3)[0], 1.8751040687119611, 1e-8);
  EXPECT_NEAR(findWaves({}, 3)[2], 4.730040744862704, 1e-8);
  // Pins at the ends and in the middle: the halves swing against each other as pinned ones.
  EXPECT_NEAR(findWaves({{0, false}, {kLength / 2, false}, {kLength, false}}, 3)[0], 2 * std::numbers::pi,
              1e-7);
}

// With one of the stations let go the frequencies come from above as the number of shapes grows.
TEST(HeldBeam, ConvergesWhenStationsLetGo) {
  const Stations all{{0, true}, {kLength, true}};
  double before = 1;
  for (const std::size_t fixed : {1U, 3U, 6U}) {
    const auto shapes = listHeldBending(all, fixed, kLength);
    double first = shapes[0].wave();  // clamped at the start alone
    const double off = first / 1.8751040687119611 - 1;
    EXPECT_GT(off, -1e-9);
    EXPECT_LT(off, before / 2);
    before = off;
  }
  EXPECT_LT(before, 1e-6);
}

// A force at the end stretches by F L/(E A) at once.
TEST(HeldBeam, StretchingIsExactUnderAForceAtTheEnd) {
  for (const std::size_t count : {1U, 2U}) {
    double stretch = 0;
    for (const PieceShape& shape :
         listHeldStretching(Stations{{0, false}, {kLength, false}}, count, kLength)) {
      stretch +=
          std::pow(shape.calcDerivative(kLength, 0), 2) / (std::pow(shape.wave() / kLength, 2) * kLength);
      EXPECT_NEAR(shape.calcDerivative(0, 0), 0, 1e-12);
      const double h = 1e-5;
      EXPECT_NEAR((shape.calcDerivative(0.4 + h, 0) - shape.calcDerivative(0.4 - h, 0)) / (2 * h),
                  shape.calcDerivative(0.4, 1), 1e-7);
    }
    EXPECT_NEAR(stretch, kLength, 1e-10) << count;
  }
}

}  // namespace
}  // namespace clank
