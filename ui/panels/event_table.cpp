// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/event_table.h"

#include <QHeaderView>

#include "core/record/receipt_units.h"
#include "ui/look/compliant_event.h"
#include "ui/panels/number_words.h"
#include "ui/panels/receipt_words.h"

namespace clank {
namespace {

enum Column { kKind, kElement, kTime, kImpulse, kBefore, kAfter, kEnergy, kMobility, kColumns };

QVariant alignmentOf(int column) {
  const bool words = column == kKind || column == kElement;
  return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QString cell(const Receipt& receipt, int column) {
  switch (column) {
    case kTime:
      return writeNumber(receipt.t, 9);
    case kKind:
      return toWord(receipt.kind);
    case kElement:
      return QString::fromStdString(receipt.element);
    case kImpulse:
      if (receipt.contact) return writeNumber(receipt.contact->normalImpulse) + " N s";
      if (isOfCompliantContact(receipt)) return {};
      return writeShown(receipt.impulse, findImpulseUnit(receipt));
    case kBefore:
      return writeShown(withoutNoise(receipt.normalVelocityBefore), findSpeedUnit(receipt));
    case kAfter:
      return writeShown(withoutNoise(receipt.normalVelocityAfter), findSpeedUnit(receipt));
    case kEnergy:
      if (receipt.contact) return writeNumber(-receipt.contact->dampingLoss - receipt.contact->frictionLoss);
      if (isOfCompliantContact(receipt)) return {};
      return writeNumber(receipt.energyAfter - receipt.energyBefore);
    case kMobility:
      return writeChange(receipt.mobilityBefore, receipt.mobilityAfter, {});
    default:
      return {};
  }
}

}  // namespace

void EventModel::setTrajectory(const Trajectory* trajectory) {
  beginResetModel();
  trajectory_ = trajectory;
  rows_ = trajectory ? static_cast<int>(trajectory->events().size()) : 0;
  endResetModel();
}

void EventModel::advance() {
  const int rows = static_cast<int>(trajectory_->events().size());
  if (rows == rows_) return;
  beginInsertRows({}, rows_, rows - 1);
  rows_ = rows;
  endInsertRows();
}

int EventModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : rows_;
}

int EventModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QVariant EventModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::DisplayRole)
    return cell(trajectory_->events()[static_cast<std::size_t>(index.row())], index.column());
  if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
  return {};
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kTime:
      return tr("t [s]");
    case kKind:
      return tr("event");
    case kElement:
      return tr("at");
    case kImpulse:
      return tr("P");
    case kBefore:
      return tr("v before");
    case kAfter:
      return tr("v after");
    case kEnergy:
      return tr("energy [J]");
    case kMobility:
      return tr("mobility");
    default:
      return {};
  }
}

EventTable::EventTable(QWidget* parent) : QTableView(parent), model_(new EventModel(this)) {
  setModel(model_);
  setAccessibleName(tr("Events"));
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setShowGrid(false);
  setFrameShape(NoFrame);
  verticalHeader()->hide();
  verticalHeader()->setDefaultSectionSize(26);
  horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);  // over the whole width
  horizontalHeader()->setMinimumSectionSize(104);
  horizontalHeader()->setHighlightSections(false);
  connect(this, &QTableView::clicked, this,
          [this](const QModelIndex& index) { Q_EMIT eventPicked(static_cast<std::size_t>(index.row())); });
  connect(this, &QTableView::activated, this,
          [this](const QModelIndex& index) { Q_EMIT eventPicked(static_cast<std::size_t>(index.row())); });
}

void EventTable::select(std::size_t event) {
  const int row = static_cast<int>(event);
  if (row < model_->rowCount() && currentIndex().row() != row) selectRow(row);
}

}  // namespace clank
