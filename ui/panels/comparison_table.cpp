// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/comparison_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QStringList>

namespace clank {

ComparisonTable::ComparisonTable(QWidget* parent) : QTableWidget(parent) {
  setAccessibleName(tr("Kept runs compared"));
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setShowGrid(false);
  setFrameShape(NoFrame);
  verticalHeader()->hide();
  horizontalHeader()->setHighlightSections(false);
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
}

void ComparisonTable::setRows(const std::vector<QString>& headers, const std::vector<Row>& rows) {
  if (headers == headers_ && rows == rows_) return;
  headers_ = headers;
  rows_ = rows;
  clear();
  setRowCount(static_cast<int>(rows.size()));
  setColumnCount(static_cast<int>(headers.size()) + 1);
  QStringList titles{tr("run")};
  for (const QString& header : headers) titles.push_back(header);
  setHorizontalHeaderLabels(titles);
  for (int i = 0; i < rowCount(); ++i) {
    const Row& row = rows[static_cast<std::size_t>(i)];
    auto* name = new QTableWidgetItem(row.name);
    name->setForeground(row.colour);
    setItem(i, 0, name);
    for (std::size_t k = 0; k < row.cells.size(); ++k) {
      auto* cell = new QTableWidgetItem(row.cells[k]);
      cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
      setItem(i, static_cast<int>(k) + 1, cell);
    }
  }
}

QString ComparisonTable::toText() const {
  QString text = tr("run");
  for (const QString& header : headers_) text += '\t' + header;
  for (const Row& row : rows_) {
    text += '\n' + row.name;
    for (const QString& cell : row.cells) text += '\t' + cell;
  }
  return text + '\n';
}

void ComparisonTable::keyPressEvent(QKeyEvent* event) {
  if (!event->matches(QKeySequence::Copy)) return QTableWidget::keyPressEvent(event);
  QGuiApplication::clipboard()->setText(toText());
  event->accept();
}

}  // namespace clank

#include "moc_comparison_table.cpp"
