// SPDX-License-Identifier: GPL-3.0-or-later
// The one tool bar. In a narrow window buttons first lose their words, then those go that the menus and keys
// have too: run, what if, case and the switch of views stay.
#pragma once

#include <QToolBar>
#include <vector>

#include "ui/window/actions.h"
#include "ui/window/views.h"

class QComboBox;
class QHBoxLayout;
class QToolButton;

namespace clank {

class ToolBar : public QToolBar {
  Q_OBJECT
 public:
  ToolBar(const Actions& actions, const Views& views, QWidget* parent);
  void setTeaching(bool teaches);  // without files and undo: the steps from event to event have their room

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void addFile(const Actions& actions);
  void addTransport(const Actions& actions);
  void addChoices(const Actions& actions, const Views& views);
  void addViews(const Actions& actions);
  QToolButton* addCommand(const Actions& actions, Command command);
  void addRunButton(QAction* run);
  void addSeparator(int goesAt);
  void fit();
  void placeRow();
  void setLevel(int level);
  int findCaseWidth() const;

  struct Thing {
    QWidget* widget;
    int goesAt;  // level from which on it is hidden
  };
  struct Named {
    QToolButton* button;
    int silentAt;  // level from which on it has no words
  };
  QWidget* row_;
  QHBoxLayout* layout_;
  QComboBox* cases_ = nullptr;
  std::vector<Thing> things_;
  std::vector<Named> named_;
  std::size_t drawing_ = 0;  // so many of things_, the first ones, are for drawing only
  bool teaches_ = false;
};

}  // namespace clank
