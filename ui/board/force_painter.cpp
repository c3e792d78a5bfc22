// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/force_painter.h"

#include <algorithm>

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
  const auto points = drawing.pointsOf(body);
  for (const QPointF p : points) sum += drawing.toWorld(body, p);
  return sum / static_cast<double>(points.size());
}

namespace {

constexpr double kStep = 9, kLeastTurn = 11;  // px, from one arrow to the next; the smallest

// Arrows that would cross are apart afterwards.
void moveApart(MomentMark& mark, MomentMark& other, double distance) {
  if (distance >= mark.radius + other.radius + kStep) return;
  if (std::abs(mark.radius - other.radius) >= distance + kStep) return;  // one inside the other
  const double half = (distance - kStep) / 2;
  if (half >= kLeastTurn) {
    mark.radius = std::min(mark.radius, std::max(half, distance - kStep - other.radius));
    other.radius = std::min(other.radius, distance - kStep - mark.radius);
  } else {
    mark.radius = other.radius + distance + kStep;
  }
}

}  // namespace

std::vector<MomentMark> listMomentMarks(const Drawing& drawing, const BoardView& view) {
  std::vector<MomentMark> marks;
  const auto add = [&](ElementKind kind, const std::string& id, QPointF at, double least) {
    MomentMark mark{{kind, id}, at, least};
    for (MomentMark& other : marks)
      moveApart(mark, other, length(view.toPixel.map(other.at) - view.toPixel.map(at)) / view.symbolScale);
    marks.push_back(mark);
  };
  const Mechanism& m = drawing.mechanism();
  for (const Drive& drive : m.drives) {
    const Joint* joint = findById(m.joints, drive.joint);
    if (!joint || findCoordinateKind(joint->kind) == CoordinateKind::travel) continue;
    add(ElementKind::drive, drive.id, drawing.pointB(static_cast<std::size_t>(joint - m.joints.data())),
        kMotorArrow);
  }
  for (const ForceElement& force : m.forces)
    if (const auto* torque = std::get_if<Torque>(&force.kind))
      add(ElementKind::force, force.id, findMomentPlace(drawing, torque->a, torque->b), kTorqueArrow);
  return marks;
}

MomentMark findMomentMark(const Drawing& drawing, const BoardView& view, const ElementId& of) {
  for (const MomentMark& mark : listMomentMarks(drawing, view))
    if (mark.of == of) return mark;
  return {};
}

QPointF findLoadDirection(const Drawing& drawing, const Load& load) {
  bool okX = false, okY = false;
  QPointF way(QString::fromStdString(load.fx.text).toDouble(&okX),
              QString::fromStdString(load.fy.text).toDouble(&okY));
  if (!okX || !okY || length(way) == 0) way = {0, -1};
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
