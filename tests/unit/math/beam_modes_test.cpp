// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/beam_modes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/math/gauss_legendre.h"

namespace clank {
namespace {

TEST(GaussLegendre, IsExactToDegreeTwiceItsPointsLessOne) {
  for (const int n : {1, 2, 5, 20, 90}) {
    for (int degree = 0; degree < std::min(2 * n, 40); ++degree) {
      double sum = 0;
      for (const QuadraturePoint& point : listGaussLegendre(n, -1, 2))
        sum += point.weight * std::pow(point.at / 2, degree);
      const double exact = 2 * (1 - std::pow(-0.5, degree + 1)) / (degree + 1);
      EXPECT_NEAR(sum, exact, 1e-13 * (1 + std::abs(exact))) << n << " points, degree " << degree;
    }
  }
}

// Roots of cos l cosh l = -1, tan l = tanh l and cos l cosh l = 1 from tables.
TEST(BendingMode, WavesAreTheRootsOfTheFrequencyEquations) {
  const auto wave = [](BeamEnds ends, int j) { return BendingMode(ends, j, 1).wave(); };
  EXPECT_NEAR(wave(BeamEnds::clampedFree, 1), 1.8751040687119611, 1e-14);
  EXPECT_NEAR(wave(BeamEnds::clampedFree, 2), 4.694091132974175, 1e-14);
  EXPECT_NEAR(wave(BeamEnds::clampedFree, 3), 7.854757438237613, 1e-14);
  EXPECT_NEAR(wave(BeamEnds::hingedFree, 1), 3.926602312047919, 1e-14);
  EXPECT_NEAR(wave(BeamEnds::freeFree, 1), 4.730040744862704, 1e-14);
  EXPECT_NEAR(wave(BeamEnds::clampedClamped, 2), 7.853204624095838, 1e-14);
}

class EveryMode : public testing::TestWithParam<BeamEnds> {};

TEST_P(EveryMode, MeetsItsEndsAndTheEquationOfTheBeam) {
  constexpr double kLength = 1.7;
  for (int j = 1; j <= 20; ++j) {
    const BendingMode mode(GetParam(), j, kLength);
    const double k = mode.wave() / kLength;
    const auto scaled = [&](double x, int order) {
      return mode.calcDerivative(x, order) / std::pow(k, order);
    };
    const bool isFreeStart = GetParam() == BeamEnds::freeFree,
               isFreeEnd = GetParam() != BeamEnds::clampedClamped;
    EXPECT_NEAR(scaled(0, isFreeStart ? 2 : 0), 0, 1e-12) << j;
    EXPECT_NEAR(scaled(0, isFreeStart ? 3 : GetParam() == BeamEnds::hingedFree ? 2 : 1), 0, 1e-12) << j;
    EXPECT_NEAR(scaled(kLength, isFreeEnd ? 2 : 0), 0, 1e-12) << j;
    EXPECT_NEAR(scaled(kLength, isFreeEnd ? 3 : 1), 0, 1e-12) << j;
    if (isFreeEnd) {
      EXPECT_NEAR(mode.calcValue(kLength), 2, 1e-12) << j;
    }
    for (const double x : {0.1, 0.6, 1.3}) {
      const double h = 1e-4 / k;
      for (int order = 0; order < 3; ++order)
        EXPECT_NEAR((mode.calcDerivative(x + h, order) - mode.calcDerivative(x - h, order)) / (2 * h),
                    mode.calcDerivative(x, order + 1), 1e-7 * std::pow(k, order + 1))
            << j << ", derivative " << order + 1;
      EXPECT_NEAR((mode.calcDerivative(x + h, 3) - mode.calcDerivative(x - h, 3)) / (2 * h),
                  std::pow(k, 4) * mode.calcValue(x), 1e-7 * std::pow(k, 4))
          << j;
    }
  }
}

TEST_P(EveryMode, IsOrthogonalToTheOthers) {
  for (int j = 1; j <= 20; ++j)
    for (int k = 1; k <= j; ++k) {
      const BendingMode one(GetParam(), j, 1), other(GetParam(), k, 1);
      double sum = 0;
      for (const QuadraturePoint& point : listGaussLegendre(100, 0, 1))
        sum += point.weight * one.calcValue(point.at) * other.calcValue(point.at);
      EXPECT_NEAR(sum, j == k ? 1 : 0, 1e-11) << j << ' ' << k;
    }
}

INSTANTIATE_TEST_SUITE_P(Ends, EveryMode,
                         testing::Values(BeamEnds::clampedFree, BeamEnds::hingedFree, BeamEnds::freeFree,
                                         BeamEnds::clampedClamped));

// int_0^1 x phi_j dx = (-1)^(j+1) 2/l^2 of a cantilever: an independent closed form.
TEST(BendingMode, FirstMomentsOfTheCantilever) {
  for (int j = 1; j <= 5; ++j) {
    const BendingMode mode(BeamEnds::clampedFree, j, 1);
    double sum = 0;
    for (const QuadraturePoint& point : listGaussLegendre(60, 0, 1))
      sum += point.weight * point.at * mode.calcValue(point.at);
    EXPECT_NEAR(sum, (j % 2 == 1 ? 2 : -2) / (mode.wave() * mode.wave()), 1e-13) << j;
  }
}

TEST(AxialMode, MeetsItsEnds) {
  for (int j = 1; j <= 2; ++j) {
    const AxialMode held(false, j, 1.7), loose(true, j, 1.7);
    EXPECT_NEAR(held.calcValue(0), 0, 1e-14);
    EXPECT_NEAR(held.calcDerivative(1.7, 1), 0, 1e-14 * held.wave());
    EXPECT_NEAR(loose.calcDerivative(0, 1), 0, 1e-14);
    EXPECT_NEAR(loose.calcDerivative(1.7, 1), 0, 1e-14 * loose.wave() * 10);
    constexpr double h = 1e-6;
    EXPECT_NEAR((held.calcValue(0.4 + h) - held.calcValue(0.4 - h)) / (2 * h), held.calcDerivative(0.4, 1),
                1e-8);
    EXPECT_NEAR((loose.calcValue(0.4 + h) - loose.calcValue(0.4 - h)) / (2 * h), loose.calcDerivative(0.4, 1),
                1e-8);
  }
}

}  // namespace
}  // namespace clank
