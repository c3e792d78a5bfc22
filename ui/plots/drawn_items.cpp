// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/drawn_items.h"

#include <algorithm>
#include <cmath>

#include "ui/look/scale.h"

namespace clank {
namespace {

constexpr double kStemSpread = 22;  // px between the stems of one event
constexpr double kLabelRoom = 40;   // px an event needs besides to have its stems named
constexpr double kDot = 3.5;        // px, radius

}  // namespace

QFont makePlotFont(const QCustomPlot* plot, bool bold, int size) {
  QFont font = QApplication::font();
  font.setPixelSize(static_cast<int>(std::lround(size * lookScale(plot))));
  font.setBold(bold);
  return font;
}

void DrawnItem::drawUpright(QCPPainter* painter, double x) const {
  const QRect axes = parentPlot()->axisRect()->rect();
  painter->drawLine(QPointF(x, axes.top()), QPointF(x, axes.bottom()));
}

void EventLines::draw(QCPPainter* painter) {
  QColor colour = palette.impact;
  colour.setAlphaF(0.45F);
  painter->setPen(QPen(colour, 1, Qt::DashLine));
  double last = -1e9;
  for (const double t : times) {
    const double x = toX(t);
    if (x - last < 2) continue;  // a thousand bounces are one line
    last = x;
    drawUpright(painter, x);
  }
}

void StateBands::draw(QCPPainter* painter) {
  const QRect axes = parentPlot()->axisRect()->rect();
  painter->setPen(Qt::NoPen);
  for (const PlotCanvas::Band& band : bands) {
    const double from = std::max<double>(toX(band.from), axes.left());
    const double to = std::min<double>(toX(band.to), axes.right() + 1);
    if (to <= from) continue;
    const double thick = band.state == JointState::free ? 2 : band.state == JointState::contact ? 4 : 6;
    painter->setBrush(colourOf(band.state, palette));
    painter->drawRect(QRectF(from, axes.bottom() + 1 - thick, to - from, thick));
  }
}

void Stems::draw(QCPPainter* painter) {
  painter->setFont(makePlotFont(parentPlot()));
  for (std::size_t first = 0; first < stems.size();) {
    std::size_t end = first;
    while (end < stems.size() && stems[end].t == stems[first].t) ++end;
    drawEvent(painter, first, end);
    first = end;
  }
}

double Stems::getRoom(std::size_t first, std::size_t end) const {
  const double here = toX(stems[first].t);
  double room = 1e9;
  if (first > 0) room = std::min(room, here - toX(stems[first - 1].t));
  if (end < stems.size()) room = std::min(room, toX(stems[end].t) - here);
  return room;
}

void Stems::drawEvent(QCPPainter* painter, std::size_t first, std::size_t end) const {
  const auto count = static_cast<double>(end - first);
  const double room = getRoom(first, end);
  const double wide = kStemSpread * lookScale(parentPlot());
  const double spread = room > wide * count ? wide : 0;
  const bool named = room > kLabelRoom + wide * count;
  const double zero = parentPlot()->yAxis->coordToPixel(0);
  for (std::size_t i = first; i < end; ++i) {
    const auto& stem = stems[i];
    const double x = toX(stem.t) + spread * (static_cast<double>(i - first) - (count - 1) / 2);
    const double y = parentPlot()->yAxis->coordToPixel(stem.value);
    const QColor colour =
        stem.colour == PlotCanvas::kImpactColour ? palette.impact : palette.curve(stem.colour);
    painter->setPen(QPen(colour, 2.2));
    painter->drawLine(QPointF(x, zero), QPointF(x, y));
    painter->setBrush(colour);
    painter->drawEllipse(QPointF(x, y), kDot, kDot);
    if (!named) continue;
    painter->setPen(palette.ink);
    const double high = 16 * lookScale(parentPlot());
    painter->drawText(QRectF(x - 40, y - 6 - high, 80, high), Qt::AlignHCenter | Qt::AlignBottom, stem.label);
  }
}

void Cursor::draw(QCPPainter* painter) {
  const double x = toX(t);
  painter->setPen(QPen(palette.action, 1.4));
  drawUpright(painter, x);
  if (hidesValues) return;
  for (int i = 0; i < parentPlot()->graphCount(); ++i) drawDot(painter, x, *parentPlot()->graph(i));
}

void Cursor::drawDot(QCPPainter* painter, double x, const QCPGraph& graph) const {
  const auto data = graph.data();
  if (!graph.visible() || graph.property(kGhost).toBool() || data->isEmpty()) return;
  if (t > (data->constEnd() - 1)->key) return;
  const auto after =
      std::upper_bound(data->constBegin(), data->constEnd(), t,
                       [](double time, const QCPGraphData& point) { return time < point.key; });
  if (after == data->constBegin()) return;
  const auto before = after - 1;
  double value = before->value;
  if (after != data->constEnd() && after->key > before->key)
    value += (after->value - before->value) * (t - before->key) / (after->key - before->key);
  painter->setPen(QPen(palette.panel, 1.2));
  painter->setBrush(graph.pen().color());
  painter->drawEllipse(QPointF(x, graph.valueAxis()->coordToPixel(value)), kDot, kDot);
}

}  // namespace clank
