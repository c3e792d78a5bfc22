// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/head_bar.h"

namespace clank {

void HeadBar::setVisible(bool visible) {
  if (visible != isHidden()) return QFrame::setVisible(visible);
  Q_EMIT roomChanging();
  QFrame::setVisible(visible);
  Q_EMIT roomChanged();
}

}  // namespace clank

#include "moc_head_bar.cpp"
