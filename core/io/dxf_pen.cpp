// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/dxf_pen.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <utility>

namespace clank {
namespace {

constexpr double kWhole = 2 * std::numbers::pi - 1e-9;  // rad: once around
constexpr double kAlike = 1e-9;                         // what two axes of a circle may differ by

// Two axes of one length, at right angles: those of a circle.
bool areAlike(Corner u, Corner v) {
  const double uu = u.x * u.x + u.y * u.y, vv = v.x * v.x + v.y * v.y;
  return std::abs(uu - vv) <= kAlike * uu && std::abs(u.x * v.x + u.y * v.y) <= kAlike * uu;
}

}  // namespace

bool DxfFrame::keepsCircles() const {
  return areAlike({xx, yx}, {xy, yy});
}

DxfFrame operator*(const DxfFrame& outer, const DxfFrame& inner) {
  const Corner x = outer.turn({inner.xx, inner.yx}), y = outer.turn({inner.xy, inner.yy});
  return {x.x, y.x, x.y, y.y, outer(inner.shift)};
}

void DxfPen::drawChain(const std::vector<DxfVertex>& vertices, bool closed) {
  DxfChain chain{layer, {}, closed, 0};
  const double side = frame.stretch() < 0 ? -1 : 1;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const double bulge = vertices[i].bulge;
    const bool leads = closed || i + 1 < vertices.size();
    chain.vertices.push_back({frame(vertices[i].at), leads ? side * bulge : 0});
    const Corner a = vertices[i].at, b = vertices[(i + 1) % vertices.size()].at;
    if (bulge == 0 || !leads || frame.keepsCircles() || (a.x == b.x && a.y == b.y)) continue;
    const DxfArc arc = findArc(a, b, bulge);  // becomes one of an ellipse
    const FlatCurve flat = flattenEllipse(frame(arc.center), frame.turn({arc.radius, 0}),
                                          frame.turn({0, arc.radius}), arc.from, arc.sweep);
    chain.vertices.back().bulge = 0;
    for (std::size_t k = 1; k + 1 < flat.points.size(); ++k) chain.vertices.push_back({flat.points[k], 0});
    chain.off = std::max(chain.off, flat.off);
  }
  chains_.push_back(std::move(chain));
}

void DxfPen::drawArc(Corner center, double radius, double from, double sweep) {
  drawEllipse(center, {radius, 0}, {0, radius}, from, sweep);
}

void DxfPen::drawEllipse(Corner center, Corner u, Corner v, double from, double sweep) {
  const Corner middle = frame(center), along = frame.turn(u), across = frame.turn(v);
  const bool whole = std::abs(sweep) >= kWhole;
  if (!areAlike(along, across)) {
    add(flattenEllipse(middle, along, across, from, sweep), whole);
    return;
  }
  if (whole) {
    circles_.push_back({layer, middle, std::hypot(along.x, along.y)});
    return;
  }
  const int parts = std::abs(sweep) > std::numbers::pi ? 2 : 1;
  const double bulge = std::tan(sweep / parts / 4) * (cross(along, across) < 0 ? -1 : 1);
  DxfChain chain{layer, {}, false, 0};
  for (int i = 0; i <= parts; ++i) {
    const double t = from + sweep * i / parts, c = std::cos(t), s = std::sin(t);
    chain.vertices.push_back({{middle.x + c * along.x + s * across.x, middle.y + c * along.y + s * across.y},
                              i < parts ? bulge : 0});
  }
  chains_.push_back(std::move(chain));
}

void DxfPen::drawSpline(DxfSpline spline) {
  for (Corner& point : spline.points) point = frame(point);
  add(flattenSpline(spline), false);
}

void DxfPen::add(FlatCurve curve, bool closed) {
  DxfChain chain{layer, {}, closed, curve.off};
  if (closed) curve.points.pop_back();
  for (const Corner& point : curve.points) chain.vertices.push_back({point, 0});
  chains_.push_back(std::move(chain));
}

}  // namespace clank
