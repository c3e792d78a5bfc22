// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/near_contacts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

#include "core/dynamics/broad_phase.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

// m, from the circle over the chord of a short arc, in which it lies; of a long one nothing. A curve has
// hundreds of short ones, and of most of them a circle is inside the whole circle without being near the arc.
double calcWayToArc(const ArcPiece& arc, double radius, const Eigen::Vector2d& center) {
  constexpr double kShort = 1;  // rad
  if (arc.extent > kShort) return 0;
  const double h = arc.extent / 2;
  const Eigen::Vector2d middle = std::cos(h) * arc.direction + std::sin(h) * turnLeft(arc.direction);
  return (center - arc.origin - arc.radius * std::cos(h) * middle).norm() - arc.radius * std::sin(h) - radius;
}

// How far the circle has to go, at least, before it touches, whatever its sector. center: m, its own, in the
// axes of the piece.
double calcWayToTouch(const ContactGeometry& geometry, const PieceContact& at, const Eigen::Vector2d& center,
                      bool behind) {
  if (const auto* arc = std::get_if<ArcPiece>(&geometry.piece))
    return std::max({0.0, at.gap, calcWayToArc(*arc, geometry.radius(), center)});
  if (!std::holds_alternative<SegmentPiece>(geometry.piece)) return std::max(0.0, at.gap);
  if (const double way = std::max(at.gap, at.past); way > 0) return way;
  return behind ? std::min(-at.gap, -at.past) : 0;
}

// Of an arc: before the circle does in which it lies.
double calcWayOfPart(const ContactGeometry& geometry, const PlacedBody& a, const PlacedBody& b) {
  const TouchBound bound = calcTouchBound(geometry);
  const Eigen::Vector2d center = b.motion.position + turn(b.rotation, bound.arm) - a.motion.position;
  const PieceContact at = calcPieceContact(geometry.piece, bound.radius, turnBack(a.rotation, center));
  return std::max({0.0, at.gap, at.past - bound.radius});
}

// m; pieces that points touch reach beyond their ends by kPointReach: what slides along the next piece is
// there.
constexpr double kAtEnd = 1.5 * kPointReach;

// The frame comes after the bodies.
std::size_t findNumber(int body, std::size_t bodies) {
  return body == kFrameBody ? bodies : static_cast<std::size_t>(body);
}

}  // namespace

NearContacts::NearContacts(const System& system) : system_(&system), placed_(system.bodies.size() + 1) {
  const std::size_t bodies = system.bodies.size();
  for (Reach* reach : {&odometer_, &reach_}) {
    reach->way.assign(bodies + 1, 0.0);
    reach->turn.assign(bodies + 1, 0.0);
  }
  for (const SystemContactPair& pair : system.contactPairs) {
    watches_.push_back(pair.meeting ? std::vector<Watch>() : makeWatches(pair));
    Arms arms;
    arms.a = findNumber(pair.a, bodies);
    arms.b = findNumber(pair.b, bodies);
    pairs_.push_back(arms);
    awake_.push_back(awake_.size());
    maySleep_ = maySleep_ || pair.meeting;
  }
  wayAtWaking_.assign(bodies + 1, 0.0);
}

NearContacts::Watch NearContacts::makeWatch(const ContactGeometry& geometry) const {
  Watch watch;
  watch.a = findNumber(geometry.a(), system_->bodies.size());
  watch.b = findNumber(geometry.b().body, system_->bodies.size());
  watch.armB = calcTouchBound(geometry).arm.norm();
  return watch;
}

std::vector<NearContacts::Watch> NearContacts::makeWatches(const SystemContactPair& pair) const {
  std::vector<Watch> watches;
  watches.reserve(pair.count);
  system_->contacts.forEach(pair.first, pair.count, [&](std::size_t, const SystemContact& contact) {
    watches.push_back(makeWatch(contact.geometry));
  });
  return watches;
}

void NearContacts::restart(std::span<const double> from, std::span<const double> to) {
  isMarked_ = false;
  move(from, to);
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    if (calcTravelled(pairs_[p], odometer_) < pairs_[p].limit) continue;
    pairs_[p].limit = 0;
    if (!watches_[p].empty()) watches_[p] = makeWatches(system_->contactPairs[p]);
  }
}

void NearContacts::mark() {
  isMarked_ = true;
  marked_ = odometer_;
  changed_.clear();
  changedPairs_.clear();
  changedSides_.clear();
  madePairs_.clear();
}

void NearContacts::goBack() {
  isMarked_ = false;
  // The way back counts, too: what goes to and fro is not where it was.
  for (std::size_t body = 0; body < wayAtWaking_.size(); ++body)
    wayAtWaking_[body] -= 2 * (odometer_.way[body] - marked_.way[body]);
  odometer_ = marked_;
  for (; !changed_.empty(); changed_.pop_back())
    watches_[changed_.back().pair][changed_.back().place] = changed_.back().watch;
  for (const std::size_t pair : changedPairs_) updLimit(pair);
  changedPairs_.clear();
  for (; !changedSides_.empty(); changedSides_.pop_back())
    pairs_[changedSides_.back().first] = changedSides_.back().second;
  for (; !madePairs_.empty(); madePairs_.pop_back()) watches_[madePairs_.back()].clear();
}

void NearContacts::move(std::span<const double> from, std::span<const double> to) {
  for (std::size_t body = 0; body < system_->bodies.size(); ++body) {
    const double* const p = from.data() + StateLayout::begin(body);
    const double* const q = to.data() + StateLayout::begin(body);
    odometer_.way[body] += std::hypot(q[0] - p[0], q[1] - p[1]);
    odometer_.turn[body] += std::abs(q[2] - p[2]);
  }
}

// Does another piece begin where this one ends (or end at its origin), and turn to the free side, the left?
// The pieces of a line stand one after the other; those of one that is closed begin anew.
bool NearContacts::endsInHollow(std::size_t contact, const ContactGeometry& geometry, bool atOrigin) const {
  constexpr double kSame = 1e-9;  // m
  const auto* piece = std::get_if<SegmentPiece>(&geometry.piece);
  if (!piece || std::isinf(piece->extent)) return false;
  const SystemContactPair& pair = system_->getPair(contact);
  const std::span<const ContactCircle> circles = listCircles(pair);
  const auto circle = std::ranges::find_if(
      circles, [&](const ContactCircle& of) { return contact >= of.first && contact < of.first + of.count; });
  const std::size_t first = circle == circles.end() ? pair.first : circle->first,
                    count = circle == circles.end() ? pair.count : circle->count;
  const Eigen::Vector2d end = piece->origin + piece->extent * piece->direction;
  std::optional<SystemContact> made;
  for (const std::size_t way : {std::size_t{1}, count - 1}) {
    const ContactGeometry& next =
        system_->contacts.get(first + (contact - first + way) % count, made).geometry;
    const auto* other = std::get_if<SegmentPiece>(&next.piece);
    if (!other || next.a() != geometry.a() || std::isinf(other->extent)) continue;
    const Eigen::Vector2d otherEnd = other->origin + other->extent * other->direction;
    const bool joins =
        atOrigin ? (otherEnd - piece->origin).norm() < kSame : (other->origin - end).norm() < kSame;
    const double bend = cross(piece->direction, other->direction);
    if (joins && (atOrigin ? -bend : bend) > 0) return true;
  }
  return false;
}

double NearContacts::look(std::size_t contact, Watch& watch, When when) {
  std::optional<SystemContact> made;
  const ContactGeometry& geometry = system_->contacts.get(contact, made).geometry;
  const PlacedBody &a = placed_[watch.a], &b = placed_[watch.b];
  const Eigen::Vector2d center = b.motion.position + turn(b.rotation, geometry.b().arm) - a.motion.position;
  const PieceContact at = calcPieceContact(geometry.piece, geometry.radius(), turnBack(a.rotation, center));
  const PieceContact place = calcContactPlace(geometry, a, b);
  bool isBeyond = place.past > (geometry.radius() > 0 ? 0 : -kAtEnd);
  const double gone = calcTravelled(watch, odometer_) - watch.seenAt;
  // Come through the corner it has no farther than what was left after the way to the surface.
  const double inside = std::hypot(at.gap, std::max(0.0, place.past));
  const double jam = system_->tolerances.jam;
  const double come = watch.depth + gone - (watch.limit - watch.seenAt) + jam;
  watch.inHollow = isBeyond && at.gap < 0 && watch.isSeen && !watch.began && inside <= come &&
                   endsInHollow(contact, geometry, place.pastSign < 0);
  isBeyond = isBeyond && !watch.inHollow;
  // What has come round to the front since is not behind when a later step begins, though none looked then.
  if (std::exchange(watch.step, step_) != step_) watch.began = watch.began && watch.behind;
  watch.behind =
      at.gap < -jam && (!watch.isSeen || watch.began || isBeyond || -at.gap > watch.depth + gone + jam);
  watch.depth = watch.behind ? 0 : watch.inHollow ? inside : std::max(0.0, -at.gap);
  // A circle on the corner rolls on to the piece.
  const bool isOnCorner =
      isBeyond && geometry.radius() > 0 && !geometry.isPartOfCircle() && at.gap > -geometry.radius();
  if (when == When::atBegin || !watch.isSeen) watch.began = watch.behind && !isOnCorner;
  watch.isSeen = true;
  const double way = watch.inHollow ? 0
                     : geometry.isPartOfCircle()
                         ? calcWayOfPart(geometry, a, b)
                         : calcWayToTouch(geometry, at, turnBack(a.rotation, center), watch.behind);
  watch.armA = center.norm() + way;
  watch.seenAt = calcTravelled(watch, odometer_);
  watch.limit = watch.seenAt + way;
  return way;
}

// The least way that one of its contacts has left. Either body may carry the surface of a contact.
void NearContacts::updLimit(std::size_t pair) {
  Arms& arms = pairs_[pair];
  arms.armA = arms.armB = 0;
  double left = std::numeric_limits<double>::infinity();
  for (const Watch& watch : watches_[pair]) {
    const bool turned = watch.a != arms.a;
    arms.armA = std::max(arms.armA, turned ? watch.armB : watch.armA);
    arms.armB = std::max(arms.armB, turned ? watch.armA : watch.armB);
    left = std::min(left, watch.limit - calcTravelled(watch, odometer_));
  }
  arms.limit = calcTravelled(arms, odometer_) + left;
}

void NearContacts::find(std::span<const double> q, When when, std::vector<std::size_t>& near) {
  near.clear();
  waysOut_.clear();
  if (when == When::atBegin) {
    ++step_;
    if (maySleep_) {
      begin_.assign(q.begin(), q.end());
      odometerAtBegin_ = odometer_;
    }
  }
  for (std::size_t body = 0; body < system_->bodies.size(); ++body) place(body, q);
  if (maySleep_ && calcWayTogether() >= skin_) wake(q);
  for (const std::size_t p : awake_) {
    if (isFar(pairs_[p])) continue;
    if (watches_[p].empty()) {
      lookFromAfar(p, q);
      if (isFar(pairs_[p])) continue;
      beginToWatch(p, q);
    }
    if (system_->contactPairs[p].isConvex)
      findSide(p, near);
    else
      findPieces(p, when, near);
  }
  findWaysOut(near);
}

// What the two bodies that have gone farthest since the last waking have gone together, with what they may
// go, m.
double NearContacts::calcWayTogether() const {
  double first = 0, second = 0;
  for (std::size_t body = 0; body < wayAtWaking_.size(); ++body) {
    const double way = odometer_.way[body] - wayAtWaking_[body] + reach_.way[body];
    second = std::max(second, std::min(first, way));
    first = std::max(first, way);
  }
  return first + second;
}

// The skin lasts for some steps as long as those since the last waking were, or as this one may be.
void NearContacts::wake(std::span<const double> q) {
  constexpr double kLasting = 16;  // steps
  const double perStep = calcWayTogether() / std::max(1, step_ - stepAtWaking_);
  skin_ = std::max(kLasting * perStep, kOpen);
  wayAtWaking_ = odometer_.way;
  stepAtWaking_ = step_;
  awake_.clear();
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    if (watches_[p].empty()) lookFromAfar(p, q);
    const bool sleeps = watches_[p].empty() && pairs_[p].limit - calcTravelled(pairs_[p], odometer_) > skin_;
    if (!sleeps) awake_.push_back(p);
  }
}

// As circles about their centres of mass, which turning does not move.
void NearContacts::lookFromAfar(std::size_t p, std::span<const double> q) {
  Arms& arms = pairs_[p];
  if (isMarked_) changedSides_.emplace_back(p, arms);
  arms.armA = arms.armB = 0;
  arms.limit = calcTravelled(arms, odometer_) +
               calcLeastDistance(*system_, system_->contactPairs[p], q.data()) - kOpen;
}

// A circle that comes from far within the step has come through the surface: it is seen where the step began
// first, where the bodies were apart.
void NearContacts::beginToWatch(std::size_t p, std::span<const double> q) {
  const SystemContactPair& pair = system_->contactPairs[p];
  watches_[p] = makeWatches(pair);
  if (isMarked_) madePairs_.push_back(p);
  const auto placeBoth = [&](std::span<const double> at) {
    for (const std::size_t body : {pairs_[p].a, pairs_[p].b})
      if (body < system_->bodies.size()) place(body, at);
  };
  placeBoth(begin_);
  std::swap(odometer_, odometerAtBegin_);
  for (std::size_t i = 0; i < pair.count; ++i) look(pair.first + i, watches_[p][i], When::atBegin);
  std::swap(odometer_, odometerAtBegin_);
  placeBoth(q);
}

// Speeds are not asked for.
void NearContacts::place(std::size_t body, std::span<const double> q) {
  placed_[body] = calcPlacedBody(static_cast<int>(body), q.data(), q.data());
}

void NearContacts::findPieces(std::size_t p, When when, std::vector<std::size_t>& near) {
  const SystemContactPair& pair = system_->contactPairs[p];
  for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
    Watch& watch = watches_[p][c - pair.first];
    if (calcTravelled(watch, odometer_) + calcTravelled(watch, reach_) < watch.limit) continue;
    if (isMarked_) changed_.push_back({p, c - pair.first, watch});
    const double way = look(c, watch, when);
    if (way <= calcTravelled(watch, reach_) + system_->tolerances.open) near.push_back(c);
  }
  if (isMarked_) changedPairs_.push_back(p);
  updLimit(p);
}

void NearContacts::findSide(std::size_t p, std::vector<std::size_t>& near) {
  const SystemContactPair& pair = system_->contactPairs[p];
  const ContactGeometry& first = system_->contacts[pair.first].geometry;
  Arms& arms = pairs_[p];
  const PlacedBody &a = placed_[arms.a], &b = placed_[arms.b];
  const Eigen::Vector2d arm = b.motion.position + turn(b.rotation, first.b().arm) - a.motion.position;
  const Eigen::Vector2d point = turnBack(a.rotation, arm),
                        axis = turnBack(a.rotation, turn(b.rotation, first.b().axis));
  double most = -std::numeric_limits<double>::infinity(), largest = most;
  std::size_t side = pair.first + pair.count;
  Eigen::Vector2d normal{0, 0};
  system_->contacts.forEach(pair.first, pair.count, [&](std::size_t c, const SystemContact& contact) {
    const ContactGeometry& geometry = contact.geometry;
    const PieceContact at = calcPieceContact(geometry.piece, 0, point);
    most = std::max(most, at.gap);
    if (geometry.sector() > 0 && -at.normal.dot(axis) < std::cos(geometry.sector())) return;
    if (at.gap <= largest) return;
    largest = at.gap;
    side = c;
    normal = at.normal;
  });
  // Far from all sides that its corner can meet it has come in elsewhere: corners of the polygon are to push
  // it back.
  constexpr double kFarther = 10;
  const bool isFound =
      side < pair.first + pair.count && (most > 0 || largest >= kFarther * most - system_->tolerances.jam);
  const double way = std::max(0.0, most);
  if (isMarked_) changedSides_.emplace_back(p, arms);
  arms.armA = arm.norm() + way;
  arms.armB = first.b().arm.norm();
  arms.limit = calcTravelled(arms, odometer_) + way;
  const std::pair<std::size_t, std::size_t> bodies = std::minmax(arms.a, arms.b);
  constexpr double kShallow = 1e-2;  // of the arm of a corner: deeper ones have come in elsewhere
  if (isFound && way <= calcTravelled(arms, reach_) + system_->tolerances.open) {
    near.push_back(side);
    waysOut_.push_back({bodies, side, 0, turn(a.rotation, arms.a < arms.b ? normal : -normal)});
  } else if (!isFound && -largest < kShallow * arms.armB) {
    waysOut_.push_back({bodies, side, -largest, turn(a.rotation, arms.a < arms.b ? normal : -normal)});
  }
}

// Of two bodies that nothing else pushes apart, or only along the same normal: sides that lie on each other
// meet in two corners.
void NearContacts::findWaysOut(std::vector<std::size_t>& near) {
  constexpr double kSameWay = 0.99;  // cosine
  if (std::all_of(waysOut_.begin(), waysOut_.end(), [](const WayOut& out) { return out.way == 0; })) return;
  std::sort(waysOut_.begin(), waysOut_.end(), [](const WayOut& one, const WayOut& other) {
    return std::tie(one.bodies, one.way, one.side) < std::tie(other.bodies, other.way, other.side);
  });
  for (std::size_t first = 0, end = 0; first < waysOut_.size(); first = end) {
    std::size_t found = first;  // behind the last that was
    while (end < waysOut_.size() && waysOut_[end].bodies == waysOut_[first].bodies)
      if (waysOut_[end++].way == 0) found = end;
    const std::span all(waysOut_);
    const auto known = all.subspan(first, found - first), others = all.subspan(found, end - found);
    const auto isAlong = [&](const WayOut& out) {
      return known.empty() || std::any_of(known.begin(), known.end(), [&](const WayOut& other) {
               return out.normal.dot(other.normal) > kSameWay;
             });
    };
    const auto shortest = std::find_if(others.begin(), others.end(), isAlong);
    if (shortest != others.end()) near.push_back(shortest->side);
  }
  std::sort(near.begin(), near.end());
}

}  // namespace clank
