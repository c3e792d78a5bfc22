// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/shown_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>

namespace clank {

namespace {

constexpr const char* kMinus = "\u2212";

bool isDigit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

std::string raise(char c) {
  constexpr std::array<const char*, 10> kDigits{"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                                "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  if (c == '-') return "\u207b";
  if (c == '.') return "\u22c5";
  return kDigits[static_cast<std::size_t>(c - '0')];
}

}  // namespace

std::string writeUnitName(std::string_view unit) {
  if (unit == "1") return {};
  if (unit == "deg") return "\u00b0";
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool isMarked = unit[i] == '^';
    // The power of an atom, as in m2, m^1.5 or s-1; the 1 of 1/s is none.
    const bool isPower = i > 0 && unit[i - 1] != ' ' && (isMarked || isDigit(unit[i]) || unit[i] == '-');
    if (!isPower) {
      text += unit[i];
      continue;
    }
    if (isMarked) ++i;
    for (; i < unit.size() && (isDigit(unit[i]) || unit[i] == '-' || unit[i] == '.'); ++i)
      text += raise(unit[i]);
    --i;
  }
  return text;
}

std::string writePower(std::string number) {
  const std::size_t e = number.find('e');
  if (e != std::string::npos) {
    std::string power;
    for (const char c : std::to_string(std::atoi(number.c_str() + e + 1))) power += raise(c);
    number.erase(e);
    const bool isPowerAlone = number == "1" || number == "-1";
    if (isPowerAlone)
      number.pop_back();
    else
      number += "\u00d7";
    number += "10" + power;
  }
  return number.starts_with('-') ? kMinus + number.substr(1) : number;
}

int countDigits(const UnitChoice& choice, int usual) {
  constexpr int kUsual = 4, kMost = 15;
  const int chosen = static_cast<int>(std::clamp<double>(choice.digits.value, kLeastDigits, kMostDigits));
  return std::clamp(usual > 0 ? usual + chosen - kUsual : chosen, 1, kMost);
}

std::string writeShownNumber(double value, const UnitChoice& choice, int usual) {
  return writePower(fmt::format("{:.{}g}", value + 0.0, countDigits(choice, usual)));
}

std::string joinUnit(const std::string& number, const std::string& unit) {
  const bool isClose = unit.empty() || unit == "\u00b0";
  return isClose ? number + unit : number + kThinSpace + unit;
}

std::string writeShownText(double value, std::string_view si, const UnitChoice& choice, int usual) {
  const ShownUnit unit = findShownUnit(value, si, choice);
  return joinUnit(writeShownNumber(value / unit.factor, choice, usual), writeUnitName(unit.name));
}

}  // namespace clank
