// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "core/io/number_text.h"

namespace clank {
namespace {

Mechanism makeMechanism() {
  Mechanism m;
  for (const char* id : {"a", "b"}) {
    Parameter p;
    p.id = id;
    p.unit = "mm";
    m.parameters.push_back(p);
  }
  Parameter word;
  word.id = "law";
  word.choices = {"merge", "ignore"};
  m.parameters.push_back(word);
  return m;
}

StudyParameter makeRange(const char* id, double from, double to, double count) {
  StudyParameter p;
  p.parameter = id;
  p.from = from;
  p.to = to;
  p.count = count;
  return p;
}

double numberOf(const std::string& text) {
  return readNumber(text).value();
}

TEST(StudyAxis, NumbersAreInTheUnitOfTheParameter) {
  StudyParameter p;
  p.parameter = "a";
  Quantity typed = 0.08;
  typed.text = "80 mm";
  p.values = {5.0, typed};
  const StudyAxis axis(makeMechanism(), p);
  ASSERT_EQ(axis.size(), 2U);
  EXPECT_EQ(axis.at(0), "5");
  EXPECT_EQ(axis.at(1), "80");
}

TEST(StudyAxis, RangesIncludeBothEnds) {
  const StudyAxis linear(makeMechanism(), makeRange("a", 0, 0.9, 10));
  EXPECT_EQ(linear.at(0), "0");
  EXPECT_EQ(linear.at(1), "0.1");
  EXPECT_EQ(linear.at(9), "0.9");
  StudyParameter p = makeRange("a", 0.01, 100, 5);
  p.spacing = Spacing::logarithmic;
  const StudyAxis logarithmic(makeMechanism(), p);
  EXPECT_EQ(logarithmic.at(1), "0.1");
  EXPECT_EQ(logarithmic.at(4), "100");
}

// Normal: erf. Triangular on [0, 4] with mode 1: F(x) = x^2/4 below, F(x) = 1 - (4 - x)^2/12 above.
TEST(StudyAxis, QuantilesOfDistributions) {
  StudyParameter normal;
  normal.parameter = "a";
  normal.distribution = Distribution::normal;
  normal.mean = 10.0;
  normal.deviation = 2.0;
  const StudyAxis bell(makeMechanism(), normal);
  EXPECT_NEAR(numberOf(bell.atQuantile(0.5)), 10, 1e-12);
  EXPECT_NEAR(numberOf(bell.atQuantile(0.5 * (1 + std::erf(1 / std::sqrt(2.0))))), 12, 1e-12);
  StudyParameter triangle = makeRange("a", 0, 4, 1);
  triangle.distribution = Distribution::triangular;
  triangle.mode = 1.0;
  const StudyAxis roof(makeMechanism(), triangle);
  EXPECT_NEAR(numberOf(roof.atQuantile(1.0 / 16)), 0.5, 1e-12);
  EXPECT_NEAR(numberOf(roof.atQuantile(0.25)), 1, 1e-12);
  EXPECT_NEAR(numberOf(roof.atQuantile(1 - 3.0 / 12)), 4 - std::sqrt(3.0), 1e-12);
}

TEST(StudyPlan, AGridHasEveryCombinationTheLastFastest) {
  Study study;
  StudyParameter word;
  word.parameter = "law";
  word.words = {"merge", "ignore"};
  study.parameters = {makeRange("a", 1, 3, 3), word};
  const StudyPlan plan(makeMechanism(), study);
  ASSERT_EQ(plan.size(), 6U);
  EXPECT_EQ(plan.point(0), (std::vector<std::string>{"1", "merge"}));
  EXPECT_EQ(plan.point(1), (std::vector<std::string>{"1", "ignore"}));
  EXPECT_EQ(plan.point(5), (std::vector<std::string>{"3", "ignore"}));
}

TEST(StudyPlan, WhatCannotBeCountedHasNoSize) {
  Study study;
  study.parameters = {makeRange("a", 1, 3, 1e12), makeRange("b", 1, 3, 1e12)};
  EXPECT_FALSE(StudyPlan(makeMechanism(), study).size());
}

TEST(StudyPlan, LatinHypercubeHasOnePointInEveryLayer) {
  for (const double count : {1.0, 2.0, 37.0, 1000.0}) {
    Study study;
    study.sampling = Sampling::latinHypercube;
    study.runs = count;
    study.parameters = {makeRange("a", 0, 1, 1), makeRange("b", 0, 1, 1)};
    const StudyPlan plan(makeMechanism(), study);
    for (std::size_t k = 0; k < 2; ++k) {
      std::set<int> layers;
      for (std::uint64_t run = 0; run < *plan.size(); ++run)
        layers.insert(static_cast<int>(numberOf(plan.point(run)[k]) * count));
      EXPECT_EQ(layers.size(), static_cast<std::size_t>(count)) << count << " runs, parameter " << k;
    }
  }
}

// Of 2^m points, shifted, every interval of length 2^-m holds one in every dimension, give or take the shift.
TEST(StudyPlan, SobolPointsFillAndHaveASeed) {
  Study study;
  study.sampling = Sampling::sobol;
  study.runs = 1024;
  study.parameters = {makeRange("a", 0, 1, 1), makeRange("b", 0, 1, 1)};
  const StudyPlan plan(makeMechanism(), study);
  double mean = 0, product = 0;
  for (std::uint64_t run = 0; run < 1024; ++run) {
    const auto point = plan.point(run);
    mean += numberOf(point[0]) / 1024;
    product += numberOf(point[0]) * numberOf(point[1]) / 1024;
  }
  EXPECT_NEAR(mean, 0.5, 1e-3) << "independent random points: 9e-3";
  EXPECT_NEAR(product, 0.25, 2e-3);
  study.seed = 2;
  EXPECT_NE(StudyPlan(makeMechanism(), study).point(5), plan.point(5));
}

}  // namespace
}  // namespace clank
