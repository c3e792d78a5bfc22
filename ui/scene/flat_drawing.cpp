// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/flat_drawing.h"

#include <vtkPointData.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace clank {
FlatDrawing::FlatDrawing(double z, double lift) : z_(z), lift_(lift) {
  colors_->SetName("colors");
  colors_->SetNumberOfComponents(4);
}

vtkIdType FlatDrawing::addPoint(Vec2 p) {
  colors_->InsertNextTuple4(color_.red(), color_.green(), color_.blue(), color_.alpha());
  return points_->InsertNextPoint(p.x, p.y, z_);
}

void FlatDrawing::triangle(vtkIdType a, vtkIdType b, vtkIdType c) {
  const std::array<vtkIdType, 3> ids{a, b, c};
  triangles_->InsertNextCell(3, ids.data());
}

void FlatDrawing::addRing(Vec2 center, double inner, double outer) {
  if (inner <= 0) return addFan(center, outer, 0, 2 * kPi);
  addBand(center, inner, outer, 0, 2 * kPi, steps_);
}

void FlatDrawing::addFan(Vec2 center, double radius, double from, double sweep) {
  const int steps = countSteps(sweep);
  const vtkIdType middle = addPoint(center);
  vtkIdType last = addPoint(center + radius * unitVector(from));
  for (int i = 1; i <= steps; ++i) {
    const vtkIdType next = addPoint(center + radius * unitVector(from + sweep * i / steps));
    triangle(middle, last, next);
    last = next;
  }
}

void FlatDrawing::addBand(Vec2 center, double inner, double outer, double from, double sweep, int steps) {
  vtkIdType lastIn = 0, lastOut = 0;
  for (int i = 0; i <= steps; ++i) {
    const Vec2 u = unitVector(from + sweep * i / steps);
    const vtkIdType in = addPoint(center + inner * u), out = addPoint(center + outer * u);
    if (i > 0) {
      triangle(lastIn, lastOut, out);
      triangle(lastIn, out, in);
    }
    lastIn = in;
    lastOut = out;
  }
}

int FlatDrawing::countSteps(double sweep) const {
  return std::max(2, static_cast<int>(std::ceil(steps_ * std::abs(sweep) / (2 * kPi))));
}

void FlatDrawing::disc(Vec2 center, double radius) {
  ring(center, 0, radius);
}

void FlatDrawing::ring(Vec2 center, double inner, double outer) {
  addRing(center, inner, outer);
  nextShape();
}

void FlatDrawing::polygon(const std::vector<Vec2>& convex) {
  std::vector<vtkIdType> ids;
  for (const Vec2 p : convex) ids.push_back(addPoint(p));
  for (std::size_t i = 2; i < ids.size(); ++i) triangle(ids[0], ids[i - 1], ids[i]);
  nextShape();
}

void FlatDrawing::rectangle(Vec2 center, double angle, double halfLength, double halfWidth) {
  const Vec2 u = halfLength * unitVector(angle), v = halfWidth * leftOf(unitVector(angle));
  polygon({center - u - v, center + u - v, center + u + v, center - u + v});
}

// A band for each segment, half a disc at either end, and at each joint the sector that is left open.
void FlatDrawing::addStroke(const std::vector<Vec2>& points, double width) {
  const double half = 0.5 * width;
  std::optional<Vec2> before;  // direction of the last segment
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec2 step = points[i + 1] - points[i];
    if (length(step) <= 0) continue;
    const Vec2 along = (1 / length(step)) * step, side = half * leftOf(along);
    if (before)
      addJoint(points[i], half, *before, along);
    else
      addFan(points[i], half, angleOf(along) + kPi / 2, kPi);
    before = along;
    const vtkIdType a = addPoint(points[i] - side), b = addPoint(points[i + 1] - side);
    const vtkIdType c = addPoint(points[i + 1] + side), d = addPoint(points[i] + side);
    triangle(a, b, c);
    triangle(a, c, d);
  }
  if (points.empty()) return;
  if (before)
    addFan(points.back(), half, angleOf(*before) - kPi / 2, kPi);
  else
    addFan(points.back(), half, 0, 2 * kPi);
}

// On the outer side of the turn.
void FlatDrawing::addJoint(Vec2 at, double half, Vec2 in, Vec2 out) {
  const double turn = std::atan2(cross(in, out), dot(in, out));
  if (turn == 0) return;
  addFan(at, half, angleOf(in) - std::copysign(kPi / 2, turn), turn);
}

void FlatDrawing::stroke(const std::vector<Vec2>& points, double width) {
  addStroke(points, width);
  nextShape();
}

void FlatDrawing::arc(Vec2 center, double radius, double from, double sweep, double width) {
  const double half = 0.5 * width, way = std::copysign(1.0, sweep);
  addBand(center, std::max(0.0, radius - half), radius + half, from, sweep, countSteps(sweep));
  if (std::abs(sweep) < 2 * kPi) {
    addFan(center + radius * unitVector(from), half, from, -way * kPi);
    addFan(center + radius * unitVector(from + sweep), half, from + sweep, way * kPi);
  }
  nextShape();
}

void FlatDrawing::dashedArc(Vec2 center, double radius, double from, double sweep, double width, int dashes) {
  const double period = sweep / (dashes - 0.45);  // ends with a dash
  for (int i = 0; i < dashes; ++i) arc(center, radius, from + i * period, 0.55 * period, width);
}

void FlatDrawing::arrow(Vec2 from, Vec2 to, double width, double rim, const QColor& rimColor) {
  if (length(to - from) <= 0) return;
  if (rim > 0) {
    const QColor own = color_;
    color_ = rimColor;
    addArrow(from, to, width, rim);
    nextShape();
    color_ = own;
  }
  addArrow(from, to, width, 0);
  nextShape();
}

// grow: by how much every side lies further out.
void FlatDrawing::addArrow(Vec2 from, Vec2 to, double width, double grow) {
  const Vec2 u = (1 / length(to - from)) * (to - from), v = leftOf(u);
  const double head = std::min(3.6 * width, 0.7 * length(to - from)), half = 0.45 * head;
  const double slant = std::hypot(half, head) / head;  // sides of the head lie oblique to their offset
  const Vec2 neck = to - head * u;
  addStroke({from, neck}, width + 2 * grow);
  const Vec2 base = neck - grow * u;
  const double outer = half + grow * (slant + half / head);
  triangle(addPoint(to + (grow * std::hypot(half, head) / half) * u), addPoint(base + outer * v),
           addPoint(base - outer * v));
}

vtkSmartPointer<vtkPolyData> FlatDrawing::makeData() const {
  auto data = vtkSmartPointer<vtkPolyData>::New();
  data->SetPoints(points_);
  data->SetPolys(triangles_);
  data->GetPointData()->SetScalars(colors_);
  return data;
}

}  // namespace clank
