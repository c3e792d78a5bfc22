// SPDX-License-Identifier: GPL-3.0-or-later
// Cams against closed forms: an eccentric disc is a cam whose lift is known, whatever the follower.
#include "core/kinematics/cam_profile.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace clank {
namespace {

constexpr double kPi = std::numbers::pi;

LiftCurve makeCurve(const std::vector<LiftSegment>& segments) {
  auto curve = LiftCurve::make(segments);
  EXPECT_TRUE(curve) << curve.error();
  return *curve;
}

// A disc of radius A with its middle c below the shaft, and a roller r at x = e: with the middle at (c sin w,
// -c cos w) after a turn w the roller's is at y = -c cos w + sqrt((A + r)^2 - (e - c sin w)^2).
void expectEccentric(double e) {
  constexpr double A = 0.04, c = 0.012, r = 0.01;
  const double B = A + r, foot = std::sqrt(B * B - e * e);
  const auto write = [&](const char* w) {
    return fmt::format("(-{0:.17g}*cos({1}) + sqrt({2:.17g} - ({3:.17g} - {0:.17g}*sin({1}))^2))", c, w,
                       B * B, e);
  };
  const LiftCurve lift = makeCurve(
      {{kPi, 2 * c, LiftLaw::typed, fmt::format("({} - {:.17g})/{:.17g}", write("(pi*u)"), foot - c, 2 * c)},
       {kPi, 0, LiftLaw::typed, fmt::format("({:.17g} - {})/{:.17g}", foot + c, write("(pi+pi*u)"), 2 * c)}});
  CamPlan plan;
  plan.baseRadius = std::hypot(e, foot - c) - r;
  plan.roller = r;
  plan.offset = e;
  const auto profile = calcCamProfile(lift, plan);
  ASSERT_TRUE(profile) << profile.error();
  ASSERT_EQ(profile->points.size(), 360U);
  for (std::size_t i = 0; i < profile->points.size(); ++i) {
    const CamPoint& p = profile->points[i];
    const double w = kPi * static_cast<double>(i) / 180;
    EXPECT_NEAR(std::hypot(p.x, p.y + c), A, 1e-12) << i;
    EXPECT_NEAR(std::hypot(p.pitchX, p.pitchY + c), B, 1e-12) << i;
    EXPECT_NEAR(p.radius, A, 1e-9) << i;
    EXPECT_NEAR(std::sin(p.pressureAngle), std::abs(e - c * std::sin(w)) / B, 1e-12) << i;
  }
}

TEST(CamProfile, ARollerOnAnEccentricDiscRollsOnACircle) {
  expectEccentric(0);
  expectEccentric(0.008);
  expectEccentric(-0.02);
}

TEST(CamProfile, AFlatFaceOnAnEccentricDiscLiftsHarmonically) {
  constexpr double A = 0.05, c = 0.02;
  const LiftCurve lift = makeCurve({{kPi, 2 * c, LiftLaw::harmonic}, {kPi, 0, LiftLaw::harmonic}});
  CamPlan plan;
  plan.baseRadius = A - c;
  plan.face = FollowerFace::flat;
  const auto profile = calcCamProfile(lift, plan, 90);
  ASSERT_TRUE(profile) << profile.error();
  for (const CamPoint& p : profile->points) {
    EXPECT_NEAR(std::hypot(p.x, p.y + c), A, 1e-12);
    EXPECT_NEAR(p.radius, A, 1e-12);
    EXPECT_EQ(p.pressureAngle, 0);
  }
  EXPECT_NEAR(profile->faceReach, c, 1e-12);
}

// The greatest speeds of the laws are those of the books: 2, pi/2 and 15/8 of lift over angle.
TEST(CamProfile, LawsHaveTheirDerivatives) {
  constexpr double h = 0.02, angle = 2.0;
  const struct {
    LiftLaw law;
    double peak;
    const char* text;
  } kLaws[] = {{LiftLaw::cycloid, 2, ""},
               {LiftLaw::harmonic, kPi / 2, ""},
               {LiftLaw::polynomial, 1.875, ""},
               {LiftLaw::typed, 1.5, "u^2*(3 - 2*u)"}};
  for (const auto& [law, peak, text] : kLaws) {
    const LiftCurve lift = makeCurve({{1, 0, LiftLaw::dwell},
                                      {angle, h, law, text},
                                      {0.5, 0, LiftLaw::dwell},
                                      {2 * kPi - 3.5, 0, LiftLaw::cycloid}});
    EXPECT_EQ(lift.evaluate(0.5).v, 0);
    EXPECT_NEAR(lift.evaluate(1 + angle + 0.2).v, h, 1e-15) << "a dwell keeps the lift";
    EXPECT_NEAR(lift.evaluate(1 + angle / 2).v, h / 2, 1e-15);
    EXPECT_NEAR(lift.evaluate(1 + angle / 2).d, peak * h / angle, 1e-15);
    for (const double w : {1.3, 1.9, 2.8, 4.0, 5.5}) {
      constexpr double step = 1e-4;
      const Jet now = lift.evaluate(w), before = lift.evaluate(w - step), after = lift.evaluate(w + step);
      EXPECT_NEAR(now.d, (after.v - before.v) / (2 * step), 1e-8) << w;
      EXPECT_NEAR(now.dd, (after.d - before.d) / (2 * step), 1e-7) << w;
    }
    EXPECT_NEAR(lift.evaluate(2 * kPi + 1.7).v, lift.evaluate(1.7).v, 1e-15) << "the same after a turn";
  }
}

TEST(CamProfile, ATableGoesThroughItsRowsAndAround) {
  std::vector<std::array<double, 2>> rows;
  for (int i = 0; i < 12; ++i) rows.push_back({kPi * i / 6, 0.01 * (1 - std::cos(kPi * i / 6))});
  const auto lift = LiftCurve::makeTable(rows);
  ASSERT_TRUE(lift) << lift.error();
  for (const auto& [angle, value] : rows) EXPECT_NEAR(lift->evaluate(angle).v, value, 1e-15);
  EXPECT_NEAR(lift->evaluate(0).d, 0, 1e-12);
  EXPECT_NEAR(lift->evaluate(-0.1).v, lift->evaluate(2 * kPi - 0.1).v, 1e-15);
  EXPECT_FALSE(LiftCurve::makeTable({{{0, 0}, {1, 0.01}}}));
  EXPECT_FALSE(LiftCurve::makeTable({{{0, 0}, {2, 0.01}, {1, 0.0}}}));
}

TEST(CamProfile, WhatCannotBeIsRefusedWithItsCause) {
  const auto expectRefused = [](const auto& result, const char* word) {
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().find(word), std::string::npos) << result.error();
  };
  expectRefused(LiftCurve::make({{kPi, 0.01, LiftLaw::cycloid}, {3, 0, LiftLaw::cycloid}}), "360");
  expectRefused(LiftCurve::make({{2 * kPi, 0.01, LiftLaw::cycloid}}), "come back to 0");
  expectRefused(LiftCurve::make({{kPi, 0.01, LiftLaw::typed, "2*u"}, {kPi, 0, LiftLaw::cycloid}}), "u = 1");
  expectRefused(LiftCurve::make({{kPi, 0.01, LiftLaw::typed, "2*v"}, {kPi, 0, LiftLaw::cycloid}}), "v");
  const LiftCurve steep = makeCurve(
      {{kPi / 3, 0.03, LiftLaw::cycloid}, {kPi / 3, 0, LiftLaw::cycloid}, {4 * kPi / 3, 0, LiftLaw::dwell}});
  CamPlan plan;
  plan.baseRadius = 0.005;
  plan.roller = 0.02;
  expectRefused(calcCamProfile(steep, plan), "undercut");
  plan.face = FollowerFace::flat;
  expectRefused(calcCamProfile(steep, plan), "undercut");
  plan.face = FollowerFace::roller;
  plan.offset = 0.03;
  expectRefused(calcCamProfile(steep, plan), "beside the shaft");
}

}  // namespace
}  // namespace clank
