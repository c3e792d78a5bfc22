// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that rub and stack, drawn with mouse and keys in the real window. With CLANK_PICTURES set to a folder
// each leaves pictures there.
#include <gtest/gtest.h>

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QStatusBar>
#include <cmath>

#include "tests/ui/drawing_window.h"
#include "ui/panels/status_line.h"

namespace clank {
namespace {

class RubbingTest : public test::DrawingWindow {
 protected:
  void keepPicture(const QString& name) {
    const QString folder = qEnvironmentVariable("CLANK_PICTURES");
    if (folder.isEmpty()) return;
    test::waitFor(400);
    EXPECT_TRUE(window.grab().save(folder + "/" + name + ".png"));
  }
  double lastOf(const std::string& channel) {
    const Trajectory& trajectory = window.run().trajectory();
    const auto index = trajectory.findChannel(channel);
    EXPECT_TRUE(index) << channel;
    return index ? trajectory.row(trajectory.sampleCount() - 1)[*index] : std::nan("");
  }
  template <class T>
  T* find(const QString& name) {
    QCoreApplication::processEvents();
    auto* found = window.findChild<T*>(name);
    EXPECT_TRUE(found) << qPrintable(name);
    return found;
  }
  void clickOn(QWidget* button) {
    if (button) QTest::mouseClick(button, Qt::LeftButton);
    test::waitFor(30);
  }

  // m down the incline, from the start to the end of the run
  double way() {
    const Trajectory& trajectory = window.run().trajectory();
    const auto x = trajectory.findChannel("plate1.x"), y = trajectory.findChannel("plate1.y");
    if (!x || !y || trajectory.sampleCount() < 2) return std::nan("");
    const auto last = trajectory.row(trajectory.sampleCount() - 1), first = trajectory.row(0);
    return std::hypot(last[*x] - first[*x], last[*y] - first[*y]);
  }
  // The slider by its keys, until the run has followed.
  void tiltTo(QSlider& slider, double degrees) {
    const int step = static_cast<int>(std::lround(degrees / 40 * slider.maximum()));
    while (slider.value() < step) QTest::keyClick(&slider, Qt::Key_Right);
    while (slider.value() > step) QTest::keyClick(&slider, Qt::Key_Left);
    ASSERT_GE(test::waitUntil([&] {
                return !window.run().isBusy() && window.run().trajectory().sampleCount() > 50 &&
                       window.run().mechanism().parameters[0].value.value ==
                           window.document().resolved().parameters[0].value.value;
              }),
              0);
  }

  // A box of 80 mm by 40 mm that stands on a line of the frame, touching it all around.
  void drawBoxOnALine() {
    press(Qt::Key_P, Qt::ShiftModifier);
    click(0.1, 0);
    click(0.18, 0);
    click(0.18, 0.04);
    click(0.1, 0.04);
    click(0.1, 0);
    press(Qt::Key_C);
    click(0, 0);
    click(0.3, 0);
    click(0.3, 0);
    click(0.1, 0);
    press(Qt::Key_V);
    click(0.14, 0.02);
    auto* tick = find<QCheckBox>("touch:/bodies/0");
    ASSERT_TRUE(tick);
    QTest::mouseClick(tick, Qt::LeftButton, {}, QPoint(8, tick->height() / 2));
    test::waitFor(50);
  }
};

// Its incline is a parameter, typed into surface and pose; Coulomb lets it slide from tan(tilt) = mu on.
TEST_F(RubbingTest, ABoxOnAnInclineSlidesFromTheAngleOfFrictionOn) {
  drawBoxOnALine();
  ASSERT_EQ(drawn().bodies.size(), 1U);
  EXPECT_EQ(drawn().bodies[0].touches.value, Touches::everything);
  ASSERT_EQ(drawn().contacts.size(), 1U) << "with the laws that its corner had";
  EXPECT_TRUE(drawn().contacts[0].outlineB);
  keepPicture("incline-box");
  window.views().parametersDock->raise();
  clickOn(find<QPushButton>("addParameter"));
  keepPicture("incline-parameter");
  setProperty("/parameters/0/id", "tilt");
  setProperty("/parameters/0/unit", "deg");
  setProperty("/parameters/0/value", "10 deg");
  setProperty("/parameters/0/min", "0 deg");
  setProperty("/parameters/0/max", "40 deg");
  keepPicture("incline-parameter-done");
  press(Qt::Key_Escape);
  click(0.14, 0.02);
  setProperty("/bodies/0/pose/x", "100 mm * cos(tilt)");
  setProperty("/bodies/0/pose/y", "100 mm * sin(tilt)");
  setProperty("/bodies/0/pose/angle", "tilt");
  keepPicture("incline-pose");
  press(Qt::Key_Escape);
  click(0.27, 0);
  keepPicture("incline-surface");
  setProperty("/surfaces/0/to/0", "300 mm * cos(tilt)");
  setProperty("/surfaces/0/to/1", "300 mm * sin(tilt)");
  window.selection().select({ElementKind::contact, drawn().contacts[0].id});
  setProperty("/contacts/0/friction", "0.5");
  keepPicture("incline-drawn");
  runToEnd();
  EXPECT_NEAR(way(), 0, 1e-9) << "tan 10 degrees is below mu";
  keepPicture("incline-rests");
  // What if: the slider tilts it past atan(0.5) = 26.57 degrees.
  window.actions().get(Command::whatIf)->trigger();
  window.views().parametersDock->raise();
  auto* slider = find<QSlider>("slider:tilt");
  slider->setFocus();
  double rests = 0, slides = 0;
  for (double tilt = 26; tilt < 27.15; tilt += 0.1) {
    tiltTo(*slider, tilt);
    const double now = window.run().mechanism().parameters[0].value.value;
    (way() < 1e-9 ? rests : slides) = now;
    if (slides > 0) break;
    keepPicture("incline-before");
  }
  keepPicture("incline-after");
  EXPECT_LT(rests, std::atan(0.5));
  EXPECT_GT(slides, std::atan(0.5));
  EXPECT_LT(slides - rests, 0.21 * test::kDegree) << "one step of the slider";
  const double down = 9.81 * (std::sin(slides) - 0.5 * std::cos(slides));
  EXPECT_NEAR(way(), down / 2, 1e-9) << "after a second";
  tiltTo(*slider, 30);
  keepPicture("incline-slides");
}

// Friction is given to a pin by a click; what it takes is in the ledger, and its fields say what it is.
TEST_F(RubbingTest, APinRubsAfterAClick) {
  drawFourBar();
  press(Qt::Key_M);
  click(0, 0);
  press(Qt::Key_V);
  click(0.2, 0);
  auto* choice = find<QWidget>("friction:/joints/3");
  ASSERT_TRUE(choice);
  clickOn(choice->findChildren<QAbstractButton*>()[1]);
  ASSERT_TRUE(drawn().joints[3].friction);
  setProperty("/joints/3/friction/radius", "20 mm");
  setProperty("/joints/3/friction/coefficient", "0.3");
  keepPicture("pin-friction");
  runToEnd();
  EXPECT_GT(lastOf("energy.friction"), 1e-4);
  EXPECT_LT(std::abs(lastOf("energy.residual")), 1e-9);
  keepPicture("pin-friction-run");
}

// A domino row runs with fixed steps; its step error stands in the status line.
TEST_F(RubbingTest, ARowOfDominoesTellsItsStepError) {
  ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR) + "/resources/examples/contacts/domino-row.clank"));
  ASSERT_GE(test::waitUntil([&] { return window.run().trajectory().sampleCount() == 1; }), 0);
  runToEnd();
  QString status;
  for (const auto* label : window.views().status->findChildren<QLabel*>()) status += label->text() + "\n";
  EXPECT_TRUE(status.contains("step error")) << qPrintable(status);
  keepPicture("dominoes-run");
}

}  // namespace
}  // namespace clank
