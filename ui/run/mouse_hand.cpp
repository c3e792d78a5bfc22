// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/mouse_hand.h"

#include <numbers>

namespace clank {
namespace {

// Both by the clock of the user, however slowly the run is shown.
constexpr double kFollow = 2 * std::numbers::pi * 4;  // rad/s: the part is there within a quarter of a second
constexpr double kLooks = 60;                         // 1/s, about as often as a mouse tells its place

}  // namespace

void MouseHand::hold(const std::string& body, HandPlace at, HandPlace place, double speed) {
  const std::lock_guard lock(mutex_);
  holds_ = true;
  grip_ = {body, at, kFollow / speed, speed / kLooks};
  place_ = place;
  wants_ = true;
}

void MouseHand::lead(HandPlace place) {
  const std::lock_guard lock(mutex_);
  place_ = place;
}

void MouseHand::letGo() {
  const std::lock_guard lock(mutex_);
  holds_ = false;
  wants_ = false;
}

std::vector<HandRecord> MouseHand::records() const {
  const std::lock_guard lock(mutex_);
  return records_;
}

std::optional<LiveHand::Grip> MouseHand::take() {
  const std::lock_guard lock(mutex_);
  wants_ = false;
  return holds_ ? std::optional(grip_) : std::nullopt;
}

// One that has been let go and has taken hold again meanwhile, perhaps of another part, first lets go.
std::optional<HandPlace> MouseHand::follow(double t) {
  pacing_.waitFor(t);
  const std::lock_guard lock(mutex_);
  return holds_ && !wants_ ? std::optional(place_) : std::nullopt;
}

void MouseHand::note(const HandRecord& record) {
  constexpr std::size_t kLeast = 2;  // of times: one that has let go at once has done nothing
  const std::lock_guard lock(mutex_);
  const bool goesOn = !records_.empty() && !records_.back().isOver;
  if (goesOn)
    records_.back() = record;
  else if (record.times.size() >= kLeast)
    records_.push_back(record);
}

}  // namespace clank
