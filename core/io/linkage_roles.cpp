// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/io/linkage_model.h"

namespace clank {

namespace {

class LinkageRoles {
 public:
  explicit LinkageRoles(LinkageModel& model) : model_(model) {}

  void find() {
    for (const LinkageLink& link : model_.file.links) model_.roles[link.id] = findPlainRole(link);
    for (const LinkageLink& link : model_.file.links)
      if (link.actuator && model_.role(link) == LinkageRole::body)
        model_.roles[link.id] = findActuatorRole(link);
    tellDrawings();
  }

 private:
  LinkageRole findPlainRole(const LinkageLink& link) {
    if (link.drawn) return tell(link, "");
    const std::size_t count = link.connectors.size();
    if (count == 0) return LinkageRole::nothing;
    const bool atOnePlace = isOnePlace(link);
    if (link.gear && (count == 1 || atOnePlace)) return LinkageRole::wheel;
    if (count == 1) return LinkageRole::nothing;  // a connector alone
    if (atOnePlace) return tell(link, "has its connectors at one place: left out");
    if (!std::ranges::all_of(link.connectors, [&](int id) { return model_.connector(id).anchor; }))
      return LinkageRole::body;
    tell(link, "lies between anchors and is part of the frame: left out");
    return LinkageRole::frame;
  }

  LinkageRole tell(const LinkageLink& link, const std::string& what) {
    if (!what.empty()) model_.note(fmt::format("{} {}", link.title(), what));
    model_.told.insert(link.connectors.begin(), link.connectors.end());
    return LinkageRole::nothing;
  }

  bool isOnePlace(const LinkageLink& link) const {
    const Spot first = model_.connector(link.connectors[0]).at;
    return std::ranges::all_of(link.connectors, [&](int id) {
      const Spot other = model_.connector(id).at;
      return other.x == first.x && other.y == first.y;
    });
  }

  // A cylinder between two parts needs no mass: it leads from one to the other. It has bodies where an end is
  // in the air, where its end is turned, where something is fastened to it, and where it would draw itself in
  // to nothing.
  LinkageRole findActuatorRole(const LinkageLink& link) {
    if (link.connectors.size() != 2) {
      model_.note(fmt::format("{} is an actuator of more than two connectors: it stays as long as drawn",
                              link.title()));
      return LinkageRole::body;
    }
    const int from = link.connectors[0], to = link.connectors[1];
    if (areOnOneLink(from, to)) {
      model_.note(fmt::format("{} is an actuator with both ends on one link: it stays as long as drawn",
                              link.title()));
      return LinkageRole::body;
    }
    const auto isTurned = [&](int id) { return model_.connector(id).anchor && model_.connector(id).input; };
    const bool apart = isHeld(from) && isHeld(to) && !isTurned(from) && !isTurned(to);
    return apart && !isFastened(link) && !drawsInToNothing(link) ? LinkageRole::telescope
                                                                 : LinkageRole::cylinder;
  }

  // Is a connector on a part other than an actuator?
  bool isHeld(int id) const {
    if (model_.connector(id).anchor) return true;
    if (const auto carrier = model_.connector(id).fastening.link; carrier && isPart(*carrier)) return true;
    return std::ranges::any_of(model_.file.links, [&](const LinkageLink& link) {
      return !link.actuator && isPart(link.id) && (has(link.connectors, id) || has(link.carried, id));
    });
  }
  bool areOnOneLink(int a, int b) const {
    return std::ranges::any_of(model_.file.links, [&](const LinkageLink& link) {
      return !link.actuator && isPart(link.id) && has(link.connectors, a) && has(link.connectors, b);
    });
  }
  bool isPart(int link) const {
    const auto found = model_.roles.find(link);
    return found != model_.roles.end() && found->second != LinkageRole::nothing;
  }
  static bool has(const std::vector<int>& list, int id) { return std::ranges::find(list, id) != list.end(); }

  bool isFastened(const LinkageLink& link) const {
    if (link.fastening.link || link.fastening.connector || !link.carried.empty()) return true;
    const auto toIt = [&](const LinkageFastening& fastening) { return fastening.link == link.id; };
    return std::ranges::any_of(model_.file.links, toIt, &LinkageLink::fastening) ||
           std::ranges::any_of(model_.file.connectors,
                               [&](const auto& entry) { return toIt(entry.second.fastening); });
  }

  bool drawsInToNothing(const LinkageLink& link) const {
    const Spot along = model_.connector(link.connectors[1]).at - model_.connector(link.connectors[0]).at;
    const double length = std::hypot(along.x, along.y);
    return link.actuator->cycles < 0 && std::abs(link.actuator->reach.value_or(length / 2)) >= length;
  }

  void tellDrawings() {
    const auto links = std::ranges::count_if(model_.file.links, &LinkageLink::drawn);
    std::size_t connectors = 0;
    for (const auto& [id, connector] : model_.file.connectors)
      if (connector.drawn) {
        ++connectors;
        model_.told.insert(id);
      }
    if (links > 0 || connectors > 0)
      model_.note(fmt::format("drawing elements and measurements are left out: {} with {} points", links,
                              connectors));
  }

  LinkageModel& model_;
};

}  // namespace

void findRoles(LinkageModel& model) {
  LinkageRoles(model).find();
}

}  // namespace clank
