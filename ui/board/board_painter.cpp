// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_painter.h"

#include <QPolygonF>
#include <algorithm>
#include <numbers>

#include "core/io/sheet.h"
#include "core/model/quantity_text.h"
#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"
#include "ui/board/force_painter.h"
#include "ui/board/grid.h"
#include "ui/board/hull.h"
#include "ui/board/joint_painter.h"
#include "ui/board/plane.h"
#include "ui/board/slider_shape.h"
#include "ui/board/surface_shape.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kRoomForDimension = 64;  // px
constexpr double kEndSymbol = 24;         // px: what stands at either end of a link leaves no room for words
constexpr double kSpeck = 0.5;            // px, of what is seen as a point

QColor mix(const QColor& a, const QColor& b, double part) {
  const auto blend = [part](int x, int y) { return static_cast<int>(x + (y - x) * part); };
  return {blend(a.red(), b.red()), blend(a.green(), b.green()), blend(a.blue(), b.blue())};
}

QPointF toWorld(const BodyPose& pose, const BentLine::Node& node) {
  return QPointF(pose.x, pose.y) + turned({node.x, node.y}, pose.angle);
}

}  // namespace

BoardPainter::BoardPainter(QPainter& painter, const Drawing& drawing, const BoardView& view)
    : painter_(painter),
      drawing_(drawing),
      view_(view),
      palette_(view.palette),
      isCrowded_(isCrowded(drawing)) {}

void BoardPainter::draw() {
  painter_.save();
  painter_.setRenderHint(QPainter::Antialiasing, !isCrowded_);
  drawGrounds(painter_, drawing_, view_);
  drawGuides(painter_, drawing_, view_);
  drawBodies();
  drawSlots(painter_, drawing_, view_);
  drawSurfaces(painter_, drawing_, view_);
  drawJoints(painter_, drawing_, view_);
  if (view_.symbolsOfForces) drawForces(painter_, drawing_, view_);
  drawDrives(painter_, drawing_, view_);
  painter_.restore();
}

void BoardPainter::drawBodies() {
  for (std::size_t i = 0; i < drawing_.mechanism().bodies.size(); ++i) drawBody(static_cast<int>(i));
}

void BoardPainter::drawBody(int body) {
  const Body& b = drawing_.mechanism().bodies[static_cast<std::size_t>(body)];
  const bool selected = view_.isSelected(ElementKind::body, b.id);
  const QColor edge = view_.edgeOf(ElementKind::body, b.id, palette_.partEdge);
  QColor fill = mix(palette_.partFill, palette_.panel, 0.35);
  if (selected) fill = mix(palette_.action, palette_.panel, palette_.dark ? 0.55 : 0.7);
  fill.setAlphaF(0.82F);
  if (drawing_.isBlock(body)) {
    for (const std::size_t j : drawing_.partOf(body).slidersOfBlock)
      symbols::drawBlock(painter_, pixel(drawing_.pointB(j)), -drawing_.axisOf(j), {edge, fill},
                         std::max(findFaces(drawing_, view_, j).ahead * view_.scale(), 2.0));
    return;
  }
  std::vector<QPointF> corners;
  for (const QPointF p : drawing_.hullOf(body)) corners.push_back(pixel(drawing_.toWorld(body, p)));
  double half = std::clamp(b.width.value * view_.scale() / 2, kThinnestBar * view_.symbolScale, kThickestBar);
  if (drawing_.partOf(body).hasTrueWidth) half = std::max(b.width.value * view_.scale() / 2, 1.0);
  if (!selected && liesOnAnother(corners, edge, half)) return;
  const double stroke = (selected ? 2.2 : symbols::kStroke) * std::max(view_.symbolScale, 0.5);
  painter_.setPen(QPen(edge, isCrowded_ && !selected ? 1 : stroke));
  painter_.setBrush(fill);
  if (!b.outline.empty()) {
    QPolygonF outline;
    for (const QPointF p : drawing_.partOf(body).line) outline << pixel(drawing_.toWorld(body, p));
    painter_.drawPolygon(outline);
  } else {
    const bool bent = drawing_.lineOf(body) != nullptr;
    painter_.drawPath(makeShape(body, corners, half));
    if (bent && !selected) drawStress(body, half);
    drawSpoke(body, edge);
  }
  const symbols::Ink end{edge, palette_.panel};
  if (const auto bar = drawing_.barOf(body))
    for (const QPointF p : {bar->from, bar->to}) {
      const QPointF at = pixel(drawing_.toWorld(body, p));
      const symbols::Scaled scaled(painter_, at, view_.symbolScale);
      symbols::drawEnd(painter_, at, end);
    }
}

// A rod, or what is seen as a point or a rod, at the same pixels as another one.
bool BoardPainter::liesOnAnother(const std::vector<QPointF>& corners, const QColor& edge, double half) {
  if (corners.empty()) return false;
  QRectF box(corners.front(), corners.front());
  for (const QPointF p : corners) box |= QRectF(p, p).adjusted(0, 0, kSpeck, kSpeck);
  const bool isSpeck = box.width() < 2 * kSpeck && box.height() < 2 * kSpeck;
  if (!isSpeck && corners.size() != 2) return false;
  return !bodies_.isNew(corners.front(), isSpeck ? corners.front() : corners.back(), edge, half);
}

// To unite paths is slow, and most discs are all of their body, or nothing of it.
QPainterPath BoardPainter::makeShape(int body, const std::vector<QPointF>& corners, double half) const {
  const bool bent = drawing_.lineOf(body) != nullptr;
  const auto hull = makeHull(corners);
  QPainterPath shape;
  bool isFirst = true;
  for (const Drawing::Disc& disc : drawing_.discsOf(body)) {
    const QPointF at = pixel(drawing_.toWorld(body, disc.center));
    const double radius = disc.radius * view_.scale();
    if (!bent &&
        std::any_of(hull.begin(), hull.end(), [&](QPointF p) { return length(p - at) + radius <= half; }))
      continue;
    QPainterPath round;
    round.addEllipse(at, radius, radius);
    const bool coversAll = !bent && std::all_of(hull.begin(), hull.end(),
                                                [&](QPointF p) { return length(p - at) + half <= radius; });
    if (isFirst && coversAll) {
      shape = round;
    } else {
      if (isFirst) shape = bent ? makeBentPath(body, half) : makeRoundedPath(hull, half);
      shape = shape.united(round);
    }
    isFirst = false;
  }
  if (!isFirst) return shape;
  return bent ? makeBentPath(body, half) : makeRoundedPath(hull, half);
}

// Along one side of the axis, around the end, back along the other, around the start.
QPainterPath BoardPainter::makeBentPath(int body, double half) const {
  constexpr int kRound = 8;  // pieces of an end
  const BentLine& line = *drawing_.lineOf(body);
  std::vector<QPointF> axis;
  for (const BentLine::Node& node : line.nodes()) axis.push_back(pixel(toWorld(drawing_.poseOf(body), node)));
  QPolygonF outline;
  const std::size_t last = axis.size() - 1;
  for (const bool back : {false, true}) {
    QPointF along;
    for (std::size_t k = 0; k <= last; ++k) {
      const std::size_t i = back ? last - k : k, before = i > 0 ? i - 1 : 0, after = std::min(i + 1, last);
      const QPointF way = back ? axis[before] - axis[after] : axis[after] - axis[before];
      if (length(way) > 0) along = way / length(way);
      outline << axis[i] + half * leftOf(along);
    }
    for (int k = 1; k < kRound; ++k)
      outline << axis[back ? 0 : last] + half * turned(leftOf(along), -std::numbers::pi * k / kRound);
  }
  QPainterPath path;
  path.addPolygon(outline);
  path.closeSubpath();
  return path;
}

// Between its edges.
void BoardPainter::drawStress(int body, double half) {
  if (!(view_.bending.fullStress > 0)) return;
  const auto& nodes = drawing_.lineOf(body)->nodes();
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const BodyPose pose = drawing_.poseOf(body);
    const double stress = (nodes[i].stress + nodes[i + 1].stress) / 2;
    QPen pen(colourOfStress(stress, view_.bending.fullStress), 2 * half - symbols::kStroke, Qt::SolidLine,
             Qt::FlatCap);
    painter_.setPen(pen);
    // A pixel into the next piece: else the ground shows between two smoothed ends.
    const QPointF from = pixel(toWorld(pose, nodes[i])), to = pixel(toWorld(pose, nodes[i + 1]));
    const double reach = length(to - from);
    const bool isLast = i + 2 == nodes.size();
    painter_.drawLine(from, isLast || !(reach > 0) ? to : to + (to - from) / reach);
  }
}

// So that a disc is seen to turn.
void BoardPainter::drawSpoke(int body, const QColor& edge) {
  const double radius = drawing_.mechanism().bodies[static_cast<std::size_t>(body)].radius.value;
  if (!(radius > 0)) return;
  painter_.setPen(QPen(mix(edge, palette_.partFill, 0.45), symbols::kStroke));
  painter_.drawLine(pixel(drawing_.toWorld(body, {kDiscMark * radius, 0})),
                    pixel(drawing_.toWorld(body, {radius, 0})));
}

void BoardPainter::addDimensions(BoardLabels& labels) const {
  if (!view_.dimensions) return;
  for (std::size_t i = 0; i < drawing_.mechanism().bodies.size(); ++i)
    addDimension(static_cast<int>(i), labels);
}

// Beside the middle of the bar, or nearer to an end; what is at hand is written whatever it covers.
void BoardPainter::addDimension(int body, BoardLabels& labels) const {
  const Body& b = drawing_.mechanism().bodies[static_cast<std::size_t>(body)];
  const auto bar = drawing_.barOf(body);
  if (!bar) return;
  const QPointF from = pixel(drawing_.toWorld(body, bar->from)), to = pixel(drawing_.toWorld(body, bar->to));
  const QPointF middle = pixel(drawing_.toWorld(body, (bar->from + bar->to) / 2));
  const double reach = length(to - from);
  if (reach < kRoomForDimension) return;
  QPointF up = leftOf((to - from) / reach);
  if (up.y() > 1e-6 || (up.y() > -1e-6 && up.x() > 0)) up = -up;  // above the bar, or to its left
  const bool lit = view_.isSelected(ElementKind::body, b.id) || view_.isHovered(ElementKind::body, b.id);
  QString text = writeLength(length(bar->to - bar->from), 5);
  if (b.length && isName(b.length->text)) {
    const Parameter* parameter = findById(drawing_.mechanism().parameters, b.length->text);
    const bool hasName = parameter && !parameter->name.empty();
    const QString named = toText(hasName ? parameter->name : b.length->text.str()) + " = " + text;
    if (painter_.fontMetrics().horizontalAdvance(named) + 2 * kEndSymbol < reach) text = named;
  }
  const double angle = angleOf(to - from), room = reach - painter_.fontMetrics().horizontalAdvance(text);
  std::vector<LabelPlace> places;
  for (const double shift : {0.0, -0.25, 0.25})
    for (const double side : {20.0, -20.0}) {
      if (shift != 0 && room < kRoomForDimension / 2) continue;
      places.push_back({middle + shift * room * (to - from) / reach + side * up, {}, 0, angle});
    }
  labels.add({kDimensionKey + toText(b.id), lit ? LabelRank::atHand : LabelRank::dimension, text,
              lit ? palette_.action : palette_.dim, std::move(places), !lit});
}

}  // namespace clank
