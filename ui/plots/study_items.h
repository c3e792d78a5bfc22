// SPDX-License-Identifier: GPL-3.0-or-later
// What a figure of a study is drawn with beside curves and bars. For study_canvas.cpp and scatter_matrix.cpp
// alone: qcustomplot.h costs six seconds a unit.
#pragma once

#include <vector>

#include "ui/plots/drawn_items.h"
#include "ui/plots/study_drawing.h"

namespace clank {

// From dark to bright whatever is behind it, told apart by colour-blind eyes and in grey.
QCPColorGradient makeRamp();

// Cells of a map. Each reaches half the way to its neighbours; those without a value are hatched.
class MapCells final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  void setCells(const StudyDrawing& drawing);
  QCPRange range() const { return range_; }  // of the values
  QCPRange columnRange() const { return {columnEdges_.front(), columnEdges_.back()}; }
  QCPRange rowRange() const { return {rowEdges_.front(), rowEdges_.back()}; }
  bool isEmpty() const { return cells_.empty(); }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  std::vector<double> columnEdges_, rowEdges_;
  std::vector<FigureCell> cells_;
  QCPRange range_;
};

// Upright lines with their names at the top.
class Percentiles final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  std::vector<FigureMark> marks;

 protected:
  void draw(QCPPainter* painter) override;
};

// A ring around the run that was clicked.
class ChosenRun final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  std::vector<QPointF> points;  // px

 protected:
  void draw(QCPPainter* painter) override;
};

}  // namespace clank
