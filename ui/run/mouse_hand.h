// SPDX-License-Identifier: GPL-3.0-or-later
// The hand of the user on a run: the window says where the mouse is, and the run reads it.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/simulation/live_hand.h"
#include "ui/run/pacing_sink.h"

namespace clank {

class MouseHand final : public LiveHand {
 public:
  // The run waits for the clock where it asks for the place of the mouse.
  explicit MouseHand(PacingSink& pacing) : pacing_(pacing) {}

  // From the thread of the window. speed: simulated s per s of the clock.
  void hold(const std::string& body, HandPlace at, HandPlace place, double speed);
  void lead(HandPlace place);
  void letGo();
  // All that hands have done in this run; the last one may still pull.
  std::vector<HandRecord> records() const;

  bool wants() override { return wants_; }
  std::optional<Grip> take() override;
  std::optional<HandPlace> follow(double t) override;
  void note(const HandRecord& record) override;

 private:
  PacingSink& pacing_;
  std::atomic<bool> wants_ = false;
  mutable std::mutex mutex_;  // of what stands below
  bool holds_ = false;
  Grip grip_;
  HandPlace place_;
  std::vector<HandRecord> records_;
};

}  // namespace clank
