// SPDX-License-Identifier: GPL-3.0-or-later
// What acts, as core/io/sheet_force.h draws it on paper: springs, dampers, torsion springs, loads and
// torques.
#pragma once

#include <optional>
#include <vector>

#include "core/io/body_poses.h"
#include "core/io/sheet.h"
#include "core/model/shared_mechanism.h"
#include "ui/scene/plane.h"

namespace clank {

class ForceLines {
 public:
  void begin(const SharedMechanism& resolved);
  bool isEmpty() const { return forces_.empty(); }
  std::size_t count() const { return forces_.size(); }
  // Where the bodies are; modes: of each that bends, none: straight. unit: m, of the symbols.
  Sheet lay(const std::vector<Placement>& poses, const std::vector<std::vector<double>>& modes,
            double unit) const;

 private:
  SharedMechanism mechanism_;
  std::vector<std::size_t> forces_;         // of the mechanism, that are drawn
  mutable std::optional<BodyPoses> poses_;  // moved for each sheet
};

// The corners of a path, with points along its arcs.
std::vector<Vec2> listCorners(const SheetPath& path);

}  // namespace clank
