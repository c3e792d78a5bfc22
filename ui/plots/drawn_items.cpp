// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/drawn_items.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "ui/look/scale.h"
#include "ui/look/shown_units.h"
#include "ui/plots/curve_graph.h"
#include "ui/plots/fit_names.h"
#include "ui/plots/plot_font.h"
#include "ui/plots/plot_marks.h"

namespace clank {
namespace {

constexpr int kMostRings = 2;
constexpr double kRing = 2.5;     // px of a dot that are seen around another at its place
constexpr double kStemRoom = 48;  // px to the neighbouring events, for names beside a stem
constexpr double kBand = 6;       // px, the height that states take at most
constexpr double kDot = 3.5;      // px, radius
constexpr double kLit = 1.8;      // times as thick is what is pointed at
constexpr double kOnePlace = 1;   // px within which events are drawn as one

}  // namespace

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
  for (const PlotBand& band : bands) {
    const double from = std::max<double>(toX(band.from), axes.left());
    const double to = std::min<double>(std::max(toX(band.to), toX(band.from) + 1), axes.right() + 1);
    if (to <= from) continue;
    const double thick = band.state == JointState::free ? 2 : band.state == JointState::contact ? 4 : kBand;
    painter->setBrush(colourOf(band.state, palette));
    painter->drawRect(QRectF(from, axes.bottom() + 1 - thick, to - from, thick));
  }
}

void Stems::draw(QCPPainter* painter) {
  painter->setFont(makePlotFont(parentPlot()));
  drawn_ = 0;
  lacksNames_ = false;
  const QRectF axes = parentPlot()->axisRect()->rect();
  const double margin = kStemRoom * lookScale(parentPlot());
  const auto isBefore = [this](const PlotStem& stem, double x) { return toX(stem.t) < x; };
  const auto begin = std::lower_bound(stems.begin(), stems.end(), axes.left() - margin, isBefore);
  for (auto first = static_cast<std::size_t>(begin - stems.begin()); first < stems.size();) {
    const double x = toX(stems[first].t);
    if (x > axes.right() + margin) break;
    std::size_t end = first;
    while (end < stems.size() && toX(stems[end].t) < x + kOnePlace) ++end;
    drawEvents(painter, first, end);
    first = end;
  }
}

const QCPAxis* Stems::axisOf(const PlotStem& stem) const {
  return stem.axis == PlotAxis::left ? parentPlot()->yAxis : parentPlot()->yAxis2;
}

bool Stems::isNothing(const PlotStem& stem) const {
  constexpr double kRounding = 1e-9;
  return !(stem.value > kRounding * greatest[stem.axis == PlotAxis::left ? 0 : 1]);
}

double Stems::toY(const PlotStem& stem) const {
  return axisOf(stem)->coordToPixel(stem.value);
}

double Stems::getRoom(std::size_t first, std::size_t end) const {
  const double here = toX(stems[first].t);
  double room = 1e9;
  if (first > 0) room = std::min(room, here - toX(stems[first - 1].t));
  if (end < stems.size()) room = std::min(room, toX(stems[end].t) - here);
  return room;
}

// Of events on one pixel the longest stem of each colour: the others would hide behind it.
std::vector<PlotStem> Stems::listLongest(std::size_t first, std::size_t end) const {
  std::map<std::pair<PlotAxis, int>, const PlotStem*> longest;
  for (std::size_t i = first; i < end; ++i) {
    const PlotStem*& known = longest[{stems[i].axis, stems[i].colour}];
    if (!known || stems[i].value > known->value) known = &stems[i];
  }
  std::vector<PlotStem> list;
  for (const auto& [kind, stem] : longest) list.push_back(*stem);
  return list;
}

// The longest first, so that every dot lies on the part of the stem in its colour.
void Stems::drawEvents(QCPPainter* painter, std::size_t first, std::size_t end) {
  std::vector<PlotStem> here;
  if (stems[first].t == stems[end - 1].t)
    here.assign(stems.begin() + static_cast<std::ptrdiff_t>(first),
                stems.begin() + static_cast<std::ptrdiff_t>(end));
  else
    here = listLongest(first, end);
  std::erase_if(here, [this](const auto& stem) { return isNothing(stem); });
  drawn_ += here.size();
  std::stable_sort(here.begin(), here.end(),
                   [this](const auto& a, const auto& b) { return toY(a) < toY(b); });
  // Those on the other scale below the others, broad, so that neither hides the other.
  const auto left = std::stable_partition(here.begin(), here.end(),
                                          [](const auto& stem) { return stem.axis == PlotAxis::right; });
  const auto isHigher = [this](const PlotStem& stem, double y) { return toY(stem) <= y; };
  const auto countAt = [this](double y, auto from, auto to) {
    int count = 0;
    for (; from != to && count < kMostRings && std::abs(toY(*from) - y) < 1; ++from) ++count;
    return count;
  };
  const double x = toX(stems[first].t);
  for (std::size_t i = 0; i < here.size(); ++i) {
    const PlotStem& stem = here[i];
    const double y = toY(stem), zero = axisOf(stem)->coordToPixel(0);
    const QColor colour =
        stem.colour == PlotStem::kImpactColour ? palette.impact : palette.curve(stem.colour);
    const bool isRight = stem.axis == PlotAxis::right;
    QColor ink = colour;
    if (isRight) ink.setAlphaF(0.45F);
    const double thick = lit.contains(stem.curve) ? kLit : 1;
    // Of equal impulses the dots lie on each other: each is seen around those above it.
    const auto next = here.begin() + static_cast<std::ptrdiff_t>(i) + 1;
    int above = countAt(y, next, isRight ? left : here.end());
    if (isRight) above += countAt(y, std::lower_bound(left, here.end(), y - 1, isHigher), here.end());
    const double dot = thick * kDot + kRing * std::min(above, kMostRings);
    painter->setPen(isRight ? QPen(ink, 6 * thick, Qt::SolidLine, Qt::FlatCap) : QPen(ink, 2.2 * thick));
    painter->drawLine(QPointF(x, zero), QPointF(x, y));
    painter->setBrush(colour);
    painter->setPen(QPen(colour, 2.2));
    if (isRight)
      painter->drawRect(QRectF(x - 1.4 * dot, y - 1.4 * dot, 2.8 * dot, 2.8 * dot));
    else
      painter->drawEllipse(QPointF(x, y), dot, dot);
  }
  const bool isOne = stems[first].t == stems[end - 1].t;
  const double room = isOne ? getRoom(first, end) : 0;
  const bool named = room > kStemRoom * lookScale(parentPlot()) && drawNames(painter, x, here, room);
  lacksNames_ = lacksNames_ || !named;
}

// Beside their dots, the highest first; a thin leader tells the dot. What finds no room there goes to the
// other side of the stem.
bool Stems::drawNames(QCPPainter* painter, double x, const std::vector<PlotStem>& here, double room) const {
  const QFontMetricsF metrics(painter->font());
  const QRect axes = parentPlot()->axisRect()->rect();
  const double high = metrics.height(), aside = 14;
  double widest = 0;
  for (const PlotStem& stem : here) widest = std::max(widest, metrics.horizontalAdvance(stem.label));
  bool isRight = x + aside + 3 + widest < axes.right();
  std::vector<PlotStem> left = here;
  for (int side = 0; side < 2 && !left.empty(); ++side, isRight = !isRight) {
    const double edge = isRight ? axes.right() - x : x - axes.left();
    if (aside + 3 + widest > std::min(edge, room)) continue;
    std::vector<double> dots;
    for (const PlotStem& stem : left) dots.push_back(toY(stem));
    const auto places = placeNames(dots, axes.top() + high / 2, axes.bottom() - kBand - high / 2, high);
    std::vector<PlotStem> without;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (!places[i]) {
        without.push_back(left[i]);
        continue;
      }
      const double to = isRight ? x + aside : x - aside;
      painter->setPen(QPen(palette.dim, 1));
      painter->drawLine(QPointF(isRight ? x + kDot : x - kDot, dots[i]), QPointF(to, *places[i]));
      painter->setPen(palette.ink);
      painter->drawText(QRectF(isRight ? to + 3 : to - 3 - widest, *places[i] - high / 2, widest + 1, high),
                        static_cast<int>(isRight ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter,
                        left[i].label);
    }
    left = std::move(without);
  }
  return left.empty();
}

namespace {

// What a curve shows at a time (s); nothing of ghosts, of what is not shown, and of curves of other origin.
std::optional<double> readGraph(const QCPGraph& graph, double t, bool isBefore = false) {
  const auto* curve = qobject_cast<const CurveGraph*>(&graph);
  if (!curve || !graph.visible() || graph.property(kGhost).toBool()) return {};
  return curve->read(t, isBefore);
}

}  // namespace

void Cursor::draw(QCPPainter* painter) {
  painter->setPen(QPen(palette.action, 1.4));
  drawUpright(painter, toX(t));
  if (mark) {
    painter->setPen(QPen(palette.action, 1.2, Qt::DashLine));
    drawUpright(painter, toX(*mark));
  }
  if (hidesValues) return;
  drawDots(painter, t);
  drawPointer(painter);
  if (!mark) return;
  drawDots(painter, *mark);
  drawDifferences(painter);
}

void Cursor::drawDots(QCPPainter* painter, double at) const {
  for (int i = 0; i < parentPlot()->graphCount(); ++i) {
    const QCPGraph& graph = *parentPlot()->graph(i);
    const auto value = readGraph(graph, at, isBefore && at == t);
    if (!value) continue;
    painter->setPen(QPen(palette.panel, 1.2));
    painter->setBrush(graph.pen().color());
    painter->drawEllipse(QPointF(toX(at), graph.valueAxis()->coordToPixel(*value)), kDot, kDot);
  }
}

QStringList Cursor::listDifferences() const {
  if (!mark) return {};
  const double dt = t - *mark;
  const QString delta = QString(QChar(0x0394));
  QStringList lines{delta + "t = " + writeShown(dt, "s")};
  if (dt != 0) lines.back() += "   1/" + delta + "t = " + writeShown(1 / std::abs(dt), "Hz");
  for (int i = 0; i < parentPlot()->graphCount(); ++i) {
    const QCPGraph& graph = *parentPlot()->graph(i);
    const auto here = readGraph(graph, t, isBefore), there = readGraph(graph, *mark);
    if (!here || !there || graph.name().isEmpty()) continue;
    const QString unit = findUnit(graph);
    lines << QString("%1 %2   %3 %4")
                 .arg(graph.name(), writeShown(settle(graph, *here), unit), delta,
                      writeShown(settle(graph, *here - *there), unit));
  }
  return lines;
}

void Cursor::setPointer(std::optional<Pointer> pointer) {
  pointer_ = std::move(pointer);
}

QString Cursor::getPointerText() const {
  if (!pointer_ || hidesValues) return {};
  QString name = pointer_->name;
  if (name.endsWith(']')) name.truncate(name.lastIndexOf('['));  // the value has its unit
  const std::size_t axis = indexOf(pointer_->axis);
  const double value = std::abs(pointer_->value) < floors[axis] ? 0 : pointer_->value;
  return tr("%1 = %2 at %3")
      .arg(name.trimmed(), writeShown(value, units[axis]), writeShown(pointer_->t, "s"));
}

void Cursor::drawPointer(QCPPainter* painter) const {
  constexpr int kAway = 12;  // px from the curve
  const QString text = getPointerText();
  if (text.isEmpty()) return;
  const QPointF at(toX(pointer_->t), pointer_->axis->coordToPixel(pointer_->value));
  painter->setPen(QPen(palette.panel, 1.2));
  painter->setBrush(pointer_->colour);
  painter->drawEllipse(at, kDot, kDot);
  painter->setFont(makePlotFont(parentPlot()));
  // In a narrow figure the words may leave the axes to the sides.
  QRectF room = parentPlot()->axisRect()->rect();
  room.setLeft(parentPlot()->viewport().left());
  room.setRight(parentPlot()->viewport().right());
  painter->setClipRect(room);
  QRectF words = painter->boundingRect(room, static_cast<int>(Qt::AlignLeft), text).adjusted(-4, -2, 4, 2);
  words.moveTo(std::clamp(at.x() + kAway, room.left(), std::max(room.left(), room.right() - words.width())),
               at.y() - kAway - words.height());
  if (words.top() < room.top()) words.moveTop(at.y() + kAway);
  painter->setPen(QPen(palette.line));
  painter->setBrush(palette.panel);
  painter->drawRoundedRect(words, 3, 3);
  painter->setPen(palette.ink);
  painter->drawText(words, static_cast<int>(Qt::AlignCenter), text);
}

Readings::Readings(QCustomPlot* plot, const Cursor& cursor, const PlotFrame& frame)
    : DrawnItem(plot), cursor_(cursor), frame_(frame) {
  setClipToAxisRect(false);  // the legend stands outside
}

void Readings::visitValues(const std::function<void(const Item&, const QCPGraph&, double)>& visit) const {
  if (cursor_.hidesValues) return;
  for (int i = 0; i < parentPlot()->legend->itemCount(); ++i) {
    auto* item = qobject_cast<QCPPlottableLegendItem*>(parentPlot()->legend->item(i));
    const auto* graph = item ? qobject_cast<const QCPGraph*>(item->plottable()) : nullptr;
    const auto value = graph ? readGraph(*graph, cursor_.t, cursor_.isBefore) : std::nullopt;
    if (value) visit(*item, *graph, cursor_.settle(*graph, *value));
  }
}

void Readings::visit(const std::function<void(const Item&, const QString&)>& visit) const {
  if (frame_.readingRoom() == 0) return;
  const QFontMetrics metrics(parentPlot()->legend->font());
  const double room = frame_.readingRoom() * lookScale(parentPlot());
  visitValues([&](const Item& item, const QCPGraph& graph, double value) {
    const double shown = value / shownUnit(cursor_.findUnit(graph)).factor;
    QString text = writeNumber(shown);
    for (int digits = 3; digits > 0 && metrics.horizontalAdvance(text) > room; --digits)
      text = writeNumber(shown, digits);
    visit(item, text);
  });
}

QStringList Readings::tell() const {
  QStringList lines;
  visitValues([&](const Item&, const QCPGraph& graph, double value) {
    lines << tr("%1: %2").arg(graph.name(), writeShown(value, cursor_.findUnit(graph)));
  });
  return lines;
}

QStringList Readings::list() const {
  QStringList list;
  visit([&](const Item& item, const QString& text) {
    list << const_cast<Item&>(item).plottable()->name() + ' ' + text;
  });
  return list;
}

void Readings::draw(QCPPainter* painter) {
  painter->setFont(makePlotFont(parentPlot()));
  painter->setPen(palette.dim);
  visit([&](const Item& item, const QString& text) {
    const QPointF at = PlotFrame::findReading(item);  // its top, as of the name
    painter->drawText(QRectF(at.x(), at.y(), 1, 1), static_cast<int>(Qt::TextDontClip), text);
  });
}

void Cursor::drawDifferences(QCPPainter* painter) const {
  const QString text = listDifferences().join('\n');
  painter->setFont(makePlotFont(parentPlot()));
  const QRectF room = parentPlot()->axisRect()->rect();
  const QRectF words =
      painter->boundingRect(room.adjusted(10, 6, -4, -4), static_cast<int>(Qt::AlignLeft), text);
  QColor ground = palette.panel;
  ground.setAlphaF(0.88F);
  painter->setPen(Qt::NoPen);
  painter->setBrush(ground);
  painter->drawRect(words.adjusted(-4, -2, 4, 2));
  painter->setPen(palette.ink);
  painter->drawText(words, static_cast<int>(Qt::AlignLeft), text);
}

}  // namespace clank
