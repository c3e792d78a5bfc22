// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/force_painter.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/io/sheet_force.h"
#include "ui/board/board_view.h"
#include "ui/board/plane.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"

namespace clank {
namespace {

// Which way the arrow of a motion law points; one that goes to and fro, or where it is not known, forward.
struct IsForward {
  bool operator()(const ConstantSpeed& constant) const { return constant.speed.value >= 0; }
  bool operator()(const Polynomial345&) const { return true; }
  bool operator()(const Cycloidal&) const { return true; }
  bool operator()(const TableMotion&) const { return true; }
  bool operator()(const ExpressionMotion&) const { return true; }
  bool operator()(const Reverse&) const { return true; }
};

bool isForward(const Drive& drive) {
  return std::visit(IsForward{}, drive.kind);
}

}  // namespace

QPointF findMomentPlace(const Drawing& drawing, const std::string& a, const std::string& b) {
  const auto& joints = drawing.mechanism().joints;
  for (std::size_t j = 0; j < joints.size(); ++j)
    if ((joints[j].a == a && joints[j].b == b) || (joints[j].a == b && joints[j].b == a))
      return drawing.pointB(j);
  const int body = drawing.indexOf(b);
  if (body == kFrameIndex) return {};
  QPointF sum;
  const auto& points = drawing.pointsOf(body);
  for (const QPointF p : points) sum += drawing.toWorld(body, p);
  return sum / static_cast<double>(points.size());
}

namespace {

constexpr double kStep = 9, kLeastTurn = 9,
                 kMostTurn = 62;  // px, from one arrow to the next; smallest and largest

// An arrow that is there already, as seen from another point.
struct Neighbour {
  double radius = 0, away = 0;  // px
  // Apart, or one around the other.
  bool isClear(double other) const {
    return away >= radius + other + kStep || std::abs(radius - other) >= away + kStep;
  }
};

// The radius nearest to the liked one that crosses none: beside an arrow, within it or around it. Where all
// would cross some, the liked one.
double findRadius(double liked, const std::vector<Neighbour>& neighbours) {
  constexpr double kRounding = 1e-9;
  std::vector<double> choices{liked};
  for (const Neighbour& n : neighbours)
    for (const double choice :
         {n.away - n.radius - kStep, n.radius - n.away - kStep, n.radius + n.away + kStep})
      choices.push_back(choice);
  std::optional<double> best;
  for (const double choice : choices) {
    const bool isClear = std::all_of(neighbours.begin(), neighbours.end(), [&](const Neighbour& n) {
      return n.isClear(choice - kRounding) || n.isClear(choice + kRounding);
    });
    if (choice < kLeastTurn || choice > kMostTurn || !isClear) continue;
    if (!best || std::abs(choice - liked) < std::abs(*best - liked)) best = choice;
  }
  return best.value_or(liked);
}

}  // namespace

std::vector<MomentMark> listMomentMarks(const Drawing& drawing, const BoardView& view) {
  std::vector<MomentMark> marks;
  std::size_t active = 0;
  // Those that act come first and choose their place.
  const auto add = [&](ElementKind kind, const auto& part, QPointF at, double radius) {
    const bool acts = part.active.value != 0;
    marks.insert(acts ? marks.begin() + static_cast<std::ptrdiff_t>(active) : marks.end(),
                 {{kind, part.id}, at, radius});
    active += acts ? 1 : 0;
  };
  const Mechanism& m = drawing.mechanism();
  for (const Drive& drive : m.drives) {
    const Joint* joint = findById(m.joints, drive.joint);
    if (!joint || findCoordinateKind(joint->kind) == CoordinateKind::travel) continue;
    add(ElementKind::drive, drive, drawing.pointB(static_cast<std::size_t>(joint - m.joints.data())),
        kMotorArrow);
  }
  for (const ForceElement& force : m.forces)
    if (const auto* torque = std::get_if<Torque>(&force.kind))
      add(ElementKind::force, force, findMomentPlace(drawing, torque->a, torque->b), kTorqueArrow);
  const auto measure = [&](const MomentMark& from, const MomentMark& to) {
    return length(view.toPixel.map(from.at) - view.toPixel.map(to.at)) / view.symbolScale;
  };
  // Two that have room beside each other share it; then one after the other takes a place that is free.
  for (std::size_t i = 0; i < active; ++i)
    for (std::size_t k = 0; k < active; ++k)
      if (const double half = (measure(marks[i], marks[k]) - kStep) / 2; half >= kLeastTurn)
        marks[i].radius = std::min(marks[i].radius, half);
  for (std::size_t i = 1; i < marks.size(); ++i) {
    std::vector<Neighbour> neighbours;
    for (std::size_t k = 0; k < i; ++k) neighbours.push_back({marks[k].radius, measure(marks[i], marks[k])});
    marks[i].radius = findRadius(marks[i].radius, neighbours);
  }
  return marks;
}

MomentMark findMomentMark(const Drawing& drawing, const BoardView& view, const ElementId& of) {
  for (const MomentMark& mark : listMomentMarks(drawing, view))
    if (mark.of == of) return mark;
  return {};
}

QPointF findLoadDirection(const Drawing& drawing, const Load& load) {
  const Corner drawn = clank::findLoadDirection(load);
  QPointF way(drawn.x, drawn.y);
  if (load.axes.value == LoadAxes::body) way = turned(way, drawing.angleOf(drawing.indexOf(load.b)));
  return QPointF(way.x(), -way.y()) / length(way);
}

TravelArrow findTravelArrow(const Drawing& drawing, const BoardView& view, const Drive& drive,
                            std::size_t joint) {
  const QPointF at = view.toPixel.map(drawing.pointB(joint));
  const QPointF along = (isForward(drive) ? 1 : -1) * direction(-drawing.axisOf(joint));
  const QPointF up = -22 * QPointF(-along.y(), along.x());
  return {at + up - 20 * along, at + up + 24 * along};
}

namespace {

class ForcePainter {
 public:
  ForcePainter(QPainter& painter, const Drawing& drawing, const BoardView& view)
      : painter_(painter), drawing_(drawing), view_(view) {}

  void draw(const ForceElement& force) {
    colour_ = view_.edgeOf(ElementKind::force, force.id, view_.palette.ink);
    if (force.active.value == 0) colour_.setAlphaF(0.25F);
    id_ = force.id;
    std::visit([this](const auto& kind) { drawKind(kind); }, force.kind);
  }

 private:
  QPointF pixel(const std::string& body, const Point& point) const {
    return view_.toPixel.map(drawing_.toWorld(drawing_.indexOf(body), toPointF(point)));
  }
  symbols::Ink ground() const { return {view_.palette.dim, view_.palette.panel}; }
  QPointF momentPixel(const std::string& a, const std::string& b) const {
    return view_.toPixel.map(findMomentPlace(drawing_, a, b));
  }

  void drawKind(const Spring& spring) {
    const QPointF a = pixel(spring.a, spring.atA), b = pixel(spring.b, spring.atB);
    if (spring.a == kFrame) symbols::drawGround(painter_, a, ground());
    const bool both = spring.stiffness.value != 0 && spring.damping.value != 0;
    const QPointF aside = both && length(b - a) > 0 ? 10 * leftOf((b - a) / length(b - a)) : QPointF();
    if (spring.stiffness.value != 0 || spring.damping.value == 0)
      symbols::drawSpring(painter_, a + aside, b + aside, colour_);
    if (spring.damping.value != 0)
      symbols::drawDamper(painter_, a - aside, b - aside, {colour_, view_.palette.panel});
  }
  void drawKind(const TorsionSpring& torsion) {
    symbols::drawTorsionSpring(painter_, momentPixel(torsion.a, torsion.b), colour_);
  }
  // Taut as the drawing stands, or hanging.
  void drawKind(const Rope& rope) {
    if (rope.a == kFrame) symbols::drawGround(painter_, pixel(rope.a, rope.atA), ground());
    if (rope.b == kFrame) symbols::drawGround(painter_, pixel(rope.b, rope.atB), ground());
    QPolygonF line;
    for (const QPointF p : drawing_.lineOf(rope)) line << view_.toPixel.map(p);
    symbols::drawRope(painter_, line, colour_);
    for (const RopeRing& ring : rope.rings)
      symbols::drawRing(painter_, pixel(ring.body, ring.at), {colour_, view_.palette.panel});
    for (const QPointF end : {line.front(), line.back()}) symbols::drawEnd(painter_, end, {colour_, colour_});
  }
  void drawKind(const Torque& torque) {
    const bool clockwise = torque.moment.text.starts_with('-');
    const MomentMark mark = findMomentMark(drawing_, view_, {ElementKind::force, id_});
    const QPointF at = view_.toPixel.map(mark.at);
    const symbols::Scaled scaled(painter_, at, view_.symbolScale);
    symbols::drawTurnArrow(painter_, at, mark.radius, !clockwise, colour_);
  }
  void drawKind(const Load& load) {
    const QPointF tip = pixel(load.b, load.atB);
    symbols::drawArrow(painter_, tip - kLoadArrow * findLoadDirection(drawing_, load), tip, colour_);
  }

  // Where it pulls and the way that it goes.
  void drawKind(const Hand& hand) {
    QPolygonF way;
    for (const Point& place : hand.path) way << view_.toPixel.map(toPointF(place));
    QPen pen(colour_, 1.2, Qt::DotLine);
    painter_.setPen(pen);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawPolyline(way);
    symbols::drawEnd(painter_, pixel(hand.b, hand.atB), {colour_, colour_});
  }

  QPainter& painter_;
  const Drawing& drawing_;
  const BoardView& view_;
  QColor colour_;  // of the element in hand
  std::string id_;
};

}  // namespace

void drawForces(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  ForcePainter forces(painter, drawing, view);
  for (const ForceElement& force : drawing.mechanism().forces) forces.draw(force);
}

void drawDrives(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  const auto& joints = drawing.mechanism().joints;
  for (const Drive& drive : drawing.mechanism().drives) {
    const auto joint =
        std::find_if(joints.begin(), joints.end(), [&](const Joint& j) { return j.id == drive.joint; });
    if (joint == joints.end()) continue;
    const auto index = static_cast<std::size_t>(joint - joints.begin());
    QColor colour = view.edgeOf(ElementKind::drive, drive.id, view.palette.action);
    if (drive.active.value == 0) colour.setAlphaF(0.3F);
    if (findCoordinateKind(joint->kind) == CoordinateKind::travel) {
      const TravelArrow arrow = findTravelArrow(drawing, view, drive, index);
      symbols::drawArrow(painter, arrow.from, arrow.to, colour);
    } else {
      const MomentMark mark = findMomentMark(drawing, view, {ElementKind::drive, drive.id});
      const QPointF at = view.toPixel.map(mark.at);
      const symbols::Scaled scaled(painter, at, view.symbolScale);
      symbols::drawTurnArrow(painter, at, mark.radius, isForward(drive), colour);
    }
  }
}

}  // namespace clank
