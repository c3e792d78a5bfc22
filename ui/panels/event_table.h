// SPDX-License-Identifier: GPL-3.0-or-later
// All events of a run, a row each.
#pragma once

#include <QAbstractTableModel>
#include <QTableView>

#include "core/record/trajectory.h"

namespace clank {

class EventModel : public QAbstractTableModel {
  Q_OBJECT
 public:
  using QAbstractTableModel::QAbstractTableModel;
  void setTrajectory(const Trajectory* trajectory);
  void advance();
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const Trajectory* trajectory_ = nullptr;
  int rows_ = 0;
};

class EventTable : public QTableView {
  Q_OBJECT
 public:
  explicit EventTable(QWidget* parent = nullptr);
  void setTrajectory(const Trajectory* trajectory) { model_->setTrajectory(trajectory); }
  void advance() { model_->advance(); }
  void select(std::size_t event);  // without eventPicked

 Q_SIGNALS:
  void eventPicked(std::size_t event);

 private:
  EventModel* model_;
};

}  // namespace clank
