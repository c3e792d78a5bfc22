// SPDX-License-Identifier: GPL-3.0-or-later
#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
namespace fs = std::filesystem;

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
  for (const char* word : {"--out DIR", "--case NAME", "--set NAME=VALUE", "--until TIME", "--quiet"}) {
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

// An option that may be repeated takes one value, and so leaves the file that stands behind it.
TEST_F(Usage, ARepeatedOptionLeavesTheFile) {
  const std::string file = save("a.clank", catchingPendulum()), out = (folder() / "out").string();
  const std::vector<std::vector<std::string>> lines = {
      {"run", "-q", "--set", "L=0.4", file},
      {"run", "-q", "--set", "L=0.4", "--set", "L=0.5", file, "--out", out},
      {"run", "-q", "--channels", "bar.angle,t", file},
      {"run", "-q", "--channels", "bar.angle", file, "--out", out},
      {"run", "-q", "--channels", "bar.angle", "--channels", "t", file},
      {"report", "--case", "long", file, "--out", out + ".html"},
      {"frames", "--set", "L=0.4", file, "--out", out + ".pvd", "--every", "100 ms"},
  };
  for (const auto& line : lines) {
    const Outcome outcome = run(line);
    EXPECT_EQ(outcome.status, 0) << testing::PrintToString(line) << outcome.err;
  }
  ASSERT_EQ(run({"run", "-q", file, "--out", out}).status, 0);
  const Outcome compared =
      run({"compare", "--map", "bar.angle=bar.angle", out, (fs::path(out) / "samples.csv").string()});
  EXPECT_EQ(compared.status, 0) << compared.err;
}

// Seconds, or a unit, wherever a time stands.
TEST_F(Usage, TimesMayHaveAUnit) {
  const std::string file = save("a.clank", freePendulum()), out = (folder() / "out").string();
  const Outcome outcome = run({"run", file, "-q", "--out", out, "--until", "200 ms", "--from", "50ms", "--to",
                               "200000 us", "--every", "25 ms"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = splitLines(readAll(fs::path(out) / "samples.csv"));
  ASSERT_EQ(lines.size(), 1 + 7U);
  EXPECT_EQ(splitFields(lines[1])[0], "0.05");
  EXPECT_EQ(splitFields(lines.back())[0], "0.2");
  EXPECT_EQ(run({"frequencies", file, "--at", "20 ms"}).status, 0);
  EXPECT_EQ(run({"frequencies", file, "--at", "0"}).status, 0);
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
      {{"run", file, "--until", "0"}, "\"0\" is not a positive time"},
      {{"run", file, "--until", "-1"}, "\"-1\" is not a positive time"},
      {{"run", file, "--until", "1 m"}, "\"1 m\" is not a time"},
      {{"run", file, "--until", "inf"}, "\"inf\" is not a time"},
      {{"run", file, "--until", "1/0"}, "\"1/0\" is not a time"},
      {{"run", file, "--from", "5"}, "--from: 5 s is after the end of the run at 0.5 s"},
      {{"run", file, "--from", "300 ms", "--to", "0.2"}, "--to: 0.2 s is before --from 0.3 s"},
      {{"run", file, "--to", "-1"}, "--to: -1 s is before the start of the run at 0 s"},
      {{"run", file, "--out", "-"}, "--out: - (standard output)"},
      {{"run", file, "--hdf5", "-"}, "--hdf5: - (standard output)"},
      {{"study", file, "a", "--out", "-"}, "--out: - (standard output)"},
      {{"optimise", file, "a", "--out", "-"}, "--out: - (standard output)"},
      {{"examples", "--copy", "-"}, "--copy: - (standard output)"},
      {{"report", file, "--out", "s.docx"}, "s.docx does not end in .html or .pdf"},
      {{"report", file, "--out", "-"}, "- does not end in .html or .pdf"},
      {{"render", "--slow-events", file}, "--out is required"},
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
