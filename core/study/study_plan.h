// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs a study consists of: any point of it from its number alone, so that parts can be computed
// anywhere, in any order, and again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/study/study_axis.h"

namespace clank {

class StudyPlan {
 public:
  // resolved: the mechanism in the case of the study, without problems.
  StudyPlan(const Mechanism& resolved, const Study& study);

  // Number of runs; nothing when there are more than can be counted.
  std::optional<std::uint64_t> size() const;
  const std::vector<StudyAxis>& axes() const { return axes_; }

  // The text of every parameter, in the order of axes(); run < size().
  std::vector<std::string> point(std::uint64_t run) const;

 private:
  std::vector<double> quantilesAt(std::uint64_t run) const;

  Sampling sampling_;
  std::uint64_t runs_, seed_;
  std::vector<StudyAxis> axes_;
};

}  // namespace clank
