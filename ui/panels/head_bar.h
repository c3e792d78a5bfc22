// SPDX-License-Identifier: GPL-3.0-or-later
// A row above board and scene that comes and goes. It tells so before and after: what lies below moves.
#pragma once

#include <QFrame>

namespace clank {

class HeadBar : public QFrame {
  Q_OBJECT
 public:
  using QFrame::QFrame;
  void setVisible(bool visible) override;

 Q_SIGNALS:
  void roomChanging();
  void roomChanged();
};

}  // namespace clank
