// SPDX-License-Identifier: GPL-3.0-or-later
// Motion laws of drives as functions of time with exact first and second derivatives.
#pragma once

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
using MotionLaw = std::variant<LineLaw, StrokeLaw, TableLaw, FormulaLaw>;

// Coordinate, rate and acceleration at time t (rad or m), on the branches of switches in force, if there are
// any. scratch: at least as long as FormulaLaw::slots; no allocation.
Jet calcMotion(const MotionLaw& law, double t, std::vector<Jet>& scratch,
               std::span<const double> branches = {});

// Names that the expression of a motion law may read: numeric parameters, then t.
std::vector<std::string> listMotionNames(const std::vector<std::string>& lawNames);

}  // namespace clank
