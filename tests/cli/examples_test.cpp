// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

class Examples : public CliTest {
 protected:
  // A small set of resources: two examples and a text beside one.
  std::string makeResources() const {
    const fs::path examples = folder() / "resources" / "examples";
    fs::create_directories(examples / "papers");
    writeAll(examples / "b.clank", catchingPendulum());
    writeAll(examples / "papers" / "a.clank", freePendulum());
    writeAll(examples / "papers" / "a.md", "text");
    return "CLANK_RESOURCES=" + (folder() / "resources").string();
  }
};

TEST_F(Examples, TheShippedOnesAreFoundAndCanBeRead) {
  const Outcome outcome = run({"examples"});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  std::size_t count = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(std::string(CLANK_RESOURCES_FOLDER) + "/examples")) {
    count += entry.path().extension() == ".clank" ? 1U : 0U;
  }
  const auto lines = splitLines(outcome.out);
  EXPECT_EQ(lines.size(), count);
  EXPECT_GT(count, 0U);
  for (const std::string& line : lines) EXPECT_THAT(line, testing::ContainsRegex("^[^ ]+\\.clank +[^ ]"));
}

TEST_F(Examples, EachIsOneLineWithItsTitle) {
  const Outcome outcome = run({"examples"}, {}, {makeResources()});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "b.clank         Caught pendulum\npapers/a.clank  Caught pendulum\n");
}

TEST_F(Examples, CopyBringsAllFilesAndKeepsWhatIsThere) {
  const std::string resources = makeResources();
  const fs::path to = folder() / "mine";
  const Outcome first = run({"examples", "--copy", to.string()}, {}, {resources});
  EXPECT_EQ(first.status, 0) << first.err;
  EXPECT_EQ(readAll(to / "papers" / "a.clank"), freePendulum());
  EXPECT_EQ(readAll(to / "papers" / "a.md"), "text");
  EXPECT_EQ(run({"examples", "--copy", to.string()}, {}, {resources}).status, 0)
      << "the same again changes nothing";

  writeAll(to / "b.clank", "my own work");
  const Outcome second = run({"examples", "--copy", to.string()}, {}, {resources});
  EXPECT_EQ(second.status, 2);
  EXPECT_THAT(second.err, HasSubstr("differs: left as it is"));
  EXPECT_EQ(readAll(to / "b.clank"), "my own work");
}

TEST_F(Examples, CopySaysWhyItCannot) {
  const Outcome outcome = run({"examples", "--copy", "/proc/clank"}, {}, {makeResources()});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("cannot write /proc/clank/"));
}

// Numbers that stand in the text beside an example, between what is before and behind them.
std::string findIn(const std::string& text, const std::string& before, const std::string& behind) {
  const auto at = text.find(before);
  EXPECT_NE(at, std::string::npos) << before;
  if (at == std::string::npos) return {};
  const auto begin = at + before.size();
  return text.substr(begin, text.find(behind, begin) - begin);
}
std::string readShipped(const char* name) {
  return readAll(fs::path(CLANK_RESOURCES_FOLDER) / "examples" / name);
}

TEST_F(Examples, TheTextOfLugreTellsWhatItsFileGives) {
  const std::string text = readShipped("benchmarks/lugre.md");
  const std::string row = findIn(text, "creeping: place on the way back at 50 s, m | ", " m |");
  const double reference = std::stod(row), within = std::stod(findIn(row, "within ", "|"));
  ASSERT_EQ(run({"run", CLANK_RESOURCES_FOLDER "/examples/benchmarks/lugre.clank", "--case", "presliding",
                 "--until", "50", "--channels", "block.x", "--out", folder() / "out", "-q"})
                .status,
            0);
  const double place =
      std::stod(splitFields(splitLines(readAll(folder() / "out" / "samples.csv")).back())[1]);
  EXPECT_NEAR(place, reference, within);
  EXPECT_GT(std::abs(place - reference), within / 10) << "the text would claim too little";
}

// Peaks of the force at the mouth by the number of modes, which show that three are not enough.
TEST_F(Examples, TheTextOfDupacTellsHowFarTheModesConverge) {
  const std::string text = readShipped("papers/dupac-2014-extensible-link.md");
  std::string told = findIn(text, "in N with 2, 3, 5 and 8 modes: ", ".");
  for (char& c : told) c = c == ',' || c == '\n' ? ' ' : c;
  std::istringstream numbers(told);
  for (const char* modes : {"2", "3", "5", "8"}) {
    double expected = 0;
    ASSERT_TRUE(numbers >> expected) << modes;
    const fs::path out = folder() / modes;
    ASSERT_EQ(run({"run", CLANK_RESOURCES_FOLDER "/examples/papers/dupac-2014-circle-flexible.clank", "--set",
                   std::string("modes=") + modes, "--out", out, "-q"})
                  .status,
              0);
    const auto lines = splitLines(readAll(out / "events.csv"));
    const auto header = splitFields(lines[0]);
    const auto column =
        static_cast<std::size_t>(std::find(header.begin(), header.end(), "peak_force [N]") - header.begin());
    double peak = 0;
    for (const std::string& line : lines) {
      const auto fields = splitFields(line);
      if (fields.size() > column && fields[2] == "mouth" && !fields[column].empty())
        peak = std::max(peak, std::stod(fields[column]));
    }
    EXPECT_EQ(std::round(peak), expected) << modes;
  }
}

TEST_F(Examples, SaysWhenThereAreNone) {
  const Outcome outcome = run({"examples"}, {}, {"CLANK_RESOURCES=" + folder().string()});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("CLANK_RESOURCES"));
  EXPECT_THAT(outcome.out, IsEmpty());
}

}  // namespace
}  // namespace clank::test
