// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameter_text.h"

#include <algorithm>
#include <cmath>

#include "core/math/units.h"

namespace clank {

int toSliderStep(const Parameter& resolved) {
  const double low = resolved.min->value, range = resolved.max->value - low;
  if (!(range > 0)) return 0;
  const double part = std::clamp((resolved.value.value - low) / range, 0.0, 1.0);
  return static_cast<int>(std::lround(part * kSliderSteps));
}

QString toSliderText(const Parameter& resolved, int step) {
  const auto unit = findUnit(resolved.unit);
  const double factor = unit ? unit->factor : 1;
  const double low = resolved.min->value / factor, range = resolved.max->value / factor - low;
  const double width = std::abs(range) / kSliderSteps;
  const int digits = width > 0 ? std::clamp(static_cast<int>(std::ceil(-std::log10(width))), 0, 9) : 3;
  QString text = QString::number(low + range * step / kSliderSteps, 'f', digits);
  if (text.contains('.'))
    while (text.endsWith('0') || text.endsWith('.')) {
      const bool whole = text.endsWith('.');
      text.chop(1);
      if (whole) break;
    }
  if (text == "-0") text = "0";
  const bool hasUnit = unit && !resolved.unit.empty() && resolved.unit != "1";
  return hasUnit ? text + " " + QString::fromStdString(resolved.unit) : text;
}

}  // namespace clank
