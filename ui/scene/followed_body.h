// SPDX-License-Identifier: GPL-3.0-or-later
// The body that the camera goes along with, turning with it or not: where the camera looks, and how much of
// the mechanism has been seen around it.
#pragma once

#include <cstddef>
#include <vector>

#include "ui/scene/part_layout.h"

namespace clank {

class FollowedBody {
 public:
  // layout, poses: of what is shown, one a body; they must outlive this.
  FollowedBody(const MechanismLayout& layout, const std::vector<Placement>& poses)
      : layout_(layout), poses_(poses) {}

  void reset();                         // another mechanism: none is followed, nothing has been seen
  void choose(int body, bool turning);  // -1: none
  bool isAny() const { return body_ >= 0; }
  int body() const { return body_; }
  bool turns() const { return turns_; }

  void see(const std::vector<Placement>& poses);  // the mechanism has been there
  Box findAround() const;        // all that was ever seen around the body; with one that turns, whichever way
  double roll() const;           // rad, of the camera
  Vec2 findCenter() const;       // m, where it looks
  void keepBeside(Vec2 center);  // it looks there, and goes on beside the body
  void takeBeside(const FollowedBody& other) { beside_ = other.beside_; }
  void lookAtMiddle() { beside_ = {}; }

 private:
  const MechanismLayout& layout_;
  const std::vector<Placement>& poses_;
  int body_ = -1;
  bool turns_ = false;
  Vec2 beside_;  // m, from its middle to that of the picture, in axes that turn with the picture
  std::vector<Vec2> reaches_;  // m, of each body: how far the parts were from its middle, along x and y
};

// The middle of a body as it is drawn, world.
Vec2 findMiddle(const MechanismLayout& layout, std::size_t body, const std::vector<Placement>& poses);

}  // namespace clank
