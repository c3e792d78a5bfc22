// SPDX-License-Identifier: GPL-3.0-or-later
// How far a channel is from a curve of other origin.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/record/trajectory.h"

namespace clank {

// Points in SI, times not falling: two at one time are a jump.
struct TimedCurve {
  std::vector<double> t, value;
};

// At the points of the reference that lie in the range of both, ours linear between our samples (so a coarse
// reference is not interpolated). Where ours jumps at the time of a point, the side nearer to it counts.
struct CurveDifference {
  double from = 0, to = 0;      // s, the shared range
  std::size_t points = 0;       // of the reference in it
  double rms = 0;               // square root of the mean of (ours - theirs)^2 over the points
  double peak = 0;              // ours - theirs where its size is greatest
  double peakTime = 0;          // s
  double ours = 0, theirs = 0;  // there
};

// Nothing when no point of the reference lies in the range of ours.
std::optional<CurveDifference> compareCurves(const TimedCurve& ours, const TimedCurve& theirs);

TimedCurve takeChannel(const Trajectory& trajectory, std::size_t channel);

}  // namespace clank
