// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/curve_difference.h"

#include <algorithm>
#include <cmath>

namespace clank {

namespace {

// Ours at time t, within its range; of the values at a jump the one nearest to theirs.
double findNearest(const TimedCurve& ours, double t, double theirs) {
  const auto first = std::lower_bound(ours.t.begin(), ours.t.end(), t);
  const auto i = static_cast<std::size_t>(first - ours.t.begin());
  if (*first != t) {
    const double share = (t - ours.t[i - 1]) / (ours.t[i] - ours.t[i - 1]);
    return ours.value[i - 1] + share * (ours.value[i] - ours.value[i - 1]);
  }
  double nearest = ours.value[i];
  for (std::size_t j = i + 1; j < ours.t.size() && ours.t[j] == t; ++j)
    if (std::abs(ours.value[j] - theirs) < std::abs(nearest - theirs)) nearest = ours.value[j];
  return nearest;
}

}  // namespace

std::optional<CurveDifference> compareCurves(const TimedCurve& ours, const TimedCurve& theirs) {
  if (ours.t.empty() || theirs.t.empty()) return std::nullopt;
  CurveDifference found;
  found.from = std::max(ours.t.front(), theirs.t.front());
  found.to = std::min(ours.t.back(), theirs.t.back());
  double sum = 0;
  for (std::size_t i = 0; i < theirs.t.size(); ++i) {
    const double t = theirs.t[i];
    if (t < found.from || t > found.to) continue;
    const double value = findNearest(ours, t, theirs.value[i]);
    const double difference = value - theirs.value[i];
    if (found.points == 0 || std::abs(difference) > std::abs(found.peak)) {
      found.peak = difference;
      found.peakTime = t;
      found.ours = value;
      found.theirs = theirs.value[i];
    }
    sum += difference * difference;
    ++found.points;
  }
  if (found.points == 0) return std::nullopt;
  found.rms = std::sqrt(sum / static_cast<double>(found.points));
  return found;
}

TimedCurve takeChannel(const Trajectory& trajectory, std::size_t channel) {
  TimedCurve curve;
  curve.t.reserve(trajectory.sampleCount());
  curve.value.reserve(trajectory.sampleCount());
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) {
    const auto row = trajectory.row(i);
    curve.t.push_back(row[0]);
    curve.value.push_back(row[channel]);
  }
  return curve;
}

}  // namespace clank
