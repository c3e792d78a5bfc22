// SPDX-License-Identifier: GPL-3.0-or-later
// The answers that stand in where pivoting finds none, against what pivoting finds where it does, and the
// one case in which there is none: joints that hold a contact.
#include "core/coulomb/plastic_impact.h"
#include "core/coulomb/solve_contacts.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

// W = J J', r- = J v with normal rows and, with friction, slip rows.
ImpactProblem makeRandom(std::mt19937& random, int contacts, int freedoms, bool rubs) {
  std::uniform_real_distribution<double> number(-1, 1);
  const Eigen::Index rows = contacts * (rubs ? 2 : 1);
  Eigen::MatrixXd J(rows, freedoms);
  Eigen::VectorXd v(freedoms);
  for (Eigen::Index i = 0; i < J.size(); ++i) J(i) = number(random);
  for (Eigen::Index i = 0; i < v.size(); ++i) v(i) = number(random);
  ImpactProblem problem{J * J.transpose(), J * v, {}};
  for (int i = 0; i < contacts; ++i) {
    const Eigen::Index normal = i * (rubs ? 2 : 1);
    problem.contacts.push_back({normal, rubs ? normal + 1 : -1, rubs ? 0.4 : 0.0, 0, false, 0});
  }
  return problem;
}

// The speeds are unique although the impulses of redundant contacts are not.
TEST(PlasticImpact, OfGreatestLossIsTheComplementarityWithoutFriction) {
  std::mt19937 random(3);
  for (int k = 0; k < 300; ++k) {
    const ImpactProblem problem = makeRandom(random, 1 + k % 8, 1 + k % 5, false);
    const auto expected = solveContactProblem({problem.W, problem.before, problem.contacts});
    ASSERT_TRUE(expected);
    const Eigen::VectorXd P = solveFrictionlessImpact(problem, problem.before);
    EXPECT_GE(P.minCoeff(), 0);
    EXPECT_LT((problem.W * (P - *expected)).norm(), 1e-7) << k;
  }
}

// A row that pulls comes to rest whichever way it went.
TEST(PlasticImpact, OfGreatestLossStopsRowsThatPull) {
  std::mt19937 random(4);
  for (int k = 0; k < 100; ++k) {
    ImpactProblem problem = makeRandom(random, 3, 4, false);
    problem.contacts[1].pulls = true;
    const Eigen::VectorXd P = solveFrictionlessImpact(problem, problem.before);
    const Eigen::VectorXd after = problem.before + problem.W * P;
    EXPECT_NEAR(after(1), 0, 1e-12);
    EXPECT_GE(std::min(after(0), after(2)), -1e-12);
    EXPECT_GE(std::min(P(0), P(2)), 0);
    EXPECT_FALSE(createsEnergy(problem, P));
  }
}

TEST(PlasticImpact, IsAlwaysAdmissibleAndMakesNoEnergy) {
  std::mt19937 random(5);
  for (int k = 0; k < 300; ++k) {
    const ImpactProblem problem = makeRandom(random, 1 + k % 8, 1 + k % 6, true);
    const PlasticImpact impact = solvePlasticImpact(problem);
    EXPECT_TRUE(isAdmissible(problem, impact.P)) << k;
    EXPECT_FALSE(createsEnergy(problem, impact.P)) << k;
  }
}

TEST(PlasticImpact, KnowsWhatIsNotAdmissible) {
  ImpactProblem problem{Eigen::Matrix2d::Identity(), Eigen::Vector2d(-1, 0.5), {{0, 1, 0.3}}};
  EXPECT_TRUE(isAdmissible(problem, Eigen::Vector2d(1, -0.3)));
  EXPECT_FALSE(isAdmissible(problem, Eigen::Vector2d(1, -0.31))) << "outside the cone";
  EXPECT_FALSE(isAdmissible(problem, Eigen::Vector2d(0.9, 0))) << "still closing";
  EXPECT_FALSE(isAdmissible(problem, Eigen::Vector2d(std::nan(""), 0)));
  EXPECT_TRUE(createsEnergy(problem, Eigen::Vector2d(2.1, 0)));
  EXPECT_FALSE(createsEnergy(problem, Eigen::Vector2d(1.9, 0)));
}

// A block without joints between eight points, some of them twice, has an answer; one that a drive pushes has
// none.
TEST(PlasticImpact, OnlyJointsLeaveNoWay) {
  Mechanism m;
  m.bodies = {makeBody("block", 1, 0.01, {-1.0, 1.0, 0.0, {}})};
  for (int i = 0; i < 8; ++i) {
    m.contacts.push_back(makeContact("k" + std::to_string(i), "block", makeFloor(i % 4 * 0.5), 0.5, 0.5));
    m.contacts.back().atB = {0.1 * (i % 3), -0.1};
  }
  Instant free(m);
  free.v(0, 0) = 0.3;
  free.v(0, 1) = -1;
  std::vector<Participant> all;
  for (int i = 0; i < 8; ++i) all.push_back({free.contact("k" + std::to_string(i)), 0.5, 0.5});
  for (const auto law : {RestitutionLaw::newton, RestitutionLaw::poisson, RestitutionLaw::energetic})
    EXPECT_TRUE(free.calcJump(all, law));

  m.contacts.push_back(makeContact("wall", "block", makeFloor(std::acos(-1.0) / 2)));
  Prismatic up;
  up.axis = std::acos(-1.0) / 2;
  m.joints = {makeJoint("guide", up, kFrame, "block", {-1.0, 1.0})};
  Drive drive;
  drive.id = "D";
  drive.joint = "guide";
  drive.kind = ConstantSpeed{{}, -1};
  m.drives = {drive};
  Instant driven(m);
  EXPECT_FALSE(driven.calcJump({{driven.contact("k0"), 0, 0}}));
  const auto beside = driven.calcJump({{driven.contact("wall"), 0, 0}});
  ASSERT_TRUE(beside) << "it cannot give way either, but nothing approaches it";
  EXPECT_EQ(beside->impulse[0], 0);
}

}  // namespace
}  // namespace clank::test
