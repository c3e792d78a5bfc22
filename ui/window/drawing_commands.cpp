// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drawing_commands.h"

#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <cmath>
#include <numbers>

#include "core/io/mechanism_file.h"
#include "ui/document/copy_elements.h"
#include "ui/document/element_edits.h"
#include "ui/document/element_names.h"
#include "ui/document/linked_copies.h"
#include "ui/document/transform.h"
#include "ui/window/cam_dialog.h"
#include "ui/window/maker_dialog.h"
#include "ui/window/mirror_dialog.h"
#include "ui/window/repeat_dialog.h"

namespace clank {
namespace {

constexpr double kCopyOffset = 0.02;  // m; a copy lies beside its original

}  // namespace

DrawingCommands::DrawingCommands(MechanismDocument& document, Selection& selection, const Actions& actions,
                                 QObject* parent)
    : QObject(parent), document_(document), selection_(selection), actions_(actions) {
  const auto on = [&](Command command, auto what) {
    connect(actions.get(command), &QAction::triggered, this, what);
  };
  on(Command::copy, [this] { copy(); });
  on(Command::cut, [this] { cut(); });
  on(Command::paste, [this] { paste(); });
  on(Command::duplicate, [this] { duplicate(); });
  on(Command::repeat, [this] { repeat(); });
  on(Command::mirrorCopy, [this] { mirrorCopy(); });
  on(Command::letGo, [this] { letGoOfCopies(); });
  on(Command::camFromLaw, [this] { makeParts<CamDialog>(tr("draw cam")); });
  on(Command::geneva, [this] { makeParts<GenevaDialog>(tr("draw Geneva drive")); });
  on(Command::ratchet, [this] { makeParts<RatchetDialog>(tr("draw ratchet")); });
  on(Command::remove, [this] { remove(); });
  on(Command::selectAll, [this] { selection_.selectAll(); });
  on(Command::turnLeft, [this] { turn(std::numbers::pi / 12); });
  on(Command::turnRight, [this] { turn(-std::numbers::pi / 12); });
  on(Command::mirror, [this] { mirror(); });
  on(Command::alignRow, [this] { align(true); });
  on(Command::alignColumn, [this] { align(false); });
  bindHistory(actions);
  const auto enable = [this, &actions] { updEnabled(actions); };
  connect(&selection_, &Selection::changed, this, enable);
  connect(&document_, &MechanismDocument::drawnChanged, this, enable);
  enable();
}

void DrawingCommands::bindHistory(const Actions& actions) {
  QUndoStack& stack = document_.undoStack();
  QAction* undo = actions.get(Command::undo);
  QAction* redo = actions.get(Command::redo);
  connect(undo, &QAction::triggered, this, [this, &stack] {
    if (takeBack_ && takeBack_()) return;
    Q_EMIT said({});  // it spoke of what is taken back
    stack.undo();
  });
  connect(redo, &QAction::triggered, this, [this, &stack] {
    Q_EMIT said({});
    stack.redo();
  });
  const auto allowRedo = [&actions](bool on) {
    actions.allow(Command::redo, on, tr("Nothing has been taken back"));
  };
  connect(&stack, &QUndoStack::canUndoChanged, this, &DrawingCommands::updUndo);
  connect(&stack, &QUndoStack::canRedoChanged, redo, allowRedo);
  connect(&stack, &QUndoStack::undoTextChanged, undo,
          [undo](const QString& text) { undo->setText(tr("&Undo %1").arg(text).trimmed()); });
  connect(&stack, &QUndoStack::redoTextChanged, redo,
          [redo](const QString& text) { redo->setText(tr("&Redo %1").arg(text).trimmed()); });
  updUndo();
  allowRedo(false);
}

void DrawingCommands::setBegun(std::function<bool()> hasBegun, std::function<bool()> takeBack) {
  hasBegun_ = std::move(hasBegun);
  takeBack_ = std::move(takeBack);
}

void DrawingCommands::updUndo() {
  const bool on = document_.undoStack().canUndo() || (hasBegun_ && hasBegun_());
  actions_.allow(Command::undo, on, tr("Nothing has been changed"));
}

void DrawingCommands::updEnabled(const Actions& actions) {
  const bool any = !selection_.isEmpty();
  int bodies = 0, surfaces = 0, pictures = 0;
  for (const ElementId& element : selection_.elements()) {
    bodies += element.kind == ElementKind::body;
    surfaces += element.kind == ElementKind::surface;
    pictures += element.kind == ElementKind::picture;
  }
  for (const Command command : {Command::copy, Command::cut, Command::duplicate, Command::repeat,
                                Command::mirrorCopy, Command::remove})
    actions.allow(command, any, tr("Select a part first"));
  for (const Command command : {Command::turnLeft, Command::turnRight})
    actions.allow(command, bodies + surfaces + pictures > 0, tr("Select a link or a surface first"));
  actions.allow(Command::mirror, bodies + surfaces > 0, tr("Select a link or a surface first"));
  const bool isLinked = std::ranges::any_of(selection_.elements(), [this](const ElementId& element) {
    return findLikeness(document_.drawn(), element).has_value();
  });
  actions.allow(Command::letGo, isLinked, tr("Select a part that stays alike with a copy first"));
  for (const Command command : {Command::alignRow, Command::alignColumn})
    actions.allow(command, bodies > 1, tr("Select two links at least"));
}

QString DrawingCommands::name() const {
  return nameElements(document_.drawn(), selection_.elements());
}

void DrawingCommands::copy() {
  const Mechanism part = extractElements(document_.drawn(), selection_.elements());
  QGuiApplication::clipboard()->setText(QString::fromStdString(writeMechanism(part)));
}

void DrawingCommands::cut() {
  copy();
  document_.edit(tr("cut %1").arg(name()),
                 [this](Mechanism& m) { removeElements(m, selection_.elements()); });
}

void DrawingCommands::paste() {
  const auto read = readMechanism(QGuiApplication::clipboard()->text().toStdString());
  if (!read) return Q_EMIT said(tr("The clipboard holds no parts of a mechanism"));
  insert(tr("paste"), read->mechanism);
}

void DrawingCommands::duplicate() {
  insert(tr("duplicate %1").arg(name()), extractElements(document_.drawn(), selection_.elements()));
}

// Parameters come along for the values they give; those that are here already are these.
void DrawingCommands::insert(const QString& text, Mechanism elements) {
  std::erase_if(elements.parameters, [this](const Parameter& p) {
    return findById(document_.drawn().parameters, p.id) != nullptr;
  });
  std::vector<ElementId> ids;
  document_.edit(text, [&](Mechanism& m) {
    ids = insertElements(m, elements);
    Problems ignored;
    const Mechanism values = resolve(m, document_.caseId(), {}, ignored);
    moveElements(m, values, ids, {{}, 0, kCopyOffset, -kCopyOffset});
  });
  selection_.set(ids);
}

void DrawingCommands::repeat() {
  const PartsBox box = findBox(document_.shown(), selection_.elements());
  const PlanePoint pivot = findPivot();
  RepeatDialog dialog(QApplication::activeWindow(), document_, pivot, box.width());
  if (dialog.exec() != QDialog::Accepted) return;
  const auto plan = dialog.findPlan();
  if (!plan) return;
  std::vector<ElementId> ids;
  document_.edit(tr("repeat %1").arg(name()), [&](Mechanism& m) {
    ids = repeatElements(m, document_.caseId(), selection_.elements(), *plan);
  });
  selection_.set(ids);
}

// The edge of the parts that faces the rest of the drawing; without a rest the right and the lower one.
PlanePoint DrawingCommands::findMirrorLine() const {
  const Mechanism& shown = document_.shown();
  const PartsBox box = findBox(shown, selection_.elements());
  std::vector<ElementId> rest;
  for (const Body& body : shown.bodies)
    if (!selection_.contains({ElementKind::body, body.id})) rest.push_back({ElementKind::body, body.id});
  const PlanePoint middle{(box.left + box.right) / 2, (box.low + box.high) / 2};
  const PlanePoint other = rest.empty() ? PlanePoint{box.right, box.low} : findMiddle(shown, rest);
  return {other.x < middle.x ? box.left : box.right, other.y > middle.y ? box.high : box.low};
}

void DrawingCommands::mirrorCopy() {
  MirrorDialog dialog(QApplication::activeWindow(), document_, findMirrorLine());
  if (dialog.exec() != QDialog::Accepted) return;
  const auto motion = dialog.findMotion();
  if (!motion) return;
  const bool alike = dialog.staysAlike();
  std::vector<ElementId> ids;
  document_.edit(tr("mirror copy of %1").arg(name()), [&](Mechanism& m) {
    ids = copyElements(m, document_.caseId(), withConnections(m, selection_.elements()), *motion, alike);
  });
  std::erase_if(ids, [](const ElementId& element) { return element.kind != ElementKind::body; });
  if (!ids.empty()) selection_.set(ids);
}

void DrawingCommands::letGoOfCopies() {
  document_.edit(tr("no longer alike: %1").arg(name()),
                 [this](Mechanism& m) { unlinkCopies(m, selection_.elements()); });
}

// At the joint that is selected alone; else right of what is drawn.
PlanePoint DrawingCommands::findFreePlace() const {
  constexpr double kBeside = 0.15;  // m
  const Mechanism& shown = document_.shown();
  if (selection_.elements().size() == 1 && selection_.elements()[0].kind == ElementKind::joint)
    if (const Joint* joint = findById(shown.joints, selection_.elements()[0].id))
      return findPlace(shown, *joint);
  if (shown.bodies.empty()) return {};
  std::vector<ElementId> bodies;
  for (const Body& body : shown.bodies) bodies.push_back({ElementKind::body, body.id});
  const PartsBox box = findBox(shown, bodies);
  return {std::round((box.right + kBeside) * 100) / 100, std::round(box.low * 100) / 100};
}

template <class Dialog>
void DrawingCommands::makeParts(const QString& text) {
  Dialog dialog(QApplication::activeWindow(), document_, findFreePlace());
  if (dialog.exec() != QDialog::Accepted) return;
  const auto parts = dialog.findParts();
  if (!parts) return;
  std::vector<ElementId> ids;
  document_.edit(text, [&](Mechanism& m) { ids = insertElements(m, *parts); });
  selection_.set(ids);
}

void DrawingCommands::remove() {
  document_.remove(selection_.elements());
}

// A joint that is selected with the parts is the pivot, if it is the only one; else their middle.
PlanePoint DrawingCommands::findPivot() const {
  const Mechanism& shown = document_.shown();
  const Joint* pivot = nullptr;
  for (const ElementId& element : selection_.elements()) {
    if (element.kind != ElementKind::joint) continue;
    if (pivot) return findMiddle(shown, selection_.elements());
    pivot = findById(shown.joints, element.id);
  }
  return pivot ? findPlace(shown, *pivot) : findMiddle(shown, selection_.elements());
}

void DrawingCommands::turn(double angle) {
  const PlaneMotion motion{findPivot(), angle, 0, 0};
  document_.edit(tr("turn %1").arg(name()),
                 [&](Mechanism& m) { moveElements(m, document_.shown(), selection_.elements(), motion); });
}

void DrawingCommands::mirror() {
  document_.edit(tr("mirror %1").arg(name()), [this](Mechanism& m) {
    mirrorElements(m, document_.shown(), selection_.elements(), findPivot().x);
  });
}

void DrawingCommands::align(bool inRow) {
  document_.edit(tr("align %1").arg(name()), [this, inRow](Mechanism& m) {
    alignBodies(m, document_.shown(), selection_.elements(), inRow ? Alignment::row : Alignment::column);
  });
}

}  // namespace clank

#include "moc_drawing_commands.cpp"
