// SPDX-License-Identifier: GPL-3.0-or-later
// Curves, round surfaces and traced points, drawn with real mouse and keys; free bodies on the sheet.
#include <gtest/gtest.h>

#include <QComboBox>
#include <QStatusBar>
#include <cmath>
#include <numbers>

#include "tests/ui/drawing_window.h"
#include "ui/board/extent.h"
#include "ui/board/plane.h"

namespace clank {
namespace {

constexpr double kPi = std::numbers::pi;

class TracksTest : public test::DrawingWindow {
 protected:
  QString hint() { return window.statusBar()->currentMessage(); }

  std::vector<double> channel(const char* name) {
    const Trajectory& trajectory = window.run().trajectory();
    const auto index = trajectory.findChannel(name);
    std::vector<double> values;
    if (!index) ADD_FAILURE() << name;
    for (std::size_t i = 0; index && i < trajectory.sampleCount(); ++i)
      values.push_back(trajectory.row(i)[*index]);
    return values;
  }

  void openExample(const char* name) {
    ASSERT_TRUE(window.open(QString(CLANK_SOURCE_DIR) + "/resources/examples/" + name));
    ASSERT_GE(test::waitUntil([&] {
                return window.run().trajectory().sampleCount() > 0 && !window.document().awaitsPoses();
              }),
              0);
    test::waitFor(50);
    board().fit();
  }

  void expectNoErrors() {
    for (const Problem& problem : window.document().problems())
      EXPECT_NE(problem.severity, Severity::error) << problem.what;
  }
};

// A link of 100 mm whose left end follows the curve that the clicks make.
struct TrackCase {
  const char* name;
  int kind;
  std::vector<QPointF> clicks;
  QPointF follower;  // a point of the curve
};

TEST_F(TracksTest, EveryKindOfCurveIsDrawnAndFollowed) {
  const std::vector<TrackCase> cases{
      {"circle", 0, {{0.1, 0.1}, {0.1, 0.16}}, {0.16, 0.1}},
      {"ellipse", 1, {{0.1, 0.1}, {0.2, 0.1}, {0.1, 0.15}}, {0.2, 0.1}},
      {"lame", 2, {{0.1, 0.1}, {0.2, 0.1}, {0.1, 0.15}}, {0.2, 0.1}},
      {"cartesian oval", 3, {{0.1, 0.1}, {0.15, 0.1}, {0.2, 0.1}}, {0.2, 0.1}},
      {"cassinian", 4, {{0.05, 0.1}, {0.15, 0.1}, {0.2, 0.1}}, {0.2, 0.1}},
      {"pear", 5, {{0.05, 0.1}, {0.2, 0.1}, {0.15, 0.14}}, {0.15, 0.14}},
      {"spline", 6, {{0, 0.1}, {0.1, 0.14}, {0.2, 0.1}, {0.2, 0.1}}, {0.1, 0.14}},
  };
  for (const TrackCase& c : cases) {
    SCOPED_TRACE(c.name);
    window.create();
    board().canvas().showBox({-0.1, -0.1}, {0.4, 0.3});
    board().setFocus();
    press(Qt::Key_B);
    click(c.follower.x(), c.follower.y());
    click(c.follower.x() + 0.1, c.follower.y());
    press(Qt::Key_Y);
    chooseOption(c.kind);
    QStringList hints{hint()};
    for (const QPointF p : c.clicks) {
      click(p.x(), p.y(), Qt::AltModifier);
      hints << hint();
    }
    EXPECT_TRUE(hints.last().contains("follows")) << qPrintable(hints.join(" / "));
    EXPECT_NE(hints[0], hints[1]);
    EXPECT_TRUE(drawn().joints.empty()) << "the point that follows is still missing";
    click(c.follower.x(), c.follower.y());
    ASSERT_EQ(drawn().joints.size(), 1U);
    const auto* track = std::get_if<PointOnCurve>(&drawn().joints[0].kind);
    ASSERT_TRUE(track);
    EXPECT_EQ(track->curve.kind.index(), static_cast<std::size_t>(c.kind));
    EXPECT_EQ(drawn().joints[0].a, kFrame);
    EXPECT_EQ(drawn().joints[0].b, "link1");
    expectNoErrors();
    EXPECT_TRUE(board().analysis().headline().startsWith("mobility 2")) << "it closes";
    EXPECT_LT(length(pinOf("O1") - c.follower), 0.003) << "where it was, to a pixel";
    press(Qt::Key_Escape);
    EXPECT_TRUE(window.selection().contains({ElementKind::joint, "O1"}));
    window.document().undoStack().undo();
    EXPECT_TRUE(drawn().joints.empty());
    window.document().undoStack().redo();
    EXPECT_EQ(drawn().joints.size(), 1U);
  }
}

// The end of a link slides in a round groove: it stays as far from the middle as the second click said.
TEST_F(TracksTest, ALinkFollowsADrawnCircle) {
  press(Qt::Key_B);
  click(0.2, 0.1);
  click(0.3, 0.1);
  press(Qt::Key_Y);
  click(0.1, 0.1);
  click(0.1, 0.2);
  click(0.2, 0.1);
  ASSERT_EQ(drawn().joints.size(), 1U);
  runToEnd();
  const auto x = channel("link1.x"), y = channel("link1.y");
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(std::hypot(x[i] - 0.1, y[i] - 0.1), 0.1, 1e-7);
  EXPECT_LT(*std::min_element(y.begin(), y.end()), 0.02) << "it has slid down";
}

TEST_F(TracksTest, ACurveOnALinkAndAnotherKindInThePanel) {
  press(Qt::Key_P, Qt::ShiftModifier);
  for (const QPointF p : {QPointF(0, 0), QPointF(0.2, 0), QPointF(0.2, 0.2), QPointF(0, 0.2), QPointF(0, 0)})
    click(p.x(), p.y());
  press(Qt::Key_A);
  click(0, 0);
  press(Qt::Key_B);
  click(0.15, 0.1, Qt::AltModifier);  // over the plate, not pinned to it
  click(0.3, 0.1);
  press(Qt::Key_Y);
  click(0.1, 0.1);
  EXPECT_TRUE(hint().contains("plate1")) << qPrintable(hint());
  click(0.15, 0.1);
  click(0.1, 0.1);  // a place of the plate that carries the curve
  EXPECT_TRUE(hint().contains("another link")) << qPrintable(hint());
  click(0.15, 0.1);
  ASSERT_EQ(drawn().joints.size(), 2U);
  EXPECT_EQ(drawn().joints[1].a, "plate1");
  EXPECT_EQ(drawn().joints[1].b, "link1");
  press(Qt::Key_Escape);
  QCoreApplication::processEvents();
  auto* type = window.findChild<QComboBox*>("property:/joints/1/curve/type");
  ASSERT_TRUE(type);
  type->setFocus();
  QTest::keyClick(type, Qt::Key_Down);
  QCoreApplication::processEvents();
  setProperty("/joints/1/curve/a", "60 mm");
  setProperty("/joints/1/curve/b", "40 mm");
  const auto* track = std::get_if<PointOnCurve>(&drawn().joints[1].kind);
  ASSERT_TRUE(track);
  ASSERT_TRUE(std::holds_alternative<EllipsePath>(track->curve.kind));
  EXPECT_EQ(std::get<EllipsePath>(track->curve.kind).a.text, "60 mm");
  expectNoErrors();
}

TEST_F(TracksTest, WrongClicksAreExplained) {
  press(Qt::Key_Y);
  chooseOption(4);
  click(0, 0.1);
  click(0.1, 0.1);
  click(0.03, 0.105, Qt::AltModifier);  // between the foci: c < a
  EXPECT_TRUE(hint().contains("farther")) << qPrintable(hint());
  click(0.2, 0.1);
  EXPECT_TRUE(hint().contains("follows"));
  click(0.3, 0.2);
  EXPECT_TRUE(hint().contains("another link")) << "the sheet cannot follow";
  press(Qt::Key_Escape);
  EXPECT_EQ(board().toolKind(), ToolKind::curve) << "first it gives up what is begun";
  EXPECT_TRUE(drawn().joints.empty());
  press(Qt::Key_C);
  chooseOption(1);
  click(0, 0);
  click(0.2, 0);
  click(0.1, 0);
  EXPECT_TRUE(hint().contains("on a line")) << qPrintable(hint());
}

// A rod let go level inside a bowl: three clicks draw it, and no end leaves it.
TEST_F(TracksTest, AnArcHoldsWhatFallsIntoIt) {
  press(Qt::Key_B);
  click(0.06, 0.1);
  click(0.14, 0.1);
  press(Qt::Key_C);
  chooseOption(1);
  click(0, 0.1);
  click(0.2, 0.1);
  click(0.1, 0);
  click(0.14, 0.1);
  ASSERT_EQ(drawn().contacts.size(), 1U);
  click(0.1, 0);
  click(0.06, 0.1);
  ASSERT_EQ(drawn().contacts.size(), 2U);
  const auto& bowl = std::get<ArcSurface>(drawn().surfaces[0].kind);
  EXPECT_NEAR(bowl.center.x.value, 0.1, 1e-9);
  EXPECT_NEAR(bowl.center.y.value, 0.1, 1e-9);
  EXPECT_NEAR(bowl.radius.value, 0.1, 1e-9);
  EXPECT_NEAR(std::remainder(bowl.from.value - kPi, 2 * kPi), 0, 1e-8);
  EXPECT_NEAR(std::remainder(bowl.to.value, 2 * kPi), 0, 1e-8);
  EXPECT_EQ(bowl.side, RoundSide::inside);
  runToEnd();
  EXPECT_FALSE(window.run().trajectory().events().empty());
  const auto x = channel("link1.x"), y = channel("link1.y");
  for (std::size_t i = 0; i < x.size(); ++i) ASSERT_LT(std::hypot(x[i] - 0.1, y[i] - 0.1), 0.1 + 1e-6);
}

TEST_F(TracksTest, ACircleOnALinkIsMetFromOutside) {
  press(Qt::Key_B);
  click(0, 0.1);
  click(0.2, 0.1);
  click(0.1, 0.25);
  click(0.1, 0.2);
  press(Qt::Key_C);
  chooseOption(2);
  click(0.1, 0.1);
  click(0.13, 0.1);
  click(0.1, 0.2);
  ASSERT_EQ(drawn().contacts.size(), 1U);
  EXPECT_EQ(drawn().surfaces[0].body, "link1");
  EXPECT_EQ(drawn().contacts[0].b, "link2");
  const auto& circle = std::get<CircleSurface>(drawn().surfaces[0].kind);
  EXPECT_NEAR(circle.center.x.value, 0.1, 1e-3) << "to a pixel: on the link";
  EXPECT_NEAR(circle.radius.value, 0.03, 1e-3);
  EXPECT_EQ(circle.side, RoundSide::outside);
}

// The end of the crank goes round in a circle, the middle of the coupler comes back to where it was; both are
// kept with the drawing, recorded in the run, and taken away by another click.
TEST_F(TracksTest, TracedPointsAreKeptAndRecorded) {
  drawFourBar();
  press(Qt::Key_T);
  click(0, 0.1);
  click(0.1, 0.15);
  ASSERT_EQ(drawn().traces.size(), 2U);
  EXPECT_EQ(drawn().traces[0].b, "link1");
  const auto& paths = board().analysis().paths();
  ASSERT_EQ(paths.size(), 2U);
  ASSERT_GT(paths[0].size(), 100U);
  for (const QPointF p : paths[0]) EXPECT_NEAR(length(p), 0.1, 1e-6);
  EXPECT_NEAR(length(paths[1].front() - paths[1].back()), 0, 1e-5);
  const auto read = readMechanism(writeMechanism(drawn()));
  ASSERT_TRUE(read) << test::describe(read.error());
  EXPECT_EQ(read->mechanism.traces, drawn().traces);
  press(Qt::Key_M);
  click(0, 0);
  runToEnd();
  const auto x = channel("trace1.x"), y = channel("trace1.y"), vx = channel("trace1.vx"),
             vy = channel("trace1.vy");
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_NEAR(std::hypot(x[i], y[i]), 0.1, 1e-7);
    ASSERT_NEAR(std::hypot(vx[i], vy[i]), 0.1 * 2 * kPi, 1e-6) << "60 rpm";
  }
  window.actions().get(Command::goToStart)->trigger();
  press(Qt::Key_T);
  click(0.1, 0.15);
  EXPECT_EQ(drawn().traces.size(), 1U) << "a second click takes it away";
  window.document().undoStack().undo();
  EXPECT_EQ(drawn().traces.size(), 2U);
  press(Qt::Key_V);
  click(0.1, 0.15);
  ASSERT_TRUE(window.selection().contains({ElementKind::trace, drawn().traces[1].id}));
  press(Qt::Key_Delete);
  EXPECT_EQ(drawn().traces.size(), 1U);
}

// A ball without joints is drawn, fitted into the view with the ground below it, selected and moved.
TEST_F(TracksTest, ABouncingBallIsOnTheSheet) {
  openExample("benchmarks/bouncing-ball.clank");
  const auto extent = findExtent(board().drawing());
  ASSERT_TRUE(extent);
  EXPECT_LE(extent->low.y(), 0) << "the ground";
  EXPECT_GE(extent->high.y(), 1.1) << "the top of the ball";
  const QRect seen = sheet()->rect();
  EXPECT_TRUE(seen.contains(pixel(0, 1.1)) && seen.contains(pixel(0, 0)));
  const QImage picture = sheet()->grab().toImage();
  const double ratio = picture.devicePixelRatio();
  const QPoint ball = pixel(0.01, 1.06), empty = pixel(0.3, 0.63);
  EXPECT_NE(picture.pixelColor(ball * ratio), picture.pixelColor(empty * ratio));
  click(0.01, 1.05);
  ASSERT_TRUE(window.selection().contains({ElementKind::body, "ball"}));
  drag({0, 1.05}, {0.2, 0.9});
  EXPECT_NEAR(drawn().bodies[0].pose.x.value, 0.2, 0.01);
  EXPECT_NEAR(drawn().bodies[0].pose.y.value, 0.9, 0.01);
  window.document().undoStack().undo();
  EXPECT_EQ(drawn().bodies[0].pose.y.text, "h + 0.05 m");
}

TEST_F(TracksTest, TheGroundIsSelectedAndDraggedByTheGrid) {
  openExample("benchmarks/bouncing-ball.clank");
  click(0.4, 0);
  ASSERT_TRUE(window.selection().contains({ElementKind::surface, "ground_surface"}));
  const double step = board().canvas().gridStep();
  drag({0.4, 0}, {0.4, 2.2 * step});
  const auto& ground = std::get<LineSurface>(drawn().surfaces[0].kind);
  EXPECT_NEAR(ground.from.y.value, 2 * step, 1e-9);
  EXPECT_NEAR(ground.to.y.value, 2 * step, 1e-9);
  EXPECT_NEAR(ground.from.x.value, -1, 1e-12);
  window.document().undoStack().undo();
  EXPECT_EQ(std::get<LineSurface>(drawn().surfaces[0].kind).from.y.value, 0) << "one step";
}

// What the mouse drags, keys drag too.
TEST_F(TracksTest, APinIsDraggedByKeys) {
  openExample("linkages/four-bar.clank");
  board().setFocus();
  const Mechanism before = drawn();
  const QPointF pin = pinOf("A");
  moveTo(pin.x() + 0.05, pin.y());  // a mouse that is there already moves nothing
  moveTo(pin.x(), pin.y());
  press(Qt::Key_Return, Qt::ControlModifier);
  for (int i = 0; i < 3; ++i) press(Qt::Key_Left);
  EXPECT_TRUE(board().isDragging());
  press(Qt::Key_Return);
  EXPECT_FALSE(board().isDragging());
  EXPECT_LT(pinOf("A").x(), pin.x() - 0.01);
  press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(drawn(), before) << "one step";
}

// Two linkages on one sheet, each with its motor: each point is led along its curve by its own.
TEST_F(TracksTest, TheCopyOfALinkageDrawsItsCurveToo) {
  openExample("linkages/four-bar.clank");
  press(Qt::Key_A, Qt::ControlModifier);
  press(Qt::Key_D, Qt::ControlModifier);
  const auto& paths = board().analysis().paths();
  ASSERT_EQ(paths.size(), 2U);
  ASSERT_GT(paths[0].size(), 100U);
  ASSERT_EQ(paths[1].size(), paths[0].size());
  const QPointF apart = paths[1].front() - paths[0].front();
  EXPECT_GT(std::hypot(apart.x(), apart.y()), 0.01);
  for (std::size_t i = 0; i < paths[0].size(); ++i) {
    EXPECT_NEAR(paths[1][i].x() - paths[0][i].x(), apart.x(), 1e-6);
    EXPECT_NEAR(paths[1][i].y() - paths[0][i].y(), apart.y(), 1e-6);
  }
}

// The three bars turn over to the left, away from where they are drawn.
TEST_F(TracksTest, TheSheetStaysWhileARunMovesOnItAndFitShowsAll) {
  openExample("papers/song-2020-three-bar.clank");
  runToEnd();
  press(Qt::Key_Home);
  test::waitFor(50);
  press(Qt::Key_F);
  const double drawn = board().canvas().scale();
  press(Qt::Key_End);
  test::waitFor(50);
  ASSERT_TRUE(board().isMoment());
  EXPECT_EQ(board().canvas().scale(), drawn);
  press(Qt::Key_F);
  test::waitFor(50);
  const auto extent = findExtent(board().drawing());
  ASSERT_TRUE(extent);
  EXPECT_TRUE(sheet()->rect().contains(pixel(extent->low.x(), extent->low.y())));
  EXPECT_TRUE(sheet()->rect().contains(pixel(extent->high.x(), extent->high.y())));
  EXPECT_EQ(board().canvas().scale(), drawn) << "all of the run was in sight at its start, too";
}

// A rod of 200 mm let go level at the right of its pin is level at the left after half a period of 0.87 s,
// and at the end of the run, after 1 s, at the right again.
TEST_F(TracksTest, AfterARunItIsInSightAtAnyTime) {
  press(Qt::Key_B);
  click(0, 0.25);
  click(0.2, 0.25);
  press(Qt::Key_A);
  click(0, 0.25);
  press(Qt::Key_Escape);
  board().fit();
  runToEnd();
  test::waitFor(50);
  const QRect pane = sheet()->rect().adjusted(kRulerWidth, 0, 0, -kRulerWidth);
  for (const double t : {0.2, 0.43, 0.6, 0.8}) {
    SCOPED_TRACE(t);
    window.playback().scrub(t);
    test::waitFor(20);
    ASSERT_TRUE(board().isMoment());
    const auto extent = findExtent(board().drawing());
    ASSERT_TRUE(extent);
    EXPECT_TRUE(t != 0.43 || extent->low.x() < -0.19);
    EXPECT_TRUE(pane.contains(pixel(extent->low.x(), extent->low.y())));
    EXPECT_TRUE(pane.contains(pixel(extent->high.x(), extent->high.y())));
  }
  board().canvas().zoomCentred(3);
  const double chosen = board().canvas().scale();
  runToEnd();
  test::waitFor(50);
  EXPECT_EQ(board().canvas().scale(), chosen) << "a place chosen by hand stays";
}

// A ball has no joints whose states would tell that a moment of a run is shown.
TEST_F(TracksTest, TheMobilityOfTheStartIsNotWrittenBesideALaterMoment) {
  openExample("benchmarks/bouncing-ball.clank");
  const auto inked = [this] {
    const QImage picture = sheet()->grab().toImage();
    int count = 0;
    for (int y = 10; y < 27; ++y)
      for (int x = 32; x < 190; ++x) count += picture.pixelColor(x, y).lightness() < 150;
    return count;
  };
  EXPECT_GT(inked(), 100);
  runToEnd();
  press(Qt::Key_End);
  test::waitFor(50);
  ASSERT_TRUE(board().isMoment());
  EXPECT_LT(inked(), 60) << "the status bar tells that of the moment";
}

// The docks of a run, or a smaller window, take room; a sheet that somebody has zoomed stays as it is.
TEST_F(TracksTest, AFittedDrawingStaysInSightWhenTheRoomChanges) {
  openExample("linkages/four-bar.clank");
  const auto extent = findExtent(board().drawing());
  ASSERT_TRUE(extent);
  const auto isInSight = [&] {
    return sheet()->rect().contains(pixel(extent->low.x(), extent->low.y())) &&
           sheet()->rect().contains(pixel(extent->high.x(), extent->high.y()));
  };
  ASSERT_TRUE(isInSight());
  const QSize before = window.size();
  window.resize(900, 620);
  EXPECT_GE(test::waitUntil([&] { return sheet()->width() < before.width() / 2; }), 0);
  EXPECT_TRUE(isInSight());
  board().canvas().zoomCentred(2);
  const double scale = board().canvas().scale();
  window.resize(before);
  EXPECT_GE(test::waitUntil([&] { return window.size() == before; }), 0);
  EXPECT_EQ(board().canvas().scale(), scale);
}

TEST_F(TracksTest, EveryExampleFitsIntoTheView) {
  openExample("contacts/marble-run.clank");
  const auto extent = findExtent(board().drawing());
  ASSERT_TRUE(extent);
  EXPECT_GT(extent->high.x() - extent->low.x(), 1.0) << "the run, not the marble alone";
  openExample("linkages/chebyshev-lambda.clank");
  ASSERT_EQ(board().analysis().paths().size(), 1U);
  for (const QPointF p : board().analysis().paths()[0])
    EXPECT_TRUE(sheet()->rect().contains(pixel(p.x(), p.y()))) << "the coupler curve";
  openExample("curves/bead-on-cassinian.clank");
  for (std::size_t j = 0; j < board().drawing().mechanism().joints.size(); ++j)
    for (const QPointF p : board().drawing().curveOf(j))
      EXPECT_TRUE(sheet()->rect().contains(pixel(p.x(), p.y())));
}

// A stop to the right of a pendulum is to the left of its mirror image, and is still hit.
TEST_F(TracksTest, AMirroredStopIsStillHit) {
  drawPendulumAndWall();
  press(Qt::Key_Escape);
  runToEnd();
  const auto t = channel("t"), angle = channel("link1.angle");
  ASSERT_FALSE(window.run().trajectory().events().empty());
  const double hit = window.run().trajectory().events()[0].t;
  window.actions().get(Command::reset)->trigger();
  press(Qt::Key_A, Qt::ControlModifier);
  press(Qt::Key_M, Qt::ControlModifier);
  runToEnd();
  const auto mirrored = channel("link1.angle");
  ASSERT_FALSE(window.run().trajectory().events().empty());
  EXPECT_NEAR(window.run().trajectory().events()[0].t, hit, 1e-9);
  for (std::size_t i = 0; t[i] < hit; ++i) ASSERT_NEAR(mirrored[i], kPi - angle[i], 1e-8);
  for (const double a : mirrored) ASSERT_LT(a, 1.5 * kPi + 1e-6) << "it does not pass the stop";
}

}  // namespace
}  // namespace clank
