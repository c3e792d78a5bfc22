// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/hands.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/forward_dynamics.h"
#include "core/events/law_branches.h"

namespace clank {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

Eigen::Vector2d toVector(const HandPlace& place) {
  return {place.x, place.y};
}

// m/s2, of a point under a force on it (N, world).
Eigen::Vector2d calcPulledAcceleration(const System& system, const State& state, const Marker& at,
                                       const Eigen::Vector2d& force) {
  State pulled = state;
  const double* const q = pulled.y.data();
  const Eigen::Vector2d place =
      calcMarkerMotion(at, q, system.layout.speeds(pulled.y).data()).position + force;
  pulled.mode.hands.push_back({at, 1, 0, state.t, state.t + 1, place, place});
  ForwardDynamics dynamics(system, pulled.mode);
  dynamics.evaluate(pulled.t, pulled.y);
  // Velocities are linear in the speeds of coordinates, and accelerations at rest in theirs the same.
  return calcMarkerMotion(at, q, dynamics.acceleration().data()).velocity();
}

}  // namespace

double calcShownMass(const System& system, const State& state, const Marker& at) {
  constexpr double kFixed = 1e-9;  // of what a body would give way alone
  const double own = at.body == kFrameBody ? 0 : system.bodies[static_cast<std::size_t>(at.body)].mass;
  const double mass = own > 0 ? own : 1;
  const Eigen::Vector2d rest = calcPulledAcceleration(system, state, at, {0, 0});
  Eigen::Matrix2d gives;
  for (int i = 0; i < 2; ++i)
    gives.col(i) = (calcPulledAcceleration(system, state, at, mass * Eigen::Vector2d::Unit(i)) - rest) / mass;
  if (!gives.allFinite()) return mass;
  const Eigen::Matrix2d even = (gives + gives.transpose()) / 2;
  const double most = Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d>(even).eigenvalues()[1];
  return most * mass > kFixed ? 1 / most : mass;
}

Hands::Hands(const System& system, LiveHand* live) : system_(system), live_(live) {
  for (std::size_t i = 0; i < system.forces.size(); ++i)
    if (const auto* hand = std::get_if<SystemHand>(&system.forces[i].kind)) kept_.push_back({i, 0, hand});
}

double Hands::findNextStop() const {
  double next = record_ ? record_->times.back() : kNever;
  for (const Kept& kept : kept_)
    if (kept.next > 0 && !kept.isOver()) next = std::min(next, kept.hand->times[kept.next]);
  return next;
}

double Hands::findBegin(double begin, double end) const {
  double next = kNever;
  for (const Kept& kept : kept_)
    if (const double t = kept.hand->times.front(); kept.next == 0 && begin < t && t < end)
      next = std::min(next, t);
  return next;
}

bool Hands::isDue(const Kept& kept, double t) const {
  return !kept.isOver() && kept.hand->times[kept.next] <= t + calcTimeRounding(t);
}

bool Hands::isDue(double t) const {
  if (record_ && record_->times.back() <= t + calcTimeRounding(t)) return true;
  return std::ranges::any_of(kept_, [&](const Kept& kept) { return isDue(kept, t); });
}

bool Hands::update(const State& state, std::vector<HandPiece>& pieces) {
  const bool hasPulled = record_.has_value();
  bool jumps = false;
  for (Kept& kept : kept_)
    while (isDue(kept, state.t)) {
      ++kept.next;
      jumps = jumps || kept.next == 1 || kept.isOver();
    }
  while (record_ && record_->times.back() <= state.t + calcTimeRounding(state.t)) followLive(state.t);
  if (wants()) takeHold(state);
  setPieces(pieces);
  return jumps || hasPulled != record_.has_value();
}

void Hands::finish() {
  if (!record_) return;
  record_->isOver = true;
  live_->note(*record_);
  record_.reset();
}

// One that the run has not found (a link of rods goes by their names) cannot be held.
void Hands::takeHold(const State& state) {
  const auto grip = live_->take();
  if (!grip) return;
  const auto body = std::ranges::find(system_.bodies, grip->body, &SystemBody::id);
  if (body == system_.bodies.end()) return;
  at_ = makeMarker(system_, static_cast<int>(body - system_.bodies.begin()), toVector(grip->at));
  const double mass = calcShownMass(system_, state, at_), w = grip->frequency;
  const Eigen::Vector2d from =
      calcMarkerMotion(at_, state.y.data(), system_.layout.speeds(state.y).data()).position;
  interval_ = grip->interval;
  record_ = HandRecord{grip->body, grip->at, mass * w * w, 2 * mass * w, {state.t}, {{from.x(), from.y()}}};
  followLive(state.t);
}

// The last time of the record has come: on to the next.
void Hands::followLive(double t) {
  const auto place = live_->follow(t);
  if (place) {
    record_->times.push_back(record_->times.back() + interval_);
    record_->path.push_back(*place);
  }
  record_->isOver = !place;
  live_->note(*record_);
  if (!place) record_.reset();
}

void Hands::setPieces(std::vector<HandPiece>& pieces) const {
  pieces.clear();
  for (const auto& [force, next, hand] : kept_)
    if (next > 0 && next < hand->times.size())
      pieces.push_back({hand->at, hand->stiffness, hand->damping, hand->times[next - 1], hand->times[next],
                        hand->path[next - 1], hand->path[next], static_cast<int>(force)});
  if (!record_) return;
  const std::size_t next = record_->times.size() - 1;
  pieces.push_back({at_, record_->stiffness, record_->damping, record_->times[next - 1], record_->times[next],
                    toVector(record_->path[next - 1]), toVector(record_->path[next])});
}

}  // namespace clank
