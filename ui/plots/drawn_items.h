// SPDX-License-Identifier: GPL-3.0-or-later
// What QCustomPlot has no plottable for, drawn with its painter so that exports show it too. For
// plot_canvas.cpp alone: qcustomplot.h costs six seconds a unit.
#pragma once

#include <qcustomplot.h>

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "ui/look/palette.h"
#include "ui/plots/lit_curves.h"
#include "ui/plots/plot_frame.h"
#include "ui/plots/plot_marks.h"

namespace clank {

class DrawnItem : public QCPAbstractItem {
 public:
  explicit DrawnItem(QCustomPlot* plot) : QCPAbstractItem(plot) { setSelectable(false); }
  double selectTest(const QPointF&, bool, QVariant*) const override { return -1; }
  Palette palette = Palette::light();

 protected:
  double toX(double t) const { return parentPlot()->xAxis->coordToPixel(t); }
  void drawUpright(QCPPainter* painter, double x) const;  // over the whole height of the axes
};

class EventLines final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  std::vector<double> times;  // s

 protected:
  void draw(QCPPainter* painter) override;
};

// What state the mechanism is in, along the time axis: the more it holds, the thicker.
class StateBands final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  std::vector<PlotBand> bands;

 protected:
  void draw(QCPPainter* painter) override;
};

// Impulses: those of one event share the stem at its time, each with a dot and, where there is room, its
// name. However many events there are, no more are drawn than there are pixels.
class Stems final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  std::vector<PlotStem> stems;       // in order of time
  std::array<double, 2> greatest{};  // of each axis, SI
  // What is left of zero by rounding: no impulse, and no dot.
  bool isNothing(const PlotStem& stem) const;
  LitCurves lit;
  const QCPAxis* axisOf(const PlotStem& stem) const;
  QPointF toDot(const PlotStem& stem) const { return {toX(stem.t), toY(stem)}; }  // px
  std::size_t countDrawn() const { return drawn_; }
  bool lacksNames() const { return lacksNames_; }  // some stem found no room for its name, the last time

 protected:
  void draw(QCPPainter* painter) override;

 private:
  double toY(const PlotStem& stem) const;                    // px
  double getRoom(std::size_t first, std::size_t end) const;  // px to the neighbouring events
  std::vector<PlotStem> listLongest(std::size_t first, std::size_t end) const;
  void drawEvents(QCPPainter* painter, std::size_t first, std::size_t end);
  // False: there was no room for some.
  bool drawNames(QCPPainter* painter, double x, const std::vector<PlotStem>& here, double room) const;

  std::size_t drawn_ = 0;  // the last time
  bool lacksNames_ = false;
};

// The time cursor, with a dot where it meets each curve.
class Cursor final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  double t = 0;                    // s
  bool isBefore = false;           // of two values at that time the earlier one counts
  std::optional<double> mark;      // s, the second cursor
  std::array<QString, 2> units;    // SI, of the left and the right axis
  std::array<double, 2> floors{};  // SI, of these axes: what is below is rounding
  bool hidesValues = false;
  // From the mark to the cursor: time, its inverse, and each curve at the cursor with its difference.
  QStringList listDifferences() const;
  // Where the mouse is, on a curve or a stem; what it reads there is told beside it.
  struct Pointer {
    QString name;
    const QCPAxis* axis = nullptr;  // of the value
    double t = 0, value = 0;        // s, SI
    QColor colour;
  };
  void setPointer(std::optional<Pointer> pointer);  // nothing: on none
  QString getPointerText() const;
  QString findUnit(const QCPGraph& graph) const { return units[indexOf(graph.valueAxis())]; }
  double settle(const QCPGraph& graph, double value) const {
    return std::abs(value) < floors[indexOf(graph.valueAxis())] ? 0 : value;
  }

 protected:
  void draw(QCPPainter* painter) override;

 private:
  std::size_t indexOf(const QCPAxis* axis) const { return axis == parentPlot()->yAxis ? 0 : 1; }
  void drawDots(QCPPainter* painter, double at) const;
  void drawDifferences(QCPPainter* painter) const;
  void drawPointer(QCPPainter* painter) const;

  std::optional<Pointer> pointer_;
};

// Behind each name of the legend: its value at the cursor, in the unit of the plot.
class Readings final : public DrawnItem {
 public:
  Readings(QCustomPlot* plot, const Cursor& cursor, const PlotFrame& frame);
  QStringList list() const;  // "kinetic 0.35", in the order of the legend
  // The same with units, whether there is room for them or not.
  QStringList tell() const;

 protected:
  void draw(QCPPainter* painter) override;

 private:
  using Item = QCPPlottableLegendItem;
  // For each name that has a value, SI.
  void visitValues(const std::function<void(const Item&, const QCPGraph&, double)>& visit) const;
  // Calls visit(item, text) for each name that has a value, where there is room.
  void visit(const std::function<void(const Item&, const QString&)>& visit) const;

  const Cursor& cursor_;
  const PlotFrame& frame_;
};

// Marks a graph as the pale curve of the previous run: no dot, no name.
inline constexpr const char* kGhost = "ghost";

}  // namespace clank
