// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/compare/problems.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <span>

#include "core/model/mechanism.h"
#include "tests/support/ball.h"
#include "tests/support/benchmark_references.h"
#include "tests/support/benchmarks.h"
#include "tests/support/squeezer.h"

namespace clank::compare {
namespace {

constexpr double kWanted = 1e-6;  // m or rad
constexpr double kBudget = 30;    // s of all runs of a method
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Heights (m) of the ball of 1 m and e = 0.9 after 5 s and 8 impacts, and after 8.5 s and 44.
constexpr double kBall5 = 0.121548654839124, kBall85 = 5.56555100899261e-06;

double calcRodError(const Pose& rod, double x, double y) {
  return std::hypot(rod.x + std::cos(rod.angle) - x, rod.y + std::sin(rod.angle) - y);
}

double calcChainError(const std::vector<Pose>& ends) {
  const auto reference = ends.size() == test::kChain3.size()
                             ? std::span<const test::PointReference>(test::kChain3)
                             : test::kChain50;
  double error = 0;
  for (std::size_t i = 0; i < ends.size(); ++i)
    error = std::max(error, calcRodError(ends[i], reference[i].x, reference[i].y));
  return error;
}

double calcSqueezerError(const std::vector<Pose>& ends) {
  const auto reference = test::toBodies(test::kSqueezer.angles);
  double error = 0;
  for (std::size_t i = 0; i < ends.size(); ++i)
    error = std::max(error, std::abs(std::remainder(ends[i].angle - reference[i], 2 * M_PI)));
  return error;
}

// Of three runs, or of one that takes long.
Row measureSetting(const Problem& problem, const Setting& setting) {
  Row row;
  row.setting = setting.name;
  row.milliseconds = kInfinity;
  for (int run = 0; run < 3; ++run) {
    const double begin = readSeconds();
    const std::vector<Pose> ends = setting.solve();
    row.milliseconds = std::min(row.milliseconds, 1e3 * (readSeconds() - begin));
    row.error = problem.calcError(ends);
    if (row.milliseconds > 1e3) break;
  }
  return row;
}

bool isBetter(const Row& row, const Row& than) {
  const bool reaches = row.error < kWanted, thanReaches = than.error < kWanted;
  if (reaches && thanReaches) return row.milliseconds < than.milliseconds;
  return row.error < than.error;
}

}  // namespace

double readSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<Problem> listProblems() {
  using Kind = Problem::Kind;
  return {{Kind::chain, 3, 5},      {Kind::chain, 50, 5},     {Kind::fourBars, 1, 10},
          {Kind::fourBars, 10, 10}, {Kind::fourBars, 40, 10}, {Kind::squeezer, 1, .03},
          {Kind::ball, 1, 5},       {Kind::ball, 1, 8.5}};
}

std::string Problem::name() const {
  switch (kind) {
    case Kind::chain:
      return "chain n = " + std::to_string(size);
    case Kind::fourBars:
      return "four-bars N = " + std::to_string(size);
    case Kind::squeezer:
      return "squeezer";
    case Kind::ball:
      break;
  }
  return duration > 5 ? "ball 44 impacts" : "ball 8 impacts";
}

Mechanism Problem::makeMechanism() const {
  const auto make = [this] {
    switch (kind) {
      case Kind::chain:
        return test::makeChainOfRods(size);
      case Kind::fourBars:
        return test::makeFourBars(size);
      case Kind::squeezer:
        return test::makeSqueezer();
      case Kind::ball:
        break;
    }
    return test::makeBall(duration);
  };
  return resolve(make()).value();
}

double Problem::calcError(const std::vector<Pose>& ends) const {
  double error = kInfinity;
  if (ends.empty()) return error;
  switch (kind) {
    case Kind::chain:
      error = calcChainError(ends);
      break;
    case Kind::fourBars:
      for (const test::FourBarsReference& reference : test::kFourBars)
        if (reference.windows == size) error = calcRodError(ends[0], reference.x, reference.y);
      break;
    case Kind::squeezer:
      error = calcSqueezerError(ends);
      break;
    case Kind::ball:
      error = std::abs(ends[0].y - (duration > 5 ? kBall85 : kBall5));
  }
  return std::isfinite(error) ? error : kInfinity;
}

Row measure(const Problem& problem, const std::string& engine, const std::vector<Method>& methods) {
  Row best;
  best.error = kInfinity;
  for (const Method& method : methods) {
    const double begin = readSeconds();
    for (const Setting& setting : method.settings) {
      Row row = measureSetting(problem, setting);
      row.coordinates = method.coordinates;
      row.integrator = method.integrator;
      if (best.setting.empty() || isBetter(row, best)) best = row;
      if (row.error < kWanted || row.milliseconds > 1e3 * kPatience || readSeconds() - begin > kBudget) break;
    }
  }
  best.problem = problem.name();
  best.engine = engine;
  return best;
}

}  // namespace clank::compare
