// SPDX-License-Identifier: GPL-3.0-or-later
// Values over values: journal orbit, force over penetration, Poincaré section.
#include <gtest/gtest.h>
#include <qcustomplot.h>

#include <QCheckBox>
#include <QComboBox>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <array>
#include <cmath>
#include <numbers>

#include "ui/plots/axis_unit.h"
#include "ui/plots/channel_picker.h"
#include "ui/plots/plot_area.h"
#include "ui/plots/xy_feed.h"

namespace clank {
namespace {

constexpr double kPi = std::numbers::pi, kClearance = 5e-4;

// A crank that turns three times and a half in 1 s, backwards; the journal goes round in its bearing twice as
// fast.
Trajectory makeRattle(int samples = 701) {
  Trajectory run({{"t", "s"},
                  {"crank.angle", "rad"},
                  {"B.eccentricity_x", "m"},
                  {"B.eccentricity_y", "m"},
                  {"B.gap", "m"},
                  {"B.normal_force", "N"},
                  {"B.penetration", "m"},
                  {"B.reaction_x", "N"},
                  {"B.reaction_y", "N"}});
  for (int i = 0; i < samples; ++i) {
    const double t = static_cast<double>(i) / (samples - 1), turned = -3.5 * 2 * kPi * t;
    const double x = 0.8 * kClearance * std::cos(2 * turned + 0.3),
                 y = 0.8 * kClearance * std::sin(2 * turned + 0.3);
    run.sample(std::array{t, 0.7 + turned, x, y, kClearance - std::hypot(x, y), 1e3 * t, 1e-6 * t, 0.0, 0.0});
  }
  return run;
}

TEST(PoincareSection, ADotATurnOfWhatTurnsMost) {
  const Trajectory run = makeRattle();
  const auto turning = findTurning(run);
  ASSERT_EQ(turning, run.findChannel("crank.angle"));
  TurnReader turns(run, *turning);
  while (!turns.isAtEnd(run)) turns.read(run, 100);
  const auto points =
      turns.list(run, *run.findChannel("B.eccentricity_x"), *run.findChannel("B.eccentricity_y"));
  ASSERT_EQ(points.size(), 3U);
  for (std::size_t i = 0; i < points.size(); ++i) {
    EXPECT_NEAR(points[i].t, (static_cast<double>(i) + 1) / 3.5, 1e-12);
    EXPECT_NEAR(points[i].x, 0.8 * kClearance * std::cos(0.3), 1e-3 * kClearance)
        << "always at the same place";
    EXPECT_NEAR(points[i].y, 0.8 * kClearance * std::sin(0.3), 1e-3 * kClearance);
  }
  EXPECT_FALSE(findTurning(makeRattle(2)) && makeRattle(2).sampleCount() < 2);
}

TEST(AxisUnit, PenetrationsAreNoZerosOfMillimetres) {
  EXPECT_EQ(findAxisUnit(2e-6, "m").name, "\u00b5m");
  EXPECT_EQ(findAxisUnit(2.5e-4, "m").name, shownUnit("m").name);
}

TEST(PressedRows, HowManyAContactHasThatIsNeitherLongNorShort) {
  Trajectory run({{"t", "s"}, {"B.penetration", "m"}});
  for (const double depth : {1.0, 0.0, 1.0, 2.0, 1.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0})
    run.sample(std::array{0.0, depth});
  PressedRows rows;
  EXPECT_EQ(rows.findMedian(), 0);
  rows.read(run, 1);
  EXPECT_EQ(rows.findMedian(), 3);
}

TEST(PoincareSection, ARunOfOneTurnHasADotAtItsEnd) {
  constexpr double kRoundedDown = 1 - 1e-15;
  Trajectory run({{"t", "s"}, {"crank.angle", "rad"}});
  for (const double turns : {0.0, 0.5, kRoundedDown}) run.sample(std::array{turns, 2 * kPi * turns});
  const auto turning = findTurning(run);
  ASSERT_EQ(turning, 1U);
  TurnReader turned(run, *turning);
  turned.read(run, run.sampleCount());
  const auto points = turned.list(run, 1, 1);
  ASSERT_EQ(points.size(), 1U);
  EXPECT_NEAR(points[0].t, 1, 1e-12);
}

class OrbitTest : public testing::Test {
 protected:
  OrbitTest() {
    area.resize(1200, 300);
    area.setLook(Palette::light());
    area.show();
    area.setTrajectory(&run, nullptr, 1);
    QTest::qWait(60);
  }
  Trajectory run = makeRattle();
  PlotArea area;
};

TEST_F(OrbitTest, ALooseJointHasItsOrbitWithTheClearanceCircleOnEqualAxes) {
  SignalPlot& plot = area.getPlot(1);
  ASSERT_TRUE(plot.isXy()) << "instead of impulses, of which there are none";
  EXPECT_TRUE(plot.xyCanvas().isVisible());
  EXPECT_FALSE(plot.canvas().isVisible());
  const QPointF zero = plot.xyCanvas().toPixel(0, 0), right = plot.xyCanvas().toPixel(kClearance, 0),
                up = plot.xyCanvas().toPixel(0, kClearance);
  EXPECT_NEAR(right.x() - zero.x(), zero.y() - up.y(), 0.5);
  EXPECT_GT(right.x() - zero.x(), 40);
  const QImage image = plot.xyCanvas().grab().toImage();
  const QColor pink = Palette::light().clearance;
  int near = 0;
  for (int k = 0; k < 360; ++k) {
    const double a = k * kPi / 180;
    const QPointF at = plot.xyCanvas().toPixel(kClearance * std::cos(a), kClearance * std::sin(a));
    const QColor c = image.pixelColor(at.toPoint());
    near += std::abs(c.red() - pink.red()) + std::abs(c.green() - pink.green()) +
                std::abs(c.blue() - pink.blue()) <
            120;
  }
  EXPECT_GT(near, 120) << "the dashed circle lies at the clearance";
}

// The title has it: said again it leaves no room for what the axis shows.
TEST_F(OrbitTest, AxesDoNotSayTheJointThatTheTitleNames) {
  const auto* drawn = area.getPlot(1).xyCanvas().findChild<QCustomPlot*>();
  ASSERT_TRUE(drawn);
  for (const QCPAxis* axis : {drawn->xAxis, drawn->yAxis})
    EXPECT_TRUE(axis->label().startsWith("eccentricity") && !axis->label().contains("of B"))
        << qPrintable(axis->label());
  area.setLayout({hysteresisChoice("B", run.channels())});
  QTest::qWait(60);
  const auto* loop = area.getPlot(0).xyCanvas().findChild<QCustomPlot*>();
  ASSERT_TRUE(loop);
  EXPECT_TRUE(loop->xAxis->label().startsWith("penetration")) << qPrintable(loop->xAxis->label());
  EXPECT_FALSE(loop->xAxis->label().contains("of B")) << qPrintable(loop->xAxis->label());
  EXPECT_TRUE(loop->yAxis->label().startsWith("normal force")) << qPrintable(loop->yAxis->label());
  EXPECT_FALSE(loop->yAxis->label().contains("of B")) << qPrintable(loop->yAxis->label());
}

// A block rattles across its guide, which rises at 30 degrees: two sides, and no circle between them.
TEST_F(OrbitTest, OfALooseGuideTheClearanceIsABand) {
  auto channels = run.channels();
  channels.push_back({"B.travel", "m"});
  Trajectory guide(channels);
  const double nx = -std::sin(kPi / 6), ny = std::cos(kPi / 6);
  for (int i = 0; i < 200; ++i) {
    const double t = i / 199.0, e = 0.8 * kClearance * std::sin(20 * t);
    guide.sample(
        std::array{t, 10 * t, e * nx, e * ny, kClearance - std::abs(e), 0.0, 0.0, 0.0, 0.0, 0.1 * t});
  }
  area.setTrajectory(&guide, nullptr, 1);
  QTest::qWait(60);
  const XyCanvas& canvas = area.getPlot(1).xyCanvas();
  const QImage image = area.getPlot(1).xyCanvas().grab().toImage();
  const QColor pink = Palette::light().clearance;
  const auto isPink = [&](double across, double along) {
    const QPointF at = canvas.toPixel(across * nx + along * ny, across * ny - along * nx);
    const QColor c = image.pixelColor(at.toPoint());
    return std::abs(c.red() - pink.red()) + std::abs(c.green() - pink.green()) +
               std::abs(c.blue() - pink.blue()) <
           120;
  };
  int sides = 0, circle = 0;
  for (int k = -50; k <= 50; ++k) {
    sides += isPink(kClearance, 0.01 * k * kClearance) + isPink(-kClearance, 0.01 * k * kClearance);
    circle += isPink(0.01 * k * kClearance, std::sqrt(1 - 1e-4 * k * k) * kClearance);
  }
  EXPECT_GT(sides, 60);
  EXPECT_LT(circle, 10);
}

// Before a joint has worn out its eccentricity is rounding, and no scale is found in that.
TEST_F(OrbitTest, WithoutClearanceTheOrbitIsAPointAndNotRounding) {
  auto channels = run.channels();
  channels.push_back({"crank.x", "m"});
  Trajectory rest(channels);
  rest.sample(std::array{0.0, 0.7, 3e-13, 1e-13, 0.0, 0.0, 0.0, 0.0, 0.0, 0.1});
  area.setTrajectory(&rest, nullptr, 1);
  QTest::qWait(60);
  const XyCanvas& canvas = area.getPlot(1).xyCanvas();
  EXPECT_LT(canvas.toPixel(1e-6, 0).x() - canvas.toPixel(0, 0).x(), 1) << "a micrometre is not seen";
}

// A joint that was loose in the run before and is ideal in this one.
TEST_F(OrbitTest, ARunInWhichTheJointIsIdealIsToldFromNoRun) {
  area.setLayout({orbitChoice("B")});
  Trajectory ideal({{"t", "s"}, {"crank.angle", "rad"}});
  area.setTrajectory(&ideal, &run, 1);
  ASSERT_TRUE(area.getPlot(0).isXy());
  const XyCanvas& canvas = area.getPlot(0).xyCanvas();
  EXPECT_TRUE(canvas.getHint().startsWith("Run")) << qPrintable(canvas.getHint());
  for (int i = 0; i < 4; ++i) ideal.sample(std::array{0.1 * i, 0.2 * i});
  area.advance();
  EXPECT_EQ(canvas.getHint(), "This run has no such channel");
  Trajectory held({{"t", "s"}, {"crank.angle", "rad"}, {"B.reaction_x", "N"}});
  for (int i = 0; i < 4; ++i) held.sample(std::array{0.1 * i, 0.2 * i, 1.0});
  area.setTrajectory(&held, &run, 1);
  area.advance();
  EXPECT_EQ(canvas.getHint(), "B is without clearance in this run");
}

TEST_F(OrbitTest, AClickPicksTheTimeAndTheViewOfTimeCutsTheCurve) {
  SignalPlot& plot = area.getPlot(1);
  QSignalSpy times(&area, &PlotArea::timePicked);
  const double t = 0.05, a = -3.5 * 4 * kPi * t + 0.3;
  const QPointF at = plot.xyCanvas().toPixel(0.8 * kClearance * std::cos(a), 0.8 * kClearance * std::sin(a));
  area.setView(0, 0.1);
  QTest::qWait(60);
  EXPECT_EQ(plot.xyCanvas().countShown(0), 71U);
  QTest::mouseClick(plot.xyCanvas().findChild<QWidget*>(), Qt::LeftButton, {}, at.toPoint());
  ASSERT_EQ(times.count(), 1);
  EXPECT_NEAR(times[0][0].toDouble(), t, 0.004);
  area.resetView();
  QTest::qWait(60);
  EXPECT_EQ(plot.xyCanvas().countShown(0), 701U);
}

// The plot that was clicked last is the one that is exported: anywhere in it, not only at a curve.
TEST_F(OrbitTest, APlotIsMeantWhereverItIsClicked) {
  for (const int plot : {0, 1, 2, 1}) {
    SignalPlot& clicked = area.getPlot(static_cast<std::size_t>(plot));
    QWidget* canvas = clicked.isXy() ? static_cast<QWidget*>(&clicked.xyCanvas())
                                     : static_cast<QWidget*>(&clicked.canvas());
    QTest::mouseClick(canvas->findChild<QCustomPlot*>(), Qt::LeftButton, {}, QPoint(30, 14));  // its title
    EXPECT_EQ(&area.getActive(), &clicked) << plot;
  }
}

TEST_F(OrbitTest, TheCurveUnderTheMouseIsReadAndNamesItsSignal) {
  SignalPlot& plot = area.getPlot(1);
  QSignalSpy pointed(&area, &PlotArea::signalPointed);
  const double t = 0.05, a = -3.5 * 4 * kPi * t + 0.3;
  const QPointF at = plot.xyCanvas().toPixel(0.8 * kClearance * std::cos(a), 0.8 * kClearance * std::sin(a));
  auto* surface = plot.xyCanvas().findChild<QWidget*>();
  const auto reads = [&](const auto& what) {  // a display tells of the pointer when it has moved it
    return QTest::qWaitFor([&] { return what(plot.xyCanvas().getPointerText()); }, 60000);
  };
  QTest::mouseMove(surface, at.toPoint());
  EXPECT_TRUE(reads([](const QString& text) { return text.contains(" at "); }))
      << qPrintable(plot.xyCanvas().getPointerText());
  ASSERT_EQ(pointed.count(), 1);
  QTest::mouseMove(surface, QPoint(3, 3));
  EXPECT_TRUE(reads([](const QString& text) { return text.isEmpty(); }));
  EXPECT_EQ(pointed.count(), 2);
}

TEST_F(OrbitTest, AdviceIsNotPrinted) {
  QTemporaryDir folder;
  XyCanvas& canvas = area.getPlot(1).xyCanvas();
  canvas.setTitle("Loop", "clearance 1 mm", "shorten the interval");
  const QString path = folder.filePath("loop.svg");
  ASSERT_TRUE(canvas.writePicture(path));
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::ReadOnly));
  const QByteArray written = file.readAll();
  EXPECT_TRUE(written.contains("clearance"));
  EXPECT_FALSE(written.contains("shorten"));
}

TEST_F(OrbitTest, FiguresComeIntoThePlotOnTheRightAndAnyChannelOverAnyOther) {
  area.showChoice(sectionChoice("B"));
  QTest::qWait(60);
  EXPECT_TRUE(area.getPlot(2).isXy());
  EXPECT_EQ(area.getPlot(2).xyCanvas().countShown(0), 3U);
  area.showChoice(hysteresisChoice("B", run.channels()));
  EXPECT_EQ(area.getPlot(2).choice().over, "B.penetration");
  EXPECT_EQ(area.getPlot(2).choice().channels, std::vector<std::string>{"B.normal_force"});
  QTemporaryDir folder;
  EXPECT_TRUE(area.getPlot(2).xyCanvas().writePicture(folder.filePath("loop.svg")));

  ChannelPicker picker;
  picker.setChannels(run.channels(), {"B.gap"});
  EXPECT_EQ(picker.over(), "");
  auto* over = picker.findChild<QComboBox*>();
  EXPECT_EQ(over->itemText(over->findData("crank.angle")), "Angle of crank") << "as in the list above it";
  QSignalSpy chosen(&picker, &ChannelPicker::chosenChanged);
  over->setCurrentIndex(over->findData("crank.angle"));
  Q_EMIT over->activated(over->currentIndex());
  EXPECT_EQ(chosen.count(), 1);
  EXPECT_EQ(picker.over(), "crank.angle");
  EXPECT_FALSE(picker.isEveryTurn());
  picker.findChild<QCheckBox*>()->click();
  EXPECT_TRUE(picker.isEveryTurn());
}

// Whoever looks at a long run moves on meanwhile: of the time in view its end is drawn.
TEST_F(OrbitTest, OfALongRunTheEndIsDrawnAndSaidToBe) {
  const Trajectory longRun = makeRattle(1000001);
  SignalPlot& plot = area.getPlot(1);
  area.setTrajectory(&longRun, nullptr, 1);
  area.setView(0, 1);
  EXPECT_LT(plot.xyCanvas().countShown(0), 200000U);
  EXPECT_GT(plot.xyCanvas().countShown(0), 50000U);
  area.setView(0.2, 0.21);
  EXPECT_EQ(plot.xyCanvas().countShown(0), 10001U) << "all of a short time";
  area.showChoice(sectionChoice("B"));
  SignalPlot& section = area.getPlot(2);
  area.resetView();
  EXPECT_TRUE(QTest::qWaitFor([&] { return section.xyCanvas().countShown(0) == 3U; }, 60000))
      << "dots of all";
  area.setTrajectory(&run, nullptr, 1);
}

// A pin that locks deals a moment: on a scale of its own, with another dot.
TEST(ImpulsePlot, MomentsHaveAScaleOfTheirOwn) {
  Trajectory run(std::vector<Channel>{{"t", "s"}});
  run.sample(std::array{0.0});
  for (const bool isMoment : {false, true}) {
    Receipt receipt;
    receipt.t = isMoment ? 0.7 : 0.3;
    receipt.normalX = isMoment ? 0 : 1;
    receipt.impulse = isMoment ? 400 : 2;
    run.event(receipt);
    run.sample(std::array{receipt.t});
  }
  SignalPlot plot;
  plot.resize(600, 300);
  plot.setLook(Palette::light());
  plot.canvas().setFullRange(0, 1);
  plot.show();
  plot.setChoice(impulseChoice());
  plot.setTrajectory(&run, nullptr);
  QTest::qWait(60);
  const QImage image = plot.canvas().grab().toImage();
  const QRect axes = plot.canvas().getPlotRect();
  const QColor impact = Palette::light().impact;
  const auto highest = [&](double t) {
    const int x = qRound(plot.canvas().toPixel(t));
    for (int y = axes.top(); y < axes.bottom(); ++y) {
      const QColor c = image.pixelColor(x, y);
      if (std::abs(c.red() - impact.red()) + std::abs(c.green() - impact.green()) +
              std::abs(c.blue() - impact.blue()) <
          60)
        return y;
    }
    return axes.bottom();
  };
  EXPECT_NEAR(highest(0.3), highest(0.7), 8) << "each is the largest on its scale";
  EXPECT_LT(highest(0.3), axes.center().y());
}

// A picture for print has its words where they usually are.
TEST(XyCanvas, AnOrbitIsAsLargeAsALowPlotIsHigh) {
  XyCanvas canvas;
  canvas.resize(380, 158);
  canvas.setEqual(true);
  canvas.setTitle("Journal orbit of B", "clearance 0.5 mm");
  canvas.setAxes("eccentricity x", "m", "eccentricity y", "m");
  canvas.setCircle(kClearance);
  const int curve = canvas.addCurve("B");
  canvas.append(curve, {0, 1, 2, 3}, {kClearance, 0, -kClearance, 0}, {0, kClearance, 0, -kClearance});
  canvas.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&canvas, 60000));
  canvas.refresh();
  QTest::qWait(50);
  const double low = canvas.toPixel(0, -kClearance).y() - canvas.toPixel(0, kClearance).y();
  EXPECT_GT(low, 80) << "px, of 158";
  canvas.resize(230, 158);
  canvas.refresh();
  QTest::qWait(50);
  EXPECT_FALSE(canvas.findChild<QCustomPlot*>()->xAxis->label().isEmpty()) << "beside it is no room";
  canvas.resize(380, 400);
  canvas.refresh();
  QTest::qWait(50);
  EXPECT_FALSE(canvas.findChild<QCustomPlot*>()->xAxis->label().isEmpty());
}

}  // namespace
}  // namespace clank
