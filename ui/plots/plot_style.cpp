// SPDX-License-Identifier: GPL-3.0-or-later
// How a PlotCanvas draws its curves, and on which scales.
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/look/scale.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_canvas_parts.h"

namespace clank {
namespace {

constexpr double kCurveWidth = 1.6, kThickWidth = 3.4;
constexpr float kGhostInk = 0.3F;    // of the colour of its curve
constexpr int kMostCircles = 400;    // of a reference
constexpr double kNameRoom = 28;     // px over the longest stem for its name
constexpr double kLeastSpan = 1e-9;  // of the greatest value on an axis
constexpr double kAroundAxes = 76;   // px of the height that title and labels take

// Opaque: a transparent line of many short pieces would darken where they meet.
QColor mix(const QColor& ground, const QColor& ink, float part) {
  return QColor::fromRgbF(ground.redF() + (ink.redF() - ground.redF()) * part,
                          ground.greenF() + (ink.greenF() - ground.greenF()) * part,
                          ground.blueF() + (ink.blueF() - ground.blueF()) * part);
}

}  // namespace

void PlotCanvasParts::styleCurves() {
  static const std::vector<Qt::PenStyle> dashes{Qt::SolidLine, Qt::DashLine, Qt::DashDotLine};
  const auto dashOf = [&](std::size_t curve) { return dashes[curve % dashes.size()]; };
  for (const Laid& laid : overlays) {
    QPen pen(palette.curve(laid.colour), kCurveWidth * lookScale(plot), dashOf(laid.curve));
    pen.setJoinStyle(Qt::RoundJoin);
    laid.graph->setPen(pen);
    if (auto* item = plot->legend->itemWithPlottable(laid.graph)) item->setTextColor(palette.ink);
  }
  // Points that somebody has measured or read off: circles; a line where they are too many to tell apart.
  for (const Laid& laid : references) {
    const bool isLine = laid.graph->dataCount() > kMostCircles;
    const double size = (laid.isMark ? 11 : 5.5) * lookScale(plot);
    const QColor colour = laid.isMark ? palette.impact : palette.ink;
    laid.graph->setPen(QPen(colour, lookScale(plot), isLine ? Qt::DotLine : Qt::SolidLine));
    laid.graph->setLineStyle(isLine ? QCPGraph::lsLine : QCPGraph::lsNone);
    if (!isLine)
      laid.graph->setScatterStyle({laid.isMark ? QCPScatterStyle::ssSquare : QCPScatterStyle::ssCircle,
                                   QPen(colour, 1.2 * lookScale(plot)), Qt::NoBrush, size});
    if (auto* item = plot->legend->itemWithPlottable(laid.graph)) item->setTextColor(palette.ink);
  }
  for (std::size_t i = 0; i < curves.size(); ++i) {
    QPen pen(overlays.empty() ? palette.curve(static_cast<int>(i)) : palette.ink,
             (lit.contains(i) ? kThickWidth : kCurveWidth) * lookScale(plot));
    pen.setStyle(overlays.empty() ? dashOf(i / 6) : dashOf(i));  // the colours come round after six
    pen.setJoinStyle(Qt::RoundJoin);
    curves[i].graph->setPen(pen);
    curves[i].ghost->setPen(QPen(mix(palette.panel, pen.color(), kGhostInk), kCurveWidth * lookScale(plot)));
    if (auto* item = plot->legend->itemWithPlottable(curves[i].graph)) item->setTextColor(palette.ink);
  }
  stems->lit = lit;
  for (QCPGraph* name : stemNames)
    if (auto* item = plot->legend->itemWithPlottable(name)) item->setTextColor(palette.ink);
}

void PlotCanvasParts::rescaleValues() {
  if (valuesByHand) return;
  for (QCPAxis* axis : {plot->yAxis, plot->yAxis2}) {
    Extent extent;
    for (const auto& curve : curves) {
      if (curve.graph->valueAxis() != axis) continue;
      extent.add(curve.graph->extent());
      extent.add(curve.ghost->extent());
    }
    for (const Laid& laid : overlays)
      if (laid.graph->valueAxis() == axis) extent.add(laid.ofRun->extent());
    for (const Laid& laid : references)
      if (laid.graph->valueAxis() == axis) extent.add(laid.extent);
    if (axis->scaleType() == QCPAxis::stLogarithmic) {
      const bool some = extent.least <= extent.high;
      const double most = some ? extent.high : 1;
      axis->setRange(some ? std::max(extent.least, kLogSpan * most) / kLogMargin : 0.1, most * kLogMargin);
      continue;
    }
    double above = 0.06;
    if (curves.empty()) {
      extent.add(0);
      above = kNameRoom / std::max(kNameRoom, self->height() - kAroundAxes - kNameRoom);
      extent.add(stemExtents[axis == plot->yAxis ? 0 : 1]);
    }
    if (extent.empty()) extent = {0, 1};
    const double floor = cursor->floors[axis == plot->yAxis ? 0 : 1];
    double most = std::max(std::abs(extent.low), std::abs(extent.high));
    if (most <= floor) extent.low = extent.high = most = 0;
    double span = extent.high - extent.low;
    if (span <= std::max(floor, kLeastSpan * most)) {
      extent.low -= extent.low == 0 ? 0 : 0.5 * std::abs(extent.low);
      extent.high += extent.high == 0 ? 1 : 0.5 * std::abs(extent.high);
      span = extent.high - extent.low;
    }
    const double below = extent.low == 0 && curves.empty() ? 0 : 0.06;
    axis->setRange(extent.low - below * span, extent.high + above * span);
  }
}

}  // namespace clank
