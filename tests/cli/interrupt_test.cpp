// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Interrupt : public CliTest {
 protected:
  // Starts a run of half a minute or more and waits until it has written something.
  void startLongRun() {
    start({"run", save("a.clank", freePendulum()), "--until", "9000", "--out", out_.string()});
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    std::error_code ignored;
    // Shorter than the header and a few rows.
    const auto isShort = [&] { return fs::file_size(out_ / "samples.csv", ignored) < 5000 || ignored; };
    while (isShort() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    ASSERT_FALSE(isShort()) << "the run has not begun";
  }

  void expectWholeResults(const Outcome& outcome) const {
    EXPECT_EQ(outcome.status, 130) << outcome.err;
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
  expectWholeResults(wait());
}

TEST_F(Interrupt, ARequestThatComesTwiceAtOnceIsOne) {
  startLongRun();
  sendSignal(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  sendSignal(SIGTERM);
  expectWholeResults(wait());
}

TEST_F(Interrupt, WithoutFilesTheReportIsPrinted) {
  start({"run", save("a.clank", freePendulum()), "--until", "9000"});
  std::this_thread::sleep_for(std::chrono::seconds(1));
  sendSignal(SIGINT);
  const Outcome outcome = wait();
  EXPECT_EQ(outcome.status, 130);
  EXPECT_THAT(outcome.out, testing::HasSubstr("interrupted at t = "));
}

}  // namespace
}  // namespace clank::test
