// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/contact_marks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "ui/scene/flat_drawing.h"
#include "ui/scene/part_shapes.h"

namespace clank {
namespace {

constexpr double kOfPicture = 0.02;                // least drawn width over the size of the picture
constexpr double kSpacing = 0.52, kHatch = 0.42;   // in drawn widths
constexpr double kBeside = 0.7, kArrowHalf = 1.2;  // in drawn widths, of the arrow of a surface that moves
constexpr double kMostStrokes = 4000;              // of hatching in a picture
constexpr int kRoundSteps = 40, kFewSteps = 8;     // of what is round, and where there are thousands

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

// How many strokes each line may have: as many as it takes, or an equal share of those in a picture.
double shareStrokes(const std::vector<SurfaceLayout>& surfaces, double unit) {
  double whole = 0;
  for (const SurfaceLayout& surface : surfaces)
    if (!surface.isOutline && !surface.hasBothSides) whole += calcLength(surface.points) / (kSpacing * unit);
  if (whole <= kMostStrokes) return kMostStrokes;
  return kMostStrokes / static_cast<double>(std::max<std::size_t>(1, surfaces.size()));
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

// Which way the material moves: an arrow beside the middle of the line, where the free side is.
void addSpeed(FlatDrawing& d, const SurfaceLayout& surface, double unit) {
  const double half = calcLength(surface.points) / 2;
  double before = 0;
  for (std::size_t i = 0; i + 1 < surface.points.size(); ++i) {
    const Vec2 step = surface.points[i + 1] - surface.points[i];
    const double way = length(step);
    if (way > 0 && before + way >= half) {
      const Vec2 along = (1 / way) * step;
      const Vec2 at = surface.points[i] + (half - before) * along + (kBeside * unit) * leftOf(along);
      const Vec2 reach = (surface.speed > 0 ? kArrowHalf * unit : -kArrowHalf * unit) * along;
      return d.arrow(at - reach, at + reach, kStroke * unit);
    }
    before += way;
  }
}

using BodyCircles = std::vector<const ContactCircle*>;

bool lookAlike(const BodyCircles& one, const BodyCircles& other) {
  return std::ranges::equal(one, other, [](const ContactCircle* a, const ContactCircle* b) {
    return a->center == b->center && a->radius == b->radius;
  });
}

// What goes along with one body is one mark: an actor each would be ten thousand where a file names so many.
class MarkGroup {
 public:
  MarkGroup(double lift, int steps) : drawing_(0, lift) { drawing_.setSteps(steps); }
  // Many points may touch one line, and one circle many lines: it is drawn once, and theirs in common.
  template <class Draw>
  void addLine(const SurfaceLayout& line, Draw draw) {
    addOnce(lines_, &line, line.contact, draw);
  }
  template <class Draw>
  void addCircle(const ContactCircle& circle, Draw draw) {
    addOnce(circles_, {circle.center.x, circle.center.y, circle.radius}, circle.contact, draw);
  }
  JointMark make(int body, double height, bool above) const {
    JointMark mark;
    mark.z = height;
    mark.data = drawing_.makeData();
    mark.contacts = contacts_;
    mark.body = body;
    mark.above = above;
    return mark;
  }

 private:
  struct LiesBefore {  // any order that tells lines of one body apart
    bool operator()(const SurfaceLayout* a, const SurfaceLayout* b) const {
      if (a->isOutline != b->isOutline) return a->isOutline;
      return std::ranges::lexicographical_compare(
          a->points, b->points, [](Vec2 p, Vec2 q) { return p.x != q.x ? p.x < q.x : p.y < q.y; });
    }
  };
  template <class Map, class Draw>
  void addOnce(Map& shapes, const typename Map::key_type& shape, std::size_t contact, Draw draw) {
    const auto [known, isNew] = shapes.try_emplace(shape);
    if (isNew) {
      const vtkIdType first = drawing_.countPoints();
      draw(drawing_);
      known->second = {contact, first, drawing_.countPoints() - first};
    }
    contacts_.push_back({contact, known->second.first, known->second.count});
  }
  FlatDrawing drawing_;
  std::vector<ContactPoints> contacts_;
  std::map<const SurfaceLayout*, ContactPoints, LiesBefore> lines_;
  std::map<std::array<double, 3>, ContactPoints> circles_;  // centre and radius
};

}  // namespace

std::vector<JointMark> makeContactMarks(const MechanismLayout& layout, const Palette& palette,
                                        const std::vector<bool>& bends) {
  const auto heightOf = [&](int body) {
    return body < 0 ? 0 : layout.parts[static_cast<std::size_t>(body)].z + layout.thickness;
  };
  // Small parts on a long way must not make its surfaces hairlines.
  const auto& [surfaces, circles, near] = layout.contacts;
  const double unit = std::max(layout.unit, near.empty() ? 0 : kOfPicture * length(near.size()));
  const Vec2 middle = layout.boxOf(layout.start).center();
  const double most = shareStrokes(surfaces, unit);
  const double shapes = static_cast<double>(surfaces.size() + circles.size());
  const double lift = 0.002 * layout.unit * std::min(1.0, kMostLifted / std::max(1.0, shapes));
  const int steps = calcSteps(kRoundSteps, kFewSteps, surfaces.size() + circles.size());
  std::vector<JointMark> marks;
  std::map<int, MarkGroup> lines;  // of each body
  for (const SurfaceLayout& surface : surfaces)
    lines.try_emplace(surface.body, lift, steps).first->second.addLine(surface, [&](FlatDrawing& d) {
      d.setColor(palette.partEdge);
      d.stroke(surface.points, (surface.hasBothSides ? 2.4 : 1.6) * kStroke * unit);
      if (!surface.isOutline && !surface.hasBothSides) addHatching(d, surface.points, unit, middle, most);
      if (surface.speed != 0) addSpeed(d, surface, unit);
    });
  const auto addTo = [&](MarkGroup& group, const ContactCircle& circle) {
    group.addCircle(circle, [&](FlatDrawing& d) {
      d.setColor(palette.partEdge);
      if (circle.radius > 0)
        d.arc(circle.center, circle.radius, 0, 2 * kPi, kStroke * layout.unit);
      else
        d.disc(circle.center, 0.12 * layout.unit);
    });
  };
  std::map<int, BodyCircles> points;
  for (const ContactCircle& circle : circles) {
    const bool isOfBody = circle.body >= 0;
    if (isOfBody && bends[static_cast<std::size_t>(circle.body)]) {  // each goes with its section
      MarkGroup alone(lift, steps);
      addTo(alone, circle);
      marks.push_back(alone.make(circle.body, heightOf(circle.body), true));
      marks.back().at = circle.center;
    } else {
      points[circle.body].push_back(&circle);
    }
  }
  for (const auto& [body, group] : lines) marks.push_back(group.make(body, heightOf(body), body >= 0));
  const BodyCircles* last = nullptr;
  for (const auto& [body, own] : points) {
    if (last && lookAlike(own, *last)) {
      marks.push_back(marks.back());  // its drawing is shared
      marks.back().body = body;
      marks.back().z = heightOf(body);
    } else {
      MarkGroup group(lift, steps);
      for (const ContactCircle* circle : own) addTo(group, *circle);
      marks.push_back(group.make(body, heightOf(body), true));
    }
    for (std::size_t i = 0; i < own.size(); ++i) marks.back().contacts[i].contact = own[i]->contact;
    last = &own;
  }
  return marks;
}

}  // namespace clank
