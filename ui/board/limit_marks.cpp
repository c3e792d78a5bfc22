// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/limit_marks.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <numbers>

#include "ui/board/grid.h"
#include "ui/board/plane.h"
#include "ui/board/symbols.h"

namespace clank {
namespace {

constexpr double kRadius = 46, kStep = 7;  // px, of the first arc and from arc to arc
constexpr double kStop = 17;               // px, half the length of a stop

// In which direction b points from the joint, in the axes of b: to its farthest point.
double findPointer(const Drawing& drawing, std::size_t joint) {
  const Joint& j = drawing.mechanism().joints[joint];
  const int b = drawing.indexOf(j.b);
  const QPointF at = toPointF(j.atB);
  QPointF far = at;
  if (b != kFrameIndex)
    for (const QPointF p : drawing.pointsOf(b))
      if (length(p - at) > length(far - at)) far = p;
  return length(far - at) > 0 ? angleOf(far - at) : 0;
}

LimitMark makeMark(const Drawing& drawing, const BoardView& view, std::size_t joint, std::size_t change) {
  const Joint& j = drawing.mechanism().joints[joint];
  LimitMark mark;
  mark.joint = joint;
  mark.change = change;
  mark.value = std::get<Limit>(j.metamorphic->changes[change].guard).value.value;
  mark.now = drawing.coordinateOf(joint);
  mark.travel = findCoordinateKind(j.kind) == CoordinateKind::travel;
  if (mark.travel) {
    mark.centre = view.toPixel.map(drawing.pointA(joint) + mark.value * direction(drawing.axisOf(joint)));
    mark.tip = mark.centre + kStop * leftOf(direction(-drawing.axisOf(joint)));
    return mark;
  }
  const double zero = drawing.angleOf(drawing.indexOf(j.a)) + findPointer(drawing, joint);
  mark.centre = view.toPixel.map(drawing.pointB(joint));
  mark.from = -(zero + mark.now);
  mark.to = -(zero + mark.value);
  mark.tip = mark.centre + (kRadius + kStep * double(change)) * direction(mark.to);
  return mark;
}

void drawArc(QPainter& painter, const LimitMark& mark, const QColor& colour) {
  const double radius = length(mark.tip - mark.centre);
  QPainterPath path;
  const int steps = 4 + static_cast<int>(std::abs(mark.to - mark.from) * 20);
  for (int i = 0; i <= steps; ++i) {
    const QPointF p = mark.centre + radius * direction(mark.from + (mark.to - mark.from) * i / steps);
    i == 0 ? path.moveTo(p) : path.lineTo(p);
  }
  QPen pen(colour, 2.4);
  pen.setDashPattern({2.5, 2});
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(path);
  const QPointF out = direction(mark.to);
  painter.setPen(QPen(colour, 2, Qt::SolidLine, Qt::RoundCap));
  painter.drawLine(mark.centre + 12 * out, mark.tip + 8 * out);
}

}  // namespace

std::vector<LimitMark> listLimitMarks(const Drawing& drawing, const BoardView& view) {
  std::vector<LimitMark> marks;
  const auto& joints = drawing.mechanism().joints;
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (joints[j].metamorphic && findCoordinateKind(joints[j].kind) != CoordinateKind::none)
      for (std::size_t c = 0; c < joints[j].metamorphic->changes.size(); ++c)
        if (std::holds_alternative<Limit>(joints[j].metamorphic->changes[c].guard))
          marks.push_back(makeMark(drawing, view, j, c));
  return marks;
}

QString writeLimit(const LimitMark& mark, const Drawing& drawing) {
  const Metamorphic& m = *drawing.mechanism().joints[mark.joint].metamorphic;
  const PhaseChange& change = m.changes[mark.change];
  bool locks = false;
  for (const Phase& phase : m.phases) locks = locks || (phase.id == change.to && phase.locked);
  const QString at = mark.travel ? writeLength(mark.value, 5) : writeAngle(mark.value);
  return (locks ? QCoreApplication::translate("Board", "locks at %1")
                : QCoreApplication::translate("Board", "changes at %1"))
      .arg(at);
}

std::vector<QRectF> drawLimitMarks(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  std::vector<QRectF> written;
  painter.setRenderHint(QPainter::Antialiasing);
  for (const LimitMark& mark : listLimitMarks(drawing, view)) {
    const std::string& id = drawing.mechanism().joints[mark.joint].id;
    const bool lit = view.isSelected(ElementKind::joint, id) || view.isHovered(ElementKind::joint, id);
    const QColor colour = view.palette.locked;
    if (mark.travel) {
      painter.setPen(QPen(colour, 3, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(mark.tip, 2 * mark.centre - mark.tip);
    } else {
      drawArc(painter, mark, colour);
    }
    painter.setPen(QPen(colour, 1.6));
    painter.setBrush(view.palette.panel);
    painter.drawEllipse(mark.tip, 4.5, 4.5);
    QString text = QString::fromStdString(id) + ' ' + writeLimit(mark, drawing);
    if (lit)
      text += QCoreApplication::translate("Board", ", now %1")
                  .arg(mark.travel ? writeLength(mark.now, 4) : writeAngle(mark.now, 4));
    const QPointF out = (mark.tip - mark.centre) / std::max(1.0, length(mark.tip - mark.centre));
    const auto side = out.x() < -0.35 ? Qt::AlignRight : out.x() > 0.35 ? Qt::AlignLeft : Qt::AlignHCenter;
    const QPointF at = mark.tip + 20 * out;
    symbols::drawLabel(painter, at, text, lit ? view.palette.action : view.palette.ink, view.palette.panel, 0,
                       side);
    written.push_back(symbols::findLabelBox(painter, at, text, 0, side));
  }
  return written;
}

double findLimitValue(const LimitMark& mark, const Drawing& drawing, const BoardView& view, QPointF pixel) {
  if (mark.travel)
    return dot(view.toPixel.inverted().map(pixel) - drawing.pointA(mark.joint),
               direction(drawing.axisOf(mark.joint)));
  const double turnedBy = mark.to - angleOf(pixel - mark.centre);
  return mark.value + std::remainder(turnedBy, 2 * std::numbers::pi);
}

}  // namespace clank
