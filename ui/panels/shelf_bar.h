// SPDX-License-Identifier: GPL-3.0-or-later
// The shelf of kept runs in a row, or two of many: which there are, in which colour, shown or hidden, and how
// they differ.
#pragma once

#include <vector>

#include "ui/look/palette.h"
#include "ui/panels/head_bar.h"

class QGridLayout;
class QLabel;
class QToolButton;

namespace clank {

class ShelfBar : public HeadBar {
  Q_OBJECT
 public:
  struct Item {
    QString name, tip;
    int colour = 0;  // index of Palette::curve
    bool shown = true;
    friend bool operator==(const Item&, const Item&) = default;
  };

  explicit ShelfBar(QWidget* parent = nullptr);

  // Hidden while there is none.
  void setItems(std::vector<Item> items);
  void setDifference(const QString& text);  // "differs in e: 0.3 / 0.9"
  void setLook(const Palette& palette);

 Q_SIGNALS:
  void shownChanged(std::size_t i, bool shown);
  void renamed(std::size_t i, const QString& name);
  void colourChosen(std::size_t i, int colour);
  void removed(std::size_t i);
  void cleared();

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fill();
  void fit();  // names get the room that there is
  int countRows(int room) const;
  void place(int columns);
  void addItem(std::size_t i);
  void showMenu(std::size_t i, const QPoint& globalPosition);
  void askName(std::size_t i);

  std::vector<Item> items_;
  std::vector<QToolButton*> chips_;
  QLabel* heading_;
  QGridLayout* row_;
  int columns_ = 0;
  QLabel* difference_;
  Palette palette_ = Palette::light();
};

}  // namespace clank
