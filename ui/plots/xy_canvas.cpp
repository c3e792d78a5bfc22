// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/xy_canvas.h"

#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "ui/look/scale.h"
#include "ui/look/shown_units.h"
#include "ui/plots/axis_unit.h"
#include "ui/plots/drawn_items.h"
#include "ui/plots/fit_names.h"
#include "ui/plots/hidden_note.h"
#include "ui/plots/lit_curves.h"
#include "ui/plots/plot_font.h"
#include "ui/plots/plot_frame.h"

namespace clank {
namespace {

constexpr double kLineWidth = 1.3, kXyThickWidth = 3, kDotSize = 5;  // px
constexpr double kMargin = 0.06;                                     // around everything, of its extent
constexpr double kReach = 24;  // px from a point within which a click means it

}  // namespace

namespace {

ShownUnit findUnitOf(const QCPRange& range, const QString& unit) {
  return findAxisUnit(std::max(std::abs(range.lower), std::abs(range.upper)), unit);
}

}  // namespace

class XyCanvas::Private {
 public:
  struct Point {
    double t, x, y;
  };
  struct Curve {
    QCPCurve *line = nullptr, *ghost = nullptr;
    std::vector<Point> points;
  };
  struct Laid {
    QCPCurve* line = nullptr;
    int colour = 0;
  };

  explicit Private(XyCanvas* owner) : self(owner), plot(new QCustomPlot(owner)), frame(plot) {}

  void setup();
  void style();
  void rescale();
  void keepEqual();
  void layOut();
  void nameAxes();
  void placeWords();
  void placeCursor();
  struct Found {
    int curve = -1;
    Point point;
  };
  Found findNearest(QPointF at) const;
  void pick(QPointF at);
  void point(QPointF at);
  void leave();
  void wheel(QWheelEvent* event);
  void move(QMouseEvent* event);
  template <class Write>
  auto print(Write write);
  QString tellNote() const;
  bool isInView(double at) const { return at >= from && at <= to; }

  XyCanvas* self;
  QCustomPlot* plot;
  PlotFrame frame;
  QCPItemEllipse* circle = nullptr;
  QCPItemText* reading = nullptr;        // where the mouse is
  std::array<QCPItemText*, 2> beside{};  // of a low plot: the upright axis and the note, the level one
  QString title, noted, advice;
  bool wordsBeside = false;
  int pointed = -1;                             // curve under the mouse
  std::array<QCPItemStraightLine*, 2> sides{};  // of a band
  std::array<QString, 2> names, units;          // of the axes
  std::vector<QCPItemEllipse*> cursors;
  Palette palette = Palette::light();
  std::vector<Curve> curves;
  LitCurves lit;
  std::vector<Laid> overlays;
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
  std::array<double, 2> floors{};  // SI, of the axes
  double radius = 0, t = 0;
  bool equal = false, dotted = false, byHand = false, due = false, isPrinting = false;
  QPoint grabbed;
};

XyCanvas::XyCanvas(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>(this)) {
  d_->setup();
  setMinimumSize(200, 84);
}

XyCanvas::~XyCanvas() = default;

void XyCanvas::Private::setup() {
  plot->setPlottingHint(QCP::phImmediateRefresh, false);
  plot->setFocusPolicy(Qt::NoFocus);
  plot->installEventFilter(self);
  // Room and ranges follow from each other: when the room is known, the last word.
  QObject::connect(plot, &QCustomPlot::afterLayout, self, [this] {
    keepEqual();
    placeCursor();
  });
  plot->addLayer("curves", plot->layer("main"));
  plot->addLayer("cursor");
  circle = new QCPItemEllipse(plot);
  circle->setLayer("cursor");
  reading = new QCPItemText(plot);
  reading->setLayer("cursor");
  reading->setPadding(QMargins(4, 2, 4, 2));
  reading->setClipToAxisRect(false);
  reading->position->setType(QCPItemPosition::ptAbsolute);
  reading->setVisible(false);
  for (QCPItemText*& text : beside) {
    const bool isLeft = &text == beside.data();
    text = new QCPItemText(plot);
    text->setLayer("cursor");
    text->setClipToAxisRect(false);
    text->position->setType(QCPItemPosition::ptAxisRectRatio);
    text->position->setCoords(isLeft ? 0.01 : 0.99, isLeft ? 0.02 : 0.98);
    text->setPositionAlignment(isLeft ? Qt::AlignLeft | Qt::AlignTop : Qt::AlignRight | Qt::AlignBottom);
    text->setTextAlignment(isLeft ? Qt::AlignLeft : Qt::AlignRight);
    text->setVisible(false);
  }
  for (QCPItemStraightLine*& side : sides) {
    side = new QCPItemStraightLine(plot);
    side->setLayer("cursor");
  }
  self->setCircle(0);
  self->setLook(palette);
}

void XyCanvas::setTitle(const QString& title, const QString& note, const QString& advice) {
  d_->title = title;
  d_->noted = note;
  d_->advice = advice;
  d_->placeWords();
  d_->plot->setAccessibleName(title);
}

// Advice is for who can take it.
QString XyCanvas::Private::tellNote() const {
  if (isPrinting || advice.isEmpty()) return noted;
  return noted.isEmpty() ? advice : noted + ", " + advice;
}

// In a low plot of equal axes there is room to the sides of what is drawn, and none above and below: note and
// names of the axes stand there.
void XyCanvas::Private::placeWords() {
  constexpr int kLowCanvas = 240, kAcross = 66, kOver = 64;  // px: what axes and title take of both
  const double scale = lookScale(plot);
  const QFontMetrics metrics(makePlotFont(plot));
  const QString note = tellNote();
  double widest = 0;  // px
  for (const QString& words : {names[0], names[1], note})
    widest = std::max<double>(widest, metrics.horizontalAdvance(words));
  const double side = (plot->width() - kAcross * scale - (plot->height() - kOver * scale)) / 2;
  wordsBeside =
      equal && !isPrinting && !frame.isBlank() && plot->height() < kLowCanvas * scale && widest < side;
  frame.setTitle(title, wordsBeside ? QString() : note);
  for (QCPItemText* text : beside) text->setVisible(wordsBeside);
}

void XyCanvas::setAxes(const QString& x, const QString& xUnit, const QString& y, const QString& yUnit) {
  d_->names = {x, y};
  d_->units = {xUnit, yUnit};
  d_->placeWords();
}

// Axes are scaled, and their names cut, to the room that they have with the title and the note of now, not of
// what was drawn before.
void XyCanvas::Private::layOut() {
  for (const auto phase :
       {QCPLayoutElement::upPreparation, QCPLayoutElement::upMargins, QCPLayoutElement::upLayout})
    plot->plotLayout()->update(phase);
}

void XyCanvas::Private::nameAxes() {
  const std::array axes{plot->xAxis, plot->yAxis};
  std::array<QString, 2> labels;
  std::array shown{findUnitOf(axes[0]->range(), units[0]), findUnitOf(axes[1]->range(), units[1])};
  if (equal && units[0] == units[1])  // one unit where one length is meant
    shown[0] = shown[1] = shown[shown[0].factor < shown[1].factor ? 0 : 1];
  for (std::size_t k = 0; k < axes.size(); ++k) {
    PlotFrame::setUnit(*axes[k], shown[k].factor);
    const QString unit = writeUnit(shown[k].name);
    const QString label = unit.isEmpty() ? names[k] : QString("%1 [%2]").arg(names[k], unit);
    const QSize room = plot->axisRect()->size();
    labels[k] = label;
    axes[k]->setLabel(wordsBeside  ? QString()
                      : isPrinting ? label
                                   : fitAxisName(label, QFontMetrics(makePlotFont(plot)),
                                                 k == 0 ? room.width() : room.height()));
  }
  // Beside the flattest there is one line.
  const bool isFlat = plot->axisRect()->height() < 3 * QFontMetrics(makePlotFont(plot)).height();
  const auto breakName = [&](QString name) { return isFlat ? name : name.replace(" [", "\n["); };
  const QString note = tellNote();
  beside[0]->setText(note.isEmpty() || isFlat ? breakName(labels[1]) : breakName(labels[1]) + '\n' + note);
  beside[1]->setText(breakName(labels[0]));
}

void XyCanvas::setEqual(bool equal) {
  d_->equal = equal;
  d_->placeWords();
}

void XyCanvas::setCircle(double radius) {
  d_->radius = radius;
  d_->circle->setVisible(radius > 0);
  d_->circle->topLeft->setCoords(-radius, radius);
  d_->circle->bottomRight->setCoords(radius, -radius);
  for (QCPItemStraightLine* side : d_->sides) side->setVisible(false);
}

void XyCanvas::setBand(double half, QPointF normal) {
  setCircle(0);
  d_->radius = half;  // of what is in view
  const QPointF along(-normal.y(), normal.x());
  for (const int way : {1, -1}) {
    QCPItemStraightLine* side = d_->sides[way > 0 ? 0 : 1];
    const QPointF at = way * half * normal, further = at + half * along;
    side->point1->setCoords(at);
    side->point2->setCoords(further);
    side->setVisible(half > 0);
  }
}

void XyCanvas::setDotted(bool dotted) {
  d_->dotted = dotted;
}

void XyCanvas::setLogarithmic(bool x, bool y) {
  PlotFrame::setLogarithmic(*d_->plot->xAxis, x);
  PlotFrame::setLogarithmic(*d_->plot->yAxis, y);
  d_->byHand = false;
}

void XyCanvas::setFloors(double x, double y) {
  d_->floors = {x, y};
}

void XyCanvas::setHint(const QString& text) {
  if (d_->frame.setHint(text)) d_->placeWords();
}

QString XyCanvas::getHint() const {
  return d_->frame.getHint();
}

void XyCanvas::setLook(const Palette& palette) {
  d_->palette = palette;
  d_->frame.setLook(palette);
  for (QCPAxis* axis : {d_->plot->xAxis, d_->plot->yAxis}) {
    axis->setLabelFont(makePlotFont(d_->plot));
    axis->setLabelColor(palette.dim);
    axis->setLabelPadding(2);
    axis->grid()->setVisible(true);
  }
  d_->reading->setFont(makePlotFont(d_->plot));
  d_->reading->setColor(palette.ink);
  for (QCPItemText* text : d_->beside) {
    text->setFont(makePlotFont(d_->plot));
    text->setColor(palette.dim);
    text->setBrush(palette.panel);
  }
  d_->reading->setBrush(palette.panel);
  d_->reading->setPen(QPen(palette.line));
  const QPen dashes(palette.clearance, 1.4, Qt::DashLine);
  d_->circle->setPen(dashes);
  for (QCPItemStraightLine* side : d_->sides) side->setPen(dashes);
  d_->style();
  refresh();
}

void XyCanvas::Private::style() {
  const double scale = lookScale(plot);
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const QColor colour = overlays.empty() ? palette.curve(static_cast<int>(i)) : palette.ink;
    QColor pale = colour;
    pale.setAlphaF(0.3F);
    for (const auto& [curve, ink] : {std::pair{curves[i].line, colour}, {curves[i].ghost, pale}}) {
      const bool isThick = lit.contains(i) && curve == curves[i].line;
      curve->setPen(QPen(ink, (isThick ? kXyThickWidth : kLineWidth) * scale));
      curve->setLineStyle(dotted ? QCPCurve::lsNone : QCPCurve::lsLine);
      curve->setScatterStyle(dotted ? QCPScatterStyle(QCPScatterStyle::ssDisc, ink, ink, kDotSize * scale)
                                    : QCPScatterStyle());
    }
    cursors[i]->setBrush(colour);
    cursors[i]->setPen(QPen(palette.panel, 1.2));
  }
  for (const Laid& laid : overlays) {
    laid.line->setPen(QPen(palette.curve(laid.colour), kLineWidth * scale));
    if (auto* item = plot->legend->itemWithPlottable(laid.line)) item->setTextColor(palette.ink);
  }
}

void XyCanvas::clearCurves() {
  for (const Private::Curve& curve : d_->curves) {
    d_->plot->removePlottable(curve.ghost);
    d_->plot->removePlottable(curve.line);
  }
  for (const Private::Laid& laid : d_->overlays) d_->plot->removePlottable(laid.line);
  for (QCPItemEllipse* cursor : d_->cursors) d_->plot->removeItem(cursor);
  d_->overlays.clear();
  d_->curves.clear();
  d_->cursors.clear();
  d_->floors = {};
  d_->byHand = false;
}

int XyCanvas::addCurve(const QString& label) {
  Private::Curve curve;
  for (QCPCurve** made : {&curve.ghost, &curve.line}) {
    *made = new QCPCurve(d_->plot->xAxis, d_->plot->yAxis);
    (*made)->setLayer("curves");
    (*made)->setName(label);
  }
  for (QCPCurve* drawn : {curve.ghost, curve.line}) drawn->removeFromLegend();
  d_->curves.push_back(curve);
  if (d_->curves.size() > 1)  // one has its name along the axis
    for (const Private::Curve& named : d_->curves)
      if (!d_->plot->legend->itemWithPlottable(named.line)) named.line->addToLegend();
  auto* cursor = new QCPItemEllipse(d_->plot);
  cursor->setLayer("cursor");
  for (QCPItemPosition* corner : {cursor->topLeft, cursor->bottomRight})
    corner->setType(QCPItemPosition::ptAbsolute);
  cursor->setVisible(false);
  d_->cursors.push_back(cursor);
  d_->style();
  d_->frame.fitWords(size());
  return static_cast<int>(d_->curves.size()) - 1;
}

void XyCanvas::append(int index, const std::vector<double>& t, const std::vector<double>& x,
                      const std::vector<double>& y) {
  Private::Curve& curve = d_->curves[static_cast<std::size_t>(index)];
  QVector<QCPCurveData> seen;
  for (std::size_t i = 0; i < t.size(); ++i) {
    curve.points.push_back({t[i], x[i], y[i]});
    seen.append({static_cast<double>(curve.points.size()), x[i], y[i]});
  }
  curve.line->data()->add(seen, true);
}

void XyCanvas::replace(int index, const std::vector<double>& t, const std::vector<double>& x,
                       const std::vector<double>& y) {
  Private::Curve& curve = d_->curves[static_cast<std::size_t>(index)];
  curve.points.clear();
  curve.line->data()->clear();
  append(index, t, x, y);
}

void XyCanvas::setGhost(int index, const std::vector<double>& x, const std::vector<double>& y) {
  QVector<QCPCurveData> points;
  for (std::size_t i = 0; i < x.size(); ++i) points.append({static_cast<double>(i), x[i], y[i]});
  d_->curves[static_cast<std::size_t>(index)].ghost->data()->set(points, true);
}

void XyCanvas::addOverlay(const QString& label, int colour, const std::vector<double>& x,
                          const std::vector<double>& y) {
  Private::Laid laid{new QCPCurve(d_->plot->xAxis, d_->plot->yAxis), colour};
  laid.line->setLayer("curves");
  laid.line->setName(label);
  if (label.isEmpty()) laid.line->removeFromLegend();
  QVector<QCPCurveData> points;
  for (std::size_t i = 0; i < x.size(); ++i) points.append({static_cast<double>(i), x[i], y[i]});
  laid.line->data()->set(points, true);
  d_->overlays.push_back(laid);
  d_->style();
  d_->frame.fitWords(size());
}

void XyCanvas::setTimes(double from, double to) {
  d_->from = from;
  d_->to = to;
}

std::size_t XyCanvas::countShown(int curve) const {
  return static_cast<std::size_t>(d_->curves[static_cast<std::size_t>(curve)].line->dataCount());
}

void XyCanvas::setCursor(double t) {
  if (d_->t == t) return;
  d_->t = t;
  if (isVisible()) refresh();
}

void XyCanvas::Private::placeCursor() {
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const auto& points = curves[i].points;
    const auto after =
        std::upper_bound(points.begin(), points.end(), t, [](double at, const Point& p) { return at < p.t; });
    const bool is =
        !isPrinting && !dotted && isInView(t) && after != points.begin() && plot->layer("curves")->visible();
    cursors[i]->setVisible(is);
    if (!is) continue;
    const Point& p = *(after - 1);
    const QPointF at(plot->xAxis->coordToPixel(p.x), plot->yAxis->coordToPixel(p.y));
    cursors[i]->topLeft->setCoords(at - QPointF(4, 4));
    cursors[i]->bottomRight->setCoords(at + QPointF(4, 4));
  }
}

void XyCanvas::setCurvesHidden(bool hidden) {
  d_->plot->layer("curves")->setVisible(!hidden);
  showHiddenNote(*d_->plot, hidden, d_->palette);
  refresh();
}

void XyCanvas::resetView() {
  d_->byHand = false;
  refresh();
}

void XyCanvas::refresh() {
  if (d_->due) return;
  d_->due = true;
  QMetaObject::invokeMethod(
      this,
      [this] {
        d_->due = false;
        d_->layOut();
        d_->rescale();
        d_->nameAxes();
        d_->plot->replot(QCustomPlot::rpQueuedRefresh);
      },
      Qt::QueuedConnection);
}

// Everything that is drawn.
void XyCanvas::Private::rescale() {
  if (byHand) return keepEqual();
  const bool isLog[2]{plot->xAxis->scaleType() == QCPAxis::stLogarithmic,
                      plot->yAxis->scaleType() == QCPAxis::stLogarithmic};
  double low[2]{HUGE_VAL, HUGE_VAL}, high[2]{-HUGE_VAL, -HUGE_VAL};
  const auto add = [&](double x, double y) {
    const double p[2]{x, y};
    for (int k = 0; k < 2; ++k)
      if (std::isfinite(p[k]) && (p[k] > 0 || !isLog[k])) {
        low[k] = std::min(low[k], p[k]);
        high[k] = std::max(high[k], p[k]);
      }
  };
  for (const Curve& curve : curves)
    for (const QCPCurve* drawn : {curve.line, curve.ghost})
      for (const QCPCurveData& p : *drawn->data()) add(p.key, p.value);
  for (const Laid& laid : overlays)
    for (const QCPCurveData& p : *laid.line->data()) add(p.key, p.value);
  if (radius > 0) {
    add(-radius, -1.1 * radius);
    add(radius, radius);
  }
  QCPAxis* axes[2]{plot->xAxis, plot->yAxis};
  for (int k = 0; k < 2; ++k) {
    if (low[k] > high[k]) low[k] = isLog[k] ? 0.1 : 0, high[k] = 1;
    if (isLog[k]) {
      axes[k]->setRange(std::max(low[k], kLogSpan * high[k]) / kLogMargin, high[k] * kLogMargin);
      continue;
    }
    const double most = std::max(std::abs(low[k]), std::abs(high[k]));
    if (most <= floors[static_cast<std::size_t>(k)]) low[k] = high[k] = 0;
    double span = high[k] - low[k];
    if (!(span > std::max(floors[static_cast<std::size_t>(k)], 1e-9 * most)))
      span = high[k] == 0 ? 1 : std::abs(high[k]);
    axes[k]->setRange(low[k] - kMargin * span, low[k] + (high[k] - low[k]) + kMargin * span);
  }
  keepEqual();
}

// The axis with more room than it needs is widened.
void XyCanvas::Private::keepEqual() {
  if (!equal) return;
  const QSize room = plot->axisRect()->size();
  if (room.width() < 2 || room.height() < 2) return;
  const double perX = plot->xAxis->range().size() / room.width();
  const double perY = plot->yAxis->range().size() / room.height();
  if (perX < perY)
    plot->xAxis->setRange(plot->xAxis->range().center(), perY * room.width(), Qt::AlignCenter);
  else
    plot->yAxis->setRange(plot->yAxis->range().center(), perX * room.height(), Qt::AlignCenter);
}

XyCanvas::Private::Found XyCanvas::Private::findNearest(QPointF at) const {
  Found found;
  double best = kReach * kReach;
  for (std::size_t i = 0; i < curves.size(); ++i)
    for (const Point& p : curves[i].points) {
      const double dx = plot->xAxis->coordToPixel(p.x) - at.x(), dy = plot->yAxis->coordToPixel(p.y) - at.y();
      if (dx * dx + dy * dy >= best) continue;
      best = dx * dx + dy * dy;
      found = {static_cast<int>(i), p};
    }
  return found;
}

void XyCanvas::Private::pick(QPointF at) {
  if (const Found found = findNearest(at); found.curve >= 0) Q_EMIT self->timePicked(found.point.t);
}

// What the curve reads where the mouse is.
void XyCanvas::Private::point(QPointF at) {
  constexpr double kAway = 12;                    // px
  if (!plot->layer("curves")->visible()) return;  // to be guessed
  const Found found = findNearest(at);
  if (found.curve < 0) return leave();
  const double x = std::abs(found.point.x) < floors[0] ? 0 : found.point.x,
               y = std::abs(found.point.y) < floors[1] ? 0 : found.point.y;
  QString text = writeShown(x, units[0]) + ", " + writeShown(y, units[1]);
  if (std::isfinite(found.point.t)) text += tr(" at %1").arg(writeShown(found.point.t, "s"));
  reading->setText(text);
  const QPointF pixel = self->toPixel(found.point.x, found.point.y);
  const bool isRight = pixel.x() > plot->axisRect()->center().x(),
             isHigh = pixel.y() < plot->axisRect()->center().y();
  reading->setPositionAlignment((isRight ? Qt::AlignRight : Qt::AlignLeft) |
                                (isHigh ? Qt::AlignTop : Qt::AlignBottom));
  reading->position->setCoords(pixel + QPointF(isRight ? -kAway : kAway, isHigh ? kAway : -kAway));
  reading->setVisible(true);
  plot->replot(QCustomPlot::rpQueuedReplot);
  if (std::exchange(pointed, found.curve) != found.curve) Q_EMIT self->curvePointed(found.curve);
}

void XyCanvas::Private::leave() {
  if (!reading->visible()) return;
  reading->setVisible(false);
  plot->replot(QCustomPlot::rpQueuedReplot);
  if (std::exchange(pointed, -1) != -1) Q_EMIT self->curvePointed(-1);
}

void XyCanvas::setThick(const std::vector<int>& curves) {
  if (!d_->lit.set(curves)) return;
  d_->style();
  refresh();
}

QString XyCanvas::getPointerText() const {
  return d_->reading->visible() ? d_->reading->text() : QString();
}

void XyCanvas::Private::wheel(QWheelEvent* event) {
  const int turned = event->angleDelta().y() != 0 ? event->angleDelta().y() : event->angleDelta().x();
  const double factor = std::pow(0.85, turned / 120.0);
  plot->xAxis->scaleRange(factor, plot->xAxis->pixelToCoord(event->position().x()));
  plot->yAxis->scaleRange(factor, plot->yAxis->pixelToCoord(event->position().y()));
  byHand = true;
  self->refresh();
}

void XyCanvas::Private::move(QMouseEvent* event) {
  const bool moves =
      event->buttons().testFlag(Qt::MiddleButton) ||
      (event->buttons().testFlag(Qt::LeftButton) && event->modifiers().testFlag(Qt::ControlModifier));
  if (moves) {
    for (const auto& [axis, was, is] : {std::tuple{plot->xAxis, grabbed.x(), event->pos().x()},
                                        {plot->yAxis, grabbed.y(), event->pos().y()}})
      PlotFrame::drag(*axis, was, is);
    grabbed = event->pos();
    byHand = true;
    self->refresh();
  } else if (event->buttons().testFlag(Qt::LeftButton)) {
    pick(event->position());
  } else {
    point(event->position());
  }
}

bool XyCanvas::eventFilter(QObject* watched, QEvent* event) {
  if (watched != d_->plot) return QWidget::eventFilter(watched, event);
  auto* mouse = static_cast<QMouseEvent*>(event);
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      d_->grabbed = mouse->pos();
      if (mouse->button() == Qt::LeftButton && !mouse->modifiers().testFlag(Qt::ControlModifier))
        d_->pick(mouse->position());
      if (mouse->button() == Qt::RightButton) Q_EMIT menuRequested(mouse->globalPosition().toPoint());
      return true;
    case QEvent::MouseMove:
      d_->move(mouse);
      return true;
    case QEvent::MouseButtonRelease:
      return true;
    case QEvent::Leave:
      d_->leave();
      return QWidget::eventFilter(watched, event);
    case QEvent::MouseButtonDblClick:
      resetView();
      return true;
    case QEvent::Wheel:
      d_->wheel(static_cast<QWheelEvent*>(event));
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

void XyCanvas::setHeadRoom(int room) {
  if (!d_->frame.setHeadRoom(room)) return;
  d_->frame.fitWords(size());
  refresh();
}

// What has changed meanwhile was not drawn.
void XyCanvas::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  refresh();
}

void XyCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d_->plot->resize(size());
  d_->placeWords();
  d_->frame.fitWords(size());
  d_->frame.fitTicks(size());
  refresh();
}

QPointF XyCanvas::toPixel(double x, double y) const {
  return {d_->plot->xAxis->coordToPixel(x), d_->plot->yAxis->coordToPixel(y)};
}

// Light, and without the cursor: paper has no moment to point at.
template <class Write>
auto XyCanvas::Private::print(Write write) {
  const Palette shown = palette;
  self->setLook(Palette::light());
  rescale();
  isPrinting = true;
  reading->setVisible(false);
  placeWords();
  nameAxes();
  auto result = write();
  isPrinting = false;
  placeWords();
  self->setLook(shown);
  return result;
}

QPixmap XyCanvas::takePicture(const PictureForm& form) {
  return d_->print([&] { return d_->frame.takePicture(size(), form); });
}

bool XyCanvas::writePicture(const QString& path, const PictureForm& form) {
  return d_->print([&] { return d_->frame.writePicture(path, size(), form); });
}

}  // namespace clank

#include "moc_xy_canvas.cpp"
