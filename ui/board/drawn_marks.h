// SPDX-License-Identifier: GPL-3.0-or-later
// What has been drawn, in whole pixels: of ten thousand parts, points and the one line that they meet, those
// that lie on each other are drawn once.
#pragma once

#include <QColor>
#include <QPointF>
#include <set>
#include <tuple>

namespace clank {

class DrawnMarks {
 public:
  // a, b: px, ends or corners of the mark; size: px, of one that has another.
  bool isNew(QPointF a, QPointF b, const QColor& colour, double size = 0) {
    return drawn_
        .insert({qRound(a.x()), qRound(a.y()), qRound(b.x()), qRound(b.y()), qRound(size), colour.rgba()})
        .second;
  }

 private:
  std::set<std::tuple<int, int, int, int, int, QRgb>> drawn_;
};

}  // namespace clank
