// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/line_pieces.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace clank {
namespace {

using Vector = Eigen::Vector2d;

// An end reaches from the normal of its segment to the direction of it, a quarter turn.
constexpr double kEndTurn = std::numbers::pi / 2;

double calcTurn(const Vector& before, const Vector& after) {
  return std::atan2(before.x() * after.y() - before.y() * after.x(), before.dot(after));
}

// A point that is drawn on an end, as the corner of a box on that of another, is on the piece whatever
// rounding does.
void reachOut(SegmentPiece& segment) {
  segment.origin -= kPointReach * segment.direction;
  segment.extent += 2 * kPointReach;
}

// A point in a corner that it cannot leave through the other segment rests on both: each reaches a little
// beyond the corner, where the other covers it, so that rounding error does not push the point off its end.
double calcLap(const SegmentPiece& before, const SegmentPiece& after) {
  constexpr double kLap = 1e-6;  // of the shorter of the two
  return calcTurn(before.direction, after.direction) > 0 ? kLap * std::min(before.extent, after.extent) : 0;
}

ArcPiece makeLineCorner(const Vector& point, const Vector& direction, double extent) {
  return {point, direction, extent, 0, 1};
}

}  // namespace

// Along the line the free side is on the left. A corner stands out where the line turns right; the normals of
// its two segments bound the directions in which a circle meets it.
LinePieces::LinePieces(const PolylineSurface& line, bool round, const Eigen::Vector2d& origin)
    : points_(line.points),
      origin_(origin),
      side_(line.side.value),
      closed_(line.closed.value != 0),
      round_(round) {
  const std::size_t corners = points_.size() + (closed_ ? 1 : 0);
  segments_ = corners > 0 ? corners - 1 : 0;
  for (std::size_t i = closed_ ? 0 : 1; round_ && i < segments_; ++i)
    if (calcTurnBefore(i) < 0) corners_.push_back(static_cast<std::uint32_t>(i));
  corners_.shrink_to_fit();
}

// Once around where it is closed.
Vector LinePieces::at(std::size_t i) const {
  const std::size_t count = points_.size(), along = i % count;
  const Point& point = points_[side_ == LineSide::right ? count - 1 - along : along];
  return Vector(point.x.value, point.y.value) - origin_;
}

SegmentPiece LinePieces::findSegment(std::size_t i) const {
  const Vector from = at(i), along = at(i + 1) - from;
  SegmentPiece piece{from, along.normalized(), along.norm()};
  if (!round_) reachOut(piece);
  return piece;
}

// How far it turns to the left where a segment begins, rad.
double LinePieces::calcTurnBefore(std::size_t i) const {
  return calcTurn(findSegment(i == 0 ? segments_ - 1 : i - 1).direction, findSegment(i).direction);
}

SegmentPiece LinePieces::findLapped(std::size_t i) const {
  const SegmentPiece drawn = findSegment(i);
  const bool isFirst = i == 0, isLast = i + 1 == segments_;
  const double around =
      closed_ && (isFirst || isLast) ? calcLap(findSegment(segments_ - 1), findSegment(0)) : 0;
  const double before = isFirst ? around : calcLap(findSegment(i - 1), drawn);
  const double behind = isLast ? around : calcLap(drawn, findSegment(i + 1));
  SegmentPiece piece = drawn;
  if (isLast) piece.extent += behind;
  piece.origin -= before * piece.direction;
  piece.extent += before;
  if (!isLast) piece.extent += behind;
  return piece;
}

SurfacePiece LinePieces::operator[](std::size_t i) const {
  if (i < segments_) return round_ ? findSegment(i) : findLapped(i);
  if (const std::size_t k = i - segments_; k < corners_.size()) {
    const SegmentPiece next = findSegment(corners_[k]);
    return makeLineCorner(next.origin, turnLeft(next.direction), -calcTurnBefore(corners_[k]));
  }
  if (i + 2 == size()) {
    const SegmentPiece first = findSegment(0);
    return makeLineCorner(first.origin, turnLeft(first.direction), kEndTurn);
  }
  const SegmentPiece last = findSegment(segments_ - 1);
  return makeLineCorner(last.origin + last.extent * last.direction, last.direction, kEndTurn);
}

}  // namespace clank
