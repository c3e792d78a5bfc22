// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/singular_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace clank {
namespace {

// Rows less than this from depending on the others (a ratio, so sin^2 of 1e-3) do depend: a step's dense
// output is not closer to the joints than that at loose tolerances.
constexpr double kSingular = 1e-6;
constexpr double kAway = 1e-4;
constexpr double kNearby = 1e-4, kExact = 1e-6;  // parts of a step: for slopes, and to stop
constexpr int kMostIterations = 8;

}  // namespace

void SingularSearch::note(const Assembler& assembler, double t) {
  std::size_t singular = 0;
  double smallest = 1;
  for (const SaddlePoint::SmallPivot& pivot : assembler.smallPivots())
    if (pivot.ratio <= kSingular)
      ++singular;
    else
      smallest = std::min(smallest, pivot.ratio);
  always_ = std::min(always_, singular);
  wasAway_ |= singular == always_ && smallest > kAway;
  if (smallest >= nearest_) return;
  nearest_ = smallest;
  tNearest_ = t;
}

SingularSearch::Smallest SingularSearch::calcSmallest(Assembler& assembler, const StateAt& at, double t) {
  const std::vector<double>& y = at(t);
  assembler.update(t, y.data(), y.data() + 3 * assembler.system().bodies.size());
  const auto small = assembler.smallPivots();
  pivots_.assign(small.begin(), small.end());
  if (always_ >= pivots_.size()) return {};
  const auto nth = pivots_.begin() + static_cast<std::ptrdiff_t>(always_);
  std::nth_element(pivots_.begin(), nth, pivots_.end(),
                   [](const auto& a, const auto& b) { return a.ratio < b.ratio; });
  return {std::max(nth->ratio, 0.0), nth->row};
}

double SingularSearch::findFoot(Assembler& assembler, const StateAt& at, double begin, double end) {
  const auto root = [&](double t) { return std::sqrt(calcSmallest(assembler, at, t).ratio); };
  const double step = end - begin;
  double t = std::clamp(tNearest_, begin, end);
  for (int i = 0; i < kMostIterations; ++i) {
    const double beside = t < begin + step / 2 ? t + kNearby * step : t - kNearby * step;
    const double s = root(t), slope = (root(beside) - s) / (beside - t);
    if (slope == 0) return t;
    const double before = std::exchange(t, std::clamp(t - s / slope, begin, end));
    if (std::abs(t - before) < kExact * step) return t;
  }
  return t;
}

std::optional<SingularPosition> SingularSearch::find(Assembler& assembler, const StateAt& at, double begin,
                                                     double end) {
  if (nearest_ == 1 || !wasAway_) {
    nearest_ = 1;
    return std::nullopt;
  }
  const double t = findFoot(assembler, at, begin, end);
  const Smallest smallest = calcSmallest(assembler, at, t);
  nearest_ = 1;
  if (smallest.ratio > kSingular) return std::nullopt;
  wasAway_ = false;
  return SingularPosition{t, smallest.row};
}

}  // namespace clank
