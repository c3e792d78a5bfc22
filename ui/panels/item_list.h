// SPDX-License-Identifier: GPL-3.0-or-later
// A small table of items with a heading and buttons to add, remove and reorder them; the same by keys:
// Insert, Delete, Alt and the arrows; Enter goes to the fields of the item.
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>
#include <QTableWidget>
#include <QWidget>
#include <vector>

class QToolButton;

namespace clank {

class ItemList : public QWidget {
  Q_OBJECT
 public:
  struct Cell {
    QString text;
    QIcon icon;
    QColor colour;  // of the text; invalid: as usual
    QString hint;
  };
  using Row = std::vector<Cell>;

  // what: one item, in words ("phase"). The first column takes the room that others leave.
  ItemList(const QString& heading, const QString& what, const QStringList& columns,
           QWidget* parent = nullptr);

  // The table is called name, the buttons "add:" and so on before it.
  void setNames(const QString& name);
  void setRows(const std::vector<Row>& rows);  // keeps what is chosen, as far as it goes
  void setIconWidth(int pixels);
  void hideHeader();   // of columns that speak for themselves
  int chosen() const;  // -1: none
  void choose(int row);

 Q_SIGNALS:
  void addAsked();
  void removeAsked(int row);
  void moveAsked(int row, int by);
  void chosenChanged(int row);
  void editAsked(int row);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QToolButton* addButton(const QString& text, const QString& word, const QString& keys);
  bool act(int key, Qt::KeyboardModifiers modifiers);
  void updButtons();
  void shareWidth();

  QTableWidget* table_;
  QWidget* head_;
  QToolButton *add_, *remove_, *up_, *down_;
  bool filling_ = false;
};

}  // namespace clank
