// SPDX-License-Identifier: GPL-3.0-or-later
// Machine elements drawn with mouse and keys in the real window, and what their runs give. With
// CLANK_PICTURES set to a folder each leaves a picture there.
#include <gtest/gtest.h>

#include <QStatusBar>
#include <cmath>

#include "tests/ui/drawing_window.h"

namespace clank {
namespace {

class ElementsTest : public test::DrawingWindow {
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
};

// A link whose end hangs on a rope over a ring; one undo takes the rope away.
TEST_F(ElementsTest, ARopeOverARing) {
  press(Qt::Key_B);
  click(0.1, 0.1);
  click(0.2, 0.1);
  press(Qt::Key_Escape);
  press(Qt::Key_Z);
  click(0, 0.05);
  click(0.05, 0.25, Qt::ShiftModifier);
  moveTo(0.1, 0.2);
  keepPicture("rope-drawing");
  click(0.1, 0.1);
  ASSERT_EQ(drawn().forces.size(), 1U);
  const auto& rope = std::get<Rope>(drawn().forces[0].kind);
  EXPECT_EQ(rope.a, kFrame);
  EXPECT_EQ(rope.b, "link1");
  ASSERT_EQ(rope.rings.size(), 1U);
  EXPECT_EQ(rope.rings[0].body, kFrame);
  EXPECT_NEAR(rope.length->value, std::hypot(0.05, 0.2) + std::hypot(0.05, 0.15), 1e-3);
  press(Qt::Key_V);
  click(0.025, 0.15);
  EXPECT_TRUE(window.selection().contains({ElementKind::force, "rope1"})) << "clicked on its line";
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(drawn().forces.empty());
  press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_EQ(drawn().forces.size(), 1U);
  runToEnd();
  EXPECT_NEAR(lastOf("rope1.slack"), 0, 1e-9) << "it swings on a taut rope";
  EXPECT_GT(lastOf("rope1.tension"), 0);
  keepPicture("rope-run");
}

// A ball from its middle to its rim, on a rope that is longer than the way: it falls into it and hangs.
TEST_F(ElementsTest, ABallOnARope) {
  press(Qt::Key_D, Qt::ShiftModifier);
  EXPECT_TRUE(window.statusBar()->currentMessage().contains("middle of the disc"));
  click(0.15, 0.15);
  click(0.17, 0.15);
  ASSERT_EQ(drawn().bodies.size(), 1U);
  EXPECT_NEAR(drawn().bodies[0].radius.value, 0.02, 1e-9);
  const MassProperties mass = calcMassProperties(window.document().resolved().bodies[0]);
  EXPECT_NEAR(mass.inertia, mass.mass * 0.02 * 0.02 / 2, 1e-12);
  press(Qt::Key_Z);
  click(0.05, 0.25);
  click(0.15, 0.15);
  ASSERT_EQ(drawn().forces.size(), 1U);
  EXPECT_EQ(std::get<Rope>(drawn().forces[0].kind).b, "disc1");
  press(Qt::Key_V);
  setProperty("/forces/0/length", "170 mm");
  keepPicture("ball-drawn");
  runToEnd();
  const auto& events = window.run().trajectory().events();
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events[0].element, "rope1");
  EXPECT_NEAR(lastOf("rope1.length"), 0.17, 1e-9);
  keepPicture("ball-run");
}

// Two wheels on the frame, a belt around both as wide as they are, and a motor.
TEST_F(ElementsTest, ABeltAroundTwoDiscs) {
  press(Qt::Key_D, Qt::ShiftModifier);
  click(0, 0.1);
  click(0.05, 0.1);
  click(0.25, 0.1);
  moveTo(0.28, 0.1);
  type("30 mm");
  press(Qt::Key_Return);
  ASSERT_EQ(drawn().bodies.size(), 2U);
  EXPECT_EQ(drawn().bodies[1].radius.text, "30 mm");
  press(Qt::Key_A);
  click(0, 0.1);
  click(0.25, 0.1);
  ASSERT_EQ(drawn().joints.size(), 2U);
  press(Qt::Key_G, Qt::ShiftModifier);
  click(0, 0.1);
  moveTo(0.2, 0.12);
  keepPicture("belt-drawing");
  click(0.25, 0.1);
  ASSERT_EQ(drawn().joints.size(), 3U);
  const auto& belt = std::get<Belt>(drawn().joints[2].kind);
  EXPECT_NEAR(belt.radiusA.value, 0.05, 1e-9);
  EXPECT_NEAR(belt.radiusB.value, 0.03, 1e-9);
  press(Qt::Key_M);
  click(0, 0.1);
  runToEnd();
  EXPECT_NEAR(lastOf("disc2.omega"), lastOf("disc1.omega") * 0.05 / 0.03, 1e-9);
  keepPicture("belt-run");
  press(Qt::Key_Z, Qt::ControlModifier);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(drawn().joints.size(), 2U) << "motor and belt are undone";
}

// A spline on a wheel, closed by a click on its first point, lifts a slider.
TEST_F(ElementsTest, ACamThatLiftsASlider) {
  press(Qt::Key_D, Qt::ShiftModifier);
  click(0.1, 0.1);
  click(0.16, 0.1);
  press(Qt::Key_A);
  click(0.1, 0.1);
  press(Qt::Key_S);
  click(0.1, 0.19);
  click(0.1, 0.25);
  press(Qt::Key_C, Qt::ShiftModifier);
  click(0.15, 0.11);
  click(0.1, 0.14);
  click(0.06, 0.1);
  click(0.1, 0.06);
  click(0.15, 0.11);
  keepPicture("cam-drawing");
  click(0.1, 0.19);
  ASSERT_EQ(drawn().contacts.size(), 1U);
  ASSERT_EQ(drawn().surfaces.size(), 1U);
  const DrawnSurface& cam = drawn().surfaces[0];
  EXPECT_EQ(cam.body, "disc1");
  EXPECT_EQ(drawn().contacts[0].b, "slider1");
  ASSERT_TRUE(std::holds_alternative<CurveSurface>(cam.kind));
  EXPECT_EQ(std::get<CurveSurface>(cam.kind).side.value, RoundSide::outside);
  press(Qt::Key_M);
  click(0.1, 0.1);
  runToEnd();
  EXPECT_NEAR(lastOf("follower1.gap"), 0, 0.05);
  EXPECT_GT(window.run().trajectory().events().size(), 0U) << "the slider falls onto the cam";
  keepPicture("cam-run");
}

}  // namespace
}  // namespace clank
