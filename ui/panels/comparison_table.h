// SPDX-License-Identifier: GPL-3.0-or-later
// Runs below each other: what they differ in and what they gave.
#pragma once

#include <QTableWidget>
#include <vector>

namespace clank {

class ComparisonTable : public QTableWidget {
  Q_OBJECT
 public:
  struct Row {
    QString name;
    QColor colour;
    std::vector<QString> cells;
    friend bool operator==(const Row&, const Row&) = default;
  };
  explicit ComparisonTable(QWidget* parent = nullptr);
  // Of the cells; before them stands the name.
  void setRows(const std::vector<QString>& headers, const std::vector<Row>& rows);
  // As text with tabs: what a table calculator takes.
  QString toText() const;

 protected:
  void keyPressEvent(QKeyEvent* event) override;  // copies

 private:
  std::vector<QString> headers_;
  std::vector<Row> rows_;
};

}  // namespace clank
