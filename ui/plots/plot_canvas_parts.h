// SPDX-License-Identifier: GPL-3.0-or-later
// The inside of a PlotCanvas, for the files that make it: plot_canvas.cpp has what is drawn, plot_style.cpp
// how, plot_mouse.cpp what the mouse does.
#pragma once

#include <qcustomplot.h>

#include <array>
#include <optional>
#include <vector>

#include "ui/plots/curve_graph.h"
#include "ui/plots/drawn_items.h"
#include "ui/plots/lit_curves.h"
#include "ui/plots/plot_frame.h"

namespace clank {

class PlotCanvas;

class PlotCanvasParts {
 public:
  struct Curve {
    CurveGraph* graph = nullptr;
    CurveGraph* ghost = nullptr;
    bool hidesZero = false;
  };

  struct Laid {
    QCPGraph* graph = nullptr;
    CurveGraph* ofRun = nullptr;  // the same, of an overlay
    QString label;                // in the legend
    bool hidesZero = false;
    std::size_t curve = 0;
    int colour = 0;
    Extent extent;
    bool isMark = false;  // of the worst place of a reference
  };

  explicit PlotCanvasParts(PlotCanvas* owner) : self(owner), plot(new QCustomPlot(owner)), frame(plot) {}

  void setup();
  // SI, of the axis of a curve: what is below is rounding.
  double findFloor(const QCPGraph& graph) const {
    return cursor->floors[graph.valueAxis() == plot->yAxis ? 0 : 1];
  }
  void styleCurves();
  void dropCurves(std::size_t first);
  bool takeOver(const QString& label, const QCPAxis* values);
  CurveGraph* addGraph(QCPAxis* values, const char* layer) const;
  bool takePoints();
  void takeVisibility(int index);
  void nameOverlays();
  void showAxes();
  void nameUnits();
  void rescaleValues();
  bool isAbove(QPoint at) const;
  void press(QMouseEvent* event);
  void move(QMouseEvent* event);
  void wheel(QWheelEvent* event);
  void pick(double x, bool isMark);
  int findCurve(QPointF at) const;
  int findNamed(QPoint at) const;
  void tellPointed(int curve);
  void nameStems();
  void dropStemNames();
  void setTimeView(double from, double to);
  std::optional<std::size_t> findStem(QPointF at) const;
  void point(const QMouseEvent* event);
  void leave();
  template <class Write>
  auto print(Write write);

  PlotCanvas* self;
  QCustomPlot* plot;
  PlotFrame frame;
  StateBands* bands = nullptr;
  EventLines* events = nullptr;
  Stems* stems = nullptr;
  Cursor* cursor = nullptr;
  Readings* readings = nullptr;
  QString title;
  std::array<QString, 2> axisNames;  // left, right
  Palette palette = Palette::light();
  std::vector<Curve> curves;
  LitCurves lit;
  std::vector<Laid> overlays;
  std::vector<Laid> references;
  std::vector<QCPGraph*> stemNames;   // without points: names in the legend
  std::array<Extent, 2> stemExtents;  // on the left and the right axis
  double from = 0, to = 1;            // s, full range
  std::size_t next = 0;               // curve to be taken over
  bool isUnstyled = false;            // some curve or name is new
  int pointed = -1;                   // curve, or what a stem is of, under the mouse
  bool needsRight = true;             // an axis on the right
  bool isTaking = false;              // the rest of the points
  bool replotDue = false;             // of everything, the cursor too
  bool valuesByHand = false;          // the user zoomed the values
  QPoint grabbed;                     // where the view was taken hold of
};

}  // namespace clank
