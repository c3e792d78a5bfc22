// SPDX-License-Identifier: GPL-3.0-or-later
// Points are floats about an origin near the shapes, and the actor has the origin in doubles: a mechanism
// that flies away would tremble otherwise. Shapes that are not seen keep their points, all in one place.
#include "ui/scene/shape_batch.h"

#include <vtkCellArray.h>
#include <vtkPointData.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ui/scene/same_data.h"

namespace clank {
namespace {

using Rgba = std::array<unsigned char, 4>;

Rgba toRgba(const QColor& c) {
  const auto part = [](int value) { return static_cast<unsigned char>(value); };
  return {part(c.red()), part(c.green()), part(c.blue()), part(c.alpha())};
}

// Whether it changes anything.
bool fill(unsigned char* at, vtkIdType count, const QColor& color) {
  const Rgba wanted = toRgba(color);
  bool changed = false;
  for (vtkIdType i = 0; i < count; ++i, at += wanted.size()) {
    if (std::equal(wanted.begin(), wanted.end(), at)) continue;
    std::copy(wanted.begin(), wanted.end(), at);
    changed = true;
  }
  return changed;
}

const float* floatsOf(vtkDataArray* array) {
  return static_cast<const float*>(array->GetVoidPointer(0));
}

}  // namespace

ShapeBatch::ShapeBatch() {
  points_->SetDataTypeToFloat();
  colors_->SetName("colors");
  colors_->SetNumberOfComponents(4);
  normals_->SetName("normals");
  normals_->SetNumberOfComponents(3);
  data_->SetPoints(points_);
  data_->GetPointData()->SetScalars(colors_);
}

ShapeBatch::Id ShapeBatch::add(const vtkSmartPointer<vtkPolyData>& data) {
  shapes_.push_back({data});
  isWhole_ = false;
  return shapes_.size() - 1;
}

ShapeBatch::Id ShapeBatch::add(const vtkSmartPointer<vtkPolyData>& data, const QColor& color) {
  const Id id = add(data);
  shapes_[id].color = color;
  return id;
}

void ShapeBatch::replace(Id id, const vtkSmartPointer<vtkPolyData>& data) {
  Shape& shape = shapes_[id];
  vtkPolyData &before = *shape.data, &now = *data;
  const bool isAlike = before.GetNumberOfPoints() == now.GetNumberOfPoints() &&
                       areSameCells(before.GetPolys(), now.GetPolys()) &&
                       areSameCells(before.GetLines(), now.GetLines()) &&
                       isSameArray(before.GetPointData()->GetScalars(), now.GetPointData()->GetScalars());
  shape.data = data;
  shape.hasMoved = true;
  if (!isAlike) isWhole_ = false;
}

void ShapeBatch::place(Id id, const Placement& at, double z) {
  Shape& shape = shapes_[id];
  if (shape.isPlaced && shape.at.origin == at.origin && shape.at.angle == at.angle && shape.z == z) return;
  shape.at = at;
  shape.z = z;
  shape.isPlaced = true;
  shape.hasMoved = true;
}

void ShapeBatch::setVisible(Id id, bool on) {
  Shape& shape = shapes_[id];
  if (std::exchange(shape.isVisible, on) != on) shape.hasMoved = true;
}

void ShapeBatch::setColor(Id id, const QColor& color) {
  Shape& shape = shapes_[id];
  if (std::exchange(shape.color, color) != color && isWhole_) setColor(id, 0, shape.count, color);
}

void ShapeBatch::setColor(Id id, vtkIdType first, vtkIdType count, const QColor& color) {
  if (!isWhole_) join();
  if (fill(colors_->GetPointer(4 * (shapes_[id].first + first)), count, color)) colorsChanged_ = true;
}

void ShapeBatch::commit(Vec2 near, double far) {
  const bool shifted = length(near - origin_) > far;
  if (shifted) origin_ = near;
  if (actor_) actor_->SetPosition(origin_.x, origin_.y, 0);
  if (!isWhole_) join();
  movePoints(shifted);
  if (std::exchange(colorsChanged_, false)) colors_->Modified();
  if (std::exchange(pointsChanged_, false)) {
    points_->Modified();
    if (hasNormals_) normals_->Modified();
    data_->Modified();
  }
}

// All arrays of the size of all shapes; points come with their moving.
void ShapeBatch::join() {
  vtkIdType count = 0;
  for (Shape& shape : shapes_) {
    shape.first = count;
    shape.count = shape.data->GetNumberOfPoints();
    shape.hasMoved = true;
    count += shape.count;
  }
  points_->SetNumberOfPoints(count);
  joinCells();
  joinColors();
  joinNormals();
  isWhole_ = true;
  pointsChanged_ = true;
  data_->Modified();
}

void ShapeBatch::joinCells() {
  vtkNew<vtkCellArray> triangles, lines;
  for (const Shape& shape : shapes_) {
    triangles->Append(shape.data->GetPolys(), shape.first);
    lines->Append(shape.data->GetLines(), shape.first);
  }
  triangles->Squeeze();
  lines->Squeeze();
  if (!areSameCells(triangles, data_->GetPolys())) data_->SetPolys(triangles);
  if (!areSameCells(lines, data_->GetLines())) data_->SetLines(lines);
}

void ShapeBatch::joinColors() {
  const std::vector<unsigned char> before(colors_->GetPointer(0),
                                          colors_->GetPointer(0) + colors_->GetNumberOfValues());
  colors_->SetNumberOfTuples(points_->GetNumberOfPoints());
  for (const Shape& shape : shapes_) {
    unsigned char* const at = colors_->GetPointer(4 * shape.first);
    auto* const own = vtkUnsignedCharArray::SafeDownCast(shape.data->GetPointData()->GetScalars());
    if (own && !shape.color.isValid())
      std::copy_n(own->GetPointer(0), 4 * shape.count, at);
    else
      fill(at, shape.count, shape.color.isValid() ? shape.color : QColor(Qt::black));
  }
  const unsigned char* const now = colors_->GetPointer(0);
  if (!std::equal(before.begin(), before.end(), now, now + colors_->GetNumberOfValues()))
    colorsChanged_ = true;
}

void ShapeBatch::joinNormals() {
  hasNormals_ = !shapes_.empty() && shapes_.front().data->GetPointData()->GetNormals();
  if (hasNormals_) normals_->SetNumberOfTuples(points_->GetNumberOfPoints());
  data_->GetPointData()->SetNormals(hasNormals_ ? normals_.Get() : nullptr);
}

void ShapeBatch::movePoints(bool all) {
  for (Shape& shape : shapes_) {
    if (!all && !shape.hasMoved) continue;
    shape.hasMoved = false;
    shape.isPlaced&& shape.isVisible ? movePoints(shape) : hidePoints(shape);
    pointsChanged_ = true;
  }
}

void ShapeBatch::movePoints(const Shape& shape) {
  if (shape.count == 0) return;
  const double c = std::cos(shape.at.angle), s = std::sin(shape.at.angle);
  const Vec2 to = shape.at.origin - origin_;
  const auto turn = [&](const float* in, float* out, Vec2 by, double lift) {
    for (vtkIdType i = 0; i < shape.count; ++i, in += 3, out += 3) {
      const double x = in[0], y = in[1];
      out[0] = static_cast<float>(c * x - s * y + by.x);
      out[1] = static_cast<float>(s * x + c * y + by.y);
      out[2] = static_cast<float>(in[2] + lift);
    }
  };
  turn(floatsOf(shape.data->GetPoints()->GetData()), pointsOf(shape), to, shape.z);
  if (!hasNormals_) return;
  turn(floatsOf(shape.data->GetPointData()->GetNormals()), normals_->GetPointer(3 * shape.first), {}, 0);
}

void ShapeBatch::hidePoints(const Shape& shape) {
  std::fill_n(pointsOf(shape), 3 * shape.count, 0.0F);
}

float* ShapeBatch::pointsOf(const Shape& shape) {
  return static_cast<float*>(points_->GetVoidPointer(0)) + 3 * shape.first;
}

}  // namespace clank
