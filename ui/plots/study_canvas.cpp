// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/study_canvas.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/look/scale.h"
#include "ui/plots/axis_unit.h"
#include "ui/plots/plot_font.h"
#include "ui/plots/plot_frame.h"
#include "ui/plots/study_items.h"
#include "ui/plots/unit_ticker.h"

namespace clank {
namespace {

constexpr double kStudyCurve = 1.6, kStudyDot = 6;  // px
constexpr double kStudyReach = 24;                  // px from a point within which a click means it
constexpr double kStudyMargin = 0.05;               // around everything, of its extent

struct Span {
  double low = HUGE_VAL, high = -HUGE_VAL;
  void add(double v) {
    if (!std::isfinite(v)) return;
    low = std::min(low, v);
    high = std::max(high, v);
  }
  QCPRange widened(bool logarithmic) const {
    if (low > high) return {0, 1};
    if (logarithmic && low > 0) {
      const double by = std::pow(std::max(high / low, 1.1), kStudyMargin);
      return {low / by, high * by};
    }
    double extent = high - low;
    if (!(extent > 1e-9 * std::abs(high))) extent = high == 0 ? 1 : std::abs(high);
    return {low - kStudyMargin * extent, high + kStudyMargin * extent};
  }
};

constexpr const char *kWhole = "wholeLabel", *kUnit = "unitLabel";  // of an axis

}  // namespace

class StudyCanvas::Private {
 public:
  explicit Private(StudyCanvas* owner) : self(owner), plot(new QCustomPlot(owner)), frame(plot) {}

  void setup();
  void draw();
  void drawSeries();
  void drawMap();
  void drawHistogram();
  void drawIndices();
  QCPBars* addBars(const QString& label, const QColor& colour, double width);
  void setAxis(QCPAxis& axis, const FigureAxis& what, const QCPRange& range);
  void fitLabels();
  void showScale(bool shown);
  void placeChosen();

  StudyCanvas* self;
  QCustomPlot* plot;
  PlotFrame frame;
  MapCells* cells = nullptr;
  Percentiles* percentiles = nullptr;
  ChosenRun* ring = nullptr;
  QCPColorScale* scale = nullptr;
  bool scaleShown = false;
  Palette palette = Palette::light();
  StudyDrawing drawing;
  std::optional<std::size_t> chosen;
};

StudyCanvas::StudyCanvas(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>(this)) {
  d_->setup();
  connect(d_->plot, &QCustomPlot::afterLayout, this, [this] { d_->fitLabels(); });
  setMinimumSize(240, 70);
}

StudyCanvas::~StudyCanvas() = default;

void StudyCanvas::Private::setup() {
  plot->setPlottingHint(QCP::phImmediateRefresh, false);
  plot->setFocusPolicy(Qt::NoFocus);
  plot->setMouseTracking(true);
  plot->installEventFilter(self);
  cells = new MapCells(plot);
  percentiles = new Percentiles(plot);
  plot->addLayer("chosen");
  ring = new ChosenRun(plot);
  for (DrawnItem* over : {static_cast<DrawnItem*>(ring), static_cast<DrawnItem*>(percentiles)})
    over->setLayer("chosen");
  scale = new QCPColorScale(plot);
  scale->setType(QCPAxis::atRight);
  scale->setGradient(makeRamp());
  scale->setBarWidth(14);
  scale->setVisible(false);
  auto* margins = new QCPMarginGroup(plot);
  plot->axisRect()->setMarginGroup(QCP::msBottom | QCP::msTop, margins);
  scale->setMarginGroup(QCP::msBottom | QCP::msTop, margins);
  QObject::connect(plot, &QCustomPlot::afterLayout, self, [this] { placeChosen(); });
  self->setLook(palette);
}

void StudyCanvas::setDrawing(StudyDrawing drawing) {
  d_->drawing = std::move(drawing);
  d_->draw();
}

const StudyDrawing& StudyCanvas::drawing() const {
  return d_->drawing;
}

void StudyCanvas::setChosen(std::optional<std::size_t> row) {
  d_->chosen = row;
  d_->plot->replot(QCustomPlot::rpQueuedReplot);
}

void StudyCanvas::setLook(const Palette& palette) {
  d_->palette = palette;
  d_->frame.setLook(palette);
  for (QCPAxis* axis : {d_->plot->xAxis, d_->plot->yAxis, d_->scale->axis()}) {
    axis->setLabelFont(makePlotFont(d_->plot));
    axis->setLabelColor(palette.dim);
    axis->setLabelPadding(2);
    axis->setTickLabelFont(makePlotFont(d_->plot));
    axis->setTickLabelColor(palette.dim);
    axis->setBasePen(QPen(palette.line));
    axis->setTickPen(QPen(palette.line));
    axis->setSubTickPen(Qt::NoPen);
    axis->setNumberFormat("gbc");
    axis->setNumberPrecision(4);
  }
  for (DrawnItem* item : {static_cast<DrawnItem*>(d_->cells), static_cast<DrawnItem*>(d_->percentiles),
                          static_cast<DrawnItem*>(d_->ring)})
    item->palette = palette;
  d_->draw();
}

// Numbers in the unit that is shown; words at their places; powers of ten on a logarithmic axis.
void StudyCanvas::Private::setAxis(QCPAxis& axis, const FigureAxis& what, const QCPRange& range) {
  const bool logarithmic = what.isLogarithmic && range.lower > 0 && what.words.isEmpty();
  axis.setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  ShownUnit unit{what.unit.toStdString(), 1};
  if (!what.words.isEmpty()) {
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (qsizetype i = 0; i < what.words.size(); ++i) ticker->addTick(static_cast<double>(i), what.words[i]);
    axis.setTicker(ticker);
  } else if (logarithmic) {
    axis.setTicker(QSharedPointer<QCPAxisTickerLog>::create());
  } else {
    if (what.isSi) unit = findAxisUnit(std::max(std::abs(range.lower), std::abs(range.upper)), what.unit);
    const auto ticker = QSharedPointer<UnitTicker>::create();
    ticker->factor = unit.factor;
    axis.setTicker(ticker);
  }
  axis.setRange(range);
  const QString written = writeUnit(unit.name);
  const QString unitAlone = written.isEmpty() ? QString() : QString("[%1]").arg(written);
  axis.setLabel((what.name + ' ' + unitAlone).trimmed());
  axis.setProperty(kWhole, axis.label());
  axis.setProperty(kUnit, unitAlone);
}

// In a low figure a label that is longer than its upright axis lies over the title, which says the same: then
// the unit alone is written.
void StudyCanvas::Private::fitLabels() {
  for (QCPAxis* axis : {plot->yAxis, scale->axis()}) {
    const QString whole = axis->property(kWhole).toString();
    const bool fits = QFontMetrics(axis->labelFont()).horizontalAdvance(whole) <= plot->axisRect()->height();
    axis->setLabel(fits ? whole : axis->property(kUnit).toString());
  }
}

void StudyCanvas::Private::showScale(bool shown) {
  if (shown == scaleShown) return;
  scaleShown = shown;
  scale->setVisible(shown);
  if (shown) {
    plot->plotLayout()->addElement(2, 1, scale);
    plot->plotLayout()->setColumnStretchFactors({1, 0.001});
  } else {
    plot->plotLayout()->take(scale);
    plot->plotLayout()->simplify();
  }
}

void StudyCanvas::Private::draw() {
  plot->clearPlottables();
  cells->setVisible(false);
  percentiles->setVisible(false);
  const bool isMap = drawing.kind == FigureKind::map && drawing.hint.isEmpty();
  showScale(isMap);
  frame.setTitle(drawing.title, drawing.note);
  plot->setAccessibleName(drawing.title);
  frame.setHint(drawing.hint);
  plot->yAxis->grid()->setVisible(!isMap);
  if (frame.isBlank()) {
    setAxis(*plot->xAxis, {}, {0, 1});  // without names
    setAxis(*plot->yAxis, {}, {0, 1});
  } else if (isMap) {
    drawMap();
  } else if (drawing.kind == FigureKind::histogram) {
    drawHistogram();
  } else if (drawing.kind == FigureKind::indices) {
    drawIndices();
  } else {
    drawSeries();
  }
  frame.fitWords(self->size());
  frame.fitTicks(self->size());
  plot->replot(QCustomPlot::rpQueuedReplot);
}

void StudyCanvas::Private::drawSeries() {
  const double size = lookScale(plot);
  Span x, y;
  for (std::size_t i = 0; i < drawing.series.size(); ++i) {
    const FigureSeries& series = drawing.series[i];
    QColor colour = palette.curve(static_cast<int>(i));
    // Many values of one parameter are an order, which a ramp shows.
    if (drawing.series.size() > 6)
      colour = QColor(makeRamp().color(0.1 + 0.8 * static_cast<double>(i),
                                       {0, static_cast<double>(drawing.series.size() - 1)}));
    auto* graph = plot->addGraph();
    graph->setName(series.label);
    if (series.label.isEmpty() || drawing.series.size() < 2) graph->removeFromLegend();
    graph->setLineStyle(drawing.isJoined ? QCPGraph::lsLine : QCPGraph::lsNone);
    graph->setPen(QPen(colour, kStudyCurve * size));
    graph->setScatterStyle(
        {QCPScatterStyle::ssDisc, colour, colour, (drawing.isJoined ? 5 : kStudyDot) * size});
    graph->setData(QList<double>(series.x.begin(), series.x.end()),
                   QList<double>(series.y.begin(), series.y.end()));
    for (const double value : series.x) x.add(value);
    for (const double value : series.y) y.add(value);
    if (auto* item = plot->legend->itemWithPlottable(graph)) item->setTextColor(palette.ink);
  }
  setAxis(*plot->xAxis, drawing.x, x.widened(drawing.x.isLogarithmic));
  setAxis(*plot->yAxis, drawing.y, y.widened(false));
}

void StudyCanvas::Private::drawMap() {
  cells->setCells(drawing);
  cells->setVisible(true);
  setAxis(*plot->xAxis, drawing.x, cells->columnRange());
  setAxis(*plot->yAxis, drawing.y, cells->rowRange());
  scale->setDataRange(cells->range());
  FigureAxis value = drawing.value;
  setAxis(*scale->axis(), value, cells->range());
}

QCPBars* StudyCanvas::Private::addBars(const QString& label, const QColor& colour, double width) {
  auto* bars = new QCPBars(plot->xAxis, plot->yAxis);
  bars->setName(label);
  bars->setWidth(width);
  bars->setPen(QPen(palette.panel, 1));
  bars->setBrush(colour);
  if (label.isEmpty()) bars->removeFromLegend();  // hidden, it would keep its room
  if (auto* item = plot->legend->itemWithPlottable(bars)) item->setTextColor(palette.ink);
  return bars;
}

void StudyCanvas::Private::drawHistogram() {
  const Histogram& histogram = drawing.bars;
  auto* bars = addBars({}, palette.curve(0), histogram.width);
  double most = 1;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    const double count = static_cast<double>(histogram.counts[i]);
    bars->addData(histogram.from + (static_cast<double>(i) + 0.5) * histogram.width, count);
    most = std::max(most, count);
  }
  const double extent = histogram.width * static_cast<double>(histogram.counts.size());
  setAxis(*plot->xAxis, drawing.x,
          {histogram.from - kStudyMargin * extent, histogram.from + (1 + kStudyMargin) * extent});
  setAxis(*plot->yAxis, drawing.y, {0, 1.12 * most});
  percentiles->marks = drawing.marks;
  const auto unit = findAxisUnit(
      std::max(std::abs(plot->xAxis->range().lower), std::abs(plot->xAxis->range().upper)), drawing.x.unit);
  for (FigureMark& mark : percentiles->marks) mark.label += ": " + writeNumber(mark.at / unit.factor);
  percentiles->setVisible(true);
}

void StudyCanvas::Private::drawIndices() {
  constexpr double kWidth = 0.36;
  auto* first = addBars(StudyCanvas::tr("alone"), palette.curve(0), kWidth);
  auto* total = addBars(StudyCanvas::tr("with all it acts together with"), palette.curve(1), kWidth);
  double low = 0, high = 1;
  for (std::size_t k = 0; k < drawing.indices.size(); ++k) {
    const auto at = static_cast<double>(k);
    first->addData(at - kWidth / 2, drawing.indices[k].first);
    total->addData(at + kWidth / 2, drawing.indices[k].total);
    low = std::min({low, drawing.indices[k].first, drawing.indices[k].total});
    high = std::max({high, drawing.indices[k].first, drawing.indices[k].total});
  }
  setAxis(*plot->xAxis, drawing.x, {-0.6, static_cast<double>(drawing.indices.size()) - 0.4});
  setAxis(*plot->yAxis, drawing.y, {1.05 * low, 1.05 * high});
}

std::optional<QPointF> StudyCanvas::findPlace(std::size_t row) const {
  const auto toX = [&](double x) { return d_->plot->xAxis->coordToPixel(x); };
  const auto toY = [&](double y) { return d_->plot->yAxis->coordToPixel(y); };
  const StudyDrawing& drawing = d_->drawing;
  for (const FigureCell& cell : drawing.cells)
    if (cell.from == row) return QPointF(toX(drawing.columns[cell.column]), toY(drawing.rows[cell.row]));
  if (drawing.kind != FigureKind::line) return std::nullopt;
  for (const FigureSeries& series : drawing.series)
    for (std::size_t i = 0; i < series.rows.size(); ++i)
      if (series.rows[i] == row && std::isfinite(series.y[i]))
        return QPointF(toX(series.x[i]), toY(series.y[i]));
  return std::nullopt;
}

void StudyCanvas::Private::placeChosen() {
  ring->points.clear();
  if (!chosen) return;
  if (const auto place = self->findPlace(*chosen)) ring->points.push_back(*place);
}

// Of a histogram the run whose value is nearest; of a map the run in the cell.
std::optional<std::size_t> StudyCanvas::findRow(QPointF at) const {
  const StudyDrawing& drawing = d_->drawing;
  if (!d_->plot->axisRect()->rect().contains(at.toPoint())) return std::nullopt;
  const double x = d_->plot->xAxis->pixelToCoord(at.x());
  const auto nearest = [](const std::vector<double>& sorted, double value) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < sorted.size(); ++i)
      if (std::abs(sorted[i] - value) < std::abs(sorted[best] - value)) best = i;
    return best;
  };
  if (drawing.kind == FigureKind::map) {
    const std::size_t column = nearest(drawing.columns, x);
    const std::size_t row = nearest(drawing.rows, d_->plot->yAxis->pixelToCoord(at.y()));
    for (const FigureCell& cell : drawing.cells)
      if (cell.column == column && cell.row == row) return cell.from;
    return std::nullopt;
  }
  const bool isHistogram = drawing.kind == FigureKind::histogram;
  double best = isHistogram ? HUGE_VAL : kStudyReach * kStudyReach;
  std::optional<std::size_t> found;
  for (const FigureSeries& series : drawing.series)
    for (std::size_t i = 0; i < series.rows.size(); ++i) {
      const double dx = d_->plot->xAxis->coordToPixel(series.x[i]) - at.x();
      const double dy = isHistogram ? 0 : d_->plot->yAxis->coordToPixel(series.y[i]) - at.y();
      if (!(dx * dx + dy * dy < best)) continue;
      best = dx * dx + dy * dy;
      found = series.rows[i];
    }
  return found;
}

QString StudyCanvas::writtenLabel() const {
  return d_->plot->yAxis->label();
}

bool StudyCanvas::eventFilter(QObject* watched, QEvent* event) {
  if (watched != d_->plot) return QWidget::eventFilter(watched, event);
  auto* mouse = static_cast<QMouseEvent*>(event);
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      if (mouse->button() == Qt::RightButton) Q_EMIT menuRequested(mouse->globalPosition().toPoint());
      if (const auto row = findRow(mouse->position()); row && mouse->button() == Qt::LeftButton)
        Q_EMIT rowPicked(*row);
      return true;
    case QEvent::MouseMove:
      Q_EMIT rowPointed(findRow(mouse->position()), mouse->globalPosition().toPoint());
      return true;
    case QEvent::MouseButtonRelease:
    case QEvent::MouseButtonDblClick:
      return true;
    default:
      return QWidget::eventFilter(watched, event);
  }
}

void StudyCanvas::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d_->plot->resize(size());
  d_->frame.fitWords(size());
  d_->frame.fitTicks(size());
  d_->plot->replot(QCustomPlot::rpQueuedReplot);
}

QPixmap StudyCanvas::takePicture(const PictureForm& form) {
  return d_->frame.takePicture(size(), form);
}

bool StudyCanvas::writePicture(const QString& path, const PictureForm& form) {
  return d_->frame.writePicture(path, size(), form);
}

}  // namespace clank

#include "moc_study_canvas.cpp"
