// SPDX-License-Identifier: GPL-3.0-or-later
// The strongest kind that has a place near the mouse wins, and of one kind the nearest place. Ends and pins
// are what most clicks mean, so they come first; what lies along a line has a place under almost every click
// near it, so it comes behind the single places on it.
#include "ui/board/snapping.h"

#include <algorithm>
#include <numbers>

#include "ui/board/grid.h"
#include "ui/board/plane.h"
#include "ui/board/point_names.h"
#include "ui/board/points_at.h"
#include "ui/board/snap_shapes.h"
#include "ui/board/tidy_number.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

using Kind = Snap::Kind;
constexpr double kRoundAngle = std::numbers::pi / 12;  // 15 degrees

// The ray from settings.from at a round angle, when the mouse is near it.
struct Ray {
  double angle = 0;  // rad
  QPointF along;
};

class SnapSearch {
 public:
  SnapSearch(const Drawing& drawing, QPointF world, const SnapSettings& settings)
      : drawing_(drawing),
        world_(world),
        settings_(settings),
        onBar_(std::max(settings.within, (kThickestBar + 1) * settings.pixel)),
        shapes_(findSnapShapes(drawing, world, settings.within, onBar_, settings.except)),
        ray_(findRay()) {}

  Snap find() {
    if (auto found = findHandle(Kind::point)) return *found;
    if (auto found = findHandle(Kind::centre)) return *found;
    if (auto found = findCentre()) return *found;
    if (auto found = findMiddle()) return *found;
    if (auto found = findCrossing()) return *found;
    if (auto found = findHandle(Kind::corner)) return *found;
    if (auto found = findOnLine()) return *found;
    const auto angle = findAngle(), grid = findGrid();
    if (angle && (!grid || away(angle->world) <= away(grid->world))) return *angle;
    return grid ? *grid : Snap{Kind::none, world_, {}, std::nullopt, {}, {}};
  }

 private:
  double away(QPointF place) const { return length(place - world_); }
  bool isNear(QPointF place) const { return away(place) <= settings_.within; }
  static Snap make(Kind kind, QPointF world, const QString& reason, std::optional<BodyPoint> point = {}) {
    return {kind, world, reason, point, {}, {}};
  }
  // Keeps the nearer one.
  void offer(std::optional<Snap>& best, Snap candidate, double within) const {
    if (away(candidate.world) <= within && (!best || away(candidate.world) < away(best->world)))
      best = std::move(candidate);
  }
  void offer(std::optional<Snap>& best, Snap candidate) const {
    offer(best, std::move(candidate), settings_.within);
  }

  Kind kindOf(const Handle& handle) const {
    const int body = handle.point.body;
    if (findNameAt(drawing_, handle)) return Kind::point;
    if (!handle.joints.empty() || body == kFrameIndex) return Kind::point;
    const Body& b = drawing_.mechanism().bodies[static_cast<std::size_t>(body)];
    if (b.radius.value > 0 && length(handle.point.at) < kSamePlace) return Kind::centre;
    const auto& outline = drawing_.partOf(body).outline;
    const auto isHere = [&](QPointF corner) { return length(corner - handle.point.at) < kSamePlace; };
    return std::any_of(outline.begin(), outline.end(), isHere) ? Kind::corner : Kind::point;
  }

  QString explain(const Handle& handle, Kind kind) const {
    if (const auto named = findNameAt(drawing_, handle))
      return tr("%1 of %2").arg(toText(named->point), namePart(named->body));
    if (!handle.joints.empty())
      return tr("joint %1").arg(namePart(drawing_.mechanism().joints[handle.joints.front()].id));
    for (const Trace& trace : drawing_.mechanism().traces)
      if (length(drawing_.placeOf(trace) - handle.world) < kSamePlace) return namePart(trace.id);
    const QString name = nameOf(drawing_, handle.point.body);
    if (kind == Kind::corner) return tr("corner of %1").arg(name);
    return kind == Kind::centre ? tr("centre of %1").arg(name) : tr("end of %1").arg(name);
  }

  std::optional<Snap> findHandle(Kind kind) const {
    const Handle* best = nullptr;
    double nearest = settings_.within;
    for (const Handle& handle : drawing_.handles()) {
      const double distance = away(handle.world);
      if (distance > nearest || kindOf(handle) != kind) continue;
      const bool own = std::all_of(handle.bodies.begin(), handle.bodies.end(), [&](int body) {
        return std::find(settings_.except.begin(), settings_.except.end(), body) != settings_.except.end();
      });
      if (own) continue;
      nearest = distance;
      best = &handle;
    }
    if (!best) return std::nullopt;
    const QString reason = best->point.body == kFrameIndex && best->joints.empty()
                               ? nameOf(drawing_, kFrameIndex)
                               : explain(*best, kind);
    return Snap{kind, best->world, reason, best->point, best->joints, {}};
  }

  std::optional<Snap> findCentre() const {
    std::optional<Snap> best;
    for (const SnapCircle& circle : shapes_.circles) {
      std::optional<BodyPoint> point;
      if (circle.body != kFrameIndex)
        point = BodyPoint{circle.body, drawing_.toBody(circle.body, circle.centre)};
      offer(best, make(Kind::centre, circle.centre, tr("centre of %1").arg(circle.name), point));
    }
    return best;
  }

  std::optional<BodyPoint> pointOn(const SnapLine& line, QPointF world) const {
    if (!line.isAxis) return std::nullopt;
    return BodyPoint{line.body, drawing_.toBody(line.body, world)};
  }

  // Of a line so short that its ends are as near there is none.
  std::optional<Snap> findMiddle() const {
    constexpr double kRoom = 4;  // times what attracts
    std::optional<Snap> best;
    for (const SnapLine& line : shapes_.lines) {
      if (line.isPiece || length(line.to - line.from) < kRoom * settings_.within) continue;
      const QString reason = tr("middle of %1").arg(line.name);
      if (!line.isAxis) {
        offer(best, make(Kind::middle, (line.from + line.to) / 2, reason));
        continue;
      }
      const auto bar = *drawing_.barOf(line.body);
      const QPointF at = (bar.from + bar.to) / 2;
      offer(best, make(Kind::middle, drawing_.toWorld(line.body, at), reason, BodyPoint{line.body, at}));
    }
    return best;
  }

  // Two bars are meant to cross wherever the mouse is on both.
  std::optional<Snap> findCrossing() const {
    constexpr double kOverlap = 3;  // times what attracts, at most
    std::optional<Snap> best;
    const auto& lines = shapes_.lines;
    for (std::size_t i = 0; i < lines.size(); ++i)
      for (std::size_t j = i + 1; j < lines.size(); ++j) {
        const SnapLine &one = lines[i], &other = lines[j];
        if (one.shape == other.shape) continue;
        const auto meeting = findMeetingPlace(one.from, one.to, other.from, other.to);
        if (!meeting) continue;
        auto point = pointOn(other, *meeting);
        if (!point) point = pointOn(one, *meeting);
        const QString reason = tr("%1 crosses %2").arg(one.name, other.name);
        offer(best, make(Kind::crossing, *meeting, reason, point),
              (one.isAxis && other.isAxis ? kOverlap : 1) * settings_.within);
      }
    return best;
  }

  // Where two lines meet between their ends.
  static std::optional<QPointF> findMeetingPlace(QPointF a, QPointF b, QPointF c, QPointF d) {
    const QPointF u = b - a, v = d - c;
    const double crossing = cross(u, v);
    if (std::abs(crossing) < 1e-9 * length(u) * length(v)) return std::nullopt;
    const double s = cross(c - a, v) / crossing, t = cross(c - a, u) / crossing;
    if (s < 0 || s > 1 || t < 0 || t > 1) return std::nullopt;
    return a + s * u;
  }

  // The axis of a bar at a place of whole nanometres, so that it lies on the axis and reads well.
  Snap onAxis(const SnapLine& line) const {
    const auto bar = *drawing_.barOf(line.body);
    QPointF on = nearestOnSegment(drawing_.toBody(line.body, world_), bar.from, bar.to);
    const double reach = length(bar.to - bar.from);
    if (reach > 0) {
      const QPointF along = (bar.to - bar.from) / reach;
      on = bar.from + std::min(makeNumber(dot(on - bar.from, along)).value, reach) * along;
    }
    return make(Kind::line, drawing_.toWorld(line.body, on), tr("on %1").arg(line.name),
                BodyPoint{line.body, on});
  }

  std::optional<Snap> findOnLine() const {
    std::optional<Snap> best;
    const SnapLine* line = nullptr;
    const SnapCircle* circle = nullptr;
    const auto isBetter = [&](QPointF place, double within) {
      return away(place) <= within && (!best || away(place) < away(best->world));
    };
    for (const SnapLine& one : shapes_.lines) {
      Snap on = one.isAxis
                    ? onAxis(one)
                    : make(Kind::edge, nearestOnSegment(world_, one.from, one.to), tr("on %1").arg(one.name));
      if (!isBetter(on.world, one.isAxis ? onBar_ : settings_.within)) continue;
      best = std::move(on);
      line = &one;
    }
    for (const SnapCircle& one : shapes_.circles) {
      const QPointF way = world_ - one.centre;
      if (!one.isWhole || !(length(way) > 0)) continue;
      const QPointF on = one.centre + one.radius / length(way) * way;
      if (!isBetter(on, settings_.within)) continue;
      best = make(Kind::edge, on, tr("on the rim of %1").arg(one.name));
      circle = &one;
    }
    if (best && settings_.from) {
      const auto own = circle ? findTangent(*circle) : findOwnPlace(*line, *best);
      if (own) return own;
    }
    return best;
  }

  // Where the line from settings.from meets another one squarely, or at a round angle.
  std::optional<Snap> findOwnPlace(const SnapLine& line, const Snap& on) const {
    const QPointF along = line.to - line.from;
    const double square = dot(along, along);
    if (!(square > 0)) return std::nullopt;
    const double part = dot(*settings_.from - line.from, along) / square;
    const QPointF foot = line.from + part * along;
    const bool isApart = length(foot - *settings_.from) > settings_.within;
    if (part >= 0 && part <= 1 && isApart && isNear(foot) && !line.isPiece)
      return make(Kind::perpendicular, foot, tr("square to %1").arg(line.name), pointOn(line, foot));
    if (!ray_) return std::nullopt;
    const double crossing = cross(ray_->along, along);
    if (std::abs(crossing) < 1e-9 * length(along)) return std::nullopt;
    const double met = cross(ray_->along, *settings_.from - line.from) / crossing;
    const QPointF meeting = line.from + met * along;
    if (met < 0 || met > 1 || !isNear(meeting)) return std::nullopt;
    return make(on.kind, meeting, on.reason + tr(" at %1").arg(writeAngle(ray_->angle)),
                pointOn(line, meeting));
  }

  // Of the two lines from a place that touch a circle: their angle with the way to its centre has the cosine
  // radius/distance, seen from the centre.
  std::optional<Snap> findTangent(const SnapCircle& circle) const {
    const QPointF way = *settings_.from - circle.centre;
    const double distance = length(way);
    if (distance <= circle.radius) return std::nullopt;
    const double angle = std::acos(circle.radius / distance);
    std::optional<Snap> best;
    for (const double side : {-1.0, 1.0})
      offer(best, make(Kind::tangent, circle.centre + circle.radius / distance * turned(way, side * angle),
                       tr("touches %1").arg(circle.name)));
    return best;
  }

  std::optional<Ray> findRay() const {
    if (!settings_.from) return std::nullopt;
    const QPointF way = world_ - *settings_.from;
    const double round = std::round(angleOf(way) / kRoundAngle) * kRoundAngle;
    const Ray ray{round, direction(round)};
    const bool isClose =
        std::abs(cross(ray.along, way)) <= settings_.within / 2 && dot(ray.along, way) >= settings_.within;
    return isClose ? std::optional(ray) : std::nullopt;
  }

  std::optional<Snap> findAngle() const {
    if (!ray_) return std::nullopt;
    double reach = dot(ray_->along, world_ - *settings_.from);
    if (settings_.grid > 0) reach = std::max(1.0, std::round(reach / settings_.grid)) * settings_.grid;
    return make(Kind::angle, *settings_.from + reach * ray_->along,
                tr("%1 at %2").arg(writeLength(reach), writeAngle(ray_->angle)));
  }

  std::optional<Snap> findGrid() const {
    if (settings_.grid <= 0) return std::nullopt;
    const auto round = [&](double x) { return std::round(x / settings_.grid) * settings_.grid; };
    return make(Kind::grid, {round(world_.x()), round(world_.y())},
                tr("grid %1").arg(writeLength(settings_.grid)));
  }

  const Drawing& drawing_;
  QPointF world_;
  const SnapSettings& settings_;
  double onBar_;  // m: the axis of a bar attracts as far as it is drawn wide
  SnapShapes shapes_;
  std::optional<Ray> ray_;
};

std::vector<BodyPoint> listUnder(const Drawing& drawing, QPointF world, const SnapSettings& settings) {
  std::vector<BodyPoint> under = listPointsAt(drawing, world, settings.pixel);
  std::erase_if(under, [&](const BodyPoint& point) {
    return std::find(settings.except.begin(), settings.except.end(), point.body) != settings.except.end();
  });
  return under;
}

bool hasLink(const std::vector<BodyPoint>& points) {
  return !points.empty() && points.front().body != kFrameIndex;
}

}  // namespace

Snap snap(const Drawing& drawing, QPointF world, const SnapSettings& settings) {
  Snap found{Kind::none, world, {}, std::nullopt, {}, {}};
  if (settings.enabled) found = SnapSearch(drawing, world, settings).find();
  if (!settings.finds) return found;
  found.isFree = !settings.enabled;
  found.under = listUnder(drawing, found.world, settings);
  // The grid does not lead off the body that the mouse is on.
  if (found.kind != Kind::grid || hasLink(found.under)) return found;
  auto here = listUnder(drawing, world, settings);
  if (hasLink(here)) found = {Kind::none, world, {}, std::nullopt, {}, std::move(here)};
  return found;
}

}  // namespace clank
