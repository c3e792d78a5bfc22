// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does in a PlotCanvas.
#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_canvas_parts.h"

namespace clank {
namespace {

constexpr int kEventPull = 6;      // px, within which a click means the event
constexpr double kCurvePull = 16;  // px, within which a click means a curve

}  // namespace

void PlotCanvasParts::setTimeView(double newFrom, double newTo) {
  plot->xAxis->setRange(newFrom, newTo);
  plot->replot(QCustomPlot::rpQueuedReplot);
  Q_EMIT self->viewChanged(newFrom, newTo);
}

void PlotCanvasParts::pick(double x, bool isMark) {
  double t = plot->xAxis->pixelToCoord(x);
  double nearest = kEventPull;
  for (const double event : events->times) {
    const double distance = std::abs(plot->xAxis->coordToPixel(event) - x);
    if (distance < nearest) {
      nearest = distance;
      t = event;
    }
  }
  t = std::clamp(t, from, to);
  if (isMark) return Q_EMIT self->markPicked(t);
  Q_EMIT self->timePicked(t);
}

// Of those that are drawn; a curve is as far away as it is above or below.
int PlotCanvasParts::findCurve(QPointF at) const {
  int found = -1;
  double best = kCurvePull;
  const double t = plot->xAxis->pixelToCoord(at.x());
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const auto value = curves[i].graph->visible() ? curves[i].graph->read(t) : std::nullopt;
    if (!value) continue;
    const double away = std::abs(curves[i].graph->valueAxis()->coordToPixel(*value) - at.y());
    if (!(away < best)) continue;
    best = away;
    found = static_cast<int>(i);
  }
  return found;
}

// The nearest dot.
std::optional<std::size_t> PlotCanvasParts::findStem(QPointF at) const {
  std::optional<std::size_t> found;
  double best = kCurvePull;
  for (std::size_t i = 0; i < stems->stems.size(); ++i) {
    if (stems->isNothing(stems->stems[i])) continue;
    const QPointF away = stems->toDot(stems->stems[i]) - at;
    const double distance = std::hypot(away.x(), away.y());
    if (!(distance < best)) continue;
    best = distance;
    found = i;
  }
  return found;
}

// By its name in the legend.
int PlotCanvasParts::findNamed(QPoint at) const {
  const auto isAt = [&](const QCPGraph* graph) {
    const auto* item = plot->legend->itemWithPlottable(graph);
    return item && item->outerRect().contains(at);
  };
  for (std::size_t i = 0; i < curves.size(); ++i)
    if (isAt(curves[i].graph)) return static_cast<int>(i);
  for (const QCPGraph* name : stemNames)
    if (isAt(name))
      for (const PlotStem& stem : stems->stems)
        if (stem.label == name->name()) return stem.curve;
  return -1;
}

void PlotCanvasParts::tellPointed(int curve) {
  if (std::exchange(pointed, curve) != curve) Q_EMIT self->curvePointed(curve);
}

// On the title or the names, where there is no time.
bool PlotCanvasParts::isAbove(QPoint at) const {
  return at.y() < plot->axisRect()->rect().top();
}

void PlotCanvasParts::press(QMouseEvent* event) {
  grabbed = event->pos();
  const bool moves = event->button() == Qt::MiddleButton || event->modifiers().testFlag(Qt::ControlModifier);
  if (event->button() == Qt::LeftButton && !moves) {
    const bool isMark = event->modifiers().testFlag(Qt::ShiftModifier);
    if (!isMark) Q_EMIT self->curvePicked(findCurve(event->position()), event->globalPosition().toPoint());
    if (!isAbove(grabbed)) pick(event->position().x(), isMark);
  }
  if (event->button() == Qt::RightButton) Q_EMIT self->menuRequested(event->globalPosition().toPoint());
}

void PlotCanvasParts::move(QMouseEvent* event) {
  const bool moves =
      event->buttons().testFlag(Qt::MiddleButton) ||
      (event->buttons().testFlag(Qt::LeftButton) && event->modifiers().testFlag(Qt::ControlModifier));
  if (moves) {
    const double dt = plot->xAxis->pixelToCoord(grabbed.x()) - plot->xAxis->pixelToCoord(event->pos().x());
    for (QCPAxis* axis : {plot->yAxis, plot->yAxis2}) PlotFrame::drag(*axis, grabbed.y(), event->pos().y());
    valuesByHand = true;
    grabbed = event->pos();
    setTimeView(plot->xAxis->range().lower + dt, plot->xAxis->range().upper + dt);
  } else if (event->buttons().testFlag(Qt::LeftButton)) {
    if (!isAbove(grabbed)) pick(event->position().x(), event->modifiers().testFlag(Qt::ShiftModifier));
  } else {
    point(event);
  }
}

void PlotCanvasParts::point(const QMouseEvent* event) {
  const bool isInside = plot->axisRect()->rect().contains(event->pos()) && !frame.isBlank();
  const int curve = isInside ? findCurve(event->position()) : -1;
  const auto stem = isInside ? findStem(event->position()) : std::nullopt;
  if (curve >= 0) {
    const CurveGraph& graph = *curves[static_cast<std::size_t>(curve)].graph;
    const double t = plot->xAxis->pixelToCoord(event->position().x());
    cursor->setPointer(
        Cursor::Pointer{graph.name(), graph.valueAxis(), t, *graph.read(t), graph.pen().color()});
  } else if (stem) {
    const PlotStem& of = stems->stems[*stem];
    const QColor colour = of.colour == PlotStem::kImpactColour ? palette.impact : palette.curve(of.colour);
    cursor->setPointer(Cursor::Pointer{of.label, stems->axisOf(of), of.t, of.value, colour});
  } else {
    leave();
    return tellPointed(findNamed(event->pos()));
  }
  tellPointed(curve >= 0 ? curve : stems->stems[*stem].curve);
  if (!replotDue) plot->layer("cursor")->replot();
}

void PlotCanvasParts::leave() {
  if (cursor->getPointerText().isEmpty()) return;
  cursor->setPointer({});
  if (!replotDue) plot->layer("cursor")->replot();
}

void PlotCanvasParts::wheel(QWheelEvent* event) {
  const int turned = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  const double factor = std::pow(0.85, turned / 120.0);
  if (event->modifiers().testFlag(Qt::ShiftModifier)) {
    for (QCPAxis* axis : {plot->yAxis, plot->yAxis2})
      axis->scaleRange(factor, axis->pixelToCoord(event->position().y()));
    valuesByHand = true;
    plot->replot(QCustomPlot::rpQueuedReplot);
    return;
  }
  const double centre = plot->xAxis->pixelToCoord(event->position().x());
  const auto range = plot->xAxis->range();
  const double newFrom = std::max(from, centre + (range.lower - centre) * factor);
  const double newTo = std::min(to, centre + (range.upper - centre) * factor);
  if (newTo - newFrom > 1e-9 * (to - from)) setTimeView(newFrom, newTo);
}

bool PlotCanvas::eventFilter(QObject* watched, QEvent* event) {
  if (watched != d_->plot) return QWidget::eventFilter(watched, event);
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      d_->press(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseMove:
      d_->move(static_cast<QMouseEvent*>(event));
      return true;
    case QEvent::MouseButtonRelease:
      return true;
    case QEvent::Leave:
      d_->leave();
      d_->tellPointed(-1);
      return QWidget::eventFilter(watched, event);
    case QEvent::MouseButtonDblClick:
      resetView();
      Q_EMIT viewChanged(d_->from, d_->to);
      return true;
    case QEvent::ToolTip: {
      const auto* help = static_cast<QHelpEvent*>(event);
      const bool isOnNames = d_->plot->legend->outerRect().contains(help->pos());
      QToolTip::showText(help->globalPos(), isOnNames ? tellReadings().join('\n') : QString(), d_->plot);
      return true;
    }
    case QEvent::Wheel:
      d_->wheel(static_cast<QWheelEvent*>(event));
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

}  // namespace clank
