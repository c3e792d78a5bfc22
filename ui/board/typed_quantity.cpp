// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/typed_quantity.h"

#include <cmath>

#include "core/model/quantity_text.h"

namespace clank {

tl::expected<Quantity, std::string> evaluateTyped(const QString& text, const char* unit,
                                                  const Mechanism& shown, const char* plainUnit) {
  ParameterScope scope;
  for (const Parameter& parameter : shown.parameters) {
    if (!parameter.choices.empty()) continue;
    scope.names.add(parameter.id);
    scope.values.push_back(parameter.value.value);
  }
  std::string typed = text.trimmed().toStdString();
  bool isPlain = false;
  const double plain = text.trimmed().toDouble(&isPlain);
  if (isPlain && *plainUnit != '\0') typed += std::string(" ") + plainUnit;
  const auto value = evaluateQuantity(typed, unit, scope);
  if (!value) return tl::unexpected(value.error());
  if (!std::isfinite(*value)) return tl::unexpected(std::string("this has no value"));
  Quantity quantity = *value;
  if (!isPlain || *plainUnit != '\0') quantity.text = typed;
  if (isPlain && *plainUnit == '\0') quantity = plain;
  return quantity;
}

}  // namespace clank
