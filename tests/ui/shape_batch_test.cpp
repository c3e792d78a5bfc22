// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/shape_batch.h"

#include <gtest/gtest.h>
#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPointData.h>

#include <cmath>

#include "ui/scene/flat_drawing.h"
#include "ui/scene/part_shapes.h"

namespace clank {
namespace {

vtkSmartPointer<vtkPolyData> makeTriangle(const QColor& color = Qt::red) {
  FlatDrawing drawing(0.5, 0);
  drawing.setColor(color);
  drawing.polygon({{0, 0}, {1, 0}, {0, 1}});
  return drawing.makeData();
}

class ShapeBatchTest : public testing::Test {
 protected:
  void expectAt(vtkIdType point, double x, double y, double z) const {
    const double* const at = batch.data()->GetPoint(point);
    EXPECT_NEAR(at[0], x, 1e-6) << point;
    EXPECT_NEAR(at[1], y, 1e-6) << point;
    EXPECT_NEAR(at[2], z, 1e-6) << point;
  }
  QColor colorOf(vtkIdType point) const {
    const double* const c = batch.data()->GetPointData()->GetScalars()->GetTuple(point);
    return {static_cast<int>(c[0]), static_cast<int>(c[1]), static_cast<int>(c[2]), static_cast<int>(c[3])};
  }
  vtkMTimeType pointsTime() const { return batch.data()->GetPoints()->GetData()->GetMTime(); }
  vtkMTimeType colorsTime() const { return batch.data()->GetPointData()->GetScalars()->GetMTime(); }
  ShapeBatch batch;
};

TEST_F(ShapeBatchTest, EachShapeIsWhereItWasPlaced) {
  const auto a = batch.add(makeTriangle()), b = batch.add(makeTriangle());
  batch.place(a, {{2, 3}, 0}, 1);
  batch.place(b, {{-1, 0}, kPi / 2}, 0);
  batch.commit({}, 100);
  ASSERT_EQ(batch.data()->GetNumberOfPoints(), 6);
  EXPECT_EQ(batch.data()->GetNumberOfPolys(), 2);
  expectAt(1, 3, 3, 1.5);
  expectAt(4, -1, 1, 0.5);
  batch.place(a, {{0, 0}, 0}, 0);
  batch.commit({}, 100);
  expectAt(1, 1, 0, 0.5);
  expectAt(4, -1, 1, 0.5);
}

TEST_F(ShapeBatchTest, WhatIsNotPlacedOrNotVisibleHasNoArea) {
  batch.add(makeTriangle());
  const auto hidden = batch.add(makeTriangle());
  batch.place(hidden, {{5, 5}, 0}, 0);
  batch.setVisible(hidden, false);
  batch.commit({}, 100);
  for (vtkIdType i = 0; i < 6; ++i) expectAt(i, 0, 0, 0);
  batch.setVisible(hidden, true);
  batch.commit({}, 100);
  expectAt(3, 5, 5, 0.5);
}

TEST_F(ShapeBatchTest, ColoursAreTheShapesOwnUntilTheyAreSet) {
  batch.add(makeTriangle(Qt::red));
  const auto blue = batch.add(makeTriangle(Qt::red), Qt::blue);
  batch.commit({}, 100);
  EXPECT_EQ(colorOf(0), QColor(Qt::red));
  EXPECT_EQ(colorOf(3), QColor(Qt::blue));
  batch.setColor(blue, Qt::green);
  batch.setColor(0, 1, 1, Qt::black);
  batch.commit({}, 100);
  EXPECT_EQ(colorOf(0), QColor(Qt::red));
  EXPECT_EQ(colorOf(1), QColor(Qt::black));
  EXPECT_EQ(colorOf(3), QColor(Qt::green));
}

// What the graphics card has is not sent again.
TEST_F(ShapeBatchTest, WhatStaysIsNotTouched) {
  const auto fill = [&](double x) {
    batch.begin();
    batch.place(batch.add(makeTriangle()), {{x, 0}, 0}, 0);
    batch.commit({}, 100);
  };
  fill(0);
  const auto points = pointsTime(), colors = colorsTime(), cells = batch.data()->GetPolys()->GetMTime();
  batch.place(0, {{0, 0}, 0}, 0);
  batch.setColor(0, 0, 3, Qt::red);
  batch.commit({}, 100);
  EXPECT_EQ(pointsTime(), points);
  fill(1);
  EXPECT_GT(pointsTime(), points);
  EXPECT_EQ(colorsTime(), colors);
  EXPECT_EQ(batch.data()->GetPolys()->GetMTime(), cells);
  batch.setColor(0, Qt::blue);
  batch.commit({}, 100);
  EXPECT_GT(colorsTime(), colors);
}

TEST_F(ShapeBatchTest, NormalsTurnWithTheirShape) {
  const auto plate = batch.add(makePlate(makeRoundedHull({{0, 0}}, 1), 1, 0.1));
  batch.place(plate, {{0, 0}, kPi / 2}, 0);
  batch.commit({}, 100);
  const double* const normal = batch.data()->GetPointData()->GetNormals()->GetTuple(0);
  EXPECT_NEAR(normal[0], 0, 1e-6);
  EXPECT_NEAR(normal[1], 1, 1e-6);
}

// A float tells places a million metres away 6 cm apart.
TEST_F(ShapeBatchTest, FarAwayShapesKeepTheirShape) {
  const auto actor = vtkSmartPointer<vtkActor>::New();
  batch.setActor(actor);
  batch.add(makeTriangle());
  batch.place(0, {{1e6 + 0.01, 0}, 0}, 0);
  batch.commit({1e6, 0}, 10);
  EXPECT_DOUBLE_EQ(actor->GetPosition()[0], 1e6);
  expectAt(0, 0.01, 0, 0.5);
  batch.commit({1e6 + 5, 0}, 10);
  EXPECT_DOUBLE_EQ(actor->GetPosition()[0], 1e6) << "not for a small step";
}

TEST_F(ShapeBatchTest, AShapeCanBecomeAnother) {
  batch.add(makeTriangle());
  const auto second = batch.add(makeTriangle());
  batch.place(second, {}, 0);
  batch.commit({}, 100);
  FlatDrawing square(0, 0);
  square.rectangle({0, 0}, 0, 2, 2);
  batch.replace(0, square.makeData());
  batch.commit({}, 100);
  ASSERT_EQ(batch.data()->GetNumberOfPoints(), 7);
  expectAt(5, 1, 0, 0.5);
  batch.replace(0, vtkSmartPointer<vtkPolyData>::New());
  batch.commit({}, 100);
  EXPECT_EQ(batch.data()->GetNumberOfPoints(), 3);
}

}  // namespace
}  // namespace clank
