// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn of a study: curves, cells, bars and percentiles as numbers, clicks by pixels, pictures.
#include <gtest/gtest.h>

#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <cmath>

#include "ui/plots/scatter_matrix.h"
#include "ui/plots/study_canvas.h"
#include "ui/plots/study_figure.h"

namespace clank {
namespace {

// Of parameters alone, so that no mechanism is needed: area = a b, and a^2 that has no value for a > 3.
Mechanism makePlane(Sampling sampling) {
  Mechanism m;
  for (const char* id : {"a", "b"}) {
    Parameter parameter;
    parameter.id = id;
    parameter.value = 1.0;
    m.parameters.push_back(parameter);
  }
  Study study;
  study.id = "s";
  study.sampling = sampling;
  study.runs = 200;
  for (const char* id : {"a", "b"}) {
    StudyParameter parameter;
    parameter.parameter = id;
    parameter.from = Quantity(1.0);
    parameter.to = Quantity(4.0);
    parameter.count = 4;
    study.parameters.push_back(parameter);
  }
  StudyQuantity area, root;
  area.id = "area";
  area.value = "a*b";
  root.id = "root";
  root.value = "sqrt(3 - a)";
  study.quantities = {area, root};
  m.studies = {study};
  return m;
}

StudyTable compute(const Mechanism& m) {
  const auto runs = StudyRuns::create(m, "s");
  if (!runs) throw std::runtime_error(runs.error().front().what);
  StudyTable table(*runs);
  for (std::uint64_t run = 0; run < *runs->plan().size(); ++run) table.add(*runs->run(run, {}));
  return table;
}

TEST(StudyCanvas, ALabelThatIsLongerThanItsAxisIsItsUnitAlone) {
  StudyCanvas canvas;
  StudyDrawing line;
  line.y = {"greatest angular velocity of link 1", "rad/s", false, false, {}};
  canvas.setDrawing(line);
  canvas.show();
  canvas.resize(600, 700);
  QTest::qWait(50);
  EXPECT_EQ(canvas.writtenLabel(), "greatest angular velocity of link 1 [rad/s]");
  canvas.resize(600, 160);
  QTest::qWait(50);
  EXPECT_EQ(canvas.writtenLabel(), "[rad/s]");
}

TEST(StudyDrawing, AMapHasACellForEveryPair) {
  const StudyTable table = compute(makePlane(Sampling::grid));
  EXPECT_EQ(chooseFigure(table).kind, FigureKind::map);
  const StudyDrawing map = makeDrawing(table, chooseFigure(table));
  EXPECT_EQ(map.columns, (std::vector<double>{1, 2, 3, 4}));
  ASSERT_EQ(map.cells.size(), 16U);
  for (const FigureCell& cell : map.cells) {
    EXPECT_EQ(cell.value, map.columns[cell.column] * map.rows[cell.row]);
    EXPECT_EQ(table.quantities()[0].values[cell.from], cell.value);
  }
  const StudyDrawing root = makeDrawing(table, {FigureKind::map, 0, 1, 1});
  for (const FigureCell& cell : root.cells)
    EXPECT_EQ(std::isfinite(cell.value), map.columns[cell.column] <= 3) << cell.column;
}

TEST(StudyDrawing, ALineIsAFamilyOverTheOtherParameter) {
  const StudyTable table = compute(makePlane(Sampling::grid));
  const StudyDrawing line = makeDrawing(table, {FigureKind::line, 1, 0, 0});
  ASSERT_EQ(line.series.size(), 4U);
  EXPECT_EQ(line.series[2].label.toStdString(), "a = 3");
  EXPECT_EQ(line.series[2].x, (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(line.series[2].y, (std::vector<double>{3, 6, 9, 12}));
  EXPECT_TRUE(line.isJoined);
}

TEST(StudyDrawing, PercentilesAreThoseOfAllValues) {
  const StudyTable table = compute(makePlane(Sampling::latinHypercube));
  EXPECT_EQ(chooseFigure(table).kind, FigureKind::histogram);
  const StudyDrawing histogram = makeDrawing(table, chooseFigure(table));
  const auto sorted = sortFinite(table.quantities()[0].values);
  ASSERT_EQ(histogram.marks.size(), 3U);
  EXPECT_EQ(histogram.marks[1].at, calcPercentile(sorted, 0.5));
  EXPECT_TRUE(histogram.hint.isEmpty());
}

// Of a b with both even on [1, 4]: V(E[ab|a])/V = (E b)^2 V(a)/V(ab) = 6.25*0.75/(7*7 - 39.0625) = 0.4717.
TEST(StudyDrawing, IndicesOfAProduct) {
  Mechanism m = makePlane(Sampling::sensitivity);
  m.studies[0].runs = 16384;
  const StudyTable table = compute(m);
  EXPECT_EQ(chooseFigure(table).kind, FigureKind::indices);
  const StudyDrawing bars = makeDrawing(table, chooseFigure(table));
  ASSERT_EQ(bars.indices.size(), 2U);
  for (const SobolIndex& index : bars.indices) {
    EXPECT_NEAR(index.first, 0.4717, 0.01);
    EXPECT_NEAR(index.total, 1 - 0.4717, 0.01);
  }
}

class FigureTest : public testing::Test {
 protected:
  void show(const StudyTable& shown) {
    table = shown;
    figure.resize(700, 420);
    figure.setTable(&table, true);
    figure.show();
    for (int i = 0; i < 6; ++i) QCoreApplication::processEvents();
    QTest::qWait(50);
  }
  StudyTable table;
  StudyFigure figure;
};

TEST_F(FigureTest, AClickOnACellPicksItsRun) {
  show(compute(makePlane(Sampling::grid)));
  QSignalSpy picked(&figure, &StudyFigure::runPicked);
  for (const std::size_t row : {0U, 5U, 15U}) {
    const auto place = figure.canvas().findPlace(row);
    ASSERT_TRUE(place);
    EXPECT_EQ(figure.canvas().findRow(*place), row);
    EXPECT_EQ(figure.canvas().findRow(*place + QPointF(9, -9)), row);  // anywhere in it
    auto* plot = figure.canvas().findChild<QWidget*>();
    QTest::mouseClick(plot, Qt::LeftButton, {}, place->toPoint());
    ASSERT_FALSE(picked.isEmpty());
    EXPECT_EQ(picked.last().front().value<std::size_t>(), row);
  }
}

TEST_F(FigureTest, APointOfALineIsPickedWithinReach) {
  show(compute(makePlane(Sampling::grid)));
  figure.setChoice({FigureKind::line, 0, 1, 0});
  QTest::qWait(50);
  for (std::size_t row = 0; row < table.rowCount(); ++row) {
    const auto place = figure.canvas().findPlace(row);
    ASSERT_TRUE(place);
    EXPECT_EQ(table.quantities()[0].values[*figure.canvas().findRow(*place)],
              table.quantities()[0].values[row]);
  }
}

// px from the left, of what is drawn between two heights in another colour than the ground.
int findFarthest(const QImage& image, int top, int bottom) {
  int farthest = 0;
  for (int y = top; y < bottom; ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixel(x, y) != image.pixel(image.width() - 1, image.height() - 1))
        farthest = std::max(farthest, x);
  return farthest;
}

TEST_F(FigureTest, AMatrixTakesTheWholeWidth) {
  show(compute(makePlane(Sampling::random)));
  figure.setChoice({FigureKind::histogram, 0, 1, 0});
  QTest::qWait(50);
  figure.setChoice({FigureKind::matrix, 0, 1, 0});
  QTest::qWait(50);
  auto* matrix = figure.findChild<ScatterMatrix*>();
  ASSERT_TRUE(matrix);
  const QImage image = matrix->grab().toImage();
  EXPECT_GT(findFarthest(image, image.height() / 2, image.height()), 0.9 * image.width())
      << "below the title";
}

// Drawn before it had a width, the title was broken into many lines and cut; and the cells began below the
// room of a legend that nobody sees.
TEST_F(FigureTest, ALowMatrixHasItsTitleInALineAndItsCellsBelow) {
  show(compute(makePlane(Sampling::random)));
  figure.resize(700, 200);
  figure.setChoice({FigureKind::matrix, 0, 1, 0});
  QTest::qWait(50);
  auto* matrix = figure.findChild<ScatterMatrix*>();
  ASSERT_TRUE(matrix);
  const QImage image = matrix->grab().toImage();
  const int title = 34;  // px
  EXPECT_GT(findFarthest(image, 0, title), 200) << "its text";
  EXPECT_GT(findFarthest(image, title, title + 14), image.width() / 2) << "the first cells";
}

TEST_F(FigureTest, EveryKindIsWrittenAsEveryPicture) {
  QTemporaryDir folder;
  for (const Sampling sampling : {Sampling::grid, Sampling::random, Sampling::sensitivity}) {
    Mechanism m = makePlane(sampling);
    m.studies[0].runs = 40;
    show(compute(m));
    for (const FigureKind kind : listKinds(table)) {
      figure.setChoice({kind, 0, 1, 0});
      QTest::qWait(30);
      for (const char* ending : {"svg", "pdf", "png"}) {
        const QString path = folder.filePath(QString("%1.%2").arg(static_cast<int>(kind)).arg(ending));
        EXPECT_TRUE(figure.writePicture(path)) << path.toStdString();
        EXPECT_GT(QFileInfo(path).size(), 2000) << path.toStdString();
      }
    }
  }
  EXPECT_FALSE(figure.writePicture("/nowhere/at/all.png"));
}

TEST_F(FigureTest, NumbersAreCopiedInTheirUnits) {
  show(compute(makePlane(Sampling::grid)));
  const QStringList lines = figure.toText().split('\n');
  EXPECT_EQ(lines[0], "run\ta\tb\tarea\troot");
  EXPECT_EQ(lines[2].section('\t', 0, 3), "1\t1\t2\t2");
  EXPECT_EQ(lines.size(), 18);
}

}  // namespace
}  // namespace clank
