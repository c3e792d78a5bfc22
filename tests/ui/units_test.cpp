// SPDX-License-Identifier: GPL-3.0-or-later
// One choice of units: everything that is read follows, the run and the files stay.
#include <gtest/gtest.h>

#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QTest>
#include <cmath>

#include "core/model/quantity_text.h"
#include "core/record/receipt_units.h"
#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/board/canvas.h"
#include "ui/board/drawing.h"
#include "ui/board/grid.h"
#include "ui/look/compliant_event.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/panels/event_table.h"
#include "ui/panels/receipt_panel.h"
#include "ui/panels/receipt_words.h"
#include "ui/panels/status_line.h"
#include "ui/window/main_window.h"

namespace clank {
namespace {

using test::waitFor;
using test::waitUntil;
using State = RunController::State;

constexpr const char* kEveryKind = CLANK_SOURCE_DIR "/tests/physics/scenes/every-kind.clank";

class UnitsTest : public testing::Test {
 protected:
  void SetUp() override {
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, test::kPatience));
    ASSERT_TRUE(window.open(test::kThreeBar));
    ASSERT_GE(waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  }
  void TearDown() override {
    window.document().undoStack().setClean();
    setUnitChoice({});
  }

  void choose(const QString& words) {
    auto* menu = window.findChild<QMenu*>("units");
    ASSERT_NE(menu, nullptr);
    Q_EMIT menu->aboutToShow();
    for (QAction* action : menu->actions())
      if (action->text().remove('&') == words) return action->trigger();
    FAIL() << qPrintable(words);
  }

  QString receipt(const QString& line) {
    for (QLabel* label : window.views().receipt->findChildren<QLabel*>())
      if (label->accessibleName() == line && !label->isHidden()) return label->text();
    return {};
  }

  QString status(const char* name) {
    for (const auto* label : window.views().status->findChildren<QLabel*>())
      if (label->accessibleName() == name) return label->text();
    return {};
  }

  MainWindow window{false};
};

TEST(Units, PowersAreRaisedAndADigitThatIsNoneIsNot) {
  EXPECT_EQ(writeUnit("1/s"), "1/s");
  EXPECT_EQ(writeUnit("m/s2"), QString("m/s") + QChar(0x00B2));
  EXPECT_EQ(writeUnit("kg m2"), QString("kg m") + QChar(0x00B2));
}

TEST_F(UnitsTest, EverythingShownFollowsAndTheRunStays) {
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  window.playback().goToEvent(0);
  const auto samples = window.run().trajectory().sampleCount();
  EXPECT_TRUE(receipt("waited for (guard)").contains(QString::fromUtf8("180\u00b0")))
      << qPrintable(receipt("waited for (guard)"));
  EXPECT_EQ(writeLength(0.0254), "25.4\u202fmm");
  const auto findTurn = [&] { return window.views().board->drawing().poseOf(0).angle; };
  const double turn = findTurn();
  choose("inches");
  choose("radians");
  choose("6 digits");
  EXPECT_EQ(findTurn(), turn) << "the board stays at the moment";
  EXPECT_TRUE(status("Drift").endsWith("in")) << qPrintable(status("Drift"));
  EXPECT_EQ(window.run().state(), State::finished);
  EXPECT_EQ(window.run().trajectory().sampleCount(), samples) << "nothing is computed again";
  EXPECT_EQ(writeLength(0.0254), "1\u202fin");
  EXPECT_TRUE(receipt("waited for (guard)").contains("3.1415927\u202frad"))
      << qPrintable(receipt("waited for (guard)"));
  EXPECT_TRUE(receipt("normal speed").endsWith("in/s")) << qPrintable(receipt("normal speed"));
  const auto* events = window.views().events->model();
  EXPECT_TRUE(events->index(0, 4).data().toString().endsWith("in/s"));
  EXPECT_EQ(window.document().drawn().units.digits.value, 6);
  for (int i = 0; i < 3; ++i) window.document().undoStack().undo();
  EXPECT_EQ(writeLength(0.0254), "25.4\u202fmm");
  EXPECT_TRUE(receipt("normal speed").endsWith("m/s"));
}

TEST_F(UnitsTest, AnotherDocumentHasItsOwn) {
  choose("inches");
  EXPECT_EQ(writeLength(0.0254), "1\u202fin");
  window.document().undoStack().setClean();
  ASSERT_TRUE(window.open(test::kThreeBar));
  EXPECT_EQ(writeLength(0.0254), "25.4\u202fmm");
}

// From the model through the run into table and receipt: read back, every impulse and speed is that of the
// event, whatever the units are. Of every kind of joint, force and event.
TEST_F(UnitsTest, EveryKindOfEventIsReadBackInEveryUnit) {
  window.document().undoStack().setClean();
  ASSERT_TRUE(window.open(kEveryKind));
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  const auto read = [](const QString& shown, const char* si) {
    const auto value = evaluateQuantity(toTyped(shown).toStdString(), si, {});
    EXPECT_TRUE(value) << qPrintable(shown);
    return value.value_or(std::nan(""));
  };
  const auto expectNear = [](double shown, double value, const QString& where) {
    EXPECT_NEAR(shown, value, 1e-6 * std::abs(value) + 1e-9) << qPrintable(where);
  };
  window.document().edit("digits", [](Mechanism& m) { m.units.digits = 10.0; });
  const std::vector<Receipt>& events = window.run().trajectory().events();
  int compared = 0;
  for (const char* length : {"millimetres", "centimetres", "metres", "inches"})
    for (const char* angle : {"degrees", "radians"}) {
      choose(length);
      choose(angle);
      for (const Receipt& receipt : events) {
        if (isOfCompliantContact(receipt)) continue;
        const QString where =
            QString("%1, %2: %3 at t = %4").arg(length, angle, toWord(receipt.kind)).arg(receipt.t);
        for (const ReceiptLine& line : makeLines(receipt, {})) {
          if (line.label.startsWith("impulse ")) {
            expectNear(read(line.text, findImpulseUnit(receipt)), receipt.impulse, where);
            ++compared;
          }
          if (line.label != "normal speed" && line.label != "relative speed") continue;
          const QString after = line.text.section(QChar(0x2192), 1).trimmed();
          expectNear(std::abs(read(after, findSpeedUnit(receipt))), std::abs(receipt.normalVelocityAfter),
                     where);
        }
      }
      expectNear(read(writeShown(1e-4, "m2"), "m2"), 1e-4, length);
      expectNear(read(writeShown(-0.3, "rad"), "rad"), -0.3, angle);
    }
  EXPECT_GT(compared, 8 * 5);
}

// Two windows, two documents: what happens in one is told in its units, whichever was used last.
TEST_F(UnitsTest, ASecondWindowKeepsItsOwn) {
  choose("inches");
  MainWindow other{false};
  other.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other, test::kPatience));
  ASSERT_TRUE(other.open(test::kThreeBar));
  ASSERT_GE(waitUntil([&] { return other.run().trajectory().sampleCount() == 1; }), 0);
  window.run().setSpeed(0);
  window.run().run();
  ASSERT_GE(waitUntil([&] { return window.run().state() == State::finished; }), 0);
  EXPECT_TRUE(receipt("normal speed").endsWith("in/s")) << qPrintable(receipt("normal speed"));
  other.run().setSpeed(0);
  other.run().run();
  ASSERT_GE(waitUntil([&] { return other.run().state() == State::finished; }), 0);
  QString told;
  for (QLabel* label : other.views().receipt->findChildren<QLabel*>())
    if (label->accessibleName() == "normal speed") told = label->text();
  EXPECT_TRUE(told.endsWith("m/s")) << qPrintable(told);
  window.views().board->canvas().viewport()->repaint();
  EXPECT_EQ(writeLength(0.0254), "1\u202fin") << "as the board of the first was drawn";
  other.views().board->canvas().viewport()->repaint();
  EXPECT_EQ(writeLength(0.0254), "25.4\u202fmm");
}

}  // namespace
}  // namespace clank
