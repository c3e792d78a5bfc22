// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_chain.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <utility>

namespace clank {
namespace {

constexpr double kMostTurn = 5 * std::numbers::pi / 180;  // rad, of a piece of an arc

double distanceOf(Corner a, Corner b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

double calcTurn(double bulge) {
  return 4 * std::atan(bulge);
}

// Its corners as calls of visit(a, b, bulge).
template <class Visit>
void visitEdges(const DxfChain& chain, const Visit& visit) {
  const std::size_t count = countEdges(chain);
  for (std::size_t i = 0; i < count; ++i)
    visit(chain.vertices[i].at, chain.vertices[(i + 1) % chain.vertices.size()].at, chain.vertices[i].bulge);
}

Corner pointAt(const DxfArc& arc, double part) {
  const double angle = arc.from + part * arc.sweep;
  return {arc.center.x + arc.radius * std::cos(angle), arc.center.y + arc.radius * std::sin(angle)};
}

int countPieces(const DxfArc& arc, double most) {
  const double reach = arc.radius > most ? 2 * std::acos(1 - most / arc.radius) : std::numbers::pi;
  return static_cast<int>(std::ceil(std::abs(arc.sweep) / std::min(kMostTurn, reach)));
}

}  // namespace

double DxfBox::diagonal() const {
  return std::max(0.0, std::hypot(high.x - low.x, high.y - low.y));
}

void DxfBox::take(Corner p) {
  low = {std::min(low.x, p.x), std::min(low.y, p.y)};
  high = {std::max(high.x, p.x), std::max(high.y, p.y)};
}

std::size_t countEdges(const DxfChain& chain) {
  const std::size_t count = chain.vertices.size();
  return chain.closed || count == 0 ? count : count - 1;
}

// The chord seen from the centre turns by 4 atan(bulge): the centre lies left of it for a positive one.
DxfArc findArc(Corner a, Corner b, double bulge) {
  const double lean = (1 / bulge - bulge) / 2;
  const Corner center{(a.x + b.x) / 2 - lean * (b.y - a.y) / 2, (a.y + b.y) / 2 + lean * (b.x - a.x) / 2};
  const Corner arm = a - center;
  return {center, std::hypot(arm.x, arm.y), std::atan2(arm.y, arm.x), calcTurn(bulge)};
}

DxfChain reverseChain(DxfChain chain) {
  std::vector<DxfVertex>& vertices = chain.vertices;
  if (vertices.empty()) return chain;
  const double last = vertices.back().bulge;
  std::reverse(vertices.begin(), vertices.end());
  for (std::size_t i = 0; i + 1 < vertices.size(); ++i) vertices[i].bulge = -vertices[i + 1].bulge;
  vertices.back().bulge = -last;
  return chain;
}

double calcLength(const DxfChain& chain) {
  double length = 0;
  visitEdges(chain, [&](Corner a, Corner b, double bulge) {
    if (bulge == 0) {
      length += distanceOf(a, b);
      return;
    }
    const DxfArc arc = findArc(a, b, bulge);
    length += arc.radius * std::abs(arc.sweep);
  });
  return length;
}

// The polygon of the chords, and between each arc and its chord r2 (turn - sin turn)/2.
double calcArea(const DxfChain& chain) {
  double twice = 0;
  if (chain.vertices.empty()) return 0;
  const Corner base = chain.vertices.front().at;
  visitEdges(chain, [&](Corner a, Corner b, double bulge) {
    twice += cross(a - base, b - base);
    if (bulge == 0) return;
    const DxfArc arc = findArc(a, b, bulge);
    twice += arc.radius * arc.radius * (arc.sweep - std::sin(arc.sweep));
  });
  return twice / 2;
}

DxfBox findBox(const DxfChain& chain) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  DxfBox box{{kFar, kFar}, {-kFar, -kFar}};
  for (const DxfVertex& vertex : chain.vertices) box.take(vertex.at);
  visitEdges(chain, [&](Corner a, Corner b, double bulge) {
    if (bulge == 0) return;
    const DxfArc arc = findArc(a, b, bulge);
    const int pieces = countPieces(arc, std::numeric_limits<double>::infinity());
    for (int k = 1; k < pieces; ++k) box.take(pointAt(arc, static_cast<double>(k) / pieces));
  });
  return box;
}

FlatChain flattenChain(const DxfChain& chain) {
  FlatChain flat{{}, chain.closed, chain.off};
  if (chain.vertices.empty()) return flat;
  const double most = kDxfOff * findBox(chain).diagonal();
  visitEdges(chain, [&](Corner a, Corner b, double bulge) {
    flat.points.push_back(a);
    if (bulge == 0) return;
    const DxfArc arc = findArc(a, b, bulge);
    const int pieces = countPieces(arc, most);
    for (int k = 1; k < pieces; ++k) flat.points.push_back(pointAt(arc, static_cast<double>(k) / pieces));
    flat.off = std::max(flat.off, arc.radius * (1 - std::cos(arc.sweep / pieces / 2)));
  });
  if (!chain.closed) flat.points.push_back(chain.vertices.back().at);
  return flat;
}

}  // namespace clank
