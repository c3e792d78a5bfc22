// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with the board alone, and a hand that draws on it with mouse and keys.
#pragma once

#include <gtest/gtest.h>

#include <QComboBox>
#include <QLineEdit>
#include <QTest>
#include <numbers>

#include "core/io/mechanism_file.h"
#include "tests/support/runs.h"
#include "tests/ui/chain.h"
#include "ui/board/board.h"
#include "ui/scene/scene_view.h"
#include "ui/window/main_window.h"

namespace clank::test {

inline constexpr double kDegree = std::numbers::pi / 180;

class DrawingWindow : public testing::Test {
 protected:
  void SetUp() override {
    window.resize(1380, 880);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, kPatience));
    window.activateWindow();
    window.setFocus();
    ASSERT_GE(waitUntil([&] { return window.isActiveWindow(); }), 0);
    window.create();
    press(Qt::Key_1, Qt::ControlModifier);  // the board alone
    ASSERT_FALSE(window.views().scene->isVisible());
    waitFor(50);
    board().canvas().showBox({-0.1, -0.1}, {0.4, 0.3});
    board().setFocus();
  }

  Board& board() { return *window.views().board; }
  QWidget* sheet() { return board().canvas().viewport(); }
  const Mechanism& drawn() { return window.document().drawn(); }
  QPoint pixel(double x, double y) { return board().canvas().toPixel().map(QPointF(x, y)).toPoint(); }

  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : &window, key, modifiers);
  }
  void type(const QString& text) {
    for (const QChar c : text) {
      QWidget* focus = QApplication::focusWidget();
      QTest::keyClicks(focus ? focus : &window, QString(c));
    }
  }
  void moveTo(double x, double y) { QTest::mouseMove(sheet(), pixel(x, y)); }
  void click(double x, double y, Qt::KeyboardModifiers modifiers = {}) {
    moveTo(x, y);
    QTest::mouseClick(sheet(), Qt::LeftButton, modifiers, pixel(x, y));
  }
  void doubleClick(QPoint at) {
    QTest::mouseClick(sheet(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(sheet(), Qt::LeftButton, {}, at);
  }
  // As a user does in the list above the sheet: with the arrow keys.
  void chooseOption(int option) {
    auto* options = board().findChild<QComboBox*>("toolOptions");
    ASSERT_TRUE(options && options->isVisible());
    options->setFocus();
    QTest::keyClick(options, Qt::Key_Home);
    for (int i = 0; i < option; ++i) QTest::keyClick(options, Qt::Key_Down);
    ASSERT_EQ(options->currentIndex(), option);
  }

  // In small steps, as a hand does.
  void drag(QPointF from, QPointF to) {
    QTest::mousePress(sheet(), Qt::LeftButton, {}, pixel(from.x(), from.y()));
    for (int i = 1; i <= 12; ++i) {
      const QPointF at = from + (to - from) * (i / 12.0);
      moveTo(at.x(), at.y());
      waitFor(2);
    }
    QTest::mouseRelease(sheet(), Qt::LeftButton, {}, pixel(to.x(), to.y()));
  }
  QPointF pinOf(const std::string& joint) {
    const auto& joints = board().drawing().mechanism().joints;
    for (std::size_t j = 0; j < joints.size(); ++j)
      if (joints[j].id == joint) return board().drawing().pointB(j);
    ADD_FAILURE() << joint;
    return {};
  }

  // Crank, coupler and rocker from pin to pin, and two anchors.
  void drawFourBar() {
    press(Qt::Key_B);
    click(0, 0);
    click(0, 0.1);
    click(0, 0.1);
    click(0.2, 0.2);
    click(0.2, 0.2);
    click(0.2, 0);
    press(Qt::Key_A);
    click(0, 0);
    click(0.2, 0);
    press(Qt::Key_Escape);
  }

  // A pendulum of 200 mm, level, and a wall below its pin that its end hits.
  void drawPendulumAndWall() {
    press(Qt::Key_B);
    click(0, 0.25);
    click(0.2, 0.25);
    press(Qt::Key_A);
    click(0, 0.25);
    press(Qt::Key_C);
    click(0, 0);
    click(0, 0.1);
    click(0, 0.1);
    click(0.2, 0.25);
  }

  void runToEnd() {
    window.run().setSpeed(0);
    press(Qt::Key_R, Qt::ControlModifier);
    ASSERT_GE(waitUntil([&] { return window.run().state() == RunController::State::finished; }), 0);
  }

  // Of the drawing as it is.
  void expectNoErrors() {
    for (const Problem& problem : window.document().problems())
      EXPECT_NE(problem.severity, Severity::error) << problem.what;
  }
  // Of a channel of the shown run, one a sample.
  std::vector<double> valuesOf(const std::string& channel) {
    const Trajectory& run = window.run().trajectory();
    const auto column = run.findChannel(channel);
    EXPECT_TRUE(column) << channel;
    std::vector<double> values;
    for (std::size_t i = 0; column && i < run.sampleCount(); ++i) values.push_back(run.row(i)[*column]);
    return values;
  }

  // As a user types into the panel of what is selected.
  void setProperty(const QString& name, const QString& text) {
    QCoreApplication::processEvents();
    auto* field = window.findChild<QLineEdit*>("property:" + name);
    ASSERT_TRUE(field) << qPrintable(name);
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    QCoreApplication::processEvents();
  }

  void compareWithFile(const std::string& file, double tolerance) {
    const auto read = readMechanism(file);
    ASSERT_TRUE(read) << describe(read.error());
    const auto expected = run(resolve(read->mechanism).value());
    const Trajectory& ours = window.run().trajectory();
    ASSERT_EQ(ours.sampleCount(), expected.trajectory.sampleCount());
    for (const char* channel :
         {"link1.angle", "link1.omega", "link2.x", "link2.y", "link3.angle", "link3.omega"}) {
      const auto a = ours.findChannel(channel), b = expected.trajectory.findChannel(channel);
      ASSERT_TRUE(a && b) << channel;
      for (std::size_t i = 0; i < ours.sampleCount(); ++i)
        ASSERT_NEAR(ours.row(i)[*a], expected.trajectory.row(i)[*b], tolerance)
            << channel << " at sample " << i;
    }
  }

  MainWindow window;
};

}  // namespace clank::test
