// SPDX-License-Identifier: GPL-3.0-or-later
// The same mechanism in other units: every number of a file that has its unit ("0.3 m") is scaled as its
// dimension says. Motion and events are then the same, and each quantity is greater by what its unit says:
// one that is told in a wrong unit is found.
#pragma once

#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "core/math/units.h"
#include "tests/support/runs.h"

namespace clank::test {

inline constexpr const char* kEveryKind = CLANK_SOURCE_DIR "/tests/physics/scenes/every-kind.clank";

// How many times greater a quantity of the unit is: lengths 2, masses 3, times 1.5.
inline double findScale(const std::string& unit) {
  const auto found = findUnit(unit);
  EXPECT_TRUE(found) << unit;
  if (!found) return 1;
  const auto& exponent = found->dimension.exponent;
  return std::pow(2.0, exponent[0]) * std::pow(3.0, exponent[1]) * std::pow(1.5, exponent[2]);
}

// The mechanism of a file, in SI or scaled.
inline Mechanism readScaled(const std::string& path, bool isScaled) {
  std::stringstream file;
  file << std::ifstream(path).rdbuf();
  const std::string text = file.str();
  static const std::regex quantity("\"(-?[0-9.]+(?:e-?[0-9]+)?) ([^\"]+)\"");
  std::string out;
  auto last = text.begin();
  for (std::sregex_iterator at(text.begin(), text.end(), quantity), end; at != end; ++at) {
    const auto unit = findUnit((*at)[2].str());
    EXPECT_TRUE(unit) << at->str();
    if (!unit) continue;
    const double value = std::stod((*at)[1]) * unit->factor * (isScaled ? findScale((*at)[2]) : 1);
    std::ostringstream number;
    number.precision(17);
    number << value;
    out.append(last, text.begin() + at->position()).append(number.str());
    last = text.begin() + at->position() + at->length();
  }
  out.append(last, text.end());
  const auto read = readMechanism(out);
  EXPECT_TRUE(read) << describe(read ? Problems() : read.error());
  if (!read) return {};
  const auto resolved = resolve(read->mechanism);
  EXPECT_TRUE(resolved) << describe(resolved ? Problems() : resolved.error());
  return resolved ? *resolved : Mechanism();
}

}  // namespace clank::test
