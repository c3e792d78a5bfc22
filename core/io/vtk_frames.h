// SPDX-License-Identifier: GPL-3.0-or-later
// The motion of a run for ParaView: a .vtp of poly data each sample, and a .pvd that tells their times.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/io/body_poses.h"
#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// Of samples: a closed line around each body as it is drawn (a bar, bent where it bends, a plate, a disc), in
// m, z = 0. Cell data: body (index from 0), vx, vy (m/s), omega (rad/s) of the body. Point data: stress (Pa),
// the greatest of the section of a link that bends. Needs the channels of every body; resolved and trajectory
// must outlive it.
class VtkFrames {
 public:
  VtkFrames(const Mechanism& resolved, const Trajectory& trajectory)
      : resolved_(resolved), poses_(resolved, trajectory, 0) {}
  std::string write(std::size_t sample);

 private:
  const Mechanism& resolved_;
  BodyPoses poses_;
};

// The collection: files[i] is shown from times[i] (s) on. Names are relative to the collection.
std::string writeVtkCollection(std::span<const double> times, std::span<const std::string> files);

}  // namespace clank
