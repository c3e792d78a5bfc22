// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>

#include "core/io/body_line.h"
#include "core/record/trajectory.h"

namespace clank {

// Bodies where they are at a sample; a body without channels lies at the origin.
class BodyPoses {
 public:
  BodyPoses(const Trajectory& trajectory, std::size_t sample)
      : trajectory_(trajectory), row_(trajectory.row(sample)) {}

  // A point of a body, in the world; of the frame the point itself.
  Corner place(const std::string& body, Corner point) const;
  double findAngle(const std::string& body) const;  // rad
  // A channel of the body ("vx"), 0 without it.
  double find(const std::string& body, const char* signal) const;

 private:
  const Trajectory& trajectory_;
  std::span<const double> row_;
};

}  // namespace clank
