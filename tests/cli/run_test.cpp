// SPDX-License-Identifier: GPL-3.0-or-later
// clank-cli run without --out: what people read.
#include <gmock/gmock.h>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Run : public CliTest {};

TEST_F(Run, ReportsEventsLedgerAndPublishedNumbers) {
  const Outcome outcome = run({"run", save("a.clank", catchingPendulum())});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
  EXPECT_THAT(outcome.out, testing::StartsWith("Caught pendulum\nfinished at t = 0.5 s"));
  for (const char* part :
       {"mobility 1 at the start, 0 at the end", "t = 0.2197268", "merge at O (stable, merge)",
        "swinging -> held", "energy loss 0.1195593", "impact loss", "largest residual", "time of catch"}) {
    EXPECT_THAT(outcome.out, HasSubstr(part));
  }
}

TEST_F(Run, ReadsStandardInput) {
  const Outcome outcome = run({"run", "-"}, catchingPendulum());
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Caught pendulum"));
}

TEST_F(Run, CaseSetAndUntilChangeTheRun) {
  const std::string file = save("a.clank", catchingPendulum());
  const Outcome shorter = run({"run", file, "--case", "short"});
  EXPECT_THAT(shorter.out, HasSubstr("case short"));
  EXPECT_THAT(shorter.out, HasSubstr("t = 0.1389674")) << "sqrt(100/250) of the time";
  EXPECT_THAT(shorter.out, Not(HasSubstr("time of catch"))) << "published for another case";
  EXPECT_THAT(run({"run", file, "--set", "L=100 mm"}).out, HasSubstr("t = 0.1389674"));
  EXPECT_THAT(run({"run", file, "--case", "short", "--set", "L=250"}).out, HasSubstr("t = 0.2197268"))
      << "--set is stronger; a plain number is in the parameter's unit";
  EXPECT_THAT(run({"run", file, "--until", "0.1"}).out, HasSubstr("finished at t = 0.1 s"));
  EXPECT_THAT(run({"run", file, "--until", "0.1"}).out, HasSubstr("no events"));
  EXPECT_THAT(run({"run", file, "--until=2"}).out, HasSubstr("finished at t = 2 s"))
      << "longer than in the file";
}

TEST_F(Run, QuietPrintsErrorsOnly) {
  const Outcome good = run({"run", save("a.clank", catchingPendulum()), "--quiet"});
  EXPECT_EQ(good.status, 0);
  EXPECT_THAT(good.out + good.err, IsEmpty());
  const Outcome bad = run({"run", "-", "--quiet"}, "{");
  EXPECT_EQ(bad.status, 1);
  EXPECT_THAT(bad.err, HasSubstr("syntax error"));
}

TEST_F(Run, AWrongFileIsRefusedWithEveryProblem) {
  const std::string file = save("bad.clank", R"({"format": "clank", "version": 1,
    "bodies": [{"id": "a", "masss": 1, "mass": [], "inertia": 1}], "joints": [{"id": "j", "b": "a", "type": "revolut"}]})");
  const Outcome outcome = run({"run", file, "--out", (folder() / "out").string()});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.out, IsEmpty());
  EXPECT_THAT(outcome.err, HasSubstr(file + ": /bodies/0/mass: error: "));
  EXPECT_THAT(outcome.err, HasSubstr(file + ": /joints/0/type: error: "));
  EXPECT_THAT(outcome.err, HasSubstr(file + ": /bodies/0/masss: warning: "));
  EXPECT_FALSE(std::filesystem::exists(folder() / "out")) << "nothing is written for a wrong file";
}

TEST_F(Run, SaysWhyAFileCannotBeRead) {
  const Outcome absent = run({"run", "none.clank"});
  EXPECT_EQ(absent.status, 1);
  EXPECT_THAT(absent.err, HasSubstr("none.clank: No such file or directory"));
  EXPECT_EQ(run({"run", folder().string()}).status, 1);
}

}  // namespace
}  // namespace clank::test
