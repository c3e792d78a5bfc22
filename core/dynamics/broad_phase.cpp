// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr double kLeastSkin = 0.05;  // of the smallest reach
constexpr double kStepsOfSkin = 10;  // the list is to last
constexpr double kAtMost = 2;        // times the arm: a point gets no farther by turning
constexpr double kRounding = 1e-12;  // of the lengths that are subtracted

// Distance of a point from a piece, or less.
double calcAway(const SegmentPiece& piece, const Eigen::Vector2d& p) {
  const Eigen::Vector2d d = p - piece.origin;
  const double ahead = piece.direction.dot(d);
  const double along = std::isinf(piece.extent) ? ahead : std::clamp(ahead, 0.0, piece.extent);
  return (d - along * piece.direction).norm();
}
double calcAway(const ArcPiece& piece, const Eigen::Vector2d& p) {
  return std::abs((p - piece.origin).norm() - piece.radius);
}
double calcAway(const CurvePiece& piece, const Eigen::Vector2d& p) {
  const Eigen::Vector2d d = p - piece.origin, &x = piece.direction;
  const double distance = piece.curve.findFoot({x.dot(d), x.x() * d.y() - x.y() * d.x()}).distance;
  return std::abs(piece.turn * distance + piece.offset);
}
double calcAway(const SurfacePiece& piece, const Eigen::Vector2d& p) {
  return std::visit([&](const auto& kind) { return calcAway(kind, p); }, piece);
}

// Frame against a body: the pieces are asked one by one.
double calcDistanceFromFrame(const System& system, const SystemContactPair& pair, const double* q) {
  const int body = pair.a == kFrameBody ? pair.b : pair.a;
  const Eigen::Vector2d center = calcPosition(body, q);
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
    const ContactGeometry& contact = system.contacts[c].geometry;
    const double away = contact.a == kFrameBody ? calcAway(contact.piece, center)
                                                : (contact.b.arm - center).norm() - contact.radius;
    nearest = std::min(nearest, away);
  }
  return nearest - (pair.a == kFrameBody ? pair.reachB : pair.reachA);
}

}  // namespace

double calcLeastDistance(const System& system, const SystemContactPair& pair, const double* q) {
  if (pair.a == kFrameBody || pair.b == kFrameBody) return calcDistanceFromFrame(system, pair, q);
  return (calcPosition(pair.a, q) - calcPosition(pair.b, q)).norm() - pair.reachA - pair.reachB;
}

std::vector<std::size_t> listNearContacts(const System& system, const double* q, double within) {
  std::vector<std::size_t> near;
  for (const SystemContactPair& pair : system.contactPairs) {
    if (!system.watchesAll && calcLeastDistance(system, pair, q) > within) continue;
    for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) near.push_back(c);
  }
  return near;
}

BroadPhase::BroadPhase(const System& system)
    : system_(system), centers_(system.bodies.size()), placed_(system.bodies.size() + 1) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const SystemContactPair& pair : system.contactPairs)
    for (const double reach : {pair.reachA, pair.reachB})
      if (reach > 0) smallest = std::min(smallest, reach);
  least_ = std::isfinite(smallest) ? kLeastSkin * smallest : kOpen;
  for (const SystemContact& contact : system.contacts)
    pieceReach_.push_back(calcReach(contact.geometry.piece));
}

const std::vector<std::size_t>& BroadPhase::findNear(const double* q, std::span<const BodySweep> sweeps) {
  double first = 0, second = 0, swept = 0;  // the two largest ways since the list was made; of this step
  for (std::size_t i = 0; i < centers_.size(); ++i) {
    const double step = sweeps.empty() ? 0 : sweeps[i].way.norm() + sweeps[i].beyond;
    const double way = (calcPosition(static_cast<int>(i), q) - centers_[i]).norm() + step;
    second = std::max(second, std::min(first, way));
    first = std::max(first, way);
    swept = std::max(swept, step);
  }
  for (std::size_t i = 0; i < centers_.size(); ++i)
    placed_[i] = calcPlacedBody(static_cast<int>(i), q, q);  // speeds are not asked for
  centered_ = nullptr;
  if (!(first + second + kOpen < skin_)) rebuild(q, std::max(least_, 2 * kStepsOfSkin * swept));
  return near_;
}

void BroadPhase::rebuild(const double* q, double skin) {
  skin_ = skin + 2 * kOpen;
  for (std::size_t i = 0; i < centers_.size(); ++i) centers_[i] = calcPosition(static_cast<int>(i), q);
  near_ = listNearContacts(system_, q, skin_);
}

const Eigen::Vector2d& BroadPhase::findCenter(const ContactGeometry& geometry) const {
  if (centered_ && centered_->a == geometry.a && centered_->b.body == geometry.b.body &&
      centered_->b.arm == geometry.b.arm && !centered_->bends() && !geometry.bends())
    return center_;
  center_ = calcCenter(geometry, place(geometry.a), place(geometry.b.body));
  centered_ = &geometry;
  return center_;
}

bool BroadPhase::isWithin(std::size_t contact, double distance) const {
  const ContactGeometry& geometry = system_.contacts[contact].geometry;
  const PieceContact at = calcPieceContact(geometry.piece, geometry.radius, findCenter(geometry));
  return std::max(at.gap, at.past) <= distance;
}

bool BroadPhase::canTouch(std::size_t contact, std::span<const BodySweep> sweeps) const {
  if (system_.watchesAll) return true;
  const ContactGeometry& geometry = system_.contacts[contact].geometry;
  if (geometry.bends()) return true;  // how far its modes carry it in a step is not bounded
  static const BodySweep kStill;
  const auto sweepOf = [&](int body) -> const BodySweep& {
    return body == kFrameBody ? kStill : sweeps[static_cast<std::size_t>(body)];
  };
  const BodySweep &a = sweepOf(geometry.a), &b = sweepOf(geometry.b.body);
  const Eigen::Vector2d& d = findCenter(geometry);
  const double away = calcAway(geometry.piece, d) - geometry.radius;
  const double nearer = (b.way - a.way).norm() + a.beyond + b.beyond +
                        geometry.b.arm.norm() * std::min(b.turn, kAtMost) +
                        pieceReach_[contact] * std::min(a.turn, kAtMost);
  return !(away > nearer + kOpen + kRounding * (d.norm() + nearer));
}

}  // namespace clank
