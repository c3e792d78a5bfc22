// SPDX-License-Identifier: GPL-3.0-or-later
// Studies whose words give a run other channels than the case has that they start from.
#include "core/study/study_run.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/io/mechanism_file.h"

namespace clank {
namespace {

// A slider-crank whose pin is ideal in the case; a loose one has the force in its play, and of some laws a
// penetration.
Mechanism makeStudied(const std::string& value) {
  auto loaded = loadMechanism(CLANK_RESOURCES "/examples/benchmarks/slider-crank-clearance.clank");
  Mechanism m = loaded->mechanism;
  m.simulation.duration = Quantity(2e-4);
  m.simulation.outputInterval = Quantity(1e-4);
  Study study;
  study.id = "fits";
  study.caseId = "ideal";
  StudyParameter fit;
  fit.parameter = "fit";
  fit.words = {"ideal", "loose"};
  StudyQuantity depth, turn;
  depth.id = "depth";
  depth.value = value;
  turn.id = "turn";
  turn.value = "end(O.angle)";
  study.parameters = {fit};
  study.quantities = {depth, turn};
  m.studies = {study};
  return m;
}

TEST(StudyRuns, AQuantityOfOtherWordsIsEmptyWhereARunHasItNot) {
  const auto runs = StudyRuns::create(makeStudied("peak(B.penetration)"), "fits");
  ASSERT_TRUE(runs) << runs.error().front().what;
  const auto ideal = runs->run(0, {}), loose = runs->run(1, {});
  EXPECT_EQ(ideal->ended, "finished") << ideal->reason;
  EXPECT_EQ(loose->ended, "finished") << loose->reason;
  EXPECT_TRUE(std::isnan(ideal->quantities[0]));
  EXPECT_TRUE(std::isfinite(loose->quantities[0]));
  for (const auto& row : {ideal, loose})  // 5000 rpm for 0.2 ms
    EXPECT_NEAR(row->quantities[1], 5000 * 2 * std::numbers::pi / 60 * 2e-4, 1e-12);
}

TEST(StudyRuns, AQuantityThatNoWordsHaveIsRefused) {
  const auto runs = StudyRuns::create(makeStudied("peak(B.penetratio)"), "fits");
  ASSERT_FALSE(runs);
  ASSERT_EQ(runs.error().size(), 1U);
  EXPECT_EQ(runs.error().front().where, "/studies/0/quantities/0/value");
  EXPECT_NE(runs.error().front().what.find("unknown name 'B.penetratio'"), std::string::npos);
}

TEST(StudyRuns, ChannelsOfOtherWordsAreKept) {
  Mechanism m = makeStudied("peak(B.penetration)");
  m.studies[0].keep = KeptSamples::channels;
  m.studies[0].channels = {"B.penetration", "O.angle"};
  const auto runs = StudyRuns::create(m, "fits");
  ASSERT_TRUE(runs) << runs.error().front().what;
  ASSERT_EQ(runs->keptChannels().size(), 3U);
  EXPECT_EQ(runs->keptChannels()[1].unit, "m");
  EXPECT_TRUE(std::isnan(runs->run(0, {})->kept.at(0)[1]));
  EXPECT_TRUE(std::isfinite(runs->run(1, {})->kept.at(0)[1]));
}

}  // namespace
}  // namespace clank
