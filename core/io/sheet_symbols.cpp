// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/sheet_symbols.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace clank {
namespace {

// A point given along a line and to its left.
class LineAxes {
 public:
  LineAxes(Corner from, Corner to) : from_(from) {
    const Corner along = to - from;
    length_ = std::hypot(along.x, along.y);
    if (length_ > 0) u_ = {along.x / length_, along.y / length_};
  }
  double length() const { return length_; }
  Corner at(double along, double left) const {
    return {from_.x + along * u_.x - left * u_.y, from_.y + along * u_.y + left * u_.x};
  }

 private:
  Corner from_, u_{1, 0};
  double length_ = 0;
};

// Its tip at the end of the line.
void addHead(Sheet& sheet, SheetLayer layer, const LineAxes& line) {
  const double head = std::min(0.6 * sheet.unit, 0.6 * line.length()), half = 0.35 * head;
  const double end = line.length();
  SheetPath path =
      makeLine(layer, {line.at(end, 0), line.at(end - head, half), line.at(end - head, -half)}, true);
  path.fill = SheetFill::ink;
  sheet.add(std::move(path));
}

}  // namespace

void addHatch(Sheet& sheet, SheetLayer layer, Corner from, Corner to) {
  const LineAxes line(from, to);
  const double step = 0.4 * sheet.unit;
  constexpr double kMostStrokes = 400;
  const double apart = std::max(step, line.length() / kMostStrokes);
  for (double at = apart; at <= line.length() + 1e-9 * sheet.unit; at += apart)
    sheet.add(makeLine(layer, {line.at(at, 0), line.at(at - step, -step)}));
}

void addGroundBearing(Sheet& sheet, Corner at) {
  const double high = 1.1 * sheet.unit, half = 0.7 * sheet.unit, wide = 1.1 * sheet.unit;
  SheetPath triangle =
      makeLine(SheetLayer::ground, {at, {at.x - half, at.y - high}, {at.x + half, at.y - high}}, true);
  triangle.fill = SheetFill::paper;
  sheet.add(std::move(triangle));
  const Corner left{at.x - wide, at.y - high}, right{at.x + wide, at.y - high};
  sheet.add(makeLine(SheetLayer::ground, {left, right}));
  addHatch(sheet, SheetLayer::ground, left, right);
}

void addArrow(Sheet& sheet, SheetLayer layer, Corner from, Corner to) {
  sheet.add(makeLine(layer, {from, to}));
  addHead(sheet, layer, LineAxes(from, to));
}

void addTurnArrow(Sheet& sheet, SheetLayer layer, Corner center, double radius, double begin, double sweep) {
  sheet.add(makeArc(layer, center, radius, begin, sweep));
  const double end = begin + sweep, way = sweep > 0 ? 1 : -1;
  const Corner tip{center.x + radius * std::cos(end), center.y + radius * std::sin(end)};
  const Corner behind{tip.x + way * sheet.unit * std::sin(end), tip.y - way * sheet.unit * std::cos(end)};
  addHead(sheet, layer, LineAxes(behind, tip));
}

void addSpring(Sheet& sheet, Corner from, Corner to) {
  constexpr int kTurns = 8;
  const LineAxes line(from, to);
  const double lead = std::min(0.6 * sheet.unit, 0.15 * line.length()), body = line.length() - 2 * lead;
  std::vector<Corner> points{from, line.at(lead, 0)};
  for (int i = 0; i < kTurns; ++i)
    points.push_back(line.at(lead + body * (i + 0.5) / kTurns, (i % 2 ? -0.4 : 0.4) * sheet.unit));
  points.push_back(line.at(lead + body, 0));
  points.push_back(to);
  sheet.add(makeLine(SheetLayer::forces, points));
}

void addDamper(Sheet& sheet, Corner from, Corner to) {
  const LineAxes line(from, to);
  const double half = 0.35 * sheet.unit, begin = 0.35 * line.length(), end = 0.65 * line.length();
  sheet.add(makeLine(SheetLayer::forces, {from, line.at(begin, 0)}));
  sheet.add(makeLine(SheetLayer::forces,
                     {line.at(end, half), line.at(begin, half), line.at(begin, -half), line.at(end, -half)}));
  const double piston = 0.5 * (begin + end);
  sheet.add(makeLine(SheetLayer::forces, {line.at(piston, 0.8 * half), line.at(piston, -0.8 * half)}));
  sheet.add(makeLine(SheetLayer::forces, {line.at(piston, 0), to}));
}

void addSpiral(Sheet& sheet, Corner center) {
  constexpr int kHalfTurns = 5;
  for (int i = 0; i < kHalfTurns; ++i)
    sheet.add(makeArc(SheetLayer::forces, {center.x + (i % 2 ? -0.1 : 0.1) * sheet.unit, center.y},
                      (0.5 + 0.2 * i) * sheet.unit, i % 2 ? std::numbers::pi : 0, std::numbers::pi));
}

void addCylinder(Sheet& sheet, Corner from, Corner to, double barrel) {
  const LineAxes line(from, to);
  const double half = 0.4 * sheet.unit, end = std::min(barrel, line.length());
  SheetPath tube =
      makeLine(SheetLayer::joints,
               {line.at(0, half), line.at(0, -half), line.at(end, -half), line.at(end, half)}, true);
  tube.fill = SheetFill::paper;
  sheet.add(std::move(tube));
  sheet.add(makeLine(SheetLayer::joints, {line.at(end, 0), to}));
}

void addLock(Sheet& sheet, Corner at) {
  const double half = 0.55 * sheet.unit;
  SheetPath diamond =
      makeLine(SheetLayer::limits,
               {{at.x + half, at.y}, {at.x, at.y + half}, {at.x - half, at.y}, {at.x, at.y - half}}, true);
  diamond.fill = SheetFill::ink;
  sheet.add(std::move(diamond));
}

}  // namespace clank
