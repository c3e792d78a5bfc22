// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

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

TEST_F(Examples, SaysWhenThereAreNone) {
  const Outcome outcome = run({"examples"}, {}, {"CLANK_RESOURCES=" + folder().string()});
  EXPECT_EQ(outcome.status, 3);
  EXPECT_THAT(outcome.err, HasSubstr("CLANK_RESOURCES"));
  EXPECT_THAT(outcome.out, IsEmpty());
}

}  // namespace
}  // namespace clank::test
