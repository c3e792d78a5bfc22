// SPDX-License-Identifier: GPL-3.0-or-later
// Flat, unlit symbols: discs, rings, strokes and filled polygons, one above the other in the order they are
// drawn.
#pragma once

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkSmartPointer.h>
#include <vtkUnsignedCharArray.h>

#include <QColor>
#include <vector>

#include "ui/scene/plane.h"

namespace clank {

inline constexpr double kStroke = 0.085;  // of a usual line, in drawn widths

class FlatDrawing {
 public:
  // z: height of the first shape; lift: how much higher each further one lies, m.
  FlatDrawing(double z, double lift);

  void setColor(const QColor& color) { color_ = color; }
  void setSteps(int steps) { steps_ = steps; }  // of a full turn of what is round
  void disc(Vec2 center, double radius);
  void ring(Vec2 center, double inner, double outer);
  void polygon(const std::vector<Vec2>& convex);
  void rectangle(Vec2 center, double angle, double halfLength, double halfWidth);
  void stroke(const std::vector<Vec2>& points, double width);  // round ends and joints
  void arc(Vec2 center, double radius, double from, double sweep, double width);
  void dashedArc(Vec2 center, double radius, double from, double sweep, double width, int dashes);
  // Shaft and head, the tip at `to`, with a rim of another colour around it (0: none).
  void arrow(Vec2 from, Vec2 to, double width, double rim = 0, const QColor& rimColor = {});

  vtkIdType countPoints() const { return points_->GetNumberOfPoints(); }
  // Of colours of its own, one a point.
  vtkSmartPointer<vtkPolyData> makeData() const;

 private:
  vtkIdType addPoint(Vec2 p);
  void triangle(vtkIdType a, vtkIdType b, vtkIdType c);
  void nextShape() { z_ += lift_; }
  void addRing(Vec2 center, double inner, double outer);
  void addFan(Vec2 center, double radius, double from, double sweep);
  void addBand(Vec2 center, double inner, double outer, double from, double sweep, int steps);
  void addJoint(Vec2 at, double half, Vec2 in, Vec2 out);
  int countSteps(double sweep) const;
  void addArrow(Vec2 from, Vec2 to, double width, double grow);
  void addStroke(const std::vector<Vec2>& points, double width);

  vtkNew<vtkPoints> points_;
  vtkNew<vtkCellArray> triangles_;
  vtkNew<vtkUnsignedCharArray> colors_;
  QColor color_;
  int steps_ = 40;
  double z_, lift_;
};

}  // namespace clank
