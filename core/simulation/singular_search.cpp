// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/singular_search.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

// Rows less than this from depending on the others (a ratio, so sin^2 of 3e-3) do depend: with loose
// tolerances the loops of a ladder do not get flat all at exactly the same time.
constexpr double kSingular = 1e-5;
constexpr double kAway = 1e-4;
constexpr double kDeep = 0.25;                   // of s at both ends of a step
constexpr double kNearby = 1e-4, kClose = 1e-3;  // parts of a step: for slopes, and for the last correction
constexpr int kMostIterations = 8;
constexpr int kProjections = 6;

}  // namespace

void SingularSearch::note(const Assembler& assembler, double t) {
  for (const SaddlePoint::SmallPivot& pivot : assembler.smallPivots()) {
    seen_ = true;
    if (pivot.ratio <= kSingular || pivot.ratio >= nearest_) continue;
    nearest_ = pivot.ratio;
    tNearest_ = t;
  }
}

// Compares the count of vanishing ratios with those before.
void SingularSearch::noteEnd(const Assembler& assembler) {
  std::size_t singular = 0;
  double smallest = 1;
  for (const SaddlePoint::SmallPivot& pivot : assembler.smallPivots())
    if (pivot.ratio <= kSingular)
      ++singular;
    else
      smallest = std::min(smallest, pivot.ratio);
  always_ = std::min(always_, singular);
  begin_ = std::exchange(end_, singular == always_ ? smallest : 0);
  isAway_ = end_ > kAway;
}

SingularSearch::Smallest SingularSearch::calcSmallest(Assembler& assembler, const StateAt& at, double t) {
  const std::vector<double>& y = at(t);
  const StateLayout& layout = assembler.system().layout;
  const auto q = layout.positions(y), v = layout.speeds(y);
  q_.assign(q.begin(), q.end());
  v_.assign(v.begin(), v.end());
  assembler.update(t, q_.data(), v_.data());
  projection_.projectPosition(assembler, t, q_, v_, kOpen, kProjections);
  assembler.update(t, q_.data(), v_.data());
  const auto small = assembler.smallPivots();
  pivots_.assign(small.begin(), small.end());
  if (always_ >= pivots_.size()) return {};
  const auto nth = pivots_.begin() + static_cast<std::ptrdiff_t>(always_);
  std::nth_element(pivots_.begin(), nth, pivots_.end(),
                   [](const auto& a, const auto& b) { return a.ratio < b.ratio; });
  return {std::max(nth->ratio, 0.0), nth->row};
}

SingularSearch::Foot SingularSearch::findFoot(Assembler& assembler, const StateAt& at, double begin,
                                              double end) {
  const double step = end - begin;
  double t = std::clamp(tNearest_, begin, end);
  const double beside = t < begin + step / 2 ? t + kNearby * step : t - kNearby * step;
  const double sBeside = std::sqrt(calcSmallest(assembler, at, beside).ratio);
  Smallest smallest = calcSmallest(assembler, at, t);
  double s = std::sqrt(smallest.ratio), slope = (sBeside - s) / (beside - t);
  for (int i = 0; i < kMostIterations && slope != 0; ++i) {
    const double before = std::exchange(t, std::clamp(t - s / slope, begin, end));
    const double moved = t - before;
    if (moved == 0) break;
    smallest = calcSmallest(assembler, at, t);
    const double here = std::sqrt(smallest.ratio), ahead = (here - s) / moved, behind = (-here - s) / moved;
    const bool isBehind = std::abs(behind - slope) < std::abs(ahead - slope);
    s = isBehind ? -here : here;
    slope = isBehind ? behind : ahead;
    if (std::abs(moved) < kClose * step) return {std::clamp(t - s / slope, begin, end), smallest};
  }
  return {t, smallest};
}

std::optional<SingularPosition> SingularSearch::find(Assembler& assembler, const StateAt& at, double begin,
                                                     double end) {
  const double nearest = std::exchange(nearest_, 1);
  if (!std::exchange(seen_, false)) {
    wasAway_ = true;
    return std::nullopt;
  }
  const bool isNew = std::exchange(wasAway_, wasAway_ || isAway_);
  const bool isDeep = std::sqrt(nearest) < kDeep * (std::sqrt(begin_) + std::sqrt(end_));
  if (!isNew || (nearest > kAway && !isDeep)) return std::nullopt;
  const Foot foot = findFoot(assembler, at, begin, end);
  if (!std::isfinite(foot.t) || foot.beside.ratio > kSingular) return std::nullopt;
  wasAway_ = isAway_;
  return SingularPosition{foot.t, foot.beside.row};
}

}  // namespace clank
