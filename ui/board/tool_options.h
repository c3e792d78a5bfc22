// SPDX-License-Identifier: GPL-3.0-or-later
// What the tool in hand draws, chosen above the sheet: the kind of curve, the shape of a surface.
#pragma once

#include <QComboBox>
#include <map>

#include "ui/board/tool.h"

namespace clank {

class ToolOptions : public QComboBox {
  Q_OBJECT
 public:
  explicit ToolOptions(QWidget* parent = nullptr);

  // Offers what the tool can do, beginning with what was chosen last; hidden when there is no choice.
  void offer(ToolKind kind, Tool& tool);

 Q_SIGNALS:
  void chosenByHand(int option);

 private:
  ToolKind kind_ = ToolKind::select;
  std::map<ToolKind, int> chosen_;
};

}  // namespace clank
