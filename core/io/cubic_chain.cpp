// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/cubic_chain.h"

#include <cmath>
#include <numbers>

namespace clank {
namespace {

constexpr double kCorner = std::numbers::pi / 8;  // rad

double sizeOf(Corner way) {
  return std::hypot(way.x, way.y);
}

double findTurn(Corner in, Corner out) {
  return std::atan2(cross(in, out), in.x * out.x + in.y * out.y);
}

// Of unit length, for a way that is none zero.
Corner makeUnit(Corner way) {
  const double size = sizeOf(way);
  return size > 0 ? Corner{way.x / size, way.y / size} : Corner{};
}

// The tangent of the circle through three points at the middle one: the chords weighted by the other's
// length.
Corner findTangent(Corner before, Corner at, Corner after) {
  const Corner in = at - before, out = after - at;
  const double a = sizeOf(in), b = sizeOf(out);
  if (!(a > 0) || !(b > 0)) return makeUnit(after - before);
  const double wide = b / a, narrow = a / b;
  return makeUnit({wide * in.x + narrow * out.x, wide * in.y + narrow * out.y});
}

// Three quarters of the sagitta's way: a piece between two tangents follows their circle to the fourth order.
double findReach(Corner chord, double turn) {
  const double quarter = turn / 4;
  const double share =
      std::abs(quarter) < 1e-6 ? 1.0 / 3 : 4.0 / 3 * std::tan(quarter) / (2 * std::sin(2 * quarter));
  return share * sizeOf(chord);
}

}  // namespace

std::vector<Corner> makeCubicChain(const std::vector<Corner>& points, bool closed) {
  std::vector<Corner> line;
  for (const Corner& p : points)
    if (line.empty() || sizeOf(p - line.back()) > 0) line.push_back(p);
  if (closed && line.size() > 2 && sizeOf(line.front() - line.back()) > 0) line.push_back(line.front());
  if (line.size() < 2) return line;
  const std::size_t last = line.size() - 1;
  const bool isRound = sizeOf(line.front() - line.back()) == 0;
  // Direction that a piece has at its point i; outwards: of the piece that begins there.
  const auto direct = [&](std::size_t i, bool outwards) {
    const bool isEnd = i == 0 || i == last;
    if (isEnd && !isRound) return makeUnit(i == 0 ? line[1] - line[0] : line[last] - line[last - 1]);
    const Corner before = line[i == 0 ? last - 1 : i - 1], after = line[i == last ? 1 : i + 1];
    const Corner in = line[i] - before, out = after - line[i];
    if (std::abs(findTurn(in, out)) > kCorner) return makeUnit(outwards ? out : in);
    return findTangent(before, line[i], after);
  };
  std::vector<Corner> chain{line.front()};
  for (std::size_t i = 0; i < last; ++i) {
    const Corner from = line[i], to = line[i + 1];
    Corner out = direct(i, true), in = direct(i + 1, false);
    // At a free end the direction mirrors that at the other end of its piece, as a circle has it.
    const auto mirror = [&](Corner direction) {
      const Corner chord = makeUnit(to - from);
      const double along = 2 * (chord.x * direction.x + chord.y * direction.y);
      return Corner{along * chord.x - direction.x, along * chord.y - direction.y};
    };
    if (!isRound && i == 0 && last > 1) out = mirror(in);
    if (!isRound && i + 1 == last && last > 1) in = mirror(out);
    const double reach = findReach(to - from, findTurn(out, in));
    chain.push_back({from.x + reach * out.x, from.y + reach * out.y});
    chain.push_back({to.x - reach * in.x, to.y - reach * in.y});
    chain.push_back(to);
  }
  return chain;
}

}  // namespace clank
