// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/snap_shapes.h"

#include <algorithm>

#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/surface_shape.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr std::size_t kMostLines = 48;  // more at one place is a blot, not a drawing

class SnapCollector {
 public:
  SnapCollector(const Drawing& drawing, QPointF world, double within, double onBar,
                const std::vector<int>& except)
      : drawing_(drawing), world_(world), within_(within), onBar_(onBar), except_(except) {}

  SnapShapes collect() {
    const Mechanism& m = drawing_.mechanism();
    for (int body = 0; body < static_cast<int>(m.bodies.size()); ++body)
      if (!isExcepted(body)) addBody(body);
    for (std::size_t s = 0; s < m.surfaces.size(); ++s) {
      const int body = drawing_.indexOf(m.surfaces[s].body);
      if (!isExcepted(body)) addSurface(s, body);
    }
    return std::move(shapes_);
  }

 private:
  bool isExcepted(int body) const { return std::find(except_.begin(), except_.end(), body) != except_.end(); }

  // Names are made of what is near alone: there may be thousands of parts.
  template <class Name>
  void addLine(SnapLine line, const Name& name) {
    if (shapes_.lines.size() >= kMostLines) return;
    const double reach = line.isAxis ? onBar_ : within_;
    if (length(nearestOnSegment(world_, line.from, line.to) - world_) > reach) return;
    line.name = name();
    shapes_.lines.push_back(std::move(line));
  }

  template <class Name>
  void addCircle(SnapCircle circle, const Name& name) {
    const double away = length(world_ - circle.centre);
    if (away > within_ && std::abs(away - circle.radius) > within_) return;
    const auto same = [&](const SnapCircle& other) {
      return other.body == circle.body && length(other.centre - circle.centre) < within_ / 100 &&
             std::abs(other.radius - circle.radius) < within_ / 100;
    };
    if (std::any_of(shapes_.circles.begin(), shapes_.circles.end(), same)) return;
    circle.name = name();
    shapes_.circles.push_back(std::move(circle));
  }

  void addBody(int body) {
    if (!drawing_.isOn(body, world_, std::max(within_, onBar_))) return;
    ++shape_;
    const auto name = [&] { return nameOf(drawing_, body); };
    const auto at = [&](QPointF local) { return drawing_.toWorld(body, local); };
    if (const auto& bar = drawing_.barOf(body))
      addLine({body, at(bar->from), at(bar->to), true, false, shape_, {}}, name);
    const auto& corners = drawing_.partOf(body).outline;
    for (std::size_t i = 0; i < corners.size(); ++i)
      addLine({body, at(corners[i]), at(corners[(i + 1) % corners.size()]), false, false, shape_, {}},
              [&] { return tr("an edge of %1").arg(name()); });
    for (const Drawing::Disc& disc : drawing_.discsOf(body))
      addCircle({body, at(disc.center), disc.radius, true, {}}, name);
  }

  void addSurface(std::size_t index, int body) {
    const DrawnSurface& surface = drawing_.mechanism().surfaces[index];
    ++shape_;
    const auto name = [&] { return namePart(surface.id); };
    const auto at = [&](QPointF local) { return drawing_.toWorld(body, local); };
    if (const auto* circle = std::get_if<CircleSurface>(&surface.kind))
      return addCircle({body, at(toPointF(circle->center)), circle->radius.value, true, {}}, name);
    const auto* arc = std::get_if<ArcSurface>(&surface.kind);
    if (arc) addCircle({body, at(toPointF(arc->center)), arc->radius.value, false, {}}, name);
    const auto* line = std::get_if<PolylineSurface>(&surface.kind);
    const bool isRound =
        arc || std::holds_alternative<CurveSurface>(surface.kind) || (line && line->smooth.value != 0);
    const SurfaceShape& shape = drawing_.surfaceOf(index);
    const QPointF local = drawing_.toBody(body, world_);
    const auto look = [&](const QRectF& box) {
      return box.adjusted(-within_, -within_, within_, within_).contains(local) ? Stretch::near
                                                                                : Stretch::unseen;
    };
    followLine(shape, look, [&](std::size_t i, bool isNear) {
      if (isNear)
        addLine({body, at(shape.points[i - 1]), at(shape.points[i]), false, isRound, shape_, {}}, name);
    });
  }

  const Drawing& drawing_;
  QPointF world_;
  double within_, onBar_;
  const std::vector<int>& except_;
  std::size_t shape_ = 0;
  SnapShapes shapes_;
};

}  // namespace

SnapShapes findSnapShapes(const Drawing& drawing, QPointF world, double within, double onBar,
                          const std::vector<int>& except) {
  return SnapCollector(drawing, world, within, onBar, except).collect();
}

}  // namespace clank
