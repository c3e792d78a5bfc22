// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "core/model/checks.h"

namespace clank {

void checkUnits(const Mechanism& mechanism, ProblemList& problems) {
  const double digits = mechanism.units.digits.value;
  if (std::isfinite(digits) &&
      (digits < kLeastDigits || digits > kMostDigits || digits != std::round(digits)))
    problems.error("/units/digits",
                   fmt::format("the digits shown are {}; a whole number from {} to {} is needed", digits,
                               kLeastDigits, kMostDigits));
}

}  // namespace clank
