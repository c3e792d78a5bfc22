// SPDX-License-Identifier: GPL-3.0-or-later
// What a Kinematics (kinematics.h) is made of: a system at its present position, and how it is moved.
#pragma once

#include <Eigen/Core>
#include <functional>
#include <vector>

#include "core/dynamics/assembler.h"
#include "core/dynamics/system.h"
#include "core/kinematics/pull_step.h"
#include "core/model/body_pose.h"

namespace clank {

struct KinematicsParts {
  using Pulled = std::function<std::vector<PulledRow>()>;

  KinematicsParts(System compiled, double extent);

  void update();
  bool close();
  std::vector<LimitRow> listLimits() const;
  void move(std::vector<double> dq);
  bool isClosed() const;
  // One step towards what is wanted, closed again. False: not closed, q is worth nothing.
  bool step(const std::vector<PulledRow>& pulled, std::vector<std::size_t>& pushed);
  // As near to zero of the pulled rows as it goes; radius in their unit. Returns what is left.
  double approach(const Pulled& pulled, double radius, double unit, std::vector<std::size_t>& pushed);
  // A point of a body (m, body axes) to a place (m, world).
  std::vector<PulledRow> pullRows(std::size_t body, const Eigen::Vector2d& at,
                                  const Eigen::Vector2d& to) const;
  bool isThere(double distance) const;  // m, left of a pull
  std::vector<PulledRow> turnRow(std::size_t joint, double value) const;
  void publish();

  System system;
  double size;  // m, extent of the mechanism
  Assembler assembler;
  std::vector<double> q, v;  // v = 0
  std::vector<BodyPose> poses;
  std::vector<bool> loose;  // joints that start with play
  long factorisations = 0;
};

}  // namespace clank
