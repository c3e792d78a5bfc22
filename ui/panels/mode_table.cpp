// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/mode_table.h"

#include <QHeaderView>

#include "ui/panels/number_words.h"

namespace clank {
namespace {

enum ModeColumn { kFrequency, kDamping, kKind, kMovers, kModeColumns };
constexpr int kModeDigits = 5;

}  // namespace

ModeTable::ModeTable(QWidget* parent) : QTableWidget(0, kModeColumns, parent) {
  setAccessibleName(tr("Natural modes"));
  setHorizontalHeaderLabels({tr("frequency"), tr("damping ratio"), tr("motion"), tr("moves most")});
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setShowGrid(false);
  setFrameShape(NoFrame);
  horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  horizontalHeader()->setSectionResizeMode(kMovers, QHeaderView::Stretch);
  horizontalHeader()->setHighlightSections(false);
  connect(this, &QTableWidget::cellClicked, this, [this](int row) { Q_EMIT modePicked(row); });
  connect(this, &QTableWidget::cellActivated, this, [this](int row) { Q_EMIT modePicked(row); });
}

void ModeTable::setModes(const std::vector<ModeWords>& modes) {
  setRowCount(static_cast<int>(modes.size()));
  for (int row = 0; row < rowCount(); ++row) {
    const ModeWords& mode = modes[static_cast<std::size_t>(row)];
    const auto write = [&](int column, const QString& text, Qt::Alignment side) {
      auto* cell = new QTableWidgetItem(text);
      cell->setTextAlignment(side | Qt::AlignVCenter);
      cell->setToolTip(text);
      setItem(row, column, cell);
    };
    const QString none(QChar(0x2013));
    write(kFrequency, mode.frequency ? tr("%1 Hz").arg(writeNumber(*mode.frequency, kModeDigits)) : none,
          Qt::AlignRight);
    write(kDamping, mode.damping ? writeNumber(*mode.damping) : none, Qt::AlignRight);
    write(kKind, mode.kind, Qt::AlignLeft);
    write(kMovers, mode.movers, Qt::AlignLeft);
  }
}

}  // namespace clank

#include "moc_mode_table.cpp"
