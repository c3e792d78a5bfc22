// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/program.h"
#include "tests/support/sanitized.h"

namespace clank::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Interrupt : public CliTest {
 protected:
  // Starts a run of half a minute or more and waits until it has written something.
  void startLongRun() {
    start({"run", save("a.clank", freePendulum()), "--until", "9000", "--out", out_.string()});
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    std::error_code ignored;
    // Shorter than the header and a few rows.
    const auto isShort = [&] { return fs::file_size(out_ / "samples.csv", ignored) < 5000 || ignored; };
    while (isShort() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_FALSE(isShort()) << "the run has not begun";
  }

  void expectWholeResults(const Outcome& outcome, std::initializer_list<int> statuses = {130}) const {
    EXPECT_THAT(statuses, testing::Contains(outcome.status)) << outcome.err;
    EXPECT_THAT(outcome.err, testing::HasSubstr("interrupted at t = "));
    const json summary = json::parse(readAll(out_ / "summary.json"));
    EXPECT_EQ(summary["end"], "interrupted");
    const std::string text = readAll(out_ / "samples.csv");
    EXPECT_TRUE(text.ends_with("\r\n"));
    const auto lines = splitLines(text);
    ASSERT_GT(lines.size(), 1U);
    EXPECT_EQ(splitFields(lines.back()).size(), splitFields(lines.front()).size());
    EXPECT_EQ(splitLines(readAll(out_ / "events.csv")).size(), 1U) << "the header is there";
  }

  const fs::path out_ = folder() / "out";
};

TEST_F(Interrupt, SigintKeepsWhatThereIs) {
  startLongRun();
  sendSignal(SIGINT);
  expectWholeResults(wait());
}

TEST_F(Interrupt, SigtermToo) {
  startLongRun();
  sendSignal(SIGTERM);
  expectWholeResults(wait(), {130, 143});  // a busy machine may deliver both at once, the later first
}

TEST_F(Interrupt, ARequestThatComesTwiceAtOnceIsOne) {
  startLongRun();
  sendSignal(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  sendSignal(SIGTERM);
  expectWholeResults(wait());
}

TEST_F(Interrupt, KilledLeavesNothingOfAnOlderRunAndNoSummary) {
  fs::create_directories(out_);
  for (const char* name : {"samples.csv", "events.csv", "summary.json"})
    writeAll(out_ / name, "older,older\r\n");
  startLongRun();
  sendSignal(SIGKILL);
  EXPECT_EQ(wait().status, 128 + SIGKILL);
  EXPECT_FALSE(fs::exists(out_ / "summary.json"));
  for (const char* name : {"samples.csv", "events.csv"}) {
    const std::string text = readAll(out_ / name);
    EXPECT_THAT(text, testing::StartsWith("t [s],")) << name;
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("older"))) << name;
    const auto lines = splitLines(text);
    const auto columns = splitFields(lines.at(0)).size();
    for (std::size_t i = 1; i + 1 < lines.size(); ++i)  // the last may be cut
      ASSERT_EQ(splitFields(lines[i]).size(), columns) << name << ", line " << i + 1;
  }
}

TEST_F(Interrupt, WithoutFilesTheReportIsPrinted) {
  start({"run", save("a.clank", freePendulum()), "--until", "9000"});
  waitUntilItHasWorked(0.3);
  sendSignal(SIGINT);
  const Outcome outcome = wait();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_THAT(outcome.out, testing::HasSubstr("interrupted at t = "));
}

// A plate with thousands of points on its lower edge falls flat at once: one impact that takes minutes.
std::string plateWithFeet(int feet) {
  json root = json::parse(R"({"format": "clank", "version": 1, "simulation": {"duration": 0.5},
    "bodies": [{"id": "d", "mass": 1, "inertia": 0.1, "pose": {"y": 1e-4}}]})");
  for (int i = 0; i < feet; ++i)
    root["contacts"].push_back({{"id", "c" + std::to_string(i)},
                                {"b", "d"},
                                {"at_b", {0.001 * (i - feet / 2), 0}},
                                {"type", "line"},
                                {"from", {-10, 0}},
                                {"to", {10, 0}},
                                {"restitution", 0.5}});
  return root.dump();
}

TEST_F(Interrupt, InsideOneLargeImpactToo) {
  const int feet = isSanitized() ? 2500 : 4000;  // with sanitizers so many take most of a minute
  start({"run", save("a.clank", plateWithFeet(feet)), "--out", out_.string()});
  // An impact of so many takes more than a gigabyte: by that it is known to be under way.
  constexpr double kInside = 600;  // MB
  for (int i = 0; i < 6000 && readMemory() < kInside; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  ASSERT_GE(readMemory(), kInside) << "the impact has not begun";
  sendSignal(SIGINT);
  expectWholeResults(wait());
  const json summary = json::parse(readAll(out_ / "summary.json"));
  EXPECT_NEAR(summary["t"], std::sqrt(2e-4 / 9.81), 1e-5);
  EXPECT_THAT(summary["problems"].dump(), testing::HasSubstr("inside an impact"));
}

}  // namespace
}  // namespace clank::test
