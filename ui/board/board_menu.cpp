// SPDX-License-Identifier: GPL-3.0-or-later
// What the right button offers on the sheet and on its parts.
#include <QApplication>
#include <QMenu>
#include <algorithm>

#include "core/model/touches.h"
#include "ui/board/board.h"
#include "ui/board/board_edits.h"
#include "ui/board/board_view.h"
#include "ui/board/contact_tool.h"
#include "ui/board/joint_card.h"
#include "ui/board/picking.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/target_tool.h"
#include "ui/board/tolerances.h"
#include "ui/board/typed_quantity.h"
#include "ui/document/linked_copies.h"
#include "ui/document/optimisation_edits.h"
#include "ui/document/properties.h"
#include "ui/document/solid_edits.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

// The edge of the body that is nearest to a place: along a bar, between two corners of a plate. Body axes.
std::optional<std::array<QPointF, 2>> findEdge(const Drawing& drawing, int body, QPointF world) {
  std::vector<QPointF> corners;
  for (const Point& p : drawing.mechanism().bodies[static_cast<std::size_t>(body)].outline)
    corners.push_back(toPointF(p));
  if (corners.empty()) {
    const auto bar = drawing.barOf(body);
    if (!bar || length(bar->to - bar->from) <= 0) return std::nullopt;
    // The side of the bar on which it was clicked.
    const QPointF along = (bar->to - bar->from) / length(bar->to - bar->from);
    const double side = cross(along, drawing.toBody(body, world) - bar->from) < 0 ? -1 : 1;
    const double half = drawing.mechanism().bodies[static_cast<std::size_t>(body)].width.value / 2;
    const QPointF off = side * half * leftOf(along);
    return std::array{bar->from + off, bar->to + off};
  }
  const QPointF local = drawing.toBody(body, world);
  std::optional<std::array<QPointF, 2>> nearest;
  double best = HUGE_VAL;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const QPointF from = corners[i], to = corners[(i + 1) % corners.size()];
    const double distance = length(nearestOnSegment(local, from, to) - local);
    if (distance >= best) continue;
    best = distance;
    nearest = std::array{from, to};
  }
  return nearest;
}

}  // namespace

void Board::showMenu(const CanvasMouse& mouse, QPoint global) {
  showAwaited();
  const auto there = listElementsAt(drawing_, view_, mouse.pixel);
  QMenu menu(this);
  menu.setToolTipsVisible(true);
  if (there.empty()) {
    addSheetActions(menu, mouse);
    addNameActions(menu, mouse);
  } else {
    // One that was chosen with clicks before stays chosen.
    const auto chosen = std::find_if(there.begin(), there.end(), [this](const ElementId& e) {
      return e.kind != ElementKind::body && selection_.contains(e);
    });
    const auto element = chosen == there.end() ? there.begin() : chosen;
    if (!selection_.contains(*element)) selection_.select(*element);
    if (element->kind == ElementKind::joint) addJointActions(menu, element->id, mouse.pixel);
    if (element->kind == ElementKind::body) addBodyActions(menu, element->id, mouse);
    if (element->kind == ElementKind::contact) addContactActions(menu, element->id, mouse.pixel);
    if (element->kind == ElementKind::picture) addPictureActions(menu, element->id);
    addTargetActions(menu, *element);
    addNameActions(menu, mouse);
    menu.addSeparator();
    for (const ElementId& other : there)
      if (other != *element)
        menu.addAction(tr("Select %1").arg(nameOf(other)), this, [this, other] { selection_.select(other); });
    menu.addSeparator();
    menu.addAction(tr("Mirror copy..."), this, &Board::mirrorCopyAsked);
    if (findLikeness(document_.drawn(), *element))
      menu.addAction(tr("No longer alike"), this, [this] {
        document_.edit(tr("no longer alike"),
                       [this](Mechanism& m) { unlinkCopies(m, selection_.elements()); });
      });
    menu.addAction(tr("Properties"), this, &Board::propertiesAsked);
    menu.addAction(tr("Delete"), this, [this] { document_.remove(selection_.elements()); });
  }
  menu.exec(global);
}

void Board::addSheetActions(QMenu& menu, const CanvasMouse& mouse) {
  menu.addAction(tr("Fit"), this, &Board::fit);
  QAction* grid = menu.addAction(tr("Grid"), this, [this](bool on) { canvas_->setGridShown(on); });
  grid->setCheckable(true);
  grid->setChecked(canvas_->isGridShown());
  for (const PicturePlace& picture : view_.pictures)
    if (picture.hidden || picture.corners.containsPoint(mouse.world, Qt::OddEvenFill))
      addPictureActions(*menu.addMenu(nameOf({ElementKind::picture, picture.id})), picture.id);
}

// A track, a surface or an outline that the path of a traced point is to follow.
void Board::addTargetActions(QMenu& menu, const ElementId& element) {
  for (const Trace& trace : document_.shown().traces)
    if (const auto target = findTarget(drawing_, element, trace.id))
      menu.addAction(tr("Target of the path of %1").arg(namePart(trace.id)), this, [this, fit = *target] {
        std::string search;
        edit(
            tr("target of %1").arg(namePart(fit.trace)),
            [&](Mechanism& m) { search = setTarget(m, document_.caseId(), fit); }, -1);
        if (!search.empty()) say(tr("Target of %1 in %2").arg(namePart(fit.trace), toText(search)));
      });
}

void Board::addPictureActions(QMenu& menu, const std::string& id) {
  const Picture* picture = findById(document_.drawn().pictures, id);
  if (!picture) return;
  const auto addFlag = [&](const QString& text, bool Picture::*flag, bool now) {
    QAction* action = menu.addAction(text, this, [this, text, id, flag, now] {
      document_.edit(tr("%1: %2").arg(namePart(id), text),
                     [&](Mechanism& m) { findById(m.pictures, id)->*flag = !now; });
    });
    action->setCheckable(true);
    action->setChecked(now);
  };
  addFlag(tr("Hidden"), &Picture::hidden, picture->hidden);
  addFlag(tr("Locked"), &Picture::locked, picture->locked);
  menu.addAction(tr("Scale or level by two points"), this, [this, id] {
    selection_.select({ElementKind::picture, id});
    setTool(ToolKind::picture);
    canvas_->setFocus();
  });
  if (selection_.contains({ElementKind::picture, id})) return;  // below it stands what fits any part
  menu.addAction(tr("Properties"), this, [this, id] {
    selection_.select({ElementKind::picture, id});
    Q_EMIT propertiesAsked();
  });
  menu.addAction(tr("Delete"), this, [this, id] { document_.remove({{ElementKind::picture, id}}); });
}

// The state of the joint is one choice.
void Board::addMarkingActions(QMenu& menu, const Joint& joint) {
  const auto add = [&](const QString& text, JointMarking marking, bool chosen) {
    QAction* action = menu.addAction(text, this, [this, id = joint.id, marking] { markJoint(id, marking); });
    action->setCheckable(true);
    action->setChecked(chosen);
    return action;
  };
  const JointMarking now = findMarking(joint);
  add(tr("Ideal"), JointMarking::ideal, now == JointMarking::ideal);
  add(tr("Metamorphic"), JointMarking::metamorphic, now == JointMarking::metamorphic);
  QAction* clearance = add(tr("With clearance"), JointMarking::clearance, now == JointMarking::clearance);
  clearance->setEnabled(takesClearance(joint.kind));
  if (!takesClearance(joint.kind)) clearance->setToolTip(explainNoClearance());
  menu.addSeparator();
}

void Board::addJointActions(QMenu& menu, const std::string& id, QPointF pixel) {
  const Joint* joint = findById(document_.drawn().joints, id);
  if (!joint) return;
  const auto index = static_cast<std::size_t>(joint - document_.drawn().joints.data());
  addMarkingActions(menu, *joint);
  if (findCoordinateKind(joint->kind) != CoordinateKind::none) {
    menu.addAction(tr("Locks at a limit..."), this, [this, pixel, id] { askLimit(pixel, id, std::nullopt); });
    menu.addAction(tr("Motor"), this, [this, index] {
      edit(
          tr("add motor"), [&](Mechanism& m) { addMotor(m, index); }, -1);
    });
  }
  addGearActions(menu, id, pixel);
  const bool isWeld = std::holds_alternative<Weld>(joint->kind);
  if (isWeld || std::holds_alternative<Revolute>(joint->kind))
    menu.addAction(isWeld ? tr("Free the weld") : tr("Weld"), this, [this, index] {
      edit(
          tr("weld"), [&](Mechanism& m) { toggleWeld(m, index); }, -1);
    });
  addPointAction(menu, drawing_.pointB(index));
}

void Board::addBodyActions(QMenu& menu, const std::string& id, const CanvasMouse& mouse) {
  const int body = drawing_.indexOf(id);
  addPlaceActions(menu, mouse);
  DimensionLabel length{id, {mouse.pixel, mouse.pixel}};
  for (const DimensionLabel& label : dimensions_)
    if (label.body == id) length = label;
  if (drawing_.barOf(body)) menu.addAction(tr("Length..."), this, [this, length] { askLength(length); });
  menu.addAction(tr("Divide into rods that bend..."), this, [this, id, mouse] { askRods(mouse.pixel, id); });
  if (const auto edge = findEdge(drawing_, body, mouse.world)) {
    std::vector<QPointF> corners;
    for (const QPointF p : *edge) corners.push_back(drawing_.toWorld(body, p));
    menu.addAction(tr("Surface along this edge"), this, [this, body, corners] {
      beginSurface([&](SurfaceTool& tool) { tool.beginOn(body, corners); });
    });
  }
  addSolidAction(menu, id);
  addPointAction(menu, mouse.world);
  const SurfaceIndex surfaces(document_.drawn());
  for (const ContactPair& contact : document_.drawn().contacts)
    if (surfaces.findCarrier(contact) == id || contact.b == id)
      addContactActions(menu, contact.id, mouse.pixel);
}

void Board::addSolidAction(QMenu& menu, const std::string& id) {
  QAction* solid = menu.addAction(tr("Solid"), this, [this, id](bool on) {
    const Mechanism shown = document_.shown();
    edit(
        on ? tr("%1 becomes solid").arg(namePart(id)) : tr("%1 lets parts through").arg(namePart(id)),
        [&](Mechanism& m) { setSolid(m, shown, id, on); }, -1);
  });
  solid->setCheckable(true);
  solid->setChecked(isSolid(document_.drawn(), id));
  solid->setToolTip(tr("It touches all that is solid, but for the parts that a joint connects it with"));
}

// What can be put on the link where it was clicked: as the tools would, at the place that they snap to.
void Board::addPlaceActions(QMenu& menu, const CanvasMouse& mouse) {
  const auto add = [&](const QString& text, ToolKind kind) {
    menu.addAction(text, this, [this, mouse, kind] {
      const ToolKind before = kind_;
      setTool(kind);
      press(mouse);
      const bool goesOn = tool_->hasBegun() || QApplication::activePopupWidget();
      if (!goesOn) setTool(before);
      if (!refused_.isEmpty()) say(refused_);
      canvas_->setFocus();
    });
  };
  add(tr("Pin here"), ToolKind::pin);
  add(tr("Anchor here"), ToolKind::anchor);
  add(tr("Trace here"), ToolKind::trace);
  add(tr("Load here"), ToolKind::load);
  menu.addAction(tr("Copy"), this, &Board::copyAsked);
  menu.addSeparator();
}

// A pin, an end or a place of a link can be what meets a surface.
void Board::addPointAction(QMenu& menu, QPointF world) {
  const double within = kReach / canvas_->scale();
  std::optional<BodyPoint> point;
  if (const Handle* handle = drawing_.handleAt(world, within)) {
    point = handle->point;
    for (const int body : handle->bodies)
      if (point->body == kFrameIndex && body != kFrameIndex)
        point = BodyPoint{body, drawing_.toBody(body, handle->world)};
  } else if (const auto body = drawing_.bodyAt(world, within)) {
    point = BodyPoint{*body, drawing_.toBody(*body, world)};
  }
  if (!point || point->body == kFrameIndex) return;
  menu.addAction(tr("This point hits a surface"), this,
                 [this, at = *point] { beginSurface([&](SurfaceTool& tool) { tool.beginWith(at); }); });
}

void Board::beginSurface(const std::function<void(SurfaceTool&)>& begin) {
  setTool(ToolKind::surface);
  if (auto* tool = dynamic_cast<SurfaceTool*>(tool_.get())) begin(*tool);
  Q_EMIT hintChanged(tool_->hint());
  canvas_->setFocus();
}

void Board::addContactActions(QMenu& menu, const std::string& id, QPointF pixel) {
  const std::string pointer = findPointer(document_.drawn(), {ElementKind::contact, id});
  menu.addAction(tr("Restitution of %1...").arg(namePart(id)), this, [=, this] {
    askNumber(pixel, pointer + "/restitution", tr("restitution of %1").arg(namePart(id)));
  });
  menu.addAction(tr("Friction of %1...").arg(namePart(id)), this, [=, this] {
    askNumber(pixel, pointer + "/friction", tr("friction of %1").arg(namePart(id)));
  });
}

// A number without a unit, typed on the sheet.
void Board::askNumber(QPointF pixel, const std::string& pointer, const QString& name) {
  QString now;
  const std::string element = pointer.substr(0, pointer.rfind('/'));
  for (const Property& property : listProperties(document_.drawn(), document_.shown(), element))
    if (property.pointer == pointer) now = toText(property.text);
  say(tr("The %1: 0 to 1 bounces, or what friction there is").arg(name));
  ask(pixel, name.left(1).toUpper() + name.mid(1), now,
      [this, pointer, name](const QString& typed) -> QString {
        const auto value = evaluateTyped(typed, "1", document_.shown());
        if (!value) return toText(value.error());
        edit(
            name, [&](Mechanism& m) { setPropertyText(m, pointer, typed.trimmed().toStdString()); }, -1);
        return {};
      });
}

}  // namespace clank
