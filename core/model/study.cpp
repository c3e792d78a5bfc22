// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/study.h"

#include "core/math/units.h"

namespace clank {

double toUnitOf(const std::string& unit, const Quantity& quantity) {
  const auto known = findUnit(unit);
  return quantity.text.empty() || !known ? quantity.value : quantity.value / known->factor;
}

}  // namespace clank
