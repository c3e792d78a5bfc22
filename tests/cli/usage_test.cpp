// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Usage : public CliTest {};

TEST_F(Usage, HelpNamesTheCommandsThatThereAre) {
  const Outcome outcome = run({"--help"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* word : {"Usage: clank-cli", "run", "validate", "examples", "study", "optimise", "render",
                           "--version", "130 interrupted"}) {
    EXPECT_THAT(outcome.out, HasSubstr(word));
  }
  EXPECT_THAT(outcome.out, Not(HasSubstr("simulate")));
  EXPECT_THAT(outcome.err, IsEmpty());
}

TEST_F(Usage, EachCommandHasHelp) {
  const Outcome outcome = run({"run", "--help"});
  EXPECT_EQ(outcome.status, 0);
  for (const char* word : {"--out DIR", "--case NAME", "--set NAME=VALUE", "--until SECONDS", "--quiet"}) {
    EXPECT_THAT(outcome.out, HasSubstr(word));
  }
  EXPECT_EQ(run({"validate", "--help"}).status, 0);
  EXPECT_EQ(run({"examples", "--help"}).status, 0);
}

TEST_F(Usage, Version) {
  const Outcome outcome = run({"--version"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_EQ(outcome.out, "clank-cli " CLANK_VERSION "\n");
}

TEST_F(Usage, MistakesAreExplainedOnStandardError) {
  const std::string file = save("a.clank", catchingPendulum());
  const struct {
    std::vector<std::string> arguments;
    const char* message;
  } mistakes[] = {
      {{}, "subcommand is required"},
      {{"runn", file}, "there is no command \"runn\"; did you mean \"run\"?"},
      {{"study", file}, "name a file and the id of one of its studies"},
      {{"study", file, "a", "--shard", "3/2"}, "is no part of a whole"},
      {{"optimize", file}, "there is no command \"optimize\""},
      {{"run"}, "FILE is required"},
      {{"validate"}, "FILE is required"},
      {{"run", file, "--outt", "x"}, "--outt"},
      {{"run", file, "other.clank"}, "other.clank"},
      {{"run", file, "--set", "L"}, "\"L\" is not NAME=VALUE"},
      {{"run", file, "--set", "=1"}, "\"=1\" is not NAME=VALUE"},
      {{"run", file, "--set", "l=1"}, "--set: there is no \"l\" in the file"},
      {{"run", file, "--set", "L=big"}, "--set"},
      {{"run", file, "--set", "law=bounce"}, "--set"},
      {{"run", file, "--case", "lung"}, "--case: there is no \"lung\" in the file; did you mean \"long\"?"},
      {{"run", file, "--until", "0"}, "\"0\" is not a positive number of seconds"},
      {{"run", file, "--until", "-1"}, "\"-1\" is not a positive number of seconds"},
      {{"run", file, "--until", "1s"}, "\"1s\" is not a positive number of seconds"},
      {{"run", file, "--until", "inf"}, "\"inf\" is not a positive number of seconds"},
      {{"run", file, "--out", file}, "cannot make the folder"},
      {{"run", file, "--out", "/proc/clank"}, "cannot make the folder"},
  };
  for (const auto& mistake : mistakes) {
    SCOPED_TRACE(mistake.message);
    const Outcome outcome = run(mistake.arguments);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.out, IsEmpty());
    EXPECT_THAT(outcome.err, HasSubstr(mistake.message));
    EXPECT_THAT(outcome.err, testing::StartsWith("clank-cli: "));
  }
}

}  // namespace
}  // namespace clank::test
