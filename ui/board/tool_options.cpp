// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/tool_options.h"

namespace clank {

ToolOptions::ToolOptions(QWidget* parent) : QComboBox(parent) {
  setObjectName("toolOptions");
  setAccessibleName(tr("What the tool draws"));
  setToolTip(tr("What the tool draws"));
  setSizeAdjustPolicy(QComboBox::AdjustToContents);
  setCursor(Qt::ArrowCursor);
  hide();
  connect(this, &QComboBox::activated, this, [this](int option) {
    chosen_[kind_] = option;
    Q_EMIT chosenByHand(option);
  });
}

void ToolOptions::offer(ToolKind kind, Tool& tool) {
  kind_ = kind;
  const QStringList options = tool.options();
  clear();
  setVisible(!options.isEmpty());
  if (options.isEmpty()) return;
  addItems(options);
  setCurrentIndex(chosen_[kind]);
  tool.choose(chosen_[kind]);
}

}  // namespace clank

#include "moc_tool_options.cpp"
