// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/surface_shape.h"

#include <QColor>
#include <algorithm>
#include <numbers>
#include <string>
#include <unordered_map>

#include "core/contact/outline.h"
#include "core/support/overloaded.h"
#include "ui/board/board_view.h"
#include "ui/board/drawn_marks.h"
#include "ui/board/plane.h"
#include "ui/board/symbols.h"
#include "ui/board/tidy_number.h"

namespace clank {
namespace {

constexpr double kPiece = std::numbers::pi / 36;  // rad, of an arc
constexpr double kUnseen = 0.5;  // px: pieces of a line that are shorter are one, of a line of a million

// Is the point to the left of the nearest piece?
bool isLeft(const std::vector<QPointF>& corners, QPointF point) {
  double nearest = HUGE_VAL;
  bool left = true;
  for (std::size_t i = 1; i < corners.size(); ++i) {
    const QPointF a = corners[i - 1], b = corners[i];
    const double distance = length(nearestOnSegment(point, a, b) - point);
    if (distance >= nearest) continue;
    nearest = distance;
    left = cross(b - a, point - a) >= 0;
  }
  return left;
}

// Of a long line as it lies among the pixels.
class StretchLook {
 public:
  template <class ToPixel>
  StretchLook(const ToPixel& pixel, const QRectF& seen)
      : origin_(pixel(QPointF(0, 0))),
        x_(pixel(QPointF(1, 0)) - origin_),
        y_(pixel(QPointF(0, 1)) - origin_),
        seen_(seen) {}

  Stretch operator()(const QRectF& box) const {
    const QPointF half(std::abs(x_.x()) * box.width() / 2 + std::abs(y_.x()) * box.height() / 2,
                       std::abs(x_.y()) * box.width() / 2 + std::abs(y_.y()) * box.height() / 2);
    const QPointF middle = origin_ + x_ * box.center().x() + y_ * box.center().y();
    if (middle.x() + half.x() < seen_.left() || middle.x() - half.x() > seen_.right() ||
        middle.y() + half.y() < seen_.top() || middle.y() - half.y() > seen_.bottom())
      return Stretch::unseen;
    return 2 * (half.x() + half.y()) < kUnseen ? Stretch::trifle : Stretch::near;
  }

 private:
  QPointF origin_, x_, y_;
  QRectF seen_;
};

class SurfacePainter {
 public:
  SurfacePainter(QPainter& painter, const Drawing& drawing, const BoardView& view)
      : painter_(painter), drawing_(drawing), view_(view), m_(drawing.mechanism()) {
    const double edge = 2 * symbols::kHatch;
    seen_ = QRectF(painter.viewport()).adjusted(-edge, -edge, edge, edge);
    const std::vector<ShownTouch>& shownTouches = drawing.shownTouches();
    for (std::size_t i = 0; i < std::min(shownTouches.size(), view.contacts.size()); ++i)
      note(shownTouches[i], view.contacts[i]);
  }

  void draw() {
    for (std::size_t s = 0; s < m_.surfaces.size(); ++s) drawSurface(m_.surfaces[s], drawing_.surfaceOf(s));
    for (const Body& body : m_.bodies)
      if (body.touches.value != Touches::nothing)
        drawOutline(body.id, colourOfState(findState(body.id), view_.palette.partEdge));
    for (std::size_t c = 0; c < m_.contacts.size(); ++c)
      drawContact(m_.contacts[c], c < view_.contacts.size() ? view_.contacts[c] : JointState::free);
  }

 private:
  // A surface and a solid body show the strongest of what happens to them.
  void note(const ShownTouch& touch, JointState state) {
    const auto take = [&](const std::string& id) {
      JointState& known = states_[id];
      known = std::max(known, state);
    };
    if (touch.group.surface) take(touch.group.surface->id);
    if (!touch.contact.outlineB) return;
    take(touch.contact.b);
    if (std::holds_alternative<OutlineSurface>(touch.contact.surface)) take(touch.contact.a);
  }
  JointState findState(const std::string& id) const {
    const auto found = states_.find(id);
    return found == states_.end() ? JointState::free : found->second;
  }
  QColor colourOfState(JointState state, const QColor& free) const {
    return state == JointState::free ? free : colourOf(state, view_.palette);
  }
  bool isLit(ElementKind kind, const std::string& id) const {
    return view_.isSelected(kind, id) || view_.isHovered(kind, id);
  }

  void drawSurface(const DrawnSurface& surface, const SurfaceShape& shape) {
    QColor colour = colourOfState(findState(surface.id), view_.palette.partEdge);
    if (isLit(ElementKind::surface, surface.id)) colour = view_.palette.action;
    if (surface.active.value == 0) colour.setAlphaF(0.3F);
    const int body = drawing_.indexOf(surface.body);
    const auto pixel = [&](const QPointF& local) { return view_.toPixel.map(drawing_.toWorld(body, local)); };
    const StretchLook look(pixel, seen_);
    QPointF from = shape.points.empty() ? QPointF() : pixel(shape.points.front());
    double begun = 0;  // px, along the line
    followLine(shape, look, [&](std::size_t i, bool isSeen) {
      const QPointF to = pixel(shape.points[i]);
      const bool isTrifle = (to - from).manhattanLength() < kUnseen;
      if (isSeen && isTrifle && i + 1 < shape.points.size()) return;
      if (isSeen && (shape.materialLeft ? lines_.isNew(from, to, colour) : lines_.isNew(to, from, colour)))
        drawPiece(shape, from, to, begun, colour);
      begun += length(to - from);
      from = to;
    });
    if (surface.speed.value != 0 && shape.points.size() > 1) drawSpeed(surface, shape, colour, pixel);
  }

  // Which way its material moves: an arrow beside the middle of the line, where the free side is.
  template <class ToPixel>
  void drawSpeed(const DrawnSurface& surface, const SurfaceShape& shape, const QColor& colour,
                 const ToPixel& pixel) {
    constexpr double kArrow = 34, kBeside = 9;  // px
    const std::size_t middle = shape.points.size() / 2;
    const QPointF from = pixel(shape.points[middle - 1]), to = pixel(shape.points[middle]);
    const QPointF way = to - from;
    if (length(way) == 0) return;
    const QPointF along = way / length(way), left(along.y(), -along.x());
    const QPointF at = (from + to) / 2 + (shape.materialLeft ? -kBeside : kBeside) * left;
    const QPointF half = (surface.speed.value > 0 ? kArrow : -kArrow) / 2 * along;
    symbols::drawArrow(painter_, at - half, at + half, colour);
  }

  // begun: px, from the beginning of the line to the piece, whose strokes stand in step with those before.
  void drawPiece(const SurfaceShape& shape, QPointF from, QPointF to, double begun, const QColor& colour) {
    using symbols::kHatchStep;
    if (shape.hasBothSides) {
      painter_.setPen(QPen(colour, 2.6, Qt::SolidLine, Qt::RoundCap));
      painter_.drawLine(from, to);
    } else {
      const auto wrap = [](double x) { return x - kHatchStep * std::floor(x / kHatchStep); };
      shape.materialLeft ? symbols::drawHatchedLine(painter_, from, to, colour, wrap(kHatchStep / 2 - begun))
                         : symbols::drawHatchedLine(painter_, to, from, colour,
                                                    wrap(begun + length(to - from) - kHatchStep / 2));
    }
  }

  void drawContact(const ContactPair& contact, JointState state) {
    const bool lit = isLit(ElementKind::contact, contact.id);
    QColor colour = colourOfState(state, view_.palette.partEdge);
    if (lit) colour = view_.palette.action;
    if (contact.active.value == 0) colour.setAlphaF(0.3F);
    const int b = drawing_.indexOf(contact.b);
    if (b == kFrameIndex) return;
    if (std::holds_alternative<OutlineSurface>(contact.surface)) drawOutline(contact.a, colour);
    if (contact.outlineB) {
      drawOutline(contact.b, colour);
      for (const std::string& body : contact.bodies) drawOutline(body, colour);
      return;
    }
    const QPointF at = view_.toPixel.map(drawing_.toWorld(b, toPointF(contact.atB)));
    const double radius = std::max(contact.radius.value * view_.scale(), 3.5);
    if (!points_.isNew(at, {radius, contact.radius.value > 0 ? 1.0 : 0.0}, colour)) return;
    painter_.setPen(QPen(colour, isCrowded(drawing_) && !lit ? 1 : 1.8));
    painter_.setBrush(contact.radius.value > 0 ? Qt::NoBrush : QBrush(colour));
    painter_.drawEllipse(at, radius, radius);
  }

  // All around a part that touches so.
  void drawOutline(const std::string& id, const QColor& colour) {
    const int index = drawing_.indexOf(id);
    if (index == kFrameIndex) return;
    const Body& body = m_.bodies[static_cast<std::size_t>(index)];
    if (!hasOutline(body)) return;
    QPolygonF line;
    for (const Eigen::Vector2d& p : listOutlinePoints(body, kPiece))
      line << view_.toPixel.map(drawing_.toWorld(index, QPointF(p.x(), p.y())));
    painter_.setPen(QPen(isLit(ElementKind::body, id) ? view_.palette.action : colour, 2.4));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawPolygon(line);
  }

  QPainter& painter_;
  const Drawing& drawing_;
  const BoardView& view_;
  const Mechanism& m_;
  QRectF seen_;
  DrawnMarks lines_, points_;
  std::unordered_map<std::string, JointState> states_;  // of surfaces and solid bodies
};

}  // namespace

void faceSurface(SurfaceKind& surface, QPointF point) {
  const std::vector<QPointF> points = makeSurfaceShape(surface).points;
  const auto faceLine = [&](auto& line) {
    line.side = isLeft(points, point) ? LineSide::left : LineSide::right;
  };
  const auto faceRound = [&](auto& round) {
    const bool inside = length(point - toPointF(round.center)) < round.radius.value;
    round.side = inside ? RoundSide::inside : RoundSide::outside;
  };
  std::visit(
      Overloaded{[&](LineSurface& line) { faceLine(line); }, [&](PolylineSurface& line) { faceLine(line); },
                 [&](ArcSurface& arc) { faceRound(arc); }, [&](CircleSurface& circle) { faceRound(circle); },
                 [](CurveSurface&) {}},
      surface);
}

SurfaceKind makeSurface(const std::vector<QPointF>& corners, QPointF point) {
  const LineSide side = isLeft(corners, point) ? LineSide::left : LineSide::right;
  if (corners.size() == 2) {
    LineSurface line;
    line.from = makePoint(corners[0]);
    line.to = makePoint(corners[1]);
    line.side = side;
    return line;
  }
  PolylineSurface polyline;
  std::vector<Point> points;
  for (const QPointF p : corners) points.push_back(makePoint(p));
  polyline.points = std::move(points);
  polyline.side = side;
  return polyline;
}

// The centre c is as far from the ends p, q as from the third point r: with u = p - r, v = q - r,
// 2 u.(c - r) = u.u and 2 v.(c - r) = v.v.
std::optional<SurfaceKind> makeArcSurface(QPointF from, QPointF to, QPointF through, QPointF point) {
  const QPointF u = from - through, v = to - through;
  const double twice = 2 * cross(u, v);
  if (std::abs(twice) < 1e-9 * length(u) * length(v) || twice == 0) return std::nullopt;
  const double uu = dot(u, u), vv = dot(v, v);
  const QPointF arm((v.y() * uu - u.y() * vv) / twice, (u.x() * vv - v.x() * uu) / twice);
  const QPointF center = through + arm;
  ArcSurface arc;
  arc.center = makePoint(center);
  arc.radius = makeNumber(length(arm));
  // Seen from above, from - through - to runs counter-clockwise where the bend is to the left.
  const bool leftward = cross(through - from, to - through) > 0;
  arc.from = makeNumber(angleOf((leftward ? from : to) - center));
  arc.to = makeNumber(angleOf((leftward ? to : from) - center));
  arc.side = length(point - center) < length(arm) ? RoundSide::inside : RoundSide::outside;
  return arc;
}

SurfaceKind makeCircleSurface(QPointF center, QPointF rim, QPointF point) {
  CircleSurface circle;
  circle.center = makePoint(center);
  circle.radius = makeNumber(length(rim - center));
  circle.side = length(point - center) < length(rim - center) ? RoundSide::inside : RoundSide::outside;
  return circle;
}

void drawSurfaces(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  SurfacePainter(painter, drawing, view).draw();
}

}  // namespace clank
