// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/scatter_matrix.h"

#include <algorithm>
#include <cmath>

#include "ui/look/scale.h"
#include "ui/plots/axis_unit.h"
#include "ui/plots/plot_font.h"
#include "ui/plots/plot_frame.h"
#include "ui/plots/study_items.h"
#include "ui/plots/unit_ticker.h"

namespace clank {
namespace {

constexpr double kMatrixReach = 12;  // px
constexpr int kNameSize = 10;        // px

QCPRange findRange(const std::vector<double>& values) {
  const std::vector<double> sorted = sortFinite(values);
  if (sorted.empty()) return {0, 1};
  double extent = sorted.back() - sorted.front();
  if (!(extent > 1e-9 * std::abs(sorted.back()))) extent = sorted.back() == 0 ? 1 : std::abs(sorted.back());
  return {sorted.front() - 0.06 * extent, sorted.back() + 0.06 * extent};
}

// Significant digits with which two numbers of a range differ.
int findDigits(const QCPRange& range) {
  const double most = std::max(std::abs(range.lower), std::abs(range.upper)), extent = range.size();
  return 2 + std::clamp(static_cast<int>(std::ceil(std::log10(most / extent))), 1, 10);
}

}  // namespace

class ScatterMatrix::Private {
 public:
  struct Variable {
    FigureAxis axis;
    std::vector<double> values;  // one a row of the table
    QCPRange range;
  };

  explicit Private(ScatterMatrix* owner) : self(owner), plot(new QCustomPlot(owner)), frame(plot) {}

  void draw();
  void addCell(QCPLayoutGrid& grid, std::size_t row, std::size_t column);
  void addPoints(QCPAxisRect& rect, const Variable& x, const Variable& y);
  void addBars(QCPAxisRect& rect, const Variable& x);
  void style(QCPAxis& axis, const Variable& what, bool named);
  bool isLow() const;
  void fitMargins();
  void fitNames();
  void placeChosen();

  ScatterMatrix* self;
  QCustomPlot* plot;
  PlotFrame frame;
  QCPLayoutGrid* grid = nullptr;
  ChosenRun* ring = nullptr;
  Palette palette = Palette::light();
  QString title, note;
  std::vector<Variable> variables;
  std::vector<std::size_t> rows;  // that are drawn
  std::optional<std::size_t> chosen;
  struct Cell {
    QCPAxisRect* rect;
    std::size_t row, column;
  };
  std::vector<Cell> cells;  // of points
  struct Name {
    QCPAxis* axis;
    QString text;
    QSharedPointer<QCPAxisTicker> ticker;
  };
  std::vector<Name> names;  // of the outermost axes
};

ScatterMatrix::ScatterMatrix(QWidget* parent) : QWidget(parent), d_(std::make_unique<Private>(this)) {
  QCustomPlot* plot = d_->plot;
  plot->setPlottingHint(QCP::phImmediateRefresh, false);
  plot->setFocusPolicy(Qt::NoFocus);
  plot->setMouseTracking(true);
  plot->installEventFilter(this);
  plot->setAutoAddPlottableToLegend(false);
  QCPAxisRect* unused = plot->axisRect();  // the frame wants one
  for (QCPAxis* axis : unused->axes()) axis->setVisible(false);
  unused->setVisible(false);
  unused->setAutoMargins(QCP::msNone);
  unused->setMargins({});
  unused->setMinimumMargins({});
  unused->setMinimumSize(0, 0);
  unused->setMaximumSize(QWIDGETSIZE_MAX, 1);  // a narrow one would hold the whole column
  d_->grid = new QCPLayoutGrid;
  plot->plotLayout()->addElement(3, 0, d_->grid);
  plot->plotLayout()->setRowStretchFactors({0.001, 0.001, 0.001, 1});
  plot->addLayer("chosen");
  d_->ring = new ChosenRun(plot);
  d_->ring->setLayer("chosen");
  d_->ring->setClipToAxisRect(false);
  connect(plot, &QCustomPlot::afterLayout, this, [this] {
    d_->fitNames();
    d_->placeChosen();
  });
  setMinimumSize(240, 70);
}

ScatterMatrix::~ScatterMatrix() = default;

void ScatterMatrix::setTable(const StudyTable& table) {
  d_->variables.clear();
  for (const StudyColumn& column : table.parameters())
    d_->variables.push_back({makeParameterAxis(column), column.values, {}});
  for (const StudyColumn& column : table.quantities())
    d_->variables.push_back({makeQuantityAxis(column), column.values, {}});
  const std::size_t count = d_->variables.size();
  if (count > kMostVariables) d_->variables.resize(kMostVariables);
  for (auto& variable : d_->variables) variable.range = findRange(variable.values);
  d_->title = tr("Everything over everything");
  d_->note = tr("%1 runs").arg(table.count());
  if (count > kMostVariables) d_->note += tr(", the first %1 of %2 columns").arg(kMostVariables).arg(count);
  // Evenly taken where there are more than can be told apart.
  d_->rows.clear();
  const std::size_t step = std::max<std::size_t>(1, table.rowCount() / kMostPoints);
  for (std::size_t row = 0; row < table.rowCount(); row += step) d_->rows.push_back(row);
  if (step > 1) d_->note += tr(", one of %1 drawn").arg(step);
  d_->draw();
}

void ScatterMatrix::setChosen(std::optional<std::size_t> row) {
  d_->chosen = row;
  d_->plot->replot(QCustomPlot::rpQueuedReplot);
}

void ScatterMatrix::setLook(const Palette& palette) {
  d_->palette = palette;
  d_->frame.setLook(palette);
  d_->ring->palette = palette;
  d_->draw();
}

void ScatterMatrix::Private::draw() {
  frame.setTitle(title, note);
  cells.clear();
  names.clear();
  plot->clearPlottables();
  grid->clear();
  const std::size_t count = variables.size();
  for (std::size_t row = 0; row < count; ++row)
    for (std::size_t column = 0; column < count; ++column) addCell(*grid, row, column);
  // The names stand in the margins of all cells together: in those of the outermost ones they would take
  // their room from these alone.
  const double size = lookScale(plot);
  grid->setMargins(QMargins(static_cast<int>(58 * size), 2, 8, static_cast<int>(34 * size)));
  grid->setRowSpacing(8);
  grid->setColumnSpacing(8);
  plot->replot(QCustomPlot::rpQueuedReplot);
}

void ScatterMatrix::Private::addCell(QCPLayoutGrid& into, std::size_t row, std::size_t column) {
  auto* rect = new QCPAxisRect(plot, false);
  into.addElement(static_cast<int>(row), static_cast<int>(column), rect);
  rect->addAxes(QCPAxis::atBottom | QCPAxis::atLeft);
  const bool isLowest = row + 1 == variables.size(), isFirst = column == 0;
  rect->setAutoMargins(QCP::msNone);
  rect->setMargins({});
  rect->setMinimumSize(1, 1);
  style(*rect->axis(QCPAxis::atBottom), variables[column], isLowest);
  style(*rect->axis(QCPAxis::atLeft), variables[row], isFirst);
  if (row == column) return addBars(*rect, variables[row]);
  addPoints(*rect, variables[column], variables[row]);
  cells.push_back({rect, row, column});
}

void ScatterMatrix::Private::style(QCPAxis& axis, const Variable& what, bool named) {
  axis.setRange(what.range);
  axis.setBasePen(QPen(palette.line));
  axis.setTickPen(QPen(palette.line));
  axis.setSubTickPen(Qt::NoPen);
  axis.setTickLength(0, 2);
  axis.grid()->setVisible(false);
  axis.setTickLabels(named);
  axis.setTickLabelColor(palette.dim);
  axis.setTickLabelFont(makePlotFont(plot, false, kNameSize));
  axis.setNumberFormat("gbc");
  axis.setNumberPrecision(findDigits(what.range));
  QString name = what.axis.name;
  if (!what.axis.words.isEmpty()) {
    const auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    for (qsizetype i = 0; i < what.axis.words.size(); ++i)
      ticker->addTick(static_cast<double>(i), what.axis.words[i]);
    axis.setTicker(ticker);
  } else {
    const auto ticker = QSharedPointer<UnitTicker>::create();
    ticker->setTickCount(2);
    ShownUnit unit{what.axis.unit.toStdString(), 1};
    if (what.axis.isSi)
      unit = findAxisUnit(std::max(std::abs(what.range.lower), std::abs(what.range.upper)), what.axis.unit);
    ticker->factor = unit.factor;
    axis.setTicker(ticker);
    if (const QString written = writeUnit(unit.name); !written.isEmpty())
      name = QString("%1 [%2]").arg(what.axis.name, written);
  }
  if (named) names.push_back({&axis, name, axis.ticker()});
  axis.setLabelColor(palette.ink);
  axis.setLabelPadding(0);
  axis.setLabelFont(makePlotFont(plot, false, kNameSize));
}

void ScatterMatrix::Private::addPoints(QCPAxisRect& rect, const Variable& x, const Variable& y) {
  auto* graph = plot->addGraph(rect.axis(QCPAxis::atBottom), rect.axis(QCPAxis::atLeft));
  const QColor colour = palette.curve(0);
  graph->setLineStyle(QCPGraph::lsNone);
  graph->setScatterStyle(
      {QCPScatterStyle::ssDisc, colour, colour, (rows.size() > 500 ? 2.0 : 3.5) * lookScale(plot)});
  QList<double> xs, ys;
  for (const std::size_t row : rows) {
    if (!std::isfinite(x.values[row]) || !std::isfinite(y.values[row])) continue;
    xs.push_back(x.values[row]);
    ys.push_back(y.values[row]);
  }
  graph->setData(xs, ys);
}

void ScatterMatrix::Private::addBars(QCPAxisRect& rect, const Variable& x) {
  const Histogram histogram = makeHistogram(sortFinite(x.values));
  auto* counts = rect.addAxis(QCPAxis::atRight);  // the left one has the name of the variable
  counts->setVisible(false);
  auto* bars = new QCPBars(rect.axis(QCPAxis::atBottom), counts);
  bars->setWidth(histogram.width);
  bars->setPen(Qt::NoPen);
  QColor colour = palette.curve(0);
  colour.setAlphaF(0.45F);
  bars->setBrush(colour);
  double most = 1;
  for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
    bars->addData(histogram.from + (static_cast<double>(i) + 0.5) * histogram.width,
                  static_cast<double>(histogram.counts[i]));
    most = std::max(most, static_cast<double>(histogram.counts[i]));
  }
  counts->setRange(0, 1.1 * most);
}

// Rows that have no room for two numbers above each other.
bool ScatterMatrix::Private::isLow() const {
  const QFontMetrics metrics(makePlotFont(plot, false, kNameSize));
  return plot->height() < (3 * static_cast<int>(variables.size()) + 6) * metrics.height();
}

// The names stand in the margins of all cells together: in those of the outermost ones they would take their
// room from these alone. Upright ones are shortened in low rows: there they lie, in the place of the numbers.
void ScatterMatrix::Private::fitMargins() {
  const double size = lookScale(plot);
  grid->setMargins(
      QMargins(static_cast<int>((isLow() ? 118 : 58) * size), 2, 8, static_cast<int>(34 * size)));
}

void ScatterMatrix::Private::fitNames() {
  for (const Name& name : names) {
    QCPAxis& axis = *name.axis;
    const QRect rect = axis.axisRect()->rect();
    const QFontMetrics metrics(axis.labelFont());
    const bool isUpright = axis.axisType() == QCPAxis::atLeft;
    axis.setTicker(name.ticker);
    axis.setLabel(metrics.elidedText(name.text, Qt::ElideMiddle, isUpright ? rect.height() : rect.width()));
    if (!isUpright || !isLow()) continue;
    const auto alone = QSharedPointer<QCPAxisTickerText>::create();
    alone->addTick(axis.range().center(), metrics.elidedText(name.text, Qt::ElideRight, rect.left() - 8));
    axis.setTicker(alone);
    axis.setLabel({});
  }
}

void ScatterMatrix::Private::placeChosen() {
  ring->points.clear();
  if (!chosen) return;
  for (const Cell& cell : cells) {
    const double x = variables[cell.column].values[*chosen], y = variables[cell.row].values[*chosen];
    if (std::isfinite(x) && std::isfinite(y))
      ring->points.emplace_back(cell.rect->axis(QCPAxis::atBottom)->coordToPixel(x),
                                cell.rect->axis(QCPAxis::atLeft)->coordToPixel(y));
  }
}

std::optional<std::size_t> ScatterMatrix::findRow(QPointF at) const {
  std::optional<std::size_t> found;
  double best = kMatrixReach * kMatrixReach;
  for (const Private::Cell& cell : d_->cells) {
    if (!cell.rect->rect().contains(at.toPoint())) continue;
    for (const std::size_t row : d_->rows) {
      const double x =
          cell.rect->axis(QCPAxis::atBottom)->coordToPixel(d_->variables[cell.column].values[row]);
      const double y = cell.rect->axis(QCPAxis::atLeft)->coordToPixel(d_->variables[cell.row].values[row]);
      const double away = std::pow(x - at.x(), 2) + std::pow(y - at.y(), 2);
      if (!(away < best)) continue;
      best = away;
      found = row;
    }
  }
  return found;
}

bool ScatterMatrix::eventFilter(QObject* watched, QEvent* event) {
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

void ScatterMatrix::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  d_->plot->resize(size());
  d_->frame.fitWords(size());
  d_->fitMargins();
  d_->plot->replot(QCustomPlot::rpQueuedReplot);
}

QPixmap ScatterMatrix::takePicture(const PictureForm& form) {
  return d_->frame.takePicture(size(), form);
}

bool ScatterMatrix::writePicture(const QString& path, const PictureForm& form) {
  return d_->frame.writePicture(path, size(), form);
}

}  // namespace clank

#include "moc_scatter_matrix.cpp"
