// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/least_distance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/math/complementarity.h"

namespace clank {
namespace {

TEST(LeastDistance, IsZeroWhereAllBoundsAreMetThere) {
  const auto x = solveLeastDistance(Eigen::MatrixXd::Random(4, 2), Eigen::VectorXd::Ones(4));
  ASSERT_TRUE(x);
  EXPECT_EQ(x->norm(), 0);
}

TEST(LeastDistance, MeetsOneBoundAndTwo) {
  Eigen::MatrixXd N(2, 2);
  N << 3, 4, 0, 1;
  const auto one = solveLeastDistance(N, Eigen::Vector2d(-10, 5));  // the foot on 3x + 4y = 10
  ASSERT_TRUE(one);
  EXPECT_NEAR((*one - Eigen::Vector2d(1.2, 1.6)).norm(), 0, 1e-14);
  const auto two = solveLeastDistance(N, Eigen::Vector2d(-10, -2.5));  // their corner
  ASSERT_TRUE(two);
  EXPECT_NEAR((*two - Eigen::Vector2d(0, 2.5)).norm(), 0, 1e-14);
}

TEST(LeastDistance, SaysWhereNoPointMeetsTheBounds) {
  Eigen::MatrixXd N(2, 1);
  N << 1, -1;
  EXPECT_FALSE(solveLeastDistance(N, Eigen::Vector2d(-1, 0.5)));
  EXPECT_TRUE(solveLeastDistance(N, Eigen::Vector2d(-1, 1)));  // one point
}

// Its conditions are those of a complementarity problem: x = N' z, 0 <= z, N x + c >= 0, one of them zero.
TEST(LeastDistance, AgreesWithPivotsOnRandomBounds) {
  std::mt19937 random(7);
  std::normal_distribution<double> number;
  int solved = 0;
  for (int round = 0; round < 300; ++round) {
    const Eigen::Index columns = 1 + round % 6, rows = 2 + round % 17;
    Eigen::MatrixXd N(rows, columns);
    Eigen::VectorXd c(rows);
    for (Eigen::Index i = 0; i < rows; ++i) {
      for (Eigen::Index j = 0; j < columns; ++j) N(i, j) = number(random);
      c(i) = number(random) + 0.5;
    }
    const auto x = solveLeastDistance(N, c);
    const auto z = solveComplementarity(N * N.transpose(), c);
    if (!z) continue;
    ASSERT_TRUE(x) << round;
    EXPECT_NEAR((*x - N.transpose() * *z).norm(), 0, 1e-9 * (1 + x->norm())) << round;
    ++solved;
  }
  EXPECT_GT(solved, 150);
}

// Where all digits are lost there is no answer, and no more than that.
TEST(LeastDistance, NumbersOfAllSizesEnd) {
  std::mt19937 random(3);
  std::normal_distribution<double> number;
  const auto any = [&] { return number(random) * std::pow(10.0, 100 * number(random)); };
  int solved = 0;
  constexpr int kRounds = 20000;
  for (int round = 0; round < kRounds; ++round) {
    Eigen::MatrixXd N(1 + round % 8, 1 + round % 3);
    Eigen::VectorXd c(N.rows());
    for (Eigen::Index i = 0; i < N.size(); ++i) N.data()[i] = any();
    for (Eigen::Index i = 0; i < c.size(); ++i) c(i) = any();
    solved += solveLeastDistance(N, c) ? 1 : 0;
  }
  EXPECT_GT(solved, kRounds / 10);
  EXPECT_LT(solved, kRounds);
}

}  // namespace
}  // namespace clank
