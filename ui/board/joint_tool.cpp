// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/joint_tool.h"

#include <set>

#include "core/io/sheet.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {

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

std::optional<std::size_t> AnchorTool::findAnchor(const BodyPoint& point) const {
  const Drawing& drawing = board_.drawing();
  const QPointF world = drawing.toWorld(point.body, point.at);
  const Handle* handle = drawing.handleAt(world, kSamePlace);
  for (const std::size_t j : handle ? handle->joints : std::vector<std::size_t>()) {
    const Joint& joint = drawing.mechanism().joints[j];
    const bool joins = std::set{joint.a, joint.b} == std::set<std::string>{kFrame, drawing.idOf(point.body)};
    const bool isPin =
        std::holds_alternative<Revolute>(joint.kind) || std::holds_alternative<Weld>(joint.kind);
    if (joins && isPin) return j;
  }
  return std::nullopt;
}

QString AnchorTool::cursorHint(const ToolMouse& mouse) const {
  const auto link = findMeantLink(mouse.snap);
  if (!link) return findMeant(mouse.snap) ? tr("the frame stands still by itself") : QString();
  const QString name = nameOf(board_.drawing(), link->body);
  const auto anchor = findAnchor(*link);
  if (!anchor) return tr("pins %1 to the frame").arg(name);
  return tr("%1 is held to the frame here by %2 already")
      .arg(name, namePart(board_.drawing().mechanism().joints[*anchor].id));
}

void AnchorTool::press(const ToolMouse& mouse) {
  const auto link = findMeantLink(mouse.snap);
  if (!link) {
    const bool isFrame = findMeant(mouse.snap).has_value();
    return board_.refuse(isFrame ? tr("The frame cannot be anchored to itself: click on a link")
                                 : tr("An anchor needs a link: click on a pin, an end or a link"));
  }
  std::string id;
  if (const auto anchor = findAnchor(*link)) {
    id = board_.drawing().mechanism().joints[*anchor].id;
    board_.refuse(tr("%1 is held to the frame here by %2 already")
                      .arg(nameOf(board_.drawing(), link->body), namePart(id)));
  } else {
    board_.edit(tr("anchor"), [&](Mechanism& m) { id = addAnchor(m, board_.drawing(), *link); });
  }
  board_.selection().select({ElementKind::joint, id});
}

QString SliderTool::hint() const {
  return from() ? tr("Click in the direction of the guide")
                : tr("Click where the slider block is; on a pin or an end the link turns on it");
}

QString SliderTool::tellBegin(const QString& body) const {
  return tr("block with a pin on %1").arg(body);
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
  return slot_ ? tr("Click the pin that runs in the slot: a point of another link")
               : tr("Click the link that has the slot, or the sheet for the frame; it lies along a bar");
}

// The point of another body that runs in the slot; a pin that both share belongs to the other one.
std::optional<BodyPoint> SlotTool::findPin(const ToolMouse& mouse) const {
  const auto isOther = [this](int body) { return body != slot_->body; };
  if (const auto pin = findMeant(mouse.snap, isOther)) return pin;
  // A link's slot can run on a pin of the frame.
  if (slot_->body == kFrameIndex || !mouse.snap.under.empty()) return std::nullopt;
  return BodyPoint{kFrameIndex, mouse.snap.world};
}

double SlotTool::findAngle(const BodyPoint& pin) const {
  const Drawing& drawing = board_.drawing();
  if (slot_->body != kFrameIndex)
    if (const auto& bar = drawing.barOf(slot_->body)) return angleOf(bar->to - bar->from);
  const QPointF way = drawing.toBody(slot_->body, drawing.toWorld(pin.body, pin.at)) - slot_->at;
  return length(way) < kShortest ? 0 : angleOf(way);
}

std::vector<int> SlotTool::bodiesMeant(const ToolMouse& mouse) const {
  if (!slot_) return Tool::bodiesMeant(mouse);
  std::vector<int> bodies{slot_->body};
  if (const auto pin = findPin(mouse)) bodies.push_back(pin->body);
  std::erase(bodies, kFrameIndex);
  return bodies;
}

QString SlotTool::cursorHint(const ToolMouse& mouse) const {
  const Drawing& drawing = board_.drawing();
  if (!slot_) {
    const auto carrier = findMeant(mouse.snap);
    return tr("slot in %1").arg(nameOf(drawing, carrier ? carrier->body : kFrameIndex));
  }
  const auto pin = findPin(mouse);
  const QString slot = nameOf(drawing, slot_->body);
  if (!pin) return tr("the slot of %1 takes a point of another link").arg(slot);
  return tr("%1 runs in the slot of %2").arg(nameOf(drawing, pin->body), slot);
}

void SlotTool::press(const ToolMouse& mouse) {
  const Drawing& drawing = board_.drawing();
  if (!slot_) {
    slot_ = findMeant(mouse.snap).value_or(BodyPoint{kFrameIndex, mouse.snap.world});
    if (slot_->body == kFrameIndex) return;
    if (const auto& bar = drawing.barOf(slot_->body)) slot_->at = (bar->from + bar->to) / 2;
    return;
  }
  if (takePin(mouse)) return;
  const auto pin = findPin(mouse);
  if (!pin)
    return board_.refuse(tr("The slot is in %1: click a point of another link that runs in it")
                             .arg(nameOf(drawing, slot_->body)));
  const BodyPoint slot = *slot_;
  const double angle = findAngle(*pin);
  slot_.reset();
  std::string id;
  board_.edit(tr("draw slot"), [&](Mechanism& m) { id = addSlot(m, slot, angle, *pin, drawing); });
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
    const double angle = findAngle({kFrameIndex, mouse.snap.world});
    const ElementId slot{ElementKind::joint, j.id};  // the drawing, and j in it, is another one afterwards
    slot_.reset();
    board_.edit(tr("draw slot"), [&](Mechanism& m) { turnIntoSlot(m, joint, carrier, angle); });
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
  symbols::drawCylinder(painter, from, to, kBarrel * length(to - from), {palette.action, palette.panel});
}

}  // namespace clank
