// SPDX-License-Identifier: GPL-3.0-or-later
// A hand that takes any tool and clicks anywhere, mostly where something is, seeded. Whatever it has drawn
// can be computed, saved and read back, and is taken back to nothing and brought again.
// CLANK_RANDOM_DRAWINGS: how many drawings.
#include <gtest/gtest.h>

#include <QApplication>
#include <QMenu>
#include <QTest>
#include <cstdlib>
#include <random>
#include <set>

#include "core/io/mechanism_file.h"
#include "ui/board/board.h"
#include "ui/board/tools.h"

namespace clank {
namespace {

constexpr int kActions = 14, kMostClicks = 4;

// Of pictures and optimisations, and those that draw nothing.
bool isLeftOut(ToolKind kind) {
  return kind == ToolKind::select || kind == ToolKind::picture || kind == ToolKind::target;
}

class RandomHand {
 public:
  explicit RandomHand(unsigned seed) : random_(seed) {
    board_.resize(1000, 700);
    board_.show();
    board_.canvas().showBox({-0.25, -0.15}, {0.25, 0.15});
    for (const ToolSpec& tool : listTools())
      if (!isLeftOut(tool.kind)) tools_.push_back(tool);
  }

  void draw() {
    // Links to begin with: most tools want some.
    for (const ToolKind kind : {ToolKind::bar, ToolKind::bar, ToolKind::plate, ToolKind::disc}) use(kind);
    for (int i = 0; i < kActions; ++i) use(tools_[pick(tools_.size())].kind);
    board_.setTool(ToolKind::select);
    check("the last tool left");
  }

  void takeBackAndBringAgain() {
    QUndoStack& stack = document_.undoStack();
    const Mechanism last = document_.drawn();
    const int steps = stack.index();
    while (stack.canUndo()) stack.undo();
    if (document_.drawn() != empty_) note("undo: it does not lead back to nothing");
    while (stack.canRedo()) stack.redo();
    if (stack.index() != steps || document_.drawn() != last) note("redo: it leads elsewhere");
  }

  const std::vector<std::string>& wrong() const { return wrong_; }

 private:
  std::size_t pick(std::size_t count) { return random_() % count; }

  // A pin, an end, a middle, somewhere on a body; or anywhere.
  QPoint findPlace() {
    const Drawing& drawing = board_.drawing();
    const auto& handles = drawing.handles();
    const std::size_t dice = pick(8);
    QPointF world(-0.22 + 0.0044 * static_cast<double>(pick(100)),
                  -0.13 + 0.0026 * static_cast<double>(pick(100)));
    if (dice < 3 && !handles.empty()) world = handles[pick(handles.size())].world;
    if (dice >= 3 && dice < 6 && !drawing.mechanism().bodies.empty()) {
      const int body = static_cast<int>(pick(drawing.mechanism().bodies.size()));
      const auto& hull = drawing.hullOf(body);
      QPointF middle;
      for (const QPointF p : hull) middle += p / static_cast<double>(hull.size());
      if (dice == 3) middle = (middle + hull[pick(hull.size())]) / 2;
      world = drawing.toWorld(body, middle);
    }
    const QPoint at = board_.canvas().toPixel().map(world).toPoint();
    const QRect room = board_.canvas().viewport()->rect().adjusted(30, 10, -10, -30);
    return {std::clamp(at.x(), room.left(), room.right()), std::clamp(at.y(), room.top(), room.bottom())};
  }

  void use(ToolKind kind) {
    board_.setTool(kind);
    const std::string name = listTools()[findTool(kind)].text;
    const auto clicks = 1 + pick(kMostClicks);
    for (std::size_t i = 0; i < clicks; ++i) {
      const QPoint at = findPlace();
      const std::size_t dice = pick(12);
      const Qt::KeyboardModifiers modifiers = dice == 0   ? Qt::AltModifier
                                              : dice == 1 ? Qt::ShiftModifier
                                                          : Qt::NoModifier;
      const int before = document_.undoStack().index();
      QTest::mouseMove(board_.canvas().viewport(), at);
      QTest::mouseClick(board_.canvas().viewport(), Qt::LeftButton, modifiers, at);
      answer();
      board_.canvas().viewport()->grab();
      if (document_.undoStack().index() != before)
        check(name + " at " + std::to_string(at.x()) + ", " + std::to_string(at.y()));
    }
  }

  static std::size_t findTool(ToolKind kind) {
    std::size_t i = 0;
    while (listTools()[i].kind != kind) ++i;
    return i;
  }

  void answer() {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    if (!menu) return;
    for (std::size_t i = pick(4); i > 0; --i) QTest::keyClick(menu, Qt::Key_Down);
    QTest::keyClick(menu, pick(6) ? Qt::Key_Return : Qt::Key_Escape);
    QCoreApplication::processEvents();
  }

  void check(const std::string& what) {
    const std::string text = writeMechanism(document_.drawn());
    for (const Problem& problem : document_.problems())
      if (problem.severity == Severity::error) note(what + ": " + problem.what);
    const auto read = readMechanism(text);
    if (!read || writeMechanism(read->mechanism) != text) note(what + ": it is read back as another one");
  }

  // Each once: what is wrong stays so.
  void note(const std::string& what) {
    if (noted_.insert(what.substr(what.find(": "))).second) wrong_.push_back(what);
  }

  std::mt19937 random_;
  MechanismDocument document_;
  Selection selection_{document_};
  Board board_{document_, selection_};
  Mechanism empty_ = document_.drawn();
  std::vector<ToolSpec> tools_;
  std::set<std::string> noted_;
  std::vector<std::string> wrong_;
};

TEST(RandomDrawings, CanBeComputedSavedAndTakenBack) {
  const char* wanted = std::getenv("CLANK_RANDOM_DRAWINGS");
  const int count = wanted ? std::atoi(wanted) : 100;
  const char* first = std::getenv("CLANK_RANDOM_SEED");
  const int seed = first ? std::atoi(first) : 1;
  for (int i = seed; i < seed + count; ++i) {
    RandomHand hand(static_cast<unsigned>(i));
    hand.draw();
    hand.takeBackAndBringAgain();
    for (const std::string& wrong : hand.wrong()) ADD_FAILURE() << "drawing " << i << ", " << wrong;
  }
}

}  // namespace
}  // namespace clank
