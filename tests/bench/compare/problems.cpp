// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/compare/problems.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <span>

#include "tests/support/benchmark_references.h"

namespace clank::compare {
namespace {

constexpr double kWanted = 1e-6;             // m
constexpr double kPatience = 20;             // s of one run; finer settings are not tried beyond it
constexpr double kBall = 0.121548654839124;  // m after 5 s and 8 impacts from 1 m with e = 0.9

double readSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double calcDistance(const End& end, double x, double y) {
  const double distance = std::hypot(end.x - x, end.y - y);
  return std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

}  // namespace

std::vector<Problem> listProblems() {
  using Kind = Problem::Kind;
  return {{Kind::chain, 3, 5},
          {Kind::chain, 50, 5},
          {Kind::fourBars, 1, 10},
          {Kind::fourBars, 10, 10},
          {Kind::ball, 1, 5}};
}

std::string Problem::name() const {
  if (kind == Kind::ball) return "bouncing ball";
  return (kind == Kind::chain ? "chain, n = " : "four-bars, N = ") + std::to_string(size);
}

double Problem::calcError(const std::vector<End>& ends) const {
  double error = ends.empty() ? std::numeric_limits<double>::infinity() : 0;
  if (kind == Kind::ball) return ends.empty() ? error : calcDistance(ends[0], kBall, 0);
  if (kind == Kind::fourBars) {
    for (const test::FourBarsReference& reference : test::kFourBars)
      if (reference.windows == size && !ends.empty()) error = calcDistance(ends[0], reference.x, reference.y);
    return error;
  }
  const auto reference = size == 3 ? std::span<const test::PointReference>(test::kChain3) : test::kChain50;
  for (std::size_t i = 0; i < ends.size(); ++i)
    error = std::max(error, calcDistance(ends[i], reference[i].x, reference[i].y));
  return error;
}

Row measure(const Problem& problem, const std::string& engine, const std::vector<Setting>& settings) {
  Row best{problem.name(), engine, "none", std::numeric_limits<double>::infinity(), 0};
  for (const Setting& setting : settings) {
    double seconds = std::numeric_limits<double>::infinity(), error = 0;
    for (int run = 0; run < 3; ++run) {
      const double begin = readSeconds();
      const std::vector<End> ends = setting.solve();
      seconds = std::min(seconds, readSeconds() - begin);
      error = problem.calcError(ends);
      if (seconds > 1) break;
    }
    if (error < best.error) best = {problem.name(), engine, setting.name, error, 1e3 * seconds};
    if (best.error < kWanted || seconds > kPatience) break;
  }
  return best;
}

}  // namespace clank::compare
