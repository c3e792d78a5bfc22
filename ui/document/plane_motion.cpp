// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plane_motion.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
#include <optional>
#include <string_view>

#include "core/io/number_text.h"
#include "core/model/quantity_text.h"

namespace clank {
namespace {

void setNumber(Quantity& quantity, double last, double now) {
  if (now != last && std::isfinite(now)) quantity = makeTidy(now);
}

// Does it name parameters?
bool namesAnything(const Quantity& quantity) {
  return !quantity.text.empty() && !evaluateQuantity(quantity.text.str(), "*", {});
}

Quantity makeText(std::string text) {
  Quantity quantity;
  quantity.text = std::move(text);
  return quantity;
}

// a x + b y + constant, as a text that names what x and y name.
Quantity combine(double a, const Quantity& x, const Quantity& shownX, double b, const Quantity& y,
                 const Quantity& shownY, double constant, const char* unit) {
  std::string text;
  const auto add = [&](double factor, const Quantity& quantity, const Quantity& shown) {
    factor = makeTidy(factor);
    if (!namesAnything(quantity) || factor == 0) {
      constant += factor * shown.value;
    } else {
      const std::string summand = scaledText(factor, quantity.text.str());
      text += text.empty() ? summand : " + " + summand;
    }
  };
  add(a, x, shownX);
  add(b, y, shownY);
  if (text.empty()) return makeTidy(constant);
  return makeText(withConstant(text, constant, unit));
}

// Is all of the text between one pair of brackets?
bool isBracketed(std::string_view text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return false;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return false;
  }
  return true;
}

// The text that this one takes from something: "pi - (a)" and "pi - " give a; nothing of other texts.
std::optional<std::string> findTaken(const std::string& text, const std::string& before) {
  if (!text.starts_with(before) || !isBracketed(std::string_view(text).substr(before.size())))
    return std::nullopt;
  return text.substr(before.size() + 1, text.size() - before.size() - 2);
}

}  // namespace

// Sums leave a tail of nines: 0.1 - 0.015 is meant to read 0.085.
double makeTidy(double value) {
  constexpr double kSteps = 1e12;  // in a m, in a rad
  const double tidy = std::round(value * kSteps) / kSteps;
  return std::isfinite(tidy) ? tidy + 0.0 : value;
}

std::string scaledText(double factor, const std::string& text) {
  if (factor == 1) return "(" + text + ")";
  if (factor == -1) return negated(text);
  return toShortestText(factor) + "*(" + text + ")";
}

std::string withConstant(const std::string& text, double constant, const char* unit) {
  const double tidy = makeTidy(constant);
  const auto inner = findTaken(text, "");
  if (tidy == 0) return inner.value_or(text);
  return text + (tidy < 0 ? " - " : " + ") + toShortestText(std::abs(tidy)) + ' ' + unit;
}

void movePoint(Point& point, const Point& shown, const PlaneMotion& motion, const char* unit) {
  const double c = std::cos(motion.angle), s = std::sin(motion.angle);
  if (motion.keepsTexts && (namesAnything(point.x) || namesAnything(point.y))) {
    const double x0 = motion.about.x, y0 = motion.about.y;
    const Point was = point;
    point.x = combine(c, was.x, shown.x, -s, was.y, shown.y, x0 - c * x0 + s * y0 + motion.dx, unit);
    point.y = combine(s, was.x, shown.x, c, was.y, shown.y, y0 - s * x0 - c * y0 + motion.dy, unit);
    return;
  }
  const double u = shown.x.value - motion.about.x, v = shown.y.value - motion.about.y;
  setNumber(point.x, shown.x.value, motion.about.x + c * u - s * v + motion.dx);
  setNumber(point.y, shown.y.value, motion.about.y + s * u + c * v + motion.dy);
}

void turnAngle(Quantity& angle, const Quantity& shown, double by) {
  setNumber(angle, shown.value, shown.value + by);
}

void turnAngle(Quantity& angle, const Quantity& shown, const PlaneMotion& motion) {
  if (!motion.keepsTexts || !namesAnything(angle)) return turnAngle(angle, shown, motion.angle);
  angle = makeText(withConstant("(" + angle.text.str() + ")", motion.angle, "rad"));
}

// "-plate.tip.y" is one name with its sign.
std::string negated(const std::string& text) {
  const auto isOfName = [](char c) {
    return c == '_' || c == '.' || std::isalnum(static_cast<unsigned char>(c));
  };
  const bool isName = text.size() > 1 && text[0] == '-' &&
                      std::isalpha(static_cast<unsigned char>(text[1])) &&
                      std::all_of(text.begin() + 1, text.end(), isOfName);
  if (isName) return text.substr(1);
  if (const auto inner = findTaken(text, "-")) return *inner;
  return "-(" + text + ")";
}

void negate(Quantity& quantity) {
  if (quantity.text.empty()) {
    quantity.value = quantity.value == 0 ? 0 : -quantity.value;
  } else {
    quantity.text = negated(quantity.text);
  }
}

std::string reflected(const std::string& text, const std::string& from) {
  const auto inner = findTaken(text, from + " - ");
  return inner ? *inner : from + " - (" + text + ")";
}
void reflect(Quantity& quantity, double from, const std::string& fromText) {
  if (quantity.text.empty()) {
    quantity.value = makeTidy(from - quantity.value);
  } else {
    quantity.text = reflected(quantity.text, fromText);
  }
}

void mirrorPoint(Point& point, const Mirror& mirror) {
  if (mirror.ofFrame) {
    reflect(point.x, 2 * mirror.middle, toShortestText(makeTidy(2 * mirror.middle)) + " m");
  } else {
    negate(point.y);
  }
}

void mirrorAngle(Quantity& angle, const Mirror& mirror) {
  mirror.ofFrame ? reflect(angle, std::numbers::pi, "pi") : negate(angle);
}

}  // namespace clank
