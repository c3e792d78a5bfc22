// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/largest_margin.h"

#include <gtest/gtest.h>

#include <random>

#include "core/math/complementarity.h"

namespace clank {
namespace {

double calcMargin(const Eigen::MatrixXd& B, const Eigen::VectorXd& c, const Eigen::VectorXd& s) {
  return (B * s + c).minCoeff();
}

TEST(LargestMargin, IsTheMiddleOfAnInterval) {
  Eigen::MatrixXd B(2, 1);
  B << 1, -1;
  const Eigen::Vector2d c(-1, 4);  // 1 <= s <= 4
  const auto s = solveLargestMargin(B, c, 100);
  ASSERT_TRUE(s);
  EXPECT_NEAR((*s)(0), 2.5, 1e-14);
  const auto capped = solveLargestMargin(B, c, 0.5);
  ASSERT_TRUE(capped);
  EXPECT_GE(calcMargin(B, c, *capped), 0.5 - 1e-14);
}

TEST(LargestMargin, IsBelowZeroWhereNoPointMeetsTheBounds) {
  Eigen::MatrixXd B(2, 1);
  B << 1, -1;
  const Eigen::Vector2d c(-4, 1);  // 4 <= s <= 1
  const auto s = solveLargestMargin(B, c, 100);
  ASSERT_TRUE(s);
  EXPECT_NEAR(calcMargin(B, c, *s), -1.5, 1e-14);
}

TEST(LargestMargin, OfABoundThatNothingMovesIsItsOwn) {
  Eigen::MatrixXd B(3, 2);
  B << 1, 1, 0, 0, 2, 2;
  const Eigen::Vector3d c(-1, 0, -2);
  const auto s = solveLargestMargin(B, c, 100);
  ASSERT_TRUE(s);
  EXPECT_NEAR(calcMargin(B, c, *s), 0, 1e-14);
}

// Of random bounds: no s is better, as the multipliers of the pivoted problem of the same programme say.
TEST(LargestMargin, AgreesWithPivotsOnRandomBounds) {
  std::mt19937 random(3);
  std::normal_distribution<double> number;
  int solved = 0;
  for (int round = 0; round < 300; ++round) {
    const Eigen::Index r = 1 + round % 6, m = 2 + round % 19, n = r + 2;
    Eigen::MatrixXd B(m, r);
    Eigen::VectorXd c(m);
    for (Eigen::Index i = 0; i < m; ++i) {
      for (Eigen::Index j = 0; j < r; ++j) B(i, j) = round % 3 ? number(random) : std::round(number(random));
      c(i) = number(random);
    }
    Eigen::MatrixXd Ay(m, n), M = Eigen::MatrixXd::Zero(n + m, n + m);
    Ay << B, -B.rowwise().sum(), Eigen::VectorXd::Ones(m);
    M.topRightCorner(n, m) = -Ay.transpose();
    M.bottomLeftCorner(m, n) = Ay;
    Eigen::VectorXd q(n + m);
    q << Eigen::VectorXd::Zero(n - 1), 1, c - Eigen::VectorXd::Ones(m);
    const auto y = solveComplementarity(M, q);
    if (!y) continue;
    const auto s = solveLargestMargin(B, c, 1);
    ASSERT_TRUE(s) << round;
    const Eigen::VectorXd other = y->head(r) - Eigen::VectorXd::Constant(r, (*y)(r));
    EXPECT_NEAR(std::min(1.0, calcMargin(B, c, *s)), std::min(1.0, calcMargin(B, c, other)), 1e-10) << round;
    ++solved;
  }
  EXPECT_GT(solved, 200);
}

}  // namespace
}  // namespace clank
