// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/file_migration.h"

#include <fmt/format.h>

#include <functional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/support/overloaded.h"

namespace clank {
namespace {

class SurfaceMover {
 public:
  explicit SurfaceMover(Mechanism& mechanism) : mechanism_(mechanism) {}

  void run() {
    for (ContactPair& contact : mechanism_.contacts) move(contact);
    std::erase_if(mechanism_.contacts, [](const ContactPair& contact) { return isWaiting(contact); });
  }

 private:
  static bool isWaiting(const ContactPair& contact) {
    return contact.b.empty() && !contact.outlineB && std::holds_alternative<NamedSurface>(contact.surface);
  }

  void move(ContactPair& contact) {
    auto kind =
        std::visit(Overloaded{[](OutlineSurface&) { return std::optional<SurfaceKind>(); },
                              [](NamedSurface&) { return std::optional<SurfaceKind>(); },
                              [](auto& shape) { return std::optional<SurfaceKind>(std::move(shape)); }},
                   contact.surface);
    if (!kind) return;
    DrawnSurface surface;
    surface.body = std::exchange(contact.a, kFrame);
    surface.thickness = std::exchange(contact.thickness, std::nullopt);
    surface.kind = *std::move(kind);
    const bool isFree = contact.b.empty() && !contact.outlineB;
    if (isFree) surface.name = contact.name;
    contact.surface = NamedSurface{isFree ? add(std::move(surface), contact.id)
                                          : findOrAdd(std::move(surface), contact.id + "_surface")};
  }

  // Of all parts, when the first surface moves: most files of many parts have none.
  void takeIds() {
    if (!taken_.empty()) return;
    const auto take = [&](const auto& list) {
      for (const auto& part : list) taken_.insert(part.id);
    };
    take(mechanism_.parameters);
    take(mechanism_.bodies);
    take(mechanism_.joints);
    take(mechanism_.drives);
    take(mechanism_.forces);
    take(mechanism_.surfaces);
    take(mechanism_.contacts);
    take(mechanism_.traces);
    take(mechanism_.pictures);
  }

  // Those that came from contacts before: a surface of the file keeps its own name.
  std::string findOrAdd(DrawnSurface surface, const std::string& wanted) {
    const auto [first, last] = alike_.equal_range(hash(surface));
    for (auto each = first; each != last; ++each) {
      const DrawnSurface& other = mechanism_.surfaces[each->second];
      if (other.body == surface.body && other.thickness == surface.thickness && other.kind == surface.kind)
        return other.id;
    }
    takeIds();
    alike_.emplace(hash(surface), mechanism_.surfaces.size());
    std::string id = wanted;
    for (int number = 2; !taken_.insert(id).second; ++number) id = fmt::format("{}_{}", wanted, number);
    return add(std::move(surface), id);
  }
  std::string add(DrawnSurface surface, const std::string& id) {
    surface.id = id;
    mechanism_.surfaces.push_back(std::move(surface));
    return id;
  }

  // Of the body and a place of the shape, as typed.
  static std::size_t hash(const DrawnSurface& surface) {
    const auto ofPoint = [](const Point& point) {
      return fmt::format("{} {} {} {}", point.x.value, point.x.text.str(), point.y.value, point.y.text.str());
    };
    const std::string place =
        std::visit(Overloaded{[&](const LineSurface& line) { return ofPoint(line.from) + ofPoint(line.to); },
                              [&](const PolylineSurface& line) {
                                return line.points.empty() ? std::string() : ofPoint(*line.points.begin());
                              },
                              [&](const auto& round) { return ofPoint(round.center); }},
                   surface.kind);
    return std::hash<std::string>()(surface.body + " " + place);
  }

  Mechanism& mechanism_;
  std::unordered_set<std::string> taken_;
  std::unordered_multimap<std::size_t, std::size_t> alike_;
};

}  // namespace

void moveSurfacesOut(Mechanism& mechanism) {
  SurfaceMover(mechanism).run();
}

void keepBases(Mechanism& mechanism) {
  for (Body& body : mechanism.bodies)
    if (body.flexible && body.flexible->basis == FlexibleLink().basis)
      body.flexible->basis = ModeBasis::clampedFree;
}

}  // namespace clank
