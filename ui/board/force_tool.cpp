// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/force_tool.h"

#include <algorithm>

#include "ui/board/board_view.h"
#include "ui/board/picking.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kStiffness = 100, kDamping = 10;  // N/m, N s/m
constexpr double kForcePerLength = 100;            // N/m
constexpr double kDragged = 8;                     // px: from here on a press and release are a drag

bool turns(const Joint& joint) {
  return findCoordinateKind(joint.kind) == CoordinateKind::angle;
}

QString writeForce(QPointF force) {
  return writeShown(length(force), "N", 3);
}

}  // namespace

QString SpringTool::hint() const {
  if (damper_)
    return from() ? tr("Click the other end of the damper")
                  : tr("Click one end of the damper: a point of a link, or the sheet for the frame");
  return from() ? tr("Click the other end of the spring")
                : tr("Click one end of the spring: a point of a link, or the sheet for the frame");
}

QString SpringTool::tellBegin(const QString& body) const {
  return tr("end on %1").arg(body);
}

void SpringTool::finish(const Place& from, const Place& to) {
  const int a = from.on ? from.on->body : kFrameIndex, b = to.on ? to.on->body : kFrameIndex;
  if (a == b)
    return board_.refuse(
        a == kFrameIndex
            ? tr("Both ends are on the frame: one at least must be on a link")
            : tr("Both ends are on %1: click another link, or the sheet").arg(nameOf(board_.drawing(), a)));
  std::string id;
  board_.edit(damper_ ? tr("draw damper") : tr("draw spring"), [&](Mechanism& m) {
    id = addSpring(m, board_.drawing(), from, to, damper_ ? 0 : kStiffness, damper_ ? kDamping : 0);
  });
  board_.selection().select({ElementKind::force, id});
}

void SpringTool::paintLine(QPainter& painter, QPointF from, QPointF to) {
  const Palette& palette = board_.view().palette;
  if (damper_) return symbols::drawDamper(painter, from, to, {palette.action, palette.panel});
  symbols::drawSpring(painter, from, to, palette.action);
}

QString RopeTool::hint() const {
  return places_.empty() ? tr("Click one end of the rope: a point of a link, or the sheet for the frame")
                         : tr("Click the other end of the rope; with Shift a ring that it runs through");
}

QString RopeTool::cursorHint(const ToolMouse& mouse) const {
  const auto& on = makePlace(mouse.snap).on;
  if (!on) return {};
  const bool isRing = !places_.empty() && mouse.modifiers.testFlag(Qt::ShiftModifier);
  const QString name = nameOf(board_.drawing(), on->body);
  return isRing ? tr("ring on %1").arg(name) : tr("end on %1").arg(name);
}

void RopeTool::press(const ToolMouse& mouse) {
  pressedAt_ = mouse.pixel;
  const bool stays = !places_.empty() && length(mouse.snap.world - places_.back().world) < kShortest;
  if (stays) return;
  if (!places_.empty() && !mouse.modifiers.testFlag(Qt::ShiftModifier)) return end(mouse);
  places_.push_back(makePlace(mouse.snap));
}

void RopeTool::release(const ToolMouse& mouse) {
  if (places_.size() == 1 && length(mouse.pixel - pressedAt_) > kDragged) end(mouse);
}

void RopeTool::end(const ToolMouse& mouse) {
  places_.push_back(makePlace(mouse.snap));
  finish();
}

// The last place is the end.
void RopeTool::finish() {
  const std::vector<Place> places = std::exchange(places_, {});
  const auto bodyOf = [](const Place& place) { return place.on ? place.on->body : kFrameIndex; };
  const int first = bodyOf(places.front());
  // Rope that runs from a body to the same, over others or not at all.
  if (std::all_of(places.begin(), places.end(), [&](const Place& place) { return bodyOf(place) == first; }))
    return board_.refuse(first == kFrameIndex
                             ? tr("All of it is on the frame: one end or ring at least must be on a link")
                             : tr("All of it is on %1: one end or ring at least must be elsewhere")
                                   .arg(nameOf(board_.drawing(), first)));
  std::string id;
  board_.edit(tr("draw rope"), [&](Mechanism& m) { id = addRope(m, board_.drawing(), places); });
  board_.selection().select({ElementKind::force, id});
}

bool RopeTool::keep() {
  if (places_.size() < 2) return false;
  finish();
  return true;
}

bool RopeTool::escape() {
  const bool begun = !places_.empty();
  places_.clear();
  return begun;
}

bool RopeTool::takeBack() {
  if (places_.empty()) return false;
  places_.pop_back();
  return true;
}

std::optional<QPointF> RopeTool::lineFrom() const {
  return places_.empty() ? std::nullopt : std::optional(places_.back().world);
}

void RopeTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (places_.empty()) return;
  const BoardView& view = board_.view();
  QPolygonF line;
  for (const Place& place : places_) line << view.toPixel.map(place.world);
  for (int i = 1; i < line.size(); ++i)
    symbols::drawRing(painter, line[i], {view.palette.action, view.palette.panel});
  line << view.toPixel.map(mouse.snap.world);
  symbols::drawRope(painter, line, view.palette.action);
}

QString TorsionSpringTool::hint() const {
  return tr("Click the pin about which the spring turns its links");
}

QString TorsionSpringTool::cursorHint(const ToolMouse& mouse) const {
  const auto joint = jointAt(mouse, turns);
  return joint ? tr("turns about %1").arg(namePart(board_.drawing().mechanism().joints[*joint].id))
               : QString();
}

void TorsionSpringTool::press(const ToolMouse& mouse) {
  const auto joint = jointAt(mouse, turns);
  if (!joint) return board_.refuse(tr("A torsion spring turns two links about a pin: click on one"));
  std::string id;
  board_.edit(tr("draw torsion spring"),
              [&](Mechanism& m) { id = addTorsionSpring(m, board_.drawing(), *joint); });
  board_.selection().select({ElementKind::force, id});
}

QString TorqueTool::hint() const {
  return tr("Click the link on which the torque acts");
}

QString TorqueTool::cursorHint(const ToolMouse& mouse) const {
  const auto link = findMeantLink(mouse.snap);
  return link ? tr("turns %1").arg(nameOf(board_.drawing(), link->body)) : QString();
}

void TorqueTool::press(const ToolMouse& mouse) {
  const auto link = findMeantLink(mouse.snap);
  if (!link)
    return board_.refuse(findMeant(mouse.snap) ? tr("A torque cannot turn the frame: click on a link")
                                               : tr("A torque acts on a link: click on one"));
  std::string id;
  board_.edit(tr("add torque"), [&](Mechanism& m) { id = addTorque(m, link->body, board_.drawing()); });
  board_.selection().select({ElementKind::force, id});
}

QString LoadTool::hint() const {
  return from() ? tr("Click in the direction of the force: 1 N a centimetre")
                : tr("Click the point of a link on which the force acts");
}

QString LoadTool::tellBegin(const QString& body) const {
  return tr("acts on %1").arg(body);
}

void LoadTool::press(const ToolMouse& mouse) {
  if (!from() && !findMeantLink(mouse.snap))
    return board_.refuse(findMeant(mouse.snap) ? tr("A force does not move the frame: click on a link")
                                               : tr("A force acts on a link: click on a point of one"));
  LineTool::press(mouse);
}

void LoadTool::finish(const Place& from, const Place& to) {
  std::string id;
  board_.edit(tr("add load"), [&](Mechanism& m) {
    id = addLoad(m, board_.drawing(), *from.on, kForcePerLength * (to.world - from.world));
  });
  board_.selection().select({ElementKind::force, id});
}

void LoadTool::paintLine(QPainter& painter, QPointF from, QPointF to) {
  const BoardView& view = board_.view();
  symbols::drawArrow(painter, from, to, view.palette.action);
  symbols::drawLabel(painter, to + QPointF(0, -16), writeForce(kForcePerLength * (to - from) / view.scale()),
                     view.palette.action, view.palette.panel);
}

}  // namespace clank
