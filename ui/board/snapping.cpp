// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/snapping.h"

#include <algorithm>
#include <numbers>

#include "ui/board/grid.h"
#include "ui/board/hull.h"
#include "ui/board/plane.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kRoundAngle = std::numbers::pi / 12;  // 15 degrees

QString nameOf(const Drawing& drawing, int body) {
  return namePart(drawing.idOf(body));
}

bool isExcepted(const SnapSettings& settings, int body) {
  return std::find(settings.except.begin(), settings.except.end(), body) != settings.except.end();
}

std::optional<Snap> snapToPoint(const Drawing& drawing, QPointF world, const SnapSettings& settings) {
  const Handle* best = nullptr;
  double nearest = settings.within;
  for (const Handle& handle : drawing.handles()) {
    const double distance = length(handle.world - world);
    const bool own = std::all_of(handle.bodies.begin(), handle.bodies.end(),
                                 [&](int body) { return isExcepted(settings, body); });
    if (distance > nearest || own) continue;
    nearest = distance;
    best = &handle;
  }
  if (!best) return std::nullopt;
  const auto& traces = drawing.mechanism().traces;
  const auto trace = std::find_if(traces.begin(), traces.end(), [&](const Trace& t) {
    return length(drawing.placeOf(t) - best->world) < kSamePlace;
  });
  if (best->joints.empty() && trace != traces.end())
    return Snap{Snap::Kind::point, best->world, namePart(trace->id), best->point, best->joints};
  const QString what =
      best->joints.empty()
          ? tr("end of %1").arg(nameOf(drawing, best->point.body))
          : tr("joint %1").arg(namePart(drawing.mechanism().joints[best->joints.front()].id));
  return Snap{Snap::Kind::point, best->world, what, best->point, best->joints};
}

std::optional<Snap> snapToLine(const Drawing& drawing, QPointF world, const SnapSettings& settings) {
  std::optional<Snap> best;
  double nearest = settings.within;
  for (std::size_t i = 0; i < drawing.mechanism().bodies.size(); ++i) {
    const int body = static_cast<int>(i);
    const auto bar = drawing.barOf(body);
    if (isExcepted(settings, body) || !bar) continue;
    const QPointF on = nearestOnSegment(drawing.toBody(body, world), bar->from, bar->to);
    const double distance = length(drawing.toWorld(body, on) - world);
    if (distance > nearest) continue;
    nearest = distance;
    best = Snap{Snap::Kind::line,
                drawing.toWorld(body, on),
                tr("on %1").arg(nameOf(drawing, body)),
                BodyPoint{body, on},
                {}};
  }
  return best;
}

// The ray from settings.from at a round angle, when the mouse is near it.
struct Ray {
  double angle = 0;  // rad
  QPointF along;
};
std::optional<Ray> findRay(QPointF world, const SnapSettings& settings) {
  if (!settings.from) return std::nullopt;
  const QPointF way = world - *settings.from;
  const double round = std::round(angleOf(way) / kRoundAngle) * kRoundAngle;
  const Ray ray{round, direction(round)};
  const bool isNear =
      std::abs(cross(ray.along, way)) <= settings.within / 2 && dot(ray.along, way) >= settings.within;
  return isNear ? std::optional(ray) : std::nullopt;
}

std::optional<Snap> snapToAngle(QPointF world, const SnapSettings& settings) {
  const auto ray = findRay(world, settings);
  if (!ray) return std::nullopt;
  double reach = dot(ray->along, world - *settings.from);
  if (settings.grid > 0) reach = std::max(1.0, std::round(reach / settings.grid)) * settings.grid;
  return Snap{Snap::Kind::angle,
              *settings.from + reach * ray->along,
              tr("%1 at %2").arg(writeLength(reach), writeAngle(ray->angle)),
              std::nullopt,
              {}};
}

// On a part, and where a round angle meets it when that is near too.
std::optional<Snap> snapToLineAndAngle(const Drawing& drawing, QPointF world, const SnapSettings& settings) {
  auto on = snapToLine(drawing, world, settings);
  const auto ray = findRay(world, settings);
  if (!on || !ray) return on;
  const int body = on->point->body;
  const auto bar = drawing.barOf(body);
  const QPointF from = drawing.toWorld(body, bar->from), along = drawing.toWorld(body, bar->to) - from;
  const double crossing = cross(ray->along, along);
  if (std::abs(crossing) < 1e-9 * length(along)) return on;
  const double part = cross(ray->along, *settings.from - from) / crossing;
  const QPointF meeting = from + part * along;
  if (part < 0 || part > 1 || length(meeting - world) > settings.within) return on;
  on->world = meeting;
  on->point->at = drawing.toBody(body, meeting);
  on->reason += tr(" at %1").arg(writeAngle(ray->angle));
  return on;
}

std::optional<Snap> snapToGrid(QPointF world, const SnapSettings& settings) {
  if (settings.grid <= 0) return std::nullopt;
  const auto round = [&](double x) { return std::round(x / settings.grid) * settings.grid; };
  return Snap{Snap::Kind::grid,
              {round(world.x()), round(world.y())},
              tr("grid %1").arg(writeLength(settings.grid)),
              std::nullopt,
              {}};
}

}  // namespace

Snap snap(const Drawing& drawing, QPointF world, const SnapSettings& settings) {
  if (settings.enabled) {
    if (auto found = snapToPoint(drawing, world, settings)) return *found;
    if (auto found = snapToLineAndAngle(drawing, world, settings)) return *found;
    const auto angle = snapToAngle(world, settings), grid = snapToGrid(world, settings);
    if (angle && (!grid || length(angle->world - world) <= length(grid->world - world))) return *angle;
    if (grid) return *grid;
  }
  return {Snap::Kind::none, world, {}, std::nullopt, {}};
}

}  // namespace clank
