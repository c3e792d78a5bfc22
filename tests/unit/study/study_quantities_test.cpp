// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_quantities.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/study/sensitivity.h"
#include "core/study/study_plan.h"

namespace clank {
namespace {

const std::vector<Channel> kChannels{{"t", "s"}, {"B.x", "m"}, {"B.y", "m"}, {"g.normal_force", "N"}};

// x = t, y = -2 from 0 to 4 s in steps of 1 s, an impact at 2 s after which y is 3.
Trajectory makeRun() {
  Trajectory run(kChannels);
  for (const double t : {0.0, 1.0, 2.0}) run.sample(std::vector<double>{t, t, -2, 0});
  Receipt receipt;
  receipt.t = 2;
  receipt.kind = EventKind::impact;
  receipt.element = "g";
  receipt.contact.emplace().peakForce = 70;  // between two samples
  receipt.contact->normalImpulse = 4;
  run.event(receipt);
  for (const double t : {2.0, 3.0, 4.0}) run.sample(std::vector<double>{t, t, 3, 1});
  return run;
}

double evaluate(const std::string& text) {
  StudyQuantity quantity;
  quantity.id = "q";
  quantity.value = text;
  const auto made = StudyQuantities::create({{quantity}, "study s", "/studies/0"}, kChannels, {"mass"});
  if (!made) throw std::runtime_error(made.error().front().what);
  return made->evaluate(makeRun(), std::vector<double>{5.0})[0];
}

std::string refusal(const std::string& text) {
  try {
    evaluate(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return {};
}

TEST(StudyQuantities, NumbersOfARun) {
  EXPECT_EQ(evaluate("peak(B.y - 4)"), 6);
  EXPECT_EQ(evaluate("greatest(B.y)"), 3);
  EXPECT_EQ(evaluate("least(B.y)"), -2);
  EXPECT_DOUBLE_EQ(evaluate("mean(B.x)"), 2);
  EXPECT_DOUBLE_EQ(evaluate("mean(B.y)"), 0.5);
  EXPECT_DOUBLE_EQ(evaluate("rms(B.x)"), std::sqrt(16.0 / 3));
  EXPECT_DOUBLE_EQ(evaluate("integral(B.y)"), 2);
  EXPECT_EQ(evaluate("start(B.y)"), -2);
  EXPECT_EQ(evaluate("end(B.x + mass)"), 9);
  EXPECT_DOUBLE_EQ(evaluate("at(B.x, 1500 ms)"), 1.5);
  EXPECT_EQ(evaluate("before(B.y, 1)"), -2);
  EXPECT_EQ(evaluate("after(B.y, 1)"), 3);
  EXPECT_EQ(evaluate("events()"), 1);
  EXPECT_EQ(evaluate("events(lock)"), 0);
  EXPECT_EQ(evaluate("first(impact)"), 2);
  EXPECT_EQ(evaluate("peak_force(g)"), 70);
  EXPECT_EQ(evaluate("impulse(g)"), 4);
  EXPECT_EQ(evaluate("peak( g.normal_force )"), 70);
  EXPECT_EQ(evaluate("peak(2*g.normal_force)"), 2);
  EXPECT_EQ(evaluate("2*peak(max(B.x, B.y))/mass + events( impact )"), 2 * 4 / 5.0 + 1);
}

TEST(StudyQuantities, WhatARunDoesNotHaveIsNoNumber) {
  EXPECT_TRUE(std::isnan(evaluate("first(lock)")));
  EXPECT_TRUE(std::isnan(evaluate("after(B.y, 2)")));
  EXPECT_TRUE(std::isnan(evaluate("at(B.x, 5)")));
}

TEST(StudyQuantities, MistakesAreNamed) {
  EXPECT_NE(refusal("peak(B.z)").find("unknown name 'B.z'"), std::string::npos) << refusal("peak(B.z)");
  EXPECT_NE(refusal("B.x").find("say which number of it, as peak(B.x)"), std::string::npos);
  EXPECT_NE(refusal("peak(B.x").find("a parenthesis is open"), std::string::npos);
  EXPECT_NE(refusal("first(crash)").find("'crash' is no kind of event"), std::string::npos);
  EXPECT_NE(refusal("peak_force(h)").find("takes a contact"), std::string::npos);
  EXPECT_NE(refusal("before(B.x, 0)").find("counted 1, 2, 3"), std::string::npos);
  EXPECT_NE(refusal("at(B.x)").find("an expression and a time"), std::string::npos);
}

// f = sin a + 7 sin^2 b + 0.1 c^4 sin a on [-pi, pi]^3 (Ishigami and Homma 1990): V = 1/2 + 49/8 + pi^4/50 +
// pi^8/1800, V_a = (1 + pi^4/50)^2/2, V_b = 49/8, V_c = 0, V_ac = pi^8 (1/1800 - 1/5000) + ... from V.
TEST(Sensitivity, IshigamisFunction) {
  Mechanism m;
  Study study;
  study.id = "ishigami";
  study.sampling = Sampling::sensitivity;
  study.runs = 8192;
  for (const char* id : {"a", "b", "c"}) {
    Parameter p;
    p.id = id;
    m.parameters.push_back(p);
    StudyParameter varied;
    varied.parameter = id;
    varied.from = -std::numbers::pi;
    varied.to = std::numbers::pi;
    study.parameters.push_back(varied);
  }
  StudyQuantity f;
  f.id = "f";
  f.value = "sin(a) + 7*sin(b)^2 + 0.1*c^4*sin(a)";
  study.quantities = {f};
  const auto quantities = StudyQuantities::create({{f}, "study ishigami", ""}, {}, {"a", "b", "c"});
  ASSERT_TRUE(quantities);
  EXPECT_FALSE(quantities->needRun());
  const StudyPlan plan(m, study);
  ASSERT_EQ(plan.size(), 5 * 8192U);
  std::vector<double> values;
  for (std::uint64_t run = 0; run < *plan.size(); ++run) {
    std::vector<double> point;
    for (const std::string& text : plan.point(run)) point.push_back(std::stod(text));
    values.push_back(quantities->evaluate({}, point)[0]);
  }
  const auto indices = calcSobolIndices(values, 8192);
  ASSERT_EQ(indices.size(), 3U);
  const double pi4 = std::pow(std::numbers::pi, 4), v = 0.5 + 49 / 8.0 + pi4 / 50 + pi4 * pi4 / 1800;
  const double va = (1 + pi4 / 50) * (1 + pi4 / 50) / 2, vb = 49 / 8.0, vac = v - va - vb;
  EXPECT_NEAR(indices[0].first, va / v, 0.01);
  EXPECT_NEAR(indices[1].first, vb / v, 0.01);
  EXPECT_NEAR(indices[2].first, 0, 0.01);
  EXPECT_NEAR(indices[0].total, (va + vac) / v, 0.01);
  EXPECT_NEAR(indices[1].total, vb / v, 0.01);
  EXPECT_NEAR(indices[2].total, vac / v, 0.01);
}

// A point that lacks a run counts nowhere, wherever in the table its place is.
TEST(Sensitivity, PointsThatAreNotWholeAreLeftOut) {
  const std::size_t points = 64;
  std::vector<double> all, part;
  for (std::size_t table = 0; table < 4; ++table)
    for (std::size_t i = 0; i < points; ++i) all.push_back(std::sin(static_cast<double>(table + 5 * i * i)));
  part = all;
  for (std::size_t table = 0; table < 4; ++table)
    for (std::size_t i = 1; i < points; i += 2) part[table * points + i] = std::nan("");
  std::vector<double> even;
  for (std::size_t i = 0; i < all.size(); i += 2) even.push_back(all[i]);
  const auto found = calcSobolIndices(part, points), wanted = calcSobolIndices(even, points / 2);
  ASSERT_EQ(found.size(), 2U);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(found[k].first, wanted[k].first);
    EXPECT_EQ(found[k].total, wanted[k].total);
  }
}

TEST(Sensitivity, WithoutSpreadThereAreNone) {
  EXPECT_TRUE(calcSobolIndices(std::vector<double>(30, 2.5), 10).empty());
  EXPECT_TRUE(calcSobolIndices(std::vector<double>(30, std::nan("")), 10).empty());
}

}  // namespace
}  // namespace clank
