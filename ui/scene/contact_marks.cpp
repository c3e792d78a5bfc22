// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/contact_marks.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/scene/flat_drawing.h"

namespace clank {
namespace {

constexpr double kOfPicture = 0.02;               // least drawn width over the size of the picture
constexpr double kSpacing = 0.52, kHatch = 0.42;  // in drawn widths
constexpr double kMostStrokes = 4000;             // of hatching in a picture

double calcLength(const std::vector<Vec2>& points) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) sum += length(points[i + 1] - points[i]);
  return sum;
}

// How far along a line the place nearest to a point lies.
double findNearestWay(const std::vector<Vec2>& points, Vec2 p) {
  double way = 0, best = 0, least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec2 step = points[i + 1] - points[i];
    const double whole = length(step);
    const double part = whole > 0 ? std::clamp(dot(p - points[i], step) / (whole * whole), 0.0, 1.0) : 0;
    const double distance = length(p - (points[i] + part * step));
    if (distance < least) {
      least = distance;
      best = way + part * whole;
    }
    way += whole;
  }
  return best;
}

// Strokes to the right of the line, at equal distances: along all of it, or as many as are allowed around the
// place nearest to where the parts are.
void addHatching(FlatDrawing& d, const std::vector<Vec2>& points, double unit, Vec2 middle, double most) {
  const double spacing = kSpacing * unit, whole = calcLength(points);
  const double from = whole <= most * spacing ? 0 : findNearestWay(points, middle) - most * spacing / 2;
  const double to = whole <= most * spacing ? whole : from + most * spacing;
  double next = (std::max(0.0, std::floor(from / spacing)) + 0.5) * spacing, before = 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec2 step = points[i + 1] - points[i];
    const double way = length(step);
    if (way <= 0) continue;
    const Vec2 along = (1 / way) * step;
    for (; next < before + way && next < to; next += spacing) {
      const Vec2 foot = points[i] + (next - before) * along;
      d.stroke({foot, foot - (kHatch * unit) * (leftOf(along) + along)}, 0.75 * kStroke * unit);
    }
    before += way;
  }
}

}  // namespace

std::vector<JointMark> makeContactMarks(const MechanismLayout& layout, const Palette& palette) {
  std::vector<JointMark> marks;
  const auto add = [&](const FlatDrawing& d, std::size_t contact, int body, bool above) {
    JointMark mark;
    mark.data = d.makeData();
    mark.contact = contact;
    mark.body = body;
    mark.above = above;
    marks.push_back(std::move(mark));
  };
  const auto heightOf = [&](int body) {
    return body < 0 ? 0 : layout.parts[static_cast<std::size_t>(body)].z + layout.thickness;
  };
  // Small parts on a long way must not make its surfaces hairlines.
  const Box& near = layout.contacts.near;
  const double unit = std::max(layout.unit, near.empty() ? 0 : kOfPicture * length(near.size()));
  const Vec2 middle = layout.boxOf(layout.start).center();
  const double most =
      kMostStrokes / static_cast<double>(std::max<std::size_t>(1, layout.contacts.surfaces.size()));
  for (const SurfaceLayout& surface : layout.contacts.surfaces) {
    FlatDrawing d(heightOf(surface.body), 0.002 * layout.unit);
    d.setColor(palette.partEdge);
    d.stroke(surface.points, 1.6 * kStroke * unit);
    if (!surface.isOutline) addHatching(d, surface.points, unit, middle, most);
    add(d, surface.contact, surface.body, surface.body >= 0);
  }
  for (const ContactCircle& circle : layout.contacts.circles) {
    FlatDrawing d(heightOf(circle.body), 0.002 * layout.unit);
    d.setColor(palette.partEdge);
    if (circle.radius > 0)
      d.arc(circle.center, circle.radius, 0, 2 * kPi, kStroke * layout.unit);
    else
      d.disc(circle.center, 0.12 * layout.unit);
    add(d, circle.contact, circle.body, true);
    marks.back().at = circle.center;
  }
  return marks;
}

}  // namespace clank
