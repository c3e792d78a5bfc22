// SPDX-License-Identifier: GPL-3.0-or-later
// Gears, a Geneva drive and a ratchet, drawn from an empty sheet with mouse and keys, a click a click; each
// is run and turns as the formulas of the field say.
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QStatusBar>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/ui/drawing_window.h"
#include "ui/board/gear_edits.h"
#include "ui/look/gear_teeth.h"
#include "ui/panels/segmented_choice.h"
#include "ui/window/actions.h"
#include "ui/window/cam_dialog.h"
#include "ui/window/maker_dialog.h"

namespace clank {
namespace {

constexpr double kRevolution = 2 * std::numbers::pi;

class GearDrawingTest : public test::DrawingWindow {
 protected:
  void clickOn(double x, double y) {
    ++clicks_;
    click(x, y);
  }
  void drawWheel(QPointF centre, QPointF rim) {
    press(Qt::Key_D, Qt::ShiftModifier);
    clickOn(centre.x(), centre.y());
    clickOn(rim.x(), rim.y());
    press(Qt::Key_Escape);
  }
  QString hint() { return window.statusBar()->currentMessage(); }
  QMenu* findChoice() {
    auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    return menu && menu->objectName() == "cursorChoice" ? menu : nullptr;
  }
  const Joint& lastJoint() { return drawn().joints.back(); }
  const Gear& gearAt(std::size_t joint) { return std::get<Gear>(drawn().joints.at(joint).kind); }
  double changeOf(const std::string& channel) {
    const auto values = valuesOf(channel);
    return values.empty() ? std::nan("") : values.back() - values.front();
  }
  void setDuration(double seconds) {
    window.document().edit("duration", [&](Mechanism& m) {
      m.simulation.duration = seconds;
      m.simulation.outputInterval = 0.005;
    });
  }
  // Sun with its motor, planet, arm; what lies at the sun's centre is clicked beside the arm.
  void drawSunPlanetArm() {
    drawWheel({0.15, 0.1}, {0.17, 0.1});
    press(Qt::Key_M);
    clickOn(0.15, 0.1);
    drawWheel({0.2, 0.1}, {0.2, 0.13});
    press(Qt::Key_B);
    clickOn(0.15, 0.1);
    clickOn(0.2, 0.1);
    press(Qt::Key_Escape);
  }
  // A dialog of the Draw menu: menu and entry are two clicks, its button is one.
  template <class Dialog>
  void make(Command command, const QString& field, const QString& wrong, const QString& text) {
    bool isSeen = false;
    QTimer::singleShot(0, &window, [&] {
      auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
      ASSERT_TRUE(dialog);
      isSeen = true;
      auto* line = dialog->template findChild<QLineEdit*>(field);
      ASSERT_TRUE(line);
      line->setText(wrong);
      EXPECT_FALSE(dialog->findParts()) << qPrintable(wrong);
      line->setText(text);
      EXPECT_TRUE(dialog->findParts()) << qPrintable(text);
      dialog->accept();
    });
    clicks_ += 3;
    window.actions().get(command)->trigger();
    EXPECT_TRUE(isSeen);
  }
  int clicks_ = 0;
};

// A planetary train with its ring on the frame: 30 clicks and 8 numbers typed before.
TEST_F(GearDrawingTest, APlanetaryTrainTakesElevenClicks) {
  drawSunPlanetArm();
  press(Qt::Key_G);
  clickOn(0.14, 0.1);
  clickOn(0.22, 0.1);
  ASSERT_TRUE(std::holds_alternative<Gear>(lastJoint().kind)) << qPrintable(hint());
  EXPECT_EQ(lastJoint().a, "disc1");
  EXPECT_EQ(lastJoint().b, "disc2");
  const std::size_t inner = drawn().joints.size() - 1;
  clickOn(0.22, 0.1);
  clickOn(0.25, 0.17);
  EXPECT_LE(clicks_, 12);
  EXPECT_EQ(clicks_, 11);
  ASSERT_EQ(drawn().joints.size(), inner + 2) << qPrintable(hint());
  const Gear sun = gearAt(inner), ring = gearAt(inner + 1);
  EXPECT_EQ(sun.radiusA.value, 0.02);
  EXPECT_EQ(sun.radiusB.value, 0.03);
  EXPECT_EQ(sun.carrier, "link1") << "the arm is found";
  EXPECT_EQ(lastJoint().a, kFrame);
  EXPECT_EQ(ring.mesh.value, Mesh::internal);
  EXPECT_EQ(ring.radiusA.value, 0.08);
  EXPECT_EQ(ring.carrier, "link1");
  expectNoErrors();
  runToEnd();
  // Willis, with the ring held: arm = sun z_s/(z_s + z_r), planet = arm (1 - z_r/z_p).
  const double turn = changeOf("disc1.angle");
  EXPECT_GT(turn, 1);
  EXPECT_NEAR(changeOf("link1.angle"), turn * 0.02 / (0.02 + 0.08), 1e-8);
  EXPECT_NEAR(changeOf("disc2.angle"), turn * 0.2 * (1 - 0.08 / 0.03), 1e-8);
}

TEST_F(GearDrawingTest, TypedTeethGiveModuleRatioAndDrawnTeeth) {
  drawSunPlanetArm();
  press(Qt::Key_G);
  clickOn(0.14, 0.1);
  type("20:20");
  press(Qt::Key_Return);
  clickOn(0.22, 0.1);
  ASSERT_TRUE(std::holds_alternative<Gear>(lastJoint().kind)) << qPrintable(hint());
  Gear gear = std::get<Gear>(lastJoint().kind);
  EXPECT_EQ(gear.module.value, 0.0025);
  EXPECT_EQ(gear.radiusA.value, 0.025);
  EXPECT_EQ(gear.radiusB.value, 0.025);
  EXPECT_EQ(drawn().bodies[0].radius.value, 0.025) << "the discs follow";
  EXPECT_EQ(drawn().bodies[1].radius.value, 0.025);
  clickOn(0.22, 0.1);
  clickOn(0.25, 0.17);
  gear = std::get<Gear>(lastJoint().kind);
  EXPECT_EQ(gear.module.value, 0.0025) << "goes on through the train";
  EXPECT_EQ(countTeeth(gear, gear.radiusA), 60);
  const auto teeth = layTeeth(window.document().shown());
  EXPECT_EQ(teeth[teeth.size() - 2].a.count, 20);
  EXPECT_EQ(teeth.back().a.count, 60);
  EXPECT_TRUE(teeth.back().a.ring);
  EXPECT_EQ(teeth.back().b.count, 0) << "the planet is drawn once";
  sheet()->grab();
  expectNoErrors();
}

TEST_F(GearDrawingTest, DiscsThatDoNotMeetAreAChoice) {
  drawWheel({0.1, 0.1}, {0.12, 0.1});
  drawWheel({0.16, 0.1}, {0.17, 0.1});
  press(Qt::Key_P);
  clickOn(0.1, 0.1);
  clickOn(0.16, 0.1);
  press(Qt::Key_G);
  clickOn(0.1, 0.1);
  clickOn(0.16, 0.1);
  ASSERT_TRUE(findChoice()) << qPrintable(hint());
  EXPECT_EQ(findChoice()->actions().size(), 4) << "same ratio, the one, the other, as they are";
  QTest::keyClick(findChoice(), Qt::Key_Return);
  test::waitFor(20);
  ASSERT_TRUE(std::holds_alternative<Gear>(lastJoint().kind));
  const Gear gear = std::get<Gear>(lastJoint().kind);
  EXPECT_EQ(gear.radiusA.value, 0.04);
  EXPECT_EQ(gear.radiusB.value, 0.02);
  EXPECT_EQ(gear.carrier, kFrame);
  EXPECT_EQ(drawn().bodies[0].radius.value, 0.04);
  expectNoErrors();
}

TEST_F(GearDrawingTest, AGearThatTurnsOnTheOtherIsRefused) {
  drawWheel({0.1, 0.1}, {0.14, 0.1});
  press(Qt::Key_P);
  clickOn(0.1, 0.1);
  drawWheel({0.1, 0.13}, {0.1, 0.15});  // on the first one: it turns about a pin there
  const std::size_t joints = drawn().joints.size();
  press(Qt::Key_G);
  clickOn(0.07, 0.1);
  clickOn(0.1, 0.14);
  EXPECT_EQ(drawn().joints.size(), joints);
  EXPECT_TRUE(hint().contains("one of the gears")) << qPrintable(hint());
}

TEST_F(GearDrawingTest, ASliderIsTheRackOfADisc) {
  drawWheel({0.1, 0.1}, {0.13, 0.1});
  press(Qt::Key_M);
  clickOn(0.1, 0.1);
  press(Qt::Key_S);
  clickOn(0.1, 0.14);
  clickOn(0.2, 0.14);
  press(Qt::Key_G);
  clickOn(0.1, 0.08);
  clickOn(0.1, 0.14);
  const auto* rack = std::get_if<Rack>(&lastJoint().kind);
  ASSERT_TRUE(rack) << qPrintable(hint());
  EXPECT_EQ(rack->radius.value, -0.03) << "the gear lies to the right of the way of the slider";
  expectNoErrors();
  setDuration(0.2);
  runToEnd();
  EXPECT_NEAR(changeOf("slider1.x"), -0.03 * changeOf("disc1.angle"), 1e-9);
}

TEST_F(GearDrawingTest, ADiscInsideADiscIsThePinionOfARing) {
  Mechanism m;
  for (const auto& [id, x, r] : {std::tuple{"ring", 0.0, 0.06}, {"pinion", 0.04, 0.02}}) {
    Body disc;
    disc.id = id;
    disc.pose.x = x;
    disc.radius = r;
    disc.touches = Touches::everything;
    m.bodies.push_back(disc);
  }
  const auto plans = planRadii(Drawing(m), {0, {}}, {1, {}});
  ASSERT_EQ(plans.size(), 1U);
  EXPECT_EQ(plans[0].pair.mesh, Mesh::internal);
  EXPECT_EQ(plans[0].pair.radiusA, 0.06);
  EXPECT_EQ(plans[0].pair.radiusB, 0.02);
  addGears(m, Drawing(m), plans[0].pair);
  EXPECT_EQ(m.bodies[0].touches.value, Touches::nothing) << "a ring is hollow";
  EXPECT_EQ(m.bodies[1].touches.value, Touches::everything);
}

// Teeth of one wheel stand in the gaps of the other, at any angle of the bodies.
TEST_F(GearDrawingTest, DrawnTeethMesh) {
  for (const Mesh mesh : {Mesh::external, Mesh::internal}) {
    Mechanism m;
    const double distance = mesh == Mesh::external ? 0.06 : 0.02, line = 0.7;
    for (const auto& [id, reach, angle] : {std::tuple{"one", 0.0, 0.3}, {"two", distance, -1.1}}) {
      Body body;
      body.id = id;
      body.pose = {reach * std::cos(line), reach * std::sin(line), angle, {}};
      m.bodies.push_back(body);
    }
    Joint joint;
    joint.a = "one";
    joint.b = "two";
    joint.kind = Gear{0.04, 0.02, mesh, kFrame, 0.002};
    m.joints = {joint};
    const PairTeeth teeth = layTeeth(m)[0];
    ASSERT_EQ(teeth.a.count, 40);
    ASSERT_EQ(teeth.b.count, 20);
    const auto placeAt = [](const WheelTeeth& wheel, double angle, double towards) {
      const double u = (towards - angle - wheel.phase) * wheel.count / kRevolution;
      return u - std::floor(u);  // 0: the middle of a tooth
    };
    const double towardsB = mesh == Mesh::external ? line + kRevolution / 2 : line;
    const double a = placeAt(teeth.a, 0.3, line), b = placeAt(teeth.b, -1.1, towardsB);
    const double sum = mesh == Mesh::external ? a + b : b - a;
    EXPECT_NEAR(std::abs(std::remainder(sum, 1)), 0.5, 1e-9);
  }
}

TEST_F(GearDrawingTest, AGenevaDriveComesFromItsSlots) {
  make<GenevaDialog>(Command::geneva, "genevaSlots", "2", "6");
  EXPECT_LE(clicks_, 3);
  ASSERT_EQ(drawn().bodies.size(), 2U);
  expectNoErrors();
  setDuration(3);
  runToEnd();
  const double slot = kRevolution / 6;
  const auto wheel = valuesOf("wheel.angle"), crank = valuesOf("crank.angle");
  ASSERT_EQ(wheel.size(), crank.size());
  for (std::size_t i = 0; i < wheel.size(); ++i) {
    const double turns = (crank[i] - crank.front()) / kRevolution;
    // It is away from its rest only while the pin is in a slot: for 1/2 - 1/n of a turn.
    const double away = std::abs(turns - std::floor(turns) - 0.5);
    if (away > 0.5 * (0.5 - 1.0 / 6) + 0.02) {
      EXPECT_NEAR(wheel[i], -slot * std::round(turns), 0.01 * slot) << "after " << turns << " turns";
    }
  }
  EXPECT_NEAR(wheel.back(), -3 * slot, 0.01 * slot) << "one slot a turn";
}

TEST_F(GearDrawingTest, ARatchetComesFromItsTeeth) {
  make<RatchetDialog>(Command::ratchet, "ratchetTeeth", "3", "24");
  EXPECT_LE(clicks_, 3);
  ASSERT_EQ(drawn().bodies.size(), 2U);
  ASSERT_EQ(drawn().forces.size(), 2U) << "the spring of the pawl and the hand";
  expectNoErrors();
  setDuration(2);
  runToEnd();
  const double pitch = kRevolution / 24;
  double held = 0;  // teeth that the pawl has dropped behind
  for (const double angle : valuesOf("ratchet.angle")) {
    EXPECT_GT(angle / pitch, held - 0.05) << "it never goes back behind a tooth";
    held = std::max(held, std::floor(angle / pitch + 0.01));
  }
  EXPECT_NEAR(valuesOf("ratchet.angle").back() / pitch, std::round(valuesOf("ratchet.angle").back() / pitch),
              0.05);
  EXPECT_GE(held, 4) << "each swing takes a tooth at least";
}

TEST_F(GearDrawingTest, ACamComesFromItsLiftLaw) {
  bool isSeen = false;
  QTimer::singleShot(0, &window, [&] {
    auto* dialog = qobject_cast<CamDialog*>(QApplication::activeModalWidget());
    ASSERT_TRUE(dialog);
    isSeen = true;
    auto* lift = dialog->findChild<QPlainTextEdit*>("camLift");
    auto* remark = dialog->findChild<QLabel*>("makerRemark");
    EXPECT_TRUE(remark->text().contains("Pressure angle")) << qPrintable(remark->text());
    lift->setPlainText("20 deg, 40 mm, cycloid\n20 deg, 0 mm, cycloid\n320 deg, dwell");
    EXPECT_FALSE(dialog->findParts());
    EXPECT_TRUE(remark->text().contains("undercut")) << qPrintable(remark->text());
    lift->setPlainText("90 deg, 15 mm, 3-4-5\n90 deg, dwell\n120 deg, 0 mm, u^2*(3-2*u)\n60 deg, dwell");
    EXPECT_TRUE(dialog->findParts()) << qPrintable(remark->text());
    lift->setPlainText("0 deg: 0 mm\n90 deg: 5 mm\n180 deg: 10 mm\n270 deg: 5 mm");
    EXPECT_TRUE(dialog->findParts()) << qPrintable(remark->text());
    lift->setPlainText("180 deg, 10 mm, harmonic\n180 deg, 0 mm, harmonic");
    dialog->findChild<QLineEdit*>("camBase")->setText("40 mm");
    EXPECT_TRUE(dialog->findParts()) << qPrintable(remark->text());
    dialog->accept();
  });
  window.actions().get(Command::camFromLaw)->trigger();
  ASSERT_TRUE(isSeen);
  ASSERT_EQ(drawn().bodies.size(), 2U);
  expectNoErrors();
  setDuration(1.5);
  runToEnd();
  const auto height = valuesOf("follower.y"), angle = valuesOf("cam.angle");
  ASSERT_FALSE(height.empty());
  EXPECT_GT(angle.back(), 9);
  for (std::size_t i = 0; i < height.size(); ++i)
    EXPECT_NEAR(height[i] - 0.05, 0.005 * (1 - std::cos(angle[i])), 1e-6) << angle[i];
}

// Half the lift at a quarter of a turn, and smooth: a face that ran over corners would jump.
TEST_F(GearDrawingTest, AFlatFaceFollowsItsLiftLaw) {
  QTimer::singleShot(0, &window, [&] {
    auto* dialog = qobject_cast<CamDialog*>(QApplication::activeModalWidget());
    ASSERT_TRUE(dialog);
    dialog->findChild<SegmentedChoice*>("camFace")->setChosen(1);
    dialog->findChild<QPlainTextEdit*>("camLift")->setPlainText(
        "180 deg, 10 mm, cycloid\n180 deg, 0 mm, cycloid");
    dialog->findChild<QLineEdit*>("camBase")->setText("40 mm");
    EXPECT_TRUE(dialog->findParts()) << qPrintable(dialog->findChild<QLabel*>("makerRemark")->text());
    dialog->accept();
  });
  window.actions().get(Command::camFromLaw)->trigger();
  ASSERT_EQ(drawn().bodies.size(), 2U);
  expectNoErrors();
  setDuration(1.5);
  runToEnd();
  const auto height = valuesOf("follower.y"), angle = valuesOf("cam.angle");
  ASSERT_FALSE(height.empty());
  EXPECT_GT(angle.back(), 9);
  for (std::size_t i = 0; i < height.size(); ++i) {
    const double turn = std::fmod(angle[i], 2 * std::numbers::pi), u = turn / std::numbers::pi;
    const double way = u <= 1 ? u : 2 - u;
    EXPECT_NEAR(height[i] - 0.04,
                0.01 * (way - std::sin(2 * std::numbers::pi * way) / (2 * std::numbers::pi)), 2e-6)
        << turn;
  }
}

TEST_F(GearDrawingTest, UndoTakesADriveBackAsAWhole) {
  make<GenevaDialog>(Command::geneva, "genevaDistance", "0", "80 mm");
  make<RatchetDialog>(Command::ratchet, "ratchetRadius", "-1", "50 mm");
  const Mechanism all = drawn();
  EXPECT_EQ(all.bodies.size(), 4U);
  expectNoErrors();
  window.document().undoStack().undo();
  EXPECT_EQ(drawn().bodies.size(), 2U);
  window.document().undoStack().undo();
  EXPECT_TRUE(drawn().bodies.empty() && drawn().surfaces.empty() && drawn().contacts.empty());
  window.document().undoStack().redo();
  window.document().undoStack().redo();
  EXPECT_EQ(drawn(), all);
  const auto read = readMechanism(writeMechanism(all));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->mechanism, all);
}

}  // namespace
}  // namespace clank
