// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/units.h"

#include <cmath>
#include <numbers>

namespace clank {

namespace {

struct Atom {
  std::string_view name;
  double numerator,
      denominator;  // factor = numerator / denominator, kept apart so that powers of ten stay exact
  Dimension dimension;
};

constexpr Dimension kLength{{1, 0, 0, 0}}, kMass{{0, 1, 0, 0}}, kTime{{0, 0, 1, 0}}, kAngle{{0, 0, 0, 1}},
    kFrequency{{0, 0, -1, 0}}, kTurning{{0, 0, -1, 1}}, kForce{{1, 1, -2, 0}}, kEnergy{{2, 1, -2, 0}},
    kPower{{2, 1, -3, 0}}, kPressure{{-1, 1, -2, 0}};

constexpr std::array kAtoms{
    Atom{"m", 1, 1, kLength},
    Atom{"km", 1e3, 1, kLength},
    Atom{"dm", 1, 10, kLength},
    Atom{"cm", 1, 100, kLength},
    Atom{"mm", 1, 1e3, kLength},
    Atom{"um", 1, 1e6, kLength},
    Atom{"\u00b5m", 1, 1e6, kLength},  // micro sign
    Atom{"\u03bcm", 1, 1e6, kLength},  // Greek letter mu
    Atom{"in", 254, 1e4, kLength},
    Atom{"ft", 3048, 1e4, kLength},
    Atom{"kg", 1, 1, kMass},
    Atom{"g", 1, 1e3, kMass},
    Atom{"mg", 1, 1e6, kMass},
    Atom{"t", 1e3, 1, kMass},
    Atom{"lb", 45359237, 1e8, kMass},  // the pound of 1959, exactly
    Atom{"oz", 28349523125, 1e12, kMass},
    Atom{"s", 1, 1, kTime},
    Atom{"ms", 1, 1e3, kTime},
    Atom{"us", 1, 1e6, kTime},
    Atom{"min", 60, 1, kTime},
    Atom{"h", 3600, 1, kTime},
    Atom{"rad", 1, 1, kAngle},
    Atom{"mrad", 1, 1e3, kAngle},
    Atom{"deg", std::numbers::pi, 180, kAngle},
    Atom{"\u00b0", std::numbers::pi, 180, kAngle},  // degree sign
    Atom{"rev", 2 * std::numbers::pi, 1, kAngle},
    Atom{"rpm", 2 * std::numbers::pi, 60, kTurning},
    Atom{"Hz", 1, 1, kFrequency},
    Atom{"kHz", 1e3, 1, kFrequency},
    Atom{"N", 1, 1, kForce},
    Atom{"mN", 1, 1e3, kForce},
    Atom{"kN", 1e3, 1, kForce},
    Atom{"MN", 1e6, 1, kForce},
    Atom{"lbf", 44482216152605, 1e13, kForce},  // lb and kgf weigh with the standard 9.80665 m/s2
    Atom{"kgf", 980665, 1e5, kForce},
    Atom{"J", 1, 1, kEnergy},
    Atom{"mJ", 1, 1e3, kEnergy},
    Atom{"kJ", 1e3, 1, kEnergy},
    Atom{"W", 1, 1, kPower},
    Atom{"mW", 1, 1e3, kPower},
    Atom{"kW", 1e3, 1, kPower},
    Atom{"Pa", 1, 1, kPressure},
    Atom{"kPa", 1e3, 1, kPressure},
    Atom{"MPa", 1e6, 1, kPressure},
    Atom{"GPa", 1e9, 1, kPressure},
    Atom{"bar", 1e5, 1, kPressure},
    Atom{"psi", 44482216152605, 6451600000, kPressure},  // lbf/in2
};

constexpr std::string_view kMiddleDot = "\u00b7";
constexpr int kLargestExponent = 9;         // of "m2"
constexpr int kLargestMarkedExponent = 99;  // of "m^2"

bool isSpaceOrTab(char c) {
  return c == ' ' || c == '\t';
}
bool isDecimal(char c) {
  return c >= '0' && c <= '9';
}
// Letters, and the bytes of letters and signs outside ASCII.
bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool continuesName(char c) {
  return isLetter(c) || isDecimal(c) || c == '_' || c == '.';
}

// Reads factors of a unit one after the other and multiplies them up.
class UnitReader {
 public:
  explicit UnitReader(std::string_view text) : text_(text) {}

  // An atom with its exponent at pos; false and nothing changed when there is none.
  bool readFactor(int sign) {
    std::size_t end = pos_;
    while (end < text_.size() && isLetter(text_[end]) && !text_.substr(end).starts_with(kMiddleDot)) ++end;
    const Atom* atom = findAtom(text_.substr(pos_, end - pos_));
    if (!atom) return false;
    int exponent = 1;
    end = readExponent(end, exponent);
    if (end < text_.size() && continuesName(text_[end]) && !text_.substr(end).starts_with(kMiddleDot))
      return false;
    if (opensCall(end)) return false;
    multiply(*atom, sign * exponent);
    pos_ = end;
    return true;
  }

  // What stands between two factors: +1 for a blank or a middle dot, -1 for "/", 0 for anything else (nothing
  // read).
  int readLink(bool blanksAroundSlash) {
    std::size_t p = pos_;
    const auto skip = [&] {
      while (p < text_.size() && isSpaceOrTab(text_[p])) ++p;
    };
    skip();
    const bool blankBefore = p > pos_;
    if (text_.substr(p).starts_with('/')) {
      if (blankBefore && !blanksAroundSlash) return 0;
      ++p;
      if (blanksAroundSlash) skip();
      pos_ = p;
      return -1;
    }
    if (text_.substr(p).starts_with(kMiddleDot)) {
      p += kMiddleDot.size();
      skip();
    } else if (!blankBefore) {
      return 0;
    }
    pos_ = p;
    return 1;
  }

  static bool isAtom(std::string_view name) { return findAtom(name) != nullptr; }

  void skipBlanks() {
    while (pos_ < text_.size() && isSpaceOrTab(text_[pos_])) ++pos_;
  }
  bool skipOne() {
    if (!text_.substr(pos_).starts_with('1')) return false;
    ++pos_;
    return true;
  }
  bool atEnd() const { return pos_ == text_.size(); }
  std::size_t position() const { return pos_; }
  Unit unit() const { return {numerator_ / denominator_, dimension_}; }

 private:
  static const Atom* findAtom(std::string_view name) {
    for (const Atom& atom : kAtoms)
      if (atom.name == name) return &atom;
    return nullptr;
  }

  // "2", "^2" or "^-2" at p; returns where it ends, or p when there is no exponent.
  std::size_t readExponent(std::size_t p, int& exponent) const {
    std::size_t q = p;
    int sign = 1, largest = kLargestExponent;
    if (q < text_.size() && text_[q] == '^') {
      largest = kLargestMarkedExponent;
      ++q;
      if (q < text_.size() && text_[q] == '-') sign = -1, ++q;
    }
    int value = 0;
    const std::size_t first = q;
    while (q < text_.size() && isDecimal(text_[q]) && value <= largest)
      value = 10 * value + (text_[q++] - '0');
    const bool longer = q < text_.size() && (isDecimal(text_[q]) || text_[q] == '.');
    if (q == first || longer || value < 1 || value > largest) return p;
    exponent = sign * value;
    return q;
  }

  bool opensCall(std::size_t p) const {
    while (p < text_.size() && isSpaceOrTab(text_[p])) ++p;
    return p < text_.size() && text_[p] == '(';
  }

  void multiply(const Atom& atom, int exponent) {
    for (std::size_t i = 0; i < dimension_.exponent.size(); ++i)
      dimension_.exponent[i] += exponent * atom.dimension.exponent[i];
    for (int n = std::abs(exponent); n > 0; --n) {
      numerator_ *= exponent > 0 ? atom.numerator : atom.denominator;
      denominator_ *= exponent > 0 ? atom.denominator : atom.numerator;
    }
  }

  std::string_view text_;
  std::size_t pos_ = 0;
  double numerator_ = 1, denominator_ = 1;
  Dimension dimension_;
};

}  // namespace

std::optional<Unit> findUnit(std::string_view text) {
  UnitReader reader(text);
  reader.skipBlanks();
  if (reader.atEnd()) return Unit{};
  if (!reader.readFactor(1)) {
    if (!reader.skipOne()) return std::nullopt;
    if (!reader.atEnd() && (reader.readLink(true) != -1 || !reader.readFactor(-1)))
      return std::nullopt;  // "1/s"
  }
  while (!reader.atEnd()) {
    const int link = reader.readLink(true);
    if (link == 1 && reader.atEnd()) break;  // blanks at the end
    if (link == 0 || !reader.readFactor(link)) return std::nullopt;
  }
  const Unit unit = reader.unit();
  if (!std::isnormal(unit.factor)) return std::nullopt;  // absurdly many factors
  return unit;
}

std::size_t findUnitPrefix(std::string_view text) {
  UnitReader reader(text);
  if (!reader.readFactor(1)) return 0;
  std::size_t end = reader.position();
  while (const int link = reader.readLink(false)) {
    if (!reader.readFactor(link)) break;
    end = reader.position();
  }
  return end;
}

double toSi(double number, const Unit& unit) {
  const double inverse = std::round(1 / unit.factor);
  return unit.factor < 1 && 1 / inverse == unit.factor ? number / inverse : number * unit.factor;
}

std::string suggestUnit(std::string_view word) {
  for (std::size_t i = 1; i < word.size(); ++i) {
    const std::string apart = std::string(word.substr(0, i)) + ' ' + std::string(word.substr(i));
    if (UnitReader::isAtom(word.substr(0, i)) && findUnit(apart)) return "; did you mean '" + apart + "'?";
  }
  return {};
}

}  // namespace clank
