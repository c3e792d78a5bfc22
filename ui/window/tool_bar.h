// SPDX-License-Identifier: GPL-3.0-or-later
// The one tool bar. In a narrow window its buttons keep only their icons, so that speed and case stay in
// reach.
#pragma once

#include <QToolBar>
#include <vector>

#include "ui/window/actions.h"
#include "ui/window/views.h"

namespace clank {

class ToolBar : public QToolBar {
  Q_OBJECT
 public:
  ToolBar(const Actions& actions, const Views& views, QWidget* parent);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addCommand(const Actions& actions, Command command, bool named);
  void addRunButton(QAction* run);
  void addChoice(const QString& label, QWidget* widget);
  void setCompact(bool compact);

  std::vector<QAction*> labels_;
  std::vector<Command> named_;
  const Actions& actions_;
  QComboBox* cases_;
  bool compact_ = false;
};

}  // namespace clank
