// SPDX-License-Identifier: GPL-3.0-or-later
// A loose joint in the scene: its loupe, its forces, its play drawn larger.
#include <gtest/gtest.h>

#include <QFontMetricsF>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <cmath>

#include "ui/look/part_names.h"
#include "ui/scene/loupe.h"
#include "ui/scene/scene_overlay.h"
#include "ui/scene/scene_view.h"

namespace clank {
namespace {

constexpr double kClearance = 2.5e-4, kForce = 4213;  // m, N

// A rod on a loose pin and one on a pin without play.
Mechanism makeRods() {
  Mechanism m;
  m.name = "rods";
  for (const char* id : {"rod", "arm"}) {
    Body body;
    body.id = id;
    body.length = 0.2;
    m.bodies.push_back(body);
  }
  m.bodies[1].pose.x = 0.2;
  Joint loose, ideal;
  loose.id = "B";
  loose.b = "rod";
  loose.clearance.emplace();
  loose.clearance->bearing = 0.01 + kClearance;
  loose.clearance->journal = 0.01;
  ideal.id = "C";
  ideal.a = "rod";
  ideal.b = "arm";
  ideal.atA.x = 0.2;
  m.joints = {loose, ideal};
  return m;
}

class LoupeTest : public testing::Test {
 protected:
  void SetUp() override {
    view.resize(700, 480);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view, 60000));
    begin();
  }
  void begin() {
    view.setMechanism(makeRods(), {{"t", "s"},
                                   {"rod.x", "m"},
                                   {"rod.y", "m"},
                                   {"rod.angle", "rad"},
                                   {"B.eccentricity_x", "m"},
                                   {"B.eccentricity_y", "m"},
                                   {"B.reaction_x", "N"},
                                   {"B.reaction_y", "N"},
                                   {"B.state", "1"}});
  }
  // Pressed to the right and pushed back, or in the middle.
  static std::vector<double> row(double t, bool touches) {
    const double x = touches ? kClearance : 0;
    return {t, x, 0, 0, x, 0, touches ? -kForce : 0, 0, touches ? 3.0 : 0.0};
  }
  void clickOn(double x, double y) {
    QTest::mouseClick(view.focusProxy(), Qt::LeftButton, {}, view.toPixel(x, y).toPoint());
  }
  Loupe& loupe() { return *view.findChild<Loupe*>(); }
  static int count(const QImage& image, const QColor& colour) {
    int found = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) {
        const QColor c = image.pixelColor(x, y);
        found += std::abs(c.red() - colour.red()) + std::abs(c.green() - colour.green()) +
                     std::abs(c.blue() - colour.blue()) <
                 30;
      }
    return found;
  }
  SceneView view;
};

TEST_F(LoupeTest, AClickOnALooseJointOpensItAndAnotherClosesIt) {
  clickOn(0.2, 0);
  EXPECT_FALSE(loupe().isVisible()) << "an ideal joint has nothing to magnify";
  clickOn(0, 0);
  ASSERT_TRUE(loupe().isVisible());
  EXPECT_EQ(view.openedLoupe(), "B");
  EXPECT_FALSE(loupe().geometry().contains(view.toPixel(0, 0).toPoint())) << "it does not hide its joint";
  clickOn(0, 0);
  EXPECT_FALSE(loupe().isVisible());
  EXPECT_TRUE(view.openLoupe("B"));
  for (auto* button : loupe().findChildren<QToolButton*>())
    if (button->accessibleName().startsWith("Close")) button->click();
  EXPECT_EQ(view.openedLoupe(), "");
  EXPECT_FALSE(view.openLoupe("C"));
}

TEST_F(LoupeTest, TheJournalFillsItsClearanceAndTheMagnificationIsTrue) {
  view.openLoupe("B");
  view.appendTrace(row(0, false));
  view.appendTrace(row(0.1, true));
  view.showRow(row(0.1, true));
  const QPointF middle = loupe().toPixel({0, 0}), touching = loupe().toPixel({kClearance, 0});
  EXPECT_GT(touching.x() - middle.x(), 0.2 * 0.5 * loupe().width()) << "the clearance is seen";
  const double scenePixels = (view.toPixel(kClearance, 0) - view.toPixel(0, 0)).x();
  EXPECT_NEAR(loupe().magnification(), (touching.x() - middle.x()) / scenePixels,
              0.01 * loupe().magnification());
}

TEST_F(LoupeTest, ForceAndContactAreShownWhileItTouches) {
  view.openLoupe("B");
  for (const bool touches : {false, true}) {
    view.appendTrace(row(touches ? 0.1 : 0, touches));
    view.showRow(row(touches ? 0.1 : 0, touches));
    const int green = count(loupe().grab().toImage(), Palette::light().contact);
    if (touches)
      EXPECT_GT(green, 150) << "point and arrow";
    else
      EXPECT_EQ(green, 0);
  }
}

// A light force and a depth of nanometres, in a small view: of what stands below nothing is cut off.
TEST_F(LoupeTest, WordsStandWhollyBelowTheGlass) {
  view.resize(360, 330);
  view.openLoupe("B");
  auto pressed = row(0.1, true);
  pressed[1] = pressed[4] = kClearance + 3.017e-8;
  pressed[6] = -0.609;
  view.appendTrace(pressed);
  view.showRow(pressed);
  const QImage all = loupe().grab().toImage();
  const int width = all.width(), below = width + 20, high = 20;
  EXPECT_GT(count(all.copy(0, below, width, high), Palette::light().contact), 50);
  for (const int x : {0, width - 2})
    EXPECT_EQ(count(all.copy(x, below, 2, high), Palette::light().contact), 0) << x << " of " << width;
}

TEST_F(LoupeTest, ArrowsHaveOneScaleForTheRunAndAKey) {
  const QColor green = Palette::light().contact;
  view.showRow(row(0, false));
  EXPECT_EQ(count(view.grabImage(), green), 0);
  view.appendTrace(row(0.1, true));
  view.showRow(row(0.1, true));
  EXPECT_GT(count(view.grabImage(), green), 200) << "an arrow in the scene and its key";
  view.showRow(row(0.2, false));
  const int key = count(view.grabImage(), green);
  EXPECT_GT(key, 100) << "the key stays";
  view.clearTrace();
  view.showRow(row(0, false));
  EXPECT_EQ(count(view.grabImage(), green), key) << "a video begins with the scale of the whole run";
  begin();
  view.showRow(row(0, false));
  EXPECT_EQ(count(view.grabImage(), green), 0);
}

TEST_F(LoupeTest, PlayIsDrawnLargerWhenAskedAndSaysSo) {
  view.showRow(row(0.1, true));
  const QImage asItIs = view.grabImage();
  view.setPlayExaggerated(true);
  EXPECT_NE(view.grabImage(), asItIs);
  view.setPlayExaggerated(false);
  EXPECT_EQ(view.grabImage(), asItIs);
}

TEST_F(LoupeTest, FiguresAreOneClickAway) {
  view.openLoupe("B");
  QSignalSpy asked(&view, &SceneView::figureAsked);
  const auto buttons = loupe().findChildren<QToolButton*>();
  for (auto* button : buttons)
    if (button->text() == "Orbit") QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_EQ(asked.count(), 1);
  EXPECT_EQ(asked[0][0].toString(), "B");
  EXPECT_EQ(asked[0][1].value<PlayFigure>(), PlayFigure::orbit);
}

// Channels and selection have its id, people its name.
TEST_F(LoupeTest, AJointWithANameIsAskedForByItsId) {
  const PartNames names{{"B", "pin of the slider"}};
  setPartNames(&names);
  view.openLoupe("B");
  QSignalSpy asked(&view, &SceneView::figureAsked);
  for (auto* button : loupe().findChildren<QToolButton*>())
    if (button->text() == "Section") QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_EQ(asked.count(), 1);
  EXPECT_EQ(asked[0][0].toString(), "B");
  EXPECT_EQ(view.openedLoupe(), "B");
  EXPECT_TRUE(loupe().title().startsWith("pin of the slider")) << loupe().title().toStdString();
  view.setMechanism(makeRods(), {{"t", "s"}});
  EXPECT_TRUE(loupe().isVisible()) << "the next run closes it";
  setPartNames(nullptr);
}

TEST_F(LoupeTest, ItStandsBelowTheHeadlineOfANarrowSceneWithATitleThatFits) {
  for (const int high : {330, 238}) {
    view.resize(220, high);
    view.openLoupe("B");
    view.setHeadline("t = 0.1000 s   pin of the slider still touches");
    const auto& glass = loupe();
    const QFontMetricsF metrics(glass.font());
    EXPECT_GE(glass.y(), 3 * metrics.height()) << "the headline has three lines";
    EXPECT_LE(glass.geometry().bottom(), high);
    EXPECT_LE(metrics.horizontalAdvance(glass.title()), glass.width()) << glass.title().toStdString();
    for (const auto* button : loupe().findChildren<QToolButton*>())
      if (!button->text().isEmpty()) {
        EXPECT_GE(button->width(), button->fontMetrics().horizontalAdvance(button->text())) << "it is cut";
        EXPECT_LE(button->geometry().right(), glass.width());
      }
    view.openLoupe("");
  }
}

// Not even in a low scene, where it reaches down to the scale, nor where it was moved there by hand.
TEST_F(LoupeTest, ItLeavesTheScaleAndTheKeysToBeRead) {
  const auto& overlay = *view.findChild<SceneOverlay*>();
  for (const QSize size : {QSize(700, 480), QSize(500, 238), QSize(330, 200)}) {
    view.resize(size);
    view.openLoupe("B");
    view.setPlayExaggerated(true);
    Loupe& glass = loupe();
    const auto isSeen = [&](const char* where) {
      const QRectF covered = glass.geometry();
      EXPECT_FALSE(overlay.scaleBarArea().isEmpty());
      EXPECT_FALSE(covered.intersects(overlay.scaleBarArea())) << where << " of " << size.width();
      EXPECT_FALSE(covered.intersects(overlay.keysArea())) << where << " of " << size.width();
      EXPECT_TRUE(QRectF(overlay.rect()).contains(overlay.scaleBarArea())) << where << " of " << size.width();
    };
    isSeen("where it opens");
    for (const QPoint way : {QPoint(2000, 2000), QPoint(-2000, 0)}) {
      const QPoint from(glass.width() / 2, 40);
      QTest::mousePress(&glass, Qt::LeftButton, {}, from);
      QTest::mouseMove(&glass, from + way);
      QTest::mouseRelease(&glass, Qt::LeftButton, {}, from + way);
      isSeen(way.x() > 0 ? "lower right" : "lower left");
    }
    view.openLoupe("");
  }
}

TEST_F(LoupeTest, ItStaysOpenForTheNextRunOfTheSameMechanism) {
  view.openLoupe("B");
  view.setMechanism(makeRods(), {{"t", "s"}});
  EXPECT_EQ(view.openedLoupe(), "B");
  Mechanism ideal = makeRods();
  ideal.joints[0].clearance.reset();
  view.setMechanism(ideal, {{"t", "s"}});
  EXPECT_EQ(view.openedLoupe(), "");
  EXPECT_FALSE(loupe().isVisible());
}

}  // namespace
}  // namespace clank
