// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/near_contacts.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

// How far the circle has to go, at least, before it touches. Of a corner that is met in a sector only the gap
// tells: the sector turns.
double calcWayToTouch(const ContactGeometry& geometry, const PieceContact& at, bool behind) {
  const bool straight = std::holds_alternative<SegmentPiece>(geometry.piece);
  if (!straight || geometry.sector > 0) return std::max(0.0, at.gap);
  if (const double way = std::max(at.gap, at.past); way > 0) return way;
  return behind ? std::min(-at.gap, -at.past) : 0;
}

}  // namespace

NearContacts::NearContacts(const System& system) : system_(&system), rest_(system.layout.coordinates()) {
  const std::size_t bodies = system.bodies.size();
  for (Reach* reach : {&odometer_, &reach_}) {
    reach->way.assign(bodies + 1, 0.0);
    reach->turn.assign(bodies + 1, 0.0);
  }
  const auto number = [&](int body) { return body == kFrameBody ? bodies : static_cast<std::size_t>(body); };
  for (const SystemContact& contact : system.contacts)
    watches_.push_back(
        {number(contact.geometry.a), number(contact.geometry.b.body), 0, contact.geometry.b.arm.norm(), 0});
}

void NearContacts::move(std::span<const double> from, std::span<const double> to) {
  for (std::size_t body = 0; body < system_->bodies.size(); ++body) {
    const double* const p = from.data() + StateLayout::begin(body);
    const double* const q = to.data() + StateLayout::begin(body);
    odometer_.way[body] += std::hypot(q[0] - p[0], q[1] - p[1]);
    odometer_.turn[body] += std::abs(q[2] - p[2]);
  }
}

void NearContacts::find(std::span<const double> q, std::vector<std::size_t>& near) {
  near.clear();
  for (std::size_t c = 0; c < watches_.size(); ++c) {
    Watch& watch = watches_[c];
    const double reach = calcTravelled(watch, reach_);
    if (calcTravelled(watch, odometer_) + reach < watch.limit) continue;
    const ContactGeometry& geometry = system_->contacts[c].geometry;
    const ContactKinematics k = calcContactKinematics(geometry, q.data(), rest_.data());
    const PieceContact& at = k.at;
    if (at.gap >= -kJam)
      watch.behind = false;
    else if (at.past > 0 || !watch.isSeen)
      watch.behind = true;
    watch.isSeen = true;
    const double way = calcWayToTouch(geometry, at, watch.behind);
    watch.armA = k.a.arm.norm() + way;
    watch.limit = calcTravelled(watch, odometer_) + way;
    if (way <= calcTravelled(watch, reach_) + kOpen) near.push_back(c);
  }
}

}  // namespace clank
