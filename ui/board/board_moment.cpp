// SPDX-License-Identifier: GPL-3.0-or-later
// The board between the start, where things are drawn, and a moment of a run.
#include <QTimer>

#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/document/closed_poses.h"

namespace clank {

constexpr std::size_t kMany = 1000;  // bodies: what can move how is found in a turn of its own

bool Board::isLarge() const {
  return document_.shown().bodies.size() >= kMany;
}

// What has just been opened and is large is drawn in a turn of the event loop of its own, for all others take
// the document over in this one. Until then the sheet is empty. A timer, for what is posted belongs to the
// turn under way.
void Board::showSoon() {
  isMoment_ = view_.isMoment = false;
  kinematics_.reset();
  drawing_ = Drawing();
  forgetSnap();
  analysis_.update(drawing_, nullptr);
  Q_EMIT analysed({});
  isAwaited_ = true;
  QTimer::singleShot(1, this, &Board::showAwaited);
}

void Board::showAwaited() {
  if (isAwaited_) showStart();
}

// Where a run starts: closed, when that is possible.
void Board::showStart() {
  isAwaited_ = false;
  isMoment_ = view_.isMoment = false;
  modes_.clear();
  shapes_.clear();
  view_.states.clear();
  view_.contacts.clear();
  kinematics_.reset();
  const auto& closed = document_.closedPoses();
  drawing_ = closed ? Drawing(findParts(), *closed) : Drawing(findParts());
  isAnalysed_ = !isLarge();
  updateAnalysis();
  if (!isAnalysed_) QTimer::singleShot(0, this, &Board::analyse);
  showDrawing();
}

void Board::showMoment(const std::vector<BodyPose>& poses, const std::vector<JointState>& states,
                       const std::vector<JointState>& contacts,
                       const std::vector<std::vector<double>>& modes) {
  if (poses.size() != document_.shown().bodies.size()) return;
  isAwaited_ = false;
  if (!isMoment_) mouseInside_ = false;  // where a click would go is told again when the mouse moves
  isMoment_ = view_.isMoment = true;
  modes_ = modes;
  view_.states = states;
  view_.contacts = contacts;
  drawing_ = Drawing(findParts(), poses);
  bendDrawing();
  if (analysis_.showsVelocities || analysis_.showsAccelerations || analysis_.showsCentres)
    analysis_.updatePosition(drawing_, kinematics());
  showDrawing();
}

bool Board::takeHold(const BodyPoint& point, QPointF world) {
  return takesHold_ && point.body != kFrameIndex && takesHold_(drawing_.idOf(point.body), point.at, world);
}

void Board::setHands(std::vector<HandMark> hands) {
  if (hands == hands_) return;
  hands_ = std::move(hands);
  canvas_->viewport()->update();
}

ToolMouse Board::readAt(QPointF world) const {
  return read({world, canvas_->toPixel().map(world), Qt::LeftButton, {}});
}

void Board::grasp(const std::string& body, QPointF at, QPointF world) {
  showAwaited();
  closeField();
  if (kind_ != ToolKind::select) setTool(ToolKind::select);
  tool_->grasp({drawing_.indexOf(body), at}, readAt(world));
}

void Board::drag(QPointF world) {
  tool_->move(readAt(world));
}

void Board::drop(QPointF world) {
  tool_->release(readAt(world));
}

// The shapes that links bend in last until the document changes.
void Board::bendDrawing() {
  const Mechanism& shown = document_.shown();
  if (!isMoment_ || modes_.size() != shown.bodies.size()) return;
  if (shapes_.size() != shown.bodies.size()) shapes_ = makeBentShapes(shown);
  std::vector<std::optional<BentLine>> lines(shapes_.size());
  bool bends = false;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    if (shapes_[i]) lines[i] = shapes_[i]->bend(modes_[i], view_.bending.factor);
    bends = bends || lines[i];
  }
  if (bends) drawing_.bend(std::move(lines));
}

// What was meant is the part that stands there now, where the drawing has it. A point that is dragged would
// jump from there to the mouse: that is taken anew.
void Board::pressAtStart(const CanvasMouse& mouse) {
  const auto meant = findMeant(mouse_.snap);
  Q_EMIT editingBegan();
  showStart();
  if (kind_ != ToolKind::reshape) {
    CanvasMouse there = mouse;
    if (meant) there.world = drawing_.toWorld(meant->body, meant->at);
    mouse_ = read(there);
    tool_->press(mouse_);
    followMouse(mouse);
  }
  say(tr("Back at the start. %1").arg(tool_->hint()));
}

}  // namespace clank
