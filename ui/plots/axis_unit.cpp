// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/axis_unit.h"

#include <algorithm>
#include <array>

namespace clank {
namespace {

struct Prefix {
  double factor;
  const char* name;
};

}  // namespace

ShownUnit findAxisUnit(double most, const QString& unit) {
  constexpr std::array kPrefixes{Prefix{1e3, "k"}, Prefix{1, ""}, Prefix{1e-3, "m"}, Prefix{1e-6, "\u00b5"},
                                 Prefix{1e-9, "n"}};
  constexpr double kTiny = 1e-5;  // m, of penetrations: zeros alone in the unit that lengths are shown in
  const bool takes = unit == "N" || unit == "J" || unit == "N m" || (unit == "m" && most < kTiny);
  if (!takes || !(most > 0)) return shownUnit(unit);
  const auto* found = std::find_if(kPrefixes.begin(), kPrefixes.end() - 1, [&](const Prefix& prefix) {
    return most >= (prefix.factor > 1 ? 10 : 0.8) * prefix.factor;
  });
  return {found->name + unit.toStdString(), found->factor};
}

}  // namespace clank
