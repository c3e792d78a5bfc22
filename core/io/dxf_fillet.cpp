// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_fillet.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace clank {
namespace {

constexpr double kFilletRoom = 0.4;  // of an edge, for the corner at one of its ends: more is not rounded off
constexpr double kMostSweep = 3;     // rad: the corner of an arc that turns more is too far away

constexpr std::size_t kSharp = static_cast<std::size_t>(-1);

Corner unitOf(Corner from, Corner to) {
  const Corner way = to - from;
  const double length = std::hypot(way.x, way.y);
  return {way.x / length, way.y / length};
}

// Of arcs that turn as the outline does, each between two lines, m; empty: some arc is anything else.
std::vector<double> listRadii(const DxfChain& outline) {
  const auto& v = outline.vertices;
  const std::size_t n = v.size();
  const double side = calcArea(outline) < 0 ? -1 : 1;
  std::vector<double> radii;
  for (std::size_t i = 0; i < n; ++i) {
    if (v[i].bulge == 0) continue;
    const DxfArc arc = findArc(v[i].at, v[(i + 1) % n].at, v[i].bulge);
    if (v[(i + n - 1) % n].bulge != 0 || v[(i + 1) % n].bulge != 0 || side * arc.sweep < 0 ||
        std::abs(arc.sweep) > kMostSweep)
      return {};
    radii.push_back(arc.radius);
  }
  return radii;
}

// Where the tangents at the ends of the arc to the next vertex meet.
Corner findApex(Corner a, Corner b, double bulge) {
  const double lean = std::tan(2 * std::atan(bulge)) / 2;  // of the height over the chord
  return {(a.x + b.x) / 2 + lean * (b.y - a.y), (a.y + b.y) / 2 - lean * (b.x - a.x)};
}

// Corners, and which vertex the arc of each begins with: kSharp, it has none.
struct Corners {
  std::vector<Corner> at;
  std::vector<std::size_t> arcs;
};

Corners listCorners(const std::vector<DxfVertex>& v) {
  const std::size_t n = v.size();
  Corners corners;
  for (std::size_t i = 0; i < n; ++i) {
    if (v[(i + n - 1) % n].bulge != 0) continue;  // an arc ends here
    const bool round = v[i].bulge != 0;
    corners.at.push_back(round ? findApex(v[i].at, v[(i + 1) % n].at, v[i].bulge) : v[i].at);
    corners.arcs.push_back(round ? i : kSharp);
  }
  return corners;
}

double farOf(Corner a, Corner b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

// How far the arc that rounds off corner k begins and ends from the one that was drawn, m; nothing if it
// cannot be rounded off, or a sharp one would be.
std::optional<double> calcOff(const DxfChain& outline, const Corners& corners, std::size_t k, double side,
                              double fillet) {
  const std::size_t count = corners.at.size(), n = outline.vertices.size();
  const Corner before = corners.at[(k + count - 1) % count], at = corners.at[k],
               after = corners.at[(k + 1) % count];
  const Corner u = unitOf(before, at), w = unitOf(at, after);
  const double turn = side * std::atan2(cross(u, w), u.x * w.x + u.y * w.y);
  if (corners.arcs[k] == kSharp) return turn > 0 ? std::nullopt : std::optional(0.0);
  const double cut = fillet * std::tan(turn / 2);
  if (!(turn > 0) || cut > kFilletRoom * std::min(farOf(before, at), farOf(at, after))) return std::nullopt;
  const Corner first = outline.vertices[corners.arcs[k]].at,
               last = outline.vertices[(corners.arcs[k] + 1) % n].at;
  return std::max(farOf({at.x - cut * u.x, at.y - cut * u.y}, first),
                  farOf({at.x + cut * w.x, at.y + cut * w.y}, last));
}

}  // namespace

std::optional<CornerRadii> findCornerRadii(const DxfChain& outline) {
  if (!outline.closed || outline.off > 0) return std::nullopt;
  const std::vector<double> radii = listRadii(outline);
  if (radii.empty()) return std::nullopt;
  const auto [least, largest] = std::minmax_element(radii.begin(), radii.end());
  return CornerRadii{*least, *largest};
}

std::optional<RoundedOutline> findRounded(const DxfChain& outline) {
  if (!outline.closed || outline.off > 0) return std::nullopt;
  const std::vector<double> radii = listRadii(outline);
  if (radii.empty()) return std::nullopt;
  const Corners corners = listCorners(outline.vertices);
  if (corners.at.size() < 3) return std::nullopt;
  const double side = calcArea(outline) < 0 ? -1 : 1;
  const double mean = std::accumulate(radii.begin(), radii.end(), 0.0) / static_cast<double>(radii.size());
  RoundedOutline rounded{corners.at, mean, 0};
  for (std::size_t k = 0; k < corners.at.size(); ++k) {
    const auto off = calcOff(outline, corners, k, side, rounded.fillet);
    if (!off) return std::nullopt;
    rounded.off = std::max(rounded.off, *off);
  }
  if (rounded.off > kDxfOff * findBox(outline).diagonal()) return std::nullopt;
  return rounded;
}

}  // namespace clank
