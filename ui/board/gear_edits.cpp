// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/gear_edits.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "ui/board/plane.h"
#include "ui/board/tidy_number.h"
#include "ui/document/element_edits.h"

namespace clank {
namespace {

constexpr double kSameAxis = 1e-7;  // m
constexpr double kMeets = 1e-3;     // of the radii, as validate() has it
constexpr int kDigits = 9;          // of radii and modules: whole teeth stay whole

const Gear* gearOf(const Joint& joint) {
  return std::get_if<Gear>(&joint.kind);
}

double distanceOf(const Drawing& d, const BodyPoint& a, const BodyPoint& b) {
  return length(d.toWorld(b.body, b.at) - d.toWorld(a.body, a.at));
}

// Bodies on the axis of a body: joined by pins and welds at one place, one to the next.
std::set<std::string> listOnAxis(const Drawing& d, const BodyPoint& point) {
  std::set<std::string> found{d.idOf(point.body)};
  const Handle* handle = d.handleAt(d.toWorld(point.body, point.at), kSameAxis);
  if (!handle) return found;
  for (std::size_t before = 0; before != found.size();) {
    before = found.size();
    for (const std::size_t j : handle->joints) {
      const Joint& joint = d.mechanism().joints[j];
      const bool isPin =
          std::holds_alternative<Revolute>(joint.kind) || std::holds_alternative<Weld>(joint.kind);
      if (!isPin || (!found.contains(joint.a) && !found.contains(joint.b))) continue;
      found.insert(joint.a);
      found.insert(joint.b);
    }
  }
  return found;
}

double calcNeeded(const GearPair& pair) {
  return pair.mesh == Mesh::external ? pair.radiusA + pair.radiusB : std::abs(pair.radiusA - pair.radiusB);
}
bool meets(const GearPair& pair, double distance) {
  return std::abs(calcNeeded(pair) - distance) <= kMeets * (pair.radiusA + pair.radiusB);
}

// A centre that lies inside of the other circle is that of the pinion of a ring.
Mesh guessMesh(double radiusA, double radiusB, double distance) {
  return std::max(radiusA, radiusB) > distance ? Mesh::internal : Mesh::external;
}

// The other radius that meets one: a pinion inside of a ring, or beside a wheel.
double calcOther(double radius, double distance) {
  return std::abs(distance - radius);
}

// Teeth go on to the next gear of a train where they are whole there.
double passModule(const GearPair& pair, double module) {
  const auto isWhole = [module](double radius) {
    const double teeth = 2 * radius / module;
    return std::round(teeth) >= 1 && std::abs(teeth - std::round(teeth)) <= 1e-6 * teeth;
  };
  return module > 0 && isWhole(pair.radiusA) && isWhole(pair.radiusB) ? module : 0;
}

void setDisc(Mechanism& m, const Drawing& d, const BodyPoint& at, double radius) {
  Body* body = findById(m.bodies, d.idOf(at.body));
  const bool isWheel = body && body->radius.value > 0 && length(at.at) < kSameAxis;
  if (isWheel && std::abs(body->radius.value - radius) > kSameAxis) body->radius = makeRound(radius, kDigits);
}

// A ring is hollow: as a solid disc it would press on all that turns inside of it.
void hollowRing(Mechanism& m, const Drawing& d, const GearPair& pair) {
  if (pair.mesh != Mesh::internal) return;
  const BodyPoint& ring = pair.radiusA > pair.radiusB ? pair.a : pair.b;
  Body* body = findById(m.bodies, d.idOf(ring.body));
  if (body && body->radius.value > 0) body->touches = Touches::nothing;
}

std::string addJointOf(Mechanism& m, const Drawing& d, JointKind kind, const BodyPoint& a,
                       const BodyPoint& b) {
  Joint joint;
  joint.id = makeId(m, "O");
  joint.kind = std::move(kind);
  joint.a = d.idOf(a.body);
  joint.b = d.idOf(b.body);
  joint.atA = makePoint(a.at);
  joint.atB = makePoint(b.at);
  m.joints.push_back(joint);
  return joint.id;
}

}  // namespace

WheelRadius findWheel(const Drawing& d, const BodyPoint& at) {
  const std::string id = d.idOf(at.body);
  const auto isHere = [&](const std::string& body, const Point& point) {
    return body == id && length(QPointF(point.x.value, point.y.value) - at.at) < kSameAxis;
  };
  for (const Joint& joint : d.mechanism().joints) {
    const Gear* gear = gearOf(joint);
    if (!gear) continue;
    if (isHere(joint.a, joint.atA)) return {gear->radiusA.value, gear->module.value, true};
    if (isHere(joint.b, joint.atB)) return {gear->radiusB.value, gear->module.value, true};
  }
  if (at.body != kFrameIndex)
    for (const Drawing::Disc& disc : d.discsOf(at.body))
      if (length(disc.center - at.at) < kSameAxis) return {disc.radius, 0, false};
  return {};
}

std::vector<std::string> listCarriers(const Drawing& d, const BodyPoint& a, const BodyPoint& b) {
  std::vector<std::string> carriers;
  const auto first = listOnAxis(d, a), second = listOnAxis(d, b);
  for (const std::string& body : first)
    if (second.contains(body) && body != d.idOf(a.body) && body != d.idOf(b.body)) carriers.push_back(body);
  // Whatever else is pinned to both axes of the frame stands still with it.
  if (std::find(carriers.begin(), carriers.end(), kFrame) != carriers.end()) return {kFrame};
  return carriers;
}

bool carriesOther(const Drawing& d, const BodyPoint& a, const BodyPoint& b) {
  return listOnAxis(d, b).contains(d.idOf(a.body)) || listOnAxis(d, a).contains(d.idOf(b.body));
}

std::vector<QPointF> listArmPivots(const Drawing& d, const BodyPoint& wheel) {
  std::vector<QPointF> pivots;
  const QPointF centre = d.toWorld(wheel.body, wheel.at);
  for (const std::string& arm : listOnAxis(d, wheel)) {
    if (arm == kFrame || arm == d.idOf(wheel.body)) continue;
    for (std::size_t j = 0; j < d.mechanism().joints.size(); ++j) {
      const Joint& joint = d.mechanism().joints[j];
      if (!std::holds_alternative<Revolute>(joint.kind) || (joint.a != arm && joint.b != arm)) continue;
      const QPointF at = joint.a == arm ? d.pointA(j) : d.pointB(j);
      const int body = d.indexOf(arm);
      if (length(at - centre) < kSameAxis || !listOnAxis(d, {body, d.toBody(body, at)}).contains(kFrame))
        continue;
      const bool isNew =
          std::none_of(pivots.begin(), pivots.end(), [&](QPointF p) { return length(p - at) < kSameAxis; });
      if (isNew) pivots.push_back(at);
    }
  }
  return pivots;
}

std::vector<RadiiPlan> planRadii(const Drawing& d, const BodyPoint& a, const BodyPoint& b) {
  const double distance = distanceOf(d, a, b);
  const WheelRadius first = findWheel(d, a), second = findWheel(d, b);
  const double module = first.module > 0 ? first.module : second.module;
  const auto make = [&](double ra, double rb) {
    GearPair pair{a, b, ra, rb, guessMesh(ra, rb, distance), 0, kFrame};
    pair.module = passModule(pair, module);
    return pair;
  };
  const bool knowsA = first.radius > 0, knowsB = second.radius > 0;
  if (!knowsA && !knowsB) return {{make(distance / 2, distance / 2)}};
  const auto isOther = [distance](double radius) { return calcOther(radius, distance) > kMeets * distance; };
  if (!knowsB && isOther(first.radius)) return {{make(first.radius, calcOther(first.radius, distance))}};
  if (!knowsA && isOther(second.radius)) return {{make(calcOther(second.radius, distance), second.radius)}};
  if (!knowsA || !knowsB) return {{make(distance / 2, distance / 2)}};
  const GearPair drawn = make(first.radius, second.radius);
  if (meets(drawn, distance)) return {{drawn}};
  std::vector<RadiiPlan> plans;
  const auto offer = [&](double ra, double rb, bool isScaled) {
    if (ra > 0 && rb > 0 && meets(make(ra, rb), distance)) plans.push_back({make(ra, rb), false, isScaled});
  };
  const double scale = distance / calcNeeded(drawn);
  if (!first.isGear && !second.isGear && std::isfinite(scale))
    offer(scale * first.radius, scale * second.radius, true);
  if (!second.isGear) offer(first.radius, calcOther(first.radius, distance), false);
  if (!first.isGear) offer(calcOther(second.radius, distance), second.radius, false);
  plans.push_back({drawn, false, false});
  return plans;
}

// Equal wheels cannot lie in each other.
void giveTeeth(GearPair& pair, double distance, int teethA, int teethB) {
  if (teethA == teethB) pair.mesh = Mesh::external;
  const int sum = pair.mesh == Mesh::external ? teethA + teethB : std::abs(teethA - teethB);
  pair.module = makeRound(2 * distance / sum, kDigits).value;
  pair.radiusA = pair.module * teethA / 2;
  pair.radiusB = pair.module * teethB / 2;
}

// Around the wheel where it is clicked farther from the axis than the wheel's centre is.
GearPair planFixedWheel(const Drawing& d, const BodyPoint& wheel, QPointF axis, QPointF clicked) {
  const WheelRadius known = findWheel(d, wheel);
  const double distance = length(d.toWorld(wheel.body, wheel.at) - axis), reach = length(clicked - axis);
  const bool isRing = reach > distance;
  const double own = known.radius > 0 ? known.radius : std::abs(reach - distance);
  GearPair pair;
  pair.a = {kFrameIndex, axis};
  pair.b = wheel;
  pair.mesh = isRing ? Mesh::internal : Mesh::external;
  pair.radiusA = isRing ? distance + own : distance - own;
  pair.radiusB = own;
  pair.module = passModule(pair, known.module);
  return pair;
}

std::string addGears(Mechanism& m, const Drawing& d, const GearPair& pair) {
  Gear gear;
  gear.radiusA = makeRound(pair.radiusA, kDigits);
  gear.radiusB = makeRound(pair.radiusB, kDigits);
  gear.mesh = pair.mesh;
  gear.module = pair.module;
  gear.carrier = pair.carrier;
  setDisc(m, d, pair.a, pair.radiusA);
  setDisc(m, d, pair.b, pair.radiusB);
  hollowRing(m, d, pair);
  return addJointOf(m, d, gear, pair.a, pair.b);
}

std::optional<double> findGuideAngle(const Drawing& d, int body) {
  if (body == kFrameIndex) return std::nullopt;
  const std::string id = d.idOf(body);
  const auto& joints = d.mechanism().joints;
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (std::holds_alternative<Prismatic>(joints[j].kind) &&
        (joints[j].b == id || (joints[j].a == id && joints[j].b == kFrame)))
      return d.axisOf(j);
  return std::nullopt;
}

// The pitch line lies on the side of the rack, the axis in its direction: the gear is to its left where that
// is where its centre is.
std::string addRack(Mechanism& m, const Drawing& d, const RackPair& pair) {
  const QPointF along = direction(pair.angle), left = leftOf(along);
  const QPointF centre = d.toWorld(pair.gear.body, pair.gear.at),
                block = d.toWorld(pair.rack.body, pair.rack.at);
  const double side = dot(centre - block, left) < 0 ? -1 : 1;
  const QPointF foot = centre - side * pair.radius * left;
  Rack rack;
  rack.axis = makeAngle(pair.angle - d.angleOf(pair.rack.body));
  rack.radius = makeRound(side * pair.radius, kDigits);
  return addJointOf(m, d, rack, {pair.rack.body, d.toBody(pair.rack.body, foot)}, pair.gear);
}

void setTeeth(Mechanism& m, const Drawing& d, std::size_t joint, int teethA, int teethB) {
  auto* gear = std::get_if<Gear>(&m.joints[joint].kind);
  if (!gear) return;
  const Joint& values = d.mechanism().joints[joint];
  GearPair pair;
  pair.mesh = std::get<Gear>(values.kind).mesh.value;
  giveTeeth(pair, length(d.pointB(joint) - d.pointA(joint)), teethA, teethB);
  if (pair.mesh != std::get<Gear>(values.kind).mesh.value) gear->mesh = pair.mesh;
  gear->module = pair.module;
  gear->radiusA = makeRound(pair.radiusA, kDigits);
  gear->radiusB = makeRound(pair.radiusB, kDigits);
  const auto at = [&](const std::string& body, const Point& point) {
    return BodyPoint{d.indexOf(body), QPointF(point.x.value, point.y.value)};
  };
  setDisc(m, d, at(values.a, values.atA), pair.radiusA);
  setDisc(m, d, at(values.b, values.atB), pair.radiusB);
}

std::optional<GearPair> planFit(const Drawing& d, std::size_t joint) {
  const Joint& values = d.mechanism().joints[joint];
  const Gear* gear = gearOf(values);
  if (!gear) return std::nullopt;
  GearPair pair;
  pair.radiusA = gear->radiusA.value;
  pair.radiusB = gear->radiusB.value;
  pair.mesh = gear->mesh.value;
  const double distance = length(d.pointB(joint) - d.pointA(joint)), scale = distance / calcNeeded(pair);
  if (meets(pair, distance) || !std::isfinite(scale)) return std::nullopt;
  pair.radiusA *= scale;
  pair.radiusB *= scale;
  pair.module = makeRound(gear->module.value * scale, kDigits).value;
  return pair;
}

void fitRadii(Mechanism& m, const Drawing& d, std::size_t joint) {
  const auto plan = planFit(d, joint);
  auto* gear = std::get_if<Gear>(&m.joints[joint].kind);
  if (!plan || !gear) return;
  gear->radiusA = makeRound(plan->radiusA, kDigits);
  gear->radiusB = makeRound(plan->radiusB, kDigits);
  gear->module = plan->module;
}

}  // namespace clank
