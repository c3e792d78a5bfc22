// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace clank {

namespace {

constexpr double kLargestPlainInteger = 1e15;  // below it, integers are written without an exponent

}  // namespace

std::string toShortestText(double value) {
  std::array<char, 32> buffer{};
  const bool integer = std::abs(value) < kLargestPlainInteger && value == std::trunc(value);
  const auto end = integer ? std::to_chars(buffer.begin(), buffer.end(), value, std::chars_format::fixed)
                           : std::to_chars(buffer.begin(), buffer.end(), value);
  return {buffer.data(), end.ptr};
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
  const auto end = std::to_chars(buffer.begin(), buffer.end(), value + 0.0, std::chars_format::general, 17);
  out.append(buffer.data(), end.ptr);
}

}  // namespace clank
