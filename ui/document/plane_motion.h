// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities and points of a drawing moved, turned and mirrored. What moves gets plain numbers; what does
// not, keeps its text; a mirrored text stays a text.
#pragma once

#include <string>

#include "core/model/body.h"

namespace clank {

struct PlanePoint {
  double x = 0, y = 0;  // m
};

// Turns about a point, then shifts.
struct PlaneMotion {
  PlanePoint about;
  double angle = 0;         // rad
  double dx = 0, dy = 0;    // m
  bool keepsTexts = false;  // what moves and names parameters becomes a text that names them, too
};

// shown: the same with its value. unit: of both coordinates.
void movePoint(Point& point, const Point& shown, const PlaneMotion& motion, const char* unit = "m");
void turnAngle(Quantity& angle, const Quantity& shown, double by);
void turnAngle(Quantity& angle, const Quantity& shown, const PlaneMotion& motion);

// factor times a text that is a summand of a sum: "-(L1)"; of a sum with a constant: "(L1) + 0.1 m".
std::string scaledText(double factor, const std::string& text);
std::string withConstant(const std::string& text, double constant, const char* unit);
// Without the tail of nines that sums leave.
double makeTidy(double value);

std::string negated(const std::string& text);
void negate(Quantity& quantity);
// from - text; what was such a text gives the text in it.
std::string reflected(const std::string& text, const std::string& from);
// from - quantity; fromText: the same as a text.
void reflect(Quantity& quantity, double from, const std::string& fromText);

// Where something is mirrored: on the frame at the upright line x = middle, or in the axes of a body, which
// are mirrored with it.
struct Mirror {
  bool ofFrame = false;
  double middle = 0;  // m
};
void mirrorPoint(Point& point, const Mirror& mirror);
void mirrorAngle(Quantity& angle, const Mirror& mirror);

}  // namespace clank
