// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/surface_shape.h"

#include <QColor>
#include <numbers>

#include "core/contact/outline.h"
#include "core/support/overloaded.h"
#include "ui/board/board_painter.h"
#include "ui/board/drawn_marks.h"
#include "ui/board/plane.h"
#include "ui/board/symbols.h"
#include "ui/board/tidy_number.h"
#include "ui/document/outline_edits.h"

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

// All around the parts that touch so.
void drawOutlines(QPainter& painter, const Drawing& drawing, const BoardView& view,
                  const ContactPair& contact, const QColor& colour) {
  const auto draw = [&](const std::string& id) {
    const int index = drawing.indexOf(id);
    if (index == kFrameIndex) return;
    const Body& body = drawing.mechanism().bodies[static_cast<std::size_t>(index)];
    if (!hasOutline(body)) return;
    QPolygonF line;
    for (const Eigen::Vector2d& p : listOutlinePoints(body, kPiece))
      line << view.toPixel.map(drawing.toWorld(index, QPointF(p.x(), p.y())));
    painter.setPen(QPen(colour, 2.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolygon(line);
  };
  if (std::holds_alternative<OutlineSurface>(contact.surface)) draw(contact.a);
  if (!contact.outlineB) return;
  draw(contact.b);
  for (const std::string& body : contact.bodies) draw(body);
}

}  // namespace

void faceSurface(Surface& surface, QPointF point) {
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
                 [](OutlineSurface&) {}, [](CurveSurface&) {}},
      surface);
}

Surface makeSurface(const std::vector<QPointF>& corners, QPointF point) {
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
std::optional<Surface> makeArcSurface(QPointF from, QPointF to, QPointF through, QPointF point) {
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

Surface makeCircleSurface(QPointF center, QPointF rim, QPointF point) {
  CircleSurface circle;
  circle.center = makePoint(center);
  circle.radius = makeNumber(length(rim - center));
  circle.side = length(point - center) < length(rim - center) ? RoundSide::inside : RoundSide::outside;
  return circle;
}

void drawSurfaces(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  const auto& contacts = drawing.mechanism().contacts;
  const double edge = 2 * symbols::kHatch;
  const QRectF seen = QRectF(painter.viewport()).adjusted(-edge, -edge, edge, edge);
  DrawnMarks lines, points;
  const bool crowded = isCrowded(drawing);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const ContactPair& contact = contacts[c];
    const bool lit =
        view.isSelected(ElementKind::contact, contact.id) || view.isHovered(ElementKind::contact, contact.id);
    const JointState state = c < view.contacts.size() ? view.contacts[c] : JointState::free;
    QColor colour = state == JointState::free ? view.palette.partEdge : colourOf(state, view.palette);
    if (lit) colour = view.palette.action;
    if (contact.active.value == 0) colour.setAlphaF(0.3F);
    const int a = drawing.indexOf(contact.a), b = drawing.indexOf(contact.b);
    const SurfaceShape& shape = drawing.surfaceOf(c);
    const auto pixel = [&](const QPointF& local) { return view.toPixel.map(drawing.toWorld(a, local)); };
    const StretchLook look(pixel, seen);
    QPointF from = shape.points.empty() ? QPointF() : pixel(shape.points.front());
    followLine(shape, look, [&](std::size_t i, bool isSeen) {
      const QPointF to = pixel(shape.points[i]);
      const bool isTrifle = (to - from).manhattanLength() < kUnseen;
      if (isSeen && isTrifle && i + 1 < shape.points.size()) return;
      if (isSeen && (shape.materialLeft ? lines.isNew(from, to, colour) : lines.isNew(to, from, colour)))
        shape.materialLeft ? symbols::drawHatchedLine(painter, from, to, colour)
                           : symbols::drawHatchedLine(painter, to, from, colour);
      from = to;
    });
    if (b == kFrameIndex) continue;
    drawOutlines(painter, drawing, view, contact, colour);
    if (contact.outlineB) continue;
    const QPointF at = view.toPixel.map(drawing.toWorld(b, toPointF(contact.atB)));
    const double radius = std::max(contact.radius.value * view.scale(), 3.5);
    if (!points.isNew(at, {radius, contact.radius.value > 0 ? 1.0 : 0.0}, colour)) continue;
    painter.setPen(QPen(colour, crowded && !lit ? 1 : 1.8));
    painter.setBrush(contact.radius.value > 0 ? Qt::NoBrush : QBrush(colour));
    painter.drawEllipse(at, radius, radius);
  }
}

}  // namespace clank
