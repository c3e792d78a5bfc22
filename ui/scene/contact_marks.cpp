// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/contact_marks.h"

#include <algorithm>

#include "ui/scene/flat_drawing.h"

namespace clank {
namespace {

constexpr double kOfPicture = 0.02;               // least drawn width over the size of the picture
constexpr double kSpacing = 0.52, kHatch = 0.42;  // in drawn widths

// Strokes to the right of the line, at equal distances along all of it.
void addHatching(FlatDrawing& d, const std::vector<Vec2>& points, double unit) {
  double next = 0.5 * kSpacing * unit;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec2 step = points[i + 1] - points[i];
    const double whole = length(step);
    if (whole <= 0) continue;
    const Vec2 along = (1 / whole) * step;
    for (; next < whole; next += kSpacing * unit) {
      const Vec2 foot = points[i] + next * along;
      d.stroke({foot, foot - (kHatch * unit) * (leftOf(along) + along)}, 0.75 * kStroke * unit);
    }
    next -= whole;
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
  for (const SurfaceLayout& surface : layout.contacts.surfaces) {
    FlatDrawing d(heightOf(surface.body), 0.002 * layout.unit);
    d.setColor(palette.partEdge);
    d.stroke(surface.points, 1.6 * kStroke * unit);
    if (!surface.isOutline) addHatching(d, surface.points, unit);
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
  }
  return marks;
}

}  // namespace clank
