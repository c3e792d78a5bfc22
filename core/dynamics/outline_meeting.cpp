// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/outline_meeting.h"

#include <algorithm>
#include <utility>

namespace clank {
namespace {

// Corners of the second part of a pair are rounder (core/contact/outline.h).
constexpr double kRounder = 2;

bool isSameMount(const ContactMount& mount, int a, const Marker& b, const SurfaceContact& contact) {
  return mount.a == a && mount.b.body == b.body && mount.b.arm == b.arm && mount.b.axis == b.axis &&
         mount.radius == contact.radius && mount.sector == contact.sector && mount.isSharp == contact.isSharp;
}

}  // namespace

OutlinePart::OutlinePart(int index, const Body& body, const Eigen::Vector2d& center)
    : index_(index), body_(body), center_(center), trifle_(calcTrifle(body)) {
  outline_ = makeOutline(kRounder * trifle_);
  reach_ = calcReach(outline_);
}

OutlinePart::OutlinePart(int index, ContactOutline outline)
    : index_(index), outline_(std::move(outline)), reach_(calcReach(outline_)) {}

ContactOutline OutlinePart::makeOutline(double trifle) const {
  return body_ ? clank::makeOutline(*body_, center_, trifle) : outline_;
}

OutlineMeeting::OutlineMeeting(Part a, Part b, std::size_t pair, double speed, std::size_t first)
    : a_(std::move(a)), b_(std::move(b)), pair_(pair), first_(first), speed_(speed) {}

// How sharp corners are, which differs by pair, does not count: only a surface has hollows for which it
// would.
std::size_t OutlineMeeting::count() const {
  return countContacts(a_->outline(), b_->outline());
}

std::vector<SystemContact> OutlineMeeting::makeContacts() const {
  const double trifle = std::max(a_->trifle(), b_->trifle());
  std::vector<SystemContact> made;
  std::shared_ptr<const ContactMount> mount;  // of the last
  for (const SurfaceContact& contact :
       listContacts(a_->makeOutline(trifle), b_->makeOutline(kRounder * trifle))) {
    const int round = contact.ofA ? a_->index() : b_->index(),
              other = contact.ofA ? b_->index() : a_->index();
    const Marker center{round, contact.center, contact.facing};
    if (!mount || !isSameMount(*mount, other, center, contact))
      mount = std::make_shared<const ContactMount>(ContactMount{
          other, center, contact.radius, contact.sector, contact.isSharp, {}, {}, pair_, speed_});
    made.push_back({{mount, contact.piece}});
  }
  return made;
}

const OutlineMeeting::Made& OutlineMeeting::get() const {
  if (const Made* const made = made_.load(std::memory_order_acquire)) return *made;
  auto fresh = std::make_unique<Made>();
  fresh->contacts = makeContacts();
  CircleList circles;
  for (std::size_t i = 0; i < fresh->contacts.size(); ++i)
    circles.add(first_ + i, fresh->contacts[i].geometry);
  fresh->circles = circles.take();
  const Made* before = nullptr;
  if (made_.compare_exchange_strong(before, fresh.get(), std::memory_order_acq_rel)) return *fresh.release();
  return *before;  // another thread was first
}

}  // namespace clank
