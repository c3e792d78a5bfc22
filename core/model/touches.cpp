// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/touches.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/model/material_laws.h"

namespace clank {
namespace {

using Names = std::pair<std::string, std::string>;

Names pairOf(const std::string& one, const std::string& other) {
  return one < other ? Names{one, other} : Names{other, one};
}

class TouchLister {
 public:
  TouchLister(const Mechanism& mechanism, const TouchTaker& to)
      : mechanism_(mechanism), to_(to), surfaces_(mechanism) {
    for (const Body& body : mechanism.bodies)
      if (body.touches.value != Touches::nothing && hasOutline(body)) solids_.push_back(&body);
  }

  void listContacts() {
    for (std::size_t i = 0; i < mechanism_.contacts.size(); ++i) {
      const ContactPair& contact = mechanism_.contacts[i];
      if (contact.active.value == 0 || contact.b.empty()) continue;
      to_.begin({contact.id, fmt::format("/contacts/{}", i), surfaces_.find(contact)});
      to_.take(surfaces_.withShape(contact));
    }
  }

  void listSolids() {
    if (solids_.empty()) return;
    for (const ContactPair& contact : mechanism_.contacts) nameMembers(contact);
    for (const Joint& joint : mechanism_.joints) joined_.insert(pairOf(joint.a, joint.b));
    meetSurfaces();
    meetEachOther();
    tellDerived();
  }

 private:
  // The pairs that a contact decides about.
  void nameMembers(const ContactPair& contact) {
    std::vector<std::string> members{contact.b};
    members.insert(members.end(), contact.bodies.begin(), contact.bodies.end());
    const auto* named = std::get_if<NamedSurface>(&contact.surface);
    const std::string& with = named ? named->surface : contact.a;
    for (std::size_t i = 0; i < members.size(); ++i) {
      named_.insert(pairOf(with, members[i]));
      for (std::size_t k = 0; k < i; ++k) named_.insert(pairOf(members[k], members[i]));
    }
  }

  static bool isDisc(const Body& body) { return body.outline.size() < 3 && body.radius.value > 0; }
  static bool names(const Body& body, const std::string& id) {
    return body.touches.value == Touches::these &&
           std::count(touchedOf(body).begin(), touchedOf(body).end(), id) > 0;
  }
  static bool touches(const Body& body, const std::string& id) {
    return body.touches.value == Touches::everything || names(body, id);
  }

  // own: the body that carries it.
  bool meet(const Body& solid, const std::string& id, const std::string& own, bool isNamed) const {
    if (own == solid.id || named_.count(pairOf(id, solid.id)) > 0) return false;
    return isNamed || own == kFrame || joined_.empty() || joined_.count(pairOf(own, solid.id)) == 0;
  }

  // Its edges are met by points.
  bool isFlexible(const std::string& id) const {
    const auto found = std::find_if(mechanism_.bodies.begin(), mechanism_.bodies.end(),
                                    [&](const Body& body) { return body.id == id; });
    return found != mechanism_.bodies.end() && found->flexible;
  }

  void meetSurfaces() {
    for (const DrawnSurface& surface : mechanism_.surfaces) {
      if (surface.active.value == 0 || (surface.body != kFrame && isFlexible(surface.body))) continue;
      for (const Body* solid : solids_)
        if (touches(*solid, surface.id) && meet(*solid, surface.id, surface.body, names(*solid, surface.id)))
          derived_.push_back({solid, nullptr, &surface});
    }
  }

  void meetEachOther() {
    for (std::size_t i = 0; i < solids_.size(); ++i)
      for (std::size_t k = i + 1; k < solids_.size(); ++k) {
        const Body &a = *solids_[i], &b = *solids_[k];
        if (touches(a, b.id) && touches(b, a.id) && meet(b, a.id, a.id, names(a, b.id) || names(b, a.id)))
          derived_.push_back({&b, &a, nullptr});
      }
  }

  // Pairs with one surface stand one after the other, and those of bodies at the end.
  void tellDerived() {
    const bool areFew = derived_.size() <= kMostPairs;
    const DrawnSurface* last = nullptr;
    bool isFirst = true;
    for (const Derived& one : derived_) {
      const ContactPair pair =
          one.surface ? makePair(*one.solid, *one.surface) : makePair(*one.solid, *one.other);
      if (areFew)
        to_.begin({pair.id, placeOf(one), one.surface});
      else if (std::exchange(isFirst, false) || last != one.surface)
        to_.begin(one.surface ? TouchGroup{one.surface->id, placeOf(one), one.surface}
                              : TouchGroup{"solids", "/bodies"});
      last = one.surface;
      to_.take(pair);
    }
  }

  struct Derived {
    const Body *solid, *other;
    const DrawnSurface* surface;  // or null
  };
  std::string placeOf(const Derived& one) const {
    return one.surface ? fmt::format("/surfaces/{}", one.surface - mechanism_.surfaces.data())
                       : fmt::format("/bodies/{}", one.solid - mechanism_.bodies.data());
  }

  ContactPair makePair(const Body& solid, const std::string& with, const std::string& material) const {
    ContactPair pair;
    pair.id = fmt::format("{}|{}", solid.id, with);
    pair.b = solid.id;
    pair.outlineB = true;
    setLaws(mechanism_, materialOf(solid), material, pair);
    return pair;
  }
  ContactPair makePair(const Body& solid, const Body& other) const {
    ContactPair pair = makePair(solid, other.id, materialOf(other));
    pair.a = other.id;
    pair.surface = OutlineSurface{};
    return pair;
  }
  ContactPair makePair(const Body& solid, const DrawnSurface& surface) const {
    ContactPair pair = makePair(solid, surface.id, surface.material);
    pair.a = surface.body;
    pair.thickness = surface.thickness;
    pair.surface = toSurface(surface.kind);
    pair.surfaceSpeed = surface.speed.value;
    if (!std::holds_alternative<CurveSurface>(surface.kind) || !isDisc(solid)) return pair;
    pair.outlineB = false;  // a circle meets the curve itself, not its arcs
    pair.radius = solid.radius;
    return pair;
  }

  const Mechanism& mechanism_;
  const TouchTaker& to_;
  const SurfaceIndex surfaces_;
  std::vector<const Body*> solids_;
  std::set<Names> named_, joined_;
  std::vector<Derived> derived_;
};

}  // namespace

SurfaceIndex::SurfaceIndex(const Mechanism& mechanism) {
  for (const DrawnSurface& surface : mechanism.surfaces) surfaces_.try_emplace(surface.id, &surface);
}

const DrawnSurface* SurfaceIndex::find(const ContactPair& contact) const {
  const auto* named = std::get_if<NamedSurface>(&contact.surface);
  const auto found = named ? surfaces_.find(named->surface) : surfaces_.end();
  return found == surfaces_.end() ? nullptr : found->second;
}

const std::string& SurfaceIndex::findCarrier(const ContactPair& contact) const {
  const DrawnSurface* surface = find(contact);
  return surface ? surface->body : contact.a;
}

ContactPair SurfaceIndex::withShape(const ContactPair& contact) const {
  ContactPair shaped = contact;
  const DrawnSurface* surface = find(contact);
  if (!surface) return shaped;
  shaped.a = surface->body;
  shaped.surface = toSurface(surface->kind);
  shaped.surfaceSpeed = surface->speed.value;
  if (!shaped.thickness) shaped.thickness = surface->thickness;
  return shaped;
}

const DrawnSurface* findSurface(const Mechanism& mechanism, const ContactPair& contact) {
  const auto found = std::find_if(mechanism.surfaces.begin(), mechanism.surfaces.end(),
                                  [&](const DrawnSurface& surface) { return isWith(contact, surface); });
  return found == mechanism.surfaces.end() ? nullptr : &*found;
}

void listTouches(const Mechanism& resolved, const TouchTaker& to) {
  TouchLister lister(resolved, to);
  lister.listContacts();
  lister.listSolids();
}

std::vector<ShownTouch> listShownTouches(const Mechanism& resolved) {
  std::vector<ShownTouch> shownTouches;
  const SurfaceIndex surfaces(resolved);
  for (std::size_t i = 0; i < resolved.contacts.size(); ++i) {
    const ContactPair& contact = resolved.contacts[i];
    shownTouches.push_back(
        {{contact.id, fmt::format("/contacts/{}", i), surfaces.find(contact)}, surfaces.withShape(contact)});
  }
  bool isFirst = true;
  const TouchTaker to{[&](const TouchGroup& group) {
                        shownTouches.push_back({group, {}});
                        isFirst = true;
                      },
                      [&](const ContactPair& pair) {
                        if (std::exchange(isFirst, false)) {
                          shownTouches.back().contact = pair;
                        } else {
                          shownTouches.back().contact.b.clear();
                          shownTouches.back().contact.outlineB = false;
                        }
                      }};
  TouchLister(resolved, to).listSolids();
  return shownTouches;
}

}  // namespace clank
