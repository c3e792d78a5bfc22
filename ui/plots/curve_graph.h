// SPDX-License-Identifier: GPL-3.0-or-later
// A curve whose line on the screen has as few corners as the eye cannot tell from all of them: what a line
// costs goes with its corners, and a smooth curve of 500 samples needs some forty.
#pragma once

#include <qcustomplot.h>

namespace clank {

// The line without the points that lie within tolerance (px) of what is drawn without them. Points that are
// not numbers stay: a line ends there.
QVector<QPointF> leaveOutFlatPoints(const QVector<QPointF>& line, double tolerance);

class CurveGraph : public QCPGraph {
  Q_OBJECT
 public:
  using QCPGraph::QCPGraph;

 protected:
  void drawLinePlot(QCPPainter* painter, const QVector<QPointF>& lines) const override;
};

}  // namespace clank
