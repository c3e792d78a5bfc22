// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as people would type them: what the mouse points at is no better than a nanometre.
#pragma once

#include <QPointF>
#include <cmath>

#include "core/model/body.h"

namespace clank {

inline Quantity makeNumber(double value) {
  return std::round(value * 1e9) / 1e9 + 0.0;
}
inline Point makePoint(QPointF p) {
  return {makeNumber(p.x()), makeNumber(p.y())};
}

}  // namespace clank
