// SPDX-License-Identifier: GPL-3.0-or-later
// The other half of a drawing from the Edit menu: it is joined as the first is, and what the mouse does to
// one side happens to both, until they are let go.
#include <QCheckBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QTimer>
#include <cmath>

#include "tests/ui/drawing_window.h"
#include "ui/document/element.h"
#include "ui/window/actions.h"
#include "ui/window/mirror_dialog.h"
#include "ui/window/repeat_dialog.h"

namespace clank {
namespace {

class MirrorCopyTest : public test::DrawingWindow {
 protected:
  // A crank on the frame and a bar on its end: five clicks, an anchor one more.
  void drawLeftHalf() {
    press(Qt::Key_B);
    click(0, 0);
    click(0.05, 0.1);
    click(0.05, 0.1);
    click(0.1, 0.15);
    press(Qt::Key_A);
    click(0, 0);
    press(Qt::Key_Escape);
    press(Qt::Key_Escape);
    ASSERT_EQ(drawn().bodies.size(), 2U);
    ASSERT_EQ(drawn().joints.size(), 2U);
  }
  void mirrorCopy() {
    window.selection().selectAll();
    bool isSeen = false;
    QTimer::singleShot(0, &window, [&] {
      auto* dialog = qobject_cast<MirrorDialog*>(QApplication::activeModalWidget());
      ASSERT_TRUE(dialog);
      isSeen = true;
      auto* x = dialog->findChild<QLineEdit*>("mirrorX");
      EXPECT_TRUE(x->text().startsWith("100") && x->text().endsWith("mm"))
          << "the right edge of what is selected";
      x->setText("nowhere");
      EXPECT_FALSE(dialog->findMotion());
      x->setText("150 mm");
      EXPECT_TRUE(dialog->findChild<QCheckBox*>("mirrorAlike")->isChecked());
      dialog->accept();
    });
    window.actions().get(Command::mirrorCopy)->trigger();
    ASSERT_TRUE(isSeen);
  }
  const Body& bodyAt(std::size_t i) { return window.document().shown().bodies.at(i); }
  void expectMirrored() {
    for (const std::size_t i : {0U, 1U}) {
      EXPECT_NEAR(bodyAt(i + 2).pose.x.value, 0.3 - bodyAt(i).pose.x.value, 1e-9);
      EXPECT_NEAR(bodyAt(i + 2).pose.y.value, bodyAt(i).pose.y.value, 1e-9);
    }
  }
};

TEST_F(MirrorCopyTest, TheOtherHalfFollowsTheMouse) {
  drawLeftHalf();
  mirrorCopy();
  ASSERT_EQ(drawn().bodies.size(), 4U);
  ASSERT_EQ(drawn().joints.size(), 4U) << "joined to the frame and in itself";
  ASSERT_TRUE(window.document().problems().empty()) << test::describe(window.document().problems());
  expectMirrored();
  const double before = bodyAt(1).pose.y.value;
  const int steps = window.document().undoStack().count();
  drag({0.25, 0.1}, {0.26, 0.13});  // the elbow of the right half
  EXPECT_GT(std::abs(bodyAt(1).pose.y.value - before), 0.005) << "the left one moves with it";
  expectMirrored();
  EXPECT_EQ(window.document().undoStack().count(), steps + 1);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_NEAR(bodyAt(1).pose.y.value, before, 1e-12);

  window.selection().select({ElementKind::body, drawn().bodies[2].id});
  window.views().propertiesDock->raise();
  test::waitFor(50);
  const auto* words = window.findChild<QLabel*>("likeness");
  ASSERT_TRUE(words && words->isVisible());
  EXPECT_EQ(words->text(), "Mirror image of link1: changes go to both");
  setProperty("/bodies/2/width", "30 mm");
  EXPECT_NEAR(bodyAt(0).width.value, 0.03, 1e-12) << "what is typed goes to both";
  window.findChild<QPushButton*>("letGo")->click();
  test::waitFor(50);
  EXPECT_FALSE(words->isVisible());
  setProperty("/bodies/2/width", "40 mm");
  EXPECT_NEAR(bodyAt(0).width.value, 0.03, 1e-12) << "alike no longer";
}

TEST_F(MirrorCopyTest, TheCopiesOfARowFollowIfThatIsTicked) {
  drawLeftHalf();
  window.selection().selectAll();
  QTimer::singleShot(0, &window, [&] {
    auto* dialog = qobject_cast<RepeatDialog*>(QApplication::activeModalWidget());
    ASSERT_TRUE(dialog);
    dialog->findChild<QSpinBox*>("repeatCopies")->setValue(2);
    dialog->findChild<QLineEdit*>("repeatRight")->setText("150 mm");
    auto* alike = dialog->findChild<QCheckBox*>("repeatAlike");
    EXPECT_FALSE(alike->isChecked()) << "as before unless it is asked for";
    alike->click();
    dialog->accept();
  });
  window.actions().get(Command::repeat)->trigger();
  ASSERT_EQ(drawn().bodies.size(), 6U);
  ASSERT_EQ(drawn().linkedCopies.size(), 2U);
  window.selection().select({ElementKind::body, drawn().bodies[4].id});
  window.views().propertiesDock->raise();
  test::waitFor(50);
  setProperty("/bodies/4/width", "30 mm");
  for (const std::size_t i : {0U, 2U}) EXPECT_NEAR(bodyAt(i).width.value, 0.03, 1e-12) << i;
  window.actions().get(Command::letGo)->trigger();
  EXPECT_EQ(drawn().linkedCopies.size(), 1U) << "the others stay alike";
}

}  // namespace
}  // namespace clank
