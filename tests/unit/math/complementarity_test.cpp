// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/complementarity.h"

#include <gtest/gtest.h>

#include <random>

namespace clank {
namespace {

TEST(Complementarity, OneContact) {
  Eigen::MatrixXd A(1, 1);
  A << 2;
  Eigen::VectorXd b(1);
  b << -3;
  EXPECT_DOUBLE_EQ((*solveComplementarity(A, b))(0), 1.5);
  b << 3;
  EXPECT_EQ((*solveComplementarity(A, b))(0), 0);
}

// Newton's cradle of two equal contacts on one body: only one of two coupled contacts has to push.
TEST(Complementarity, CoupledContactsOnlyPush) {
  Eigen::MatrixXd A(2, 2);
  A << 1, 0.9, 0.9, 1;
  const Eigen::VectorXd b = -Eigen::Vector2d(1, 0.5);
  const auto z = solveComplementarity(A, b);
  ASSERT_TRUE(z);
  EXPECT_DOUBLE_EQ((*z)(0), 1);
  EXPECT_EQ((*z)(1), 0);
}

TEST(Complementarity, ConditionsHoldForRandomProblems) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 500; ++trial) {
    const int n = 1 + trial % 7;
    const Eigen::MatrixXd B = Eigen::MatrixXd::NullaryExpr(n, n + 1, [&] { return normal(random); });
    const Eigen::MatrixXd A = B * B.transpose();
    const Eigen::VectorXd b = Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); });
    const auto z = solveComplementarity(A, b);
    ASSERT_TRUE(z);
    const Eigen::VectorXd w = A * *z + b;
    EXPECT_GE(z->minCoeff(), 0);
    EXPECT_GE(w.minCoeff(), -1e-9);
    EXPECT_LT(std::abs(z->dot(w)), 1e-8);
  }
}

// The same contact listed twice: any split of the impulse will do, the speeds must be right.
TEST(Complementarity, RedundantContact) {
  const Eigen::MatrixXd A = Eigen::MatrixXd::Constant(2, 2, 2);
  const Eigen::VectorXd b = Eigen::VectorXd::Constant(2, -3);
  const auto z = solveComplementarity(A, b);
  ASSERT_TRUE(z);
  EXPECT_NEAR(z->sum(), 1.5, 1e-12);
}

}  // namespace
}  // namespace clank
