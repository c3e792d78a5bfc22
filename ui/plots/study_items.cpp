// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_items.h"

#include <algorithm>
#include <cmath>

#include "ui/look/scale.h"
#include "ui/plots/plot_font.h"

namespace clank {
namespace {

// Half the way between neighbours, by ratio where the axis is logarithmic; at the ends as far beyond.
std::vector<double> findEdges(const std::vector<double>& at, bool logarithmic) {
  if (at.empty()) return {};
  std::vector<double> edges(at.size() + 1);
  const auto to = [&](double v) { return logarithmic ? std::log(v) : v; };
  const auto back = [&](double v) { return logarithmic ? std::exp(v) : v; };
  if (at.size() == 1) {
    const double half = at[0] == 0 ? 0.5 : 0.05 * std::abs(at[0]);
    return {at[0] - half, at[0] + half};
  }
  for (std::size_t i = 1; i < at.size(); ++i) edges[i] = back((to(at[i - 1]) + to(at[i])) / 2);
  edges.front() = back(to(at[0]) - (to(at[1]) - to(at[0])) / 2);
  edges.back() = back(to(at.back()) + (to(at.back()) - to(at[at.size() - 2])) / 2);
  return edges;
}

}  // namespace

QCPColorGradient makeRamp() {
  QCPColorGradient ramp;
  ramp.clearColorStops();
  const std::array<QColor, 5> stops{QColor(0x1B1447), QColor(0x1F4E9E), QColor(0x1A8A8F), QColor(0x7CBF5A),
                                    QColor(0xF4E04D)};
  for (std::size_t i = 0; i < stops.size(); ++i)
    ramp.setColorStopAt(static_cast<double>(i) / (stops.size() - 1), stops[i]);
  return ramp;
}

void MapCells::setCells(const StudyDrawing& drawing) {
  columnEdges_ = findEdges(drawing.columns, drawing.x.isLogarithmic);
  rowEdges_ = findEdges(drawing.rows, drawing.y.isLogarithmic);
  cells_ = drawing.cells;
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const FigureCell& cell : cells_) {
    if (!std::isfinite(cell.value)) continue;
    low = std::min(low, cell.value);
    high = std::max(high, cell.value);
  }
  if (low > high) low = 0, high = 1;
  if (!(high - low > 1e-12 * std::abs(high))) high = low + (low == 0 ? 1 : 0.01 * std::abs(low));
  range_ = {low, high};
}

void MapCells::draw(QCPPainter* painter) {
  QCPColorGradient ramp = makeRamp();
  const auto* xs = parentPlot()->xAxis;
  const auto* ys = parentPlot()->yAxis;
  painter->save();
  painter->setClipRect(parentPlot()->axisRect()->rect());
  painter->setAntialiasing(false);
  painter->setPen(Qt::NoPen);
  for (const FigureCell& cell : cells_) {
    const QPointF one(xs->coordToPixel(columnEdges_[cell.column]), ys->coordToPixel(rowEdges_[cell.row]));
    const QPointF other(xs->coordToPixel(columnEdges_[cell.column + 1]),
                        ys->coordToPixel(rowEdges_[cell.row + 1]));
    QRectF rect = QRectF(one, other).normalized();
    rect.adjust(0, 0, 0.5, 0.5);  // no seam between neighbours
    const bool known = std::isfinite(cell.value);
    painter->setBrush(known ? QBrush(QColor(ramp.color(cell.value, range_)))
                            : QBrush(palette.dim, Qt::BDiagPattern));
    painter->drawRect(rect);
  }
  painter->restore();
}

void Percentiles::draw(QCPPainter* painter) {
  const QRect axes = parentPlot()->axisRect()->rect();
  painter->setFont(makePlotFont(parentPlot()));
  const int high = painter->fontMetrics().height();
  int line = 0;
  double last = -1e9;
  for (const FigureMark& mark : marks) {
    const double x = toX(mark.at);
    line = x - last < 6 * high ? line + 1 : 0;  // names that would meet stand under each other
    last = x;
    painter->setPen(QPen(palette.impact, 1.4, Qt::DashLine));
    drawUpright(painter, x);
    painter->setPen(palette.ink);
    const int width = painter->fontMetrics().horizontalAdvance(mark.label);
    const bool isRight = x + 6 + width < axes.right();
    const QPointF at(isRight ? x + 4 : x - 4 - width, axes.top() + (line + 1) * high);
    QColor ground = palette.panel;  // bars may be behind it
    ground.setAlphaF(0.85F);
    painter->fillRect(QRectF(at.x() - 2, at.y() - painter->fontMetrics().ascent(), width + 4, high), ground);
    painter->drawText(at, mark.label);
  }
}

void ChosenRun::draw(QCPPainter* painter) {
  const double radius = 7 * lookScale(parentPlot());
  painter->setBrush(Qt::NoBrush);
  for (const QPointF& point : points) {
    painter->setPen(QPen(palette.panel, 4));
    painter->drawEllipse(point, radius, radius);
    painter->setPen(QPen(palette.impact, 2));
    painter->drawEllipse(point, radius, radius);
  }
}

}  // namespace clank
