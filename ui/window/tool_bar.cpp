// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tool_bar.h"

#include <QComboBox>
#include <QLabel>
#include <QResizeEvent>
#include <QToolButton>

namespace clank {
namespace {

constexpr int kRoomForNames = 1280;                        // px
constexpr int kCaseLetters = 24, kCompactCaseLetters = 8;  // of its name that surely show

}  // namespace

ToolBar::ToolBar(const Actions& actions, const Views& views, QWidget* parent)
    : QToolBar(tr("Tools"), parent), actions_(actions), cases_(views.cases) {
  setObjectName("tools");
  setMovable(false);
  setIconSize({20, 20});
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setContextMenuPolicy(Qt::PreventContextMenu);
  addCommand(actions, Command::open, true);
  addSeparator();
  for (const Command command : {Command::run, Command::pause, Command::stop, Command::reset})
    addCommand(actions, command, true);
  addSeparator();
  for (const Command command :
       {Command::eventPrevious, Command::stepPrevious, Command::stepNext, Command::eventNext, Command::loop})
    addCommand(actions, command, false);
  addSeparator();
  addChoice(tr("speed"), views.speeds);
  addChoice(tr("case"), views.cases);
  cases_->setMinimumContentsLength(kCaseLetters);
  cases_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ToolBar::addCommand(const Actions& actions, Command command, bool named) {
  QAction* action = actions.get(command);
  addAction(action);
  auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
  button->setAccessibleName(action->text().remove('&').remove("..."));
  button->setFocusPolicy(Qt::TabFocus);
  if (command == Command::run) button->setObjectName("runButton");
  if (!named) {
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setObjectName("iconButton");
  }
  if (named && command != Command::run) named_.push_back(command);
}

void ToolBar::addChoice(const QString& label, QWidget* widget) {
  auto* text = new QLabel(label, this);
  text->setObjectName("dim");
  labels_.push_back(addWidget(text));
  addWidget(widget);
}

void ToolBar::resizeEvent(QResizeEvent* event) {
  setCompact(event->size().width() < kRoomForNames);
  QToolBar::resizeEvent(event);
}

void ToolBar::setCompact(bool compact) {
  if (compact == compact_) return;
  compact_ = compact;
  for (QAction* label : labels_) label->setVisible(!compact);
  for (const Command command : named_)
    qobject_cast<QToolButton*>(widgetForAction(actions_.get(command)))
        ->setToolButtonStyle(compact ? Qt::ToolButtonIconOnly : Qt::ToolButtonTextBesideIcon);
  cases_->setMinimumContentsLength(compact ? kCompactCaseLetters : kCaseLetters);
}

}  // namespace clank
