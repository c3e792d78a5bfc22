// SPDX-License-Identifier: GPL-3.0-or-later
// Singular positions that a motion passes: rows of the constraints depend on one another there, so that the
// linkage has more freedom for an instant and could go on in another way.
//
// The last pivot of rows that nearly depend on one another is sin^2 of the angle between them, as a part of
// the diagonal entry that it started from (math/saddle_point.h). Near a singular position at t* this ratio is
// c (t - t*)^2, and its root s is a V in time. Whether a pivot gets small inside a step, the stages of the
// step tell for nothing; from the stage with the smallest, the secant method on s finds the foot of the V,
//
//     t* = t - s / s',
//
// where s counts negative behind the foot: behind it is the t at which that changes the slope less.
// It is looked for only where a stage has gone deep into such a V: between the stages of a step at most 0.27
// of it is left out, so that one of them sees less than 0.14 of s at both ends together.
//
// Redundant rows depend on the others always: as many of the smallest ratios are passed over as vanished at
// the ends of all steps since the rows were chosen.
#pragma once

#include <optional>
#include <vector>

#include "core/dynamics/consistency.h"
#include "core/events/change_guard.h"

namespace clank {

struct SingularPosition {
  double t = 0;  // s
  int row = 0;   // that depends on the others
};

class SingularSearch {
 public:
  // To be called when the rows have changed.
  void restart() {
    always_ = kMany;
    end_ = 1;
  }
  // Looks at the last factor: to be called for every evaluation of a step.
  void note(const Assembler& assembler, double t);
  // Looks at the last factor: to be called at the end of a step.
  void noteEnd(const Assembler& assembler);
  // The singular position inside a step from begin to end (at(t): states inside it), if a pivot was small
  // since the last call. Updates the assembler.
  std::optional<SingularPosition> find(Assembler& assembler, const StateAt& at, double begin, double end);

 private:
  struct Smallest {
    double ratio = 1;
    int row = 0;
  };
  // The smallest ratio at t but for those that always vanish.
  Smallest calcSmallest(Assembler& assembler, const StateAt& at, double t);
  struct Foot {
    double t = 0;
    Smallest beside;  // at the last t before it
  };
  Foot findFoot(Assembler& assembler, const StateAt& at, double begin, double end);

  bool seen_ = false;                  // a small pivot since the last search
  double nearest_ = 1, tNearest_ = 0;  // smallest ratio of those that do not vanish, and its time
  static constexpr std::size_t kMany = static_cast<std::size_t>(-1);
  std::size_t always_ = kMany;
  double begin_ = 1, end_ = 1;  // ratio at the ends of the step, of those that do not always vanish
  bool isAway_ = true, wasAway_ = true;
  std::vector<SaddlePoint::SmallPivot> pivots_;
  Projection projection_;  // the dense output of a step is off the joints at loose tolerances
  std::vector<double> q_, v_;
};

}  // namespace clank
