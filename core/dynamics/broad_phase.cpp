// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

constexpr double kLeastSkin = 0.05;  // of the smallest reach
constexpr double kLasting = 32;      // questions, for which a list is to last
constexpr double kLong = 128;        // it would be shorter, made anew
constexpr double kSteps = 2;         // that are to fit into the skin
constexpr std::size_t kFew = 8;  // pairs: all are asked, which costs less than to see whether a list holds
constexpr double kAtMost = 2;    // times the arm: a point gets no farther by turning
constexpr double kRounding = 1e-12;  // of the lengths that are subtracted

// Frame against a body: the pieces are asked one by one.
double calcDistanceFromFrame(const System& system, const SystemContactPair& pair, const double* q) {
  const int body = pair.a == kFrameBody ? pair.b : pair.a;
  const Eigen::Vector2d center = calcPosition(body, q);
  const double reach = pair.a == kFrameBody ? pair.reachB : pair.reachA;
  if (const OutlineMeeting* const meeting = pair.meeting; meeting && pair.a == kFrameBody)
    return calcAway(meeting->a().outline(), center) - reach;
  double nearest = std::numeric_limits<double>::infinity();
  system.contacts.forEach(pair.first, pair.count, [&](std::size_t, const SystemContact& one) {
    const ContactGeometry& contact = one.geometry;
    if (contact.a() == kFrameBody) nearest = std::min(nearest, calcAway(contact.piece, center));
  });
  for (const ContactCircle& circle : listCircles(pair))
    if (circle.a != kFrameBody)
      nearest = std::min(nearest, (circle.boundArm - center).norm() - circle.boundRadius);
  return nearest - reach;
}

bool isNear(const System& system, const SystemContactPair& pair, const double* q, double within) {
  return system.watchesAll || calcLeastDistance(system, pair, q) <= within;
}

using Places = std::vector<PlacedBody>;  // of the bodies, the frame last

const PlacedBody& findPlace(const Places& places, int body) {
  return body == kFrameBody ? places.back() : places[static_cast<std::size_t>(body)];
}

Places makePlaces(const System& system) {
  return Places(system.bodies.size() + 1);
}
// Speeds are not asked for.
void place(const double* q, int body, Places& places) {
  if (body != kFrameBody) places[static_cast<std::size_t>(body)] = calcPlacedBody(body, q, q);
}

// The middle of where a circle can touch, in the axes of the body that carries its pieces, m. find(body):
// where that is.
template <class Find>
Eigen::Vector2d calcCenterOf(const System& system, const ContactCircle& circle, const Find& find) {
  return calcBoundCenter(system, circle, find(circle.a), find(circle.b));
}

template <class Find>
void addWithin(const System& system, const SystemContactPair& pair, const Find& find, double within,
               std::vector<std::size_t>& found) {
  for (const ContactCircle& circle : listCircles(pair)) {
    const Eigen::Vector2d center = calcCenterOf(system, circle, find);
    const double reach = circle.boundRadius + circle.reach + within + kOpen;
    if (center.squaredNorm() > reach * reach) continue;
    system.contacts.forEach(circle.first, circle.count, [&](std::size_t c, const SystemContact& contact) {
      const SurfacePiece& piece = contact.geometry.piece;
      if (circle.isPart ? calcAway(piece, center) <= circle.boundRadius + within
                        : isWithin(piece, circle.radius, center, within))
        found.push_back(c);
    });
  }
}

}  // namespace

double calcLeastDistance(const System& system, const SystemContactPair& pair, const double* q) {
  if (pair.a == kFrameBody || pair.b == kFrameBody) return calcDistanceFromFrame(system, pair, q);
  return (calcPosition(pair.a, q) - calcPosition(pair.b, q)).norm() - pair.reachA - pair.reachB;
}

std::vector<std::size_t> listNearPairs(const System& system, const double* q, double within) {
  std::vector<std::size_t> near;
  for (std::size_t p = 0; p < system.contactPairs.size(); ++p)
    if (isNear(system, system.contactPairs[p], q, within)) near.push_back(p);
  return near;
}

BroadPhase::BroadPhase(const System& system)
    : system_(system),
      centers_(system.bodies.size()),
      placed_(makePlaces(system)),
      still_(system.bodies.size()) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const SystemContactPair& pair : system.contactPairs)
    for (const double reach : {pair.reachA, pair.reachB})
      if (reach > 0) smallest = std::min(smallest, reach);
  least_ = std::isfinite(smallest) ? kLeastSkin * smallest : kOpen;
  for (const SystemContactPair& pair : system.contactPairs) add(pair, all_);
  near_.reserve(all_.size());
}

void BroadPhase::add(const SystemContactPair& pair, std::vector<Near>& list) {
  const double reach = pair.reachA + pair.reachB;
  if (!list.empty() && list.back().a == pair.a && list.back().b == pair.b && list.back().reach == reach &&
      list.back().pairs.data() + list.back().pairs.size() == &pair)
    list.back().pairs = {list.back().pairs.data(), list.back().pairs.size() + 1};
  else
    list.push_back({{&pair, 1}, pair.a, pair.b, reach});
}

// Places the bodies, too.
const std::vector<BroadPhase::Near>& BroadPhase::findNear(const double* q,
                                                          std::span<const BodySweep> sweeps) {
  for (std::size_t i = 0; i < centers_.size(); ++i) place(q, static_cast<int>(i), placed_);
  found_.clear();
  if (system_.contactPairs.size() <= kFew) return all_;
  if (skin_ <= 0) rebuild(q, least_);
  Ways ways = findWays(q, sweeps);
  ++asked_;
  swept_ += ways.reached - ways.moved;
  if (ways.moved + kOpen >= skin_ || asked_ > kLong) {
    rebuild(q, std::max(least_, (kLasting * ways.moved + kSteps * swept_) / asked_));
    ways = findWays(q, sweeps);
  }
  return ways.reached + kOpen < skin_ ? near_ : all_;
}

BroadPhase::Ways BroadPhase::findWays(const double* q, std::span<const BodySweep> sweeps) const {
  struct Largest {
    double first = 0, second = 0;
    void add(double way) {
      second = std::max(second, std::min(first, way));
      first = std::max(first, way);
    }
  } moved, reached;
  for (std::size_t i = 0; i < centers_.size(); ++i) {
    const double way = (calcPosition(static_cast<int>(i), q) - centers_[i]).norm();
    moved.add(way);
    reached.add(way + (sweeps.empty() ? 0 : sweeps[i].way.norm() + sweeps[i].beyond));
  }
  return {moved.first + moved.second, reached.first + reached.second};
}

void BroadPhase::rebuild(const double* q, double skin) {
  skin_ = skin + 2 * kOpen;
  asked_ = swept_ = 0;
  for (std::size_t i = 0; i < centers_.size(); ++i) centers_[i] = calcPosition(static_cast<int>(i), q);
  near_.clear();
  for (const std::size_t p : listNearPairs(system_, q, skin_)) add(system_.contactPairs[p], near_);
}

const std::vector<std::size_t>& BroadPhase::findWithin(const double* q, double distance) {
  const auto find = [&](int body) -> const PlacedBody& { return findPlace(placed_, body); };
  for (const Near& near : findNear(q, {})) {
    const double reach = near.reach + distance + kOpen;
    if (near.bothMove() && !system_.watchesAll && calcWay(near).squaredNorm() > reach * reach) continue;
    for (const SystemContactPair& pair : near.pairs) addWithin(system_, pair, find, distance, found_);
  }
  return found_;
}

const std::vector<std::size_t>& BroadPhase::findTouching(const double* q, std::span<const BodySweep> sweeps) {
  for (const Near& near : findNear(q, sweeps)) addTouching(near, sweeps);
  return found_;
}

// From the centre of mass of a to that of b, m.
Eigen::Vector2d BroadPhase::calcWay(const Near& near) const {
  return findPlace(placed_, near.b).motion.position - findPlace(placed_, near.a).motion.position;
}

namespace {

bool isFar(double away, double nearer, double length) {
  return away > nearer + kOpen + kRounding * (length + nearer);
}

const BodySweep& getSweep(std::span<const BodySweep> sweeps, int body) {
  static const BodySweep kStill;
  return body == kFrameBody ? kStill : sweeps[static_cast<std::size_t>(body)];
}

}  // namespace

const std::vector<std::size_t>& BroadPhase::findOverlapping(const double* q, double distance) {
  for (const Near& near : findNear(q, still_)) {
    if (near.bothMove() && !system_.watchesAll) {
      const double away = calcWay(near).norm();
      if (isFar(away - near.reach, 0, away)) continue;
    }
    for (const SystemContactPair& pair : near.pairs)
      for (const ContactCircle& circle : listCircles(pair)) addTouching(circle, distance, still_);
  }
  return found_;
}

void BroadPhase::addTouching(const Near& near, std::span<const BodySweep> sweeps) {
  const BodySweep &a = getSweep(sweeps, near.a), &b = getSweep(sweeps, near.b);
  const double way = (b.way - a.way).norm() + a.beyond + b.beyond;
  if (near.bothMove() && !system_.watchesAll) {
    const double away = calcWay(near).norm();
    if (isFar(away - near.reach, way, away)) return;
  }
  for (const SystemContactPair& pair : near.pairs)
    for (const ContactCircle& circle : listCircles(pair)) addTouching(circle, way, sweeps);
}

// way: m, of both bodies towards each other.
void BroadPhase::addTouching(const ContactCircle& circle, double way, std::span<const BodySweep> sweeps) {
  const auto find = [&](int body) -> const PlacedBody& { return findPlace(placed_, body); };
  const bool looksAtAll = system_.watchesAll || circle.bends;  // how far modes carry it is not bounded
  const Eigen::Vector2d d = looksAtAll ? Eigen::Vector2d(0, 0) : calcCenterOf(system_, circle, find);
  const double length = d.norm();
  const double turned = way + circle.boundArm.norm() * std::min(getSweep(sweeps, circle.b).turn, kAtMost);
  const double turn = std::min(getSweep(sweeps, circle.a).turn, kAtMost);
  if (!looksAtAll && isFar(length - circle.boundRadius - circle.reach, turned + circle.reach * turn, length))
    return;
  // The reach of the circle is that of its farthest piece: what is far by it is far by its own.
  system_.contacts.forEach(circle.first, circle.count, [&](std::size_t c, const SystemContact& contact) {
    const SurfacePiece& piece = contact.geometry.piece;
    const double away = looksAtAll ? 0 : calcAway(piece, d) - circle.boundRadius;
    const auto isFarBy = [&](double reach) { return isFar(away, turned + reach * turn, length); };
    if (looksAtAll || (!isFarBy(circle.reach) && !isFarBy(calcReach(piece)))) found_.push_back(c);
  });
}

}  // namespace clank
