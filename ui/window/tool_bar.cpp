// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tool_bar.h"

#include <QComboBox>
#include <QLabel>
#include <QResizeEvent>
#include <QToolButton>

#include "ui/look/icon.h"

namespace clank {
namespace {

constexpr int kRoomForNames = 1280;  // px
constexpr int kCaseLetters = 8;      // of its name that surely show

}  // namespace

ToolBar::ToolBar(const Actions& actions, const Views& views, QWidget* parent)
    : QToolBar(tr("Tools"), parent), actions_(actions), cases_(views.cases) {
  setObjectName("tools");
  setMovable(false);
  setIconSize({20, 20});
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setContextMenuPolicy(Qt::PreventContextMenu);
  for (const Command command : {Command::create, Command::open, Command::save, Command::undo, Command::redo})
    addCommand(actions, command, false);
  addSeparator();
  addRunButton(actions.get(Command::run));
  for (const Command command : {Command::pause, Command::stop, Command::reset})
    addCommand(actions, command, true);
  addSeparator();
  for (const Command command :
       {Command::eventPrevious, Command::stepPrevious, Command::stepNext, Command::eventNext, Command::loop})
    addCommand(actions, command, false);
  addSeparator();
  addCommand(actions, Command::whatIf, true);
  addChoice(tr("speed"), views.speeds);
  addChoice(tr("case"), views.cases);
  for (const Command command : {Command::viewBoard, Command::viewBoth, Command::viewScene})
    addCommand(actions, command, false);
  cases_->setMinimumContentsLength(kCaseLetters);  // and all the room that is left
  cases_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ToolBar::addCommand(const Actions& actions, Command command, bool named) {
  QAction* action = actions.get(command);
  addAction(action);
  auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
  button->setAccessibleName(action->text().remove('&').remove("..."));
  button->setFocusPolicy(Qt::TabFocus);
  if (!named) {
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setObjectName("iconButton");
  }
  if (named) named_.push_back(command);
}

// A button of its own: on its green ground the icon is white, in the menu it has the colour of ink.
void ToolBar::addRunButton(QAction* run) {
  auto* button = new QToolButton(this);
  button->setObjectName("runButton");
  button->setText(run->text().remove('&'));
  button->setIcon(makeIcon("run", Qt::white));
  button->setToolTip(run->toolTip());
  button->setStatusTip(run->statusTip());
  button->setAccessibleName(button->text());
  button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  button->setFocusPolicy(Qt::TabFocus);
  connect(button, &QToolButton::clicked, run, &QAction::trigger);
  connect(run, &QAction::changed, button, [button, run] { button->setEnabled(run->isEnabled()); });
  addWidget(button);
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
}

}  // namespace clank
