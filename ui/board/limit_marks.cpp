// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/limit_marks.h"

#include <QCoreApplication>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "ui/board/board_view.h"
#include "ui/board/grid.h"
#include "ui/board/plane.h"
#include "ui/board/slider_shape.h"
#include "ui/board/symbols.h"
#include "ui/document/phase_edits.h"
#include "ui/look/part_names.h"

namespace clank {
namespace {

constexpr double kRadius = 46, kArcStep = 7;        // px, of the first arc and from arc to arc
constexpr double kStop = 17;                        // px, half the length of a stop
constexpr double kLabelOff = 9, kStopGap = 4;       // px, of a text from its mark
constexpr double kShortSweep = 0.9, kBeyond = 0.5;  // rad

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

// A place on the curve of a joint, world, and the direction of the curve there.
struct CurvePlace {
  QPointF at, along;
};

CurvePlace findPlace(const std::vector<QPointF>& curve, double way) {
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const QPointF step = curve[i] - curve[i - 1];
    const double reach = length(step);
    if (reach <= 0) continue;
    if (way <= reach || i + 1 == curve.size()) return {curve[i - 1] + way / reach * step, step / reach};
    way -= reach;
  }
  return {};
}

double findWay(const std::vector<QPointF>& curve, QPointF world) {
  double way = 0, nearest = HUGE_VAL, found = 0;
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const QPointF foot = nearestOnSegment(world, curve[i - 1], curve[i]);
    if (const double distance = length(foot - world); distance < nearest) {
      nearest = distance;
      found = way + length(foot - curve[i - 1]);
    }
    way += length(curve[i] - curve[i - 1]);
  }
  return found;
}

// Where the limit of a travel lies, and the direction of the travel there. That of an angle is an arc.
struct StopAt {
  const Drawing& drawing;
  std::size_t joint;
  double value;
  CurvePlace operator()(const NoCoordinate&) const { return {}; }
  CurvePlace operator()(const RelativeAngle&) const { return {}; }
  CurvePlace operator()(const StraightTravel&) const { return findAlong(); }
  CurvePlace operator()(const PointDistance&) const { return findAlong(); }
  CurvePlace operator()(const CurveTravel&) const { return findPlace(drawing.curveOf(joint), value); }
  CurvePlace findAlong() const {
    const QPointF along = direction(drawing.axisOf(joint));
    return {drawing.pointA(joint) + value * along, along};
  }
};

CurvePlace findStop(const Drawing& drawing, std::size_t joint, double value) {
  return std::visit(StopAt{drawing, joint, value}, findCoordinate(drawing.mechanism().joints[joint].kind));
}

bool hasLimits(const Joint& joint) {
  return joint.metamorphic && takesLimits(joint.kind);
}

// That has a place: while somebody types, a value may be no number.
const Limit* findLimit(const PhaseChange& change) {
  const auto* limit = std::get_if<Limit>(&change.guard);
  return limit && std::isfinite(limit->value.value) ? limit : nullptr;
}

// m, from the point of a slider to the face of its block that meets the limit; of others nothing.
double findFace(const Drawing& drawing, const BoardView& view, std::size_t joint, const Limit& limit) {
  if (!std::holds_alternative<Prismatic>(drawing.mechanism().joints[joint].kind)) return 0;
  const SliderFaces faces = findFaces(drawing, view, joint);
  return limit.direction.value == Direction::rising ? faces.ahead : -faces.behind;
}

LimitMark makeMark(const Drawing& drawing, const BoardView& view, std::size_t joint, std::size_t index) {
  const Joint& j = drawing.mechanism().joints[joint];
  const PhaseChange& change = j.metamorphic->changes[index];
  LimitMark mark;
  mark.joint = joint;
  mark.change = index;
  mark.value = std::get<Limit>(change.guard).value.value;
  mark.now = drawing.coordinateOf(joint);
  mark.travel = findCoordinateKind(j.kind) == CoordinateKind::travel;
  mark.isStop = isStop(j, change);
  mark.waits = change.from != j.metamorphic->phases.front().id;
  if (const Phase* to = findById(j.metamorphic->phases, change.to)) mark.leadsTo = findState(j, *to);
  if (mark.travel) {
    mark.face = findFace(drawing, view, joint, std::get<Limit>(change.guard));
    const CurvePlace stop = findStop(drawing, joint, mark.value + mark.face);
    mark.centre = view.toPixel.map(stop.at);
    mark.tip = mark.centre + kStop * leftOf({stop.along.x(), -stop.along.y()});
    return mark;
  }
  const double zero = drawing.angleOf(drawing.indexOf(j.a)) + findPointer(drawing, joint);
  mark.centre = view.toPixel.map(drawing.pointB(joint));
  mark.from = -(zero + mark.now);
  mark.to = -(zero + mark.value);
  mark.from = std::clamp(mark.from, mark.to - 2 * std::numbers::pi,
                         mark.to + 2 * std::numbers::pi);  // of many turns the last one
  mark.tip = mark.centre + (kRadius + kArcStep * double(index)) * direction(mark.to);
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
  mark.isStop ? pen.setDashPattern({2.5, 2}) : pen.setDashPattern({0.6, 1.8});
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
    if (hasLimits(joints[j]))
      for (std::size_t c = 0; c < joints[j].metamorphic->changes.size(); ++c)
        if (findLimit(joints[j].metamorphic->changes[c])) marks.push_back(makeMark(drawing, view, j, c));
  return marks;
}

std::vector<QPointF> listStops(const Drawing& drawing) {
  std::vector<QPointF> stops;
  const auto& joints = drawing.mechanism().joints;
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (!hasLimits(joints[j]) || findCoordinateKind(joints[j].kind) != CoordinateKind::travel) continue;
    for (const PhaseChange& change : joints[j].metamorphic->changes)
      if (const Limit* limit = findLimit(change))
        stops.push_back(findStop(drawing, j, limit->value.value).at);
  }
  return stops;
}

std::string findChangePointer(const LimitMark& mark) {
  return "/joints/" + std::to_string(mark.joint) + "/metamorphic/changes/" + std::to_string(mark.change);
}

QString writeLimit(const LimitMark& mark, const Drawing& drawing) {
  const Joint& joint = drawing.mechanism().joints[mark.joint];
  const std::string action = findAction(joint, joint.metamorphic->changes[mark.change]);
  const char* words = action == "lock"      ? QT_TRANSLATE_NOOP("Clank", "locks at %1")
                      : action == "push"    ? QT_TRANSLATE_NOOP("Clank", "stops at %1")
                      : action == "merge"   ? QT_TRANSLATE_NOOP("Clank", "merges at %1")
                      : action == "release" ? QT_TRANSLATE_NOOP("Clank", "releases at %1")
                      : action == "unlock"  ? QT_TRANSLATE_NOOP("Clank", "is freed at %1")
                                            : QT_TRANSLATE_NOOP("Clank", "changes at %1");
  return QCoreApplication::translate("Board", words)
      .arg(mark.travel ? writeLength(mark.value, 5) : writeAngle(mark.value));
}

namespace {

QColor colourOf(const LimitMark& mark, const BoardView& view) {
  QColor colour = colourOf(mark.leadsTo, view.palette);
  if (mark.waits) colour.setAlphaF(0.55F);
  return colour;
}

bool isAtHand(const LimitMark& mark, const BoardView& view) {
  return view.detail == findChangePointer(mark);
}

void drawMark(QPainter& painter, const LimitMark& mark, const BoardView& view) {
  const QColor colour = colourOf(mark, view);
  if (mark.travel) {
    painter.setPen(QPen(colour, 3, mark.isStop ? Qt::SolidLine : Qt::DotLine, Qt::RoundCap));
    painter.drawLine(mark.tip, 2 * mark.centre - mark.tip);
  } else {
    drawArc(painter, mark, colour);
  }
  const bool atHand = isAtHand(mark, view);
  painter.setPen(QPen(atHand ? view.palette.action : colour, atHand ? 2.4 : 1.6));
  painter.setBrush(atHand ? colour : view.palette.panel);
  const double radius = atHand ? 7 : 4.5;
  painter.drawEllipse(mark.tip, radius, radius);
}

// Outside the middle of an arc, where mostly no part lies, or near its end; beyond the end of a short one. A
// stop has it at one of its ends.
std::vector<LabelPlace> listLabelPlaces(const LimitMark& mark) {
  if (mark.travel) {
    const QPointF out = mark.tip - mark.centre;
    return {{mark.tip, out, kStopGap, 0},
            {mark.centre - out, -out, kStopGap, 0},
            {mark.tip, leftOf(out) + out, kStopGap, 0},
            {mark.tip, out - leftOf(out), kStopGap, 0},
            {mark.tip, out, 3 * kStopGap, 0},
            {mark.centre - out, -out, 3 * kStopGap, 0}};
  }
  const double sweep = mark.to - mark.from, radius = length(mark.tip - mark.centre);
  const double beyond = mark.to + (sweep < 0 ? -kBeyond : kBeyond), middle = (mark.from + mark.to) / 2;
  const bool isLong = std::abs(sweep) > kShortSweep;
  std::vector<LabelPlace> places;
  // A joint that stands at its limit has its link there: beside it is room.
  const QPointF tip = mark.centre + radius * direction(mark.to), aside = leftOf(direction(mark.to));
  for (const double off : {kLabelOff, 2.2 * kLabelOff, 4 * kLabelOff}) {
    for (const double angle :
         {isLong ? middle : beyond, isLong ? beyond : middle, mark.to, middle - sweep / 4, middle + sweep / 4,
          beyond + (sweep < 0 ? -kBeyond : kBeyond), mark.from})
      places.push_back({mark.centre + radius * direction(angle), direction(angle), off, 0});
    for (const QPointF side : {aside, -aside}) places.push_back({tip, side, off, 0});
  }
  return places;
}

void blockMark(LabelLayout& layout, const LimitMark& mark) {
  layout.block(QRectF(mark.tip - QPointF(8, 8), mark.tip + QPointF(8, 8)), Cover::symbol);
  if (mark.travel) return layout.blockLine(mark.tip, 2 * mark.centre - mark.tip, 4, Cover::symbol);
  constexpr int kPieces = 8;
  const double radius = length(mark.tip - mark.centre);
  const auto on = [&](int i) {
    return mark.centre + radius * direction(mark.from + (mark.to - mark.from) * i / kPieces);
  };
  for (int i = 0; i < kPieces; ++i) layout.blockLine(on(i), on(i + 1), 3, Cover::part);
}

}  // namespace

void drawLimitMarks(QPainter& painter, const Drawing& drawing, const BoardView& view, BoardLabels& labels) {
  painter.setRenderHint(QPainter::Antialiasing);
  for (const LimitMark& mark : listLimitMarks(drawing, view)) {
    const std::string& id = drawing.mechanism().joints[mark.joint].id;
    // Of several limits of a joint the one whose row is chosen in the table.
    const bool isSelected = view.isSelected(ElementKind::joint, id);
    const bool lit =
        isAtHand(mark, view) || (isSelected && view.detail.empty()) || view.isHovered(ElementKind::joint, id);
    drawMark(painter, mark, view);
    blockMark(labels.layout(), mark);
    QString brief = writeLimit(mark, drawing);
    if (lit)
      brief += QCoreApplication::translate("Board", ", now %1")
                   .arg(mark.travel ? writeLength(mark.now, 4) : writeAngle(mark.now, 4));
    QColor ink = lit ? view.palette.action : view.palette.ink;
    if (mark.waits && !lit) ink = view.palette.dim;
    labels.add({QString::fromStdString(findChangePointer(mark)), lit ? LabelRank::atHand : LabelRank::limit,
                namePart(id) + ' ' + brief, ink, listLabelPlaces(mark), false, brief});
  }
}

namespace {

struct ValueAt {
  const LimitMark& mark;
  const Drawing& drawing;
  QPointF pixel, world;
  double operator()(const NoCoordinate&) const { return mark.value; }
  double operator()(const RelativeAngle&) const {
    const double turnedBy = mark.to - angleOf(pixel - mark.centre);
    return mark.value + std::remainder(turnedBy, 2 * std::numbers::pi);
  }
  double operator()(const StraightTravel&) const {
    return dot(world - drawing.pointA(mark.joint), direction(drawing.axisOf(mark.joint))) - mark.face;
  }
  double operator()(const PointDistance&) const { return length(world - drawing.pointA(mark.joint)); }
  double operator()(const CurveTravel&) const { return findWay(drawing.curveOf(mark.joint), world); }
};

}  // namespace

double findLimitValue(const LimitMark& mark, const Drawing& drawing, const BoardView& view, QPointF pixel) {
  const QPointF world = view.toPixel.inverted().map(pixel);
  return std::visit(ValueAt{mark, drawing, pixel, world},
                    findCoordinate(drawing.mechanism().joints[mark.joint].kind));
}

}  // namespace clank
