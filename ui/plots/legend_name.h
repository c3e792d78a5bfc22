// SPDX-License-Identifier: GPL-3.0-or-later
// A name of a legend that is shortened where its value needs the room.
#pragma once

#include <qcustomplot.h>

namespace clank {

class LegendName final : public QCPPlottableLegendItem {
 public:
  using QCPPlottableLegendItem::QCPPlottableLegendItem;

  // px; 0: the whole name
  void setRoom(int room) { room_ = room; }
  QString shownName() const;
  // Those of the legend that are not of this kind become so, in their places and colours.
  static void install(QCPLegend& legend);

 protected:
  void draw(QCPPainter* painter) override;
  QSize minimumOuterSizeHint() const override;
  QRect clipRect() const override;

 private:
  QString cutName(const QString& whole, int room) const;

  int room_ = 0;
};

}  // namespace clank
