// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/frame_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace clank {
namespace {

constexpr double kMostFrames = 1e6;

// Between two moments the pace is linear.
struct PacePiece {
  double t0 = 0, t1 = 0;  // s, of the run
  double p0 = 1, p1 = 1;  // pace there
  double slope() const { return (p1 - p0) / (t1 - t0); }
};

double calcReach(const VideoPace& pace) {
  return pace.around * pace.speed;
}

std::vector<PacePiece> listPieces(const VideoPace& pace, std::span<const double> events) {
  std::vector<double> corners{pace.from, pace.to};
  const double reach = calcReach(pace);
  for (std::size_t i = 0; i < events.size() && pace.slowest < 1; ++i) {
    for (const double corner : {events[i] - reach, events[i], events[i] + reach}) corners.push_back(corner);
    if (i > 0) corners.push_back((events[i - 1] + events[i]) / 2);
  }
  std::sort(corners.begin(), corners.end());
  std::vector<PacePiece> pieces;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const double t0 = corners[i - 1], t1 = corners[i];
    if (t0 < pace.from || t1 > pace.to || !(t1 > t0)) continue;
    pieces.push_back({t0, t1, calcPace(pace, events, t0), calcPace(pace, events, t1)});
  }
  return pieces;
}

// s of video that a piece takes.
double calcLength(const PacePiece& piece, double speed) {
  const double rise = (piece.p1 - piece.p0) / piece.p0;
  const double mean = std::abs(rise) < 1e-12 ? piece.p0 : piece.p0 * rise / std::log1p(rise);
  return (piece.t1 - piece.t0) / (speed * mean);
}

double calcTime(const PacePiece& piece, double speed, double passed) {
  const double b = piece.slope(), x = speed * passed;
  const double grown = std::abs(b * x) < 1e-12 ? x : std::expm1(b * x) / b;
  return std::min(piece.t1, piece.t0 + piece.p0 * grown);
}

double calcWhole(const std::vector<PacePiece>& pieces, double speed) {
  double whole = 0;
  for (const PacePiece& piece : pieces) whole += calcLength(piece, speed);
  return whole;
}

}  // namespace

Problems checkPace(const VideoPace& pace, double runFrom, double runTo) {
  Problems problems;
  const auto positive = [&](double value, const char* name) {
    if (!(value > 0) || !std::isfinite(value))
      problems.push_back({fmt::format("{} is {:.6g}; it has to be more than zero", name, value), ""});
  };
  positive(pace.speed, "the speed of the video");
  positive(pace.rate, "the frame rate");
  positive(pace.around, "the time around events");
  if (!(pace.slowest > 0 && pace.slowest <= 1))
    problems.push_back({fmt::format("the pace at events is {:.6g}; it has to be above zero and at most 1, "
                                    "a part of the speed",
                                    pace.slowest),
                        ""});
  const double eps = 1e-9 * (runTo - runFrom);
  if (!(pace.from < pace.to))
    problems.push_back({fmt::format("the video would go from {:.6g} s to {:.6g} s", pace.from, pace.to), ""});
  else if (pace.from < runFrom - eps || pace.to > runTo + eps)
    problems.push_back(
        {fmt::format("the video would go from {:.6g} s to {:.6g} s; the run goes from {:.6g} s "
                     "to {:.6g} s",
                     pace.from, pace.to, runFrom, runTo),
         ""});
  // Slowed down all along at worst.
  if (problems.empty() && (pace.to - pace.from) / (pace.speed * pace.slowest) * pace.rate > kMostFrames)
    problems.push_back(
        {"the video may have more than a million frames: a higher speed, a lower frame rate or "
         "a shorter stretch is needed",
         ""});
  return problems;
}

double calcPace(const VideoPace& pace, std::span<const double> events, double t) {
  if (pace.slowest >= 1 || events.empty()) return 1;
  const auto after = std::lower_bound(events.begin(), events.end(), t);
  double distance = std::numeric_limits<double>::infinity();
  if (after != events.end()) distance = *after - t;
  if (after != events.begin()) distance = std::min(distance, t - *(after - 1));
  return pace.slowest + (1 - pace.slowest) * std::min(1.0, distance / calcReach(pace));
}

std::vector<VideoFrame> planFrames(const VideoPace& pace, std::span<const double> events) {
  const std::vector<PacePiece> pieces = listPieces(pace, events);
  const double whole = calcWhole(pieces, pace.speed);
  const auto steps = static_cast<std::size_t>(std::max(1.0, std::ceil(whole * pace.rate - 1e-9)));
  std::vector<VideoFrame> frames{{pace.from, calcPace(pace, events, pace.from)}};
  std::size_t piece = 0;
  double begun = 0;  // s of video, where the piece begins
  for (std::size_t i = 1; i < steps; ++i) {
    const double tau = static_cast<double>(i) / pace.rate;
    while (piece + 1 < pieces.size() && begun + calcLength(pieces[piece], pace.speed) < tau)
      begun += calcLength(pieces[piece++], pace.speed);
    const double t = calcTime(pieces[piece], pace.speed, tau - begun);
    frames.push_back({t, calcPace(pace, events, t)});
  }
  frames.push_back({pace.to, calcPace(pace, events, pace.to)});
  return frames;
}

}  // namespace clank
