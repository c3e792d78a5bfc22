// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/sheet_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace clank {

std::vector<Corner> listPoints(const SheetEdge& edge, double step, int most) {
  const Corner way = edge.to - edge.from;
  const double length = edge.bulge == 0 ? std::hypot(way.x, way.y) : edge.radius * std::abs(edge.sweep);
  const int least = edge.bulge == 0 ? 1 : 12;
  const int pieces = std::clamp(static_cast<int>(std::min(length / step, 1e6)), least, most);
  std::vector<Corner> points;
  for (int i = 0; i <= pieces; ++i) {
    const double part = static_cast<double>(i) / pieces, angle = edge.begin + part * edge.sweep;
    points.push_back(edge.bulge == 0 ? Corner{edge.from.x + part * way.x, edge.from.y + part * way.y}
                                     : Corner{edge.center.x + edge.radius * std::cos(angle),
                                              edge.center.y + edge.radius * std::sin(angle)});
  }
  return points;
}

bool SheetLayout::Box::holds(Corner p) const {
  return std::abs(p.x - middle.x) <= halfWidth && std::abs(p.y - middle.y) <= halfHeight;
}

bool SheetLayout::Box::meets(const Box& other) const {
  return std::abs(other.middle.x - middle.x) < halfWidth + other.halfWidth &&
         std::abs(other.middle.y - middle.y) < halfHeight + other.halfHeight;
}

SheetLayout::SheetLayout(const Sheet& sheet, double letter, std::optional<SheetPage> page,
                         CrowdedNumbers crowded)
    : letter_(letter), page_(page) {
  collect(sheet);
  for (const SheetSpan& span : sheet.spans) place(span, crowded);
  for (const SheetDiameter& diameter : sheet.diameters)
    taken_.push_back({{diameter.center.x, diameter.center.y + 1.4 * letter}, 3 * letter, 0.7 * letter});
  for (const SheetName& name : sheet.names) place(name, 0.5 * sheet.unit);
}

// A word is about as wide as 0.62 of a letter's height for each of its letters; bytes that go on a letter of
// UTF-8 are none of their own.
double SheetLayout::calcWidth(const std::string& text, double letter) {
  const auto letters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return 0.62 * letter * static_cast<double>(letters);
}

void SheetLayout::collect(const Sheet& sheet) {
  constexpr std::size_t kMost = 200000;  // points; a drawing so full has no free place anyway
  for (const SheetPath& path : sheet.paths)
    for (const SheetEdge& edge : listEdges(path)) {
      if (ink_.size() > kMost) return;
      const std::vector<Corner> points = listPoints(edge, 0.4 * letter_);
      ink_.insert(ink_.end(), points.begin(), points.end());
    }
}

std::size_t SheetLayout::countInk(const Box& box) const {
  const auto covered = std::count_if(ink_.begin(), ink_.end(), [&](Corner p) { return box.holds(p); });
  const auto meeting =
      std::count_if(taken_.begin(), taken_.end(), [&](const Box& other) { return box.meets(other); });
  // Lines below a text are better than another text, and that better than a text that is cut.
  constexpr std::size_t kText = 1000, kOff = 100000;
  return static_cast<std::size_t>(covered) + kText * static_cast<std::size_t>(meeting) +
         (isOff(box) ? kOff : 0);
}

bool SheetLayout::isOff(const Box& box) const {
  return page_ &&
         (box.middle.x - box.halfWidth < page_->low.x || box.middle.x + box.halfWidth > page_->high.x ||
          box.middle.y - box.halfHeight < page_->low.y || box.middle.y + box.halfHeight > page_->high.y);
}

// offset: m, to the left of the way from its begin to its end.
PlacedSpan SheetLayout::put(const SheetSpan& span, double offset) const {
  const Corner way = span.to - span.from;
  const double size = std::hypot(way.x, way.y);
  const auto beside = [&](Corner at, double by) {
    return Corner{at.x - by * way.y / size, at.y + by * way.x / size};
  };
  PlacedSpan placed{span.from, span.to, beside(span.from, offset), beside(span.to, offset), {}, 0};
  const Corner middle{(span.from.x + span.to.x) / 2, (span.from.y + span.to.y) / 2};
  placed.number = beside(middle, offset + std::copysign(0.75 * letter_, offset));
  placed.angle = std::atan2(way.y, way.x);
  constexpr double kRight = std::numbers::pi / 2, kEdge = 1e-9;
  if (placed.angle > kRight + kEdge) placed.angle -= 2 * kRight;
  if (placed.angle <= -kRight + kEdge) placed.angle += 2 * kRight;
  return placed;
}

SheetLayout::Box SheetLayout::enclose(const PlacedSpan& span) const {
  const double along = 2 * letter_, across = 0.8 * letter_;
  const double c = std::abs(std::cos(span.angle)), s = std::abs(std::sin(span.angle));
  return {span.number, along * c + across * s, along * s + across * c};
}

bool SheetLayout::meetsText(const Box& box) const {
  return std::any_of(taken_.begin(), taken_.end(), [&](const Box& other) { return box.meets(other); });
}

// On the side where the middle of the part is not, close to it; farther out, and on the other side, where
// that is not free.
void SheetLayout::place(const SheetSpan& span, CrowdedNumbers crowded) {
  const Corner way = span.to - span.from;
  const double size = std::hypot(way.x, way.y);
  if (!(size > 0)) return;
  constexpr double kOnLine = 1e-6;
  const double inside = cross(way, span.middle - span.from) / (size * size);
  const double side = inside > kOnLine ? -1 : 1;
  // In points of ink: a place farther out has to be that much freer. The side of the part comes last.
  constexpr double kFarther = 3, kOtherSide = 8;
  constexpr std::array kLines{1.8, 3.6, 5.4};
  PlacedSpan best;
  double least = std::numeric_limits<double>::infinity();
  for (const double turn : {1.0, -1.0})
    for (std::size_t i = 0; i < kLines.size(); ++i) {
      const PlacedSpan tried = put(span, turn * side * (span.clear + kLines[i] * letter_));
      const double cost = static_cast<double>(countInk(enclose(tried))) + kFarther * static_cast<double>(i) +
                          (turn < 0 && std::abs(inside) > kOnLine ? kOtherSide : 0);
      if (cost >= least) continue;
      least = cost;
      best = tried;
    }
  const Box box = enclose(best);
  if (crowded == CrowdedNumbers::leftOut && meetsText(box)) return;
  taken_.push_back(box);
  const std::vector<Corner> line = listPoints({best.lineFrom, best.lineTo}, 0.4 * letter_);
  ink_.insert(ink_.end(), line.begin(), line.end());
  spans_.push_back(best);
}

void SheetLayout::place(const SheetName& name, double away) {
  constexpr std::array kWays{Corner{1, -1}, Corner{-1, -1}, Corner{1, 1}, Corner{-1, 1},
                             Corner{1, 0},  Corner{-1, 0},  Corner{0, 1}, Corner{0, -1}};
  constexpr std::array kDistances{1.0, 2.0, 3.5};
  Box best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t far = 0; far < kDistances.size(); ++far)
    for (std::size_t i = 0; i < kWays.size(); ++i) {
      Box box{{}, calcWidth(name.text, letter_) / 2, 0.6 * letter_};
      const double gap = kDistances[far] * (away + 0.3 * letter_);
      box.middle = {name.at.x + kWays[i].x * (gap + box.halfWidth),
                    name.at.y + kWays[i].y * (gap + box.halfHeight)};
      const double cost =
          static_cast<double>(countInk(box)) + 0.05 * static_cast<double>(i) + 2.0 * static_cast<double>(far);
      if (cost >= least) continue;
      least = cost;
      best = box;
    }
  taken_.push_back(best);
  names_.push_back({best.middle, name.text});
}

}  // namespace clank
