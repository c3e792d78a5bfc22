// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/contact_tool.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/touches.h"
#include "ui/board/board_edits.h"
#include "ui/board/board_view.h"
#include "ui/board/picking.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/surface_shape.h"
#include "ui/board/symbols.h"
#include "ui/board/tidy_number.h"
#include "ui/board/tolerances.h"
#include "ui/document/element_edits.h"
#include "ui/document/solid_edits.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {

QStringList SurfaceTool::options() const {
  return {tr("Line or polyline"), tr("Arc"), tr("Circle"), tr("Smooth line")};
}

void SurfaceTool::choose(int option) {
  const std::optional<BodyPoint> point = point_;
  drop();
  point_ = point;
  shape_ = static_cast<Shape>(option);
}

QString SurfaceTool::hint() const {
  if (!waiting_.empty())
    return tr(
        "Solid parts touch it. Click a pin, end or corner that meets it, or inside a link to make it "
        "solid; on the sheet the next surface begins");
  if (corners_.empty() && point_)
    return tr("Click a surface that is there, or where a new one begins: on another link, or on the sheet");
  if (shape_ == Shape::circle)
    return corners_.empty() ? tr("Click the centre of the circle: on a link, or on the sheet for the frame")
                            : tr("Click a point of the circle");
  if (corners_.empty()) return tr("Click where the surface begins: on a link, or on the sheet for the frame");
  if (shape_ == Shape::smooth)
    return tr("Click the next point that the line goes through; the last one once more ends it");
  if (shape_ == Shape::line)
    return tr("Click the next corner of the surface; the last one once more ends it");
  return corners_.size() == 1 ? tr("Click where the arc ends")
                              : tr("Click a point that the arc goes through");
}

QString SurfaceTool::cursorHint(const ToolMouse& mouse) const {
  const Drawing& drawing = board_.drawing();
  if (!waiting_.empty()) {
    const auto point = findLinkPoint(board_, mouse, carrier_);
    return point ? tr("%1 meets %2").arg(nameOf(drawing, point->body), namePart(waiting_)) : QString();
  }
  if (!corners_.empty()) return {};
  const int carrier = findCarrier(board_, mouse);
  return carrier == kFrameIndex ? QString() : tr("surface of %1").arg(nameOf(drawing, carrier));
}

void SurfaceTool::press(const ToolMouse& mouse) {
  if (!waiting_.empty() && findLinkPoint(board_, mouse, carrier_)) return meet(mouse);
  if (!waiting_.empty()) drop();
  if (corners_.empty() && takeSurface(mouse)) return;
  if (point_ && corners_.empty() && mouse.snap.point && mouse.snap.point->body == point_->body)
    return board_.say(tr("The surface belongs to another link, or to the frame"));
  addCorner(mouse);
}

void SurfaceTool::beginOn(int carrier, const std::vector<QPointF>& corners) {
  shape_ = Shape::line;
  carrier_ = carrier;
  corners_ = corners;
  place();
}

const DrawnSurface* SurfaceTool::findWaiting() const {
  return findById(board_.document().drawn().surfaces, waiting_);
}

// A surface that is there already, but at its ends, where another one can begin.
bool SurfaceTool::takeSurface(const ToolMouse& mouse) {
  const Mechanism& drawn = board_.document().drawn();
  const auto there = listElementsAt(board_.drawing(), board_.view(), mouse.pixel);
  const auto element = std::find_if(there.begin(), there.end(),
                                    [](const ElementId& e) { return e.kind == ElementKind::surface; });
  const DrawnSurface* surface = element == there.end() ? nullptr : findById(drawn.surfaces, element->id);
  if (!surface) return false;
  if (point_ ? surface->body == board_.drawing().idOf(point_->body) : isAtEnd(*surface, mouse.pixel))
    return false;
  waiting_ = surface->id;
  isNew_ = std::none_of(drawn.contacts.begin(), drawn.contacts.end(),
                        [&](const ContactPair& contact) { return isWith(contact, *surface); });
  carrier_ = board_.drawing().indexOf(surface->body);
  if (point_) meetIn(*point_);
  return true;
}

bool SurfaceTool::isAtEnd(const DrawnSurface& surface, QPointF pixel) const {
  const std::vector<QPointF> points = makeSurfaceShape(surface.kind).points;
  const int body = board_.drawing().indexOf(surface.body);
  const auto isThere = [&](QPointF end) {
    return length(board_.view().toPixel.map(board_.drawing().toWorld(body, end)) - pixel) <= kReach;
  };
  return !points.empty() && (isThere(points.front()) || isThere(points.back()));
}

void SurfaceTool::addCorner(const ToolMouse& mouse) {
  if (corners_.empty()) carrier_ = findCarrier(board_, mouse);
  if (!corners_.empty() && length(mouse.snap.world - corners_.back()) < kShortest) {
    if (isLine() && corners_.size() >= 2) place();
    return;
  }
  corners_.push_back(mouse.snap.world);
  const bool isWhole =
      (shape_ == Shape::arc && corners_.size() == 3) || (shape_ == Shape::circle && corners_.size() == 2);
  if (!isWhole) return;
  if (makeShape(corners_)) return place();
  corners_.pop_back();
  board_.say(tr("The three points lie on a line: click beside it"));
}

std::optional<SurfaceKind> SurfaceTool::makeShape(const std::vector<QPointF>& corners) const {
  if (shape_ == Shape::circle) return makeCircleSurface(corners[0], corners[1], {});
  if (shape_ == Shape::arc) return makeArcSurface(corners[0], corners[1], corners[2], {});
  SurfaceKind line = makeSurface(corners, {});
  if (auto* through = std::get_if<PolylineSurface>(&line)) through->smooth = shape_ == Shape::smooth ? 1 : 0;
  return line;
}

// Its free side is where the nearest end of a link is, or else above.
void SurfaceTool::place() {
  const Drawing& drawing = board_.drawing();
  std::vector<QPointF> local;
  for (const QPointF corner : corners_) local.push_back(drawing.toBody(carrier_, corner));
  auto surface = makeShape(local);
  const std::optional<BodyPoint> point = point_;
  const int carrier = carrier_;
  const std::vector<QPointF> corners = corners_;
  drop();
  if (!surface) return;
  const auto away = [&](QPointF world) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < corners.size(); ++i)
      least = std::min(least, length(world - nearestOnSegment(world, corners[i - 1], corners[i])));
    return least;
  };
  const Handle* nearest = findNearestEnd(drawing, carrier, away);
  const QPointF above = corners.front() + QPointF(0, length(corners.back() - corners.front()) + kShortest);
  faceSurface(*surface, drawing.toBody(carrier, nearest ? nearest->world : above));
  std::string id;
  board_.edit(tr("draw surface"),
              [&](Mechanism& m) { id = addSurface(m, board_.drawing().idOf(carrier), *surface); });
  waiting_ = id;
  isNew_ = true;
  carrier_ = carrier;
  if (point) return meetIn(*point);
  board_.selection().select({ElementKind::surface, id});
}

void SurfaceTool::meet(const ToolMouse& mouse) {
  const BodyPoint point = *findLinkPoint(board_, mouse, carrier_);
  const Drawing& drawing = board_.drawing();
  // The drawing, and the body in it, is another one after an edit.
  const Body body = drawing.mechanism().bodies[static_cast<std::size_t>(point.body)];
  const QPointF world = drawing.toWorld(point.body, point.at);
  if (body.touches.value == Touches::everything)
    return board_.say(tr("%1 is solid: it touches the surface already").arg(namePart(body.id)));
  const Snap::Kind kind = mouse.snap.kind;
  if ((kind >= Snap::Kind::point && kind <= Snap::Kind::line) || !hasOutline(body)) return meetIn(point);
  const Mechanism shown = board_.document().shown();
  face(world);
  board_.edit(tr("%1 becomes solid").arg(namePart(body.id)),
              [&](Mechanism& m) { setSolid(m, shown, body.id, true); });
}

void SurfaceTool::meetIn(BodyPoint point) {
  const Drawing& drawing = board_.drawing();
  const std::string body = drawing.idOf(point.body), surface = waiting_;
  const QPointF world = drawing.toWorld(point.body, point.at);
  // Where the end lies on the surface already, its middle is meant.
  const double radius = findEndRadius(drawing, point);
  const Quantity around = calcDistance(world) > radius ? makeNumber(radius) : Quantity(0.0);
  if (isNew_) face(world);
  drop();
  std::string id;
  board_.edit(tr("%1 meets a surface").arg(namePart(body)),
              [&](Mechanism& m) { id = addContact(m, surface, body, point.at, around); });
  board_.selection().select({ElementKind::contact, id});
}

void SurfaceTool::face(QPointF world) {
  const DrawnSurface* surface = findWaiting();
  if (!surface || !isNew_) return;
  SurfaceKind turned = surface->kind;
  faceSurface(turned, board_.drawing().toBody(carrier_, world));
  if (turned == surface->kind) return;
  board_.edit(tr("turn surface"), [&, id = waiting_](Mechanism& m) {
    if (DrawnSurface* own = findById(m.surfaces, id)) own->kind = turned;
  });
}

// m, world.
double SurfaceTool::calcDistance(QPointF world) const {
  const DrawnSurface* surface = findById(board_.drawing().mechanism().surfaces, waiting_);
  if (!surface) surface = findWaiting();
  double least = std::numeric_limits<double>::infinity();
  if (!surface) return least;
  const std::vector<QPointF> points = makeSurfaceShape(surface->kind).points;
  const QPointF at = board_.drawing().toBody(carrier_, world);
  for (std::size_t i = 1; i < points.size(); ++i)
    least = std::min(least, length(at - nearestOnSegment(at, points[i - 1], points[i])));
  return least;
}

bool SurfaceTool::keep() {
  if (!isLine() || corners_.size() < 2) return false;
  place();
  return true;
}

bool SurfaceTool::escape() {
  return drop();
}

bool SurfaceTool::takeBack() {
  if (corners_.size() < 2) return drop();
  corners_.pop_back();
  return true;
}

bool SurfaceTool::drop() {
  const bool begun = !corners_.empty() || point_;
  corners_.clear();
  carrier_ = kFrameIndex;
  point_.reset();
  waiting_.clear();
  isNew_ = false;
  return begun;
}

std::optional<QPointF> SurfaceTool::lineFrom() const {
  const bool bends = shape_ == Shape::arc && corners_.size() == 2;  // the third point lies anywhere
  return corners_.empty() || bends ? std::nullopt : std::optional(corners_.back());
}

void SurfaceTool::paint(QPainter& painter, const ToolMouse& mouse) {
  const BoardView& view = board_.view();
  if (point_) {
    painter.setPen(QPen(view.palette.action, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(view.toPixel.map(board_.drawing().toWorld(point_->body, point_->at)), 8, 8);
  }
  if (corners_.empty()) return;
  std::vector<QPointF> corners = corners_;
  if (length(mouse.snap.world - corners.back()) >= kShortest) corners.push_back(mouse.snap.world);
  const std::size_t whole = shape_ == Shape::arc ? 3 : 2;
  if (corners.size() >= whole)
    if (const auto surface = makeShape(corners)) corners = makeSurfaceShape(*surface).points;
  QPolygonF line;
  for (const QPointF corner : corners) line << view.toPixel.map(corner);
  painter.setPen(QPen(view.palette.action, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
}

}  // namespace clank
