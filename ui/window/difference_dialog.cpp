// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/difference_dialog.h"

#include <QAbstractButton>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>

namespace clank {

namespace {

constexpr QSize kDialogSize{720, 380};
constexpr int kMostRows = 1000;       // more are counted
constexpr qsizetype kMostText = 300;  // characters of a cell

QString shorten(const std::string& text) {
  const QString all = QString::fromStdString(text);
  return all.size() <= kMostText ? all : all.left(kMostText) + QChar(0x2026);
}

}  // namespace

DifferenceDialog::DifferenceDialog(QWidget& window, const QString& file,
                                   const std::vector<FileDifference>& differences)
    : QDialog(&window) {
  setObjectName("differences");
  setWindowTitle(tr("Differences to %1").arg(file));
  const int count = static_cast<int>(differences.size()), shown = std::min(count, kMostRows);
  auto* headline =
      new QLabel(count == 0       ? tr("The file says the same as the drawing here.")
                 : count == 1     ? tr("One place differs:")
                 : shown == count ? tr("%1 places differ:").arg(count)
                                  : tr("%1 places differ; the first %2 of them:").arg(count).arg(shown));
  headline->setWordWrap(true);
  auto* table = new QTableWidget(shown, 3);
  table->setHorizontalHeaderLabels({tr("where"), tr("here"), tr("on disk")});
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->verticalHeader()->hide();
  table->setAccessibleName(windowTitle());
  for (int row = 0; row < shown; ++row) {
    const FileDifference& one = differences[static_cast<std::size_t>(row)];
    int column = 0;
    for (const std::string& text : {one.where, one.first, one.second}) {
      auto* cell = new QTableWidgetItem(text.empty() ? tr("not there") : shorten(text));
      if (text.empty()) cell->setForeground(palette().color(QPalette::Disabled, QPalette::Text));
      cell->setToolTip(cell->text());
      table->setItem(row, column++, cell);
    }
  }
  table->resizeColumnToContents(0);
  table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::Stretch);
  table->horizontalHeader()->setSectionResizeMode(2, QHeaderView::Stretch);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
  for (auto* button : buttons->buttons()) button->setIcon({});
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* layout = new QVBoxLayout(this);
  layout->addWidget(headline);
  layout->addWidget(table);
  layout->addWidget(buttons);
  resize(kDialogSize);
}

}  // namespace clank

#include "moc_difference_dialog.cpp"
