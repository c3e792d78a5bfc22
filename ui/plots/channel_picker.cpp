// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/channel_picker.h"

#include <QLineEdit>
#include <QListView>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QVBoxLayout>
#include <algorithm>

namespace clank {

ChannelPicker::ChannelPicker(QWidget* parent)
    : QWidget(parent),
      model_(new QStandardItemModel(this)),
      filter_(new QSortFilterProxyModel(this)),
      search_(new QLineEdit(this)) {
  auto* list = new QListView(this);
  filter_->setSourceModel(model_);
  filter_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  list->setModel(filter_);
  list->setEditTriggers(QAbstractItemView::NoEditTriggers);
  list->setUniformItemSizes(true);
  list->setAccessibleName(tr("Channels"));
  search_->setPlaceholderText(tr("Search channels"));
  search_->setAccessibleName(tr("Search channels"));
  search_->setClearButtonEnabled(true);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(8, 8, 8, 8);
  layout->setSpacing(8);
  layout->addWidget(search_);
  layout->addWidget(list);
  setFocusProxy(search_);
  connect(search_, &QLineEdit::textChanged, filter_, &QSortFilterProxyModel::setFilterFixedString);
  connect(model_, &QStandardItemModel::itemChanged, this, [this] {
    if (!filling_) Q_EMIT chosenChanged();
  });
}

void ChannelPicker::setChannels(const std::vector<Channel>& channels,
                                const std::vector<std::string>& chosen) {
  filling_ = true;
  search_->clear();
  model_->clear();
  for (const auto& channel : channels) {
    if (channel.name == "t") continue;
    auto* item = new QStandardItem(QString::fromStdString(channel.header()));
    item->setData(QString::fromStdString(channel.name));
    item->setCheckable(true);
    const bool is = std::find(chosen.begin(), chosen.end(), channel.name) != chosen.end();
    item->setCheckState(is ? Qt::Checked : Qt::Unchecked);
    model_->appendRow(item);
  }
  filling_ = false;
}

std::vector<std::string> ChannelPicker::chosen() const {
  std::vector<std::string> names;
  for (int i = 0; i < model_->rowCount(); ++i)
    if (model_->item(i)->checkState() == Qt::Checked)
      names.push_back(model_->item(i)->data().toString().toStdString());
  return names;
}

}  // namespace clank
