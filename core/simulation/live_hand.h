// SPDX-License-Identifier: GPL-3.0-or-later
// A hand that takes hold of a part while a run is on. The run asks it; it answers from where it lives, as the
// thread of a window. What it does is written down as it takes effect, so that a hand of the model
// (core/model/force_element.h) with that table makes the same run again, to the last bit.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace clank {

struct HandPlace {
  double x = 0, y = 0;  // m
};

// What a hand has done so far.
struct HandRecord {
  std::string body;
  HandPlace at;                       // in the axes of the body
  double stiffness = 0, damping = 0;  // N/m, N s/m
  std::vector<double> times;          // s
  std::vector<HandPlace> path;        // world, one a time
  bool isOver = false;
};

class LiveHand {
 public:
  struct Grip {
    std::string body;
    HandPlace at;          // in the axes of the body
    double frequency = 0;  // rad/s: how quickly the part follows (hands.h)
    double interval = 0;   // s of the simulation, from one look at the place of the hand to the next
  };

  virtual ~LiveHand() = default;
  // Does it want to take hold? Asked before every row; quick.
  virtual bool wants() = 0;
  // What it takes hold of at a time (s); nothing: it has changed its mind.
  virtual std::optional<Grip> take() = 0;
  // Where it is, m, world, once the run has come to a time (s): the part is led there within the next
  // interval. Nothing: it lets go.
  virtual std::optional<HandPlace> follow(double t) = 0;
  // All that it has done since it took hold; passed on at each look, and when it is over.
  virtual void note(const HandRecord& record) = 0;
};

}  // namespace clank
