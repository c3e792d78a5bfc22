// SPDX-License-Identifier: GPL-3.0-or-later
// The searchable list of all channels with check boxes.
#pragma once

#include <QWidget>
#include <string>
#include <vector>

#include "core/record/channel.h"

class QCheckBox;
class QComboBox;
class QLineEdit;
class QSortFilterProxyModel;
class QStandardItemModel;

namespace clank {

class ChannelPicker : public QWidget {
  Q_OBJECT
 public:
  explicit ChannelPicker(QWidget* parent = nullptr);
  void setChannels(const std::vector<Channel>& channels, const std::vector<std::string>& chosen);
  std::vector<std::string> chosen() const;  // in the order of the channels
  // The channel along the other axis; empty: time. Over a channel, a dot a turn instead of a line.
  void setOver(const std::string& channel, bool everyTurn);
  std::string over() const;
  bool isEveryTurn() const;

 Q_SIGNALS:
  void chosenChanged();

 private:
  QStandardItemModel* model_;
  QSortFilterProxyModel* filter_;
  QLineEdit* search_;
  QComboBox* over_;
  QCheckBox* everyTurn_;
  bool filling_ = false;
};

}  // namespace clank
