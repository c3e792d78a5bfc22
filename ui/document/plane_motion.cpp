// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plane_motion.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>

namespace clank {
namespace {

// Sums leave a tail of nines: 0.1 - 0.015 is meant to read 0.085.
double makeTidy(double value) {
  constexpr double kSteps = 1e12;  // in a m, in a rad
  const double tidy = std::round(value * kSteps) / kSteps;
  return std::isfinite(tidy) ? tidy : value;
}

void setNumber(Quantity& quantity, double last, double now) {
  if (now != last && std::isfinite(now)) quantity = makeTidy(now);
}

}  // namespace

void movePoint(Point& point, const Point& shown, const PlaneMotion& motion) {
  const double c = std::cos(motion.angle), s = std::sin(motion.angle);
  const double u = shown.x.value - motion.about.x, v = shown.y.value - motion.about.y;
  setNumber(point.x, shown.x.value, motion.about.x + c * u - s * v + motion.dx);
  setNumber(point.y, shown.y.value, motion.about.y + s * u + c * v + motion.dy);
}

void turnAngle(Quantity& angle, const Quantity& shown, double by) {
  setNumber(angle, shown.value, shown.value + by);
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
  return "-(" + text + ")";
}

void negate(Quantity& quantity) {
  if (quantity.text.empty()) {
    quantity.value = quantity.value == 0 ? 0 : -quantity.value;
  } else {
    quantity.text = negated(quantity.text);
  }
}

void reflect(Quantity& quantity, double from, const std::string& fromText) {
  if (quantity.text.empty()) {
    quantity.value = makeTidy(from - quantity.value);
  } else {
    quantity.text = fromText + " - (" + quantity.text.str() + ")";
  }
}

void mirrorPoint(Point& point, const Mirror& mirror) {
  if (mirror.ofFrame) {
    reflect(point.x, 2 * mirror.middle, std::to_string(2 * mirror.middle) + " m");
  } else {
    negate(point.y);
  }
}

void mirrorAngle(Quantity& angle, const Mirror& mirror) {
  mirror.ofFrame ? reflect(angle, std::numbers::pi, "pi") : negate(angle);
}

}  // namespace clank
