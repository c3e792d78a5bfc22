// SPDX-License-Identifier: GPL-3.0-or-later
// The searchable list of all channels with check boxes.
#pragma once

#include <QFrame>
#include <string>
#include <vector>

#include "core/record/signal.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QSortFilterProxyModel;
class QStandardItem;
class QStandardItemModel;

namespace clank {

class ChannelPicker : public QFrame {
  Q_OBJECT
 public:
  explicit ChannelPicker(QWidget* parent = nullptr);
  void setChannels(const std::vector<Channel>& channels, const std::vector<std::string>& chosen,
                   std::vector<SignalConstant> constants = {});
  std::vector<std::string> chosen() const;  // in the order of the channels, then the expressions
  // The channel along the other axis; empty: time. Over a channel, a dot a turn instead of a line.
  void setOver(const std::string& channel, bool everyTurn);
  std::string over() const;
  bool isEveryTurn() const;

 Q_SIGNALS:
  void chosenChanged();

 private:
  void allowEveryTurn();
  void addExpression();
  static QString describe(const QString& suffix, const std::string& unit);
  QStandardItem* addHeading(const QString& part, const QString& name);
  QStandardItem* addItem(const QString& words, const std::string& name, bool isChosen);

  QStandardItemModel* model_;
  QSortFilterProxyModel* filter_;
  QLineEdit *search_, *expression_;
  QLabel* mistake_;  // in the expression
  QComboBox* over_;
  QCheckBox* everyTurn_;
  std::vector<Channel> channels_;
  std::vector<SignalConstant> constants_;
  bool filling_ = false;
};

}  // namespace clank
