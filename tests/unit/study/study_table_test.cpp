// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a study as columns, their percentiles and histograms, and what it says of time.
#include "core/study/study_table.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/study/percentiles.h"
#include "core/study/spread.h"
#include "core/study/study_cost.h"

namespace clank {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

TEST(Spread, PercentilesLieStraightBetweenNeighbours) {
  const auto sorted = sortFinite(std::vector<double>{3, kNone, 1, 2, 5});
  EXPECT_EQ(sorted, (std::vector<double>{1, 2, 3, 5}));
  EXPECT_EQ(calcPercentile(sorted, 0), 1);
  EXPECT_EQ(calcPercentile(sorted, 1), 5);
  EXPECT_DOUBLE_EQ(calcPercentile(sorted, 0.5), 2.5);
  EXPECT_EQ(calcPercentile({7}, 0.3), 7);
}

TEST(Percentiles, OfNumbersThatAreReadAgainAreThoseOfNumbersInMemory) {
  std::vector<double> wide, few{2, -1, 2, 2, -1}, none{kNone, kNone};
  for (int i = 0; i < 5000; ++i) {
    const double x = std::sin(static_cast<double>(i) * i);
    wide.push_back(i % 7 == 0 ? kNone : i % 3 == 0 ? x * 1e-300 : i % 5 == 0 ? 1e300 * x : 1 + 1e-15 * x);
  }
  const std::vector<double> parts{0, 0.05, 0.31, 0.5, 0.95, 0.999, 1};
  for (const auto& values : {wide, few, none, std::vector<double>{7}, std::vector<double>()}) {
    int readings = 0;
    const auto found = calcPercentiles(
        [&](const VisitRow& visit) {
          ++readings;
          for (const double value : values) visit(std::array{kNone, value, -value});
        },
        3, parts);
    const auto sorted = sortFinite(values);
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found[0].count, 0U);
    EXPECT_TRUE(found[0].values.empty());
    EXPECT_EQ(found[1].count, sorted.size());
    EXPECT_LE(readings, 7);
    if (sorted.empty()) continue;
    ASSERT_EQ(found[1].values.size(), parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
      EXPECT_EQ(found[1].values[i], calcPercentile(sorted, parts[i])) << sorted.size() << " values " << i;
      EXPECT_NEAR(found[2].values[i], -calcPercentile(sorted, 1 - parts[i]),
                  1e-12 * std::abs(found[2].values[i]));
    }
  }
}

TEST(Spread, HistogramHoldsEveryValueOnce) {
  std::vector<double> values(1000);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 2 + 0.003 * static_cast<double>(i);
  const Histogram bars = makeHistogram(values);
  // The quartiles of an even spread are half of its extent apart.
  EXPECT_EQ(bars.counts.size(), 10U);
  EXPECT_EQ(std::accumulate(bars.counts.begin(), bars.counts.end(), std::size_t{0}), 1000U);
  EXPECT_NEAR(bars.from + bars.width * static_cast<double>(bars.counts.size()), values.back(), 1e-12);
  EXPECT_EQ(makeHistogram({4, 4, 4}).counts, (std::vector<std::size_t>{3}));
  EXPECT_TRUE(makeHistogram({}).counts.empty());
  EXPECT_LE(makeHistogram({0, 1, 1, 1, 1, 1, 1, 1, 1, 1.0000001, 1e9}).counts.size(), 200U);
}

Mechanism makeParameterStudy() {
  Mechanism m;
  Parameter length, word;
  length.id = "l";
  length.unit = "mm";
  length.value.text = "100 mm";
  word.id = "w";
  word.choices = {"a", "b"};
  word.choice = "a";
  m.parameters = {length, word};
  Study study;
  study.id = "s";
  StudyParameter over, words;
  over.parameter = "l";
  over.from = Quantity(100.0);
  over.to = Quantity(200.0);
  over.count = 3;
  words.parameter = "w";
  words.words = {"a", "b"};
  study.parameters = {over, words};
  StudyQuantity twice;
  twice.id = "twice";
  twice.value = "2*l";
  twice.unit = "m";
  study.quantities = {twice};
  m.studies = {study};
  return m;
}

TEST(StudyTable, ColumnsAreNumbersInTheUnitsOfTheirParameters) {
  const auto runs = StudyRuns::create(makeParameterStudy(), "s");
  ASSERT_TRUE(runs) << runs.error().front().what;
  StudyTable table(*runs);
  for (const std::uint64_t run : {5U, 0U, 3U}) table.add(*runs->run(run, {}));
  ASSERT_EQ(table.rowCount(), 3U);
  EXPECT_EQ(table.runOf(0), 5U);
  EXPECT_EQ(table.parameters()[0].values, (std::vector<double>{200, 100, 150}));
  EXPECT_EQ(table.parameters()[0].unit, "mm");
  EXPECT_EQ(table.parameters()[1].values, (std::vector<double>{1, 0, 1}));
  const auto byRun = table.listByRun(0);
  ASSERT_EQ(byRun.size(), 6U);
  EXPECT_DOUBLE_EQ(byRun[0], 0.2);
  EXPECT_TRUE(std::isnan(byRun[1]));
  EXPECT_DOUBLE_EQ(byRun[5], 0.4);
  EXPECT_EQ(table.countNotFinished(), 0U);
}

TEST(StudyTable, TheMechanismOfARunHasItsParameters) {
  const auto runs = StudyRuns::create(makeParameterStudy(), "s");
  ASSERT_TRUE(runs);
  const auto resolved = runs->resolveAt(3);
  ASSERT_TRUE(resolved);
  EXPECT_DOUBLE_EQ(resolved->parameters[0].value.value, 0.15);
  EXPECT_EQ(resolved->parameters[1].choice, "b");
}

TEST(Study, AnErrorOfOneStudyIsItsOwn) {
  Mechanism m = makeParameterStudy();
  m.studies.push_back(m.studies.front());
  m.studies[1].id = "wrong";
  m.studies[1].parameters[0].to->text = "3 kg";
  EXPECT_TRUE(StudyRuns::create(m, "s"));
  const auto wrong = StudyRuns::create(m, "wrong");
  ASSERT_FALSE(wrong);
  for (const Problem& problem : wrong.error()) EXPECT_EQ(findStudyOf(problem), 1U) << problem.what;
  const auto resolved = resolve(m);
  ASSERT_TRUE(resolved);
  for (const Problem& problem : validate(*resolved)) EXPECT_NE(findStudyOf(problem), 0U) << problem.what;
}

TEST(Study, FindsTheStudyThatAProblemBelongsTo) {
  EXPECT_EQ(findStudyOf({"", "/studies/12/parameters/0"}), 12U);
  EXPECT_EQ(findStudyOf({"", "/studies/3"}), 3U);
  EXPECT_EQ(findStudyOf({"", "/studies"}), std::nullopt);
  EXPECT_EQ(findStudyOf({"", "/studies/x"}), std::nullopt);
  EXPECT_EQ(findStudyOf({"", "/joints/1"}), std::nullopt);
}

TEST(StudyCost, SaysTimesAsPeopleDo) {
  EXPECT_EQ(sayTime(2.34), "2.3 s");
  EXPECT_EQ(sayTime(59), "59 s");
  EXPECT_EQ(sayTime(600), "10 min");
  EXPECT_EQ(sayTime(86400 * 3), "3 days");
  EXPECT_EQ(sayTime(3.2e13), "1.01e+06 years");
}

}  // namespace
}  // namespace clank
