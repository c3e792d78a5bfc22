// SPDX-License-Identifier: GPL-3.0-or-later
// The law of time of a video: which moment of a run each of its frames shows.
#pragma once

#include <span>
#include <vector>

#include "core/support/result.h"

namespace clank {

struct VideoPace {
  double from = 0, to = 0;  // s, of the run
  double speed = 1;         // s of the run in a second of video, where nothing slows it down
  double rate = 30;         // frames in a second
  double slowest = 1;       // of the speed, just at an event; 1: events do not slow it down
  double around = 0.5;      // s of video at full speed: how far from an event slowing begins and ends
};

struct VideoFrame {
  double t = 0;     // s, of the run
  double pace = 1;  // of the speed, 1 where nothing slows it down
};

// Everything that does not make sense, with the name of the setting; runFrom, runTo: s, what there is of the
// run.
Problems checkPace(const VideoPace& pace, double runFrom, double runTo);

// How much of the full speed there is at t: 1 far from every event (s, in order), `slowest` at one, linear
// between.
double calcPace(const VideoPace& pace, std::span<const double> events, double t);

// The first frame shows `from`, the last one `to`. Between two frames 1/rate of video time tau passes:
//   dt/dtau = speed p(t), p of calcPace(), linear in t on each piece [t0, t1] from p0 to p1:
//   tau1 - tau0 = (t1 - t0) ln(p1/p0) / (speed (p1 - p0)),  t = t0 + p0 (exp(b speed (tau - tau0)) - 1)/b,
//   b = (p1 - p0)/(t1 - t0).
std::vector<VideoFrame> planFrames(const VideoPace& pace, std::span<const double> events);

}  // namespace clank
