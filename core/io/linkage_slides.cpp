// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/linkage_model.h"

namespace clank {

namespace {

constexpr double kOnEnd = 1e-6;       // m: a slider so far beyond an end stands on it
constexpr double kTrackStep = 0.025;  // rad, between points of an arc: the spline then is true to 2e-8 of R
constexpr int kTipSteps = 4;          // points beyond an end, ever closer, so that the ends bend as well
constexpr double kLeastBend =
    0.0009;  // units of the file by which Linkage keeps a radius above the half chord

struct SlideEnds {
  Spot from, to;  // m, world
};

void addStop(Metamorphic& phases, const char* id, const char* name, double value, Direction direction) {
  Phase phase;
  phase.id = id;
  phase.name = name;
  phases.phases.push_back(phase);
  PhaseChange change;
  change.from = phases.phases.front().id;
  change.to = id;
  Limit limit;
  limit.value = toMillimetres(value);
  limit.direction = direction;
  change.guard = limit;
  change.law = TransitionLaw::restitution;  // with a restitution of 0: it stays
  change.latched = 0;
  phases.changes.push_back(change);
}

// The slider stops at both ends, and leaves them again. now, first, last: coordinates (m) as drawn and of the
// ends.
void addSlideStops(LinkageModel& model, const LinkageConnector& at, Joint& joint, double now, double first,
                   double last) {
  if (first > last) std::swap(first, last);
  Metamorphic phases;
  Phase between;
  between.id = "between";
  between.name = "between the ends";
  phases.phases.push_back(between);
  if (first - now > kOnEnd || now - last > kOnEnd)
    model.note(fmt::format("slider {} is drawn beyond an end of its slide, which is no stop", at.id));
  if (first - now <= kOnEnd)
    addStop(phases, "first_end", "at the first end", std::min(first, now), Direction::falling);
  if (now - last <= kOnEnd)
    addStop(phases, "last_end", "at the last end", std::max(last, now), Direction::rising);
  joint.metamorphic = phases;
}

void makeStraightSlide(LinkageModel& model, const LinkageConnector& at, const LinkPlace& guide,
                       const LinkPlace& slider, const SlideEnds& ends) {
  const Spot along = ends.to - ends.from;
  const double length = std::hypot(along.x, along.y);
  const auto travelTo = [&](Spot spot) {
    return ((spot.x - at.at.x) * along.x + (spot.y - at.at.y) * along.y) / length;
  };
  Joint joint = makeDrawnJoint(makeLinkageId("slot", at.id), Slot{std::atan2(along.y, along.x) - guide.angle},
                               guide, slider, at.at);
  joint.name = at.name;
  addSlideStops(model, at, joint, 0, travelTo(ends.from), travelTo(ends.to));
  model.updMechanism().joints.push_back(std::move(joint));
}

// The angles of points along an arc from 0 to sweep, and a little beyond.
std::vector<double> listArcAngles(double sweep) {
  const int count = std::max(8, static_cast<int>(std::ceil(std::abs(sweep) / kTrackStep)));
  const double step = sweep / count;
  std::vector<double> tips;
  for (double tip = step, next = step; static_cast<int>(tips.size()) < kTipSteps; tip += next /= 4)
    tips.push_back(tip);
  std::vector<double> angles;
  for (auto tip = tips.rbegin(); tip != tips.rend(); ++tip) angles.push_back(-*tip);
  for (int i = 0; i <= count; ++i) angles.push_back(step * i);
  for (const double tip : tips) angles.push_back(sweep + tip);
  return angles;
}

// The arc lies so that the way from its first end to the second turns to the left, by half a turn at most; to
// the right with a negative radius. A closed curve takes no limits, so the track is a spline along the arc.
void makeArcSlide(LinkageModel& model, const LinkageConnector& at, const LinkPlace& guide,
                  const LinkPlace& slider, const SlideEnds& ends) {
  const Spot along = ends.to - ends.from;
  const double half = std::hypot(along.x, along.y) / 2;
  const double radius = std::max(std::abs(at.bend), half + kLeastBend * model.file.unit);
  const double off = std::copysign(std::sqrt(radius * radius - half * half), at.bend) / (2 * half);
  const Spot center{(ends.from.x + ends.to.x) / 2 - off * along.y,
                    (ends.from.y + ends.to.y) / 2 + off * along.x};
  const Spot first = ends.from - center, last = ends.to - center;
  const double begin = std::atan2(first.y, first.x) - guide.angle;
  const double sweep =
      std::remainder(std::atan2(last.y, last.x) - std::atan2(first.y, first.x), 2 * std::numbers::pi);
  SplinePath path;
  for (const double angle : listArcAngles(sweep))
    path.points.push_back(
        toMillimetres(Spot{radius * std::cos(begin + angle), radius * std::sin(begin + angle)}));
  const PathCurve curve{path, {}};
  const auto travelTo = [&](Spot spot) {
    const LinkPlace local{guide.body, center, guide.angle};
    const Spot point = local.toLocal(spot);
    return findTravel(curve, point.x, point.y);
  };
  Joint joint = makeDrawnJoint(makeLinkageId("slot", at.id), PointOnCurve{curve, 0}, guide, slider, at.at);
  joint.atA = toMillimetres(guide.toLocal(center));
  joint.name = at.name;
  addSlideStops(model, at, joint, travelTo(at.at), travelTo(ends.from), travelTo(ends.to));
  model.updMechanism().joints.push_back(std::move(joint));
  model.note("arcs of slides are curve tracks through points of the arc");
}

// The body that both ends belong to, or the frame.
std::optional<LinkPlace> findGuide(const LinkageModel& model, const LinkageConnector& from,
                                   const LinkageConnector& to, const LinkPlace& slider) {
  for (const LinkPlace& a : model.listPlaces(from))
    for (const LinkPlace& b : model.listPlaces(to))
      if (model.areOne(a.body, b.body) && !model.areOne(a.body, slider.body)) return a;
  return std::nullopt;
}

}  // namespace

void makeSlide(LinkageModel& model, const LinkageConnector& at, const LinkPlace& slider) {
  const auto known = [&](int id) { return model.file.connectors.contains(id); };
  if (at.limits.size() < 2 || !std::ranges::all_of(at.limits, known))
    return model.note(fmt::format("slider {} has no two ends: left out, it is free", at.id));
  const LinkageConnector &from = model.connector(at.limits[0]), &to = model.connector(at.limits[1]);
  if (from.at.x == to.at.x && from.at.y == to.at.y)
    return model.note(fmt::format("slider {} has both ends at one place: left out, it is free", at.id));
  const auto guide = findGuide(model, from, to, slider);
  if (!guide)
    return model.note(fmt::format("slider {}: its ends are on no common link: left out, it is free", at.id));
  (at.bend == 0 ? makeStraightSlide : makeArcSlide)(model, at, *guide, slider, {from.at, to.at});
}

}  // namespace clank
