// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/contact_tool.h"

#include <QCoreApplication>

#include "ui/board/plane.h"
#include "ui/board/surface_shape.h"
#include "ui/board/symbols.h"
#include "ui/document/element_edits.h"

namespace clank {
namespace {

constexpr double kShortest = 1e-6;  // m

QString tr(const char* text) {
  return QCoreApplication::translate("Board", text);
}

// The surface belongs to the link that its first corner is put on.
int findCarrier(const std::vector<Place>& corners) {
  return corners.front().on ? corners.front().on->body : kFrameIndex;
}

}  // namespace

QString SurfaceTool::hint() const {
  if (ended_) return tr("Click the point of another link that meets the surface: it stays on its side");
  if (corners_.empty()) return tr("Click where the surface begins: on a link, or on the sheet for the frame");
  return tr("Click the next corner of the surface; the last one once more ends it");
}

void SurfaceTool::press(const ToolMouse& mouse) {
  if (!ended_) return addCorner(mouse);
  const auto& point = mouse.snap.point;
  if (!point || point->body == kFrameIndex || point->body == findCarrier(corners_))
    return board_.say(tr("Click a pin, an end or a place of another link"));
  finish(*point);
}

void SurfaceTool::addCorner(const ToolMouse& mouse) {
  const bool again = !corners_.empty() && length(mouse.snap.world - corners_.back().world) < kShortest;
  if (!again) {
    corners_.push_back(makePlace(mouse.snap));
  } else if (corners_.size() >= 2) {
    ended_ = true;
  }
}

void SurfaceTool::finish(const BodyPoint& point) {
  const Drawing& drawing = board_.drawing();
  const int carrier = findCarrier(corners_);
  std::vector<QPointF> local;
  for (const Place& corner : corners_) local.push_back(drawing.toBody(carrier, corner.world));
  ContactPair contact;
  contact.a = drawing.idOf(carrier);
  contact.b = drawing.idOf(point.body);
  contact.atB = {point.at.x(), point.at.y()};
  contact.surface = makeSurface(local, drawing.toBody(carrier, drawing.toWorld(point.body, point.at)));
  board_.edit(tr("draw surface"), [&](Mechanism& m) {
    contact.id = makeId(m, "stop");
    m.contacts.push_back(contact);
  });
  escape();
  board_.selection().select({ElementKind::contact, contact.id});
}

bool SurfaceTool::escape() {
  const bool begun = !corners_.empty();
  corners_.clear();
  ended_ = false;
  return begun;
}

std::optional<QPointF> SurfaceTool::lineFrom() const {
  return corners_.empty() || ended_ ? std::nullopt : std::optional(corners_.back().world);
}

void SurfaceTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (corners_.empty()) return;
  const BoardView& view = board_.view();
  std::vector<QPointF> line;
  for (const Place& corner : corners_) line.push_back(view.toPixel.map(corner.world));
  if (!ended_) line.push_back(view.toPixel.map(mouse.snap.world));
  painter.setPen(QPen(view.palette.action, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line.data(), static_cast<int>(line.size()));
  if (!ended_) return;
  painter.setPen(QPen(view.palette.action, 1.2, Qt::DotLine));
  painter.drawLine((line[0] + line[1]) / 2, view.toPixel.map(mouse.snap.world));
}

}  // namespace clank
