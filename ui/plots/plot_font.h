// SPDX-License-Identifier: GPL-3.0-or-later
// The letters in plots.
#pragma once

#include <qcustomplot.h>

#include <QFont>

namespace clank {

// For what is drawn in the plot; size in px, before lookScale().
QFont makePlotFont(const QCustomPlot* plot, bool bold = false, int size = 12);

}  // namespace clank
