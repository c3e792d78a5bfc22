// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/trace_lines.h"

#include <vtkCellArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>

namespace clank {
namespace {
constexpr std::size_t kMostPoints = 4000;         // of a line
constexpr double kFreshPoints = 500;              // over which the line fades
constexpr double kOldest = 0.22, kNewest = 0.95;  // opacity
}  // namespace

bool TraceLines::reset(vtkRenderer* renderer, std::size_t lines, double grain, double z) {
  grain_ = grain;
  z_ = z;
  clear();
  if (lines == lines_.size()) return false;
  for (const Line& line : lines_) renderer->RemoveActor(line.actor);
  lines_.clear();
  for (std::size_t i = 0; i < lines; ++i) lines_.push_back({{}, makeLine(), false, {}});
  return true;
}

vtkSmartPointer<vtkActor> TraceLines::makeLine() const {
  vtkNew<vtkPolyDataMapper> mapper;
  vtkNew<vtkPolyData> data;
  mapper->SetInputData(data);
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->GetProperty()->LightingOff();
  actor->GetProperty()->SetLineWidth(static_cast<float>(width_));
  actor->ForceOpaqueOn();  // blended in drawing order, without a pass for translucent actors
  actor->PickableOff();
  actor->VisibilityOff();
  return actor;
}

void TraceLines::addActors(vtkRenderer* renderer) {
  for (const Line& line : lines_) {
    renderer->RemoveActor(line.actor);
    renderer->AddActor(line.actor);
  }
}

void TraceLines::setColor(std::size_t line, const QColor& color) {
  lines_[line].color = color;
  lines_[line].changed = true;
}

void TraceLines::setWidth(double pixels) {
  width_ = pixels;
  for (Line& line : lines_) line.actor->GetProperty()->SetLineWidth(static_cast<float>(pixels));
}

void TraceLines::append(std::size_t index, Vec2 point) {
  Line& line = lines_[index];
  if (!line.points.empty() && length(point - line.points.back()) < grain_) return;
  // The oldest go: with every second point left out, what was a curve becomes a tangle of chords.
  if (line.points.size() >= kMostPoints)
    line.points.erase(line.points.begin(), line.points.begin() + kMostPoints / 4);
  line.points.push_back(point);
  line.changed = true;
}

void TraceLines::clear() {
  for (Line& line : lines_) {
    line.points.clear();
    line.changed = true;
  }
}

void TraceLines::commit() {
  for (Line& line : lines_) {
    if (line.changed) rebuild(line);
    line.changed = false;
  }
}

void TraceLines::rebuild(Line& line) const {
  line.actor->SetVisibility(line.points.size() > 1);
  vtkNew<vtkPoints> points;
  vtkNew<vtkCellArray> cells;
  vtkNew<vtkUnsignedCharArray> colors;
  colors->SetNumberOfComponents(4);
  colors->SetName("colors");
  const std::size_t n = line.points.size();
  cells->InsertNextCell(static_cast<int>(n));
  for (std::size_t i = 0; i < n; ++i) {
    const double age =
        std::min(1.0, static_cast<double>(n - 1 - i) / std::min(kFreshPoints, static_cast<double>(n)));
    cells->InsertCellPoint(points->InsertNextPoint(line.points[i].x, line.points[i].y, z_));
    colors->InsertNextTuple4(line.color.red(), line.color.green(), line.color.blue(),
                             255 * (kNewest + (kOldest - kNewest) * age));
  }
  vtkNew<vtkPolyData> data;
  data->SetPoints(points);
  data->SetLines(cells);
  data->GetPointData()->SetScalars(colors);
  vtkPolyDataMapper::SafeDownCast(line.actor->GetMapper())->SetInputData(data);
}

}  // namespace clank
