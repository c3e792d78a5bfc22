// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/spring_lines.h"

#include <algorithm>
#include <vector>

#include "ui/scene/flat_drawing.h"

namespace clank {
namespace {

// In units of the layout.
constexpr double kWidth = 0.09, kCoil = 0.34, kLead = 0.7, kAside = 0.45, kCup = 1.3, kCupHalf = 0.34,
                 kPistonHalf = 0.24, kEnd = 0.13;
constexpr int kTurns = 7;

// Points at so much along the way from one end to the other and so much to its left.
struct Along {
  Vec2 from, way, left;
  Vec2 at(double along, double aside) const { return from + along * way + aside * left; }
};

void drawPiston(const Along& line, double reach, double aside, double unit, FlatDrawing& drawing) {
  const double cup = std::min(kCup * unit, reach / 3), begin = (reach - cup) / 2, piston = begin + 0.6 * cup;
  const double half = kCupHalf * unit, head = kPistonHalf * unit, width = kWidth * unit;
  drawing.stroke({line.at(0, aside), line.at(begin, aside)}, width);
  drawing.stroke({line.at(begin + cup, aside - half), line.at(begin, aside - half),
                  line.at(begin, aside + half), line.at(begin + cup, aside + half)},
                 width);
  drawing.stroke({line.at(piston, aside - head), line.at(piston, aside + head)}, width);
  drawing.stroke({line.at(piston, aside), line.at(reach, aside)}, width);
}

}  // namespace

std::vector<Vec2> makeCoils(Vec2 from, Vec2 to, double unit) {
  const double reach = length(to - from);
  if (!(reach > 0)) return {from, to};
  const Vec2 way = (1 / reach) * (to - from);
  const Along line{from, way, leftOf(way)};
  const double lead = std::min(kLead * unit, reach / 5), coiled = reach - 2 * lead;
  std::vector<Vec2> points{from, line.at(lead, 0)};
  for (int i = 0; i < 2 * kTurns; ++i)
    points.push_back(line.at(lead + coiled * (i + 0.5) / (2 * kTurns), (i % 2 == 0 ? kCoil : -kCoil) * unit));
  points.push_back(line.at(reach - lead, 0));
  points.push_back(to);
  return points;
}

void drawSpring(const SpringLayout& spring, Vec2 from, Vec2 to, double unit, bool isPlain,
                FlatDrawing& drawing) {
  const double reach = length(to - from);
  if (!(reach > 0)) return;
  const Vec2 way = (1 / reach) * (to - from);
  const Along line{from, way, leftOf(way)};
  if (isPlain) return drawing.stroke({from, to}, kWidth * unit);
  const double aside = spring.hasSpring && spring.hasDamper ? kAside * unit : 0;
  if (spring.hasSpring)
    drawing.stroke(makeCoils(line.at(0, aside), line.at(reach, aside), unit), kWidth * unit);
  if (spring.hasDamper) drawPiston(line, reach, -aside, unit, drawing);
  for (const double end : {0.0, reach}) {
    if (aside > 0) drawing.stroke({line.at(end, aside), line.at(end, -aside)}, kWidth * unit);
    drawing.disc(line.at(end, 0), kEnd * unit);
  }
}

}  // namespace clank
