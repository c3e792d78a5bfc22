// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>

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

// Eight digits of a number below 10^8, the first in the lowest byte: halves, pairs and digits are split
// side by side in one word. The factors are 2^20 / 100 and 2^10 / 10, rounded up.
inline std::uint64_t splitEight(std::uint64_t number) {
  std::uint64_t word = number / 10000 | number % 10000 << 32U;
  const std::uint64_t hundreds = (word * 10486 >> 20U) & 0x7f0000007fU;
  word = hundreds | (word - 100 * hundreds) << 16U;
  const std::uint64_t tens = (word * 103 >> 10U) & 0x000f000f000f000fU;
  word = tens | (word - 10 * tens) << 8U;
  return word;
}

constexpr int kMostDigits = 17;
constexpr std::size_t kCopied = 24;  // characters at once: a fixed number takes less time than the right one
static_assert(kNumberRoom >= 8 + kCopied);

// The shortest digits that read back to the same double: 0.0125 is 125 with the exponent -2, that of its
// first digit.
struct Digits {
  explicit Digits(double positive) {
    const auto decimal = fmt::detail::dragonbox::to_decimal(positive);
    constexpr std::uint64_t k1e8 = 100000000;
    const std::uint64_t upper = decimal.significand / k1e8;
    const std::uint64_t first = upper / k1e8, middle = splitEight(upper % k1e8);
    const std::uint64_t last = splitEight(decimal.significand % k1e8);
    put(0, first);
    put(1, middle);
    put(9, last);
    // Without branches: which one a number takes, no processor foresees.
    const int zeros = middle != 0 ? std::countr_zero(middle) / 8 : 8 + std::countr_zero(last) / 8;
    const int skipped = first != 0 ? 0 : 1 + zeros;
    begin = text.data() + skipped;
    count = kMostDigits - skipped;
    exponent = decimal.exponent + count - 1;
  }
  void put(std::size_t place, std::uint64_t word) {
    word += 0x3030303030303030U;  // '0' eight times
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    std::memcpy(&text[place], &word, sizeof word);
  }
  // All from a digit on, and some more that stand for nothing.
  void copy(int from, char* out) const { std::memcpy(out, begin + from, kCopied); }

  std::array<char, kMostDigits + kCopied> text{};
  const char* begin;
  int count, exponent;
};

// "0.0125", "1250", "1.25"
char* putPlain(const Digits& number, char* out) {
  if (number.exponent < 0) {
    std::memcpy(out, "0.000000", 8);  // with more zeros the exponent is shorter
    out += 1 - number.exponent;
    number.copy(0, out);
    return out + number.count;
  }
  const int whole = number.exponent + 1;
  number.copy(0, out);
  if (number.count <= whole) {
    std::fill(out + number.count, out + whole, '0');
    return out + whole;
  }
  out[whole] = '.';
  number.copy(whole, out + whole + 1);
  return out + number.count + 1;
}

// "1.25e-02", "1e-300"
char* putScientific(const Digits& number, char* out) {
  *out++ = *number.begin;
  if (number.count > 1) {
    *out++ = '.';
    number.copy(1, out);
    out += number.count - 1;
  }
  *out++ = 'e';
  *out++ = number.exponent < 0 ? '-' : '+';
  const int size = std::abs(number.exponent);
  if (size >= 100) *out++ = static_cast<char>('0' + size / 100);
  *out++ = static_cast<char>('0' + size / 10 % 10);
  *out++ = static_cast<char>('0' + size % 10);
  return out;
}

// How many characters the two write.
int countPlain(const Digits& number) {
  if (number.exponent < 0) return 1 - number.exponent + number.count;
  const int whole = number.exponent + 1;
  return number.count > whole ? number.count + 1 : whole;
}
int countScientific(const Digits& number) {
  return number.count + (number.count > 1 ? 1 : 0) + (std::abs(number.exponent) >= 100 ? 5 : 4);
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

char* putFullNumber(char* out, double value) {
  if (!std::isfinite(value)) return out;
  if (value == 0) {  // -0 too
    *out++ = '0';
    return out;
  }
  const double size = std::abs(value);
  // Whole numbers beyond are written out, with digits that are not among the shortest.
  if (size >= kLargestPlain) return std::to_chars(out, out + kNumberRoom, value).ptr;
  const Digits number(size);
  if (value < 0) *out++ = '-';
  return countPlain(number) <= countScientific(number) ? putPlain(number, out) : putScientific(number, out);
}

void appendFullNumber(std::string& out, double value) {
  std::array<char, kNumberRoom> buffer;
  out.append(buffer.data(), putFullNumber(buffer.data(), value));
}

}  // namespace clank
