// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/contact_colors.h"

#include <unordered_map>

namespace clank {

void ContactColors::add(const JointMark& mark, ShapeBatch& batch, ShapeBatch::Id shape) {
  std::unordered_map<vtkIdType, std::size_t> known;  // by first point
  for (const ContactPoints& points : mark.contacts) {
    if (points.count == 0) continue;
    const auto [spot, isNew] = known.try_emplace(points.first, spots_.size());
    if (isNew) spots_.push_back({&batch, shape, points.first, points.count});
    uses_.push_back({points.contact, spot->second});
  }
}

void ContactColors::show(const std::vector<JointState>& contacts, const QColor& open, const QColor& closed) {
  if (contacts == shown_) return;
  for (const auto& [contact, at] : uses_) {
    const bool isClosed = contact < contacts.size() && contacts[contact] == JointState::contact;
    if (isClosed == wasClosed(contact)) continue;
    Spot& spot = spots_[at];
    const int before = spot.closed;
    spot.closed += isClosed ? 1 : -1;
    if ((before > 0) != (spot.closed > 0))
      spot.batch->setColor(spot.shape, spot.first, spot.count, spot.closed > 0 ? closed : open);
  }
  shown_ = contacts;
}

}  // namespace clank
