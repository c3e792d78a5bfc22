// SPDX-License-Identifier: GPL-3.0-or-later
// What touches what, from one rule: what is solid touches what is solid. Solid are the surfaces, and the
// bodies that touch everything or some parts. Two parts meet when each touches the other and
//   - no joint connects the two bodies, or one of the two names the other;
//   - no contact names the pair: it has laws of its own, or is switched off, or meets in points instead.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/model/mechanism.h"

namespace clank {

// Contacts whose channels are together.
struct TouchGroup {
  std::string id;     // of its channels: of a contact its own, else "ball|floor", or "floor" or "solids"
  std::string place;  // JSON pointer in the mechanism
  const DrawnSurface* surface = nullptr;  // of the mechanism; null: outlines, or a shape of a contact's own
};

// So many pairs of solids have channels of their own; of more, all that touches one surface has them
// together, and so have the bodies among each other.
inline constexpr std::size_t kMostPairs = 100;

// Of a resolved mechanism without errors in validate(): first its contacts, in their order. Each group begins
// with begin(group), and its pairs follow, with a surface that has a shape or is an outline.
struct TouchTaker {
  std::function<void(const TouchGroup&)> begin;
  std::function<void(const ContactPair&)> take;
};
void listTouches(const Mechanism& resolved, const TouchTaker& to);

// What can be shown of that: every contact in its order, active or not, and behind them one entry for each
// group of solids; its bodies are named when the group is a single pair.
struct ShownTouch {
  TouchGroup group;
  ContactPair contact;
};
std::vector<ShownTouch> listShownTouches(const Mechanism& resolved);

// The surfaces of a mechanism, which must live as long, by their ids.
class SurfaceIndex {
 public:
  explicit SurfaceIndex(const Mechanism& mechanism);
  const DrawnSurface* find(const ContactPair& contact) const;  // null: it names none, or none that is there
  // A contact with a surface that is named has its shape and its body here; others are as they are.
  ContactPair withShape(const ContactPair& contact) const;
  // The body that carries what a contact is with.
  const std::string& findCarrier(const ContactPair& contact) const;

 private:
  std::unordered_map<std::string_view, const DrawnSurface*> surfaces_;
};

// Of one contact.
const DrawnSurface* findSurface(const Mechanism& mechanism, const ContactPair& contact);
inline bool isWith(const ContactPair& contact, const DrawnSurface& surface) {
  const auto* named = std::get_if<NamedSurface>(&contact.surface);
  return named && named->surface == surface.id;
}

}  // namespace clank
