// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/pointed_name.h"

#include <numeric>

#include "core/model/touches.h"
#include "ui/board/board_view.h"
#include "ui/board/force_painter.h"
#include "ui/board/plane.h"
#include "ui/board/surface_shape.h"
#include "ui/look/part_names.h"

namespace clank {
namespace {

QPointF middleOf(const std::vector<QPointF>& points) {
  const QPointF sum = std::accumulate(points.begin(), points.end(), QPointF());
  return points.empty() ? sum : sum / static_cast<double>(points.size());
}

// Where a part stands on the sheet (m, world).
class PartPlace {
 public:
  explicit PartPlace(const Drawing& drawing) : drawing_(drawing), m_(drawing.mechanism()) {}

  std::optional<QPointF> find(const std::string& id) const {
    if (const Body* body = findById(m_.bodies, id)) {
      const int index = static_cast<int>(body - m_.bodies.data());
      return drawing_.toWorld(index, middleOf(drawing_.pointsOf(index)));
    }
    if (const Drive* drive = findById(m_.drives, id)) {
      const Joint* joint = findById(m_.joints, drive->joint);
      if (joint) return drawing_.pointB(static_cast<std::size_t>(joint - m_.joints.data()));
    }
    if (const ForceElement* force = findById(m_.forces, id))
      return std::visit([this](const auto& kind) { return placeOf(kind); }, force->kind);
    if (const DrawnSurface* surface = findById(m_.surfaces, id)) return placeOf(*surface);
    if (const ContactPair* contact = findById(m_.contacts, id)) {
      if (const DrawnSurface* surface = findSurface(m_, *contact)) return placeOf(*surface);
      return at(contact->b, contact->atB);
    }
    if (const Trace* trace = findById(m_.traces, id)) return drawing_.placeOf(*trace);
    return {};
  }

 private:
  QPointF at(const std::string& body, const Point& point) const {
    return drawing_.toWorld(drawing_.indexOf(body), toPointF(point));
  }
  QPointF placeOf(const DrawnSurface& surface) const {
    return drawing_.toWorld(
        drawing_.indexOf(surface.body),
        middleOf(drawing_.surfaceOf(static_cast<std::size_t>(&surface - m_.surfaces.data())).points));
  }
  QPointF placeOf(const Spring& spring) const {
    return (at(spring.a, spring.atA) + at(spring.b, spring.atB)) / 2;
  }
  QPointF placeOf(const Rope& rope) const { return middleOf(drawing_.lineOf(rope)); }
  QPointF placeOf(const Load& load) const { return at(load.b, load.atB); }
  QPointF placeOf(const Hand& hand) const { return at(hand.b, hand.atB); }
  QPointF placeOf(const auto& moment) const { return findMomentPlace(drawing_, moment.a, moment.b); }

  const Drawing& drawing_;
  const Mechanism& m_;
};

}  // namespace

void addPointedName(const Drawing& drawing, const BoardView& view, BoardLabels& labels) {
  constexpr double kOff = 16;  // px
  if (view.pointed.empty()) return;
  const auto place = PartPlace(drawing).find(view.pointed);
  if (!place) return;
  labels.add({"pointed", LabelRank::atHand, namePart(view.pointed), view.palette.action,
              LabelLayout::around(view.toPixel.map(*place), {1, -1}, kOff), false});
}

}  // namespace clank
