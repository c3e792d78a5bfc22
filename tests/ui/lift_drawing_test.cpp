// SPDX-License-Identifier: GPL-3.0-or-later
// A rack lift and a boom on a cylinder, drawn from an empty sheet with mouse and keys, a click a click; each
// is run and stands where geometry says.
#include <QAbstractButton>
#include <QDockWidget>
#include <QStatusBar>
#include <cmath>

#include "tests/ui/drawing_window.h"

namespace clank {
namespace {

class LiftDrawingTest : public test::DrawingWindow {
 protected:
  void clickOn(double x, double y) {
    ++clicks_;
    click(x, y);
  }
  QString hint() { return window.statusBar()->currentMessage(); }
  void setDuration(double seconds) {
    window.document().edit("duration", [&](Mechanism& m) {
      m.simulation.duration = seconds;
      m.simulation.outputInterval = 0.005;
    });
  }
  int clicks_ = 0;
};

// A pinion with its motor, an upright slider with a platform on it, and the rack: 10 clicks.
TEST_F(LiftDrawingTest, APinionLiftsAPlatformByItsRadiusTimesItsAngle) {
  press(Qt::Key_D, Qt::ShiftModifier);
  clickOn(0.1, 0.1);
  clickOn(0.12, 0.1);
  press(Qt::Key_Escape);
  press(Qt::Key_M);
  clickOn(0.1, 0.1);
  press(Qt::Key_S);
  clickOn(0.2, 0.1);
  clickOn(0.2, 0.2);
  press(Qt::Key_Escape);
  press(Qt::Key_B, Qt::ShiftModifier);
  clickOn(0.18, 0.09);
  clickOn(0.3, 0.12);
  press(Qt::Key_Escape);
  press(Qt::Key_W);
  clickOn(0.2, 0.1);
  press(Qt::Key_G);
  clickOn(0.1, 0.1);
  clickOn(0.2, 0.1);
  EXPECT_EQ(clicks_, 10);
  ASSERT_EQ(drawn().bodies.size(), 3U) << qPrintable(hint());
  const Joint& last = drawn().joints.back();
  ASSERT_TRUE(std::holds_alternative<Rack>(last.kind)) << qPrintable(hint());
  const double radius = std::abs(std::get<Rack>(last.kind).radius.value);
  EXPECT_EQ(radius, 0.02);
  expectNoErrors();
  setDuration(0.25);
  runToEnd();
  const auto angle = valuesOf("disc1.angle"), slider = valuesOf("slider1.y"),
             platform = valuesOf(drawn().bodies.back().id + ".y"),
             upright = valuesOf(drawn().bodies.back().id + ".angle");
  ASSERT_GT(angle.size(), 40U);
  EXPECT_NEAR(angle.back() - angle.front(), 2 * std::numbers::pi * 0.25, 1e-6) << "60 rpm";
  for (std::size_t i = 0; i < angle.size(); ++i) {
    EXPECT_NEAR(slider[i] - slider[0], radius * (angle[i] - angle[0]), 1e-6);
    EXPECT_NEAR(platform[i] - platform[0], radius * (angle[i] - angle[0]), 1e-6) << "it goes with the rack";
    EXPECT_NEAR(upright[i], upright[0], 1e-6);
  }
}

// A boom pinned to the frame and a cylinder from the frame to its end, driven out to a length where the drive
// is switched off, with an end stop further in than it was drawn: 11 clicks and two numbers.
TEST_F(LiftDrawingTest, ACylinderRaisesABoomAsTheTriangleSaysAndItSinksToTheEndStop) {
  press(Qt::Key_B);
  clickOn(0, 0.1);
  clickOn(0.1, 0.1);
  press(Qt::Key_Escape);
  press(Qt::Key_A);
  clickOn(0, 0.1);
  press(Qt::Key_S, Qt::ShiftModifier);
  clickOn(0, 0);
  clickOn(0.1, 0.1);
  press(Qt::Key_M);
  clickOn(0.05, 0.05);
  ASSERT_EQ(drawn().drives.size(), 1U) << qPrintable(hint());
  const std::string ram = drawn().drives[0].joint;
  press(Qt::Key_V);
  clicks_ += 2;
  doubleClick(pixel(0.04, 0.04));
  type("130 mm");
  press(Qt::Key_Return);
  press(Qt::Key_Escape);
  const Joint& joint = drawn().joints.back();
  ASSERT_EQ(joint.id, ram);
  ASSERT_TRUE(joint.metamorphic) << qPrintable(hint());
  EXPECT_EQ(joint.metamorphic->changes[0].latched.value, 0) << "what is driven is not locked at its limit";
  expectNoErrors();
  // The motor in its panel: selected by a click, "until" given by a click, and a click into the field.
  clicks_ += 3;
  window.selection().select({ElementKind::drive, drawn().drives[0].id});
  window.views().propertiesDock->raise();
  test::waitFor(50);
  auto* until = window.findChild<QWidget*>("present:/drives/0/until");
  ASSERT_TRUE(until);
  until->findChildren<QAbstractButton*>().at(1)->click();
  test::waitFor(50);
  setProperty("/drives/0/until/value", "182 mm");
  EXPECT_EQ(clicks_, 11);
  ASSERT_TRUE(drawn().drives[0].until);
  expectNoErrors();
  setDuration(1);
  runToEnd();
  // The triangle of hinge, foot and eye with two sides of 0.1 m: cos gamma = 1 - L^2/(2 0.1^2), gamma from
  // the line to the foot.
  const auto angle = valuesOf("link1.angle"), length = valuesOf(ram + ".travel"), time = valuesOf("t");
  ASSERT_GT(angle.size(), 100U);
  const double off = (0.182 - std::sqrt(0.02)) / 0.1;  // s
  for (std::size_t i = 0; i < angle.size(); ++i) {
    const double gamma = std::acos(1 - length[i] * length[i] / 0.02);
    EXPECT_NEAR(angle[i], gamma - std::numbers::pi / 2, 1e-6) << "at sample " << i;
    const double driven = std::sqrt(0.02) + 0.1 * std::min(time[i], off);
    EXPECT_NEAR(time[i] <= off ? length[i] : driven, driven, 1e-6) << "at sample " << i;
    EXPECT_GT(length[i], 0.13 - 1e-6) << "at sample " << i;
  }
  EXPECT_NEAR(length.back(), 0.13, 1e-6) << "it rests on the end stop";
  const auto& events = window.run().trajectory().events();
  ASSERT_GE(events.size(), 2U);
  EXPECT_NEAR(events[0].t, off, 1e-6) << "the drive is switched off";
  EXPECT_EQ(events[1].kind, EventKind::impact) << "the end stop is met";
}

}  // namespace
}  // namespace clank
