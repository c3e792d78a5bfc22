// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/contact_sweep.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>

namespace clank {
namespace {

// A random symmetric positive definite W of contacts in a row, each with its neighbours, and random rates.
struct Row {
  explicit Row(int size, unsigned seed) : count(size), W(2 * size, 2 * size) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    Eigen::MatrixXd J = Eigen::MatrixXd::Zero(2 * count, 3 * (count + 1));
    for (int i = 0; i < count; ++i)
      for (int r = 0; r < 2; ++r)
        for (int c = 0; c < 6; ++c) J(2 * i + r, 3 * i + c) = number(random);
    W = J * J.transpose();
    for (int i = 0; i < count; ++i) {
      problem.contacts.push_back({2 * i, 2 * i + 1, 0.4});
      problem.begin.push_back(problem.entries.size());
      for (const int j : {i, i - 1, i + 1}) {
        if (j < 0 || j >= count) continue;
        problem.entries.push_back({static_cast<std::uint32_t>(j), W(2 * i, 2 * j), W(2 * i, 2 * j + 1),
                                   W(2 * i + 1, 2 * j), W(2 * i + 1, 2 * j + 1)});
      }
      problem.b.push_back(number(random) - 0.5);
      problem.b.push_back(number(random));
    }
    problem.begin.push_back(problem.entries.size());
  }
  Eigen::VectorXd calcRates(const std::vector<double>& p) const {
    return W * Eigen::Map<const Eigen::VectorXd>(p.data(), 2 * count) +
           Eigen::Map<const Eigen::VectorXd>(problem.b.data(), 2 * count);
  }
  int count;
  Eigen::MatrixXd W;
  SparseContactProblem problem;
};

// Whatever it starts from: it ends where every contact obeys Signorini and Coulomb.
TEST(ContactSweep, EndsWhereAllLawsHold) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    Row row(12, seed);
    std::vector<double> p(24, seed % 2 == 0 ? 0.3 : 0.0);
    const SweepReport report = sweepContacts(row.problem, p, 1e-12, 5000);
    ASSERT_LE(report.residual, 1e-12) << seed;
    const Eigen::VectorXd r = row.calcRates(p);
    for (std::size_t i = 0; i < 12; ++i) {
      const auto at = static_cast<Eigen::Index>(2 * i);
      const double n = p[2 * i], t = p[2 * i + 1], bound = 0.4 * n;
      EXPECT_GE(n, 0);
      EXPECT_GE(r(at), -1e-9);
      EXPECT_NEAR(n * r(at), 0, 1e-9);
      EXPECT_LE(std::abs(t), bound + 1e-12);
      if (std::abs(t) < bound - 1e-9) {
        EXPECT_NEAR(r(at + 1), 0, 1e-9) << "sticks";
      }
      if (std::abs(r(at + 1)) > 1e-9) {
        EXPECT_NEAR(t, -std::copysign(bound, r(at + 1)), 1e-9) << "slides";
      }
    }
  }
}

// A stack of equal weights on a floor: each contact carries what is above it. News travels one contact a
// sweep, and what is left shrinks by 1 - O(1/n^2) in each.
TEST(ContactSweep, AStackNeedsFewSweepsWhenTheyAreMixed) {
  constexpr int kBodies = 40;
  SparseContactProblem stack;
  for (std::uint32_t i = 0; i < kBodies; ++i) {  // contact i: below body i; b: the weights
    stack.contacts.push_back({});
    stack.begin.push_back(stack.entries.size());
    stack.entries.push_back({i, i == 0 ? 1.0 : 2.0, 0, 0, 1});
    if (i > 0) stack.entries.push_back({i - 1, -1, 0, 0, 0});
    if (i + 1 < kBodies) stack.entries.push_back({i + 1, -1, 0, 0, 0});
    stack.b.push_back(i == 0 ? -1 : 0);
    stack.b.push_back(0);
  }
  stack.begin.push_back(stack.entries.size());
  std::vector<double> p(std::size_t{2} * kBodies, 0), alone = p;
  const SweepReport mixed = sweepContacts(stack, p, 1e-6, 1000);
  EXPECT_LE(mixed.residual, 1e-6);
  for (int i = 0; i < kBodies; ++i)  // an error of a rate is summed twice over the stack
    EXPECT_NEAR(p[2 * static_cast<std::size_t>(i)], kBodies - i, 1e-6 * kBodies * kBodies);
  double left = 0;  // two sweeps at a time remember nothing
  for (int i = 0; i < 3 * mixed.sweeps; i += 2) left = sweepContacts(stack, alone, 1e-6, 2).residual;
  EXPECT_GT(left, 1e-6);
}

// A joint has a bound in place of a normal impulse; a contact that slides keeps its direction.
TEST(ContactSweep, JointsAndSlidingContacts) {
  SparseContactProblem problem;
  problem.contacts = {{-1, 1, 1, 0, false, 0.7}, {2, 3, 0.5, -1}};
  problem.begin = {0, 1, 2};
  problem.entries = {{0, 0, 0, 0, 2}, {1, 2, 0, 0, 1}};
  problem.b = {0, -3, -4, 100};
  std::vector<double> p(4, 0);
  EXPECT_EQ(sweepContacts(problem, p, 1e-14, 100).residual, 0);
  EXPECT_DOUBLE_EQ(p[1], 0.7) << "1.5 would be needed to stop";
  EXPECT_DOUBLE_EQ(p[2], 2);
  EXPECT_DOUBLE_EQ(p[3], 1) << "against a slip of -1, whatever the rate";
}

// The expansion of Poisson: not less than the base, and more where the gap would close.
TEST(ContactSweep, ABaseIsKept) {
  SparseContactProblem problem;
  problem.contacts = {{0, -1, 0, 0, false, 0.7}, {2, -1, 0, 0, false, 0.2}};
  problem.begin = {0, 1, 2};
  problem.entries = {{0, 2, 0, 0, 1}, {1, 2, 0, 0, 1}};
  problem.b = {0.5, 0, -1, 0};
  std::vector<double> p(4, 0);
  EXPECT_EQ(sweepContacts(problem, p, 1e-14, 100).residual, 0);
  EXPECT_DOUBLE_EQ(p[0], 0.7);
  EXPECT_DOUBLE_EQ(p[2], 0.5);
}

}  // namespace
}  // namespace clank
