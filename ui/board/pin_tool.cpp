// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/pin_tool.h"

#include "ui/board/picking.h"
#include "ui/board/points_at.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

bool isPinOrWeld(const Joint& joint) {
  return std::holds_alternative<Revolute>(joint.kind) || std::holds_alternative<Weld>(joint.kind);
}
bool takesMotor(const Joint& joint) {
  return findCoordinateKind(joint.kind) != CoordinateKind::none;
}

// A body of a group: one that moves where there is any.
BodyPoint chiefOf(const std::vector<BodyPoint>& group) {
  return group.front();
}

QString tellHeld(const Drawing& drawing, const Meeting& meeting) {
  const QString joint = namePart(drawing.mechanism().joints[meeting.joints.front()].id);
  return tr("joint %1 holds %2 together here already").arg(joint, listNames(drawing, meeting.listBodies()));
}

QString nothingHere() {
  return tr("Nothing to join here: click where links lie over each other, or on one link alone");
}

}  // namespace

void JoinTool::press(const ToolMouse& mouse) {
  joinAt(meetingAt(mouse), mouse.pixel);
}

void JoinTool::joinAt(const Meeting& meeting, QPointF pixel) {
  const Drawing& drawing = board_.drawing();
  if (meeting.isEmpty()) return board_.refuse(nothingHere());
  if (meeting.isAlone())
    return joinPairs({{meeting.groups.front().front(), BodyPoint{kFrameIndex, meeting.world}}});
  if (meeting.groups.size() == 1) {
    const QString held = tellHeld(drawing, meeting);
    board_.selection().select({ElementKind::joint, drawing.mechanism().joints[meeting.joints.front()].id});
    return board_.refuse(held.left(1).toUpper() + held.mid(1));
  }
  if (meeting.groups.size() == 2)
    return joinPairs({{chiefOf(meeting.groups[0]), chiefOf(meeting.groups[1])}});
  chooseBody(meeting, pixel);
}

void JoinTool::joinPairs(const std::vector<Pair>& pairs) {
  ElementId made;
  board_.edit(nameOfStep(), [&](Mechanism& m) {
    for (const auto& [one, other] : pairs) made = join(m, one, other);
  });
  board_.selection().select(made);
}

void JoinTool::chooseBody(const Meeting& meeting, QPointF pixel) {
  const Drawing& drawing = board_.drawing();
  std::vector<std::vector<Pair>> choices;
  QStringList texts;
  const auto& groups = meeting.groups;
  if (joinsAll()) {
    std::vector<Pair> all;
    for (std::size_t i = 1; i < groups.size(); ++i) all.emplace_back(chiefOf(groups[0]), chiefOf(groups[i]));
    choices.push_back(all);
    texts << tr("All: %1").arg(listNames(drawing, meeting.listBodies()));
  }
  for (std::size_t i = 0; i < groups.size(); ++i)
    for (std::size_t j = i + 1; j < groups.size(); ++j) {
      choices.push_back({{chiefOf(groups[i]), chiefOf(groups[j])}});
      texts << listNames(drawing, {chiefOf(groups[i]).body, chiefOf(groups[j]).body});
    }
  board_.say(tellChoice(listNames(drawing, meeting.listBodies())));
  board_.offerChoice(pixel, texts,
                     [this, choices](int chosen) { joinPairs(choices[static_cast<std::size_t>(chosen)]); });
}

QString JoinTool::cursorHint(const ToolMouse& mouse) const {
  const Drawing& drawing = board_.drawing();
  const Meeting meeting = meetingAt(mouse);
  if (meeting.isEmpty()) return {};
  const auto nameAt = [&](std::size_t group) { return nameOf(drawing, chiefOf(meeting.groups[group]).body); };
  if (meeting.isAlone()) return tellJoined(nameAt(0), nameOf(drawing, kFrameIndex));
  if (meeting.groups.size() == 1) return tellHeld(drawing, meeting);
  if (meeting.groups.size() == 2) return tellJoined(nameAt(0), nameAt(1));
  return tellChoice(listNames(drawing, meeting.listBodies()));
}

std::vector<int> JoinTool::bodiesMeant(const ToolMouse& mouse) const {
  std::vector<int> bodies = meetingAt(mouse).listBodies();
  std::erase(bodies, kFrameIndex);
  return bodies;
}

QString PinTool::hint() const {
  return tr("Click where links lie over each other: a pin joins them; one alone it joins to the frame");
}

QString PinTool::tellJoined(const QString& one, const QString& other) const {
  return tr("pins %1 to %2").arg(one, other);
}

QString PinTool::tellChoice(const QString& bodies) const {
  return tr("pins %1: choose which").arg(bodies);
}

ElementId PinTool::join(Mechanism& m, const BodyPoint& one, const BodyPoint& other) const {
  return {ElementKind::joint, addJunction(m, board_.drawing(), one, other, Revolute{})};
}

QString PinTool::nameOfStep() const {
  return tr("pin");
}

QString WeldTool::hint() const {
  return tr("Click a pin to make it rigid or free again, or where links lie over each other to weld them");
}

void WeldTool::press(const ToolMouse& mouse) {
  const auto joint = jointAt(mouse, isPinOrWeld);
  if (!joint) return JoinTool::press(mouse);
  const std::string id = board_.drawing().mechanism().joints[*joint].id;
  board_.edit(tr("weld %1").arg(namePart(id)), [&](Mechanism& m) { toggleWeld(m, *joint); });
  board_.selection().select({ElementKind::joint, id});
}

QString WeldTool::cursorHint(const ToolMouse& mouse) const {
  const auto joint = jointAt(mouse, isPinOrWeld);
  if (!joint) return JoinTool::cursorHint(mouse);
  const Joint& j = board_.drawing().mechanism().joints[*joint];
  return std::holds_alternative<Weld>(j.kind) ? tr("frees %1").arg(namePart(j.id))
                                              : tr("makes %1 rigid").arg(namePart(j.id));
}

QString WeldTool::tellJoined(const QString& one, const QString& other) const {
  return tr("welds %1 to %2").arg(one, other);
}

QString WeldTool::tellChoice(const QString& bodies) const {
  return tr("welds %1: choose which").arg(bodies);
}

ElementId WeldTool::join(Mechanism& m, const BodyPoint& one, const BodyPoint& other) const {
  return {ElementKind::joint, addJunction(m, board_.drawing(), one, other, Weld{})};
}

QString WeldTool::nameOfStep() const {
  return tr("weld");
}

QString MotorTool::hint() const {
  return tr(
      "Click the pin, the slider or the cylinder that is driven, or a link: it is pinned there and driven");
}

const Drive* MotorTool::findDriveOf(std::size_t joint) const {
  const Mechanism& m = board_.drawing().mechanism();
  for (const Drive& drive : m.drives)
    if (drive.joint == m.joints[joint].id) return &drive;
  return nullptr;
}

// At a point, or a cylinder that is clicked between its ends.
std::optional<std::size_t> MotorTool::findDriven(const ToolMouse& mouse) const {
  if (const auto joint = jointAt(mouse, takesMotor)) return joint;
  const auto& joints = board_.drawing().mechanism().joints;
  for (const ElementId& element : listElementsAt(board_.drawing(), board_.view(), mouse.pixel))
    if (const Joint* under = element.kind == ElementKind::joint ? findById(joints, element.id) : nullptr;
        under && std::holds_alternative<Telescope>(under->kind))
      return static_cast<std::size_t>(under - joints.data());
  return std::nullopt;
}

void MotorTool::press(const ToolMouse& mouse) {
  const auto joint = findDriven(mouse);
  if (!joint) return JoinTool::press(mouse);
  if (const Drive* drive = findDriveOf(*joint)) {
    const std::string id = drive->id;
    board_.selection().select({ElementKind::drive, id});
    return board_.refuse(tr("Joint %1 is driven by %2 already")
                             .arg(namePart(board_.drawing().mechanism().joints[*joint].id), namePart(id)));
  }
  std::string id;
  board_.edit(nameOfStep(), [&](Mechanism& m) { id = addMotor(m, *joint); });
  board_.selection().select({ElementKind::drive, id});
}

QString MotorTool::cursorHint(const ToolMouse& mouse) const {
  const auto joint = findDriven(mouse);
  if (!joint) return JoinTool::cursorHint(mouse);
  const QString name = namePart(board_.drawing().mechanism().joints[*joint].id);
  const Drive* drive = findDriveOf(*joint);
  return drive ? tr("%1 is driven by %2 already").arg(name, namePart(drive->id)) : tr("drives %1").arg(name);
}

QString MotorTool::tellJoined(const QString& one, const QString& other) const {
  return tr("pins %1 to %2 and drives it").arg(one, other);
}

QString MotorTool::tellChoice(const QString& bodies) const {
  return tr("pins and drives two of %1: choose which").arg(bodies);
}

ElementId MotorTool::join(Mechanism& m, const BodyPoint& one, const BodyPoint& other) const {
  addJunction(m, board_.drawing(), one, other, Revolute{});
  return {ElementKind::drive, addMotor(m, m.joints.size() - 1)};
}

QString MotorTool::nameOfStep() const {
  return tr("add motor");
}

}  // namespace clank
