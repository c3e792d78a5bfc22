// SPDX-License-Identifier: GPL-3.0-or-later
// Searches: the best is a mechanism that runs, and an interrupt keeps it.
#include <gmock/gmock.h>
#include <signal.h>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
namespace fs = std::filesystem;

// At which angle the pendulum has to start for that its catch comes after 0.25 s.
json makeSearch(int runs) {
  json model = json::parse(catchingPendulum());
  model["parameters"].push_back({{"id", "tilt"}, {"value", "0 deg"}, {"unit", "deg"}});
  model["bodies"][0]["pose"]["angle"] = "tilt";
  model["optimisations"] = {{{"id", "late"},
                             {"parameters", {{{"parameter", "tilt"}, {"from", -40}, {"to", 30}}}},
                             {"quantities", {{{"id", "hit"}, {"value", "first(merge)"}, {"unit", "s"}}}},
                             {"objective", "abs(hit - 0.25)"},
                             {"global_runs", runs},
                             {"local", "sbplx"},
                             {"local_runs", 100}}};
  return model;
}

class OptimiseTest : public CliTest {
 protected:
  std::string saveSearch(const json& model) { return save("a.clank", model.dump()); }
  std::string out(const char* name) const { return (folder() / name).string(); }
};

TEST_F(OptimiseTest, WritesEveryImprovementAndTheBestMechanism) {
  const std::string file = saveSearch(makeSearch(60));
  const Outcome found = run({"optimise", file, "late", "--out", out("one")});
  ASSERT_EQ(found.status, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr("tilt [deg] = "));
  const std::string table = readAll(folder() / "one" / "late.csv");
  EXPECT_THAT(table, testing::StartsWith("run,search,tilt [deg],hit [s],objective,violation\r\n0,start,0,"));
  const auto lines = splitLines(table);
  ASSERT_GT(lines.size(), 3U);
  const auto last = splitFields(lines.back());
  EXPECT_LT(std::stod(last[4]), 1e-4);
  // The file runs, and its catch comes when the table says.
  const std::string best = out("one") + "/late.clank";
  ASSERT_EQ(run({"run", best, "--out", out("run"), "-q"}).status, 0);
  EXPECT_EQ(splitFields(splitLines(readAll(folder() / "run" / "events.csv"))[1])[0], last[3]);
  ASSERT_EQ(run({"optimise", file, "late", "--out", out("two"), "-q"}).status, 0);
  EXPECT_EQ(readAll(folder() / "two" / "late.csv"), table) << "the same for the same seed";
  // What hours may have found is not replaced.
  for (const char* left : {"late.csv", "late.clank"}) {
    const Outcome again = run({"optimise", file, "late", "--out", out("two"), "-q"});
    EXPECT_EQ(again.status, 2);
    EXPECT_THAT(again.err, testing::AllOf(HasSubstr(left), HasSubstr("is there already")));
    fs::remove(folder() / "two" / left);
  }
  EXPECT_EQ(run({"optimise", file, "late", "--out", out("two"), "-q"}).status, 0);
}

TEST_F(OptimiseTest, AnInterruptKeepsTheBest) {
  json model = makeSearch(100000);
  const std::string file = saveSearch(model);
  start({"optimise", file, "late", "--out", out("part")});
  waitUntilItHasWorked(0.5);
  sendSignal(SIGINT);
  const Outcome stopped = wait();
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("the best up to here is kept"));
  EXPECT_EQ(run({"validate", out("part") + "/late.clank"}).status, 0);
}

TEST_F(OptimiseTest, MistakesAreNamed) {
  const std::string file = saveSearch(makeSearch(10));
  const Outcome other = run({"optimise", file, "lat"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("did you mean \"late\"?"));
  json model = makeSearch(10);
  model["optimisations"][0]["parameters"][0]["parameter"] = "tild";
  const Outcome wrong = run({"optimise", saveSearch(model), "late"});
  EXPECT_EQ(wrong.status, 1);
  EXPECT_THAT(wrong.err, HasSubstr("there is no parameter 'tild'; did you mean 'tilt'?"));
}

}  // namespace
}  // namespace clank::test
