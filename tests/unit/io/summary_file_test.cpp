// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/exporters.h"
#include "core/support/version.h"

namespace clank {
namespace {

using nlohmann::json;

PublishedValue publish(const std::string& channel, const std::string& at, double value,
                       const std::string& unit = {}) {
  PublishedValue published;
  published.what = channel + " " + at;
  published.channel = channel;
  published.at = at;
  published.value = value;
  published.unit = unit;
  return published;
}

// Two channels, one event at t = 1 at which x jumps from 2 to 3.
Trajectory makeTrajectory() {
  Trajectory trajectory({{"t", "s"}, {"bar.x", "m"}});
  trajectory.sample(std::vector<double>{0, 1});
  trajectory.sample(std::vector<double>{1, 2});
  Receipt receipt;
  receipt.t = 1;
  receipt.impulse = 10;
  receipt.normalX = 0.6;
  receipt.normalY = -0.8;
  trajectory.event(receipt);
  trajectory.sample(std::vector<double>{1, 3});
  trajectory.sample(std::vector<double>{2, 4});
  return trajectory;
}

json summarize(const Mechanism& mechanism, const RunSummary& summary = {}, const std::string& caseId = {}) {
  const Trajectory trajectory = makeTrajectory();
  const SummaryBasis basis = prepareSummary(mechanism, trajectory.channels());
  return json::parse(writeSummary(mechanism, basis, caseId, summary, trajectory));
}

TEST(SummaryFile, TellsProgramModelAndRun) {
  Mechanism mechanism;
  mechanism.name = "bar";
  mechanism.simulation.duration = 2;
  RunSummary summary;
  summary.end = RunSummary::End::failed;
  summary.problems = {{"broke", "/joints/0", Severity::error}};
  summary.t = 1.0 / 3;
  summary.steps = 12;
  summary.events = 1;
  summary.mobilityEnd = 2;
  summary.ledger.impactLoss = 0.1;
  summary.largestDrift = 1e-12;
  summary.finalRow = {2, 4};
  const json root = summarize(mechanism, summary);
  EXPECT_EQ(root["program"]["version"], programVersion());
  EXPECT_EQ(root["model"]["name"], "bar");
  EXPECT_EQ(root["settings"]["duration"], 2);
  EXPECT_EQ(root["settings"]["integrator"], "dop853");
  EXPECT_EQ(root["end"], "failed");
  EXPECT_EQ(root["t"].get<double>(), 1.0 / 3) << "full precision";
  EXPECT_EQ(root["counts"]["steps"], 12);
  EXPECT_EQ(root["mobility"]["end"], 2);
  EXPECT_EQ(root["energy"]["impact_loss"], 0.1);
  EXPECT_EQ(root["largest_drift"], 1e-12);
  EXPECT_EQ(root["final_state"]["bar.x [m]"], 4);
  EXPECT_EQ(root["problems"][0]["where"], "/joints/0");
}

TEST(SummaryFile, HashIsOfValuesNotOfTyping) {
  Mechanism typed, plain, other;
  for (Mechanism* m : {&typed, &plain, &other}) {
    Body& body = m->bodies.emplace_back();
    body.id = "bar";
    body.mass = 0.25;
    body.outline = {{0.5, 0}};
  }
  typed.bodies[0].mass->text = "250 g";
  typed.bodies[0].outline[0].x.text = "50 cm";
  other.bodies[0].outline[0].x = 0.75;
  const json hash = summarize(plain)["model"]["hash"];
  EXPECT_EQ(summarize(typed)["model"]["hash"], hash);
  EXPECT_NE(summarize(other)["model"]["hash"], hash);
  EXPECT_TRUE(hash.get<std::string>().starts_with("fnv1a64:"));
}

TEST(SummaryFile, PutsOursBesidePublishedNumbers) {
  Mechanism mechanism;
  mechanism.published = {publish("bar.x", "start", 1.5),
                         publish("bar.x", "before event 1", 2000, "mm"),
                         publish("bar.x", "after event 1", 3),
                         publish("bar.x", "end", 4),
                         publish("impulse_x", "after event 1", 6),
                         publish("impulse_y", "before event 1", -7),
                         publish("t", "before event 1", 1),
                         publish("impulse", "after event 2", 1),
                         publish("bar.y", "end", 1)};
  const double expected[] = {1, 2000, 3, 4, 6, -8, 1};
  mechanism.published[1].value = 2.001;  // m
  const json list = summarize(mechanism)["published"];
  ASSERT_EQ(list.size(), 9U);
  for (std::size_t i = 0; i < std::size(expected); ++i) EXPECT_EQ(list[i]["ours"], expected[i]) << list[i];
  EXPECT_EQ(list[0]["difference"], -0.5);
  EXPECT_NEAR(list[1]["difference"].get<double>(), -1, 1e-9) << "in mm";
  EXPECT_EQ(list[5]["difference"], -1);
  EXPECT_TRUE(list[7]["ours"].is_null()) << "there is no second event";
  EXPECT_TRUE(list[8]["difference"].is_null()) << "there is no such channel";
}

TEST(SummaryFile, ShowsThePublishedValuesOfTheCase) {
  Mechanism mechanism;
  mechanism.cases.resize(2);
  mechanism.cases[0].id = "first";
  mechanism.cases[1].id = "second";
  mechanism.published = {publish("bar.x", "end", 4), publish("bar.x", "start", 1)};
  mechanism.published[0].cases = {"second"};
  EXPECT_EQ(summarize(mechanism)["published"].size(), 1U) << "the first case is in force";
  EXPECT_EQ(summarize(mechanism)["case"], "first");
  EXPECT_EQ(summarize(mechanism, {}, "second")["published"].size(), 2U);
}

}  // namespace
}  // namespace clank
