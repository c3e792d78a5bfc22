// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace clank {

namespace {

// Between these, numbers are written without an exponent.
constexpr double kSmallestPlain = 1e-4;
constexpr double kLargestPlain = 1e15;

// "1e-05" -> "1e-5", "1e+22" -> "1e22"
std::string tidyExponent(std::string text) {
  std::size_t digit = text.find('e') + 1;
  if (digit == 0) return text;
  if (text[digit] == '+') text.erase(digit, 1);
  if (text[digit] == '-') ++digit;
  if (text[digit] == '0') text.erase(digit, 1);
  return text;
}

}  // namespace

std::string toShortestText(double value) {
  const double size = std::abs(value);
  const bool plain = size == 0 || (size >= kSmallestPlain && size < kLargestPlain);
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  std::array<char, 64> buffer{};
  const auto end = std::to_chars(buffer.begin(), buffer.end(), value, format);
  return tidyExponent({buffer.data(), end.ptr});
}

std::optional<double> readNumber(std::string_view text) {
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end.ec != std::errc{} || end.ptr != text.data() + text.size() || !std::isfinite(value))
    return std::nullopt;
  return value;
}

void appendFullNumber(std::string& out, double value) {
  if (!std::isfinite(value)) return;
  std::array<char, 40> buffer{};
  // Adding 0 turns -0 into 0.
  const auto end = std::to_chars(buffer.begin(), buffer.end(), value + 0.0);
  out.append(buffer.data(), end.ptr);
}

}  // namespace clank
