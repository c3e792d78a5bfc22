// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/event_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QStyleOption>
#include <algorithm>

#include "core/io/rounding.h"
#include "core/record/receipt_units.h"
#include "ui/look/compliant_event.h"
#include "ui/look/part_names.h"
#include "ui/panels/number_words.h"
#include "ui/panels/receipt_words.h"

namespace clank {
namespace {

constexpr int kEventRowHeight = 26;  // px

enum Column { kKindColumn, kElement, kTime, kImpulse, kBefore, kAfter, kEnergy, kMobility, kColumns };

QVariant alignmentOf(int column) {
  const bool words = column == kKindColumn || column == kElement;
  return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

QString cell(const Receipt& receipt, int column) {
  switch (column) {
    case kTime:
      return writeNumber(receipt.t, 9);
    case kKindColumn:
      return toWord(receipt.kind);
    case kElement:
      return namePart(receipt.element);
    case kImpulse:
      if (receipt.contact) return writeShown(receipt.contact->normalImpulse, "N s");
      if (isOfCompliantContact(receipt)) return {};
      return writeShown(receipt.impulse, findImpulseUnit(receipt));
    case kBefore:
      return writeShown(findSpeeds(receipt).before, findSpeedUnit(receipt));
    case kAfter:
      return writeShown(findSpeeds(receipt).after, findSpeedUnit(receipt));
    case kEnergy:
      if (receipt.contact) return writeNumber(-receipt.contact->dampingLoss - receipt.contact->frictionLoss);
      if (isOfCompliantContact(receipt)) return {};
      return writeNumber(findChange(receipt.energyBefore, receipt.energyAfter));
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
  groups_.clear();
  rows_.clear();
  for (std::size_t i = 0; trajectory && i < trajectory->events().size(); ++i) rows_.push_back({i, {}});
  shown_ = rows_.size();
  endResetModel();
}

void EventModel::advance() {
  const std::size_t events = trajectory_->events().size();
  if (events == shown_) return;
  const int first = static_cast<int>(rows_.size());
  beginInsertRows({}, first, first + static_cast<int>(events - shown_) - 1);
  for (std::size_t i = shown_; i < events; ++i) rows_.push_back({i, {}});
  shown_ = events;
  endInsertRows();
}

void EventModel::fold(std::vector<std::vector<std::size_t>> groups) {
  if (!trajectory_ || (groups.empty() && groups_.empty())) return;
  beginResetModel();
  groups_ = std::move(groups);
  std::vector<std::optional<std::size_t>> groupOf(trajectory_->events().size());
  for (std::size_t g = 0; g < groups_.size(); ++g)
    for (const std::size_t event : groups_[g]) groupOf[event] = g;
  rows_.clear();
  for (std::size_t i = 0; i < groupOf.size(); ++i)
    if (!groupOf[i] || groups_[*groupOf[i]].front() == i) rows_.push_back({i, groupOf[i]});
  shown_ = groupOf.size();
  endResetModel();
}

// Rows within a group carry the row of their group, counted from 1.
QModelIndex EventModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, static_cast<quintptr>(parent.isValid() ? parent.row() + 1 : 0));
}

QModelIndex EventModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == 0) return {};
  return createIndex(static_cast<int>(child.internalId()) - 1, 0, static_cast<quintptr>(0));
}

int EventModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(rows_.size());
  if (parent.internalId() != 0 || parent.column() > 0) return 0;
  const auto group = rows_[static_cast<std::size_t>(parent.row())].group;
  return group ? static_cast<int>(groups_[*group].size()) : 0;
}

int EventModel::columnCount(const QModelIndex&) const {
  return kColumns;
}

std::size_t EventModel::eventAt(const QModelIndex& index) const {
  if (index.internalId() == 0) return rows_[static_cast<std::size_t>(index.row())].event;
  const Row& row = rows_[static_cast<std::size_t>(index.internalId()) - 1];
  return groups_[*row.group][static_cast<std::size_t>(index.row())];
}

std::string EventModel::elementAt(const QModelIndex& index) const {
  return trajectory_->events()[eventAt(index)].element;
}

QModelIndex EventModel::find(std::size_t event) const {
  if (!trajectory_ || event >= trajectory_->events().size()) return {};
  const auto after = std::upper_bound(rows_.begin(), rows_.end(), event,
                                      [](std::size_t value, const Row& row) { return value < row.event; });
  const auto isIn = [&](const Row& row) {
    return row.group && std::binary_search(groups_[*row.group].begin(), groups_[*row.group].end(), event);
  };
  // What belongs to a group that began before may come after other rows.
  for (auto row = after; row != rows_.begin();) {
    --row;
    const QModelIndex top = index(static_cast<int>(row - rows_.begin()), 0);
    if (!row->group && row->event == event) return top;
    if (!isIn(*row)) continue;
    const auto& events = groups_[*row->group];
    return index(static_cast<int>(std::lower_bound(events.begin(), events.end(), event) - events.begin()), 0,
                 top);
  }
  return {};
}

QString EventModel::groupCell(const std::vector<std::size_t>& events, int column) const {
  std::vector<ContactReport> contacts;
  for (const std::size_t event : events)
    if (const auto& contact = trajectory_->events()[event].contact) contacts.push_back(*contact);
  const Receipt& first = trajectory_->events()[events.front()];
  if (contacts.empty()) return cell(first, column);
  const ContactReport sum = sumContacts(contacts);
  const TouchSpeeds speeds = findSpeeds(sum, first.noise);
  switch (column) {
    case kKindColumn:
      return tr("%1 contacts").arg(contacts.size());
    case kImpulse:
      return writeShown(sum.normalImpulse, "N s");
    case kBefore:
      return writeShown(-speeds.approach, "m/s");
    case kAfter:
      return speeds.parting ? writeShown(*speeds.parting, "m/s") : QString();
    case kEnergy:
      return writeNumber(-sum.dampingLoss - sum.frictionLoss);
    default:
      return cell(first, column);
  }
}

QVariant EventModel::data(const QModelIndex& index, int role) const {
  if (role == Qt::TextAlignmentRole) return alignmentOf(index.column());
  if (role == Qt::SizeHintRole) return QSize(0, kEventRowHeight);
  if (role != Qt::DisplayRole) return {};
  if (index.internalId() == 0)
    if (const auto group = rows_[static_cast<std::size_t>(index.row())].group)
      return groupCell(groups_[*group], index.column());
  return cell(trajectory_->events()[eventAt(index)], index.column());
}

QVariant EventModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (role == Qt::TextAlignmentRole) return alignmentOf(section);
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case kTime:
      return tr("t [s]");
    case kKindColumn:
      return tr("event");
    case kElement:
      return tr("at");
    case kImpulse:
      return tr("impulse");
    case kBefore:
      return tr("speed before");
    case kAfter:
      return tr("speed after");
    case kEnergy:
      return tr("energy [J]");
    case kMobility:
      return tr("mobility");
    default:
      return {};
  }
}

EventTable::EventTable(QWidget* parent) : QTreeView(parent), model_(new EventModel(this)) {
  setModel(model_);
  setAccessibleName(tr("Events"));
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setFrameShape(NoFrame);
  setUniformRowHeights(true);
  setAllColumnsShowFocus(true);
  setRootIsDecorated(false);
  fitColumns();
  const auto pick = [this](const QModelIndex& index) { Q_EMIT eventPicked(model_->eventAt(index)); };
  connect(this, &QTreeView::clicked, this, pick);
  connect(this, &QTreeView::activated, this, pick);
  setMouseTracking(true);
  connect(this, &QTreeView::entered, this,
          [this](const QModelIndex& index) { Q_EMIT partPointed(model_->elementAt(index)); });
  connect(this, &QTreeView::viewportEntered, this, [this] { Q_EMIT partPointed({}); });
}

// The first columns take what their longest words and times do, with what folds groups; the others share
// what is left.
void EventTable::fitColumns() {
  constexpr int kPadding = 32;  // px, around the text of a cell with its margins
  header()->setSectionResizeMode(QHeaderView::Stretch);
  header()->setMinimumSectionSize(fontMetrics().horizontalAdvance("0.507493153") + kPadding);
  const auto fix = [&](int column, int width) {
    header()->setSectionResizeMode(column, QHeaderView::Fixed);
    header()->resizeSection(column, width);
  };
  fix(kKindColumn,
      fontMetrics().horizontalAdvance(toWord(EventKind::kinematicSwitch)) + 2 * indentation() + kPadding);
  fix(kTime, fontMetrics().horizontalAdvance("0.0137467045") + kPadding);
}

void EventTable::changeEvent(QEvent* event) {
  QTreeView::changeEvent(event);
  if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) fitColumns();
}

// A style sheet that colours the branch of a selected row leaves its arrow out.
void EventTable::drawBranches(QPainter* painter, const QRect& area, const QModelIndex& index) const {
  QTreeView::drawBranches(painter, area, index);
  if (!selectionModel()->isSelected(index) || !model_->hasChildren(index)) return;
  QStyleOption option;
  option.initFrom(this);
  option.rect = {area.right() + 1 - indentation(), area.top(), indentation(), area.height()};
  option.state = QStyle::State_Enabled | QStyle::State_Children | QStyle::State_Item;
  if (isExpanded(index)) option.state |= QStyle::State_Open;
  style()->drawPrimitive(QStyle::PE_IndicatorBranch, &option, painter, this);
}

void EventTable::leaveEvent(QEvent* event) {
  QTreeView::leaveEvent(event);
  Q_EMIT partPointed({});
}

void EventTable::setTrajectory(const Trajectory* trajectory) {
  model_->setTrajectory(trajectory);
  setRootIsDecorated(false);
}

void EventTable::fold(std::vector<std::vector<std::size_t>> groups) {
  model_->fold(std::move(groups));
  setRootIsDecorated(model_->hasGroups());
}

void EventTable::select(std::size_t event) {
  QModelIndex index = model_->find(event);
  if (index.parent().isValid() && !isExpanded(index.parent())) index = index.parent();
  if (!index.isValid() || selectionModel()->isSelected(index)) return;  // the current one need not be
  setCurrentIndex(index);
}

}  // namespace clank

#include "moc_event_table.cpp"
