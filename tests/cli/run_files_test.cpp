// SPDX-License-Identifier: GPL-3.0-or-later
// clank-cli run --out: samples.csv, events.csv, summary.json.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

class RunFiles : public CliTest {
 protected:
  // Runs the pendulum into a folder and expects success.
  fs::path runInto(const std::string& name, const std::vector<std::string>& more = {}) {
    const fs::path out = folder() / name;
    std::vector<std::string> arguments{"run", save("a.clank", catchingPendulum()), "--out", out.string()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, IsEmpty());
    return out;
  }
};

// Column of a table by its header; the test fails when there is none.
std::size_t findColumn(const std::vector<std::string>& lines, const std::string& header) {
  const auto headers = splitFields(lines.at(0));
  const auto it = std::find(headers.begin(), headers.end(), header);
  EXPECT_NE(it, headers.end()) << header;
  return static_cast<std::size_t>(it - headers.begin());
}

TEST_F(RunFiles, SamplesHaveTimeFirstAndWholeRows) {
  const std::string text = readAll(runInto("new/deep/out") / "samples.csv");
  const auto lines = splitLines(text);
  ASSERT_EQ(lines.size(), 1U + 501U + 2U) << "a row each millisecond and two at the event";
  EXPECT_TRUE(text.ends_with("\r\n"));
  const auto headers = splitFields(lines[0]);
  EXPECT_EQ(headers[0], "t [s]");
  for (const char* header : {"bar.x [m]", "bar.angle [rad]", "bar.omega [rad/s]", "bar.alpha [rad/s2]",
                             "O.reaction_x [N]", "O.moment [N m]", "O.phase [1]", "energy.kinetic [J]",
                             "energy.residual [J]", "drift [m]", "mobility [1]"}) {
    EXPECT_THAT(headers, testing::Contains(header));
  }
  double last = 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const auto fields = splitFields(lines[i]);
    ASSERT_EQ(fields.size(), headers.size()) << "line " << i + 1;
    for (const std::string& field : fields) ASSERT_FALSE(field.empty()) << "line " << i + 1;
    const double t = std::stod(fields[0]);
    ASSERT_GE(t, last);
    last = t;
  }
  EXPECT_EQ(last, 0.5);
}

TEST_F(RunFiles, SamplesAndEventsAgree) {
  const fs::path out = runInto("out");
  const auto samples = splitLines(readAll(out / "samples.csv"));
  const auto events = splitLines(readAll(out / "events.csv"));
  ASSERT_EQ(events.size(), 2U);
  const auto event = splitFields(events[1]);
  const auto at = [&](const char* header) { return event.at(findColumn(events, header)); };
  EXPECT_EQ(at("kind"), "merge");
  EXPECT_EQ(at("element"), "O");
  EXPECT_EQ(at("class"), "stable");
  EXPECT_EQ(at("phase_before"), "swinging");
  EXPECT_EQ(at("phase_after"), "held");
  EXPECT_EQ(at("mobility_before") + at("mobility_after"), "10");

  const std::size_t omega = findColumn(samples, "bar.omega [rad/s]");
  std::vector<std::string> atEvent;
  for (const std::string& line : samples) {
    if (line.starts_with(event[0] + ",")) atEvent.push_back(splitFields(line)[omega]);
  }
  EXPECT_EQ(atEvent,
            (std::vector<std::string>{at("bar.omega_before [rad/s]"), at("bar.omega_after [rad/s]")}));
  EXPECT_NEAR(std::stod(at("energy_loss [J]")), 0.25 * 1e-4 * 7800 * 9.81 * 0.125 * 0.5, 1e-9)
      << "all that the bar gained falling from 30 to 90 degrees";
}

TEST_F(RunFiles, SummaryTellsTheRun) {
  const fs::path out = runInto("out", {"--set", "L=0.3 m", "--until", "0.4", "--case", "short"});
  const json summary = json::parse(readAll(out / "summary.json"));
  EXPECT_EQ(summary["model"]["name"], "Caught pendulum");
  EXPECT_EQ(summary["program"]["version"], CLANK_VERSION);
  EXPECT_EQ(summary["case"], "short");
  EXPECT_EQ(summary["settings"]["duration"], 0.4);
  EXPECT_EQ(summary["end"], "finished");
  EXPECT_EQ(summary["counts"]["events"], 1);
  EXPECT_GT(summary["counts"]["evaluations"], 0);
  EXPECT_EQ(summary["mobility"], json({{"start", 1}, {"end", 0}, {"gruebler", 1}}));
  EXPECT_LT(std::abs(summary["energy"]["residual"].get<double>()), 1e-9);
  EXPECT_EQ(summary["final_state"]["O.phase [1]"], 1);
  EXPECT_TRUE(summary["problems"].empty());
  EXPECT_EQ(summary["published"].size(), 0U);
}

TEST_F(RunFiles, TheSameRunGivesTheSameBytes) {
  const fs::path first = runInto("first"), second = runInto("second");
  for (const char* name : {"samples.csv", "events.csv"}) {
    EXPECT_TRUE(readAll(first / name) == readAll(second / name)) << name;
  }
  json a = json::parse(readAll(first / "summary.json")), b = json::parse(readAll(second / "summary.json"));
  for (json* summary : {&a, &b})
    for (const char* time : {"wall_seconds", "cpu_seconds"}) EXPECT_EQ(summary->erase(time), 1U);
  EXPECT_EQ(a, b);
}

TEST_F(RunFiles, ReplacesAnOlderRunWhole) {
  const fs::path longer = runInto("out", {"--until", "1"});
  const auto size = fs::file_size(longer / "samples.csv");
  runInto("out", {"--until", "0.01"});
  EXPECT_LT(fs::file_size(longer / "samples.csv"), size / 10);
  EXPECT_EQ(splitLines(readAll(longer / "events.csv")).size(), 1U) << "just the header";
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(longer)) names.push_back(entry.path().filename());
  EXPECT_THAT(names, testing::UnorderedElementsAre("samples.csv", "events.csv", "summary.json"));
}

TEST_F(RunFiles, AFullDiskIsSaidAndKeepsTheRest) {
  // A disk with room for files of 20 kB.
  const fs::path out = folder() / "out";
  const Outcome outcome =
      runInSmallFiles({"run", save("a.clank", catchingPendulum()), "--out", out.string()}, 20'000);
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("samples.csv: File too large"));
  EXPECT_TRUE(fs::exists(out / "summary.json"));
  const std::string rows = readAll(out / "samples.csv");
  EXPECT_GT(rows.size(), 10'000U);
  EXPECT_TRUE(rows.ends_with("\r\n"));
}

TEST_F(RunFiles, AWarningDoesNotStopTheRun) {
  std::string text = catchingPendulum();
  text.insert(text.find("\"name\""), "\"descripton\": \"x\", ");
  const Outcome outcome = run({"run", "-", "--out", (folder() / "out").string()}, text);
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("standard input: /descripton: warning: unknown key \"descripton\""));
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"description\"?"));
}

}  // namespace
}  // namespace clank::test
