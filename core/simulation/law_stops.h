// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that end where a law of time begins to move.
//
// Step control knows of a law what its stages have seen. Between two of them a bump such as
// 20*exp(-((t - 5)/0.01)^2) is nowhere: its step is without error, and the next one begins behind it. A law
// of time, or a part of one that reads nothing else, can be asked without taking a step. So once a step has
// been taken, f is compared over it with the polynomial p through half of the stages:
//     seen   = max |f - p| over the other stages,
//     missed = max |f - p| over a grid as fine as the resolution.
// Where f is smooth over the step both are the remainder of p and of one size, and where it is not, but
// stages tell so, step control decides; a grid that finds ten times as much has found what they leapt over.
// The step is then taken again, and ends where f leaves the polynomial through the stages of the part before:
// where it begins to move. From there on, and back to sleep, stages see it. Drives are looked at as what the
// equations read of them, their acceleration.
//
// What is shorter than the resolution can be missed still, when it is also shorter than the way between two
// stages, a third of max_step at most.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/system.h"
#include "core/math/expression.h"

namespace clank {

class LawStops {
 public:
  // stages: of a step, from 0 to 1, where laws are asked. resolution: s.
  LawStops(const System& system, std::span<const double> stages, double relativeTolerance, double resolution);

  // Where a step that has been taken should have ended (s), after its begin; nothing when nothing was missed.
  std::optional<double> findEnd(const Mode& mode, double begin, double end);

 private:
  struct TimeLaw {
    Expression expression;
    bool moves = false;  // of a drive
  };
  void addParts(const Expression& expression);
  void addMotion(const Expression& expression);
  double evaluate(const TimeLaw& law, const Mode& mode, double t);
  // Of the last step, cut into count pieces of the grid.
  std::optional<std::size_t> findEnd(const TimeLaw& law, const Mode& mode, double begin, double width,
                                     std::size_t count);
  // The polynomial through half of the stages of the first so many pieces.
  void interpolate(const TimeLaw& law, const Mode& mode, double begin, double length);
  double calcOff(double place, double value) const;
  bool isQuiet(std::size_t count, double allowed) const;

  std::vector<TimeLaw> laws_;
  std::vector<double> through_, between_;  // stages
  double small_, quiet_;                   // of the largest value of a law
  double resolution_;
  std::vector<double> slots_, grid_, newton_;  // scratch
  std::vector<Jet> jets_;
  std::size_t timeSlot_;
};

}  // namespace clank
