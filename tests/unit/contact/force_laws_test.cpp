// SPDX-License-Identifier: GPL-3.0-or-later
// Compliant laws and their friction as functions of depth, rate and slip.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/contact/friction_force.h"
#include "core/contact/normal_force.h"

namespace clank::test {
namespace {

// The factors as their authors print them, at e = 0.3.
TEST(NormalForce, HysteresisOfEachLaw) {
  EXPECT_DOUBLE_EQ(calcHysteresis(ContactLaw::huntCrossley, 0.3), 1.05);
  EXPECT_DOUBLE_EQ(calcHysteresis(ContactLaw::herbertMcWhannell, 0.3), 4.2 / 3.16);
  EXPECT_DOUBLE_EQ(calcHysteresis(ContactLaw::leeWang, 0.3), 0.525);
  EXPECT_DOUBLE_EQ(calcHysteresis(ContactLaw::lankaraniNikravesh, 0.3), 0.6825);
  EXPECT_DOUBLE_EQ(calcHysteresis(ContactLaw::gonthierApproximate, 0.3), 0.91 / 0.3);
  EXPECT_DOUBLE_EQ(calcHysteresis(ContactLaw::zhiyingQishao, 0.3), 0.6825 * std::exp(1.4));
  EXPECT_DOUBLE_EQ(calcHysteresis(ContactLaw::flores, 0.3), 5.6 / 1.5);
  EXPECT_DOUBLE_EQ(calcHysteresis(ContactLaw::huGuo, 0.3), 3.5);
}

TEST(NormalForce, GonthierGivesBackWhatItIsAskedFor) {
  for (const double e : {1e-3, 0.1, 0.5, 0.9, 0.999, 0.99999, 0.999999, 1.0})
    EXPECT_NEAR(calcEffectiveRestitution(calcHysteresis(ContactLaw::gonthier, e)), e, 1e-9) << e;
}

TEST(NormalForce, PushesAndPulls) {
  Compliance compliance;
  compliance.damping = 20;
  compliance.dampingDepth = 2e-3;
  const NormalForceLaw flores = makeNormalForceLaw(ContactLaw::flores, compliance, 1e6, 0.5);
  const NormalForce force = calcNormalForce(flores, 4e-4, 0.1, 0.2);
  EXPECT_NEAR(force.elastic, 1e6 * 8e-6, 1e-12);
  EXPECT_NEAR(force.damping, force.elastic * 1.6 * 0.5, 1e-12);
  EXPECT_NEAR(calcElasticEnergy(flores, 4e-4), 8.0 * 4e-4 / 2.5, 1e-15);
  EXPECT_GT(calcPush(flores, 4e-4, -0.12, 0.2), 0);
  EXPECT_LT(calcPush(flores, 4e-4, -0.13, 0.2), 0);
  EXPECT_EQ(calcNormalForce(flores, -1e-9, 0.1, 0.2).total(), 0);

  const NormalForceLaw impact = makeNormalForceLaw(ContactLaw::impact, compliance, 1e6, 0);
  EXPECT_NEAR(calcNormalForce(impact, 1e-3, 0.1, 1).damping, 20 * 0.5 * 0.1, 1e-12) << "s(1/2) = 1/2";
  EXPECT_NEAR(calcNormalForce(impact, 5e-3, 0.1, 1).damping, 20 * 0.1, 1e-12);
  const NormalForceLaw voigt = makeNormalForceLaw(ContactLaw::kelvinVoigt, compliance, 1e6, 0);
  EXPECT_NEAR(calcNormalForce(voigt, 1e-3, -10, 1).total(), 1000 - 200, 1e-9);
  EXPECT_FALSE(canPull(makeNormalForceLaw(ContactLaw::hertz, compliance, 1e6, 0)));
}

// Steel on steel: the stiffness that the literature of the slider-crank with clearance quotes.
TEST(NormalForce, StiffnessOfAJournalInItsBearing) {
  const Material steel{2.07e11, 0.3, {}};
  EXPECT_NEAR(calcHertzStiffness(steel, steel, 1 / 0.0095 - 1 / 0.01) / 6.6101983980e10, 1, 1e-9);
}

FrictionForceLaw makeFriction(FrictionLaw law) {
  FrictionCurve curve;
  curve.staticCoefficient = 0.3;
  curve.fullSpeed = 0.01;
  curve.thresholdSpeed = 0.002;
  curve.stribeckSpeed = 0.05;
  curve.decay = 40;
  curve.viscous = 0.5;
  curve.bristleStiffness = 1000;
  curve.bristleDamping = 2;
  return makeFrictionForceLaw(law, curve, 0.2);
}

const std::vector<FrictionLaw> kCurves{FrictionLaw::coulomb, FrictionLaw::threlfall, FrictionLaw::bengisuAkay,
                                       FrictionLaw::ambrosio, FrictionLaw::duan};

TEST(FrictionForce, IsOddAndWithoutJumps) {
  for (const FrictionLaw law : kCurves) {
    const FrictionForceLaw friction = makeFriction(law);
    double before = 0;
    for (int i = 0; i <= 10000; ++i) {
      const double v = 1e-5 * i, mu = calcFrictionCoefficient(friction, v);
      EXPECT_EQ(calcFrictionCoefficient(friction, -v), -mu);
      EXPECT_LT(std::abs(mu - before), 2e-3) << static_cast<int>(law) << " at " << v;
      EXPECT_LE(mu, 0.3 + 0.5 * v + 1e-15);
      before = mu;
    }
    EXPECT_NEAR(calcFrictionCoefficient(friction, 0.5), 0.2 + 0.25, 1e-6) << "far away it slides";
  }
}

TEST(FrictionForce, FollowsItsFormula) {
  const auto mu = [](FrictionLaw law, double v) { return calcFrictionCoefficient(makeFriction(law), v); };
  const auto level = [](double v) { return 0.2 + 0.1 * std::exp(-v * v / 0.0025); };
  EXPECT_NEAR(mu(FrictionLaw::coulomb, 0.005), level(0.005) * 0.6875 + 0.0025, 1e-15);
  EXPECT_NEAR(mu(FrictionLaw::threlfall, 0.005),
              level(0.005) * (1 - std::exp(-1.5)) / (1 - std::exp(-3.0)) + 0.0025, 1e-15);
  EXPECT_NEAR(mu(FrictionLaw::ambrosio, 0.006), level(0.006) * 0.5 + 0.003, 1e-15);
  EXPECT_EQ(mu(FrictionLaw::ambrosio, 0.001), 0.0005) << "only the viscous part";
  EXPECT_NEAR(mu(FrictionLaw::duan, 0.02), level(0.02) * (1 - std::exp(-6.0)) + 0.01, 1e-15);
  EXPECT_NEAR(mu(FrictionLaw::bengisuAkay, 0.01), 0.3 + 0.005, 1e-15) << "greatest";
  EXPECT_NEAR(mu(FrictionLaw::bengisuAkay, 0.035), 0.2 + 0.1 * std::exp(-1.0) + 0.0175, 1e-15);
  EXPECT_EQ(mu(FrictionLaw::none, 1), 0);
}

TEST(FrictionForce, BristlesAtSteadySlipAreStribecks) {
  const FrictionForceLaw lugre = makeFriction(FrictionLaw::lugre);
  const double v = 0.03, level = 0.2 + 0.1 * std::exp(-0.36), steady = level / 1000;
  EXPECT_NEAR(calcBristleRate(lugre, v, steady), 0, 1e-15);
  EXPECT_NEAR(calcFrictionCoefficient(lugre, v, steady), level + 0.015, 1e-15);
  EXPECT_EQ(calcBristleRate(lugre, v, 0), v);
  EXPECT_NEAR(calcFrictionCoefficient(lugre, v, 0), 2 * v + 0.015, 1e-15);
}

}  // namespace
}  // namespace clank::test
