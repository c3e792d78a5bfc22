// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/number_text.h"

#include <fmt/format.h>

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

__extension__ using Wide = unsigned __int128;

// 10^n = factor 2^(floor(n log2 10) - 127), factor from 2^127 on below 2^128, cut off.
struct Power {
  std::uint64_t high, low;
};
constexpr int kLeastPower = -293, kGreatestPower = 324;
constexpr Wide kOne = Wide{1} << 127U;

// Each step cuts off less than 2^-126 of the number: after 324 of them it is too small by less than 2^-117.
constexpr auto kPowers = [] {
  std::array<Power, kGreatestPower - kLeastPower + 1> powers{};
  const auto put = [&](int n, Wide factor) {
    powers[static_cast<std::size_t>(n - kLeastPower)] = {static_cast<std::uint64_t>(factor >> 64U),
                                                         static_cast<std::uint64_t>(factor)};
  };
  Wide factor = kOne;
  for (int n = 0; n <= kGreatestPower; ++n) {
    put(n, factor);
    const Wide sum = factor + (factor >> 2U);  // 5/4 of it, with a carry out of the word
    factor = sum < factor ? sum >> 1U | kOne : sum;
  }
  factor = kOne;
  for (int n = 0; n >= kLeastPower; --n) {
    put(n, factor);
    const Wide less = factor - factor / 5 - (factor % 5 != 0 ? 1 : 0);  // 4/5 of it
    factor = less >= kOne ? less : less << 1U;
  }
  return powers;
}();

// floor(q log10 2) and floor(n log2 10), for |q| < 1650 and |n| < 500.
constexpr int floorLog10Of2To(int q) {
  return (q * 315653) >> 20U;
}
constexpr int floorLog2Of10To(int n) {
  return (n * 1741647) >> 19U;
}

// (10 tens + last) 10^exponent; tens from 10^14 to 10^16, last a digit.
struct Decimal {
  std::uint64_t tens, last;
  int exponent;
};

Decimal findDecimalByLibrary(double positive) {
  const auto found = fmt::detail::dragonbox::to_decimal(positive);
  std::uint64_t whole = found.significand;
  int exponent = found.exponent;
  for (; whole < 1000000000000000U; --exponent) whole *= 10;
  return {whole / 10, whole % 10, exponent};
}

// The shortest decimal that reads back to the same double, the nearest one of these. With v = c 2^q, c from
// 2^52 on below 2^53, and k = floor(q log10 2), x = v / 10^k lies in decimals that are whole where v lies in
// 10^k; half the way to the next double is h = 2^(q - 1) / 10^k, from 0.5 on and below 5.
//   Every number nearer to x than h reads back to v. A multiple of ten among them, there is at most one, is
//   shorter than all others; without one, the whole number nearest to x is the shortest and the nearest.
//   c = 2^52: the next double below is at half the distance only.
// x has 64 bits behind the point, wrong by less than 2^57 2^-117 + 2^-63 < 2^-59; last digit and fraction,
// and h, are compared in units of 2^-60, in which each is wrong by less than 4. What is nearer than kDoubt to
// a border is left to the library, as are numbers below the normal ones.
Decimal findDecimal(double positive) {
  constexpr std::uint64_t kDoubt = 16, kTen = std::uint64_t{10} << 60U;
  const auto bits = std::bit_cast<std::uint64_t>(positive);
  const std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52U) - 1);
  const int biased = static_cast<int>(bits >> 52U);
  if (biased == 0) return findDecimalByLibrary(positive);
  const int q = biased - 1075, k = floorLog10Of2To(q);
  const Power& power = kPowers[static_cast<std::size_t>(-k - kLeastPower)];
  const int shift = q + floorLog2Of10To(-k);  // 0 to 3: x = c factor 2^(shift - 127)
  const std::uint64_t c = (mantissa | std::uint64_t{1} << 52U) << static_cast<unsigned>(shift + 1);
  const Wide x = Wide{c} * power.high + static_cast<std::uint64_t>((Wide{c} * power.low) >> 64U);
  const auto whole = static_cast<std::uint64_t>(x >> 64U), fraction = static_cast<std::uint64_t>(x);
  const std::uint64_t tens = whole / 10, last = whole - 10 * tens;
  const std::uint64_t down = last << 60U | fraction >> 4U, up = kTen - down;
  const std::uint64_t h = power.high >> static_cast<unsigned>(4 - shift);
  const std::uint64_t below = mantissa == 0 ? h / 2 : h;
  if (down + kDoubt < below) return {tens, 0, k};
  if (up + kDoubt < h) return {tens + 1, 0, k};
  const bool isBetween = mantissa != 0 && down > below + kDoubt && up > h + kDoubt;
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 63U;
  const bool hasNearest = fraction - kHalf + 16 * kDoubt > 32 * kDoubt;  // goes around below the half
  if (!isBetween || !hasNearest) return findDecimalByLibrary(positive);
  return {tens, last + (fraction >> 63U), k};
}

// Eight digits of a number below 10^8, the first in the lowest byte: halves, pairs and digits are split
// side by side in one word. The factors are 2^40 / 10000, 2^20 / 100 and 2^10 / 10, rounded up; what is
// divided moves up, and what the quotients take of it leaves.
inline std::uint64_t splitEight(std::uint64_t number) {
  const std::uint64_t thousands = number * 109951163 >> 40U;
  std::uint64_t word = (number << 32U) - thousands * ((std::uint64_t{10000} << 32U) - 1);
  const std::uint64_t hundreds = (word * 10486 >> 20U) & 0x7f0000007fU;
  word = (word << 16U) - hundreds * ((100U << 16U) - 1);
  const std::uint64_t tens = (word * 103 >> 10U) & 0x000f000f000f000fU;
  return (word << 8U) - tens * ((10U << 8U) - 1);
}

// How many of eight split digits stand before zeros alone; 0 of nothing.
inline int countUpToLast(std::uint64_t word) {
  return 8 - std::countr_zero(__builtin_bswap64(word)) / 8;
}

constexpr int kMostDigits = 17;
constexpr std::size_t kCopied = 17;  // characters at once: a fixed number takes less time than the right one
static_assert(kNumberRoom >= 8 + kCopied);

// The shortest digits that read back to the same double: 0.0125 is 125 with the exponent -2, that of its
// first digit. Behind them stand zeros.
struct Digits {
  explicit Digits(double positive) {
    auto [tens, last, exponentOfLast] = findDecimal(positive);
    const bool isShort = tens < 1000000000000000U;  // the first of 17 digits would be a zero
    exponent = exponentOfLast + (isShort ? kMostDigits - 2 : kMostDigits - 1);
    const std::uint64_t longer = 10 * tens + last;
    tens = isShort ? longer : tens;
    last = isShort ? 0 : last;
    const std::uint64_t upper = tens / 100000000;
    const std::uint64_t first = splitEight(upper), second = splitEight(tens - 100000000 * upper);
    put(0, first);
    put(8, second);
    text[16] = static_cast<char>('0' + last);
    const int counted = second != 0 ? 8 + countUpToLast(second) : countUpToLast(first);
    count = last != 0 ? kMostDigits : counted;
  }
  void put(std::size_t place, std::uint64_t word) {
    word += 0x3030303030303030U;  // '0' eight times
    if constexpr (std::endian::native == std::endian::big) word = __builtin_bswap64(word);
    std::memcpy(&text[place], &word, sizeof word);
  }
  // All from a digit on, and some more that stand for nothing.
  void copy(int from, char* out) const { std::memcpy(out, &text[static_cast<std::size_t>(from)], kCopied); }

  std::array<char, kMostDigits + kCopied> text;
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
  if (number.count <= whole) return out + whole;
  out[whole] = '.';
  number.copy(whole, out + whole + 1);
  return out + number.count + 1;
}

// "1.25e-02", "1e-300"
char* putScientific(const Digits& number, char* out) {
  *out++ = number.text[0];
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
  *out = '-';
  out += value < 0 ? 1 : 0;
  return countPlain(number) <= countScientific(number) ? putPlain(number, out) : putScientific(number, out);
}

void appendFullNumber(std::string& out, double value) {
  std::array<char, kNumberRoom> buffer;
  out.append(buffer.data(), putFullNumber(buffer.data(), value));
}

}  // namespace clank
