// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/io/body_line.h"
#include "core/model/body_pose.h"
#include "core/record/bend_columns.h"
#include "core/record/bent_shape.h"
#include "core/record/trajectory.h"

namespace clank {

// Bodies where they are at a sample, or at poses that are given, bent as they are; a body without channels
// lies at the origin.
class BodyPoses {
 public:
  BodyPoses(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample);
  void moveTo(std::size_t sample);
  // At the origin, until moveTo() gives each body of the mechanism its pose and its modes (none: straight).
  explicit BodyPoses(const Mechanism& resolved);
  void moveTo(const std::vector<BodyPose>& poses, const std::vector<std::vector<double>>& modes);

  // A point of a body, in the world; of the frame the point itself.
  Corner place(const std::string& body, Corner point) const;
  // Pa, the greatest of the section that holds the point; 0 of a body that does not bend.
  double calcStress(const std::string& body, Corner point) const;
  double findAngle(const std::string& body) const;  // rad
  // A channel of the body ("vx"), 0 without it.
  double find(const std::string& body, const char* signal) const;

 private:
  const BentLine* findLine(const std::string& body) const;
  BodyPose findPose(const std::string& body) const;

  const Trajectory* trajectory_ = nullptr;
  std::unordered_map<std::string, BodyPose> poses_;  // without a trajectory
  std::vector<std::string> ids_;                     // of poses that are given, in their order
  std::span<const double> row_;
  std::unordered_map<std::string, std::size_t> bodies_;  // that bend
  std::vector<std::optional<BentShape>> shapes_;
  BendColumns columns_;
  std::vector<std::optional<BentLine>> lines_;
};

}  // namespace clank
