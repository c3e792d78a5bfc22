// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/joint_tool.h"

#include "ui/board/plane.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/rope_line.h"
#include "ui/look/words.h"

namespace clank {
namespace {

bool isRevoluteOrWeld(const Joint& joint) {
  return std::holds_alternative<Revolute>(joint.kind) || std::holds_alternative<Weld>(joint.kind);
}

}  // namespace

std::optional<std::size_t> PointTool::jointAt(const ToolMouse& mouse, bool (*fits)(const Joint&)) const {
  const Drawing& drawing = board_.drawing();
  const Handle* handle = drawing.handleAt(mouse.world, kPartReach / board_.view().scale());
  if (!handle) return std::nullopt;
  for (const std::size_t joint : handle->joints)
    if (fits(drawing.mechanism().joints[joint])) return joint;
  return std::nullopt;
}

QString AnchorTool::hint() const {
  return tr("Click the pin, the end or the place of a link that is fixed to the frame");
}

void AnchorTool::press(const ToolMouse& mouse) {
  if (!mouse.snap.point || mouse.snap.point->body == kFrameIndex)
    return board_.say(tr("An anchor needs a link: click on a pin, an end or a link"));
  std::string id;
  board_.edit(tr("anchor"), [&](Mechanism& m) { id = addAnchor(m, board_.drawing(), *mouse.snap.point); });
  board_.selection().select({ElementKind::joint, id});
}

QString WeldTool::hint() const {
  return tr("Click a pin to weld its links together, or a weld to free it again");
}

void WeldTool::press(const ToolMouse& mouse) {
  const auto joint = jointAt(mouse, isRevoluteOrWeld);
  if (!joint) return board_.say(tr("Click on a pin where two links meet"));
  const std::string id = board_.drawing().mechanism().joints[*joint].id;
  board_.edit(tr("weld %1").arg(namePart(id)), [&](Mechanism& m) { toggleWeld(m, *joint); });
  board_.selection().select({ElementKind::joint, id});
}

QString SliderTool::hint() const {
  return from() ? tr("Click in the direction of the guide")
                : tr("Click where the slider block is; on a pin or an end the link turns on it");
}

void SliderTool::finish(const Place& from, const Place& to) {
  std::string id;
  const double angle = angleOf(to.world - from.world);
  board_.edit(tr("draw slider"), [&](Mechanism& m) { id = addSlider(m, board_.drawing(), from, angle); });
  board_.selection().select({ElementKind::body, id});
}

void SliderTool::paintLine(QPainter& painter, QPointF from, QPointF to) {
  const Palette& palette = board_.view().palette;
  const double reach = length(to - from);
  if (reach < 1) return;
  const QPointF along = (to - from) / reach;
  QPen pen(palette.action, 1.4, Qt::DashLine);
  painter.setPen(pen);
  painter.drawLine(from - 70 * along, from + std::max(70.0, reach) * along);
  symbols::drawBlock(painter, from, angleOf(along), {palette.action, palette.panel});
}

QString SlotTool::hint() const {
  return slot_ ? tr("Click the pin that runs in the slot, on another link")
               : tr("Click the link that has the slot: it lies along the link");
}

void SlotTool::press(const ToolMouse& mouse) {
  const Drawing& drawing = board_.drawing();
  if (!slot_) {
    const auto body = drawing.bodyAt(mouse.world, kPartReach / board_.view().scale());
    if (!body || !drawing.barOf(*body)) return board_.say(tr("A slot needs a straight link"));
    const auto bar = *drawing.barOf(*body);
    slot_ = BodyPoint{*body, (bar.from + bar.to) / 2};
    return;
  }
  if (takePin(mouse)) return;
  const auto& pin = mouse.snap.point;
  if (mouse.snap.kind != Snap::Kind::point || !pin || pin->body == slot_->body || pin->body == kFrameIndex)
    return board_.say(tr("Click a pin or an end of another link"));
  const auto bar = *drawing.barOf(slot_->body);
  const BodyPoint slot = *slot_;
  slot_.reset();
  std::string id;
  board_.edit(tr("draw slot"),
              [&](Mechanism& m) { id = addSlot(m, slot, angleOf(bar.to - bar.from), *pin, drawing); });
  board_.selection().select({ElementKind::joint, id});
}

// A pin that joins the two links already gives way to the slot.
bool SlotTool::takePin(const ToolMouse& mouse) {
  const Drawing& drawing = board_.drawing();
  const std::string carrier = drawing.idOf(slot_->body);
  for (const std::size_t joint : mouse.snap.joints) {
    const Joint& j = drawing.mechanism().joints[joint];
    const bool joins = j.a == carrier || j.b == carrier;
    if (!std::holds_alternative<Revolute>(j.kind) || !joins || j.a == kFrame || j.b == kFrame) continue;
    const auto bar = *drawing.barOf(slot_->body);
    const ElementId slot{ElementKind::joint, j.id};  // the drawing, and j in it, is another one afterwards
    slot_.reset();
    board_.edit(tr("draw slot"),
                [&](Mechanism& m) { turnIntoSlot(m, joint, carrier, angleOf(bar.to - bar.from)); });
    board_.selection().select(slot);
    return true;
  }
  return false;
}

bool SlotTool::hasBegun() const {
  return slot_.has_value();
}

bool SlotTool::escape() {
  const bool begun = slot_.has_value();
  slot_.reset();
  return begun;
}

void SlotTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (!slot_) return;
  painter.setPen(QPen(board_.view().palette.action, 1.4, Qt::DashLine));
  painter.drawLine(board_.view().toPixel.map(board_.drawing().toWorld(slot_->body, slot_->at)), mouse.pixel);
}

QString GearTool::hint() const {
  return first_ ? tr("Click the centre of the second gear")
                : tr("Click the pin about which the first gear turns");
}

void GearTool::press(const ToolMouse& mouse) {
  const auto& point = mouse.snap.point;
  if (mouse.snap.kind != Snap::Kind::point || !point || point->body == kFrameIndex)
    return board_.say(tr("It sits on a link: click the pin it turns about"));
  if (!first_) {
    first_ = *point;
    return;
  }
  if (point->body == first_->body) return board_.say(tr("The second one belongs to another link"));
  const BodyPoint first = *first_;
  first_.reset();
  finish(first, *point);
}

void GearTool::finish(const BodyPoint& first, const BodyPoint& second) {
  std::string id;
  board_.edit(tr("draw gears"), [&](Mechanism& m) { id = addGearPair(m, board_.drawing(), first, second); });
  board_.selection().select({ElementKind::joint, id});
}

bool GearTool::hasBegun() const {
  return first_.has_value();
}

bool GearTool::escape() {
  const bool begun = first_.has_value();
  first_.reset();
  return begun;
}

void GearTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (!first_) return;
  const QPointF a = board_.view().toPixel.map(board_.drawing().toWorld(first_->body, first_->at));
  paintPair(painter, a, board_.view().toPixel.map(mouse.snap.world));
}

void GearTool::paintPair(QPainter& painter, QPointF a, QPointF b) {
  const QColor colour = board_.view().palette.action;
  symbols::drawPitchCircle(painter, a, length(b - a) / 2, 0, colour);
  symbols::drawPitchCircle(painter, b, length(b - a) / 2, 0, colour);
}

QString BeltTool::hint() const {
  return first() ? tr("Click the centre of the second pulley")
                 : tr("Click the pin about which the first pulley turns, or the middle of a disc");
}

QStringList BeltTool::options() const {
  return {tr("open"), tr("crossed")};
}

void BeltTool::finish(const BodyPoint& first, const BodyPoint& second) {
  std::string id;
  board_.edit(tr("draw belt"),
              [&](Mechanism& m) { id = addBelt(m, board_.drawing(), first, second, crossed_); });
  board_.selection().select({ElementKind::joint, id});
}

void BeltTool::paintPair(QPainter& painter, QPointF a, QPointF b) {
  const double scale = board_.view().scale(), reach = length(b - a);
  const double ra = scale * findPulley(board_.drawing(), *first(), reach / scale);
  QPolygonF line;
  for (const auto& [x, y] : makeBeltLine({{a.x(), a.y()}, {b.x(), b.y()}, ra, kPulley * reach, crossed_}))
    line << QPointF(x, y);
  symbols::drawRope(painter, line, board_.view().palette.action);
}

QString CylinderTool::hint() const {
  return from()
             ? tr("Click where the rod of the cylinder ends: a point of a link, or the sheet for the frame")
             : tr("Click where the barrel of the cylinder begins: a point of a link, or the sheet for the "
                  "frame");
}

void CylinderTool::finish(const Place& from, const Place& to) {
  const int a = from.on ? from.on->body : kFrameIndex, b = to.on ? to.on->body : kFrameIndex;
  if (a == b)
    return board_.say(a == kFrameIndex ? tr("One end at least must be on a link")
                                       : tr("Both ends are on one link: a cylinder needs two parts"));
  std::string id;
  board_.edit(tr("draw cylinder"), [&](Mechanism& m) { id = addCylinder(m, board_.drawing(), from, to); });
  board_.selection().select({ElementKind::joint, id});
}

void CylinderTool::paintLine(QPainter& painter, QPointF from, QPointF to) {
  const Palette& palette = board_.view().palette;
  symbols::drawCylinder(painter, from, to, symbols::kBarrel * length(to - from),
                        {palette.action, palette.panel});
}

}  // namespace clank
