// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/number_words.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace clank {

QString writeChange(double before, double after, const QString& si, int digits) {
  // Beside the other, rounding errors are zero.
  const double least = std::max(1e-18, 1e-12 * std::max(std::abs(before), std::abs(after)));
  if (std::abs(before) < least) before = 0;
  if (std::abs(after) < least) after = 0;
  return QString("%1 %2 %3")
      .arg(writeNumber(before / shownUnit(si).factor, digits), QChar(0x2192), writeShown(after, si, digits));
}

QString toPrefixed(double value, const QString& unit, int digits) {
  struct Prefix {
    double factor;
    const char* name;
  };
  constexpr std::array kPrefixes{Prefix{1e9, "G"},  Prefix{1e6, "M"},       Prefix{1e3, "k"}, Prefix{1, ""},
                                 Prefix{1e-3, "m"}, Prefix{1e-6, "\u00b5"}, Prefix{1e-9, "n"}};
  if (unit == "m" && unitChoice().length.value == LengthUnit::in) return writeShown(value, unit, digits);
  const double size = std::abs(value);
  if (size == 0 || !std::isfinite(value) || size < 1e-11) return joinUnit(writeNumber(value, digits), unit);
  const auto* found = std::find_if(kPrefixes.begin(), kPrefixes.end() - 1, [&](const Prefix& p) {
    return size >= (p.factor > 1 ? 10 : 1) * p.factor * (1 - 1e-9);  // 4213 N, but 12.5 kN
  });
  return joinUnit(writeNumber(value / found->factor, digits), QString::fromUtf8(found->name) + unit);
}

QString toMagnitude(double value) {
  return value == 0 ? QStringLiteral("0") : writePower(QString::number(value, 'e', 0));
}

}  // namespace clank
