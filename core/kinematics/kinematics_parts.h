// SPDX-License-Identifier: GPL-3.0-or-later
// What a Kinematics is made of; for the files of this folder alone.
#pragma once

#include <functional>

#include "core/dynamics/consistency.h"
#include "core/kinematics/kinematics.h"
#include "core/kinematics/pull_step.h"

namespace clank {

struct Kinematics::Parts {
  using Pulled = std::function<std::vector<PulledRow>()>;

  Parts(System compiled, double extent);

  void update();
  bool close();
  std::vector<LimitRow> listLimits() const;
  void move(std::vector<double> dq);
  bool isClosed() const;
  // One step towards what is wanted, closed again. False: not closed, q is worth nothing.
  bool step(const std::vector<PulledRow>& pulled, std::vector<std::size_t>& pushed);
  // As near to zero of the pulled rows as it goes; radius in their unit. Returns what is left.
  double approach(const Pulled& pulled, double radius, double unit, std::vector<std::size_t>& pushed);
  std::vector<PulledRow> pullRows(const Pull& pull) const;
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
