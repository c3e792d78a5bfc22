// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tool_palette.h"

#include <QResizeEvent>
#include <QToolButton>

namespace clank {
namespace {

constexpr int kRoomForNames = 700;  // px
constexpr auto kFirst = static_cast<int>(Command::toolSelect), kLast = static_cast<int>(Command::toolMeasure);
static_assert(kLast - kFirst == static_cast<int>(ToolKind::measure), "a command a tool");

}  // namespace

Command ToolPalette::commandOf(ToolKind kind) {
  return static_cast<Command>(kFirst + static_cast<int>(kind));
}

ToolPalette::ToolPalette(const Actions& actions, QWidget* parent) : QToolBar(tr("Drawing tools"), parent) {
  setObjectName("palette");
  setMovable(false);
  setOrientation(Qt::Vertical);
  setIconSize({20, 20});
  setContextMenuPolicy(Qt::PreventContextMenu);
  for (int i = kFirst; i <= kLast; ++i) {
    const auto command = static_cast<Command>(i);
    if (command == Command::toolBar || command == Command::toolSpring || command == Command::toolTrace)
      addSeparator();
    QAction* action = actions.get(command);
    addAction(action);
    auto* button = qobject_cast<QToolButton*>(widgetForAction(action));
    button->setAccessibleName(tr("Tool: %1").arg(action->text()));
    button->setFocusPolicy(Qt::TabFocus);
  }
}

void ToolPalette::resizeEvent(QResizeEvent* event) {
  setToolButtonStyle(event->size().height() < kRoomForNames ? Qt::ToolButtonIconOnly
                                                            : Qt::ToolButtonTextUnderIcon);
  QToolBar::resizeEvent(event);
}

}  // namespace clank
