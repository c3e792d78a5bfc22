// SPDX-License-Identifier: GPL-3.0-or-later
// Spectrum, second cursor and logarithmic axes of a plot.
#include <gtest/gtest.h>

#include <QTest>
#include <cmath>
#include <numbers>

#include "ui/plots/plot_area.h"

namespace clank {
namespace {

// 2 s of 5 and 40 Hz.
Trajectory makeSwing() {
  Trajectory trajectory({{"t", "s"}, {"link1.omega", "rad/s"}, {"energy.kinetic", "J"}});
  for (int i = 0; i <= 2000; ++i) {
    const double t = 1e-3 * i, turn = 2 * std::numbers::pi * t;
    trajectory.sample(
        std::vector<double>{t, 1 + 3 * std::sin(5 * turn) + 0.01 * std::sin(40 * turn), std::exp(-5 * t)});
  }
  return trajectory;
}

class SpectrumPlot : public testing::Test {
 protected:
  SpectrumPlot() {
    area_.resize(1200, 300);
    area_.show();
    area_.setTrajectory(&run_, nullptr, 2);
    PlotChoice choice;
    choice.channels = {"link1.omega"};
    plot().setChoice(choice);
    settle();
  }
  SignalPlot& plot() { return area_.getPlot(0); }
  static void settle() {
    QTest::qWait(250);  // spectra follow soon, not at once
  }
  void choose(SpectrumWindow window) {
    PlotChoice choice = plot().choice();
    choice.kind = PlotChoice::Kind::spectrum;
    choice.window = window;
    plot().setChoice(choice);
    settle();
  }
  // The amplitude in the table at the line nearest to f (Hz).
  double amplitudeAt(double f) {
    double best = HUGE_VAL, amplitude = NAN;
    for (const QString& line : plot().toText().split('\n').mid(1)) {
      const QStringList fields = line.split('\t');
      if (fields.size() < 2 || std::abs(fields[0].toDouble() - f) >= best) continue;
      best = std::abs(fields[0].toDouble() - f);
      amplitude = fields[1].toDouble();
    }
    return amplitude;
  }

  const Trajectory run_ = makeSwing();
  PlotArea area_;
};

TEST_F(SpectrumPlot, TellsAmplitudesInTheUnitOfTheSignal) {
  choose(SpectrumWindow::flatTop);
  EXPECT_TRUE(plot().xyCanvas().isVisible());
  EXPECT_TRUE(plot().toText().startsWith("frequency [Hz]\tlink1.omega\n"))
      << plot().toText().left(60).toStdString();
  EXPECT_NEAR(amplitudeAt(5), 3, 0.01);
  EXPECT_NEAR(amplitudeAt(40), 0.01, 2e-4);
  EXPECT_LT(amplitudeAt(20), 1e-3);
}

// A spectrum of millions of samples would hold up the window: the last of the time in view are transformed.
TEST_F(SpectrumPlot, IsOfNoMoreSamplesThanOneWouldWaitFor) {
  constexpr int kSamples = 300'000, kMost = 1 << 16;
  Trajectory longRun({{"t", "s"}, {"link1.omega", "rad/s"}});
  for (int i = 0; i < kSamples; ++i)
    longRun.sample(std::vector<double>{1e-3 * i, std::sin(2 * std::numbers::pi * 5e-3 * i)});
  area_.setTrajectory(&longRun, nullptr, 300);
  choose(SpectrumWindow::hann);
  const auto lines = plot().toText().count('\n');
  EXPECT_GT(lines, kMost / 4);
  EXPECT_LE(lines, kMost / 2 + 2);
  EXPECT_NEAR(amplitudeAt(5), 1, 0.2);
  area_.setTrajectory(&run_, nullptr, 2);  // that one ends here
}

// Where the plots are zoomed to is what is looked at: half as long, half as many lines.
TEST_F(SpectrumPlot, IsOfTheTimeInView) {
  choose(SpectrumWindow::hann);
  const auto lines = plot().toText().count('\n');
  area_.setView(0.4, 1.4);
  settle();
  EXPECT_LT(20 * plot().toText().count('\n'), 11 * lines);
  EXPECT_NEAR(amplitudeAt(5), 3, 0.1);
}

TEST_F(SpectrumPlot, LogarithmicAxesKeepWhatIsSmallInSight) {
  choose(SpectrumWindow::flatTop);
  const XyCanvas& canvas = plot().xyCanvas();
  const auto height = [&] { return canvas.toPixel(5, 3).y() - canvas.toPixel(5, 0.01).y(); };
  EXPECT_GT(std::abs(height()), 100);  // all of the plot
  PlotChoice choice = plot().choice();
  choice.logX = choice.logY = true;
  plot().setChoice(choice);
  settle();
  const double decade = canvas.toPixel(5, 0.1).y() - canvas.toPixel(5, 1).y();
  EXPECT_NEAR(canvas.toPixel(5, 0.01).y() - canvas.toPixel(5, 0.1).y(), decade, 1e-6);
  EXPECT_NEAR(canvas.toPixel(100, 1).x() - canvas.toPixel(10, 1).x(),
              canvas.toPixel(10, 1).x() - canvas.toPixel(1, 1).x(), 1e-6);
}

TEST_F(SpectrumPlot, BackToTimeItIsThePlotItWas) {
  const PlotChoice before = plot().choice();
  choose(SpectrumWindow::hann);
  plot().setChoice(before);
  settle();
  EXPECT_FALSE(plot().xyCanvas().isVisible());
  EXPECT_TRUE(plot().toText().startsWith("t [s]\t"));
}

TEST_F(SpectrumPlot, ASecondCursorTellsDifferences) {
  PlotCanvas& canvas = plot().canvas();
  EXPECT_TRUE(canvas.listDifferences().isEmpty());
  area_.setCursor(1.05);  // a quarter of a period later
  const QPoint at(qRound(canvas.toPixel(1)), canvas.getPlotRect().center().y());
  QTest::mouseClick(canvas.findChild<QWidget*>(), Qt::LeftButton, Qt::ShiftModifier, at);
  const QStringList lines = canvas.listDifferences();
  ASSERT_EQ(lines.size(), 2) << lines.join('|').toStdString();
  EXPECT_TRUE(lines[0].contains("1/")) << lines[0].toStdString();
  EXPECT_TRUE(lines[0].contains("Hz")) << lines[0].toStdString();
  EXPECT_FALSE(area_.getPlot(1).canvas().listDifferences().isEmpty()) << "all plots have it";
  area_.setMark(1);
  EXPECT_TRUE(canvas.listDifferences()[0].contains("0.05\u202fs"))
      << canvas.listDifferences()[0].toStdString();
  EXPECT_TRUE(canvas.listDifferences()[0].contains("20\u202fHz"))
      << canvas.listDifferences()[0].toStdString();
  EXPECT_TRUE(canvas.listDifferences()[1].contains("3\u202frad/s"))
      << canvas.listDifferences()[1].toStdString();
  area_.setMark({});
  EXPECT_TRUE(canvas.listDifferences().isEmpty());
}

TEST_F(SpectrumPlot, ADecayIsALineOnLogarithmicValues) {
  PlotChoice choice;
  choice.channels = {"energy.kinetic"};
  choice.logY = true;
  plot().setChoice(choice);
  settle();
  EXPECT_FALSE(plot().canvas().grab().isNull());
}

}  // namespace
}  // namespace clank
