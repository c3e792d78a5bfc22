// SPDX-License-Identifier: GPL-3.0-or-later
// All events of a run, a row each; contacts that follow each other in a row are folded into one that can be
// opened.
#pragma once

#include <QAbstractItemModel>
#include <QTreeView>
#include <optional>
#include <string>
#include <vector>

#include "core/record/trajectory.h"

namespace clank {

class EventModel : public QAbstractItemModel {
  Q_OBJECT
 public:
  using QAbstractItemModel::QAbstractItemModel;
  void setTrajectory(const Trajectory* trajectory);
  void advance();
  // groups: events that become one row each; every one in order of time.
  void fold(std::vector<std::vector<std::size_t>> groups);
  bool hasGroups() const { return !groups_.empty(); }

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

  std::size_t eventAt(const QModelIndex& index) const;  // the first of a group
  std::string elementAt(const QModelIndex& index) const;
  QModelIndex find(std::size_t event) const;  // within its group; invalid: none

 private:
  struct Row {
    std::size_t event = 0;  // the first
    std::optional<std::size_t> group;
  };
  QString groupCell(const std::vector<std::size_t>& events, int column) const;

  const Trajectory* trajectory_ = nullptr;
  std::vector<Row> rows_;
  std::size_t shown_ = 0;  // events that are in rows
  std::vector<std::vector<std::size_t>> groups_;
};

class EventTable : public QTreeView {
  Q_OBJECT
 public:
  explicit EventTable(QWidget* parent = nullptr);
  void setTrajectory(const Trajectory* trajectory);
  void advance() { model_->advance(); }
  void fold(std::vector<std::vector<std::size_t>> groups);
  void select(std::size_t event);  // without eventPicked; its group, while that is closed

 Q_SIGNALS:
  void eventPicked(std::size_t event);
  void partPointed(const std::string& part);  // of the row under the mouse; empty: none

 protected:
  void leaveEvent(QEvent* event) override;
  void drawBranches(QPainter* painter, const QRect& area, const QModelIndex& index) const override;
  void changeEvent(QEvent* event) override;

 private:
  void fitColumns();

  EventModel* model_;
};

}  // namespace clank
