// SPDX-License-Identifier: GPL-3.0-or-later
//
// A point p in the axes of a body at o, turned by f, lies at o + R(f) p. In those of a body at n, turned by
// g, it is R(-g) (o + R(f) p - n) = R(f - g) p + R(-g) (o - n): a turn about the origin and a shift.
#include "ui/document/body_change.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "core/model/body_pose.h"
#include "ui/document/body_points.h"
#include "ui/document/named_points.h"
#include "ui/document/properties.h"
#include "ui/document/surface_transform.h"
#include "ui/document/transform.h"

namespace clank {
namespace {

// The list, the index in it and the key of "/joints/2/a".
struct BodyPlace {
  std::string list;
  std::size_t index = 0;
  std::string key;
};
std::optional<BodyPlace> splitPointer(const std::string& pointer) {
  const std::size_t second = pointer.find('/', 1);
  const std::size_t third = second == std::string::npos ? second : pointer.find('/', second + 1);
  if (third == std::string::npos || pointer.find('/', third + 1) != std::string::npos) return std::nullopt;
  const std::string number = pointer.substr(second + 1, third - second - 1);
  if (number.empty() || number.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return BodyPlace{pointer.substr(1, second - 1), std::stoul(number), pointer.substr(third + 1)};
}

bool isBody(const Mechanism& m, const std::string& id) {
  return id == kFrame ||
         std::any_of(m.bodies.begin(), m.bodies.end(), [&](const Body& b) { return b.id == id; });
}

PlaneMotion findMotion(const BodyPose& from, const BodyPose& to) {
  const double c = std::cos(to.angle), s = std::sin(to.angle), x = from.x - to.x, y = from.y - to.y;
  return {{}, from.angle - to.angle, c * x + s * y, -s * x + c * y};
}

// The places that belong to a body only once its name stands at the pointer.
std::vector<Point*> listComing(Mechanism& m, const std::string& pointer, const std::string& id) {
  std::vector<Point*> before, coming;
  visitPlacesOf(m, id, [&](Point& p) { before.push_back(&p); });
  setPropertyText(m, pointer, id);
  visitPlacesOf(m, id, [&](Point& p) {
    if (std::find(before.begin(), before.end(), &p) == before.end()) coming.push_back(&p);
  });
  return coming;
}

// To a place of another body (null: the frame). What was a named point is one of the other body where that
// has one there, and a number else.
void hangOver(Point& place, const Point& shown, const PlaneMotion& motion, const Body* owner) {
  const bool wasNamed = readPointName(place).has_value();
  Point moved{shown.x.value, shown.y.value};
  movePoint(wasNamed ? moved : place, Point(shown), motion);
  if (!wasNamed) return;
  const NamedPoint* point = owner ? findPointAt(*owner, {moved.x.value, moved.y.value}) : nullptr;
  place = point ? makePlaceAt(owner->id, *point) : moved;
}

// The directions that the element has in the body.
void turnDirections(Mechanism& m, const Mechanism& shown, const BodyPlace& place, const PlaneMotion& motion) {
  if (place.list == "joints" && place.key == "a")
    turnAxes(m.joints[place.index].kind, shown.joints[place.index].kind, motion.angle);
  if (place.list == "surfaces" && place.key == "body")
    moveSurface(m.surfaces[place.index].kind, shown.surfaces[place.index].kind, motion);
}

std::string findId(const Mechanism& m, const std::string& pointer) {
  const std::string element = pointer.substr(0, pointer.rfind('/'));
  for (const Property& property : listProperties(m, m, element))
    if (property.pointer == pointer) return property.text;
  return {};
}

}  // namespace

bool isBodyOf(const Mechanism& m, const std::string& pointer) {
  const auto place = splitPointer(pointer);
  if (!place || (place->key != "a" && place->key != "b" && place->key != "body")) return false;
  return place->list != "bodies" && isBody(m, findId(m, pointer));
}

void typeBody(Mechanism& m, const std::string& caseId, const std::string& pointer, const std::string& id) {
  const std::string before = findId(m, pointer);
  Problems problems;
  Mechanism shown = resolve(m, caseId, {}, problems);
  const auto place = splitPointer(pointer);
  const bool isKnown = place && isBody(m, id) && isBody(m, before) && id != before && !stopRun(problems);
  const std::vector<Point*> coming = listComing(m, pointer, id);
  if (!isKnown) return;
  const PlaneMotion motion = findMotion(findDrawnPose(shown, before), findDrawnPose(shown, id));
  const std::vector<Point*> values = listComing(shown, pointer, id);
  const Body* const owner = findById(shown.bodies, id);
  for (std::size_t i = 0; i < std::min(coming.size(), values.size()); ++i)
    hangOver(*coming[i], *values[i], motion, owner);
  turnDirections(m, shown, *place, motion);
}

}  // namespace clank
