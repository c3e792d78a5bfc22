// SPDX-License-Identifier: GPL-3.0-or-later
// Kane's double pendulum (Kane, Levinson, Dynamics: Theory and Applications, 1985): two rods hang on a pin,
// the free end strikes rough ground. Newton's law with friction then made energy. Here no law does, for any
// e, mu, e_t, posture and motion; without friction Newton's and the other laws are one.
#include <cmath>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

constexpr double kLength = 1;  // m, of each rod of 1 kg

// Rods hang by the angles given (rad, from the downward vertical) from a pin so high that the tip is on the
// ground; they begin at the middle of their upper ends.
class Pendulum {
 public:
  Pendulum(double upper, double lower) : upper_(upper), lower_(lower), instant_(make(upper, lower)) {}

  void move(double upperRate, double lowerRate) {
    const double h = kLength / 2;
    const double vx = kLength * std::cos(upper_) * upperRate, vy = kLength * std::sin(upper_) * upperRate;
    instant_.v(0, 0) = vx / 2;
    instant_.v(0, 1) = vy / 2;
    instant_.v(0, 2) = upperRate;
    instant_.v(1, 0) = vx + h * std::cos(lower_) * lowerRate;
    instant_.v(1, 1) = vy + h * std::sin(lower_) * lowerRate;
    instant_.v(1, 2) = lowerRate;
  }
  double tipRate() const { return instant_.gapRate(instant_.contact("ground")); }
  Instant& instant() { return instant_; }

 private:
  static Mechanism make(double upper, double lower) {
    const double h = kLength / 2;
    const double height = kLength * (std::cos(upper) + std::cos(lower));
    const double kneeX = kLength * std::sin(upper), kneeY = height - kLength * std::cos(upper);
    const double turn = -std::acos(-1.0) / 2;
    Mechanism m;
    m.bodies = {makeBody("upper", 1, 1.0 / 12, {kneeX / 2, (height + kneeY) / 2, turn + upper, {}}),
                makeBody("lower", 1, 1.0 / 12,
                         {kneeX + h * std::sin(lower), kneeY - h * std::cos(lower), turn + lower, {}})};
    m.joints = {makeJoint("pin", Revolute{}, kFrame, "upper", {0.0, height}, {-h, 0.0}),
                makeJoint("knee", Revolute{}, "upper", "lower", {h, 0.0}, {-h, 0.0})};
    m.contacts = {makeContact("ground", "lower", makeFloor())};
    m.contacts[0].atB = {h, 0.0};
    return m;
  }

  double upper_, lower_;
  Instant instant_;
};

struct Count {
  int impacts = 0, lowered = 0;
};

Count strikeAll(RestitutionLaw law, double tangential) {
  Count count;
  for (const auto& [upper, lower] : {std::pair{0.35, 0.52}, {-0.3, 0.7}, {0.9, -0.6}, {0.1, 1.2}})
    for (const double upperRate : {-2.0, -0.3, 0.4, 3.0})
      for (const double lowerRate : {-4.0, -1.0, 0.2, 2.0}) {
        Pendulum pendulum(upper, lower);
        pendulum.move(upperRate, lowerRate);
        if (pendulum.tipRate() >= 0) continue;
        for (const double e : {0.0, 0.2, 0.5, 0.7, 1.0})
          for (const double mu : {0.0, 0.1, 0.3, 0.5, 0.8, 1.5}) {
            SCOPED_TRACE(testing::Message() << upper << " " << lower << " " << upperRate << " " << lowerRate
                                            << " e " << e << " mu " << mu);
            pendulum.move(upperRate, lowerRate);
            Instant& instant = pendulum.instant();
            const double before = instant.kineticEnergy();
            const auto jump = instant.calcJump({{instant.contact("ground"), e, mu, false, tangential}}, law);
            if (!jump) {
              ADD_FAILURE() << "no jump";
              continue;
            }
            EXPECT_TRUE(jump->exact);
            ++count.impacts;
            count.lowered += jump->restitutionFactor < 1;
            const double approach = -pendulum.tipRate();
            instant.add(*jump);
            EXPECT_LE(instant.kineticEnergy(), before * (1 + 1e-11));
            EXPECT_GE(pendulum.tipRate(), -1e-12);
            EXPECT_LE(std::abs(jump->slipImpulse[0]), mu * jump->impulse[0] + 1e-12);
            if (mu == 0) {
              EXPECT_NEAR(pendulum.tipRate(), e * approach, 1e-12);
            }
          }
      }
  return count;
}

TEST(Kane, NewtonsLawIsLoweredToMakeNoEnergy) {
  const Count count = strikeAll(RestitutionLaw::newton, 0);
  EXPECT_GT(count.impacts, 900);
  EXPECT_GT(count.lowered, 50);
}
TEST(Kane, PoissonsLawMakesNoEnergy) {
  EXPECT_GT(strikeAll(RestitutionLaw::poisson, 0).impacts, 900);
}
TEST(Kane, TheEnergeticLawMakesNoneUnlowered) {
  EXPECT_EQ(strikeAll(RestitutionLaw::energetic, 0).lowered, 0);
}
TEST(Kane, TangentialRestitutionMakesNone) {
  for (const auto law : {RestitutionLaw::newton, RestitutionLaw::poisson, RestitutionLaw::energetic})
    EXPECT_GT(strikeAll(law, 0.8).impacts, 900);
}

}  // namespace
}  // namespace clank::test
