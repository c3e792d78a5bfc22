// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/published_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <algorithm>
#include <array>

#include "ui/panels/number_words.h"

namespace clank {
namespace {

enum PublishedColumn { kWhat, kPublished, kOurs, kDifference, kWhy, kSource, kPublishedColumns };
constexpr int kDigits = 7;
constexpr std::array kWords{kWhat, kWhy, kSource};

bool isNumber(int column) {
  return column == kPublished || column == kOurs || column == kDifference;
}

}  // namespace

PublishedPanel::PublishedPanel(QWidget* parent) : QTableWidget(0, kPublishedColumns, parent) {
  setAccessibleName(tr("Published numbers beside ours"));
  setHorizontalHeaderLabels(
      {tr("quantity"), tr("published"), tr("ours"), tr("difference"), tr("why they differ"), tr("source")});
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setShowGrid(false);
  setFrameShape(NoFrame);
  setWordWrap(true);
  verticalHeader()->hide();
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  for (const int column : kWords) horizontalHeader()->setSectionResizeMode(column, QHeaderView::Interactive);
  setHorizontalScrollMode(ScrollPerPixel);
  horizontalHeader()->setHighlightSections(false);
  for (int column = 0; column < kPublishedColumns; ++column)
    horizontalHeaderItem(column)->setTextAlignment((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) |
                                                   Qt::AlignVCenter);
}

// A panel that lies behind another is disabled (ui/window/views.cpp): it is filled when it comes to the
// front.
void PublishedPanel::setRows(std::vector<PublishedComparison> rows) {
  rows_ = std::move(rows);
  isFilled_ = false;
  fillWhenSeen();
}

void PublishedPanel::fillWhenSeen() {
  if (isVisible() && isEnabled() && !isFilled_) fill();
}

void PublishedPanel::showEvent(QShowEvent* event) {
  QTableWidget::showEvent(event);
  fillWhenSeen();
}

void PublishedPanel::changeEvent(QEvent* event) {
  QTableWidget::changeEvent(event);
  if (event->type() == QEvent::EnabledChange) fillWhenSeen();
}

// The words wrap anew.
void PublishedPanel::resizeEvent(QResizeEvent* event) {
  QTableWidget::resizeEvent(event);
  if (isVisible() && isFilled_) shareWidth();
}

// Numbers have the width that they need, words what is left: some words a line, or else the table is
// scrolled.
void PublishedPanel::shareWidth() {
  int left = viewport()->width();
  for (int column = 0; column < kPublishedColumns; ++column)
    if (isNumber(column)) left -= columnWidth(column);
  const int least = fontMetrics().horizontalAdvance("why they differ, in words");
  for (const int column : kWords)
    setColumnWidth(column, std::max(least, left / static_cast<int>(kWords.size())));
  resizeRowsToContents();
}

void PublishedPanel::write(int row, int column, const QString& text) {
  if (!item(row, column)) setItem(row, column, new QTableWidgetItem);
  item(row, column)->setTextAlignment((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  item(row, column)->setText(text);
  item(row, column)->setToolTip(text);
}

// All of it is one change to the view, which measures its columns at every change that it hears of.
void PublishedPanel::fill() {
  isFilled_ = true;
  setRowCount(static_cast<int>(rows_.size()));
  if (rows_.empty()) return;
  {
    const QSignalBlocker quiet(model());
    for (int i = 0; i < rowCount(); ++i) fillRow(i, rows_[static_cast<std::size_t>(i)]);
  }
  Q_EMIT model()->dataChanged(model()->index(0, 0), model()->index(rowCount() - 1, kPublishedColumns - 1));
  shareWidth();
}

void PublishedPanel::fillRow(int i, const PublishedComparison& row) {
  const auto tell = [&](double value) {
    return joinUnit(writeNumber(value, kDigits), writeUnit(row.published.unit));
  };
  write(i, kWhat, QString::fromStdString(row.published.what));
  write(i, kPublished, tell(row.theirs));
  write(i, kOurs, row.ours ? tell(*row.ours) : QString(QChar(0x2013)));
  if (!row.ours) item(i, kOurs)->setToolTip(tr("This run has no such event or channel."));
  write(i, kDifference, row.difference() ? writeNumber(*row.difference(), 3) : QString());
  write(i, kWhy, QString::fromStdString(row.published.note));
  write(i, kSource, QString::fromStdString(row.published.source));
}

}  // namespace clank

#include "moc_published_panel.cpp"
