// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/press_course.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dynamics/system_compiler.h"
#include "tests/support/contacts.h"
#include "tests/support/parts.h"

namespace clank {
namespace {

using test::makeBody;
using test::makeContact;
using test::makeFloor;

constexpr double kRadius = 0.1;

System makeBall() {
  Mechanism m;
  m.bodies = {makeBody("ball", 1, 1e-3, {0.0, kRadius, 0.0, {}})};
  ContactPair floor = makeContact("ground", "ball", makeFloor(), 0.5);
  floor.radius = kRadius;
  floor.law = ContactLaw::huntCrossley;
  floor.compliance = Compliance{};
  floor.compliance->stiffness = 1e8;
  m.contacts = {floor};
  return *compileSystem(*resolve(m));
}

// d = middle + A sin(w t + phase).
struct Swing {
  double middle, phase;
  static constexpr double kA = 1e-5, kW = 3e4;
  double depth(double t) const { return middle + kA * std::sin(kW * t + phase); }
  double rate(double t) const { return kW * kA * std::cos(kW * t + phase); }

  std::vector<double> state(const System& system, double t) const {
    std::vector<double> y = system.startY;
    system.layout.positions(y)[1] = kRadius - depth(t);
    system.layout.speeds(y)[1] = -rate(t);
    return y;
  }
  PressCourse course(const System& system, double h) const {
    return calcPressCourse(system, 0, state(system, 0), state(system, h), h);
  }
};

// Steps up to w h = pi, half a swing: the bounds hold wherever in the swing they begin.
TEST(PressCourse, EnclosesASwing) {
  const System system = makeBall();
  for (int length = 1; length <= 8; ++length)
    for (int begin = 0; begin < 48; ++begin) {
      const Swing swing{2e-5, begin * std::numbers::pi / 24};
      const double h = length * std::numbers::pi / 8 / Swing::kW;
      const PressCourse course = swing.course(system, h);
      for (int i = 0; i <= 100; ++i) {
        const double t = h * i / 100;
        ASSERT_LE(course.lowest, swing.depth(t) + 1e-16) << length << " " << begin;
        ASSERT_GE(course.highest, swing.depth(t) - 1e-16) << length << " " << begin;
        ASSERT_LE(course.slowest, swing.rate(t) + 1e-12) << length << " " << begin;
        ASSERT_GE(course.fastest, swing.rate(t) - 1e-12) << length << " " << begin;
      }
    }
}

TEST(PressCourse, ADipOutOfTheSurfaceIsSeenFromBothEnds) {
  const System system = makeBall();
  const NormalForceLaw& law = system.contactPairs[0].compliance->normal;
  const double h = 2 / Swing::kW;
  // Lowest in the middle of the step, where it is outside; then inside all the time.
  const double lowestAtMiddle = -std::numbers::pi / 2 - 1;
  EXPECT_FALSE(staysPressed(law, Swing{0.9e-5, lowestAtMiddle}.course(system, h), 10));
  EXPECT_TRUE(staysPressed(law, Swing{2e-5, lowestAtMiddle}.course(system, h), 10));
}

// 1 + a d'/v with a = 3/4: the push turns where parts leave each other at 4/3 of the speed of approach.
TEST(PressCourse, APushThatTurnsIsSeen) {
  const System system = makeBall();
  const NormalForceLaw& law = system.contactPairs[0].compliance->normal;
  const Swing falling{4e-5, std::numbers::pi / 2};
  const double h = 1 / Swing::kW, slowest = -Swing::kA * Swing::kW;
  EXPECT_FALSE(staysPressed(law, falling.course(system, h), -slowest / 2));
  EXPECT_TRUE(staysPressed(law, falling.course(system, h), -2 * slowest));
}

// Of a force that is told to grow none within the step is greater than that at its end, whatever the damping;
// and in the first part of a blow it is told so.
TEST(PressCourse, AForceThatGrowsIsGreatestAtTheEnd) {
  const System system = makeBall();
  NormalForceLaw law = system.contactPairs[0].compliance->normal;
  law.damping = 3e3;
  law.dampingDepth = 1e-6;
  int told = 0;
  for (const ContactLaw kind :
       {ContactLaw::hertz, ContactLaw::kelvinVoigt, ContactLaw::flores, ContactLaw::impact}) {
    law.law = kind;
    law.exponent = kind == ContactLaw::kelvinVoigt ? 1 : 1.5;
    law.hysteresis = kind == ContactLaw::flores ? 5 : 0;
    for (int length = 1; length <= 8; ++length)
      for (int begin = -12; begin < 12; ++begin) {
        const Swing swing{0.5e-5, begin * std::numbers::pi / 24};
        const double h = length * std::numbers::pi / 16 / Swing::kW, approach = Swing::kA * Swing::kW;
        if (!pushGrows(law, swing.course(system, h), approach)) continue;
        ++told;
        const auto force = [&](double t) {
          return calcNormalForce(law, swing.depth(t), swing.rate(t), approach).total();
        };
        for (int i = 0; i < 100; ++i) {
          if (swing.depth(h * i / 100) <= 0) continue;
          ASSERT_LE(force(h * i / 100), force(h)) << length << " " << begin;
        }
      }
  }
  EXPECT_GT(told, 40);
}

// What is told to stay open does, wherever in a swing about a place near the surface the step begins, and
// what is far is told so.
TEST(PressCourse, AnOpenContactIsToldToStaySoWhereItDoes) {
  const System system = makeBall();
  for (const double height : {0.2, 0.5, 0.9, 1.1, 2.0, 100.0})
    for (int length = 1; length <= 8; ++length)
      for (int begin = 0; begin < 48; ++begin) {
        const Swing swing{-height * Swing::kA, begin * std::numbers::pi / 24};
        const double h = length * std::numbers::pi / 8 / Swing::kW;
        const bool isTold = staysOpen(system, 0, swing.state(system, 0), swing.state(system, h), h);
        EXPECT_TRUE(isTold || height < 100) << length << " " << begin;
        for (int i = 0; isTold && i <= 100; ++i)
          ASSERT_LT(swing.depth(h * i / 100), 0) << height << " " << length << " " << begin;
      }
}

// A gap that is told to bend downwards, and is near zero where the cubic is, does, wherever in a swing the
// step begins and whatever fall lies under it; free falls are told so.
TEST(PressCourse, AGapThatIsToldToFallBendsDownwards) {
  int told = 0;
  for (const double fall : {0.0, 0.3, 0.8, 0.9, 0.95, 1.0, 1.05, 3.0, 10.0})  // of the swing's acceleration
    for (int length = 1; length <= 8; ++length)
      for (int begin = 0; begin < 48; ++begin) {
        const Swing swing{0, begin * std::numbers::pi / 24};
        const double h = length * std::numbers::pi / 8 / Swing::kW, v = Swing::kA * Swing::kW;
        const double a = fall * v * Swing::kW, middle = a * h * h / 8 + v * h / 2;
        const auto look = [&](double t) {
          const double gap = swing.depth(t) - swing.depth(h / 2) + middle - v * t - a * t * t / 2;
          const double rate = swing.rate(t) - v - a * t;
          return Gap{gap, gap, rate, rate, false};
        };
        const auto found = findFall(look(0), look(h), h);
        if (!found || std::abs(look(found->guess).value) > found->allowed) continue;
        ++told;
        for (int i = 0; i < 200; ++i)
          ASSERT_LT(look(h * (i + 1) / 200).rate - look(h * i / 200).rate, 0)
              << fall << " " << length << " " << begin;
      }
  EXPECT_GT(told, 300);
  const auto free = findFall({0, 0, 4, 4, false}, {-1, -1, -6, -6, false}, 1);  // 4 t - 5 t^2
  ASSERT_TRUE(free);
  EXPECT_NEAR(free->guess, 0.8, 1e-9);
  EXPECT_NEAR(free->flattest, 10, 1e-9);
  EXPECT_NEAR(free->steepest, 10, 1e-9);
}

}  // namespace
}  // namespace clank
