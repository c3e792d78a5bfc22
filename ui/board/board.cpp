// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/board/board_edits.h"
#include "ui/board/board_view.h"
#include "ui/board/extent.h"
#include "ui/board/joint_card.h"
#include "ui/board/joint_painter.h"
#include "ui/board/limit_marks.h"
#include "ui/board/picking.h"
#include "ui/board/plane.h"
#include "ui/board/point_names.h"
#include "ui/board/pointed_name.h"
#include "ui/board/snap_marks.h"
#include "ui/board/symbols.h"
#include "ui/board/target_tool.h"
#include "ui/board/tolerances.h"
#include "ui/board/tools.h"
#include "ui/document/closed_poses.h"
#include "ui/document/named_points.h"

namespace clank {
namespace {

constexpr double kStirred = 3;  // px: a mouse that moves less has not moved

bool moveAlike(const Mechanism& one, const Mechanism& other) {
  Mechanism a = onlyWhatRuns(one), b = onlyWhatRuns(other);
  a.units = b.units = {};
  return a == b;
}

// Of what a tool can hold.
std::vector<std::string> listIds(const Mechanism& m) {
  std::vector<std::string> ids;
  for (const Body& body : m.bodies) ids.push_back(body.id);
  for (const Joint& joint : m.joints) ids.push_back(joint.id);
  for (const DrawnSurface& surface : m.surfaces) ids.push_back(surface.id);
  for (const ContactPair& contact : m.contacts) ids.push_back(contact.id);
  return ids;
}

bool isAsDrawn(const std::vector<Body>& bodies, const std::vector<BodyPose>& poses) {
  return std::equal(bodies.begin(), bodies.end(), poses.begin(), poses.end(),
                    [](const Body& body, const BodyPose& at) {
                      return BodyPose{body.pose.x.value, body.pose.y.value, body.pose.angle.value} == at;
                    });
}

}  // namespace

Board::Board(MechanismDocument& document, Selection& selection, QWidget* parent)
    : QWidget(parent),
      document_(document),
      selection_(selection),
      canvas_(new Canvas),
      tool_(makeTool(kind_, *this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->addWidget(canvas_);
  canvas_->setAccessibleName(tr("Drawing board"));
  canvas_->setAccessibleDescription(tr(
      "Arrow keys move over the sheet, Enter clicks, Ctrl+Enter takes hold of a part, plus and minus zoom"));
  canvas_->setObjectName("canvas");
  setFocusProxy(canvas_);
  field_ = new BoardField(canvas_->viewport());
  field_->installEventFilter(this);
  card_ = new JointCard(canvas_->viewport());
  connect(card_, &JointCard::marked, this, [this](JointMarking marking) { markJoint(cardJoint_, marking); });
  canvas_->installEventFilter(this);
  options_ = new ToolOptions;
  options_->installEventFilter(this);
  auto* over = new QHBoxLayout(canvas_->viewport());
  over->setContentsMargins(8, 8, 8, 8);
  over->addWidget(options_, 0, Qt::AlignTop | Qt::AlignRight);
  bindCanvas();
  connect(&document_, &MechanismDocument::loaded, this, [this] {
    fitted_ = false;
    beginTool();  // first, for what the tool was drawing belongs to the drawing before
    setTool(ToolKind::select);
  });
  connect(&document_, &MechanismDocument::drawnChanged, this, [this] {
    showPictures();
    canvas_->viewport()->update();
    if (partsRevision_ == document_.shownRevision()) return;  // of plots
    const SharedMechanism before = std::exchange(shown_, document_.sharedShown());
    if (isMoment_ && moveAlike(*before, *shown_)) return;  // of studies or units: the moment stays
    leaveBegun();
    forgetSnap();
    if (fitted_ || !isLarge()) return showStart();
    showSoon();
  });
  connect(&document_, &MechanismDocument::posesTaken, this, [this] {
    if (!isMoment_ && !isDragging()) showStart();
  });
  connect(&document_, &MechanismDocument::resolvedChanged, this, [this] { shapes_.clear(); });
  connect(&selection_, &Selection::changed, this, [this] {
    view_.selected = selection_.elements();
    canvas_->viewport()->update();
  });
  connect(&selection_, &Selection::detailChanged, this, [this] {
    view_.detail = selection_.detail();
    canvas_->viewport()->update();
  });
}

Board::~Board() = default;

void Board::bindCanvas() {
  canvas_->setContent([this](QPainter& painter) { paint(painter); });
  connect(canvas_, &Canvas::pressed, this, &Board::press);
  connect(canvas_, &Canvas::moved, this, &Board::moveMouse);
  connect(canvas_, &Canvas::released, this, [this](const CanvasMouse& mouse) {
    mouse_ = read(mouse);
    tool_->release(mouse_);
    canvas_->viewport()->update();
    if (kind_ != ToolKind::select && !said_) Q_EMIT hintChanged(tool_->hint());
  });
  connect(canvas_, &Canvas::doubleClicked, this, &Board::doubleClick);
  connect(canvas_, &Canvas::menuAsked, this, &Board::showMenu);
  connect(canvas_, &Canvas::left, this, [this] {
    mouseInside_ = false;
    view_.hovered.clear();
    tellHover();
    canvas_->viewport()->update();
  });
  connect(canvas_, &Canvas::zoomed, this, &Board::closeField);
  connect(field_, &BoardField::dismissed, card_, &QWidget::hide);
  connect(field_, &BoardField::refused, this, &Board::say);
  connect(field_, &BoardField::dismissed, canvas_, qOverload<>(&QWidget::setFocus));
  connect(field_, &BoardField::dismissed, this, [this] {
    lookAgain();
    Q_EMIT hintChanged(tool_->hint());
  });
  connect(options_, &ToolOptions::chosenByHand, this, [this](int option) {
    tool_->choose(option);
    canvas_->setFocus();
    canvas_->viewport()->update();
    Q_EMIT hintChanged(tool_->hint());
  });
}

void Board::showPictures() {
  const QString folder = QString::fromStdU16String(document_.folder().u16string());
  pictures_.update(document_.shown().pictures, folder, document_.outside());
  view_.pictures = pictures_.places();
  canvas_->viewport()->update();
}

void Board::press(const CanvasMouse& mouse) {
  showAwaited();
  closeField();
  mouse_ = read(mouse);
  clickedAt_ = mouse.pixel;
  refused_.clear();
  if (isMoment_ && changesDrawing(kind_)) return pressAtStart(mouse);
  said_ = false;
  if (chooseBranch(mouse.pixel)) return;
  tool_->press(mouse_);
  followMouse(mouse);
  if (kind_ != ToolKind::select && !said_) Q_EMIT hintChanged(tool_->hint());
}

void Board::drawTarget(const std::string& optimisation) {
  setTool(ToolKind::target);
  targetOf_ = optimisation;
}

void Board::setTool(ToolKind kind) {
  targetOf_.clear();
  if (kind != ToolKind::select) last_ = kind;
  kind_ = kind;
  closeField();
  tool_->keep();
  tool_ = makeTool(kind, *this);
  options_->offer(kind, *tool_);
  canvas_->viewport()->setCursor(tool_->cursor());
  view_.hovered.clear();
  canvas_->viewport()->update();
  Q_EMIT toolChanged(kind);
  Q_EMIT hintChanged(tool_->hint());
}

// A tool that has begun knows parts by their index. Undo, a panel or another file can take them away from
// under it: then it begins anew. What it does by itself keeps the order of the parts that it holds.
void Board::leaveBegun() {
  std::vector<std::string> ids = listIds(document_.shown());
  if (ids == ids_) return;
  ids_ = std::move(ids);
  if (isEditing_) return;
  beginTool();
  closeField();
  if (kind_ != ToolKind::select || std::exchange(said_, false)) Q_EMIT hintChanged(tool_->hint());
}

void Board::beginTool() {
  left_ = std::move(tool_);  // it may be the one that asked for the change
  tool_ = makeTool(kind_, *this);
  options_->offer(kind_, *tool_);
  view_.hovered.clear();
}

void Board::setLook(const Palette& palette) {
  view_.palette = palette;
  canvas_->setLook(palette);
  field_->setErrorColour(palette.impact);
}

// As drawn, as it stands now, and wherever it goes in the run, or can go in the first: at any time of that it
// is in sight.
void Board::fit() {
  fitWithTurn(1);
}

void Board::fitForRun() {
  fitWithTurn(std::numeric_limits<int>::max());
}

void Board::fitWithTurn(int mobility) {
  if (isAwaited_) return;  // it is fitted when it is shown
  auto box = findExtent(drawing_, analysis_.paths());
  if (isMoment_ || !isAsDrawn(document_.shown().bodies, drawing_.poses()))
    box = unite(box, findExtent(Drawing(findParts())));
  const auto motion = motion_ ? motion_() : std::nullopt;
  box = unite(box,
              motion ? motion : analysis_.findTurn(drawing_, isAnalysed_ ? kinematics() : nullptr, mobility));
  for (const PicturePlace& picture : view_.pictures) {
    if (picture.hidden) continue;
    const QRectF around = picture.corners.boundingRect();
    box = unite(box, Drawing::Box{around.topLeft(), around.bottomRight()});
  }
  if (!box) return canvas_->showBox({-0.25, -0.15}, {0.25, 0.15});
  canvas_->showBox(box->low, box->high);
}

Kinematics* Board::kinematics() {
  if (isAwaited_) return nullptr;
  if (!kinematics_) {
    auto compiled = Kinematics::compile(document_.shown());
    if (!compiled) return nullptr;
    kinematics_ = std::move(*compiled);
  }
  if (kinematics_->poses() != drawing_.poses()) kinematics_->setPoses(drawing_.poses());
  return &*kinematics_;
}

std::shared_ptr<const DrawnParts> Board::findParts() {
  if (std::exchange(partsRevision_, document_.shownRevision()) != document_.shownRevision())
    parts_ = std::make_shared<const DrawnParts>(document_.sharedShown());
  return parts_;
}

void Board::analyse() {
  if (std::exchange(isAnalysed_, true)) return;
  updateAnalysis();
  canvas_->viewport()->update();
}

void Board::updateAnalysis() {
  Kinematics* const kinematics = isAnalysed_ ? this->kinematics() : nullptr;
  analysis_.update(drawing_, kinematics);
  Q_EMIT analysed(analysis_.mobility());
  ghosts_.update(drawing_, kinematics && kinematics->calcMobility() > kinematics->calcGruebler());
}

bool Board::chooseBranch(QPointF pixel) {
  if (kind_ != ToolKind::select || isMoment_) return false;
  for (std::size_t branch = 1; branch <= ghosts_.count(); ++branch) {
    if (!isOnLabel(BranchGhosts::keyOf(branch).toStdString(), pixel)) continue;
    edit(
        tr("way out of the change point"),
        [branch](Mechanism& m) { m.simulation.startBranch = static_cast<double>(branch); }, -1);
    return true;
  }
  return false;
}

void Board::setBendingLook(const BendingLook& look) {
  view_.bending = look;
  bendDrawing();
  canvas_->viewport()->update();
}

// Lower left, beside the rulers, while something is bent: how much larger than it is. What its colours mean
// stands above the sheet and in the scene.
void Board::paintBendingNotes(QPainter& painter) {
  bool bends = false;
  for (std::size_t i = 0; i < drawing_.poses().size(); ++i)
    bends = bends || drawing_.lineOf(static_cast<int>(i));
  if (!bends) return;
  const QPointF at(kRulerWidth + 12, canvas_->viewport()->height() - kRulerWidth - 12);
  painter.setPen(view_.palette.dim);
  painter.drawText(at, view_.bending.note());
}

void Board::showPoses(const std::vector<BodyPose>& poses) {
  drawing_ = Drawing(findParts(), poses);
  showPosition();
  Q_EMIT dragged(poses);
}

void Board::showDrawing() {
  if (!fitted_) {
    fitted_ = true;
    fit();
  }
  canvas_->viewport()->update();
}

bool Board::edit(const QString& text, const std::function<void(Mechanism&)>& change, int mergeId) {
  const QScopedValueRollback editing(isEditing_, true);
  used_.insert(kind_);
  return document_.edit(
      text,
      [&](Mechanism& m) {
        changeSharing(m, document_.shown(), change);
        closeJoints(m, document_.caseId());
      },
      mergeId);
}

void Board::say(const QString& text) {
  said_ = true;
  Q_EMIT hintChanged(text);
}

void Board::setVelocitiesShown(bool shown) {
  analysis_.showsVelocities = shown;
  showPosition();
}

void Board::setAccelerationsShown(bool shown) {
  analysis_.showsAccelerations = shown;
  showPosition();
}

void Board::setNamesShown(bool shown) {
  view_.names = shown;
  canvas_->viewport()->update();
}

void Board::setSpokenOf(const std::vector<std::string>& joints) {
  if (joints == view_.spokenOf) return;
  view_.spokenOf = joints;
  canvas_->viewport()->update();
}

void Board::setPointed(const std::string& part) {
  if (part == view_.pointed) return;
  view_.pointed = part;
  canvas_->viewport()->update();
}

void Board::setCentresShown(bool shown) {
  analysis_.showsCentres = shown;
  showPosition();
}

void Board::showPosition() {
  analysis_.updatePosition(drawing_, kinematics());
  canvas_->viewport()->update();
}

ToolMouse Board::read(const CanvasMouse& mouse) const {
  SnapSettings settings;
  settings.within = kReach / canvas_->scale();
  settings.pixel = 1 / canvas_->scale();
  settings.grid = canvas_->isGridShown() ? canvas_->gridStep() : 0;
  settings.finds = tool_->snaps();
  settings.enabled = tool_->snaps() && !(mouse.modifiers & Qt::AltModifier);
  settings.from = tool_->lineFrom();
  settings.except = tool_->changing();
  return {mouse.world, mouse.pixel, snap(drawing_, mouse.world, settings), mouse.modifiers};
}

void Board::moveMouse(const CanvasMouse& mouse) {
  followMouse(mouse);
  if (kind_ != ToolKind::select) Q_EMIT hintChanged(tool_->hint());
}

void Board::followMouse(const CanvasMouse& mouse) {
  showAwaited();
  mouseInside_ = true;
  mouse_ = read(mouse);
  if (clickedAt_ && length(mouse.pixel - *clickedAt_) > kStirred) {
    clickedAt_.reset();
    refused_.clear();
  }
  updHover(mouse);
  tool_->move(mouse_);
  canvas_->viewport()->update();
}

void Board::lookAgain() {
  if (mouseInside_) followMouse({mouse_.world, mouse_.pixel, Qt::NoButton, mouse_.modifiers});
}

void Board::updHover(const CanvasMouse& mouse) {
  view_.hovered.clear();
  if (kind_ == ToolKind::select) {
    if (const auto element = findElementAt(drawing_, view_, mouse.pixel)) view_.hovered.push_back(*element);
  } else {
    for (const int body : tool_->bodiesMeant(mouse_))
      view_.hovered.push_back({ElementKind::body, drawing_.idOf(body)});
  }
  tellHover();
}

void Board::tellHover() {
  const std::string part = view_.hovered.empty() ? std::string() : view_.hovered.front().id;
  if (std::exchange(told_, part) != part) Q_EMIT partPointed(part);
}

void Board::paint(QPainter& painter) {
  view_.toPixel = canvas_->toPixel();
  view_.symbolScale = findSymbolScale(drawing_, view_.scale());
  QFont font = painter.font();
  font.setPixelSize(12);
  painter.setFont(font);
  pictures_.paint(painter, view_);
  paintTargets(painter, document_.shown(), view_);
  BoardPainter mechanism(painter, drawing_, view_);
  mechanism.draw();
  painter.setRenderHint(QPainter::Antialiasing);
  BoardLabels labels(painter, view_.palette.panel, labelPlaces_);
  blockDrawing(labels.layout(), drawing_, view_);
  if (options_->isVisible()) labels.layout().block(QRectF(options_->geometry()), Cover::text);
  drawLimitMarks(painter, drawing_, view_, labels);
  analysis_.paint(painter, drawing_, view_, labels);
  ghosts_.paint(painter, drawing_, view_, labels);
  const bool snaps = isMouseThere() && tool_->snaps() && mouse_.snap.kind != Snap::Kind::none;
  if (snaps) addSnapReason(labels);
  addCursorHint(labels);
  const bool isToldAPoint = snaps && mouse_.snap.kind == Snap::Kind::point;
  view_.snappedTo = isToldAPoint ? std::optional(mouse_.snap.world) : std::nullopt;
  addJointNames(drawing_, view_, labels);
  addPointedName(drawing_, view_, labels);
  drawPointNames(painter, drawing_, view_, labels);
  tool_->addLabels(labels, mouse_);
  mechanism.addDimensions(labels);
  dimensions_.clear();
  labels_ = labels.draw();
  for (const BoardLabels::Drawn& label : labels_)
    if (label.key.startsWith(kDimensionKey))
      dimensions_.push_back(
          {label.key.mid(kDimensionKey.size()).toStdString(), label.outline.boundingRect()});
  paintBendingNotes(painter);
  const bool isEmpty = document_.shown().bodies.empty() && view_.pictures.empty();
  if (isEmpty && kind_ == ToolKind::select) paintWelcome(painter);
  for (const HandMark& hand : hands_)
    drawHandMark(painter, view_.toPixel.map(hand.from), view_.toPixel.map(hand.to), hand.text,
                 view_.palette.action, view_.palette.panel);
  tool_->paint(painter, mouse_);
  if (snaps)
    drawSnapMark(painter, mouse_.snap.kind, view_.toPixel.map(mouse_.snap.world), view_.palette.action);
}

// How to begin, on an empty sheet.
void Board::paintWelcome(QPainter& painter) {
  constexpr int kEdge = 8;  // px
  constexpr int kFlags = static_cast<int>(Qt::AlignHCenter) | Qt::TextWordWrap;
  QStringList words{tr("Take Link (B) and click where a link begins and where it ends"),
                    tr("Pin (P) joins links that lie over each other, Anchor (A) pins one to the frame"),
                    tr("Motor (M) drives a pin"), tr("Space runs it; a pin is marked by a right click")};
  const QRectF sheet = canvas_->viewport()->rect();
  QRectF room = sheet.adjusted(kRulerWidth + kEdge, kEdge, -kEdge, -kRulerWidth - kEdge);
  const auto findBox = [&] { return painter.boundingRect(room, kFlags, words.join('\n')); };
  while (words.size() > 1 && findBox().height() > room.height()) words.removeLast();  // none is cut
  room.setTop(
      std::clamp(0.2 * sheet.height(), room.top(), std::max(room.top(), room.bottom() - findBox().height())));
  painter.fillRect(findBox(), view_.palette.panel);
  painter.setPen(view_.palette.dim);
  painter.drawText(room, kFlags, words.join('\n'));
}

void Board::doubleClick(const CanvasMouse& mouse) {
  showAwaited();
  mouse_ = read(mouse);
  if (kind_ != ToolKind::select) return tool_->doubleClick(mouse_);
  for (const DimensionLabel& label : dimensions_)
    if (label.box.adjusted(-3, -3, 3, 3).contains(mouse.pixel)) return askLength(label);
  for (const LimitMark& mark : listLimitMarks(drawing_, view_))
    if (length(mark.tip - mouse.pixel) <= kReach || isOnLabel(findChangePointer(mark), mouse.pixel))
      return askLimit(mouse.pixel, drawing_.mechanism().joints[mark.joint].id, mark.change);
  const auto element = findElementAt(drawing_, view_, mouse.pixel);
  if (!element) return;
  if (element->kind == ElementKind::joint) return askState(mouse.pixel, element->id);
  if (element->kind != ElementKind::body) {
    selection_.select(*element);
    Q_EMIT propertiesAsked();
    return;
  }
  for (const DimensionLabel& label : dimensions_)
    if (label.body == element->id) return askLength(label);
  // Too short for its length to be written beside it.
  if (drawing_.barOf(drawing_.indexOf(element->id))) askLength({element->id, {mouse.pixel, mouse.pixel}});
}

bool Board::isOnLabel(const std::string& key, QPointF pixel) const {
  return std::any_of(labels_.begin(), labels_.end(), [&](const BoardLabels::Drawn& label) {
    return label.key.toStdString() == key && label.outline.containsPoint(pixel, Qt::OddEvenFill);
  });
}

bool Board::escape() {
  if (field_->isVisible() || card_->isVisible()) {
    closeField();
  } else if (tool_->keep() || tool_->escape()) {
    lookAgain();
    canvas_->viewport()->update();
    Q_EMIT hintChanged(tool_->hint());
  } else if (kind_ != ToolKind::select) {
    setTool(ToolKind::select);
  } else if (!selection_.isEmpty()) {
    selection_.clear();
  } else {
    return false;
  }
  return true;
}

bool Board::hasBegun() const {
  return isVisible() && tool_->hasBegun();
}

bool Board::takeBack() {
  if (!isVisible() || !tool_->takeBack()) return false;
  lookAgain();
  canvas_->viewport()->update();
  Q_EMIT hintChanged(tool_->hint());
  return true;
}

// From a panel, too, Esc leaves the tool in hand.
bool Board::leaveTool(QEvent& event) {
  if (kind_ == ToolKind::select || !isVisible()) return false;
  if (event.type() == QEvent::ShortcutOverride) {
    event.accept();
    return true;
  }
  setTool(ToolKind::select);
  canvas_->setFocus();
  return true;
}

void Board::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  window()->installEventFilter(this);
}

// Esc belongs to the board while something is begun here; digits to a tool that draws a length.
bool Board::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
    return QWidget::eventFilter(watched, event);
  auto* key = static_cast<QKeyEvent*>(event);
  if (key->key() == Qt::Key_Escape) {
    if (watched != canvas_ && watched != field_ && watched != options_) return leaveTool(*event);
    const bool begun = field_->isVisible() || card_->isVisible() || kind_ != ToolKind::select ||
                       !selection_.isEmpty() || tool_->hasBegun();
    if (event->type() == QEvent::ShortcutOverride) {
      if (begun) event->accept();
      return begun;
    }
    return escape();
  }
  const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
  if (watched == field_ && enter) {  // it would go on to the sheet, as a click
    if (event->type() == QEvent::KeyPress) field_->commit();
    event->accept();
    return true;
  }
  const bool digit = !key->text().isEmpty() && (key->text()[0].isDigit() || key->text()[0] == '.');
  if (watched == canvas_ && digit && !(key->modifiers() & ~Qt::KeypadModifier) && tool_->takesDigits()) {
    if (event->type() == QEvent::KeyPress) return tool_->type(key->text());
    event->accept();
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace clank

#include "moc_board.cpp"
