// SPDX-License-Identifier: GPL-3.0-or-later
// Two fields of one row: beside each other where both are read whole, else one above the other.
#pragma once

#include <QWidget>
#include <array>

class QBoxLayout;

namespace clank {

class PairRow : public QWidget {
  Q_OBJECT
 public:
  explicit PairRow(const std::array<QWidget*, 2>& fields);
  ~PairRow() override;
  void addUnit(QWidget* unit);  // right of both

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  int calcRoom() const;  // px, of one of two beside each other
  void arrange();

  std::array<QWidget*, 2> fields_;
  QBoxLayout* inner_;
  QWidget* unit_ = nullptr;
};

}  // namespace clank
