// SPDX-License-Identifier: GPL-3.0-or-later
// What QCustomPlot has no plottable for, drawn with its painter so that exports show it too. For
// plot_canvas.cpp alone: qcustomplot.h costs six seconds a unit.
#pragma once

#include <qcustomplot.h>

#include <vector>

#include "ui/look/palette.h"
#include "ui/plots/plot_canvas.h"

namespace clank {

// For what is drawn in the plot; size in px, before lookScale().
QFont makePlotFont(const QCustomPlot* plot, bool bold = false, int size = 12);

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
  std::vector<PlotCanvas::Band> bands;

 protected:
  void draw(QCPPainter* painter) override;
};

// Impulses: those of one event share the stem at its time, each with a dot and, where there is room, its
// name.
class Stems final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  std::vector<PlotCanvas::Stem> stems;  // those of one event follow each other

 protected:
  void draw(QCPPainter* painter) override;

 private:
  const QCPAxis* axisOf(const PlotCanvas::Stem& stem) const;
  double toY(const PlotCanvas::Stem& stem) const;            // px
  double getRoom(std::size_t first, std::size_t end) const;  // px to the neighbouring events
  void drawEvent(QCPPainter* painter, std::size_t first, std::size_t end) const;
  void drawNames(QCPPainter* painter, double x, const std::vector<PlotCanvas::Stem>& here) const;
};

// The time cursor, with a dot where it meets each curve.
class Cursor final : public DrawnItem {
 public:
  using DrawnItem::DrawnItem;
  double t = 0;  // s
  bool hidesValues = false;

 protected:
  void draw(QCPPainter* painter) override;

 private:
  void drawDot(QCPPainter* painter, double x, const QCPGraph& graph) const;
};

// Marks a graph as the pale curve of the previous run: no dot, no name.
inline constexpr const char* kGhost = "ghost";

}  // namespace clank
