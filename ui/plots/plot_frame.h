// SPDX-License-Identifier: GPL-3.0-or-later
// What every drawing with QCustomPlot has around its curves: title, units, legend, axes, pictures. For the
// canvases alone.
#pragma once

#include <qcustomplot.h>

#include "ui/look/palette.h"

namespace clank {

// Of logarithmic axes: how far they reach around what is shown, and the least of it that is, of the greatest.
inline constexpr double kLogMargin = 1.5, kLogSpan = 1e-9;

class PlotFrame {
 public:
  explicit PlotFrame(QCustomPlot* plot);

  void setTitle(const QString& text, const QString& units);
  // Values of the axis stay SI; its numbers are value / factor.
  static void setUnit(QCPAxis& axis, double factor);
  static void setLogarithmic(QCPAxis& axis, bool on);
  // Moves what an axis shows so that `was` (px) comes to `is`.
  static void drag(QCPAxis& axis, int was, int is);
  void setLook(const Palette& palette);
  void wrapLegend(int width);  // px: as many names in a row as it holds
  void fitTicks(QSize size);
  QPixmap takePicture(QSize size);
  bool writePicture(const QString& path, QSize size);  // PNG, SVG or PDF by its ending

 private:
  void styleAxis(QCPAxis* axis, bool grid, const Palette& palette);

  QCustomPlot* plot_;
  QCPTextElement *title_, *unit_;
  QCPLayoutGrid* legendRow_;
};

}  // namespace clank
