// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QCheckBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QMouseEvent>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QSvgRenderer>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/look/export_file.h"
#include "ui/look/part_names.h"
#include "ui/plots/channel_picker.h"
#include "ui/plots/curve_feed.h"
#include "ui/plots/curve_graph.h"
#include "ui/plots/fit_names.h"
#include "ui/plots/legend_name.h"
#include "ui/plots/picture_dialog.h"
#include "ui/plots/plot_area.h"
#include "ui/plots/plot_marks.h"
#include "ui/plots/run_scale.h"

namespace clank {
namespace {

const std::vector<Channel> kChannels{{"t", "s"},
                                     {"link1.vx", "m/s"},
                                     {"link1.omega", "rad/s"},
                                     {"link2.vx", "m/s"},
                                     {"link2.omega", "rad/s"},
                                     {"O1.omega", "rad/s"},
                                     {"O1.reaction_x", "N"},
                                     {"O1.reaction_y", "N"},
                                     {"O1.moment", "N m"},
                                     {"motor.moment", "N m"},
                                     {"energy.kinetic", "J"},
                                     {"energy.elastic", "J"},
                                     {"energy.residual", "J"},
                                     {"O1.phase", "1"}};

Trajectory makeRun(int samples, double event = -1) {
  Trajectory trajectory(kChannels);
  std::vector<double> row(kChannels.size());
  bool happened = event < 0;
  for (int i = 0; i < samples; ++i) {
    const double t = static_cast<double>(i) / (samples - 1);
    if (!happened && t > event) {
      row[0] = event;
      row[10] = 1;
      trajectory.sample(row);
      Receipt receipt;
      receipt.t = event;
      receipt.normalX = 1;
      receipt.impulse = 0.6;
      receipt.jointImpulses = {{"O1", 0.3, 0.4, 0}};
      trajectory.event(receipt);
      happened = true;
      trajectory.sample(row);
    }
    row[0] = t;
    row[2] = std::sin(10 * t);
    row[10] = happened && event >= 0 ? 0.2 : 1;
    trajectory.sample(row);
  }
  return trajectory;
}

int countNear(const QImage& image, const QColor& colour, const QRect& where) {
  int count = 0;
  for (int y = where.top(); y <= where.bottom(); ++y)
    for (int x = where.left(); x <= where.right(); ++x) {
      const QColor c = image.pixelColor(x, y);
      if (std::abs(c.red() - colour.red()) + std::abs(c.green() - colour.green()) +
              std::abs(c.blue() - colour.blue()) <
          90)
        ++count;
    }
  return count;
}

QImage look(QWidget& widget) {
  QTest::qWait(50);  // queued replots
  return widget.grab().toImage();
}

TEST(FitNames, AllNamesOfAStemLieInThePlot) {
  using Places = std::vector<std::optional<double>>;
  EXPECT_EQ(placeNames({30, 60}, 10, 90, 10), (Places{30, 60})) << "at their dots";
  EXPECT_EQ(placeNames({30, 32, 33}, 10, 90, 10), (Places{30, 40, 50}));
  EXPECT_EQ(placeNames({88, 89, 90}, 10, 90, 10), (Places{70, 80, 90})) << "none below the plot";
  EXPECT_EQ(placeNames({12, 20, 25}, 10, 25, 10), (Places{12, 22, {}})) << "what has no room is not cut";
  EXPECT_EQ(placeNames({12}, 10, 5, 10), (Places{{}}));
}

TEST(FitNames, TheNameOfAnAxisIsNotLongerThanTheAxis) {
  const QFontMetrics metrics(QApplication::font());
  const QString name = "journal.eccentricity_y [mm]";
  const int whole = metrics.horizontalAdvance(name);
  EXPECT_EQ(fitAxisName(name, metrics, whole), name);
  EXPECT_EQ(fitAxisName(name, metrics, whole - 1), "journal.eccentricity_y\n[mm]");
  for (const QString& line : fitAxisName(name, metrics, whole / 2).split('\n'))
    EXPECT_LE(metrics.horizontalAdvance(line), whole / 2) << qPrintable(line);
  EXPECT_EQ(fitAxisName("normal force [kN]", metrics, metrics.horizontalAdvance("force") + 4), "force\n[kN]")
      << "its last word rather than letters of both";
}

TEST(PlotChoice, DefaultsForAMechanism) {
  const auto omegas = angularVelocityChoice(kChannels);
  EXPECT_EQ(omegas.channels, (std::vector<std::string>{"link1.omega", "link2.omega"}))
      << "bodies, not joints";
  bool hasReaction = false, hasMotor = false, showsZero = true;
  for (const auto& choice : makeChoices(kChannels)) {
    hasReaction |= choice.channels == std::vector<std::string>{"O1.reaction_x", "O1.reaction_y", "O1.moment"};
    if (choice.title == "Reaction in O1") showsZero = !choice.hidesZero;
    hasMotor |= choice.channels == std::vector<std::string>{"motor.moment"};
    EXPECT_FALSE(choice.title.isEmpty());
  }
  EXPECT_TRUE(hasReaction);
  EXPECT_FALSE(showsZero) << "the moment of a pin";
  EXPECT_TRUE(hasMotor);
}

TEST(PlotChoice, DefaultsFollowWhatTheMechanismHas) {
  const auto titles = [](const std::vector<Channel>& channels) {
    QStringList list;
    for (const PlotChoice& choice : makeDefaults(channels)) list << choice.title;
    return list.join(", ");
  };
  std::vector<Channel> linkage{{"t", "s"},        {"bar.y", "m"},        {"bar.omega", "rad/s"},
                               {"bar.vx", "m/s"}, {"A.reaction_x", "N"}, {"A.reaction_y", "N"}};
  EXPECT_EQ(titles(linkage), "Energy, Reaction in A, Angular velocity");
  linkage.push_back({"motor.moment", "N m"});
  EXPECT_EQ(titles(linkage), "Energy, Driving moments, Angular velocity");
  linkage.push_back({"A.phase", "1"});
  EXPECT_EQ(titles(linkage), "Energy, Impulses, Angular velocity");
  EXPECT_EQ(makeDefaults(linkage, {true})[1].title, "Driving moments") << "nothing was hit";
  const std::vector<Channel> balance{{"t", "s"},          {"stone.y", "m"},         {"stone.vx", "m/s"},
                                     {"stone.vy", "m/s"}, {"stone.omega", "rad/s"}, {"rope.tension", "N"}};
  EXPECT_EQ(makeDefaults(balance)[1].title, "Impulses");
  EXPECT_EQ(makeDefaults(balance, {true})[1].channels, std::vector<std::string>{"rope.tension"});
  const PlotChoice straight = makeDefaults(linkage, {true, true})[2];
  EXPECT_EQ(straight.title, "Velocity of bar") << "nothing turned";
  EXPECT_EQ(straight.channels, (std::vector<std::string>{"bar.vx", "bar.vy"}));
  linkage.push_back({"rim.normal_force", "N"});
  EXPECT_EQ(makeDefaults(linkage, {true})[1].channels, std::vector<std::string>{"rim.normal_force"});
  EXPECT_EQ(titles({{"t", "s"},
                    {"ball.y", "m"},
                    {"ball.vx", "m/s"},
                    {"ball.vy", "m/s"},
                    {"ball.omega", "rad/s"},
                    {"ground.gap", "m"}}),
            "Height, Impulses, Velocity of ball");
}

// Whoever takes another plot finds the way back.
TEST(PlotChoice, WhatIsShownByItselfCanBeChosenAgain) {
  for (const char* joint : {"", "A.reaction_x"}) {
    std::vector<Channel> channels{
        {"t", "s"},        {"bar.x", "m"},         {"bar.y", "m"},        {"bar.vx", "m/s"},
        {"bar.vy", "m/s"}, {"bar.omega", "rad/s"}, {"rope.tension", "N"}, {"rim.normal_force", "N"}};
    if (*joint) channels.push_back({joint, "N"});
    QStringList offered;
    for (const PlotChoice& choice : makeChoices(channels)) offered << choice.title;
    for (const bool isCalm : {false, true})
      for (const bool isStraight : {false, true})
        for (const PlotChoice& choice : makeDefaults(channels, {isCalm, isStraight}))
          EXPECT_TRUE(offered.contains(choice.title)) << qPrintable(choice.title);
  }
}

TEST(PlotChoice, ExpressionsHaveTheirTextAsNameAndAnAxisOfTheirOwn) {
  EXPECT_EQ(makeTitle({"2*link1.omega"}), "2*link1.omega");
  EXPECT_EQ(makeLabels({"link1.omega", "2*link1.omega"})[1], "2*link1.omega");
  const auto pieces = splitByUnits({PlotChoice::Kind::channels,
                                    {},
                                    {"link1.omega", "O1.moment", "2*link1.omega", "gone.x"},
                                    false,
                                    {},
                                    false,
                                    false,
                                    {}},
                                   kChannels);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[1].channels, std::vector<std::string>{"2*link1.omega"});
}

TEST(ChannelPicker, TakesAnExpressionAndSaysWhatIsWrongWithOne) {
  ChannelPicker picker;
  picker.setChannels(kChannels, {"link1.omega"}, {{"m", 2}});
  auto* field = picker.findChild<QLineEdit*>("expression");
  int changes = 0;
  QObject::connect(&picker, &ChannelPicker::chosenChanged, [&] { ++changes; });
  QTest::keyClicks(field, "m * link1.omga");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_EQ(changes, 0);
  EXPECT_TRUE(picker.findChild<QLabel*>("mistake")->text().contains("link1.omega"));
  field->clear();
  QTest::keyClicks(field, "m * link1.omega");
  QTest::keyClick(field, Qt::Key_Return);
  EXPECT_GE(changes, 1);
  EXPECT_EQ(picker.chosen(), (std::vector<std::string>{"link1.omega", "m * link1.omega"}));
  picker.setChannels(kChannels, picker.chosen(), {{"m", 2}});
  EXPECT_EQ(picker.chosen(), (std::vector<std::string>{"link1.omega", "m * link1.omega"})) << "it is kept";
}

TEST(PlotChoice, TitlesAndLabelsNameWhatDiffers) {
  EXPECT_EQ(makeTitle({"link1.omega", "link2.omega"}), "Angular velocity");
  EXPECT_EQ(makeLabels({"link1.omega", "link2.omega"})[1], "link2");
  EXPECT_EQ(makeLabels({"energy.kinetic", "energy.impact_loss"})[1], "impact loss");
  EXPECT_EQ(makeLabels({"link1.omega"})[0], "link1") << "the title says what is told of it";
  EXPECT_EQ(makeLabels({"rope.tension"}, true)[0], "rope") << "a title of its own names no part";
  EXPECT_EQ(makeLabels({"energy.residual"}, true)[0], "residual");
  EXPECT_EQ(makeLabels({"link1.omega", "link1.vx"})[0], QString(QChar(0x03C9)));
  EXPECT_EQ(makeLabels({"link1.omega", "O1.moment"})[0], "angular velocity of link1");
  EXPECT_EQ(makeLabels({"O1.moment", "link1.vx"}),
            (std::vector<QString>{"moment of O1", "velocity x of link1"}));
  EXPECT_EQ(makeLabels({"link1.vx", "link2.vy"}), (std::vector<QString>{"link1, x", "link2, y"}));
  EXPECT_EQ(makeTitle({"link1.vx", "link2.vy"}), "Velocity");
  EXPECT_EQ(makeLabels({"link1.vx", "floor.normal_force"})[1], "floor, normal force");
}

TEST(PlotChoice, ManyBodiesDoNotFloodTheDefault) {
  std::vector<Channel> channels{{"t", "s"}};
  for (int i = 0; i < 50; ++i) {
    channels.push_back({"rod" + std::to_string(i) + ".vx", "m/s"});
    channels.push_back({"rod" + std::to_string(i) + ".omega", "rad/s"});
  }
  EXPECT_EQ(angularVelocityChoice(channels).channels.size(), 6U);
}

class CanvasTest : public testing::Test {
 protected:
  CanvasTest() {
    canvas.resize(600, 300);
    canvas.setLook(Palette::light());
    canvas.setTitle("Test", "J", {});
    canvas.setFullRange(0, 1);
    canvas.show();
  }
  PlotCanvas canvas;
};

TEST_F(CanvasTest, OnePeakAmongAHundredThousandSamplesIsSeen) {
  const int curve = canvas.addCurve("c", PlotCanvas::Axis::left);
  std::vector<double> t, v;
  constexpr int kSamples = 100000;
  for (int i = 0; i < kSamples; ++i) {
    t.push_back(i * 1.0 / kSamples);
    v.push_back(i == 61803 ? 1 : 0);
  }
  canvas.append(curve, t, v);
  canvas.setCursor(-1);
  canvas.refresh();
  const QImage image = look(canvas);
  const QRect plot = canvas.getPlotRect();
  const int x = static_cast<int>(canvas.toPixel(0.61803));
  const int middle = plot.center().y();
  EXPECT_GT(countNear(image, Palette::light().curve(0), QRect(x - 3, middle - 20, 7, 40)), 10);
  EXPECT_EQ(countNear(image, Palette::light().curve(0), QRect(x - 60, middle - 20, 40, 40)), 0);
}

// As many as are drawn from what is known of blocks of points: in batches of any size, from whole to a
// detail, and not of those that stood there before.
TEST_F(CanvasTest, OnePeakAmongTwoMillionSamplesIsSeen) {
  constexpr int kSamples = 2000050;  // the last of them fill no block
  constexpr std::array<int, 2> kPeaks{1236067, kSamples - 2};
  const auto fill = [&](int up, int down) {
    canvas.beginCurves();
    const int curve = canvas.addCurve("c", PlotCanvas::Axis::left);
    std::vector<double> t, v;
    for (int i = 0; i < kSamples; ++i) {
      t.push_back(i * 1.0 / kSamples);
      v.push_back(i == up ? 1 : i == down ? -1 : 0);
      if (t.size() < static_cast<std::size_t>(1 + i % 70001)) continue;
      canvas.append(curve, t, v);
      t.clear();
      v.clear();
    }
    canvas.append(curve, t, v);
    canvas.endCurves();
    canvas.setCursor(-1);
    canvas.refresh();
  };
  const auto countAt = [&](const QImage& image, int sample, bool above) {
    const QRect plot = canvas.getPlotRect();
    const int x = static_cast<int>(canvas.toPixel(sample * 1.0 / kSamples));
    const int y = plot.center().y() + (above ? -40 : 40);
    return countNear(image, Palette::light().curve(0), QRect(x - 3, y - 15, 7, 30));
  };
  fill(kPeaks[0], kPeaks[1]);
  for (const auto& [from, to] : {std::pair(0.0, 1.01), std::pair(0.3, 1.01), std::pair(0.617, 1.01)}) {
    canvas.setView(from, to);
    canvas.refresh();
    const QImage image = look(canvas);
    EXPECT_GT(countAt(image, kPeaks[0], true), 10) << from;
    EXPECT_GT(countAt(image, kPeaks[1], false), 10) << from;
    EXPECT_EQ(countAt(image, 1500000, true) + countAt(image, 1500000, false), 0) << from;
  }
  fill(1500000, kPeaks[1]);
  const QImage image = look(canvas);
  EXPECT_GT(countAt(image, 1500000, true), 10);
  EXPECT_EQ(countAt(image, kPeaks[0], true), 0);
}

// A run that comes as a whole is looked at a part a turn: the window answers meanwhile. Its points stay with
// it.
TEST_F(CanvasTest, AWholeRunIsLookedAtInTurns) {
  constexpr std::size_t kSamples = 1200000, kPeak = 1100000;
  Trajectory run({{"t", "s"}, {"v", "m"}});
  for (std::size_t i = 0; i < kSamples; ++i)
    run.sample(std::array{static_cast<double>(i) / kSamples, i == kPeak ? 1.0 : 0.0});
  canvas.setFullRange(0, 1);
  canvas.beginCurves();
  const int curve = canvas.addCurve("v", PlotCanvas::Axis::left, true);
  canvas.setRun(curve, run, *Signal::find("v", run.channels()));
  canvas.endCurves();
  auto* graph = dynamic_cast<CurveGraph*>(canvas.findChild<QCustomPlot*>()->graph(1));
  ASSERT_TRUE(graph);
  canvas.refresh();
  EXPECT_FALSE(graph->isComplete()) << "not all at once";
  EXPECT_FALSE(canvas.isListed(curve)) << "nothing but zero so far";
  for (int turn = 0; turn < 20 && !graph->isComplete(); ++turn) QCoreApplication::processEvents();
  EXPECT_TRUE(graph->isComplete());
  EXPECT_TRUE(canvas.isListed(curve));
  EXPECT_EQ(graph->read(static_cast<double>(kPeak) / kSamples), 1);
  EXPECT_FALSE(graph->read(1.1));
  canvas.setCursor(-1);
  look(canvas);
  EXPECT_LT(graph->data()->size(), 20000) << "what is drawn, no copy of the run";
  run = Trajectory();  // a run that is gone is not read
  canvas.refresh();
  look(canvas);
  EXPECT_EQ(graph->data()->size(), 0);
}

// Where stems have no room for their names, the legend has them.
TEST_F(CanvasTest, ImpulsesInANarrowPlotHaveTheirNamesInTheLegend) {
  canvas.setFullRange(0, 1);
  for (const double t : {0.45, 0.5, 0.55})
    for (const char* name : {"Crank pin", "Rocker pin"}) canvas.addStem({t, 1, name, *name == 'C' ? 0 : 1});
  canvas.resize(260, 200);
  canvas.refresh();
  look(canvas);
  QCoreApplication::processEvents();
  EXPECT_EQ(canvas.listStemNames(), (QStringList{"Crank pin", "Rocker pin"}));
  canvas.clearEvents();
  canvas.addStem({0.5, 1, "P", 0});
  canvas.refresh();
  look(canvas);
  QCoreApplication::processEvents();
  EXPECT_TRUE(canvas.listStemNames().isEmpty()) << "it stands beside the stem";
}

// The bearings of a wheel take the whole of its impact: three equal impulses, and each of them is seen.
TEST_F(CanvasTest, OfEqualImpulsesEachIsSeen) {
  canvas.setFullRange(0, 1);
  canvas.setCursor(-1);
  for (int k = 0; k < 3; ++k) canvas.addStem({0.5, 1, "pin", k, PlotCanvas::Axis::left});
  canvas.addStem({0.1, 2, "other", 0, PlotCanvas::Axis::left});
  canvas.refresh();
  const QImage image = look(canvas);
  const QRect axes = canvas.getPlotRect();
  const int x = static_cast<int>(canvas.toPixel(0.5));
  const QRect stem(x - 12, axes.top(), 25, axes.height());
  for (int k = 0; k < 3; ++k) EXPECT_GT(countNear(image, Palette::light().curve(k), stem), 15) << k;
}

// A pin that locks: its moment, on the other scale, is as high in the plot as the two equal impulses.
TEST_F(CanvasTest, AMomentIsSeenAroundEqualImpulses) {
  canvas.setTitle("Impulses", "N s", "N m s");
  canvas.setFullRange(0, 1);
  canvas.setCursor(-1);
  for (int k = 0; k < 2; ++k) canvas.addStem({0.5, 1, "pin", k, PlotCanvas::Axis::left});
  canvas.addStem({0.5, 1, "M", PlotStem::kImpactColour, PlotCanvas::Axis::right});
  canvas.refresh();
  const QImage image = look(canvas);
  const QRect axes = canvas.getPlotRect();
  const QRect stem(static_cast<int>(canvas.toPixel(0.5)) - 12, axes.top(), 25, axes.height());
  EXPECT_GT(countNear(image, Palette::light().impact, stem), 30);
}

// States lie along the foot of a plot: names of low dots stand over them.
TEST_F(CanvasTest, NamesOfStemsKeepOffTheStates) {
  canvas.setFullRange(0, 1);
  canvas.setCursor(-1);
  canvas.setBands({{0, 1, JointState::locked}});
  canvas.addStem({0.2, 1, "P", PlotStem::kImpactColour});
  canvas.addStem({0.2, 0.05, "Wigging pin", 0});
  canvas.refresh();
  const QImage image = look(canvas);
  const QRect axes = canvas.getPlotRect();
  const int x = static_cast<int>(canvas.toPixel(0.2));
  const auto countInk = [&](int top, int bottom) {
    int dark = 0;
    for (int y = top; y <= bottom; ++y)
      for (int px = x + 12; px < x + 100; ++px) dark += image.pixelColor(px, y).lightness() < 90;
    return dark;
  };
  EXPECT_GT(countInk(axes.bottom() - 24, axes.bottom() - 6), 20) << "the name";
  EXPECT_EQ(countInk(axes.bottom() - 5, axes.bottom()), 0) << "on the band";
}

// What rounding leaves of a zero impulse is no dot, and widens none.
TEST_F(CanvasTest, AnImpulseOfNothingIsNotDrawn) {
  canvas.setFullRange(0, 1);
  canvas.setCursor(-1);
  canvas.addStem({0.5, 2, "P", 0, PlotCanvas::Axis::left});
  canvas.addStem({0.5, 3e-17, "first", 1, PlotCanvas::Axis::left});
  canvas.addStem({0.5, 1e-17, "second", 2, PlotCanvas::Axis::left});
  canvas.refresh();
  const QImage image = look(canvas);
  EXPECT_EQ(canvas.countDrawnStems(), 1U);
  const QRect axes = canvas.getPlotRect();
  const QRect foot(static_cast<int>(canvas.toPixel(0.5)) - 12, axes.bottom() - 12, 25, 25);
  for (const int colour : {1, 2})
    EXPECT_EQ(countNear(image, Palette::light().curve(colour), foot), 0) << colour;
}

// The dots of a hundred thousand impulses would take half a second: no more are drawn than can be seen, the
// greatest among them.
TEST_F(CanvasTest, ManyImpulsesAreDrawnAsFarAsTheyCanBeToldApart) {
  constexpr int kStems = 100000, kHighest = 61803;
  canvas.setFullRange(0, 1);
  for (int i = 0; i < kStems; ++i)
    canvas.addStem({1.0 * i / kStems, i == kHighest ? 3.0 : 1.0, "c", 0, PlotCanvas::Axis::left});
  canvas.setCursor(-1);
  canvas.refresh();
  const QImage image = look(canvas);
  const QRect axes = canvas.getPlotRect();
  EXPECT_LE(canvas.countDrawnStems(), static_cast<std::size_t>(axes.width()) + 2);
  const int x = static_cast<int>(canvas.toPixel(1.0 * kHighest / kStems));
  const int y = axes.top() + axes.height() / 2;  // the others reach a third of the highest
  EXPECT_GT(countNear(image, Palette::light().curve(0), QRect(x - 3, y - 10, 7, 20)), 15);
  EXPECT_EQ(countNear(image, Palette::light().curve(0), QRect(x - 40, y - 10, 30, 20)), 0);
  canvas.setView(0.5, 0.5001);
  canvas.refresh();
  look(canvas);
  EXPECT_GE(canvas.countDrawnStems(), 10U);
  EXPECT_LE(canvas.countDrawnStems(), 120U) << "of the others none is in sight";
  canvas.clearEvents();
  canvas.refresh();
  look(canvas);
  EXPECT_EQ(canvas.countDrawnStems(), 0U);
}

// A thousand points of a smooth curve, a spike, a jump and a gap: what is left out lies within the tolerance
// of the line, and the peak is there as it was.
TEST(CurveGraphTest, LeavesOutWhatCannotBeSeen) {
  constexpr double kTolerance = 0.1;
  QVector<QPointF> line;
  for (int i = 0; i < 1000; ++i) line.push_back({0.4 * i, 100 * std::sin(0.01 * i)});
  line[700].setY(250);
  line.insert(500, QPointF(line[499].x(), -80));
  line.insert(300, QPointF(line[299].x(), std::nan("")));
  const QVector<QPointF> kept = leaveOutFlatPoints(line, kTolerance);
  EXPECT_LT(kept.size(), 80);
  EXPECT_TRUE(kept.contains(QPointF(line[702].x(), 250)));
  EXPECT_EQ(std::count_if(kept.begin(), kept.end(), [](QPointF p) { return std::isnan(p.y()); }), 1);
  for (const QPointF p : line) {
    double nearest = std::isnan(p.y()) ? 0 : 1e9;
    for (qsizetype k = 1; k < kept.size(); ++k) {
      const QPointF from = kept[k - 1], way = kept[k] - from;
      const double length = QPointF::dotProduct(way, way);
      const double part = length > 0 ? std::clamp(QPointF::dotProduct(p - from, way) / length, 0.0, 1.0) : 0;
      const double distance = std::hypot((p - from - part * way).x(), (p - from - part * way).y());
      if (distance < nearest) nearest = distance;
    }
    EXPECT_LE(nearest, kTolerance * (1 + 1e-9)) << p.x();
  }
  for (const qsizetype count : {0, 1, 2}) EXPECT_EQ(leaveOutFlatPoints(line.mid(0, count), 1).size(), count);
}

// A slider that moves brings the same curves with other numbers: names and graphs stay, in the order of the
// curves; another curve is another graph.
TEST_F(CanvasTest, CurvesThatComeAgainAreTakenOver) {
  const auto fill = [&](double first, const QString& second, double value) {
    canvas.beginCurves();
    canvas.append(canvas.addCurve("first", PlotCanvas::Axis::left, true), {0, 1}, {first, first});
    canvas.append(canvas.addCurve(second, PlotCanvas::Axis::left), {0, 1}, {2 * value, 2 * value});
    canvas.endCurves();
    canvas.setCursor(0.5);
    canvas.refresh();
  };
  const auto listGraphs = [&] {
    QVector<QPointer<QCPGraph>> graphs;
    const auto* plot = canvas.findChild<QCustomPlot*>();
    for (int i = 0; i < plot->graphCount(); ++i) graphs.push_back(plot->graph(i));
    return graphs;
  };
  fill(0, "second", 1);
  EXPECT_EQ(canvas.listReadings(), QStringList{"second 2"});
  EXPECT_FALSE(canvas.isListed(0));
  fill(1, "second", 1);
  EXPECT_EQ(canvas.listReadings(), (QStringList{"first 1", "second 2"}));
  const auto before = listGraphs();
  fill(3, "second", 3);
  EXPECT_FALSE(before.contains(nullptr));
  EXPECT_EQ(listGraphs().size(), before.size());
  EXPECT_TRUE(canvas.isListed(0));
  EXPECT_EQ(canvas.listReadings(), (QStringList{"first 3", "second 6"})) << "the points before are gone";
  fill(4, "third", 4);
  EXPECT_TRUE(before.contains(nullptr));
  EXPECT_EQ(canvas.listReadings(), (QStringList{"first 4", "third 8"}));
  canvas.beginCurves();
  canvas.endCurves();
  EXPECT_TRUE(listGraphs().empty());
}

// Before a run has got anywhere its own curve is zero, while that of the run before is seen.
TEST_F(CanvasTest, AGhostThatIsSeenHasItsName) {
  const Trajectory before = makeRun(50);
  canvas.beginCurves();
  const int seen = canvas.addCurve("seen", PlotCanvas::Axis::left, true);
  const int zero = canvas.addCurve("zero", PlotCanvas::Axis::left, true);
  for (const int curve : {seen, zero}) canvas.append(curve, {0}, {0});
  canvas.setGhost(seen, before, *Signal::find("link1.omega", kChannels));
  canvas.endCurves();
  canvas.refresh();
  EXPECT_TRUE(canvas.isListed(seen));
  EXPECT_FALSE(canvas.isListed(zero));
}

TEST_F(CanvasTest, TwoSamplesAtOneTimeMakeAVerticalJump) {
  const int curve = canvas.addCurve("c", PlotCanvas::Axis::left);
  canvas.append(curve, {0, 0.5}, {1, 1});
  canvas.append(curve, {0.5, 1}, {0, 0});
  canvas.setCursor(-1);
  canvas.refresh();
  const QImage image = look(canvas);
  const QRect plot = canvas.getPlotRect();
  const int x = static_cast<int>(std::lround(canvas.toPixel(0.5)));
  const int height = plot.height() / 2;
  EXPECT_GE(
      countNear(image, Palette::light().curve(0), QRect(x - 2, plot.center().y() - height / 2, 5, height)),
      height);
}

TEST_F(CanvasTest, ClickPicksTimeAndAnEventNearbyAttractsIt) {
  canvas.addCurve("c", PlotCanvas::Axis::left);
  canvas.addEventTime(0.4);
  look(canvas);
  QSignalSpy picked(&canvas, &PlotCanvas::timePicked);
  auto* plot = canvas.childAt(canvas.getPlotRect().center());
  const int y = canvas.getPlotRect().center().y();
  QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(static_cast<int>(canvas.toPixel(0.75)), y));
  ASSERT_EQ(picked.count(), 1);
  EXPECT_NEAR(picked[0][0].toDouble(), 0.75, 0.01);
  QTest::mouseClick(plot, Qt::LeftButton, {}, QPoint(static_cast<int>(canvas.toPixel(0.4)) + 3, y));
  EXPECT_EQ(picked[1][0].toDouble(), 0.4);
  QTest::mouseClick(plot, Qt::LeftButton, {}, {static_cast<int>(canvas.toPixel(0.75)), 6});
  EXPECT_EQ(picked.count(), 2) << "the title has no time";
}

TEST_F(CanvasTest, WheelZoomsAboutThePointerAndDoubleClickShowsEverything) {
  canvas.addCurve("c", PlotCanvas::Axis::left);
  look(canvas);
  QSignalSpy view(&canvas, &PlotCanvas::viewChanged);
  const QPoint at(static_cast<int>(canvas.toPixel(0.25)), canvas.getPlotRect().center().y());
  auto* plot = canvas.childAt(at);
  QWheelEvent wheel(at, plot->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                    false);
  QCoreApplication::sendEvent(plot, &wheel);
  ASSERT_EQ(view.count(), 1);
  EXPECT_LT(view[0][1].toDouble() - view[0][0].toDouble(), 0.8);
  EXPECT_NEAR(canvas.toPixel(0.25), at.x(), 2) << "the time under the pointer stays";
  QTest::mouseDClick(plot, Qt::LeftButton, {}, at);
  EXPECT_EQ(view.back()[0].toDouble(), 0);
  EXPECT_EQ(view.back()[1].toDouble(), 1);
}

TEST_F(CanvasTest, WritesPicturesThatParse) {
  QTemporaryDir folder;
  const int curve = canvas.addCurve("sine", PlotCanvas::Axis::left);
  canvas.append(curve, {0, 0.5, 1}, {0, 1, 0});
  canvas.refresh();
  look(canvas);
  ASSERT_TRUE(canvas.writePicture(folder.filePath("p.png")));
  const QImage png(folder.filePath("p.png"));
  EXPECT_GE(png.width(), 1200);
  EXPECT_GT(countNear(png, Palette::light().curve(0), png.rect()), 500);
  ASSERT_TRUE(canvas.writePicture(folder.filePath("p.svg")));
  EXPECT_TRUE(QSvgRenderer(folder.filePath("p.svg")).isValid());
  QFile svg(folder.filePath("p.svg"));
  ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
  const QByteArray text = svg.readAll();
  EXPECT_TRUE(text.contains("sine")) << "the legend is text";
  EXPECT_TRUE(text.contains("polyline") || text.contains("<path")) << "the curve is a line";
  EXPECT_FALSE(text.contains("<image")) << "no raster in a vector picture";
  ASSERT_TRUE(canvas.writePicture(folder.filePath("p.pdf")));
  QFile pdf(folder.filePath("p.pdf"));
  ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
  EXPECT_TRUE(pdf.readAll().startsWith("%PDF-"));
  EXPECT_FALSE(canvas.writePicture(folder.filePath("nowhere/p.png")));
  EXPECT_FALSE(canvas.writePicture(folder.filePath("nowhere/p.svg")));
  EXPECT_FALSE(canvas.writePicture(folder.filePath("p.doc")));
}

TEST_F(CanvasTest, TheLegendReadsTheCurvesAtTheCursor) {
  canvas.setTitle("Height", "m", {});
  const int rising = canvas.addCurve("rising", PlotCanvas::Axis::left);
  canvas.append(rising, {0, 1}, {0, 0.5});
  const int late = canvas.addCurve("late", PlotCanvas::Axis::left);
  canvas.append(late, {0.6, 1}, {1, 1});
  canvas.setCursor(0.5);
  look(canvas);
  EXPECT_EQ(canvas.listReadings(), QStringList{"rising 250"}) << "in mm; the other has not begun";
  canvas.setCursor(0.8);
  EXPECT_EQ(canvas.listReadings(), (QStringList{"rising 400", "late 1000"}));
  canvas.setCurvesHidden(true);
  EXPECT_TRUE(canvas.listReadings().isEmpty()) << "what is hidden is not told";
}

// Names of a low plot keep their letters and their values as long as the curves have room beside them; one
// that is cut keeps its beginning, where that tells it from the others.
TEST_F(CanvasTest, NamesAreWholeWhereThereIsRoomForThem) {
  canvas.setTitle("Energy", "J", {});
  for (const char* name : {"kinetic", "gravity", "friction", "contact", "contact damping"})
    canvas.append(canvas.addCurve(name, PlotCanvas::Axis::left), {0, 1}, {0, 0.5});
  canvas.setCursor(0.5);
  auto* plot = canvas.findChild<QCustomPlot*>();
  const auto listNames = [&](QSize size) {
    canvas.resize(size);
    look(canvas);
    QStringList names;
    for (int i = 0; i < plot->legend->itemCount(); ++i)  // a column that is not full has places without one
      if (auto* item = dynamic_cast<LegendName*>(plot->legend->item(i))) names << item->shownName();
    return names;
  };
  const QStringList whole{"kinetic", "gravity", "friction", "contact", "contact damping"};
  for (const QSize size : {QSize(382, 150), QSize(415, 155), QSize(440, 90), QSize(473, 340)}) {
    EXPECT_EQ(listNames(size), whole) << size.width();
    EXPECT_EQ(canvas.listReadings().size(), 5) << size.width();
  }
  const QStringList cut = listNames({300, 150});
  EXPECT_EQ(cut.mid(0, 4), whole.mid(0, 4));
  EXPECT_TRUE(cut[4].startsWith("contact ") || cut[4].endsWith("damping")) << cut[4].toStdString();
}

// Where names are cut either way, curves have the width.
TEST_F(CanvasTest, LongNamesStandBelowTheTitle) {
  canvas.setTitle("Angular velocity", "rad/s", {});
  for (const char* name : {"Component 1, crank", "Component 2, coupler", "Component 3, folding link"})
    canvas.append(canvas.addCurve(name, PlotCanvas::Axis::left), {0, 1}, {0, 0.5});
  canvas.setCursor(0.5);
  canvas.resize(415, 155);
  look(canvas);
  EXPECT_GT(canvas.getPlotRect().width(), 300);
  EXPECT_EQ(canvas.listReadings().size(), 3);
}

// Beside long names half of the plot, but for the axis, is left to the curves.
TEST_F(CanvasTest, LongNamesLeaveHalfOfALowPlotToTheCurves) {
  canvas.setTitle("Angular velocity", "rad/s", {});
  const QString end = " of the second dyad, which carries the table on its side";
  for (const char* name : {"Crank", "Coupler", "Rocker"})
    canvas.append(canvas.addCurve(name + end, PlotCanvas::Axis::left), {0, 1}, {0, 0.5});
  canvas.resize(600, 100);
  look(canvas);
  EXPECT_GT(canvas.getPlotRect().width(), 600 / 2 - 70);
}

TEST(PlotCanvas, NoJointHasTheColourOfTheBlow) {
  for (const Palette& palette : {Palette::light(), Palette::darkSet()})
    for (std::size_t joint = 0; joint < 12; ++joint)
      EXPECT_NE(palette.curve(CurveFeed::stemColour(joint)), palette.impact) << joint;
}

// What is in the legend for the colours of stems alone has no values: the names keep their letters.
TEST_F(CanvasTest, NamesOfStemsNeedNoRoomForValues) {
  canvas.setFullRange(0, 1);
  canvas.resize(360, 300);
  const QStringList names{
      "B", "C", "Crank pivot", "Guide with stop", "Hinge with spring", "P of Guide with stop"};
  for (const double t : {0.498, 0.5, 0.502})
    for (int i = 0; i < names.size(); ++i) canvas.addStem({t, 1.0 + i, names[i], i});
  canvas.setCursor(0.9);
  canvas.refresh();
  look(canvas);
  QCoreApplication::processEvents();
  look(canvas);
  ASSERT_EQ(canvas.listStemNames().size(), names.size());
  QCPLegend* legend = canvas.findChild<QCustomPlot*>()->legend;
  for (int i = 0; i < legend->itemCount(); ++i) {
    auto* item = dynamic_cast<LegendName*>(legend->item(i));
    EXPECT_TRUE(!item || names.contains(item->shownName())) << item->shownName().toStdString();
  }
}

// A pin takes no moment: of its reaction no axis of moments is shown, until something holds it.
TEST(PlotCanvas, NoAxisMeasuresWhatIsZeroAllAlong) {
  PlotCanvas canvas;
  canvas.resize(600, 240);
  canvas.setTitle("Reaction in A", "N", "N m");
  canvas.append(canvas.addCurve("x", PlotCanvas::Axis::left, true), {0, 1}, {0, 3});
  const int moment = canvas.addCurve("moment [N m]", PlotCanvas::Axis::right, true);
  canvas.append(moment, {0, 1}, {0, 0});
  canvas.refresh();
  const auto countRight = [&] {
    const QImage picture = look(canvas);
    const QRect axes = canvas.getPlotRect();
    const QRect right(QPoint(axes.right() + 3, axes.top()), QPoint(picture.width() - 1, axes.bottom()));
    return right.isEmpty() ? 0 : countNear(picture, Palette::light().dim, right);
  };
  EXPECT_EQ(countRight(), 0);
  canvas.append(moment, {2}, {0.1});
  canvas.refresh();
  EXPECT_GT(countRight(), 50);
}

// Numbers stand at both axes: on the right, too, the scale can be read.
TEST_F(CanvasTest, TheRightAxisHasNumbers) {
  canvas.setTitle("Impulses", "N s", "N m s");
  canvas.append(canvas.addCurve("P", PlotCanvas::Axis::left), {0, 1}, {0, 1});
  canvas.append(canvas.addCurve("M", PlotCanvas::Axis::right), {0, 1}, {0, 0.15});
  const QImage picture = look(canvas);
  const QRect axes = canvas.getPlotRect();
  const QRect right(QPoint(axes.right() + 6, axes.top()), QPoint(picture.width() - 1, axes.bottom()));
  EXPECT_GT(countNear(picture, Palette::light().dim, right), 50);
}

TEST_F(CanvasTest, WhatIsRoundingIsDrawnAndReadAsZero) {
  canvas.setLook(Palette::light());
  canvas.setTitle("Velocity", "m/s", {});
  std::vector<double> t, noise;
  for (int i = 0; i <= 100; ++i) {
    t.push_back(i / 100.0);
    noise.push_back(i % 2 == 0 ? 5e-16 : -5e-16);
  }
  canvas.append(canvas.addCurve("ball", PlotCanvas::Axis::left), t, noise);
  canvas.setFloor(PlotCanvas::Axis::left, 1e-11);
  canvas.setFullRange(0, 1);
  canvas.setCursor(0.5);
  const QImage picture = look(canvas);
  EXPECT_EQ(canvas.listReadings(), QStringList{"ball 0"});
  const QRect axes = canvas.getPlotRect().adjusted(10, 0, -10, 0);
  int rows = 0;
  for (int y = axes.top(); y <= axes.bottom(); ++y)
    rows += countNear(picture, Palette::light().curve(0), QRect(axes.left(), y, axes.width(), 1)) > 20;
  EXPECT_GE(rows, 1);
  EXPECT_LE(rows, 4) << "a level line, not a curve of full height";
}

TEST_F(CanvasTest, JustBeforeAJumpTheValuesBeforeAreRead) {
  canvas.append(canvas.addCurve("omega", PlotCanvas::Axis::left), {0, 0.5, 0.5, 1}, {22, 22, -7, -7});
  canvas.setCursor(0.5);
  EXPECT_EQ(canvas.listReadings(), QStringList{QString("omega ") + QChar(0x2212) + "7"});
  canvas.setCursor(0.5, true);
  EXPECT_EQ(canvas.listReadings(), QStringList{"omega 22"});
  canvas.setMark(0.25);
  EXPECT_TRUE(canvas.listDifferences().back().startsWith("omega 22")) << "the second cursor agrees";
}

TEST_F(CanvasTest, ACurveUnderTheMouseIsRead) {
  canvas.setTitle("Height", "m", {});
  canvas.append(canvas.addCurve("rising", PlotCanvas::Axis::left), {0, 1}, {0, 0.5});
  canvas.setFullRange(0, 1);
  look(canvas);
  QWidget* plot = canvas.findChild<QWidget*>();
  const QRect axes = canvas.getPlotRect();
  const int x = static_cast<int>(std::lround(canvas.toPixel(0.5)));
  const auto moveTo = [&](QPoint at) {
    QMouseEvent move(QEvent::MouseMove, at, plot->mapToGlobal(at), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(plot, &move);
  };
  moveTo({x, axes.center().y()});
  EXPECT_TRUE(canvas.getPointerText().startsWith("rising = 2")) << qPrintable(canvas.getPointerText());
  EXPECT_TRUE(canvas.getPointerText().contains("\u202fmm at ")) << qPrintable(canvas.getPointerText());
  moveTo({axes.left() + 5, axes.top() + 5});
  EXPECT_TRUE(canvas.getPointerText().isEmpty()) << "no curve is near";
}

// Letters of the title reach as far as the room between its margins, in a second line if need be.
TEST_F(CanvasTest, ATitleIsNotCut) {
  canvas.setTitle("Angular velocity of the rocker and of its long coupler", "rad/s", {});
  for (const int width : {600, 320, 200}) {
    canvas.resize(width, 260);
    const QImage picture = look(canvas);
    int right = 0;  // of what is written in ink above the axes
    for (int y = 0; y < canvas.getPlotRect().top() - 8; ++y)
      for (int px = 0; px < picture.width(); ++px)
        if (picture.pixelColor(px, y).lightness() < 110) right = std::max(right, px);
    EXPECT_GT(right, 100) << width;
    EXPECT_LT(right, width - 36) << "cut, or under the button, at " << width;
  }
}

// 160 mm wide, what the axes are written at them, on white, without the cursor.
TEST_F(CanvasTest, FiguresAreFitForPrint) {
  QTemporaryDir folder;
  canvas.setLook(Palette::darkSet());
  canvas.setTitle("Height", "m", {});
  canvas.append(canvas.addCurve("rising", PlotCanvas::Axis::left), {0, 1}, {0, 0.5});
  canvas.setFullRange(0, 1);
  canvas.setCursor(0.5);
  look(canvas);
  ASSERT_TRUE(canvas.writePicture(folder.filePath("p.svg")));
  QFile svg(folder.filePath("p.svg"));
  ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
  const QByteArray text = svg.readAll();
  EXPECT_TRUE(text.contains("width=\"160")) << text.left(400).toStdString();
  EXPECT_TRUE(text.contains("t [s]"));
  EXPECT_TRUE(text.contains("Height [mm]"));
  EXPECT_FALSE(text.contains(Palette::light().action.name().toLatin1())) << "the colour of the cursor";
  ASSERT_TRUE(canvas.writePicture(folder.filePath("p.png")));
  const QImage png(folder.filePath("p.png"));
  EXPECT_NEAR(png.width() / (png.dotsPerMeterX() * 1e-3), 160, 0.5) << "mm";
  EXPECT_GT(png.pixelColor(3, 3).lightness(), 240) << "paper is white, whatever the screen";
}

// A column of 84 by 50 mm with letters of 7 points: the same figure, not a larger one shrunk.
TEST_F(CanvasTest, FiguresHaveTheSizeAndLettersThatWereAsked) {
  QTemporaryDir folder;
  canvas.setTitle("Height", "m", {});
  canvas.append(canvas.addCurve("rising", PlotCanvas::Axis::left), {0, 1}, {0, 0.5});
  canvas.setFullRange(0, 1);
  look(canvas);
  const PictureForm form{84, 50, 7};
  ASSERT_TRUE(canvas.writePicture(folder.filePath("p.png"), form));
  const QImage png(folder.filePath("p.png"));
  EXPECT_NEAR(png.width() / (png.dotsPerMeterX() * 1e-3), 84, 0.5) << "mm";
  EXPECT_NEAR(png.height() / (png.dotsPerMeterY() * 1e-3), 50, 0.5) << "mm";
  ASSERT_TRUE(canvas.writePicture(folder.filePath("p.svg"), form));
  const QSvgRenderer svg(folder.filePath("p.svg"));
  ASSERT_TRUE(svg.isValid());
  QFile written(folder.filePath("p.svg"));
  ASSERT_TRUE(written.open(QIODevice::ReadOnly));
  const QByteArray head = written.read(400);
  double svgWidth = 0, svgHeight = 0;
  ASSERT_EQ(std::sscanf(head.constData() + head.indexOf("width="), "width=\"%lfmm\" height=\"%lfmm\"",
                        &svgWidth, &svgHeight),
            2);
  EXPECT_NEAR(svgWidth, 84, 0.2);
  EXPECT_NEAR(svgHeight, 50, 0.2);
  // The letters are 12 units of the picture high, of which 7 points are 84 mm / width.
  const double unit = 84 / svg.viewBoxF().width();
  EXPECT_NEAR(12 * unit, 7 * 25.4 / 72, 0.02);
  ASSERT_TRUE(canvas.writePicture(folder.filePath("p.pdf"), form));
  QFile pdf(folder.filePath("p.pdf"));
  ASSERT_TRUE(pdf.open(QIODevice::ReadOnly));
  const QByteArray text = pdf.readAll();
  const QByteArray box = text.mid(text.indexOf("/MediaBox"), 60);
  double width = 0, height = 0;
  ASSERT_EQ(std::sscanf(box.constData(), "/MediaBox [0 0 %lf %lf]", &width, &height), 2) << box.toStdString();
  EXPECT_NEAR(width * 25.4 / 72, 84, 0.5);
  EXPECT_NEAR(height * 25.4 / 72, 50, 0.5);
}

// A box of 2 kg at rest on the ground, 0.5 m wide, for 2 s: what its speeds are called by rounding is far
// below what could be meant with places of 0.5 m, forces of 19.62 N and energies of 9.81 J.
TEST(RunScale, WhatRestsHasTheFloorThatFollowsFromPlacesForcesAndTime) {
  const std::vector<Channel> channels{{"t", "s"},
                                      {"box.x", "m"},
                                      {"box.vx", "m/s"},
                                      {"box.omega", "rad/s"},
                                      {"box.ay", "m/s2"},
                                      {"ground.normal_force", "N"},
                                      {"drive.moment", "N m"},
                                      {"energy.gravity", "J"},
                                      {"energy.residual", "J"},
                                      {"drift", "m"}};
  Trajectory run(channels);
  for (const double t : {0.0, 1.0, 2.0})
    run.sample(std::array{t, 0.5, 5e-16, -1e-16, 1e-15, 19.62, 1e-15, 9.81, 1e-15, 1e-17});
  RunScale scale;
  scale.restart(channels);
  for (const Channel& channel : channels) EXPECT_EQ(scale.findFloor(channel), 0) << "nothing is known";
  scale.add(run, 0);
  const auto floor = [&](std::size_t channel) { return scale.findFloor(channels[channel]) / 1e-10; };
  EXPECT_NEAR(floor(1), 0.5, 1e-12);
  EXPECT_NEAR(floor(2), 0.5 / 2, 1e-12);
  EXPECT_NEAR(floor(3), 1 / 2.0, 1e-12);
  EXPECT_NEAR(floor(4), 0.5 / 4, 1e-12);
  EXPECT_NEAR(floor(5), 19.62, 1e-9);
  EXPECT_NEAR(floor(6), 19.62 * 0.5, 1e-9) << "the moment that is zero: force by length";
  EXPECT_EQ(floor(8), 0) << "of errors the rounding is what one wants to see";
  EXPECT_EQ(floor(9), 0);
  Trajectory fast = run;
  fast.sample(std::array{2.0, 0.5, 30.0, 0.0, 0.0, 19.62, 0.0, 9.81, 0.0, 0.0});
  scale.add(fast, 3);
  EXPECT_NEAR(floor(2), 30, 1e-9) << "others have this speed";
}

// Before a run there is its start alone: an energy that is rounding is none.
TEST(RunScale, BeforeARunEnergiesHaveTheFloorOfForcesAndPlaces) {
  const std::vector<Channel> channels{
      {"t", "s"}, {"box.x", "m"}, {"pin.reaction_y", "N"}, {"energy.gravity", "J"}};
  Trajectory run(channels);
  run.sample(std::array{0.0, 0.5, 19.62, 3e-17});
  RunScale scale;
  scale.restart(channels);
  scale.add(run, 0);
  EXPECT_NEAR(scale.findFloor(channels[3]) / 1e-10, 0.5 * 19.62, 1e-9);
}

// vx of a link that moves along y alone.
TEST(PlotArea, ABodyAtRestIsALevelLine) {
  Trajectory run(kChannels);
  std::vector<double> row(kChannels.size());
  for (int i = 0; i < 200; ++i) {
    row[0] = i / 199.0;
    row[1] = i % 2 == 0 ? 5e-16 : -5e-16;
    row[3] = 1;
    run.sample(row);
  }
  PlotArea area;
  area.resize(1200, 300);
  area.setLook(Palette::light());
  area.setTrajectory(&run, nullptr, 1);
  PlotChoice still;
  still.channels = {"link1.vx"};
  area.getPlot(0).setChoice(still);
  area.show();
  area.setCursor(0.5);
  look(area.getPlot(0));
  EXPECT_EQ(area.getPlot(0).canvas().listReadings(), QStringList{"link1 0"});
}

TEST(PlotArea, ShowsEnergyImpulsesAndAngularVelocities) {
  const Trajectory run = makeRun(200, 0.35);
  PlotArea area;
  area.resize(1200, 300);
  area.setLook(Palette::light());
  area.setTrajectory(&run, nullptr, 1);
  area.show();
  const QImage impulses = look(area.getPlot(1));
  EXPECT_GT(countNear(impulses, Palette::light().impact, impulses.rect()), 50)
      << "P, above O1 on the stem they share";
  EXPECT_GT(countNear(impulses, Palette::light().curve(0), impulses.rect()), 50) << "the stem of O1";
  const PlotCanvas& drawing = area.getPlot(1).canvas();
  const QRect axes(drawing.mapTo(&area.getPlot(1), drawing.getPlotRect().topLeft()),
                   drawing.getPlotRect().size());
  const int at = drawing.mapTo(&area.getPlot(1), QPoint(static_cast<int>(drawing.toPixel(0.35)), 0)).x();
  for (const QColor& colour : {Palette::light().impact, Palette::light().curve(0)}) {
    EXPECT_EQ(countNear(impulses, colour, QRect(axes.topLeft(), QPoint(at - 6, axes.bottom()))), 0)
        << "stems stand at the time of their event";
    EXPECT_EQ(countNear(impulses, colour, QRect(QPoint(at + 6, axes.top()), axes.bottomRight())), 0);
  }
  EXPECT_EQ(area.getPlot(2).choice().channels.size(), 2U);
  QSignalSpy picked(&area, &PlotArea::timePicked);
  PlotCanvas& canvas = area.getPlot(2).canvas();
  QTest::mouseClick(canvas.childAt(canvas.getPlotRect().center()), Qt::LeftButton, {},
                    QPoint(static_cast<int>(canvas.toPixel(0.6)), canvas.getPlotRect().center().y()));
  ASSERT_EQ(picked.count(), 1);
  EXPECT_NEAR(picked[0][0].toDouble(), 0.6, 0.02);
}

// Axes are drawn where something is measured along them.
int countAxisPixels(SignalPlot& plot) {
  const QImage image = look(plot);
  QWidget* drawing = plot.isXy() ? static_cast<QWidget*>(&plot.xyCanvas()) : &plot.canvas();
  const QRect inside = drawing->rect().adjusted(4, 4, -4, -4).translated(drawing->mapTo(&plot, QPoint()));
  int count = 0;
  for (int y = inside.top(); y <= inside.bottom(); ++y)
    for (int x = inside.left(); x <= inside.right(); ++x)
      count += image.pixelColor(x, y) == Palette::light().line;
  return count;
}

TEST(PlotArea, BeforeARunNothingLooksLikeData) {
  PlotArea area;
  area.resize(1200, 300);
  area.setLook(Palette::light());
  area.show();
  const Trajectory none(kChannels), without(std::vector<Channel>{});
  Trajectory rest(kChannels);
  const std::vector<double> row(kChannels.size(), 1.0);
  rest.sample(row);
  PlotChoice over;
  over.kind = PlotChoice::Kind::xy;
  over.channels = {"O1.reaction_y"};
  over.over = "link1.omega";
  const auto expectBlank = [&](const char* when) {
    for (std::size_t i = 0; i < 3; ++i) {
      SignalPlot& plot = area.getPlot(i);
      EXPECT_EQ(countAxisPixels(plot), 0) << when << ", plot " << i;
      EXPECT_FALSE((plot.isXy() ? plot.xyCanvas().getHint() : plot.canvas().getHint()).isEmpty());
    }
  };
  expectBlank("nothing opened");
  area.setTrajectory(&without, nullptr, 1, {});
  expectBlank("nothing that could be read");
  area.setTrajectory(&none, nullptr, 1, {});
  area.getPlot(2).setChoice(over);
  expectBlank("a drawing that does not start");
  area.setTrajectory(&rest, nullptr, 1, {});
  expectBlank("at rest");
  const Trajectory run = makeRun(200, 0.35);
  area.setTrajectory(&rest, &run, 1, {});
  EXPECT_GT(countAxisPixels(area.getPlot(0)), 100) << "the ghost of the run before";
  area.setTrajectory(&run, nullptr, 1, {});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_GT(countAxisPixels(area.getPlot(i)), 100) << "plot " << i;
}

// Words in the place of curves are not copied or exported.
TEST(SignalPlot, WhatShowsNothingIsNoFigure) {
  const Trajectory run = makeRun(200);
  SignalPlot plot;
  plot.resize(600, 300);
  plot.show();
  const auto isOffered = [&plot] {
    bool offered = false;
    QTimer::singleShot(50, [&offered] {
      QWidget* menu = QApplication::activePopupWidget();
      ASSERT_NE(menu, nullptr);
      for (const QAction* action : menu->actions())
        if (action->text() == "Export picture...") offered = action->isEnabled();
      menu->close();
    });
    plot.findChild<QToolButton*>()->click();
    return offered;
  };
  EXPECT_FALSE(isOffered());
  plot.setChoice(energyChoice());
  plot.setTrajectory(&run, nullptr);
  EXPECT_TRUE(isOffered());
}

// A run that is the same as the one before: its curve is not pale.
TEST(PlotArea, TheGhostLiesUnderTheCurve) {
  const Trajectory run = makeRun(200), before = makeRun(200);
  PlotArea area;
  area.resize(1200, 300);
  area.setLook(Palette::light());
  area.setTrajectory(&run, &before, 1);
  area.show();
  const QImage image = look(area.getPlot(2));
  const PlotCanvas& canvas = area.getPlot(2).canvas();
  const QPoint corner = canvas.mapTo(&area.getPlot(2), canvas.getPlotRect().topLeft());
  EXPECT_GT(countNear(image, Palette::light().curve(0), QRect(corner, canvas.getPlotRect().size())), 200);
}

TEST(SignalPlot, ProposesAFileNameFromDrawingAndTitle) {
  SignalPlot plot;
  plot.setChoice(energyChoice());
  const auto propose = [&] { return QFileInfo(proposeExport(plot, plot.getTitle() + ".svg")); };
  EXPECT_EQ(propose().fileName(), "energy.svg");
  EXPECT_NE(propose().path(), QDir::currentPath()) << "wherever the program was started";
  const QTemporaryDir folder;
  plot.setWindowFilePath(folder.filePath("four-bar.clank"));
  plot.setChoice(sectionChoice("A"));
  EXPECT_EQ(propose().filePath(), folder.filePath("four-bar-poincar\u00e9-section-of-a.svg"));
}

// Where one went the next is proposed to go; another file has its own place.
TEST(SignalPlot, ProposesTheFolderOfTheLastExport) {
  SignalPlot plot;
  plot.setChoice(energyChoice());
  const QTemporaryDir folder, other;
  plot.setWindowFilePath(folder.filePath("four-bar.clank"));
  QTimer::singleShot(200, &plot, [&] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->selectedFiles().value(0), folder.filePath("four-bar-energy.svg"));
    dialog->findChild<QLineEdit*>("fileNameEdit")->setText(other.filePath("figure"));
    dialog->selectNameFilter("PDF (*.pdf)");
    static_cast<QDialog*>(dialog)->accept();
  });
  EXPECT_EQ(askForExport(plot, "Export", "energy.svg", "Vector picture (*.svg);;PDF (*.pdf)"),
            other.filePath("figure.pdf"));
  EXPECT_EQ(proposeExport(plot, "energy.svg"), other.filePath("four-bar-energy.svg"));
  plot.setWindowFilePath(folder.filePath("pump.clank"));
  EXPECT_EQ(proposeExport(plot, "energy.svg"), folder.filePath("pump-energy.svg"));
}

// Where nobody has chosen plots, a run that deals no blows does not end with an empty plot of impulses.
TEST(PlotArea, DefaultsFollowWhatHappened) {
  const Trajectory calm = makeRun(50), struck = makeRun(50, 0.5);
  PlotArea area;
  area.setTrajectory(&calm, nullptr, 1);
  EXPECT_EQ(area.getPlot(1).choice().title, "Impulses");
  area.settle(true);
  EXPECT_EQ(area.getPlot(1).choice().title, "Driving moments");
  area.setTrajectory(&struck, &calm, 1);
  area.settle(false);
  EXPECT_EQ(area.getPlot(1).choice().title, "Driving moments") << "it does not change under a slider";
  area.settle(true);
  EXPECT_EQ(area.getPlot(1).choice().title, "Impulses");
  area.setLayout({impulseChoice()});
  area.setTrajectory(&calm, &struck, 1);
  area.settle(true);
  EXPECT_EQ(area.getPlot(0).choice().title, "Impulses") << "somebody chose it";
}

// The last of the default plots would be empty.
TEST(PlotArea, VelocitiesStandWhereARunHasTurnedNothing) {
  const std::vector<Channel> channels{
      {"t", "s"}, {"bar.vx", "m/s"}, {"bar.vy", "m/s"}, {"bar.omega", "rad/s"}};
  const auto makeBar = [&](double omega) {
    Trajectory run(channels);
    for (const double t : {0.0, 0.5, 1.0}) run.sample(std::vector<double>{t, 2 * t, 0.0, t * omega});
    return run;
  };
  const Trajectory straight = makeBar(0), turning = makeBar(1);
  PlotArea area;
  area.setTrajectory(&straight, nullptr, 1);
  area.settle(true);
  EXPECT_EQ(area.getPlot(2).choice().title, "Velocity of bar");
  area.setTrajectory(&turning, &straight, 1);
  area.settle(true);
  EXPECT_EQ(area.getPlot(2).choice().title, "Angular velocity");
}

// m/s, rad/s and N cannot share two axes: a curve without a scale would be read on a wrong one.
TEST(PlotArea, AThirdUnitHasAPlotOfItsOwn) {
  const Trajectory run = makeRun(200);
  PlotArea area;
  area.resize(1200, 300);
  area.setTrajectory(&run, nullptr, 1);
  PlotChoice mixed;
  mixed.channels = {"link1.vx", "link1.omega", "O1.reaction_x", "link2.vx", "O1.moment", "energy.kinetic"};
  area.getPlot(1).setChoice(mixed);
  ASSERT_EQ(area.countPlots(), 5U);
  EXPECT_EQ(area.getPlot(3).choice().channels, (std::vector<std::string>{"O1.reaction_x", "O1.moment"}));
  EXPECT_EQ(area.getPlot(4).choice().channels, std::vector<std::string>{"energy.kinetic"});
  EXPECT_EQ(area.getPlot(1).canvas().countCurves(), 3U) << "those of its two axes";
  EXPECT_EQ(area.getPlot(3).canvas().countCurves(), 2U);
  mixed.channels.resize(2);
  area.getPlot(1).setChoice(mixed);
  EXPECT_EQ(area.countPlots(), 3U) << "they go with the choice that made them";
}

// What was chosen last is proposed again; one plot has nothing to be written together with.
TEST(PictureDialog, ProposesWhatWasChosenLast) {
  {
    PictureDialog dialog(3, nullptr);
    const auto fields = dialog.findChildren<QDoubleSpinBox*>();
    ASSERT_EQ(fields.size(), 3);
    fields[0]->setValue(84);
    fields[1]->setValue(0);
    fields[2]->setValue(7);
    EXPECT_EQ(fields[1]->text(), "as shown");
    dialog.findChild<QCheckBox*>()->setChecked(true);
    EXPECT_TRUE(dialog.isForAll());
    dialog.findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
  }
  const PictureDialog again(1, nullptr);
  EXPECT_EQ(again.form().width, 84);
  EXPECT_EQ(again.form().height, 0);
  EXPECT_EQ(again.form().letters, 7);
  EXPECT_FALSE(again.isForAll());
  EXPECT_EQ(again.findChild<QCheckBox*>(), nullptr);
  EXPECT_EQ(numberPath("/a/b.c/fig.x.svg", 2), "/a/b.c/fig.x-2.svg");
}

// Every plot with curves in a file of its own, from left to right.
TEST(PlotArea, AllPlotsAreWrittenAtOnce) {
  const Trajectory run = makeRun(200);
  PlotArea area;
  area.resize(900, 240);
  area.setTrajectory(&run, nullptr, 1);
  QTemporaryDir folder;
  ASSERT_EQ(area.countPlots(), 3U) << "of which one has no curve: nothing was struck";
  ASSERT_TRUE(area.writePictures(folder.filePath("fig.svg"), {84, 50, 8}));
  for (int i = 1; i <= 2; ++i)
    EXPECT_TRUE(QSvgRenderer(folder.filePath(QString("fig-%1.svg").arg(i))).isValid()) << i;
  EXPECT_EQ(QDir(folder.path()).entryList(QDir::Files).size(), 2);
  EXPECT_FALSE(area.writePictures("/nowhere/at/all.svg", {}));
}

// On paper each of two axes says what it measures.
TEST(PlotArea, BothAxesOfAFigureHaveTitles) {
  const Trajectory run = makeRun(200);
  PlotArea area;
  area.resize(1200, 300);
  area.setTrajectory(&run, nullptr, 1);
  const auto print = [&](const std::vector<std::string>& channels) {
    PlotChoice mixed;
    mixed.channels = channels;
    area.getPlot(1).setChoice(mixed);
    area.getPlot(1).advance();
    QTemporaryDir folder;
    EXPECT_TRUE(area.getPlot(1).canvas().writePicture(folder.filePath("p.svg")));
    QFile svg(folder.filePath("p.svg"));
    EXPECT_TRUE(svg.open(QIODevice::ReadOnly));
    return QString::fromUtf8(svg.readAll());
  };
  const QString two = print({"link1.omega", "link2.omega", "energy.kinetic"});
  EXPECT_TRUE(two.contains(">Angular velocity [rad/s]<"));
  EXPECT_TRUE(two.contains(">Energy [J]<"));
  const QString unlike = print({"O1.reaction_x", "link1.vx", "link2.omega"});
  EXPECT_FALSE(unlike.contains(">Signals [")) << "no word that says nothing";
  const QString one = print({"link1.omega", "link2.omega"});
  EXPECT_TRUE(one.contains(">Angular velocity [rad/s]<"));
}

TEST(PlotArea, APlotOfAThirdUnitIsAsWideAsTheOthers) {
  const Trajectory run = makeRun(200);
  PlotArea area;
  area.resize(1400, 300);
  area.setTrajectory(&run, nullptr, 1);
  area.show();
  PlotChoice mixed;
  mixed.channels = {"link1.vx", "link1.omega", "energy.kinetic"};
  area.getPlot(1).setChoice(mixed);
  QCoreApplication::processEvents();
  ASSERT_EQ(area.countPlots(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_TRUE(area.getPlot(i).isVisible());
    EXPECT_NEAR(area.getPlot(i).width(), area.getPlot(0).width(), 2) << "room for its title";
  }
}

TEST(PlotArea, GrowsWithTheRunAndKeepsTheGhost) {
  const Trajectory whole = makeRun(200);
  Trajectory growing(kChannels);
  PlotArea area;
  area.resize(1200, 300);
  area.setLook(Palette::light());
  area.show();
  for (std::size_t i = 0; i < 100; ++i) growing.sample(whole.row(i));
  area.setTrajectory(&growing, nullptr, 1);
  area.setCursor(-1);
  const auto inked = [&] {
    const QImage image = look(area.getPlot(2));
    QRect right = area.getPlot(2).canvas().getPlotRect();
    right.setLeft(right.center().x() + 10);
    return countNear(image, Palette::light().curve(0), right);
  };
  EXPECT_EQ(inked(), 0);
  for (std::size_t i = 100; i < 200; ++i) growing.sample(whole.row(i));
  area.advance();
  EXPECT_GT(inked(), 50);
  Trajectory fresh(kChannels);
  fresh.sample(whole.row(0));
  area.setTrajectory(&fresh, &whole, 1);
  const QImage image = look(area.getPlot(2));
  QColor pale = Palette::light().curve(0);
  const QColor mixed =
      QColor::fromRgbF(0.7F + 0.3F * pale.redF(), 0.7F + 0.3F * pale.greenF(), 0.7F + 0.3F * pale.blueF());
  EXPECT_EQ(inked(), 0);
  EXPECT_GT(countNear(image, mixed, area.getPlot(2).canvas().getPlotRect()), 50) << "the last run is pale";
}

TEST(ChannelPicker, SearchesAndChooses) {
  ChannelPicker picker;
  picker.setChannels(kChannels, {"energy.kinetic"});
  picker.show();
  EXPECT_EQ(picker.chosen(), std::vector<std::string>{"energy.kinetic"});
  QSignalSpy changed(&picker, &ChannelPicker::chosenChanged);
  auto* list = picker.findChild<QListView*>();
  int offered = 0;
  for (int i = 0; i < list->model()->rowCount(); ++i) {
    const QModelIndex row = list->model()->index(i, 0);
    EXPECT_TRUE(row.flags().testFlag(Qt::ItemIsUserCheckable) || !row.data().toString().contains('['));
    offered += row.flags().testFlag(Qt::ItemIsUserCheckable);
  }
  EXPECT_EQ(offered, static_cast<int>(kChannels.size()) - 1) << "t is no signal";
  EXPECT_GT(list->model()->rowCount(), offered) << "grouped by part";
  QTest::keyClicks(picker.findChild<QLineEdit*>(), "REACTION");
  ASSERT_EQ(list->model()->rowCount(), 3);
  EXPECT_EQ(list->model()->index(0, 0).data().toString(), "O1") << "whose they are";
  list->setCurrentIndex(list->model()->index(2, 0));
  QTest::keyClick(list, Qt::Key_Space);
  EXPECT_EQ(changed.count(), 1);
  EXPECT_EQ(picker.chosen(), (std::vector<std::string>{"O1.reaction_y", "energy.kinetic"}));
  picker.findChild<QLineEdit*>()->clear();
  QTest::keyClicks(picker.findChild<QLineEdit*>(), "angular velocity");
  ASSERT_GE(list->model()->rowCount(), 2);
  EXPECT_EQ(list->model()->index(1, 0).data().toString(), "angular velocity (omega) [rad/s]");
}

// All channels of a part are found by the name that is read, not by its id alone.
TEST(ChannelPicker, APartIsFoundByItsName) {
  const PartNames names{{"O1", "Main bearing"}};
  setPartNames(&names);
  ChannelPicker picker;
  picker.setChannels(kChannels, {});
  const auto countOffered = [&](const QString& searched) {
    picker.findChild<QLineEdit*>()->setText(searched);
    const QAbstractItemModel* shown = picker.findChild<QListView*>()->model();
    int offered = 0;
    for (int i = 0; i < shown->rowCount(); ++i)
      offered += shown->index(i, 0).flags().testFlag(Qt::ItemIsUserCheckable);
    return offered;
  };
  EXPECT_GT(countOffered("o1."), 0);
  EXPECT_EQ(countOffered("main bear"), countOffered("o1."));
  setPartNames(nullptr);
}

TEST(PlotCanvas, SaysNothingBeforeItIsToldSo) {
  PlotCanvas fresh, told;
  told.setHint({});
  for (PlotCanvas* canvas : {&fresh, &told}) canvas->resize(400, 240);
  EXPECT_EQ(fresh.grab().toImage(), told.grab().toImage());
}

}  // namespace
}  // namespace clank
