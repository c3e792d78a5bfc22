// SPDX-License-Identifier: GPL-3.0-or-later
// Paths of points: thin lines behind the parts that fade with age.
#pragma once

#include <vtkActor.h>
#include <vtkSmartPointer.h>

#include <QColor>
#include <vector>

#include "ui/scene/plane.h"

class vtkRenderer;

namespace clank {

class TraceLines {
 public:
  // Empty lines. grain: moves shorter than this are not recorded, m. True: their actors are others than
  // before, and wait for addActors().
  bool reset(vtkRenderer* renderer, std::size_t lines, double grain, double z);
  // The same lines above what was added to the renderer since.
  void addActors(vtkRenderer* renderer);
  void setColor(std::size_t line, const QColor& color);
  void setWidth(double pixels);
  void append(std::size_t line, Vec2 point);
  void clear();
  // Brings the picture up to date with what was appended; cheap when nothing was.
  void commit();
  std::size_t lineCount() const { return lines_.size(); }

 private:
  struct Line {
    std::vector<Vec2> points;
    vtkSmartPointer<vtkActor> actor;
    bool changed = false;
    QColor color;
  };
  vtkSmartPointer<vtkActor> makeLine() const;
  void rebuild(Line& line) const;

  std::vector<Line> lines_;
  double width_ = 1.5, grain_ = 0, z_ = 0;
};

}  // namespace clank
