// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/shown_text.h"

#include <fmt/format.h>

#include <array>
#include <cctype>

namespace clank {

std::string writeUnitName(std::string_view unit) {
  if (unit == "1") return {};
  if (unit == "deg") return "\u00b0";
  constexpr std::array<const char*, 10> kSuperscripts{"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                      "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool isPower = i > 0 && isDigit(unit[i]) && unit[i - 1] != ' ';  // as in m2; the 1 of 1/s is none
    text += isPower ? std::string(kSuperscripts[static_cast<std::size_t>(unit[i] - '0')])
                    : std::string(1, unit[i]);
  }
  return text;
}

std::string writeShownText(double value, std::string_view si, const UnitChoice& choice, int digits) {
  constexpr const char* kThinSpace = "\u202f";  // that no line breaks at
  const ShownUnit unit = findShownUnit(si, choice);
  const std::string number = fmt::format("{:.{}g}", value / unit.factor + 0.0, digits);
  if (unit.name == "deg") return number + "\u00b0";
  const std::string name = writeUnitName(unit.name);
  return name.empty() ? number : number + kThinSpace + name;
}

}  // namespace clank
