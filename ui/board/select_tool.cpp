// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/select_tool.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "ui/board/board_edits.h"
#include "ui/board/board_view.h"
#include "ui/board/grid.h"
#include "ui/board/picking.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/tolerances.h"
#include "ui/document/closed_poses.h"
#include "ui/document/element_edits.h"
#include "ui/document/text_names.h"
#include "ui/document/transform.h"
#include "ui/look/part_names.h"
#include "ui/look/words.h"

namespace clank {
namespace {

constexpr double kDragStart = 4;                       // px
constexpr double kRoundPixels = 4;                     // px: a travel goes by round steps at least so long
constexpr double kRoundLimit = std::numbers::pi / 36;  // 5 degrees

}  // namespace

QString SelectTool::hint() const {
  return tr(
      "Click a part to select it, drag it to move the mechanism, Shift adds; drag on the sheet for a frame");
}

void SelectTool::press(const ToolMouse& mouse) {
  from_ = mouse.pixel;
  fromWorld_ = mouse.world;
  drag_ = Drag::waiting;
  grasped_.reset();
  limit_.reset();
  still_.reset();
  moved_ = {};
  const BoardView& view = board_.view();
  for (const LimitMark& mark : listLimitMarks(board_.drawing(), view))
    if (length(mark.tip - mouse.pixel) <= kReach) limit_ = mark;
  if (limit_) return;
  const double within = kReach / view.scale();
  if (const Handle* handle = board_.drawing().handleAt(mouse.world, within)) {
    grasped_ = handle->point;
  } else if (const auto body = board_.drawing().bodyAt(mouse.world, within)) {
    grasped_ = BodyPoint{*body, board_.drawing().toBody(*body, mouse.world)};
  } else if (const auto element = findElementAt(board_.drawing(), view, mouse.pixel)) {
    const DrawnSurface* surface = findById(board_.drawing().mechanism().surfaces, element->id);
    const bool isSurface = element->kind == ElementKind::surface && surface && surface->body == kFrame;
    if (isSurface || element->kind == ElementKind::picture) still_ = element;
  }
}

// A limit that is a parameter by its name moves the parameter; of any other expression a number is left.
void SelectTool::beginLimit() {
  drag_ = Drag::limit;
  limitParameter_.clear();
  lostExpression_.clear();
  const Joint& joint = board_.document().drawn().joints[limit_->joint];
  const auto& guard = std::get<Limit>(joint.metamorphic->changes[limit_->change].guard);
  const std::string text = QString::fromStdString(guard.value.text).trimmed().toStdString();
  for (const Parameter& parameter : board_.document().drawn().parameters) {
    if (text == parameter.id) limitParameter_ = parameter.id;
    if (replaceName(text, parameter.id, {}) != text) lostExpression_ = QString::fromStdString(text);
  }
  if (!limitParameter_.empty()) lostExpression_.clear();
}

void SelectTool::beginDrag(const ToolMouse& mouse) {
  if (limit_) {
    beginLimit();
    mergeId_ = board_.document().makeMergeId();
    stepsBefore_ = board_.document().undoStack().index();
  } else if (still_) {
    drag_ = Drag::still;
    mergeId_ = board_.document().makeMergeId();
    board_.selection().select(*still_);
  } else if (!grasped_) {
    drag_ = Drag::band;
  } else {
    beginPull(mouse);
  }
}

void SelectTool::beginPull(const ToolMouse& mouse) {
  if (grasped_->body == kFrameIndex) {
    drag_ = Drag::none;
    board_.say(tr("This point is fixed to the frame: the Reshape tool moves it"));
  } else if (board_.takeHold(*grasped_, mouse.world)) {
    drag_ = Drag::hand;
    board_.say(tr("The hand pulls by a spring; let go to end the pull"));
  } else if (!board_.kinematics()) {
    drag_ = Drag::none;
    board_.say(tr("The joints do not close: mend the drawing first (Undo, or Reshape)"));
  } else {
    drag_ = Drag::pull;
    before_ = board_.drawing().poses();
    mobility_ = board_.kinematics()->calcMobility();
    pullTo(mouse);
  }
}

void SelectTool::grasp(const BodyPoint& point, const ToolMouse& mouse) {
  from_ = mouse.pixel;
  fromWorld_ = mouse.world;
  limit_.reset();
  still_.reset();
  grasped_ = point;
  beginPull(mouse);
}

void SelectTool::move(const ToolMouse& mouse) {
  if (drag_ == Drag::waiting && length(mouse.pixel - from_) >= kDragStart) beginDrag(mouse);
  if (drag_ == Drag::pull) pullTo(mouse);
  if (drag_ == Drag::hand) board_.leadHand(mouse.world);
  if (drag_ == Drag::still) dragStill(mouse);
  if (drag_ == Drag::limit) dragLimit(mouse);
}

// By steps of the grid; Alt, and a picture: freely.
void SelectTool::dragStill(const ToolMouse& mouse) {
  QPointF way = mouse.world - fromWorld_;
  if (!(mouse.modifiers & Qt::AltModifier) && still_->kind != ElementKind::picture) {
    const double step = findGridStep(board_.view().scale()).minor;
    way = {std::round(way.x() / step) * step, std::round(way.y() / step) * step};
  }
  const QPointF by = way - moved_;
  if (length(by) == 0) return;
  moved_ = way;
  board_.edit(
      tr("move %1").arg(namePart(still_->id)),
      [&](Mechanism& m) {
        moveElements(m, board_.document().shown(), {*still_}, {{}, 0, by.x(), by.y()});
      },
      mergeId_);
}

// To round values, as they would be typed; with Alt to any. A parameter stays within its own range.
double SelectTool::findDraggedValue(const ToolMouse& mouse) const {
  double value = findLimitValue(*limit_, board_.drawing(), board_.view(), mouse.pixel);
  const double step = limit_->travel ? findGridStep(board_.view().scale(), kRoundPixels).minor : kRoundLimit;
  if (!(mouse.modifiers & Qt::AltModifier)) value = std::round(value / step) * step;
  const Parameter* parameter = findById(board_.document().shown().parameters, limitParameter_);
  if (parameter && parameter->min) value = std::max(value, parameter->min->value);
  if (parameter && parameter->max) value = std::min(value, parameter->max->value);
  return value;
}

void SelectTool::dragLimit(const ToolMouse& mouse) {
  const double value = findDraggedValue(mouse);
  const std::string joint = board_.drawing().mechanism().joints[limit_->joint].id;
  const Quantity typed = makeTyped(value, limit_->travel ? "m" : "rad", board_.document().shown().units, 6);
  const std::string caseId = board_.document().caseId();
  board_.edit(
      tr("move limit of %1").arg(namePart(joint)),
      [&](Mechanism& m) {
        if (limitParameter_.empty()) {
          setLimit(m, joint, limit_->change, typed);
        } else {
          setParameterText(m, caseId, limitParameter_, typed.text);
        }
        aimLimit(m, joint, limit_->change, value, limit_->now);
      },
      mergeId_);
  const std::string& moved = limitParameter_.empty() ? joint : limitParameter_;
  QString text = tr("%1: %2; Alt for any value, Esc to give up")
                     .arg(QString::fromStdString(moved), QString::fromStdString(typed.text));
  if (!lostExpression_.isEmpty()) text += tr("; in place of %1").arg(lostExpression_);
  board_.say(text);
  for (const LimitMark& mark : listLimitMarks(board_.drawing(), board_.view()))
    if (mark.joint == limit_->joint && mark.change == limit_->change) limit_ = mark;
}

void SelectTool::pullTo(const ToolMouse& mouse) {
  Kinematics* kinematics = board_.kinematics();
  if (!kinematics) return;
  const Pull pull{static_cast<std::size_t>(grasped_->body), grasped_->at.x(), grasped_->at.y(),
                  mouse.world.x(), mouse.world.y()};
  const PullResult result = kinematics->pull(pull);
  board_.showPoses(kinematics->poses());
  reportPull(result);
}

void SelectTool::reportPull(const PullResult& result) {
  QString text =
      mobility_ == 0 ? tr("Mobility 0: the joints hold everything") : tr("Mobility %1").arg(mobility_);
  if (!result.stoppedBy.empty())
    text += tr("; stopped by the limit of %1")
                .arg(namePart(board_.drawing().mechanism().joints[result.stoppedBy.front()].id));
  else if (!result.reached && mobility_ > 0)
    text += tr("; out of reach by %1").arg(writeLength(result.distance, 3));
  board_.say(text);
}

void SelectTool::release(const ToolMouse& mouse) {
  const Drag drag = drag_;
  drag_ = Drag::none;
  if (drag == Drag::waiting) return click(mouse);
  if (drag == Drag::hand) board_.letGo();
  if (drag == Drag::band) return selectBand(mouse);
  const bool losesText = drag == Drag::limit && !lostExpression_.isEmpty();  // it is still to be read
  if (drag != Drag::none && !losesText) board_.say(hint());
  if (drag != Drag::pull) return;
  const std::vector<BodyPose> poses = board_.drawing().poses();
  board_.edit(tr("move %1").arg(namePart(board_.drawing().idOf(grasped_->body))),
              [&](Mechanism& m) { setPoses(m, board_.document().shown(), poses); });
  reportReturn(poses);
}

// A drive whose law says where it begins has it back there.
void SelectTool::reportReturn(const std::vector<BodyPose>& poses) {
  constexpr double kReturned = 1e-6;  // m, rad
  const auto& now = board_.drawing().poses();
  const bool stays = std::equal(
      poses.begin(), poses.end(), now.begin(), now.end(), [](const BodyPose& a, const BodyPose& b) {
        const double turn = std::remainder(a.angle - b.angle, 2 * std::numbers::pi);
        return std::abs(a.x - b.x) + std::abs(a.y - b.y) + std::abs(turn) < kReturned;
      });
  if (!stays) board_.say(tr("Back to where a run starts: a drive or a contact says where that is"));
}

// What lies here; clicked once more at the same place, what lies below it.
std::optional<ElementId> SelectTool::findClicked(const ToolMouse& mouse, bool adds) {
  if (limit_) return ElementId{ElementKind::joint, board_.drawing().mechanism().joints[limit_->joint].id};
  const auto there = listElementsAt(board_.drawing(), board_.view(), mouse.pixel);
  const bool again = !adds && clicked_ && length(mouse.pixel - *clicked_) < kDragStart;
  clicked_ = mouse.pixel;
  board_.say(hint());
  if (there.empty()) return std::nullopt;
  const auto& selected = board_.selection().elements();
  const auto now =
      again && selected.size() == 1 ? std::find(there.begin(), there.end(), selected[0]) : there.end();
  const auto chosen = now == there.end() || now + 1 == there.end() ? there.begin() : now + 1;
  if (there.size() > 1 && !adds) {
    const auto next = chosen + 1 == there.end() ? there.begin() : chosen + 1;
    board_.say(tr("%1; click again for %2").arg(nameOf(*chosen), nameOf(*next)));
  }
  return *chosen;
}

void SelectTool::click(const ToolMouse& mouse) {
  const bool adds = mouse.modifiers & (Qt::ShiftModifier | Qt::ControlModifier);
  const auto element = findClicked(mouse, adds);
  if (!element) {
    if (!adds) board_.selection().clear();
  } else if (adds) {
    board_.selection().toggle(*element);
  } else {
    board_.selection().select(*element);
  }
  if (limit_ && !adds) board_.selection().setDetail(findChangePointer(*limit_));
}

void SelectTool::selectBand(const ToolMouse& mouse) {
  const QPointF low(std::min(fromWorld_.x(), mouse.world.x()), std::min(fromWorld_.y(), mouse.world.y()));
  const QPointF high(std::max(fromWorld_.x(), mouse.world.x()), std::max(fromWorld_.y(), mouse.world.y()));
  std::vector<ElementId> elements = board_.drawing().elementsIn(low, high);
  if (mouse.modifiers & Qt::ShiftModifier)
    elements.insert(elements.begin(), board_.selection().elements().begin(),
                    board_.selection().elements().end());
  board_.selection().set(elements);
}

bool SelectTool::escape() {
  const Drag drag = drag_;
  drag_ = Drag::none;
  if (drag == Drag::hand) board_.letGo();
  if (drag == Drag::pull) {
    if (board_.kinematics()) board_.kinematics()->setPoses(before_);
    board_.showPoses(before_);
  }
  if (drag == Drag::still && length(moved_) > 0) board_.document().undoStack().undo();
  // The steps of a drag are one: back it goes.
  if (drag == Drag::limit && board_.document().undoStack().index() > stepsBefore_)
    board_.document().undoStack().undo();
  const bool hasDragged = drag != Drag::none && drag != Drag::waiting;
  if (hasDragged) board_.say(hint());
  return hasDragged;
}

void SelectTool::paint(QPainter& painter, const ToolMouse& mouse) {
  if (drag_ == Drag::band) {
    QColor fill = board_.view().palette.action;
    painter.setPen(QPen(fill, 1, Qt::DashLine));
    fill.setAlphaF(0.1F);
    painter.setBrush(fill);
    painter.drawRect(QRectF(from_, mouse.pixel).normalized());
  }
  if (drag_ != Drag::pull) return;
  const QPointF point = board_.view().toPixel.map(board_.drawing().toWorld(grasped_->body, grasped_->at));
  painter.setPen(QPen(board_.view().palette.action, 1.6, Qt::DotLine));
  painter.drawLine(point, mouse.pixel);
  painter.setBrush(board_.view().palette.action);
  painter.drawEllipse(point, 3, 3);
}

QString ReshapeTool::hint() const {
  return handle_ ? tr("Let go where the pin shall be; Alt: without snapping")
                 : tr("Drag a pin or an end: the links change their length");
}

QString ReshapeTool::cursorHint(const ToolMouse& mouse) const {
  if (handle_) return {};
  const Handle* handle = board_.drawing().handleAt(mouse.world, kReach / board_.view().scale());
  if (!handle) return {};
  std::vector<int> links = handle->bodies;
  std::erase(links, kFrameIndex);
  return links.empty() ? QString() : tr("reshapes %1").arg(listNames(board_.drawing(), links));
}

void ReshapeTool::press(const ToolMouse& mouse) {
  const Handle* handle = board_.drawing().handleAt(mouse.world, kReach / board_.view().scale());
  if (!handle) return board_.say(tr("Press on a pin or on the end of a link"));
  handle_ = handle->world;
  bodies_ = handle->bodies;
  mergeId_ = board_.document().makeMergeId();
  stepsBefore_ = board_.document().undoStack().index();
  stretched_.clear();
  const Mechanism& drawn = board_.document().drawn();
  const std::string& caseId = board_.document().caseId();
  for (const int body : bodies_) {
    const std::string id = body == kFrameIndex ? "" : board_.drawing().idOf(body);
    if (const std::string parameter = findLengthParameter(drawn, caseId, id); !parameter.empty())
      stretched_.push_back({id, parameter, findParameterText(drawn, caseId, parameter)});
  }
}

void ReshapeTool::move(const ToolMouse& mouse) {
  if (!handle_ || length(mouse.snap.world - *handle_) == 0) return;
  const QPointF to = mouse.snap.world;
  const Handle* handle = board_.drawing().handleAt(*handle_, 1e-6);
  if (!handle) return;
  const Handle grasped = *handle;
  const Drawing drawing = board_.drawing();
  const bool done = board_.edit(
      tr("reshape"), [&](Mechanism& m) { moveHandle(m, drawing, grasped, to, board_.document().caseId()); },
      mergeId_);
  if (!done) return;
  const Handle* now = board_.drawing().handleAt(to, kReach / board_.view().scale());
  handle_ = now ? now->world : to;
}

void ReshapeTool::release(const ToolMouse&) {
  handle_.reset();
  bodies_.clear();
  const MechanismDocument& document = board_.document();
  for (const Stretched& bar : std::exchange(stretched_, {}))
    if (findParameterText(document.drawn(), document.caseId(), bar.parameter) != bar.before)
      board_.tellStretched(bar.body, bar.parameter, bar.before);
}

bool ReshapeTool::escape() {
  if (!handle_) return false;
  handle_.reset();
  bodies_.clear();
  if (board_.document().undoStack().index() > stepsBefore_) board_.document().undoStack().undo();
  return true;
}

}  // namespace clank
