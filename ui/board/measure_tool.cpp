// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/measure_tool.h"

#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"
#include "ui/board/grid.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {

QString MeasureTool::hint() const {
  return from() ? tr("Click where the distance ends")
                : tr("Click where the distance begins; Esc ends measuring");
}

QString MeasureTool::tellBegin(const QString& body) const {
  return tr("at a point of %1").arg(body);
}

QPointF MeasureTool::placeOf(const Place& place) const {
  return place.on ? board_.drawing().toWorld(place.on->body, place.on->at) : place.world;
}

void MeasureTool::finish(const Place& from, const Place& to) {
  measured_ = {from, to};
}

bool MeasureTool::escape() {
  const bool shown = measured_.has_value();
  measured_.reset();
  return LineTool::escape() || shown;
}

void MeasureTool::paint(QPainter& painter, const ToolMouse& mouse) {
  const QTransform& map = board_.view().toPixel;
  if (measured_) paintLine(painter, map.map(placeOf(measured_->first)), map.map(placeOf(measured_->second)));
  LineTool::paint(painter, mouse);
}

void MeasureTool::paintLine(QPainter& painter, QPointF from, QPointF to) {
  painter.setPen(QPen(board_.view().palette.action, 1.4));
  painter.drawLine(from, to);
  const double reach = length(to - from);
  if (reach < 1) return;
  const QPointF side = 6 * leftOf((to - from) / reach);
  painter.drawLine(from - side, from + side);
  painter.drawLine(to - side, to + side);
}

void MeasureTool::addLabels(BoardLabels& labels, const ToolMouse& mouse) {
  const QTransform& map = board_.view().toPixel;
  if (measured_)
    addLabel(labels, "measured", map.map(placeOf(measured_->first)), map.map(placeOf(measured_->second)));
  if (from()) addLabel(labels, "measuring", map.map(from()->world), map.map(mouse.snap.world));
}

void MeasureTool::addLabel(BoardLabels& labels, const QString& key, QPointF from, QPointF to) const {
  constexpr double kOff = 8;  // px
  const BoardView& view = board_.view();
  const QPointF way = (to - from) / view.scale();
  if (length(to - from) < 1) return;
  labels.layout().blockLine(from, to, 1, Cover::part);
  const QString text = tr("%1 at %2 (%3, %4)")
                           .arg(writeLength(length(way), 5), writeAngle(-angleOf(way), 4),
                                writeLength(way.x(), 4), writeLength(-way.y(), 4));
  labels.add({key, LabelRank::atHand, text, view.palette.action,
              LabelLayout::around((from + to) / 2, {0, -1}, kOff), false});
}

QString TraceTool::hint() const {
  return tr("Click a point of a link: its path is drawn and recorded; click it again to take it away");
}

const Trace* TraceTool::findTraceAt(QPointF world) const {
  const Drawing& drawing = board_.drawing();
  const double within = kReach / board_.view().scale();
  for (const Trace& trace : drawing.mechanism().traces)
    if (length(drawing.placeOf(trace) - world) <= within) return &trace;
  return nullptr;
}

QString TraceTool::cursorHint(const ToolMouse& mouse) const {
  if (const Trace* trace = findTraceAt(mouse.world)) return tr("takes %1 away").arg(namePart(trace->id));
  const auto link = findMeantLink(mouse.snap);
  return link ? tr("traces a point of %1").arg(nameOf(board_.drawing(), link->body)) : QString();
}

void TraceTool::press(const ToolMouse& mouse) {
  if (const Trace* trace = findTraceAt(mouse.world)) return remove(std::string(trace->id));
  if (const auto link = findMeantLink(mouse.snap)) return add(*link);
  board_.refuse(findMeant(mouse.snap) ? tr("A point of the frame leaves no path: click on a link")
                                      : tr("Click a point of a link"));
}

void TraceTool::add(const BodyPoint& point) {
  std::string id;
  board_.edit(tr("trace a point"), [&](Mechanism& m) { id = addTrace(m, point, board_.drawing()); });
  board_.selection().select({ElementKind::trace, id});
}

void TraceTool::remove(const std::string& id) {
  board_.edit(tr("remove %1").arg(namePart(id)), [&](Mechanism& m) {
    std::erase_if(m.traces, [&](const Trace& trace) { return trace.id == id; });
  });
}

}  // namespace clank
