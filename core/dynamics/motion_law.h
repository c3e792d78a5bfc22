// SPDX-License-Identifier: GPL-3.0-or-later
// Motion laws of drives as functions of time with exact first and second derivatives.
#pragma once

#include <array>
#include <span>
#include <variant>
#include <vector>

#include "core/math/cubic_spline.h"
#include "core/math/expression.h"
#include "core/math/jet.h"
#include "core/model/drive.h"

namespace clank {

struct LineLaw {
  double start = 0, speed = 0;
};
struct StrokeLaw {
  bool cycloidal = false;
  double start = 0, rise = 0, begin = 0, duration = 1;
};
struct FormulaLaw {
  Expression expression;
  std::vector<Jet> slots;  // parameters, then t
  double shift = 0;        // whole turns, so that the law starts on the drawn branch
};
// Held before its first time and after its last one, where the speed may jump: its times are a switch of laws
// (dynamics/law_switch.h), or -1.
struct TableLaw {
  CubicSpline spline;
  int timesSwitch = -1;
};
// To and fro, theory of the trapezoidal law. A half cycle leads over the way L = |to - from| in the time
// T = L/v + r, r the ramp; with tau the time in it
//     x = v/(2 r) (tau^2 - max(0, tau - r)^2 - max(0, tau - (T - r))^2)      (r = 0: x = v tau),
// x(T) = v (T - r) = L, x'(0) = x'(T) = 0. The half cycles n = floor(t/T) lead forth and back by turns: at
// their ends x" of the ramp goes on as -x" of the next, so that only the speed of r = 0 jumps. The pieces
// change where (t - knot)/T is a whole number: three switches of laws, or one without a ramp.
struct ReverseLaw {
  double start = 0, speed = 0;              // rad or m; rad/s or m/s, signed: of the way forth
  double ramp = 0;                          // s
  double halfTime = 1;                      // s, T
  double halves = 0;                        // number of half cycles; 0: without end
  std::array<double, 3> knots{};            // s: 0, r, T - r
  std::array<int, 3> switches{-1, -1, -1};  // of laws (dynamics/law_switch.h)
};
ReverseLaw makeReverseLaw(double from, double to, double speed, double ramp, double cycles);
using MotionLaw = std::variant<LineLaw, StrokeLaw, TableLaw, FormulaLaw, ReverseLaw>;

// Coordinate, rate and acceleration at time t (rad or m), on the branches of switches in force, if there are
// any. scratch: at least as long as FormulaLaw::slots; no allocation.
Jet calcMotion(const MotionLaw& law, double t, std::vector<Jet>& scratch,
               std::span<const double> branches = {});

// Names that the expression of a motion law may read: numeric parameters, then t.
std::vector<std::string> listMotionNames(const std::vector<std::string>& lawNames);

}  // namespace clank
