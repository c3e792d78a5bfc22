// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_frame.h"

#include "ui/plots/unit_ticker.h"

#include <QFileInfo>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>

#include "ui/look/scale.h"
#include "ui/plots/drawn_items.h"

namespace clank {
namespace {

constexpr int kTickRoom = 42;  // px, least distance of two labels of an axis

}  // namespace

PlotFrame::PlotFrame(QCustomPlot* plot) : plot_(plot) {
  auto* layout = plot_->plotLayout();
  layout->insertRow(0);
  layout->insertRow(0);
  auto* header = new QCPLayoutGrid;  // first into the plot: elements take their plot from the layout
  layout->addElement(0, 0, header);
  title_ = new QCPTextElement(plot_, "", makePlotFont(plot_, true, 13));
  unit_ = new QCPTextElement(plot_, "", makePlotFont(plot_));
  header->addElement(0, 0, title_);
  header->addElement(0, 1, unit_);
  header->addElement(0, 2, new QCPLayoutElement);
  header->setColumnStretchFactors({0.001, 0.001, 1});
  header->setMargins(QMargins(12, 10, 40, 2));
  legendRow_ = new QCPLayoutGrid;
  layout->addElement(1, 0, legendRow_);
  plot_->legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
  plot_->axisRect()->insetLayout()->take(plot_->legend);
  legendRow_->addElement(0, 0, plot_->legend);
  legendRow_->addElement(0, 1, new QCPLayoutElement);
  legendRow_->setColumnStretchFactors({0.001, 1});
  legendRow_->setMargins(QMargins(12, 0, 8, 0));
  layout->setRowStretchFactors({0.001, 0.001, 1});
  layout->setRowSpacing(0);
  plot_->legend->setVisible(true);
  plot_->legend->setBorderPen(Qt::NoPen);
  plot_->legend->setBrush(Qt::NoBrush);
  plot_->legend->setMargins(QMargins(0, 0, 0, 0));
  plot_->legend->setIconSize(14, 18);
  plot_->legend->setIconTextPadding(4);
  plot_->legend->setColumnSpacing(12);
  plot_->legend->setRowSpacing(0);
  plot_->legend->setFont(makePlotFont(plot_));
  auto* rect = plot_->axisRect();
  rect->setMinimumMargins(QMargins(44, 6, 24, 6));
  rect->setupFullAxesBox();
  plot_->yAxis2->setVisible(false);
  plot_->xAxis2->setVisible(false);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis, plot_->yAxis2})
    axis->setTicker(QSharedPointer<UnitTicker>(new UnitTicker));
  plot_->xAxis->ticker()->setTickCount(6);
  plot_->yAxis->ticker()->setTickCount(5);
  plot_->yAxis2->ticker()->setTickCount(5);
}

void PlotFrame::setTitle(const QString& text, const QString& units) {
  title_->setText(text);
  unit_->setText(units);
}

void PlotFrame::setUnit(QCPAxis& axis, double factor) {
  static_cast<UnitTicker&>(*axis.ticker()).factor = factor;
}

void PlotFrame::setLogarithmic(QCPAxis& axis, bool on) {
  axis.setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  static_cast<UnitTicker&>(*axis.ticker()).logarithmic = on;
}

void PlotFrame::drag(QCPAxis& axis, int was, int is) {
  const double from = axis.pixelToCoord(was), to = axis.pixelToCoord(is);
  axis.moveRange(axis.scaleType() == QCPAxis::stLogarithmic ? from / to : from - to);
}

void PlotFrame::styleAxis(QCPAxis* axis, bool grid, const Palette& palette) {
  axis->setBasePen(QPen(palette.line));
  axis->setTickPen(QPen(palette.line));
  axis->setSubTickPen(Qt::NoPen);
  axis->setTickLength(0, 4);
  axis->setTickLabelColor(palette.dim);
  axis->setTickLabelFont(makePlotFont(plot_));
  axis->setTickLabelPadding(4);
  axis->setNumberFormat("gb");
  axis->setNumberPrecision(4);
  axis->grid()->setVisible(grid);
  axis->grid()->setPen(QPen(palette.line, 1));
  axis->grid()->setZeroLinePen(QPen(palette.dim, 1));
}

void PlotFrame::setLook(const Palette& palette) {
  const double scale = lookScale(plot_);
  const auto px = [scale](int length) { return static_cast<int>(std::lround(length * scale)); };
  title_->setFont(makePlotFont(plot_, true, 13));
  unit_->setFont(makePlotFont(plot_));
  plot_->legend->setFont(makePlotFont(plot_));
  plot_->legend->setIconSize(px(14), px(18));
  plot_->axisRect()->setMinimumMargins(QMargins(px(44), 6, px(24), 6));
  plot_->setBackground(QBrush(palette.panel));
  title_->setTextColor(palette.ink);
  unit_->setTextColor(palette.dim);
  plot_->legend->setTextColor(palette.ink);
  styleAxis(plot_->xAxis, false, palette);
  styleAxis(plot_->yAxis, true, palette);
  styleAxis(plot_->yAxis2, false, palette);
}

void PlotFrame::wrapLegend(int width) {
  const QFontMetrics metrics(makePlotFont(plot_));
  int widest = 0;
  for (int i = 0; i < plot_->legend->itemCount(); ++i)
    if (auto* item = qobject_cast<QCPPlottableLegendItem*>(plot_->legend->item(i)))
      widest = std::max(widest, metrics.horizontalAdvance(item->plottable()->name()) + 14 + 4 + 12);
  const int wrap = widest > 0 ? std::max(1, (width - 24) / widest) : 1;
  if (plot_->legend->wrap() == wrap) return;
  plot_->legend->setWrap(wrap);
  plot_->legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
}

void PlotFrame::fitTicks(QSize size) {
  const double room = kTickRoom * lookScale(plot_);
  for (QCPAxis* axis : {plot_->yAxis, plot_->yAxis2})
    axis->ticker()->setTickCount(std::clamp(static_cast<int>(size.height() / room), 2, 6));
  plot_->xAxis->ticker()->setTickCount(std::clamp(static_cast<int>(size.width() / (2 * room)), 2, 8));
}

QPixmap PlotFrame::takePicture(QSize size) {
  return plot_->toPixmap(std::max(640, size.width()), std::max(400, size.height()), 2);
}

bool PlotFrame::writePicture(const QString& path, QSize size) {
  const QString kind = QFileInfo(path).suffix().toLower();
  const int width = std::max(640, size.width()), height = std::max(400, size.height());
  if (kind == "png") return plot_->savePng(path, width, height, 2);
  if (kind == "pdf") return plot_->savePdf(path, width, height, QCP::epNoCosmetic, "Clank", title_->text());
  if (kind != "svg") return false;
  QSvgGenerator generator;
  generator.setFileName(path);
  generator.setSize(QSize(width, height));
  generator.setViewBox(QRect(0, 0, width, height));
  generator.setTitle(title_->text());
  QCPPainter painter;
  if (!painter.begin(&generator)) return false;
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  plot_->toPainter(&painter, width, height);
  return painter.end() && QFileInfo(path).size() > 0;
}

}  // namespace clank
