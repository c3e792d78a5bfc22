// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/contact_problem.h"
#include "core/coulomb/solve_contacts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace clank {
namespace {

ContactProblem makeFrictionProblem(double normal, double slip, double mu) {
  ContactProblem problem;
  problem.W = Eigen::Matrix2d::Identity();
  problem.b = Eigen::Vector2d(normal, slip);
  OneSided contact;
  contact.slip = 1;
  contact.friction = mu;
  problem.contacts = {contact};
  return problem;
}

TEST(ContactProblem, FrictionStopsAsMuchSlipAsItsBoundAllows) {
  const auto sticks = solveContactProblem(makeFrictionProblem(-2, 0.5, 0.4));
  ASSERT_TRUE(sticks);
  EXPECT_NEAR((*sticks)(0), 2, 1e-14);
  EXPECT_NEAR((*sticks)(1), -0.5, 1e-14);
  const auto slides = solveContactProblem(makeFrictionProblem(-2, -3, 0.4));
  ASSERT_TRUE(slides);
  EXPECT_NEAR((*slides)(1), 0.8, 1e-14);
}

TEST(ContactProblem, WithoutApproachNothingPushes) {
  const auto p = solveContactProblem(makeFrictionProblem(0.1, 3, 0.4));
  ASSERT_TRUE(p);
  EXPECT_EQ(p->norm(), 0);
}

TEST(ContactProblem, ASlipThatIsThereFixesTheDirectionOfFriction) {
  ContactProblem problem = makeFrictionProblem(-2, 0, 0.4);
  problem.contacts[0].slides = -1;
  const auto p = solveContactProblem(problem);
  ASSERT_TRUE(p);
  EXPECT_NEAR((*p)(1), 0.8, 1e-14);
}

// The one contact may have a row that is not the first, and rows that no contact has get no impulse.
TEST(ContactProblem, OneContactAmongMoreRows) {
  ContactProblem problem;
  problem.W = (Eigen::Matrix2d() << 5, 0, 0, 2).finished();
  problem.b = Eigen::Vector2d(-7, -1);
  problem.contacts.resize(1);
  problem.contacts[0].normal = 1;
  const auto p = solveContactProblem(problem);
  ASSERT_TRUE(p);
  ASSERT_EQ(p->size(), 2);
  EXPECT_EQ((*p)(0), 0);
  EXPECT_DOUBLE_EQ((*p)(1), 0.5);
}

TEST(ContactProblem, PullingRowsMayPull) {
  ContactProblem problem;
  problem.W = (Eigen::Matrix2d() << 2, 1, 1, 2).finished();
  problem.b = Eigen::Vector2d(3, -1);
  problem.contacts.resize(2);
  problem.contacts[0].pulls = true;
  problem.contacts[1].normal = 1;
  const auto p = solveContactProblem(problem);
  ASSERT_TRUE(p);
  const Eigen::Vector2d rates = problem.W * *p + problem.b;
  EXPECT_NEAR(rates(0), 0, 1e-13);
  EXPECT_GE(rates(1), -1e-13);
  EXPECT_GE((*p)(1), 0);
  EXPECT_NEAR((*p)(1) * rates(1), 0, 1e-13);
}

// The laws of contact hold for random contacts of random mechanisms (W positive semidefinite), and no energy
// is created: p.(2 b + W p) <= 0.
TEST(ContactProblem, LawsHoldForRandomProblems) {
  std::mt19937 random(11);
  std::normal_distribution<double> normal;
  int solved = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const int contacts = 1 + trial % 4, n = 2 * contacts;
    const Eigen::MatrixXd B = Eigen::MatrixXd::NullaryExpr(n, n + 1, [&] { return normal(random); });
    ContactProblem problem;
    problem.W = B * B.transpose();
    problem.b = Eigen::VectorXd::NullaryExpr(n, [&] { return normal(random); });
    for (int i = 0; i < contacts; ++i) {
      OneSided contact;
      contact.normal = 2 * i;
      contact.slip = 2 * i + 1;
      contact.friction = 0.1 + std::abs(normal(random)) / 4;
      problem.contacts.push_back(contact);
    }
    const auto p = solveContactProblem(problem);
    if (!p) continue;
    ++solved;
    const Eigen::VectorXd rates = problem.W * *p + problem.b;
    for (const OneSided& contact : problem.contacts) {
      const double push = (*p)(contact.normal), rub = (*p)(contact.slip), bound = contact.friction * push;
      EXPECT_GE(push, 0);
      EXPECT_GE(rates(contact.normal), -1e-9);
      EXPECT_NEAR(push * rates(contact.normal), 0, 1e-8);
      EXPECT_LE(std::abs(rub), bound + 1e-9);
      EXPECT_NEAR(rates(contact.slip) * rub, -std::abs(rates(contact.slip)) * bound, 1e-8);
    }
    EXPECT_LE(p->dot(2 * problem.b + problem.W * *p), 1e-9);
  }
  EXPECT_GE(solved, 396) << "Lemke's path ends on a ray only where friction is extreme";
}

}  // namespace
}  // namespace clank
