// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/manual/page_list.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QSignalBlocker>

#include "ui/look/words.h"

namespace clank {

constexpr int kTarget = Qt::UserRole;

PageList::PageList(QWidget* parent) : QTreeWidget(parent) {
  setObjectName("manualPages");
  setAccessibleName(tr("Pages of the manual"));
  setHeaderHidden(true);
  setRootIsDecorated(false);
  setIndentation(10);
  setItemsExpandable(false);
  setUniformRowHeights(false);
  setFrameShape(QFrame::NoFrame);
  setTextElideMode(Qt::ElideRight);
  connect(this, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem* item) { pick(item); });
}

QTreeWidgetItem* PageList::addPage(QTreeWidgetItem* group, const QString& title, const QString& target,
                                   const QString& tip) {
  auto* item = new QTreeWidgetItem(QStringList(title));
  item->setData(0, kTarget, target);
  item->setToolTip(0, tip);
  group ? group->addChild(item) : addTopLevelItem(item);
  return item;
}

void PageList::showPages(const Manual& manual) {
  clear();
  addPage(nullptr, tr("All pages"), "index.md", toText(manual.summary));
  for (const ManualGroup& group : manual.groups) {
    auto* head = new QTreeWidgetItem(QStringList(toText(group.title)));
    head->setFlags(Qt::ItemIsEnabled);
    QFont bold = font();
    bold.setBold(true);
    head->setFont(0, bold);
    head->setForeground(0, palette().color(QPalette::PlaceholderText));
    addTopLevelItem(head);
    for (const std::size_t p : group.pages) {
      const ManualPage& page = manual.pages[p];
      addPage(head, toText(page.title), toText(page.id) + ".md", toText(page.summary));
    }
  }
  expandAll();
}

void PageList::showHits(const Manual& manual, const std::vector<ManualHit>& hits) {
  clear();
  for (const ManualHit& hit : hits) {
    const ManualPage& page = manual.pages[hit.page];
    const QString anchor = hit.anchor.empty() ? QString() : "#" + toText(hit.anchor);
    auto* item = addPage(nullptr, toText(page.title), toText(page.id) + ".md" + anchor, toText(page.summary));
    if (hit.anchor.empty()) continue;
    auto* below = addPage(item, toText(hit.heading), toText(page.id) + ".md" + anchor, toText(page.summary));
    below->setForeground(0, palette().color(QPalette::PlaceholderText));
  }
  if (hits.empty()) {
    auto* none = new QTreeWidgetItem(QStringList(tr("No page has all of these words")));
    none->setFlags(Qt::NoItemFlags);
    addTopLevelItem(none);
  }
  expandAll();
}

QString PageList::firstTarget() const {
  for (int i = 0; i < topLevelItemCount(); ++i)
    if (const QString target = topLevelItem(i)->data(0, kTarget).toString(); !target.isEmpty()) return target;
  return {};
}

void PageList::markPage(const QString& id) {
  const QSignalBlocker quiet(this);
  for (QTreeWidgetItemIterator at(this); *at; ++at) {
    if ((*at)->data(0, kTarget).toString().section('.', 0, 0) != id) continue;
    if (currentItem() && currentItem()->data(0, kTarget).toString().section('.', 0, 0) == id) return;
    return setCurrentItem(*at);
  }
  setCurrentItem(nullptr);
}

void PageList::pick(const QTreeWidgetItem* item) {
  const QString target = item ? item->data(0, kTarget).toString() : QString();
  if (!target.isEmpty()) Q_EMIT picked(target);
}

void PageList::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return pick(currentItem());
  QTreeWidget::keyPressEvent(event);
}

}  // namespace clank

#include "moc_page_list.cpp"
