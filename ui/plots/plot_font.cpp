// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_font.h"

#include <QApplication>
#include <cmath>

#include "ui/look/scale.h"

namespace clank {

QFont makePlotFont(const QCustomPlot* plot, bool bold, int size) {
  QFont font = QApplication::font();
  font.setPixelSize(static_cast<int>(std::lround(size * lookScale(plot))));
  font.setBold(bold);
  return font;
}

}  // namespace clank
