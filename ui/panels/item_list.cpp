// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/item_list.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/panels/widget_look.h"

namespace clank {
namespace {

constexpr int kRowHeight = 28, kIcon = 22;  // px
constexpr int kAroundIcon = 16;             // px, of a cell

}  // namespace

ItemList::ItemList(const QString& heading, const QString& what, const QStringList& columns, QWidget* parent)
    : QWidget(parent), table_(new QTableWidget(0, static_cast<int>(columns.size()))), head_(new QWidget) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  auto* row = new QHBoxLayout(head_);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(2);
  row->addWidget(makeHeading(heading), 1);
  add_ = addButton("+", tr("Add a %1").arg(what), tr("Insert"));
  remove_ = addButton(QChar(0x2212), tr("Remove the %1").arg(what), tr("Delete"));
  up_ = addButton(QChar(0x2191), tr("Move the %1 up").arg(what), tr("Alt+Up"));
  down_ = addButton(QChar(0x2193), tr("Move the %1 down").arg(what), tr("Alt+Down"));
  layout->addWidget(head_);
  layout->addWidget(table_);
  table_->setAccessibleName(heading);
  table_->setProperty("compact", true);
  table_->setHorizontalHeaderLabels(columns);
  table_->setSelectionBehavior(QAbstractItemView::SelectRows);
  table_->setSelectionMode(QAbstractItemView::SingleSelection);
  table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table_->setTabKeyNavigation(false);
  table_->setShowGrid(false);
  table_->setFrameShape(QFrame::NoFrame);
  table_->setIconSize({kIcon, kIcon});
  table_->verticalHeader()->hide();
  table_->verticalHeader()->setDefaultSectionSize(kRowHeight);
  table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  table_->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  QHeaderView* header = table_->horizontalHeader();
  header->setHighlightSections(false);
  header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  header->setSectionResizeMode(QHeaderView::ResizeToContents);
  header->setSectionResizeMode(0, QHeaderView::Stretch);
  header->setSectionResizeMode(1, QHeaderView::Fixed);
  header->setMinimumSectionSize(40);
  table_->installEventFilter(this);
  table_->viewport()->installEventFilter(this);
  connect(add_, &QToolButton::clicked, this, &ItemList::addAsked);
  connect(remove_, &QToolButton::clicked, this, [this] { Q_EMIT removeAsked(chosen()); });
  connect(up_, &QToolButton::clicked, this, [this] { Q_EMIT moveAsked(chosen(), -1); });
  connect(down_, &QToolButton::clicked, this, [this] { Q_EMIT moveAsked(chosen(), 1); });
  connect(table_, &QTableWidget::itemSelectionChanged, this, [this] {
    updButtons();
    if (!filling_) Q_EMIT chosenChanged(chosen());
  });
  connect(table_, &QTableWidget::cellDoubleClicked, this, [this](int at) { Q_EMIT editAsked(at); });
}

QToolButton* ItemList::addButton(const QString& text, const QString& word, const QString& keys) {
  auto* button = new QToolButton;
  button->setText(text);
  button->setAccessibleName(word);
  setTip(button, QString("%1 (%2)").arg(word, keys));
  button->setFixedSize(26, 24);
  button->setAutoRaise(true);
  button->setProperty("listButton", true);
  head_->layout()->addWidget(button);
  return button;
}

void ItemList::setNames(const QString& name) {
  table_->setObjectName(name);
  add_->setObjectName("add:" + name);
  remove_->setObjectName("remove:" + name);
  up_->setObjectName("up:" + name);
  down_->setObjectName("down:" + name);
}

void ItemList::setIconWidth(int pixels) {
  table_->setIconSize({pixels, kIcon});
}

void ItemList::hideHeader() {
  table_->horizontalHeader()->hide();
}

void ItemList::setRows(const std::vector<Row>& rows) {
  filling_ = true;
  const int kept = std::min(chosen(), static_cast<int>(rows.size()) - 1);
  table_->setRowCount(static_cast<int>(rows.size()));
  for (int r = 0; r < table_->rowCount(); ++r)
    for (int c = 0; c < table_->columnCount(); ++c) {
      const Cell& cell = rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)];
      QTableWidgetItem* item = table_->item(r, c);
      if (!item) table_->setItem(r, c, item = new QTableWidgetItem);
      item->setText(cell.text);
      item->setIcon(cell.icon);
      item->setToolTip(cell.hint);
      item->setData(Qt::ForegroundRole, cell.colour.isValid() ? QVariant(cell.colour) : QVariant());
    }
  if (kept != chosen()) choose(kept);
  const int header =
      table_->horizontalHeader()->isHidden() ? 0 : table_->horizontalHeader()->sizeHint().height();
  table_->setFixedHeight(header + kRowHeight * std::max(1, table_->rowCount()) + 2);
  filling_ = false;
  shareWidth();
  updButtons();
}

// The second column is cut before the picture and the heading of the first.
void ItemList::shareWidth() {
  QHeaderView* header = table_->horizontalHeader();
  const QAbstractItemView* view = table_;
  const auto headingOf = [&](int c) { return header->isHidden() ? 0 : header->sectionSizeHint(c); };
  const auto widthOf = [&](int c) { return std::max(view->sizeHintForColumn(c), headingOf(c)); };
  int room = table_->viewport()->width() - std::max(table_->iconSize().width() + kAroundIcon, headingOf(0));
  for (int c = 2; c < table_->columnCount(); ++c) room -= widthOf(c);
  header->resizeSection(1, std::max(header->minimumSectionSize(), std::min(widthOf(1), room)));
}

int ItemList::chosen() const {
  const auto rows = table_->selectionModel()->selectedRows();
  return rows.isEmpty() ? -1 : rows.front().row();
}

void ItemList::choose(int row) {
  if (row < 0 || row >= table_->rowCount()) return table_->clearSelection();
  table_->setCurrentCell(row, 0);
  table_->selectRow(row);
}

void ItemList::updButtons() {
  const int row = chosen();
  const QString none = table_->rowCount() == 0 ? tr("There is none yet") : tr("Choose a row first");
  allow(remove_, row >= 0, none);
  allow(up_, row > 0, row < 0 ? none : tr("It is the first"));
  allow(down_, row >= 0 && row + 1 < table_->rowCount(), row < 0 ? none : tr("It is the last"));
}

bool ItemList::act(int key, Qt::KeyboardModifiers modifiers) {
  const int row = chosen();
  const bool alt = modifiers.testFlag(Qt::AltModifier);
  if (key == Qt::Key_Insert) {
    Q_EMIT addAsked();
  } else if (key == Qt::Key_Delete) {
    if (row >= 0) Q_EMIT removeAsked(row);
  } else if (alt && (key == Qt::Key_Up || key == Qt::Key_Down)) {
    if (row >= 0) Q_EMIT moveAsked(row, key == Qt::Key_Up ? -1 : 1);
  } else if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_F2) {
    if (row >= 0) Q_EMIT editAsked(row);
  } else {
    return false;
  }
  return true;
}

// The keys belong to the table while it has the focus, not to the parts that are selected.
bool ItemList::eventFilter(QObject* watched, QEvent* event) {
  if (watched == table_ && event->type() == QEvent::ShortcutOverride) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key == Qt::Key_Insert || key == Qt::Key_Delete || key == Qt::Key_Return || key == Qt::Key_Enter) {
      event->accept();
      return true;
    }
  }
  if (watched == table_ && event->type() == QEvent::KeyPress) {
    auto* press = static_cast<QKeyEvent*>(event);
    if (act(press->key(), press->modifiers())) return true;
  }
  if (watched == table_->viewport() && event->type() == QEvent::Resize) shareWidth();
  return QWidget::eventFilter(watched, event);
}

}  // namespace clank

#include "moc_item_list.cpp"
