// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/link_tool.h"

#include <algorithm>

#include "ui/board/grid.h"
#include "ui/board/hull.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/symbols.h"
#include "ui/board/tidy_number.h"
#include "ui/board/tolerances.h"
#include "ui/board/typed_quantity.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kDrag = 8;  // px: from here on a press and release are a drag

}  // namespace

// Pins and ends have round numbers, or those of their joint: others keep every digit.
Place makeCorner(const Snap& snap) {
  const bool isRound = snap.kind == Snap::Kind::point || snap.kind == Snap::Kind::corner;
  return {snap.world, snap.point, snap.point && !isRound};
}

Place makePlace(const Snap& snap) {
  Place place = makeCorner(snap);
  if (place.on && place.on->body != kFrameIndex) return place;
  if (const auto link = findMeantLink(snap)) return {snap.world, link, snap.kind != Snap::Kind::point};
  return place;
}

int findCarrier(const BoardAccess& board, const ToolMouse& mouse) {
  const Snap& snap = mouse.snap;
  if (snap.point) return snap.point->body;
  // On an edge the mouse may lie beside it.
  const bool isOnShape = snap.kind != Snap::Kind::none && snap.kind < Snap::Kind::angle;
  if (const auto meant = isOnShape ? findMeant(snap) : std::nullopt) return meant->body;
  return board.drawing().bodyAt(mouse.world, 0).value_or(kFrameIndex);
}

// A pin that both have in common belongs to the other one, too.
std::optional<BodyPoint> findLinkPoint(const BoardAccess&, const ToolMouse& mouse, int except) {
  return findMeantLink(mouse.snap, [except](int body) { return body != except; });
}

const Handle* findNearestEnd(const Drawing& drawing, int carrier,
                             const std::function<double(QPointF)>& distance) {
  const Handle* nearest = nullptr;
  double least = 0;
  for (const Handle& handle : drawing.handles()) {
    const bool isOfCarrier =
        std::find(handle.bodies.begin(), handle.bodies.end(), carrier) != handle.bodies.end();
    if (handle.point.body == kFrameIndex || handle.point.body == carrier || isOfCarrier) continue;
    const double away = distance(handle.world);
    if (nearest && away >= least) continue;
    nearest = &handle;
    least = away;
  }
  return nearest;
}

void LineTool::press(const ToolMouse& mouse) {
  pressedAt_ = mouse.pixel;
  if (from_) return end(mouse);
  from_ = placeAt(mouse.snap);
}

void LineTool::release(const ToolMouse& mouse) {
  if (from_ && length(mouse.pixel - pressedAt_) > kDrag) end(mouse);
}

void LineTool::end(const ToolMouse& mouse) {
  const Place to = placeAt(mouse.snap);
  if (length(to.world - from_->world) < kShortest) return;
  const Place from = *from_;
  from_.reset();
  finish(from, to);
}

bool LineTool::escape() {
  const bool begun = from_.has_value();
  from_.reset();
  return begun;
}

std::optional<QPointF> LineTool::lineFrom() const {
  return from_ ? std::optional(from_->world) : std::nullopt;
}

Place LineTool::placeAt(const Snap& snap) const {
  return makePlace(snap);
}

Place BodyTool::placeAt(const Snap& snap) const {
  return snap.isFree ? Place{snap.world, {}} : makePlace(snap);
}

std::vector<int> BodyTool::bodiesMeant(const ToolMouse& mouse) const {
  const auto& on = placeAt(mouse.snap).on;
  return on && on->body != kFrameIndex ? std::vector{on->body} : std::vector<int>();
}

QString LineTool::cursorHint(const ToolMouse& mouse) const {
  const Place place = placeAt(mouse.snap);
  if (!place.on) return {};
  const QString name = nameOf(board_.drawing(), place.on->body);
  return from_ ? tellEnd(name) : tellBegin(name);
}

void LineTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (!from_) return;
  const QTransform& map = board_.view().toPixel;
  paintLine(painter, map.map(from_->world), map.map(mouse.snap.world));
}

QString BarTool::hint() const {
  return from() ? tr("Click where the link ends, or type its length; on a pin or a link it is joined to it, "
                     "with Alt not")
                : tr("Click where the link begins; on a pin or a link it is joined to it");
}

QString BarTool::tellBegin(const QString& body) const {
  return tr("begins on %1, pinned to it").arg(body);
}

QString BarTool::tellEnd(const QString& body) const {
  return tr("ends on %1, pinned to it").arg(body);
}

void BarTool::finish(const Place& from, const Place& to) {
  std::string id;
  board_.edit(tr("draw link"), [&](Mechanism& m) { id = addBar(m, board_.drawing(), from, to); });
  board_.selection().select({ElementKind::body, id});
}

void BarTool::paintLine(QPainter& painter, QPointF a, QPointF b) {
  const Palette& palette = board_.view().palette;
  QColor fill = palette.action;
  fill.setAlphaF(0.18F);
  painter.setPen(QPen(palette.action, 1.6));
  painter.setBrush(fill);
  painter.drawPath(makeRoundedPath({a, b}, 8));
  const double reach = length(b - a);
  if (reach < 1) return;
  QPointF up = leftOf((b - a) / reach);
  if (up.y() > 1e-6 || (up.y() > -1e-6 && up.x() > 0)) up = -up;
  symbols::drawLabel(painter, (a + b) / 2 + 20 * up, writeLength(reach / board_.view().scale(), 5),
                     palette.action, palette.panel, angleOf(b - a));
}

bool BarTool::type(const QString& text) {
  if (!from()) return false;
  const Place start = *from();
  board_.ask(last_.pixel + QPointF(16, -16), tr("Length"), text,
             [this, start](const QString& typed) { return finishTyped(start, typed); });
  return true;
}

// The length as typed, in the direction of the mouse.
QString BarTool::finishTyped(const Place& start, const QString& text) {
  const auto reach = evaluateTyped(text, "m", board_.document().shown());
  if (!reach) return QString::fromStdString(reach.error());
  if (!(reach->value > 0)) return tr("a length is greater than zero");
  if (!(reach->value > kShortest)) return tr("a link is longer than a micrometre");
  const QPointF way = last_.snap.world - start.world;
  const QPointF along = length(way) > 0 ? way / length(way) : QPointF(1, 0);
  escape();
  std::string id;
  board_.edit(tr("draw link"), [&](Mechanism& m) {
    id = addBar(m, board_.drawing(), start, {start.world + reach->value * along, std::nullopt});
    m.bodies.back().length = *reach;
  });
  board_.selection().select({ElementKind::body, id});
  return {};
}

QString DiscTool::hint() const {
  return from() ? tr("Click the rim of the disc, or type its radius")
                : tr("Click the middle of the disc; on a pin or a link it turns about that point");
}

QString DiscTool::tellBegin(const QString& body) const {
  return tr("turns about a pin on %1").arg(body);
}

void DiscTool::finish(const Place& from, const Place& to) {
  draw(from, makeNumber(length(to.world - from.world)));
}

void DiscTool::draw(const Place& middle, const Quantity& radius) {
  std::string id;
  board_.edit(tr("draw disc"), [&](Mechanism& m) { id = addDisc(m, board_.drawing(), middle, radius); });
  board_.selection().select({ElementKind::body, id});
}

void DiscTool::paintLine(QPainter& painter, QPointF middle, QPointF rim) {
  const Palette& palette = board_.view().palette;
  QColor fill = palette.action;
  fill.setAlphaF(0.18F);
  painter.setPen(QPen(palette.action, 1.6));
  painter.setBrush(fill);
  const double radius = length(rim - middle);
  painter.drawEllipse(middle, radius, radius);
  painter.drawLine(middle, rim);
  symbols::drawLabel(painter, middle + QPointF(0, -14), writeLength(radius / board_.view().scale(), 5),
                     palette.action, palette.panel);
}

bool DiscTool::type(const QString& text) {
  if (!from()) return false;
  const Place middle = *from();
  board_.ask(last_.pixel + QPointF(16, -16), tr("Radius"), text,
             [this, middle](const QString& typed) { return finishTyped(middle, typed); });
  return true;
}

QString DiscTool::finishTyped(const Place& middle, const QString& text) {
  const auto radius = evaluateTyped(text, "m", board_.document().shown());
  if (!radius) return QString::fromStdString(radius.error());
  if (!(radius->value > kShortest)) return tr("a radius is greater than a micrometre");
  escape();
  draw(middle, *radius);
  return {};
}

QString PlateTool::hint() const {
  if (corners_.empty()) return tr("Click the first corner of the plate; on a pin it is joined to it");
  if (corners_.size() < 3) return tr("Click the next corner");
  return tr("Click the next corner; a double click, or a click on the first corner, ends the plate");
}

QString PlateTool::cursorHint(const ToolMouse& mouse) const {
  const auto& on = makeCorner(mouse.snap).on;
  return on ? tr("corner on %1, pinned to it").arg(nameOf(board_.drawing(), on->body)) : QString();
}

std::vector<int> PlateTool::bodiesMeant(const ToolMouse& mouse) const {
  const auto& on = makeCorner(mouse.snap).on;
  return on && on->body != kFrameIndex ? std::vector{on->body} : std::vector<int>();
}

void PlateTool::press(const ToolMouse& mouse) {
  if (corners_.size() >= 3 &&
      length(board_.view().toPixel.map(corners_.front().world) - mouse.pixel) < kDrag) {
    finish();
    return;
  }
  if (!corners_.empty() && length(mouse.snap.world - corners_.back().world) < kShortest) {
    if (corners_.size() >= 3) finish();
    return;
  }
  if (!corners_.empty() && crosses(corners_.back().world, mouse.snap.world, false))
    return board_.refuse(tr("This edge crosses another edge of the plate: click elsewhere"));
  corners_.push_back(makeCorner(mouse.snap));
}

// Does an edge from the last corner meet those before it? The one that closes the outline begins at the last
// corner and ends at the first.
bool PlateTool::crosses(QPointF from, QPointF to, bool closes) const {
  const auto isLeftOf = [](QPointF a, QPointF b, QPointF p) { return cross(b - a, p - a) > 0; };
  for (std::size_t i = closes ? 1 : 0; i + 2 < corners_.size(); ++i) {
    const QPointF a = corners_[i].world, b = corners_[i + 1].world;
    if (isLeftOf(a, b, from) != isLeftOf(a, b, to) && isLeftOf(from, to, a) != isLeftOf(from, to, b))
      return true;
  }
  return false;
}

// False: it is no plate, and is still being drawn.
bool PlateTool::finish() {
  double area = 0;
  for (std::size_t i = 0; i < corners_.size(); ++i)
    area += cross(corners_[i].world, corners_[(i + 1) % corners_.size()].world) / 2;
  if (crosses(corners_.back().world, corners_.front().world, true)) {
    board_.refuse(
        tr("The edge from the last corner to the first crosses another one: Undo takes a corner back"));
    return false;
  }
  const std::vector<Place> corners = std::exchange(corners_, {});
  if (std::abs(area) < kShortest * kShortest) {
    board_.refuse(tr("The corners lie on a line: draw a link instead"));
    return false;
  }
  std::string id;
  board_.edit(tr("draw plate"), [&](Mechanism& m) { id = addPlate(m, board_.drawing(), corners); });
  board_.selection().select({ElementKind::body, id});
  return true;
}

bool PlateTool::keep() {
  return corners_.size() >= 3 && finish();
}

bool PlateTool::escape() {
  const bool begun = !corners_.empty();
  corners_.clear();
  return begun;
}

bool PlateTool::takeBack() {
  if (corners_.empty()) return false;
  corners_.pop_back();
  return true;
}

std::optional<QPointF> PlateTool::lineFrom() const {
  return corners_.empty() ? std::nullopt : std::optional(corners_.back().world);
}

void PlateTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (corners_.empty()) return;
  QPolygonF outline;
  for (const Place& corner : corners_) outline << board_.view().toPixel.map(corner.world);
  outline << board_.view().toPixel.map(mouse.snap.world);
  QColor fill = board_.view().palette.action;
  painter.setPen(QPen(fill, 1.6));
  fill.setAlphaF(0.18F);
  painter.setBrush(fill);
  painter.drawPolygon(outline);
}

}  // namespace clank
