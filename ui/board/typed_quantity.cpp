// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/typed_quantity.h"

#include <cmath>

#include "core/model/parameter_values.h"
#include "ui/look/shown_units.h"

namespace clank {

tl::expected<Quantity, std::string> evaluateTyped(const QString& text, const char* unit,
                                                  const Mechanism& shown) {
  const QString words = toTyped(text).trimmed();
  std::string typed = words.toStdString();
  bool isPlain = false;
  const double plain = words.toDouble(&isPlain);
  const std::string_view si = unit;
  const bool hasUnit = si == "m" || si == "rad";
  if (hasUnit) typed = withPlainUnit(typed, findShownUnit(si, shown.units).name);
  const auto value = evaluateQuantity(typed, si, listQuantityScope(shown));
  if (!value) return tl::unexpected(value.error());
  if (!std::isfinite(*value)) return tl::unexpected(std::string("this has no value"));
  if (isPlain && !hasUnit) return Quantity(plain);
  Quantity quantity = *value;
  quantity.text = typed;
  return quantity;
}

}  // namespace clank
