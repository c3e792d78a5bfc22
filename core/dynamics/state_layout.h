// SPDX-License-Identifier: GPL-3.0-or-later
// Where whose numbers lie in y = [q, v, u, z]: q the coordinates of the bodies, v their rates, u the internal
// states of contacts, z the integrals of the energy ledger.
//
// Coordinates come in blocks of three. The first block of a body is its pose (x and y of the centre of mass,
// angle) and has the number of the body; further coordinates of bodies that bend take whole blocks behind the
// poses of all bodies. So a pose is found without knowing who bends.
#pragma once

#include <cstddef>
#include <span>

namespace clank {

inline constexpr int kFrameBody = -1;

// Integrals carried in z.
enum WorkIntegral : int { kWork = 0, kDampingLoss = 1, kFrictionLoss = 2, kWorkIntegrals = 3 };

class StateLayout {
 public:
  static constexpr std::size_t kBlock = 3;  // coordinates of a block

  StateLayout() = default;
  explicit StateLayout(std::size_t bodies, std::size_t bendingBlocks = 0, std::size_t internals = 0)
      : blocks_(bodies + bendingBlocks), internals_(internals) {}

  std::size_t blocks() const { return blocks_; }
  std::size_t coordinates() const { return kBlock * blocks_; }
  std::size_t size() const { return 2 * coordinates() + internals_ + kWorkIntegrals; }

  // Blocks that so many coordinates take.
  static constexpr std::size_t blocksOf(std::size_t coordinates) {
    return (coordinates + kBlock - 1) / kBlock;
  }
  // First coordinate of a block, and of the pose of a body.
  static constexpr std::size_t begin(std::size_t block) { return kBlock * block; }
  static constexpr std::size_t pose(int body) { return kBlock * static_cast<std::size_t>(body); }
  static constexpr std::size_t angle(int body) { return pose(body) + 2; }
  // Which block a coordinate belongs to, and which of its three it is.
  static constexpr std::size_t blockOf(std::size_t coordinate) { return coordinate / kBlock; }
  static constexpr std::size_t placeOf(std::size_t coordinate) { return coordinate % kBlock; }

  // Parts of y, or of dy/dt.
  template <class Y>
  auto positions(Y&& y) const {
    return std::span(y).first(coordinates());
  }
  template <class Y>
  auto speeds(Y&& y) const {
    return std::span(y).subspan(coordinates(), coordinates());
  }
  template <class Y>
  auto internals(Y&& y) const {
    return std::span(y).subspan(2 * coordinates(), internals_);
  }
  template <class Y>
  auto integrals(Y&& y) const {
    return std::span(y).subspan(2 * coordinates() + internals_, kWorkIntegrals);
  }

 private:
  std::size_t blocks_ = 0;
  std::size_t internals_ = 0;
};

}  // namespace clank
