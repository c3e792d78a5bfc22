// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/contact_tool.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/board/board_edits.h"
#include "ui/board/picking.h"
#include "ui/board/plane.h"
#include "ui/board/surface_shape.h"
#include "ui/board/symbols.h"
#include "ui/board/tidy_number.h"
#include "ui/board/tolerances.h"
#include "ui/document/element_edits.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {

QStringList SurfaceTool::options() const {
  return {tr("Line or polyline"), tr("Arc"), tr("Circle")};
}

void SurfaceTool::choose(int option) {
  const std::optional<BodyPoint> point = point_;
  drop();
  point_ = point;
  shape_ = static_cast<Shape>(option);
}

QString SurfaceTool::hint() const {
  if (ended_)
    return tr(
        "Click the pin, end or corner that meets the surface, or inside a link: its whole outline does");
  if (corners_.empty() && point_)
    return tr("Click a surface that is there, or where a new one begins: on another link, or on the sheet");
  if (shape_ == Shape::circle)
    return corners_.empty() ? tr("Click the centre of the circle: on a link, or on the sheet for the frame")
                            : tr("Click a point of the circle");
  if (corners_.empty()) return tr("Click where the surface begins: on a link, or on the sheet for the frame");
  if (shape_ == Shape::line)
    return tr("Click the next corner of the surface; the last one once more ends it");
  return corners_.size() == 1 ? tr("Click where the arc ends")
                              : tr("Click a point that the arc goes through");
}

void SurfaceTool::press(const ToolMouse& mouse) {
  if (ended_) {
    const auto point = findLinkPoint(board_, mouse, carrier_);
    if (!point) return board_.say(tr("Click a pin, an end or a place of another link"));
    return finish(*point,
                  !mouse.snap.point &&
                      hasOutline(board_.drawing().mechanism().bodies[static_cast<std::size_t>(point->body)]));
  }
  if (corners_.empty() && takeSurface(mouse)) return;
  if (point_ && corners_.empty()) {
    if (mouse.snap.point && mouse.snap.point->body == point_->body)
      return board_.say(tr("The surface belongs to another link, or to the frame"));
  }
  addCorner(mouse);
  if (ended_ && point_) finish(*point_);
}

void SurfaceTool::beginOn(int carrier, const std::vector<QPointF>& corners) {
  shape_ = Shape::line;
  carrier_ = carrier;
  corners_ = corners;
  ended_ = true;
}

const ContactPair* SurfaceTool::findSurface(QPointF pixel) const {
  const auto there = listElementsAt(board_.drawing(), board_.view(), pixel);
  const auto element = std::find_if(there.begin(), there.end(),
                                    [](const ElementId& e) { return e.kind == ElementKind::contact; });
  return element == there.end() ? nullptr : findById(board_.document().drawn().contacts, element->id);
}

// The point meets a surface that is there already; one that nothing meets yet can be clicked before the
// point.
bool SurfaceTool::takeSurface(const ToolMouse& mouse) {
  const Drawing& drawing = board_.drawing();
  const ContactPair* like = findSurface(mouse.pixel);
  if (!like) return false;
  if (like->b.empty()) {
    takeWaiting(*like);
    if (point_) finish(*point_);
    return true;
  }
  if (!point_ || like->a == drawing.idOf(point_->body)) return false;
  const BodyPoint point = *point_;
  std::string id;
  board_.edit(tr("draw surface"), [&, pair = *like](Mechanism& m) {
    id = addContact(m, pair, drawing.idOf(point.body), point.at, findEndRadius(drawing, point));
  });
  drop();
  board_.selection().select({ElementKind::contact, id});
  return true;
}

void SurfaceTool::takeWaiting(const ContactPair& contact) {
  waiting_ = contact.id;
  carrier_ = board_.drawing().indexOf(contact.a);
  corners_.clear();
  const ContactPair* shown = findById(board_.drawing().mechanism().contacts, contact.id);
  for (const QPointF p : makeSurfaceShape((shown ? *shown : contact).surface).points)
    corners_.push_back(board_.drawing().toWorld(carrier_, p));
  ended_ = true;
}

void SurfaceTool::addCorner(const ToolMouse& mouse) {
  if (corners_.empty()) carrier_ = findCarrier(board_, mouse);
  if (!corners_.empty() && length(mouse.snap.world - corners_.back()) < kShortest) {
    ended_ = shape_ == Shape::line && corners_.size() >= 2;
    return;
  }
  corners_.push_back(mouse.snap.world);
  ended_ =
      (shape_ == Shape::arc && corners_.size() == 3) || (shape_ == Shape::circle && corners_.size() == 2);
  if (shape_ != Shape::arc || !ended_ || makeShape(corners_)) return;
  corners_.pop_back();
  ended_ = false;
  board_.say(tr("The three points lie on a line: click beside it"));
}

std::optional<Surface> SurfaceTool::makeShape(const std::vector<QPointF>& corners) const {
  if (shape_ == Shape::circle) return makeCircleSurface(corners[0], corners[1], {});
  if (shape_ == Shape::arc) return makeArcSurface(corners[0], corners[1], corners[2], {});
  return makeSurface(corners, {});
}

// isInside: no point of the link is meant but the link itself.
void SurfaceTool::finish(BodyPoint point, bool isInside) {
  const Drawing& drawing = board_.drawing();
  const std::string body = drawing.idOf(point.body);
  const QPointF world = drawing.toWorld(point.body, point.at), local = drawing.toBody(carrier_, world);
  // Where the end lies on the surface already, its middle is meant.
  const double radius = findEndRadius(drawing, point);
  const Quantity around = calcDistance(world) > radius ? makeNumber(radius) : Quantity(0.0);
  const auto meet = [=](ContactPair& contact) {
    contact.b = body;
    contact.outlineB = isInside;
    if (!isInside) contact.atB = makePoint(point.at);
    if (!isInside) contact.radius = around;
    faceSurface(contact.surface, local);
  };
  if (waiting_.empty()) return place(meet);
  const std::string id = waiting_;
  drop();
  board_.edit(tr("draw surface"), [&](Mechanism& m) {
    if (ContactPair* contact = findById(m.contacts, id)) meet(*contact);
  });
  board_.selection().select({ElementKind::contact, id});
}

// What is drawn becomes a surface; what it meets is told by meet.
void SurfaceTool::place(const std::function<void(ContactPair&)>& meet) {
  std::vector<QPointF> local;
  for (const QPointF corner : corners_) local.push_back(board_.drawing().toBody(carrier_, corner));
  const auto surface = makeShape(local);
  ContactPair contact;
  contact.a = board_.drawing().idOf(carrier_);
  drop();
  if (!surface) return;
  contact.surface = *surface;
  meet(contact);
  board_.edit(tr("draw surface"), [&](Mechanism& m) {
    contact.id = makeId(m, "stop");
    m.contacts.push_back(contact);
  });
  board_.selection().select({ElementKind::contact, contact.id});
}

// m, world; of an arc from its chords.
double SurfaceTool::calcDistance(QPointF world) const {
  if (shape_ == Shape::circle && waiting_.empty())
    return std::abs(length(world - corners_[0]) - length(corners_[1] - corners_[0]));
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < corners_.size(); ++i)
    least = std::min(least, length(world - nearestOnSegment(world, corners_[i - 1], corners_[i])));
  return least;
}

// A wall that is complete is not lost because the click on a link does not come.
bool SurfaceTool::keep() {
  if (!waiting_.empty()) return false;  // it is kept already
  const bool isLine =
      shape_ == Shape::line && corners_.size() >= 2;  // whether its last corner is clicked or not
  if (!ended_ && !isLine) return false;
  const Drawing& drawing = board_.drawing();
  const Handle* nearest =
      findNearestEnd(drawing, carrier_, [this](QPointF world) { return calcDistance(world); });
  if (!nearest) {
    const QPointF above =
        corners_.front() + QPointF(0, length(corners_.back() - corners_.front()) + kShortest);
    const QPointF seen = drawing.toBody(carrier_, above);
    place([&](ContactPair& contact) { faceSurface(contact.surface, seen); });
    board_.say(
        tr("The surface stays. When a link is there: click the surface with this tool, then the link's end"));
    return true;
  }
  const BodyPoint point = nearest->point;
  const QString met = namePart(drawing.idOf(point.body));
  finish(point);
  board_.say(tr("The surface meets the nearest end, that of %1; Undo takes it away").arg(met));
  return true;
}

bool SurfaceTool::escape() {
  return drop();
}

bool SurfaceTool::takeBack() {
  if (corners_.size() < 2 || !waiting_.empty()) return drop();
  if (!ended_ || shape_ != Shape::line) corners_.pop_back();  // the click that ended a line put no corner
  ended_ = false;
  return true;
}

bool SurfaceTool::drop() {
  const bool begun = !corners_.empty() || point_;
  corners_.clear();
  carrier_ = kFrameIndex;
  point_.reset();
  waiting_.clear();
  ended_ = false;
  return begun;
}

std::optional<QPointF> SurfaceTool::lineFrom() const {
  const bool bends = shape_ == Shape::arc && corners_.size() == 2;  // the third point lies anywhere
  return corners_.empty() || ended_ || bends ? std::nullopt : std::optional(corners_.back());
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
  if (!ended_ && length(mouse.snap.world - corners.back()) >= kShortest) corners.push_back(mouse.snap.world);
  const std::size_t whole = shape_ == Shape::arc ? 3 : 2;
  if (waiting_.empty() && corners.size() >= whole)
    if (const auto surface = makeShape(corners)) corners = makeSurfaceShape(*surface).points;
  QPolygonF line;
  for (const QPointF corner : corners) line << view.toPixel.map(corner);
  painter.setPen(QPen(view.palette.action, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawPolyline(line);
  if (!ended_) return;
  painter.setPen(QPen(view.palette.action, 1.2, Qt::DotLine));
  const auto middle = (line.size() - 1) / 2;
  painter.drawLine((line[middle] + line[middle + 1]) / 2, view.toPixel.map(mouse.snap.world));
}

}  // namespace clank
