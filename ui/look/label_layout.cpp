// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/label_layout.h"

#include <QTransform>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace clank {
namespace {

constexpr double kDeepest = 14;  // px: deeper is no worse
constexpr double kLater = 1.2;   // px, what a later place costs
constexpr double kKept = 10;     // px, what moving to another side costs: more than a later place
constexpr double kNear = 30;     // px: what lies so far outside still has its text inside
constexpr double kFarther = 18;  // px, from one ring of places farther off to the next
constexpr int kRings = 3;
constexpr double kLaterRing = 3, kLaterInRing = 0.3;  // px, what those cost
constexpr double kTouch = 1;                          // px, of two texts that are called apart

double weigh(Cover cover) {
  switch (cover) {
    case Cover::part:
      return 1;
    case Cover::symbol:
      return 4;
    case Cover::text:
      break;
  }
  return 16;
}

struct Span {
  double low = HUGE_VAL, high = -HUGE_VAL;
};

Span project(const QPolygonF& outline, QPointF axis) {
  Span span;
  for (const QPointF& p : outline) {
    const double at = QPointF::dotProduct(p, axis);
    span.low = std::min(span.low, at);
    span.high = std::max(span.high, at);
  }
  return span;
}

// The least overlap along the normals of the sides of a.
double overlapAlongNormals(const QPolygonF& a, const QPolygonF& b) {
  double least = HUGE_VAL;
  for (qsizetype i = 0; i < a.size() && least > 0; ++i) {
    const QPointF side = a[(i + 1) % a.size()] - a[i];
    const double norm = std::hypot(side.x(), side.y());
    if (!(norm > 0)) continue;
    const QPointF normal = QPointF(-side.y(), side.x()) / norm;
    const Span s = project(a, normal), t = project(b, normal);
    least = std::min(least, std::min(s.high - t.low, t.high - s.low));
  }
  return std::max(least, 0.0);
}

QPolygonF corners(const QRectF& box) {
  return QPolygonF{box.topLeft(), box.topRight(), box.bottomRight(), box.bottomLeft()};
}

// What brings a span into a room.
double findShift(double low, double high, double from, double to) {
  return std::max(0.0, from - low) - std::max(0.0, high - to);
}

}  // namespace

// Two convex sets are apart exactly when the normal of a side of one of them parts them.
double calcOverlap(const QPolygonF& a, const QPolygonF& b) {
  const double first = overlapAlongNormals(a, b);
  return first > 0 ? std::min(first, overlapAlongNormals(b, a)) : 0;
}

void LabelLayout::block(const QPolygonF& convex, Cover cover) {
  if (convex.size() > 2) blocked_.push_back({convex, convex.boundingRect(), cover});
}

void LabelLayout::block(const QRectF& box, Cover cover) {
  block(corners(box), cover);
}

void LabelLayout::blockLine(QPointF from, QPointF to, double half, Cover cover) {
  const QPointF way = to - from;
  const double reach = std::hypot(way.x(), way.y());
  const QPointF along = reach > 0 ? way / reach : QPointF(1, 0), aside(-along.y(), along.x());
  from -= half * along;
  to += half * along;
  block(QPolygonF{from + half * aside, to + half * aside, to - half * aside, from - half * aside}, cover);
}

std::vector<LabelPlace> LabelLayout::around(QPointF at, QPointF liked, double gap) {
  constexpr double kStep = std::numbers::pi / 4;
  const double first = std::atan2(liked.y(), liked.x());
  std::vector<LabelPlace> places;
  for (const double turns : {0, 1, -1, 2, -2, 3, -3, 4}) {
    const double angle = first + turns * kStep;
    places.push_back({at, {std::cos(angle), std::sin(angle)}, gap, 0});
  }
  return places;
}

std::optional<QLineF> LabelLayout::Spot::findLeader() const {
  constexpr double kPin = 8;  // px, that it leaves to the symbol
  if (!leaderFrom) return std::nullopt;
  const QRectF text = outline.boundingRect();
  const QLineF whole(*leaderFrom, {std::clamp(leaderFrom->x(), text.left(), text.right()),
                                   std::clamp(leaderFrom->y(), text.top(), text.bottom())});
  if (whole.length() <= kPin) return std::nullopt;
  return QLineF(whole.pointAt(kPin / whole.length()), whole.p2());
}

LabelLayout::Spot LabelLayout::makeSpot(const QSizeF& size, const LabelPlace& place) const {
  const double w = size.width() / 2, h = size.height() / 2;
  const double norm = std::hypot(place.away.x(), place.away.y());
  Spot spot{place.at, place.angle, {}};
  if (norm > 0) {
    // Beside, above, or with a corner towards the point.
    constexpr double kDiagonal = 0.7;
    const QPointF u = place.away / norm;
    const auto side = [](double part) { return std::clamp(part / kDiagonal, -1.0, 1.0); };
    spot.center += place.gap * u + QPointF(side(u.x()) * w, side(u.y()) * h);
  }
  QTransform turn;
  turn.translate(spot.center.x(), spot.center.y());
  turn.rotate(place.angle * 180 / std::numbers::pi);
  spot.outline = turn.map(corners({-w, -h, 2 * w, 2 * h}));
  if (room_.adjusted(-kNear, -kNear, kNear, kNear).contains(place.at)) {
    const QRectF box = spot.outline.boundingRect();
    const QPointF shift(findShift(box.left(), box.right(), room_.left(), room_.right()),
                        findShift(box.top(), box.bottom(), room_.top(), room_.bottom()));
    spot.center += shift;
    spot.outline.translate(shift);
  }
  return spot;
}

double LabelLayout::calcCost(const QPolygonF& outline, Cover least) const {
  const QRectF box = outline.boundingRect();
  double cost = 0;
  for (const Blocked& blocked : blocked_)
    if (blocked.cover >= least && blocked.box.intersects(box))
      cost += weigh(blocked.cover) * std::min(calcOverlap(outline, blocked.outline), kDeepest);
  return cost;
}

std::optional<LabelLayout::Spot> LabelLayout::place(const QString& key, const QSizeF& size,
                                                    const std::vector<LabelPlace>& places, bool mayGo) {
  const auto before = memory_.find(key);
  double least = HUGE_VAL;
  std::size_t chosen = 0;
  std::optional<Spot> best;
  const auto look = [&](const LabelPlace& place, std::size_t i, double later) {
    Spot spot = makeSpot(size, place);
    double cost = calcCost(spot.outline, Cover::part) + later;
    if (before != memory_.end() && before->second == i) cost -= kKept;
    if (!(cost < least)) return;
    least = cost;
    chosen = i;
    best = std::move(spot);
  };
  for (std::size_t i = 0; i < places.size(); ++i) look(places[i], i, kLater * static_cast<double>(i));
  const auto isOn = [&](Cover from) { return calcCost(best->outline, from) > kTouch; };
  const bool isBeside = best && !places.front().away.isNull();
  if (isBeside && isOn(Cover::part)) {  // farther off, with a leader
    const LabelPlace& first = places.front();
    std::size_t i = places.size();
    for (int ring = 1; ring <= kRings; ++ring) {
      double later = kLaterRing * ring;
      for (const LabelPlace& place : around(first.at, first.away, first.gap + ring * kFarther))
        look(place, i++, std::exchange(later, later + kLaterInRing));
    }
  }
  if (!best || (mayGo && isOn(Cover::symbol))) return std::nullopt;
  if (chosen >= places.size()) best->leaderFrom = places.front().at;
  memory_[key] = chosen;
  block(best->outline, Cover::text);
  return best;
}

}  // namespace clank
