// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes that move each on its own, drawn by one actor: an actor each costs more than its triangles, and ten
// thousand of them take seconds. Shapes lie one over the other in the order in which they were added.
#pragma once

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <QColor>
#include <vector>

#include "ui/scene/plane.h"

namespace clank {

class ShapeBatch {
 public:
  using Id = std::size_t;

  ShapeBatch();
  // Forgets all shapes. What turns out to be the same with the next ones is not sent to the card again.
  void begin() { shapes_.clear(), isWhole_ = false; }
  // A visible shape of triangles or lines with float points in its own axes: in its own colours, one a point,
  // or black. A shape without a place is not drawn. Shapes may share their data.
  Id add(const vtkSmartPointer<vtkPolyData>& data);
  Id add(const vtkSmartPointer<vtkPolyData>& data, const QColor& color);
  // Another shape instead. The colours of some points of any shape are lost when it is made of other ones.
  void replace(Id shape, const vtkSmartPointer<vtkPolyData>& data);
  // z: m, added to the heights of its points.
  void place(Id shape, const Placement& at, double z);
  void setVisible(Id shape, bool on);
  void setColor(Id shape, const QColor& color);
  // Of some of its points.
  void setColor(Id shape, vtkIdType first, vtkIdType count, const QColor& color);
  std::size_t size() const { return shapes_.size(); }

  // What the actor that draws it shows, and that actor, which commit() moves.
  vtkSmartPointer<vtkPolyData> data() const { return data_; }
  void setActor(const vtkSmartPointer<vtkActor>& actor) { actor_ = actor; }
  const vtkSmartPointer<vtkActor>& actor() const { return actor_; }
  // Hands over what has changed. Points are kept to float accuracy of their distance from `near` (m), which
  // is given up only when it has moved by more than `far`: from then on they are all new.
  void commit(Vec2 near, double far);

 private:
  struct Shape {
    vtkSmartPointer<vtkPolyData> data;
    vtkIdType first = 0, count = 0;  // points in the batch
    Placement at{};
    double z = 0;
    QColor color{};  // invalid: colours of its own
    bool isPlaced = false, isVisible = true, hasMoved = true;
  };
  void join();
  void joinCells();
  void joinColors();
  void joinNormals();
  void movePoints(bool all);
  void movePoints(const Shape& shape);
  void hidePoints(const Shape& shape);
  float* pointsOf(const Shape& shape);

  std::vector<Shape> shapes_;
  vtkNew<vtkPolyData> data_;
  vtkNew<vtkPoints> points_;
  vtkNew<vtkUnsignedCharArray> colors_;
  vtkNew<vtkFloatArray> normals_;
  vtkSmartPointer<vtkActor> actor_;
  Vec2 origin_;
  bool isWhole_ = false;  // data_ is of these shapes
  bool hasNormals_ = false, colorsChanged_ = false, pointsChanged_ = false;
};

}  // namespace clank
