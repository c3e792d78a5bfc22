// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_region.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <numeric>

namespace clank {
namespace {

struct Piece {
  Corner a, b;
  double left() const { return std::min(a.x, b.x); }
  double right() const { return std::max(a.x, b.x); }
};

std::vector<Piece> listPieces(const std::vector<Corner>& points, bool closed) {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) pieces.push_back({points[i], points[i + 1]});
  if (closed && points.size() > 1) pieces.push_back({points.back(), points.front()});
  return pieces;
}

double calcFoot(Corner p, const Piece& piece) {  // part of the way from a to b
  const Corner way = piece.b - piece.a, to = p - piece.a;
  const double length2 = way.x * way.x + way.y * way.y;
  return length2 > 0 ? std::clamp((to.x * way.x + to.y * way.y) / length2, 0.0, 1.0) : 0;
}

Corner along(const Piece& piece, double part) {
  return {piece.a.x + part * (piece.b.x - piece.a.x), piece.a.y + part * (piece.b.y - piece.a.y)};
}

double calcDistanceTo(const Piece& piece, Corner p) {
  const Corner foot = along(piece, calcFoot(p, piece));
  return std::hypot(p.x - foot.x, p.y - foot.y);
}

// A common point.
std::optional<Corner> meetAt(const Piece& one, const Piece& other) {
  const double a = cross(one.b - one.a, other.a - one.a), b = cross(one.b - one.a, other.b - one.a);
  const double c = cross(other.b - other.a, one.a - other.a), d = cross(other.b - other.a, one.b - other.a);
  if (a * b > 0 || c * d > 0) return std::nullopt;
  if (a != b) return along(other, a / (a - b));
  const bool apart = one.right() < other.left() || other.right() < one.left() ||
                     std::max(one.a.y, one.b.y) < std::min(other.a.y, other.b.y) ||
                     std::max(other.a.y, other.b.y) < std::min(one.a.y, one.b.y);
  if (apart) return std::nullopt;
  return along(one, calcFoot(other.a, one));
}

bool turnsBack(const Piece& one, const Piece& next) {
  const Corner u = one.b - one.a, w = next.b - next.a;
  return cross(u, w) == 0 && u.x * w.x + u.y * w.y <= 0;
}

}  // namespace

// From left to right: only pieces above or below each other are compared.
std::optional<Corner> findCrossing(const std::vector<Corner>& points, bool closed) {
  const std::vector<Piece> pieces = listPieces(points, closed);
  const std::size_t n = pieces.size();
  for (std::size_t i = 0; i + (closed ? 0 : 1) < n; ++i)
    if (n > 1 && turnsBack(pieces[i], pieces[(i + 1) % n])) return pieces[i].b;
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return pieces[a].left() != pieces[b].left() ? pieces[a].left() < pieces[b].left() : a < b;
  });
  const auto follow = [&](std::size_t a, std::size_t b) {
    const std::size_t low = std::min(a, b), high = std::max(a, b);
    return high == low + 1 || (closed && low == 0 && high == n - 1);
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = i + 1; k < n && pieces[order[k]].left() <= pieces[order[i]].right(); ++k)
      if (!follow(order[i], order[k]))
        if (const auto place = meetAt(pieces[order[i]], pieces[order[k]])) return place;
  return std::nullopt;
}

DxfRegion::DxfRegion(const DxfChain& closed)
    : points_(flattenChain(closed).points), box_(findBox(closed)), area_(std::abs(calcArea(closed))) {
  middle_ = {(box_.low.x + box_.high.x) / 2, (box_.low.y + box_.high.y) / 2};
}

DxfRegion::DxfRegion(const DxfCircle& circle)
    : circle_(circle),
      box_{{circle.center.x - circle.radius, circle.center.y - circle.radius},
           {circle.center.x + circle.radius, circle.center.y + circle.radius}},
      middle_(circle.center),
      area_(std::numbers::pi * circle.radius * circle.radius) {}

double DxfRegion::calcAway(Corner p) const {
  if (circle_) return std::abs(std::hypot(p.x - middle_.x, p.y - middle_.y) - circle_->radius);
  double least = std::numeric_limits<double>::infinity();
  for (const Piece& piece : listPieces(points_, true)) least = std::min(least, calcDistanceTo(piece, p));
  return least;
}

bool DxfRegion::holds(Corner p) const {
  if (circle_) return std::hypot(p.x - middle_.x, p.y - middle_.y) < circle_->radius;
  bool inside = false;
  for (const Piece& piece : listPieces(points_, true))
    if ((piece.a.y > p.y) != (piece.b.y > p.y) &&
        p.x < piece.a.x + (p.y - piece.a.y) / (piece.b.y - piece.a.y) * (piece.b.x - piece.a.x))
      inside = !inside;
  return inside;
}

bool DxfRegion::holds(const DxfRegion& other) const {
  if (other.area_ >= area_ || other.box_.low.x < box_.low.x || other.box_.low.y < box_.low.y ||
      other.box_.high.x > box_.high.x || other.box_.high.y > box_.high.y)
    return false;
  if (other.circle_) {
    const double r = other.circle_->radius;
    return holds(other.middle_) && calcAway(other.middle_) > r;
  }
  return std::all_of(other.points_.begin(), other.points_.end(), [&](Corner p) { return holds(p); }) &&
         std::none_of(points_.begin(), points_.end(), [&](Corner p) { return other.holds(p); });
}

}  // namespace clank
