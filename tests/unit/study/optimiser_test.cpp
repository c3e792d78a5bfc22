// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/optimiser.h"

#include <gmock/gmock.h>

#include <cmath>
#include <thread>

#include "core/io/mechanism_file.h"
#include "core/simulation/simulator.h"
#include "tests/support/sanitized.h"

namespace clank {
namespace {

using testing::HasSubstr;

// Parameters alone: nothing is run.
Mechanism makeFormula(const std::string& objective, const std::vector<std::string>& names) {
  Mechanism m;
  Optimisation sought;
  sought.id = "least";
  sought.objective = objective;
  for (const std::string& name : names) {
    Parameter parameter;
    parameter.id = name;
    parameter.value = 1.7;
    m.parameters.push_back(parameter);
    SearchedParameter searched;
    searched.parameter = name;
    searched.from = -2;
    searched.to = 3;
    sought.parameters.push_back(searched);
  }
  m.optimisations = {sought};
  return m;
}

Optimiser make(const Mechanism& m) {
  auto made = Optimiser::create(m, m.optimisations.front().id);
  if (!made) throw std::runtime_error(made.error().front().what);
  return std::move(*made);
}

double numberOf(const Attempt& attempt, std::size_t k) {
  return std::stod(attempt.parameters[k]);
}

// Rosenbrock's valley: least at (1, 1).
TEST(Optimiser, EveryAlgorithmFindsTheEndOfTheValley) {
  for (const GlobalSearch global : {GlobalSearch::direct, GlobalSearch::crs, GlobalSearch::isres})
    for (const LocalSearch local : {LocalSearch::cobyla, LocalSearch::bobyqa, LocalSearch::sbplx}) {
      Mechanism m = makeFormula("(1 - a)^2 + 20*(b - a^2)^2", {"a", "b"});
      m.optimisations[0].global = global;
      m.optimisations[0].local = local;
      m.optimisations[0].localRuns = 1000;
      const auto best = make(m).search({});
      ASSERT_TRUE(best);
      // Linear models creep along a bent valley.
      const double tolerance = local == LocalSearch::cobyla ? 0.05 : 2e-3;
      EXPECT_NEAR(numberOf(*best, 0), 1, tolerance) << static_cast<int>(global) << static_cast<int>(local);
      EXPECT_NEAR(numberOf(*best, 1), 1, 2 * tolerance);
    }
}

// The point of x + y >= 2 next to the origin, where x <= 0.5: (0.5, 1.5).
TEST(Optimiser, ConstraintsAreKept) {
  for (const GlobalSearch global :
       {GlobalSearch::none, GlobalSearch::direct, GlobalSearch::crs, GlobalSearch::isres}) {
    for (const LocalSearch local : {LocalSearch::cobyla, LocalSearch::sbplx}) {
      Mechanism m = makeFormula("a^2 + b^2", {"a", "b"});
      Optimisation& sought = m.optimisations[0];
      sought.global = global;
      sought.local = local;
      sought.localRuns = 400;
      sought.constraints = {{"a + b", 2.0, std::nullopt, {}}, {"a", std::nullopt, 0.5, {}}};
      const auto best = make(m).search({});
      ASSERT_TRUE(best);
      EXPECT_EQ(best->violation, 0);
      const double tolerance = local == LocalSearch::cobyla ? 1e-4 : 0.1;
      EXPECT_NEAR(best->objective, 2.5, tolerance) << static_cast<int>(global) << static_cast<int>(local);
    }
  }
}

TEST(Optimiser, TheGreatestIsFoundToo) {
  Mechanism m = makeFormula("3 - (a - 0.25)^2", {"a"});
  m.optimisations[0].aim = Aim::maximise;
  const auto best = make(m).search({});
  ASSERT_TRUE(best);
  EXPECT_NEAR(numberOf(*best, 0), 0.25, 1e-3);
  EXPECT_NEAR(best->objective, 3, 1e-6);
}

// Where the root has no value nothing is best, and the search goes round it.
TEST(Optimiser, RunsWithoutAValueAreNotTaken) {
  for (const GlobalSearch global : {GlobalSearch::direct, GlobalSearch::crs, GlobalSearch::isres}) {
    Mechanism m = makeFormula("(a + 1)^2 + b^2 + sqrt(a)", {"a", "b"});
    m.optimisations[0].global = global;
    m.optimisations[0].local = LocalSearch::sbplx;  // at an edge
    int without = 0;
    const auto best = make(m).search({}, [&](const Attempt& attempt) {
      if (attempt.ended != "no_value") return;
      ++without;
      EXPECT_FALSE(attempt.isBest);
      EXPECT_THAT(attempt.reason, HasSubstr("no value"));
    });
    EXPECT_GT(without, 0);
    ASSERT_TRUE(best);
    EXPECT_NEAR(best->objective, 1, 0.02) << static_cast<int>(global);
    EXPECT_GE(numberOf(*best, 0), 0);
  }
}

std::vector<std::string> listTried(const Mechanism& m) {
  std::vector<std::string> tried;
  make(m).search({}, [&](const Attempt& attempt) {
    for (const std::string& text : attempt.parameters) tried.push_back(text);
  });
  return tried;
}

TEST(Optimiser, TheSameRunsForTheSameSeedOnAnyThread) {
  Mechanism m = makeFormula("(1 - a)^2 + 20*(b - a^2)^2", {"a", "b"});
  const auto first = listTried(m);
  std::vector<std::string> second;
  std::jthread([&] { second = listTried(m); }).join();
  EXPECT_EQ(first, second);
  m.optimisations[0].seed = 2;
  EXPECT_NE(first, listTried(m));
}

TEST(Optimiser, AStopKeepsTheBest) {
  const Mechanism m = makeFormula("a^2 + b^2", {"a", "b"});
  std::stop_source stop;
  int runs = 0;
  double least = HUGE_VAL;
  const auto best = make(m).search(stop.get_token(), [&](const Attempt& attempt) {
    least = std::min(least, attempt.objective);
    if (++runs == 20) stop.request_stop();
  });
  EXPECT_EQ(runs, 20);
  ASSERT_TRUE(best);
  EXPECT_EQ(best->objective, least);
}

TEST(Optimiser, MistakesAreNamed) {
  const auto refusal = [](const Mechanism& m) {
    const auto made = Optimiser::create(m, "least");
    return made ? std::string() : made.error().front().what;
  };
  EXPECT_THAT(refusal(makeFormula("a + c", {"a", "b"})), HasSubstr("objective: unknown name 'c'"));
  Mechanism m = makeFormula("a", {"a", "b"});
  m.optimisations[0].constraints = {{"a", std::nullopt, std::nullopt, {}}};
  EXPECT_THAT(refusal(m), HasSubstr("at_least or at_most"));
  m = makeFormula("a + b", {"a", "b"});
  m.parameters[0].unit = "m";
  m.parameters[1].unit = "kg";
  EXPECT_THAT(refusal(m), testing::AllOf(HasSubstr("\"a + b\""), HasSubstr("a length"), HasSubstr("a mass")));
  m = makeFormula("a", {"a", "b"});
  m.optimisations[0].parameters[1].parameter = "aa";
  EXPECT_THAT(refusal(m), HasSubstr("there is no parameter 'aa'; did you mean 'a'?"));
  m = makeFormula("a", {"a", "b"});
  m.optimisations[0].parameters[0].to = -3;
  EXPECT_THAT(refusal(m), HasSubstr("range of 'a' is empty"));
  EXPECT_THAT(Optimiser::create(m, "last").error().front().what, HasSubstr("did you mean 'least'?"));
}

// The four-bar of the examples, with what its coupler point depends on as parameters.
Mechanism makeFourBar() {
  auto loaded = loadMechanism(std::string(CLANK_RESOURCES) + "/examples/linkages/four-bar.clank");
  Mechanism m = std::move(loaded->mechanism);
  m.studies.clear();
  const auto add = [&m](const char* id, const char* text) {
    Parameter& parameter = m.parameters.emplace_back();
    parameter.id = id;
    parameter.unit = "mm";
    parameter.value.text = text;
  };
  add("px", "125 mm");
  add("py", "100 mm");
  m.traces[0].atB.x.text = "px";
  m.traces[0].atB.y.text = "py";
  m.simulation.duration = 1;
  m.simulation.outputInterval = 0.01;
  return m;
}

// Its coupler point at equal times of a turn becomes the target; four of its lengths are unknown within wide
// bounds.
Mechanism makeSynthesis(FitBy by) {
  Mechanism m = makeFourBar();
  const auto simulator = Simulator::create(*resolve(m));
  Trajectory turn(simulator->channels());
  simulator->run(turn);
  PathFit fit;
  fit.id = "off";
  fit.trace = "P";
  fit.by = by;
  const std::size_t x = *turn.findChannel("P.x"), y = *turn.findChannel("P.y");
  for (int k = 0; k <= 20; ++k) {
    const auto row = turn.at(k * 0.05);
    fit.points.push_back({row[x], row[y]});
  }
  Optimisation sought;
  sought.id = "back";
  sought.objective = "off";
  sought.fits = {fit};
  const auto add = [&sought](const char* id, double from, double to, double start) {
    SearchedParameter searched;
    searched.parameter = id;
    searched.from = from;
    searched.to = to;
    searched.start = start;
    sought.parameters.push_back(searched);
  };
  add("crank_length", 50, 140, 70);
  add("rocker_length", 190, 290, 280);
  add("px", 50, 220, 200);
  add("py", -100, 150, -50);
  sought.globalRuns = 400;
  sought.local = LocalSearch::bobyqa;
  sought.localRuns = 600;
  m.optimisations = {sought};
  return m;
}

TEST(Optimiser, FindsAFourBarBackFromItsCouplerCurve) {
  for (const FitBy by : {FitBy::time, FitBy::nearest}) {
    if (test::isSanitized() && by == FitBy::time) continue;  // half a minute
    const Mechanism m = makeSynthesis(by);
    const Optimiser optimiser = make(m);
    double first = 0;
    const auto best = optimiser.search({}, [&](const Attempt& attempt) {
      if (attempt.run == 0) first = attempt.objective;
    });
    ASSERT_TRUE(best);
    EXPECT_GT(first, 0.02);
    EXPECT_LT(best->objective, 2e-5) << "m";
    const double expected[] = {100, 200, 125, 100};
    for (std::size_t k = 0; k < 4; ++k)
      EXPECT_NEAR(numberOf(*best, k), expected[k], 0.1) << m.optimisations[0].parameters[k].parameter;
    // Put into the drawing it is what was found.
    Mechanism drawn = m;
    optimiser.putInto(drawn, *best);
    EXPECT_EQ(drawn.parameters[0].value.text, best->parameters[0] + " mm");
    drawn.optimisations[0].parameters[0].start.reset();
    EXPECT_TRUE(resolve(drawn));
  }
}

TEST(Optimiser, ACaseThatSetsTheParameterTakesTheValue) {
  Mechanism m = makeFormula("(a - 2)^2 + b^2", {"a", "b"});
  m.cases.resize(2);
  m.cases[0].id = "one";
  m.cases[1].id = "two";
  m.cases[1].set["a"] = "0";
  m.optimisations[0].caseId = "two";
  const Optimiser optimiser = make(m);
  const auto best = optimiser.search({});
  optimiser.putInto(m, *best);
  EXPECT_EQ(m.cases[1].set["a"], best->parameters[0]);
  EXPECT_EQ(m.parameters[0].value.value, 1.7);
  EXPECT_NEAR(m.parameters[1].value.value, 0, 1e-3);
}

// Targets on a curve: a circle of 2 m about (1, 0) seen from one of 3 m.
TEST(PathDistance, OfACurve) {
  PathFit fit;
  fit.id = "f";
  fit.trace = "P";
  fit.curve.emplace().kind = CirclePath{2.0};
  fit.at = {1.0, 0.0};
  fit.count = 8;
  const PathDistance distance(fit);
  ASSERT_EQ(distance.targets().size(), 8U);
  Trajectory run({{"t", "s"}, {"P.x", "m"}, {"P.y", "m"}});
  for (int k = 0; k <= 2000; ++k) {
    const double angle = k * M_PI / 1000;
    run.sample(std::vector<double>{k * 1e-3, 1 + 3 * std::cos(angle), 3 * std::sin(angle)});
  }
  EXPECT_NEAR(distance.evaluate(run), 1, 1e-4);
}

// By time: the point runs along x with 1 m/s, the targets lie 3 m above and one second later.
TEST(PathDistance, ByTime) {
  PathFit fit;
  fit.id = "f";
  fit.trace = "P";
  fit.by = FitBy::time;
  fit.points = {{1.0, 3.0}, {3.0, 3.0}};
  fit.times = {0.0, 2.0};
  Trajectory run({{"t", "s"}, {"P.x", "m"}, {"P.y", "m"}});
  for (int k = 0; k <= 3; ++k) run.sample(std::vector<double>{1.0 * k, 1.0 * k, 0});
  EXPECT_DOUBLE_EQ(PathDistance(fit).evaluate(run), std::sqrt(10.0));
  fit.times.clear();  // 0 and 3 s
  EXPECT_DOUBLE_EQ(PathDistance(fit).evaluate(run), std::sqrt((10.0 + 9.0) / 2));
  fit.by = FitBy::nearest;
  EXPECT_DOUBLE_EQ(PathDistance(fit).evaluate(run), 3);
}

}  // namespace
}  // namespace clank
