// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/published_panel.h"

#include <QHeaderView>

#include "ui/panels/number_words.h"

namespace clank {
namespace {

enum Column { kWhat, kPublished, kOurs, kDifference, kWhy, kSource, kColumns };
constexpr int kDigits = 7;

QTableWidgetItem* makeItem(const QString& text, bool number) {
  auto* item = new QTableWidgetItem(text);
  item->setTextAlignment((number ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
  item->setToolTip(text);
  return item;
}

}  // namespace

PublishedPanel::PublishedPanel(QWidget* parent) : QTableWidget(0, kColumns, parent) {
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
  for (const int column : {kWhat, kWhy, kSource})
    horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
  horizontalHeader()->setHighlightSections(false);
  for (const int column : {kPublished, kOurs, kDifference})
    horizontalHeaderItem(column)->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
  for (const int column : {kWhat, kWhy, kSource})
    horizontalHeaderItem(column)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
}

void PublishedPanel::setRows(std::vector<PublishedComparison> rows) {
  rows_ = std::move(rows);
  isFilled_ = false;
  if (isVisible()) fill();
}

void PublishedPanel::showEvent(QShowEvent* event) {
  QTableWidget::showEvent(event);
  if (!isFilled_) fill();
}

void PublishedPanel::fill() {
  isFilled_ = true;
  setRowCount(static_cast<int>(rows_.size()));
  for (int i = 0; i < rowCount(); ++i) {
    const auto& row = rows_[static_cast<std::size_t>(i)];
    const QString suffix = row.published.unit.empty() || row.published.unit == "1"
                               ? QString()
                               : " " + QString::fromStdString(row.published.unit);
    setItem(i, kWhat, makeItem(QString::fromStdString(row.published.what), false));
    setItem(i, kPublished, makeItem(toWords(row.theirs, kDigits) + suffix, true));
    setItem(i, kOurs,
            makeItem(row.ours ? toWords(*row.ours, kDigits) + suffix : QString(QChar(0x2013)), true));
    if (!row.ours) item(i, kOurs)->setToolTip(tr("This run has no such event or channel."));
    setItem(i, kDifference, makeItem(row.difference() ? toWords(*row.difference(), 3) : QString(), true));
    setItem(i, kWhy, makeItem(QString::fromStdString(row.published.note), false));
    setItem(i, kSource, makeItem(QString::fromStdString(row.published.source), false));
  }
  resizeRowsToContents();
}

}  // namespace clank
