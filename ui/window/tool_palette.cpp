// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tool_palette.h"

#include <QEvent>
#include <QFrame>
#include <QGridLayout>
#include <QToolButton>

#include "ui/board/tools.h"

namespace clank {
namespace {

// Low enough for any window; what does not fit is arranged anew.
class PaletteSheet : public QWidget {
 public:
  using QWidget::QWidget;
  QSize sizeHint() const override { return {layout()->sizeHint().width(), 200}; }
  QSize minimumSizeHint() const override { return sizeHint(); }
};

}  // namespace

ToolPalette::ToolPalette(const Actions& actions, QWidget* parent)
    : QToolBar(tr("Drawing tools"), parent), sheet_(new PaletteSheet), grid_(new QGridLayout(sheet_)) {
  setObjectName("palette");
  setMovable(false);
  setOrientation(Qt::Vertical);
  setContextMenuPolicy(Qt::PreventContextMenu);
  grid_->setContentsMargins(0, 0, 0, 0);
  grid_->setSpacing(0);
  sheet_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
  for (const ToolSpec& tool : listTools()) {
    QAction* action = actions.get(Actions::commandOf(tool.kind));
    if (tool.beginsGroup) {
      auto* line = new QFrame(sheet_);
      line->setObjectName("toolSeparator");
      line->setFixedHeight(1);
      things_.push_back(line);
    }
    auto* button = new QToolButton(sheet_);
    button->setDefaultAction(action);
    button->setIconSize({20, 20});
    button->setAccessibleName(tr("Tool: %1").arg(action->text()));
    button->setFocusPolicy(Qt::TabFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    things_.push_back(button);
  }
  arrange(1, Qt::ToolButtonTextUnderIcon);
  addWidget(sheet_);
}

void ToolPalette::resizeEvent(QResizeEvent* event) {
  QToolBar::resizeEvent(event);
  fit();
}

void ToolPalette::changeEvent(QEvent* event) {
  QToolBar::changeEvent(event);
  if (event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange) fit();
}

void ToolPalette::fit() {
  const int room = contentsRect().height() - 14;  // the style's padding
  for (const auto style :
       {Qt::ToolButtonTextUnderIcon, Qt::ToolButtonTextBesideIcon, Qt::ToolButtonIconOnly}) {
    arrange(1, style);
    if (grid_->sizeHint().height() <= room) return;
  }
  arrange(2, Qt::ToolButtonIconOnly);
}

void ToolPalette::arrange(int columns, Qt::ToolButtonStyle style) {
  while (grid_->count() > 0) delete grid_->takeAt(0);
  for (int row = 0; row < grid_->rowCount(); ++row) grid_->setRowStretch(row, 0);
  int row = 0, column = 0;
  for (QWidget* thing : things_) {
    auto* button = qobject_cast<QToolButton*>(thing);
    if (button) button->setToolButtonStyle(style);
    if (!button && column > 0) ++row;
    if (!button) column = 0;
    grid_->addWidget(thing, row, column, 1, button ? 1 : columns);
    column = button ? (column + 1) % columns : 0;
    if (column == 0) ++row;
  }
  grid_->setRowStretch(row + 1, 1);
  sheet_->updateGeometry();
}

}  // namespace clank

#include "moc_tool_palette.cpp"
