// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/typed_quantity.h"

#include <cmath>

#include "core/model/quantity_text.h"
#include "ui/look/shown_units.h"

namespace clank {

tl::expected<Quantity, std::string> evaluateTyped(const QString& text, const char* unit,
                                                  const Mechanism& shown) {
  ParameterScope scope;
  for (const Parameter& parameter : shown.parameters) {
    if (!parameter.choices.empty()) continue;
    scope.names.add(parameter.id);
    scope.values.push_back(parameter.value.value);
  }
  const QString words = toTyped(text).trimmed();
  std::string typed = words.toStdString();
  bool isPlain = false;
  const double plain = words.toDouble(&isPlain);
  const std::string_view si = unit;
  const bool hasUnit = si == "m" || si == "rad";
  if (isPlain && hasUnit) typed += " " + findShownUnit(si, shown.units).name;
  const auto value = evaluateQuantity(typed, si, scope);
  if (!value) return tl::unexpected(value.error());
  if (!std::isfinite(*value)) return tl::unexpected(std::string("this has no value"));
  if (isPlain && !hasUnit) return Quantity(plain);
  Quantity quantity = *value;
  quantity.text = typed;
  return quantity;
}

}  // namespace clank
