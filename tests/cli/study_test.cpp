// SPDX-License-Identifier: GPL-3.0-or-later
// Thousands of runs: the same table whoever computes it, and nothing lost.
#include <gmock/gmock.h>
#include <signal.h>
#include <sqlite3.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "tests/cli/program.h"

namespace clank::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
namespace fs = std::filesystem;

// A pendulum that is caught, its first angle a parameter.
json makeModel(const json& study) {
  json model = json::parse(catchingPendulum());
  model["parameters"].push_back({{"id", "tilt"}, {"value", "0 deg"}, {"unit", "deg"}});
  model["bodies"][0]["pose"]["angle"] = "tilt";
  model["studies"] = json::array({study});
  return model;
}

json makeStudy(int count) {
  return {{"id", "tilts"},
          {"parameters", {{{"parameter", "tilt"}, {"from", 0}, {"to", 30}, {"count", count}}}},
          {"quantities",
           {{{"id", "hit"}, {"value", "first(merge)"}, {"unit", "s"}},
            {{"id", "events"}, {"value", "events()"}}}}};
}

class StudyTest : public CliTest {
 protected:
  std::string saveStudy(const json& study) { return save("a.clank", makeModel(study).dump()); }
  std::string out(const char* name) const { return (folder() / name).string(); }
  std::string table(const char* name) const { return readAll(folder() / name / "tilts.csv"); }
};

TEST_F(StudyTest, TheSameTableWhateverJobsAndShards) {
  const std::string file = saveStudy(makeStudy(40));
  EXPECT_EQ(run({"study", file, "tilts", "--out", out("one"), "--jobs", "1"}).status, 0);
  EXPECT_EQ(run({"study", file, "tilts", "--out", out("two"), "--jobs", "2", "-q"}).status, 0);
  const std::string whole = table("one");
  EXPECT_EQ(splitLines(whole).size(), 41U);
  EXPECT_THAT(whole, testing::StartsWith("run,tilt [deg],hit [s],events,ended,reason\r\n0,0,"));
  EXPECT_EQ(table("two"), whole);
  for (const char* part : {"1/3", "2/3", "3/3"})
    EXPECT_EQ(run({"study", file, "tilts", "--shard", part, "--out", out(std::string(part, 1).c_str()), "-q"})
                  .status,
              0);
  // A part twice: nothing is twice in the table.
  EXPECT_EQ(run({"study", "merge", out("3"), out("1"), out("2"), out("1"), "--out", out("merged")}).status,
            0);
  EXPECT_EQ(table("merged"), whole);
}

// Without a word a part of the table looks like the whole.
TEST_F(StudyTest, AMergeNamesWhatIsMissing) {
  const std::string file = saveStudy(makeStudy(13));
  for (const char* part : {"1/4", "2/4", "3/4", "4/4"})
    ASSERT_EQ(run({"study", file, "tilts", "--shard", part, "--out", out(std::string(part, 1).c_str()), "-q"})
                  .status,
              0);
  Outcome merged = run({"study", "merge", out("1"), out("2"), out("4"), "--out", out("three")});
  EXPECT_EQ(merged.status, 0);
  EXPECT_THAT(merged.out, HasSubstr("10 of 13 runs"));
  EXPECT_THAT(merged.err, HasSubstr("study tilts: part 3/4 is missing: --shard 3/4 computes it"));
  merged = run({"study", "merge", out("1"), out("2"), "--out", out("two")});
  EXPECT_THAT(merged.err, HasSubstr("parts 3/4, 4/4 are missing"));
  merged = run({"study", "merge", out("1"), out("2"), out("3"), out("4"), "--out", out("all")});
  EXPECT_THAT(merged.err, IsEmpty());
}

// More at a time than there are processors is done as asked, and the library has nothing to say about it.
TEST_F(StudyTest, MoreJobsThanProcessorsSayNothing) {
  const Outcome outcome = run({"study", saveStudy(makeStudy(40)), "tilts", "--jobs", "300", "-q"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, IsEmpty());
}

// What a statement about an SQLite file gives, a row a line.
std::string ask(const fs::path& file, const std::string& statement) {
  sqlite3* db = nullptr;
  EXPECT_EQ(sqlite3_open_v2(file.c_str(), &db, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  std::string rows;
  const auto add = [](void* to, int count, char** cells, char**) {
    for (int i = 0; i < count; ++i)
      *static_cast<std::string*>(to) += std::string(i > 0 ? "," : "") + (cells[i] ? cells[i] : "NULL");
    *static_cast<std::string*>(to) += '\n';
    return 0;
  };
  EXPECT_EQ(sqlite3_exec(db, statement.c_str(), add, &rows, nullptr), SQLITE_OK) << statement;
  sqlite3_close(db);
  return rows;
}

// 90 is more than 15, and "9" is not: parameters are numbers in the table, words are texts.
TEST_F(StudyTest, ParametersCanBeComparedInSqlite) {
  json model = makeModel(makeStudy(7));
  model["studies"][0]["parameters"].push_back({{"parameter", "law"}, {"words", {"merge", "restitution"}}});
  const std::string file = save("a.clank", model.dump());
  const Outcome outcome = run({"study", file, "tilts", "--out", out("all"), "-q"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const fs::path table = folder() / "all" / "tilts.sqlite";
  EXPECT_EQ(ask(table, "SELECT count(*) FROM study WHERE \"tilt [deg]\" > 8"), "10\n");
  EXPECT_EQ(ask(table, "SELECT DISTINCT typeof(p0), typeof(p1) FROM runs"), "real,text\n");
  EXPECT_EQ(ask(table, "SELECT name, type FROM pragma_table_info('runs') LIMIT 4"),
            "run,INTEGER\np0,REAL\np1,TEXT\nq0,REAL\n");
  EXPECT_EQ(ask(table, "SELECT key, value FROM about WHERE key IN ('parameter', 'word')"),
            "parameter,tilt [deg]\nparameter,law\nword,law\n");
}

TEST_F(StudyTest, NumbersAreThoseOfSingleRuns) {
  const std::string file = saveStudy(makeStudy(7));
  ASSERT_EQ(run({"study", file, "tilts", "--out", out("all"), "-q"}).status, 0);
  for (const std::string& line : splitLines(table("all"))) {
    const auto cells = splitFields(line);
    if (cells[0] == "run") continue;
    const fs::path one = folder() / "single";
    ASSERT_EQ(run({"run", file, "--set", "tilt=" + cells[1], "--out", one.string(), "-q"}).status, 0);
    const auto events = splitLines(readAll(one / "events.csv"));
    ASSERT_EQ(std::to_string(events.size() - 1), cells[3]);
    ASSERT_GT(events.size(), 1U);
    EXPECT_EQ(splitFields(events[1])[0], cells[2]) << "to the last bit";
  }
}

TEST_F(StudyTest, AnInterruptedTableIsGoneOnWith) {
  const std::string file = saveStudy(makeStudy(20000));
  start({"study", file, "tilts", "--out", out("part"), "--jobs", "2"});
  waitUntilItHasWorked(0.4);
  sendSignal(SIGINT);
  const Outcome stopped = wait();
  EXPECT_EQ(stopped.status, 130) << stopped.err;
  EXPECT_THAT(stopped.err, HasSubstr("--resume goes on with the table"));
  const auto rows = splitLines(table("part")).size();
  EXPECT_GT(rows, 1U);
  EXPECT_LT(rows, 20001U);
  const Outcome again = run({"study", file, "tilts", "--out", out("part")});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("is there already"));
}

TEST_F(StudyTest, ResumeMakesTheWholeTableOfTheSameFileOnly) {
  const std::string file = saveStudy(makeStudy(30));
  ASSERT_EQ(run({"study", file, "tilts", "--out", out("whole"), "-q"}).status, 0);
  ASSERT_EQ(run({"study", file, "tilts", "--shard", "2/4", "--out", out("part"), "-q"}).status, 0);
  ASSERT_EQ(run({"study", file, "tilts", "--resume", "--out", out("part"), "-q"}).status, 0);
  EXPECT_EQ(table("part"), table("whole"));
  const std::string other = saveStudy(makeStudy(31));
  const Outcome refused = run({"study", other, "tilts", "--resume", "--out", out("part")});
  EXPECT_EQ(refused.status, 2);
  EXPECT_THAT(refused.err, HasSubstr("the file has changed since"));
  ASSERT_EQ(run({"study", other, "tilts", "--out", out("another"), "-q"}).status, 0);
  const Outcome merged = run({"study", "merge", out("whole"), out("another"), "--out", out("both")});
  EXPECT_EQ(merged.status, 1);
  EXPECT_THAT(merged.err, HasSubstr("is of another file"));
  EXPECT_FALSE(fs::exists(folder() / "both")) << "nothing stands in the way of the right merge";
}

TEST_F(StudyTest, ARunThatFailsIsARowWithItsReason) {
  json study = makeStudy(3);
  json model = makeModel(study);
  model["parameters"].push_back({{"id", "pull"}, {"value", 1}, {"unit", "1"}});
  model["studies"][0]["parameters"] = {{{"parameter", "pull"}, {"values", {1, 0}}}};
  model["bodies"][0]["density"] = "7800/pull";
  const std::string file = save("a.clank", model.dump());
  EXPECT_EQ(run({"study", file, "tilts", "--out", out("all"), "-q"}).status, 0);
  const auto lines = splitLines(table("all"));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_THAT(lines[1], HasSubstr(",finished,"));
  EXPECT_THAT(lines[2], HasSubstr(",refused,"));
  EXPECT_THAT(lines[2], HasSubstr("7800/pull"));
}

TEST_F(StudyTest, WrongStudiesAreRefusedAtTheirPlace) {
  json study = makeStudy(3);
  study["quantities"][0]["value"] = "peak(bar.omeg)";
  Outcome outcome = run({"study", saveStudy(study), "tilts"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/studies/0/quantities/0/value: error: study tilts, quantity hit"));
  study = makeStudy(3);
  study["parameters"][0]["to"] = -1;
  outcome = run({"study", saveStudy(study), "tilts"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err,
              HasSubstr("/studies/0/parameters/0/to: error: study tilts: the range of 'tilt' is empty"));
  study = makeStudy(3);
  study["sampling"] = "random";
  study["parameters"] = {{{"parameter", "tilt"}, {"distribution", "normal"}, {"mean", 0}, {"deviation", 0}}};
  outcome = run({"study", saveStudy(study), "tilts"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("without spread"));
  outcome = run({"study", saveStudy(makeStudy(3)), "tilt"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("did you mean \"tilts\"?"));
}

TEST_F(StudyTest, OneThatIsWrongStopsItselfAlone) {
  json model = makeModel(makeStudy(3));
  json wrong = makeStudy(3), unit = makeStudy(3);
  wrong["id"] = "wrong";
  wrong["parameters"][0]["to"] = -1;
  unit["id"] = "unit";
  unit["parameters"][0]["to"] = "30 mm";
  model["studies"] = json::array({wrong, makeStudy(3), unit});
  const std::string file = save("a.clank", model.dump());
  Outcome outcome = run({"run", file, "--out", out("run")});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("/studies/0/parameters/0/to: error: study wrong"));
  EXPECT_THAT(outcome.err, HasSubstr("/studies/2/parameters/0/to: error"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("nan")));
  EXPECT_EQ(run({"equilibrium", file}).status, 0);
  EXPECT_EQ(run({"study", file, "tilts", "--out", out("study"), "-q"}).status, 0);
  outcome = run({"study", file, "unit", "--out", out("unit"), "-q"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/studies/2/parameters/0/to"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("/studies/0")));
  outcome = run({"validate", file});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/studies/0/parameters/0/to"));
  EXPECT_THAT(outcome.err, HasSubstr("/studies/2/parameters/0/to"));
}

TEST_F(StudyTest, OneThatCannotBeReadStopsItselfAlone) {
  json model = makeModel(makeStudy(3));
  json type = makeStudy(3), word = makeStudy(3), nameless = makeStudy(3);
  type["id"] = "type";
  type["parameters"] = 5;
  word["id"] = "word";
  word["sampling"] = "gird";
  nameless.erase("id");
  model["studies"] = json::array({type, makeStudy(3), word, nameless});
  model["optimisations"] = json::array({json{{"id", "best"}, {"aim", 3}}});
  const std::string file = save("a.clank", model.dump());
  Outcome outcome = run({"run", file, "--out", out("run")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("/studies/0/parameters: error: study type cannot be read: expected"));
  EXPECT_THAT(outcome.err, HasSubstr("/studies/3: error: study that cannot be read: \"id\" is missing"));
  EXPECT_THAT(outcome.err, HasSubstr("/optimisations/0/aim: error: optimisation best cannot be read"));
  EXPECT_EQ(run({"study", file, "tilts", "--out", out("study"), "-q"}).status, 0);
  outcome = run({"study", file, "word", "--out", out("word"), "-q"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/studies/2/sampling: error: study word cannot be read: unknown word "
                                     "\"gird\"; did you mean \"grid\"?"));
  EXPECT_THAT(outcome.err, Not(HasSubstr("/studies/0")));
  outcome = run({"optimise", file, "best", "-q"});
  EXPECT_EQ(outcome.status, 1);
  EXPECT_THAT(outcome.err, HasSubstr("/optimisations/0/aim"));
  EXPECT_EQ(run({"validate", file}).status, 1);
}

// y = a + 2 b with a and b even: a owes 1/5 of the variance, b 4/5, alone as with the other.
TEST_F(StudyTest, IndicesAreThoseOfTheWholeStudy) {
  json model = makeModel(makeStudy(3));
  json& study = model["studies"][0];
  study["sampling"] = "sensitivity";
  study["runs"] = 4096;
  study["parameters"] = json::array();
  for (const char* id : {"a", "b"}) {
    model["parameters"].push_back({{"id", id}, {"value", 1}});
    study["parameters"].push_back({{"parameter", id}, {"from", 0}, {"to", 1}});
  }
  study["quantities"] = {{{"id", "y"}, {"value", "a + 2*b"}}};
  const std::string file = save("a.clank", model.dump());
  const Outcome whole = run({"study", file, "tilts"});
  ASSERT_EQ(whole.status, 0) << whole.err;
  for (const char* line :
       {"\na .* 0\\.(19|20)[0-9]* +0\\.(19|20)[0-9]*\n", "\nb .* 0\\.(79|80)[0-9]* +0\\.(79|80)[0-9]*\n"})
    EXPECT_TRUE(std::regex_search(whole.out, std::regex(line))) << whole.out;
  const Outcome part = run({"study", file, "tilts", "--shard", "2/2", "--out", out("part")});
  ASSERT_EQ(part.status, 0) << part.err;
  EXPECT_THAT(part.out, HasSubstr("Sobol's indices need all runs of the study"));
}

TEST_F(StudyTest, WhatTakesYearsIsToldBefore) {
  json study = makeStudy(1000000);
  study["parameters"][0]["count"] = 1e12;
  const Outcome outcome = run({"study", saveStudy(study), "tilts", "--out", out("big")});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("has 1e+12 runs"));
  EXPECT_THAT(outcome.err, HasSubstr("years on"));
  EXPECT_FALSE(fs::exists(folder() / "big"));
}

TEST_F(StudyTest, AFullDiskLosesNothingThatWasComputed) {
  const std::string file = saveStudy(makeStudy(1000));
  const Outcome outcome =
      runInSmallFiles({"study", file, "tilts", "--out", out("full"), "--jobs", "1"}, 40000);
  EXPECT_EQ(outcome.status, 3) << outcome.err;
  EXPECT_THAT(outcome.err, HasSubstr("tilts.sqlite"));
  EXPECT_THAT(outcome.err, HasSubstr("runs stay in the table"));
  EXPECT_EQ(run({"study", file, "tilts", "--out", out("full"), "--resume", "-q"}).status, 0);
  EXPECT_EQ(splitLines(table("full")).size(), 1001U);
}

}  // namespace
}  // namespace clank::test
