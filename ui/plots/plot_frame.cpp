// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_frame.h"

#include "ui/plots/plot_font.h"
#include "ui/plots/unit_ticker.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/io/replace_file.h"
#include "ui/look/scale.h"
#include "ui/plots/legend_name.h"

namespace clank {
namespace {

constexpr int kTickRoom = 22;            // px, least distance of two labels of an axis
constexpr int kIcon = 14, kIconGap = 4;  // px, of the legend
constexpr int kRow = 18, kCloseRow = 15,
              kClosest = 12;    // px, of the names; of those right of the curves, at most and at least
constexpr int kNameGap = 12;    // px from one name of the legend to the next
constexpr int kLeastName = 34;  // px, of a name that is shortened: a few letters are left
constexpr int kLeft = 12, kButtons = 40;   // px beside the title
constexpr int kAbove = 10, kAboveLow = 4;  // px over the title
constexpr int kLowPlot = 190;              // px, a plot that needs its height for the curves
constexpr int kFlat = 124;                 // px, one that has no room for a second row of words
constexpr int kLowest = 20;                // px, of the axes: in a low plot they give way to title and names
constexpr int kPrintDots = 96;             // an inch: letters of 12 px are 9 points high
constexpr int kPixelDots = 300;            // an inch, of pictures made of pixels
constexpr double kInch = 25.4;             // mm

// As many columns as fit, each as wide (px) as its widest name; the names fill row after row.
int countColumns(const std::vector<int>& names, int room) {
  for (std::size_t columns = names.size(); columns > 1; --columns) {
    std::vector<int> widest(columns, 0);
    for (std::size_t i = 0; i < names.size(); ++i)
      widest[i % columns] = std::max(widest[i % columns], names[i]);
    if (std::accumulate(widest.begin(), widest.end(), 0) <= room) return static_cast<int>(columns);
  }
  return 1;
}

// Broken at spaces, and inside a word that is wider than all the room (px).
QString breakLines(const QString& text, const QFontMetrics& metrics, int room) {
  QStringList lines{QString()};
  for (const QString& word : text.split(' ')) {
    const QString longer = lines.back().isEmpty() ? word : lines.back() + ' ' + word;
    if (metrics.horizontalAdvance(longer) <= room) {
      lines.back() = longer;
      continue;
    }
    if (!lines.back().isEmpty()) lines.push_back({});
    for (const QChar letter : word) {
      if (!lines.back().isEmpty() && metrics.horizontalAdvance(lines.back() + letter) > room)
        lines.push_back({});
      lines.back() += letter;
    }
  }
  return lines.join('\n');
}

// Of letters and lines, which are drawn for letters of 9 points.
double findZoom(const PictureForm& form) {
  return form.letters / PictureForm().letters;
}

// px, before they are zoomed.
QSize printSize(QSize shown, const PictureForm& form) {
  const double perMillimetre = kPrintDots / kInch / findZoom(form);
  const double shape =
      std::clamp(shown.height() / std::max(1.0, static_cast<double>(shown.width())), 0.5, 1.0);
  const double height = form.height > 0 ? form.height : shape * form.width;
  return {qRound(form.width * perMillimetre), qRound(height * perMillimetre)};
}

}  // namespace

PlotFrame::PlotFrame(QCustomPlot* plot) : plot_(plot), hint_(new QCPItemText(plot)) {
  hint_->position->setType(QCPItemPosition::ptAxisRectRatio);
  hint_->position->setCoords(0.5, 0.5);
  hint_->setTextAlignment(Qt::AlignCenter);
  hint_->setClipToAxisRect(false);
  hint_->setVisible(false);
  auto* layout = plot_->plotLayout();
  layout->insertRow(0);
  layout->insertRow(0);
  header_ = new QCPLayoutGrid;  // first into the plot: elements take their plot from the layout
  layout->addElement(0, 0, header_);
  title_ = new QCPTextElement(plot_, "", makePlotFont(plot_, true, 13));
  unit_ = new QCPTextElement(plot_, "", makePlotFont(plot_));
  for (QCPTextElement* text : {title_, unit_}) text->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
  header_->addElement(0, 0, title_);
  header_->addElement(0, 1, unit_);
  beside_ = new QCPLayoutGrid;
  beside_->setMargins(QMargins(6, 3, 0, 0));
  header_->addElement(0, 2, beside_);
  header_->addElement(0, 3, new QCPLayoutElement);
  header_->setColumnStretchFactors({0.001, 0.001, 0.001, 1});
  header_->setRowSpacing(0);
  legendRow_ = new QCPLayoutGrid;
  layout->addElement(1, 0, legendRow_);
  plot_->legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
  plot_->axisRect()->insetLayout()->take(plot_->legend);
  legendRow_->addElement(0, 0, plot_->legend);
  legendRow_->addElement(0, 1, new QCPLayoutElement);
  legendRow_->setColumnStretchFactors({0.001, 1});
  legendRow_->setMargins(QMargins(12, 0, 8, 0));
  auto* body = new QCPLayoutGrid;
  QCPAxisRect* curves = plot_->axisRect();
  layout->take(curves);
  layout->addElement(2, 0, body);
  body->addElement(0, 0, curves);
  column_ = new QCPLayoutGrid;
  body->addElement(0, 1, column_);
  body->setColumnStretchFactors({1, 0.001});
  column_->setMaximumSize(0, QWIDGETSIZE_MAX);  // not a pixel while it is empty
  body->setColumnSpacing(0);
  column_->addElement(1, 0, new QCPLayoutElement);
  column_->setRowStretchFactors({0.001, 1});
  layout->setRowStretchFactors({0.001, 0.001, 1});
  layout->setRowSpacing(0);
  plot_->legend->setVisible(true);
  plot_->legend->setBorderPen(Qt::NoPen);
  plot_->legend->setBrush(Qt::NoBrush);
  plot_->legend->setMargins(QMargins(0, 0, 0, 0));
  plot_->legend->setIconSize(kIcon, kRow);
  plot_->legend->setIconTextPadding(kIconGap);
  plot_->legend->setColumnSpacing(kNameGap);
  plot_->legend->setRowSpacing(0);
  plot_->legend->setFont(makePlotFont(plot_));
  auto* rect = plot_->axisRect();
  rect->setMinimumMargins(QMargins(44, 6, 24, 6));
  rect->setMinimumSize(50, kLowest);
  rect->setupFullAxesBox();
  plot_->yAxis2->setVisible(false);
  plot_->yAxis2->setTickLabels(true);  // a full box has none on this side
  plot_->xAxis2->setVisible(false);
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis, plot_->yAxis2})
    axis->setTicker(QSharedPointer<UnitTicker>(new UnitTicker));
  // The room of the axes is what title and names leave: known when all is laid out, for the next picture.
  QObject::connect(plot_, &QCustomPlot::afterLayout, plot_, [this] {
    const int before = plot_->yAxis->ticker()->tickCount();
    fitTicks(plot_->axisRect()->size());
    if (plot_->yAxis->ticker()->tickCount() != before)
      QMetaObject::invokeMethod(
          plot_, [plot = plot_] { plot->replot(QCustomPlot::rpQueuedRefresh); }, Qt::QueuedConnection);
  });
  plot_->xAxis->ticker()->setTickCount(6);
  plot_->yAxis->ticker()->setTickCount(5);
  plot_->yAxis2->ticker()->setTickCount(5);
}

void PlotFrame::setTitle(const QString& text, const QString& units, const QString& shortUnits) {
  const QString& given = shortUnits.isEmpty() ? units : shortUnits;
  if (text == wholeTitle_ && units == units_ && given == shortUnits_) return;
  wholeTitle_ = text;
  units_ = units;
  shortUnits_ = given;
  fitTitle(plot_->width());
}

void PlotFrame::placeUnit(bool isBelow) {
  if (isBelow == unitIsBelow_) return;
  unitIsBelow_ = isBelow;
  header_->take(unit_);
  header_->addElement(isBelow ? 1 : 0, isBelow ? 0 : 1, unit_);
  if (!isBelow) header_->simplify();  // without the row that is empty now
}

// A title says what a plot is: it is broken, not cut, and the unit goes below where both do not fit. A flat
// plot with curves has room for one line, or there would be a title of nothing.
void PlotFrame::fitTitle(int width) {
  const QFontMetrics bold(title_->font()), plain(unit_->font());
  const int gaps = (header_->columnCount() - 1) * header_->columnSpacing() + beside_->margins().left();
  constexpr int kEdges = 12;  // px, around title and unit
  const int room = std::max(40, width - kLeft - kButtons - headRoom_ - gaps - kEdges);
  const auto isTooLong = [&](const QString& units) {
    const int unit = units.isEmpty() ? 0 : plain.horizontalAdvance(units) + kNameGap;
    return unit > 0 && bold.horizontalAdvance(wholeTitle_) + unit > room;
  };
  const bool isShort = isTooLong(units_) && !isTooLong(shortUnits_);
  const bool isFlat = plot_->height() < kFlat * lookScale(plot_) && !isBlank();
  const QString& units = isShort ? shortUnits_ : units_;
  unit_->setText(isFlat && isTooLong(units) ? QString() : units);
  placeUnit(isTooLong(unit_->text()));
  title_->setText(isFlat ? bold.elidedText(wholeTitle_, Qt::ElideRight, room)
                         : breakLines(wholeTitle_, bold, room));
}

bool PlotFrame::setHint(const QString& text) {
  if (text == wholeHint_) return false;
  wholeHint_ = text;
  hint_->setVisible(isBlank());
  plot_->legend->setVisible(!isBlank());
  for (QCPAxis* axis : {plot_->xAxis, plot_->yAxis}) axis->setVisible(!isBlank());
  if (isBlank()) plot_->yAxis2->setVisible(false);
  if (QCPLayer* cursor = plot_->layer("cursor")) cursor->setVisible(!isBlank());
  fitHint(plot_->width());
  fitTitle(plot_->width());
  return true;
}

void PlotFrame::fitHint(int width) {
  hint_->setText(breakLines(wholeHint_, QFontMetrics(hint_->font()), std::max(40, width - 2 * kLeft)));
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
  axis->setNumberFormat("gbc");
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
  setRowHeight();
  plot_->axisRect()->setMinimumMargins(QMargins(px(44), 6, px(24), 6));
  plot_->setBackground(QBrush(palette.panel));
  title_->setTextColor(palette.ink);
  unit_->setTextColor(palette.dim);
  hint_->setFont(makePlotFont(plot_));
  hint_->setColor(palette.dim);
  plot_->legend->setTextColor(palette.ink);
  styleAxis(plot_->xAxis, false, palette);
  styleAxis(plot_->yAxis, true, palette);
  styleAxis(plot_->yAxis2, false, palette);
}

void PlotFrame::fitWords(QSize size) {
  const bool isLow = size.height() < kLowPlot * lookScale(plot_);
  header_->setMargins(QMargins(kLeft, isLow ? kAboveLow : kAbove, kButtons + headRoom_, isLow ? 0 : 2));
  fitTitle(size.width());
  fitHint(size.width());
  fitLegend(size);
}

bool PlotFrame::setHeadRoom(int room) {
  return std::exchange(headRoom_, room) != room;
}

void PlotFrame::fit(QSize size) {
  fitWords(size);
  fitTicks(size);
}

// px, with their gaps; gives each the room for its reading.
std::vector<int> PlotFrame::measureNames(Room room) {
  const QFontMetrics metrics(makePlotFont(plot_));
  std::vector<int> widths;
  for (int i = 0; i < plot_->legend->itemCount(); ++i)
    if (auto* item = dynamic_cast<LegendName*>(plot_->legend->item(i))) {
      item->setRoom(room.name);
      const int reading = item->plottable()->property(kNameOnly).toBool() ? 0 : room.reading;
      const int own = metrics.horizontalAdvance(item->shownName()) + plot_->legend->iconSize().width() +
                      kIconGap + reading;
      item->setMinimumSize(reading > 0 ? own : 0, 0);
      widths.push_back(own + kNameGap);
    }
  return widths;
}

void PlotFrame::setRowHeight() {
  const double scale = lookScale(plot_);
  plot_->legend->setIconSize(qRound(kIcon * scale),
                             qRound((legendPlace_ == LegendPlace::right ? closeRow_ : kRow) * scale));
}

void PlotFrame::placeLegend(LegendPlace place) {
  if (place == legendPlace_) return;
  const auto find = [this](LegendPlace where) {
    return where == LegendPlace::below ? legendRow_ : where == LegendPlace::beside ? beside_ : column_;
  };
  find(legendPlace_)->take(plot_->legend);
  legendPlace_ = place;
  find(place)->addElement(0, 0, plot_->legend);
  setRowHeight();
  column_->setMaximumSize(place == LegendPlace::right ? QWIDGETSIZE_MAX : 0, QWIDGETSIZE_MAX);
  column_->setMargins(place == LegendPlace::right ? QMargins(4, 0, 8, 0) : QMargins());
}

// Are the names all in the row of the title?
bool PlotFrame::fitBeside(QSize size, Room room) {
  const QFontMetrics bold(title_->font()), plain(unit_->font());
  const int head = kLeft + bold.horizontalAdvance(wholeTitle_) + plain.horizontalAdvance(unit_->text()) +
                   2 * kNameGap + kButtons + headRoom_;
  const std::vector<int> widths = measureNames(room);
  return std::accumulate(widths.begin(), widths.end(), head) <= size.width();
}

// Do the names, one below the other, leave enough of the width to the curves? Those that do not are shortened
// when they may be.
bool PlotFrame::fitRight(QSize size, Room& room, bool mayShorten) {
  constexpr double kSurelyOfWidth = 0.38, kMostOfWidth = 0.5;
  constexpr int kLeastCurves = 130, kAxes = 64;  // px
  room.name = 0;
  const std::vector<int> widths = measureNames(room);
  if (widths.empty()) return false;
  const double free = size.height() / lookScale(plot_) - kAboveLow - kRow;
  const int row = std::min(kCloseRow, static_cast<int>(free / static_cast<double>(widths.size())));
  if (row < kClosest) return false;
  closeRow_ = row;
  const int widest = *std::max_element(widths.begin(), widths.end());
  const int most = std::max(qRound(kSurelyOfWidth * size.width()),
                            std::min(qRound(kMostOfWidth * size.width()),
                                     size.width() - qRound((kLeastCurves + kAxes) * lookScale(plot_))));
  return widest - kNameGap < most || (mayShorten && shortenNames(most, room));
}

// Names that are no wider than this (px), all in all. Is there anything left of them?
bool PlotFrame::shortenNames(int width, Room& room) {
  room.name = width - plot_->legend->iconSize().width() - kIconGap - room.reading - kNameGap;
  if (room.name >= qRound(kLeastName * lookScale(plot_))) return true;
  room.name = 0;
  return false;
}

// Columns with short names leave theirs to the others.
void PlotFrame::widenNames(QSize size, int columns, Room& room) {
  for (int most = size.width(); most - room.name > 1;) {
    const int middle = (room.name + most) / 2;
    if (countNameColumns(size, {room.reading, middle}) >= columns)
      room.name = middle;
    else
      most = middle;
  }
}

void PlotFrame::setReadingRoom(int room) {
  readingRoom_ = room;
}

QPointF PlotFrame::findReading(const QCPPlottableLegendItem& item) {
  auto& named = const_cast<QCPPlottableLegendItem&>(item);  // its getter is not const
  const QFontMetrics metrics(named.parentLegend()->font());
  const auto* own = dynamic_cast<const LegendName*>(&item);
  const QString name = own ? own->shownName() : named.plottable()->name();
  return {item.rect().left() + named.parentLegend()->iconSize().width() + 2.0 * kIconGap +
              metrics.horizontalAdvance(name),
          static_cast<double>(item.rect().top())};
}

int PlotFrame::countNameColumns(QSize size, Room room) {
  return countColumns(measureNames(room), size.width() - 2 * kLeft);
}

// Below the title: do the names take too much of the height?
bool PlotFrame::isTight(QSize size, int columns) const {
  constexpr double kMostOfIt = 0.27;  // of the height may be names
  const double scale = lookScale(plot_);
  const int rows = (plot_->legend->itemCount() + columns - 1) / columns;
  return (size.height() < kFlat * scale && !isBlank()) ||
         (rows > 1 && rows * kRow * scale > kMostOfIt * size.height());
}

// In a low plot names stand right of the curves, are then shortened, below the title unless there is much
// more left of them at the right, and then the readings go, before title and curves have no room left.
PlotFrame::LegendPlace PlotFrame::choosePlace(QSize size, Room& room) {
  const double scale = lookScale(plot_);
  const bool isLow = size.height() < kLowPlot * scale && !unitIsBelow_,
             isFlat = size.height() < kFlat * scale && !isBlank();
  constexpr double kMuchMore = 1.5;
  const bool hasReadings = room.reading > 0;
  if (isLow && fitBeside(size, room)) return LegendPlace::beside;
  if (isFlat && fitRight(size, room, false)) return LegendPlace::right;
  int columns = countNameColumns(size, room);
  if (!isTight(size, columns)) return LegendPlace::below;
  if (!isBlank() && fitRight(size, room, false)) return LegendPlace::right;
  if (!hasReadings) return LegendPlace::below;
  Room below = room;
  while (columns <= plot_->legend->itemCount() && isTight(size, columns) &&
         shortenNames((size.width() - 2 * kLeft) / (columns + 1), below))
    ++columns;
  const bool fitsBelow = !isTight(size, columns);
  if (fitsBelow) widenNames(size, columns, below);
  const bool fitsRight = !isBlank() && fitRight(size, room, true);
  if (fitsRight && (!fitsBelow || room.name > kMuchMore * below.name)) return LegendPlace::right;
  room = fitsBelow ? below : Room{};
  return fitsBelow ? LegendPlace::below : choosePlace(size, room);
}

void PlotFrame::fitLegend(QSize size) {
  LegendName::install(*plot_->legend);
  Room room{readingRoom_ > 0 ? qRound(readingRoom_ * lookScale(plot_)) + kIconGap : 0, 0};
  const LegendPlace place = choosePlace(size, room);
  placeLegend(place);
  setRowHeight();
  hasReadings_ = room.reading > 0;
  const int columns = countNameColumns(size, room);  // and gives them their room
  const int wrap = place == LegendPlace::beside  ? std::max(1, plot_->legend->itemCount())
                   : place == LegendPlace::right ? 1
                                                 : columns;
  if (plot_->legend->wrap() == wrap) return;
  plot_->legend->setWrap(wrap);
  plot_->legend->setFillOrder(QCPLayoutGrid::foColumnsFirst, true);
}

void PlotFrame::fitTicks(QSize size) {
  const double room = kTickRoom * lookScale(plot_);
  for (QCPAxis* axis : {plot_->yAxis, plot_->yAxis2})
    axis->ticker()->setTickCount(std::clamp(qRound(size.height() / room), 1, 6));
  plot_->xAxis->ticker()->setTickCount(std::clamp(static_cast<int>(size.width() / (4 * room)), 2, 8));
}

QPixmap PlotFrame::takePicture(QSize size, const PictureForm& form) {
  const QSize print = printSize(size, form);
  fit(print);
  const QPixmap picture = plot_->toPixmap(print.width(), print.height(),
                                          findZoom(form) * static_cast<double>(kPixelDots) / kPrintDots);
  fit(plot_->size());
  return picture;
}

namespace {

// Made in memory: a picture on a full disk is not there, instead of cut.
bool replace(const QString& path, const QBuffer& file) {
  return !file.data().isEmpty() && replaceFile(path.toStdU16String(), file.data().toStdString()).has_value();
}

}  // namespace

bool PlotFrame::writePicture(const QString& path, QSize size, const PictureForm& form) {
  const QString kind = QFileInfo(path).suffix().toLower();
  if (kind == "png") {
    QImage picture = takePicture(size, form).toImage();
    picture.setDotsPerMeterX(qRound(kPixelDots / kInch * 1000));
    picture.setDotsPerMeterY(picture.dotsPerMeterX());
    QBuffer file;
    file.open(QIODevice::WriteOnly);
    return picture.save(&file, "PNG") && replace(path, file);
  }
  const QSize print = printSize(size, form);
  const double zoom = findZoom(form);
  if (kind == "pdf") {
    QBuffer file;
    file.open(QIODevice::WriteOnly);
    QPdfWriter writer(&file);
    writer.setTitle(wholeTitle_);
    writer.setCreator("Clank");
    writer.setResolution(kPrintDots);
    writer.setPageSize(QPageSize(zoom * QSizeF(print) * kInch / kPrintDots, QPageSize::Millimeter));
    writer.setPageMargins(QMarginsF());
    return paint(writer, print, zoom) && replace(path, file);
  }
  if (kind != "svg") return false;
  QSvgGenerator generator;
  QBuffer file;
  file.open(QIODevice::WriteOnly);
  generator.setOutputDevice(&file);
  generator.setResolution(kPrintDots);
  generator.setSize((zoom * QSizeF(print)).toSize());
  generator.setViewBox(QRect(QPoint(), print));
  generator.setTitle(wholeTitle_);
  return paint(generator, print, 1) && replace(path, file);
}

bool PlotFrame::paint(QPaintDevice& device, QSize size, double zoom) {
  QCPPainter painter;
  if (!painter.begin(&device)) return false;
  fit(size);
  painter.scale(zoom, zoom);
  painter.setMode(QCPPainter::pmVectorized);
  painter.setMode(QCPPainter::pmNoCaching);
  plot_->toPainter(&painter, size.width(), size.height());
  fit(plot_->size());
  return painter.end();
}

}  // namespace clank
