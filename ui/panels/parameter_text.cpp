// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameter_text.h"

#include "core/math/units.h"

namespace clank {

QString toFieldText(const Parameter& resolved) {
  if (!resolved.choices.empty())
    return QString::fromStdString(resolved.choice.empty() ? resolved.choices.front() : resolved.choice);
  const auto unit = findUnit(resolved.unit);
  return QString::number(resolved.value.value / (unit ? unit->factor : 1), 'g', 12);
}

}  // namespace clank
