// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/board_edits.h"

#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "core/math/units.h"
#include "core/model/quantity_text.h"
#include "ui/board/gear_edits.h"
#include "ui/board/plane.h"
#include "ui/board/tidy_number.h"
#include "ui/document/element_edits.h"
#include "ui/document/named_points.h"
#include "ui/document/phase_edits.h"
#include "ui/document/plate_mass.h"

namespace clank {
namespace {

constexpr double kDensity = 7850;                  // kg/m3, steel
constexpr double kSection = 1e-4;                  // m2
constexpr double kDisc = 0.01;                     // m, thickness
constexpr double kPlate = 0.005;                   // m, thickness
constexpr double kBlockMass = 0.1, kBlock = 0.03;  // kg; m, side
constexpr double kSamePoint = 1e-7;                // m

// Only what arithmetic leaves goes.
Quantity makeExact(double value) {
  constexpr double kLeft = 1e-13;  // m
  const Quantity tidy = makeNumber(value);
  return std::abs(tidy.value - value) < kLeft ? tidy : Quantity(value);
}
Quantity makePart(double value, bool isExact) {
  return isExact ? makeExact(value) : makeNumber(value);
}
Point makePartPoint(QPointF p, bool isExact) {
  return {makePart(p.x(), isExact), makePart(p.y(), isExact)};
}

Pose makePose(QPointF at, double angle, bool isExact = false) {
  Pose pose;
  pose.x = makePart(at.x(), isExact);
  pose.y = makePart(at.y(), isExact);
  pose.angle = makeAngle(angle);
  return pose;
}

std::string addJoint(Mechanism& m, JointKind kind, const std::string& a, QPointF atA, const std::string& b,
                     QPointF atB, bool isExact = false) {
  Joint joint;
  joint.id = makeId(m, "O");
  joint.kind = std::move(kind);
  joint.a = a;
  joint.b = b;
  joint.atA = makePartPoint(atA, isExact);
  joint.atB = makePartPoint(atB, isExact);
  m.joints.push_back(joint);
  return joint.id;
}

void pinTo(Mechanism& m, const Drawing& d, const Place& place, const std::string& body, QPointF at) {
  if (place.on) addJoint(m, Revolute{}, d.idOf(place.on->body), place.on->at, body, at, place.isExact);
}

MassProperties calcPlate(const std::vector<QPointF>& corners, double areaDensity) {
  std::vector<PlanePoint> points;
  for (const QPointF p : corners) points.push_back({p.x(), p.y()});
  return calcPlateMass(points, areaDensity);
}

Joint* findJoint(Mechanism& m, const std::string& id) {
  return findById(m.joints, id);
}

}  // namespace

std::string addBar(Mechanism& m, const Drawing& d, const Place& from, const Place& to) {
  Body bar;
  bar.id = makeId(m, "link");
  const double reach = length(to.world - from.world);
  bar.pose = makePose(from.world, angleOf(to.world - from.world), from.isExact);
  bar.length = makePart(reach, to.isExact);
  bar.section = kSection;
  bar.density = kDensity;
  bar.width = makeRound(std::min(0.02, reach / 6), 2);
  m.bodies.push_back(bar);
  pinTo(m, d, from, bar.id, {0, 0});
  pinTo(m, d, to, bar.id, {reach, 0});
  return bar.id;
}

std::string addPlate(Mechanism& m, const Drawing& d, const std::vector<Place>& corners) {
  Body plate;
  plate.id = makeId(m, "plate");
  plate.pose = makePose(corners.front().world, 0, corners.front().isExact);
  const QPointF origin(plate.pose.x.value, plate.pose.y.value);
  std::vector<QPointF> local;
  for (const Place& corner : corners)
    local.push_back(toPointF(makePartPoint(corner.world - origin, corner.isExact)));
  const MassProperties mass = calcPlate(local, kDensity * kPlate);
  plate.mass = mass.mass;
  plate.inertia = mass.inertia;
  plate.center = {mass.centerX, mass.centerY};
  for (const QPointF p : local) plate.outline.push_back({p.x(), p.y()});
  m.bodies.push_back(plate);
  for (std::size_t i = 0; i < corners.size(); ++i) pinTo(m, d, corners[i], plate.id, local[i]);
  return plate.id;
}

std::string addDisc(Mechanism& m, const Drawing& d, const Place& middle, const Quantity& radius) {
  Body disc;
  disc.id = makeId(m, "disc");
  disc.pose = makePose(middle.world, 0, middle.isExact);
  disc.radius = radius;
  disc.thickness = kDisc;
  disc.density = kDensity;
  disc.touches = Touches::everything;
  m.bodies.push_back(disc);
  pinTo(m, d, middle, disc.id, {0, 0});
  return disc.id;
}

std::string addBlock(Mechanism& m, QPointF corner, QPointF opposite) {
  const QPointF half((opposite.x() - corner.x()) / 2, (opposite.y() - corner.y()) / 2);
  const double w = std::abs(half.x()), h = std::abs(half.y());
  const std::vector<QPointF> corners{{-w, -h}, {w, -h}, {w, h}, {-w, h}};
  const MassProperties mass = calcPlate(corners, kDensity * kDisc);
  Body block;
  block.id = makeId(m, "block");
  block.pose = makePose(corner + half, 0);
  block.mass = mass.mass;
  block.inertia = mass.inertia;
  for (const QPointF p : corners) block.outline.push_back(makePoint(p));
  block.touches = Touches::everything;
  m.bodies.push_back(block);
  return block.id;
}

std::string addSlider(Mechanism& m, const Drawing& d, const Place& at, double angle) {
  Body block;
  block.id = makeId(m, "slider");
  block.pose = makePose(at.world, angle, at.isExact);
  block.mass = kBlockMass;
  block.inertia = kBlockMass * kBlock * kBlock / 6;
  m.bodies.push_back(block);
  Prismatic guide;
  guide.axis = makeAngle(angle);
  addJoint(m, guide, kFrame, at.world, block.id, {0, 0}, at.isExact);
  pinTo(m, d, at, block.id, {0, 0});
  return block.id;
}

std::string addAnchor(Mechanism& m, const Drawing& d, const BodyPoint& point) {
  const QPointF world = d.toWorld(point.body, point.at);
  const bool isExact = !d.handleAt(world, kSamePoint);
  return addJoint(m, Revolute{}, kFrame, world, d.idOf(point.body), point.at, isExact);
}

std::string addJunction(Mechanism& m, const Drawing& d, const BodyPoint& a, const BodyPoint& b,
                        const JointKind& kind) {
  if (b.body == kFrameIndex) return addJunction(m, d, b, a, kind);
  return addJoint(m, kind, d.idOf(a.body), a.at, d.idOf(b.body), b.at, true);
}

std::string addSlot(Mechanism& m, const BodyPoint& slot, double angle, const BodyPoint& pin,
                    const Drawing& d) {
  Slot kind;
  kind.axis = angle;
  return addJoint(m, kind, d.idOf(slot.body), slot.at, d.idOf(pin.body), pin.at);
}

std::string addTrack(Mechanism& m, const Drawing& d, int carrier, const PlacedCurve& placed,
                     const BodyPoint& pin) {
  PointOnCurve track;
  track.curve = placed.curve;
  track.axis = makeNumber(placed.angle - d.angleOf(carrier));
  return addJoint(m, track, d.idOf(carrier), d.toBody(carrier, placed.origin), d.idOf(pin.body), pin.at);
}

std::string addCam(Mechanism& m, const Drawing& d, int carrier, const PlacedCurve& placed,
                   const BodyPoint& follower) {
  CurveSurface cam;
  cam.curve = placed.curve;
  cam.center = makePoint(d.toBody(carrier, placed.origin));
  cam.axis = makeNumber(placed.angle - d.angleOf(carrier));
  std::vector<QPointF> rim = listPlaces(placed);
  const QPointF at = d.toWorld(follower.body, follower.at);
  if (QPolygonF(QList<QPointF>(rim.begin(), rim.end())).containsPoint(at, Qt::OddEvenFill))
    cam.side = RoundSide::inside;
  DrawnSurface rimOfCam;
  rimOfCam.id = makeId(m, "cam");
  rimOfCam.body = d.idOf(carrier);
  rimOfCam.kind = std::move(cam);
  m.surfaces.push_back(rimOfCam);
  ContactPair contact;
  contact.id = makeId(m, "follower");
  contact.surface = NamedSurface{rimOfCam.id};
  contact.b = d.idOf(follower.body);
  contact.atB = makePoint(follower.at);
  // The end of a bar that is drawn onto the rim touches with its middle.
  for (const Drawing::Disc& disc : d.discsOf(follower.body))
    if (length(disc.center - follower.at) < kSamePoint) contact.radius = makeNumber(disc.radius);
  m.contacts.push_back(contact);
  return contact.id;
}

double findPulley(const Drawing& d, const BodyPoint& at, double distance) {
  if (at.body == kFrameIndex) return kPulley * distance;
  for (const Drawing::Disc& disc : d.discsOf(at.body))
    if (length(disc.center - at.at) < kSamePoint && disc.radius < distance) return disc.radius;
  return kPulley * distance;
}

std::string addBelt(Mechanism& m, const Drawing& d, const BodyPoint& a, const BodyPoint& b, bool crossed) {
  const double distance = length(d.toWorld(b.body, b.at) - d.toWorld(a.body, a.at));
  Belt belt;
  belt.radiusA = makeNumber(findPulley(d, a, distance));
  belt.radiusB = makeNumber(findPulley(d, b, distance));
  belt.path = crossed ? BeltPath::crossed : BeltPath::open;
  const auto carriers = listCarriers(d, a, b);
  if (!carriers.empty()) belt.carrier = carriers.front();
  return addJoint(m, belt, d.idOf(a.body), a.at, d.idOf(b.body), b.at);
}

std::string addCylinder(Mechanism& m, const Drawing& d, const Place& from, const Place& to) {
  const BodyPoint a = from.on.value_or(BodyPoint{kFrameIndex, from.world}),
                  b = to.on.value_or(BodyPoint{kFrameIndex, to.world});
  return addJoint(m, Telescope{}, d.idOf(a.body), a.at, d.idOf(b.body), b.at);
}

std::string addSpring(Mechanism& m, const Drawing& d, const Place& from, const Place& to, double stiffness,
                      double damping) {
  BodyPoint a = from.on.value_or(BodyPoint{kFrameIndex, from.world});
  BodyPoint b = to.on.value_or(BodyPoint{kFrameIndex, to.world});
  if (b.body == kFrameIndex) std::swap(a, b);
  Spring spring;
  spring.a = d.idOf(a.body);
  spring.b = d.idOf(b.body);
  spring.atA = makePoint(a.at);
  spring.atB = makePoint(b.at);
  spring.stiffness = stiffness;
  spring.damping = damping;
  if (stiffness != 0) spring.freeLength = makeNumber(length(to.world - from.world));
  ForceElement element;
  element.id = makeId(m, stiffness != 0 ? "spring" : "damper");
  element.kind = spring;
  m.forces.push_back(element);
  return element.id;
}

std::string addRope(Mechanism& m, const Drawing& d, const std::vector<Place>& places) {
  std::vector<BodyPoint> points;
  for (const Place& place : places) points.push_back(place.on.value_or(BodyPoint{kFrameIndex, place.world}));
  if (points.back().body == kFrameIndex) std::reverse(points.begin(), points.end());
  Rope rope;
  rope.a = d.idOf(points.front().body);
  rope.b = d.idOf(points.back().body);
  rope.atA = makePoint(points.front().at);
  rope.atB = makePoint(points.back().at);
  double reach = 0;
  for (std::size_t i = 1; i < places.size(); ++i) reach += length(places[i].world - places[i - 1].world);
  for (std::size_t i = 1; i + 1 < points.size(); ++i)
    rope.rings.push_back({d.idOf(points[i].body), makePoint(points[i].at), {}});
  rope.length = makeNumber(reach);
  ForceElement element;
  element.id = makeId(m, "rope");
  element.kind = rope;
  m.forces.push_back(element);
  return element.id;
}

std::string addTorsionSpring(Mechanism& m, const Drawing& d, std::size_t joint) {
  TorsionSpring spring;
  spring.a = m.joints[joint].a;
  spring.b = m.joints[joint].b;
  spring.atA = m.joints[joint].atA;
  spring.atB = m.joints[joint].atB;
  spring.stiffness = 1;
  spring.restAngle = d.coordinateOf(joint);
  ForceElement element;
  element.id = makeId(m, "torsion_spring");
  element.kind = spring;
  m.forces.push_back(element);
  return element.id;
}

namespace {
void makeEndStops(Joint& j);
}  // namespace

std::string addMotor(Mechanism& m, std::size_t joint) {
  Drive drive;
  drive.id = makeId(m, "motor");
  drive.joint = m.joints[joint].id;
  ConstantSpeed law;
  law.speed = findCoordinateKind(m.joints[joint].kind) == CoordinateKind::angle ? 2 * std::numbers::pi : 0.1;
  if (findCoordinateKind(m.joints[joint].kind) == CoordinateKind::angle) law.speed.text = "60 rpm";
  drive.kind = law;
  makeEndStops(m.joints[joint]);
  m.drives.push_back(drive);
  return drive.id;
}

std::string addLoad(Mechanism& m, const Drawing& d, const BodyPoint& point, QPointF force) {
  Load load;
  load.b = d.idOf(point.body);
  load.atB = makePoint(point.at);
  load.fx.text = QString::number(force.x(), 'g', 2).toStdString();
  load.fy.text = QString::number(force.y(), 'g', 2).toStdString();
  ForceElement element;
  element.id = makeId(m, "load");
  element.kind = load;
  m.forces.push_back(element);
  return element.id;
}

std::string addTorque(Mechanism& m, int body, const Drawing& d) {
  Torque torque;
  torque.b = d.idOf(body);
  torque.moment.text = "1";
  ForceElement element;
  element.id = makeId(m, "torque");
  element.kind = torque;
  m.forces.push_back(element);
  return element.id;
}

std::string addTrace(Mechanism& m, const BodyPoint& point, const Drawing& d) {
  Trace trace;
  trace.id = makeId(m, "trace");
  trace.b = d.idOf(point.body);
  trace.atB = makePoint(point.at);
  m.traces.push_back(trace);
  return trace.id;
}

void turnIntoSlot(Mechanism& m, std::size_t joint, const std::string& carrier, double angle) {
  Joint& j = m.joints[joint];
  if (j.b == carrier) {
    std::swap(j.a, j.b);
    std::swap(j.atA, j.atB);
  }
  Slot slot;
  slot.axis = angle;
  j.kind = slot;
  j.metamorphic.reset();
  std::erase_if(m.drives, [&](const Drive& drive) { return drive.joint == j.id; });
}

void toggleWeld(Mechanism& m, std::size_t joint) {
  Joint& j = m.joints[joint];
  if (std::holds_alternative<Weld>(j.kind)) {
    j.kind = Revolute{};
  } else if (std::holds_alternative<Revolute>(j.kind)) {
    j.kind = Weld{};
    j.metamorphic.reset();
    std::erase_if(m.drives, [&](const Drive& drive) { return drive.joint == j.id; });
  }
}

void setBarLength(Mechanism& m, const Drawing& d, const std::string& body, const Quantity& length_) {
  Body* bar = findById(m.bodies, body);
  const auto ends = d.barOf(d.indexOf(body));
  if (!bar || !ends) return;
  const QPointF far = ends->to;
  const double before = length(far - ends->from);
  if (bar->length) bar->length = length_;
  // On body x the far end takes the very text; elsewhere its direction stays.
  std::size_t visited = 0;
  std::vector<QPointF> now;  // where the points of the bar are, as numbers
  Mechanism shown = d.mechanism();
  visitPointsOf(shown, body, [&](Point& p) { now.push_back(toPointF(p)); });
  visitPointsOf(m, body, [&](Point& p) {
    const QPointF at = now[visited++];
    if (length(at - far) > kSamePoint) return;
    if (std::abs(far.y()) < kSamePoint && length(ends->from) < kSamePoint) {
      p.x = length_;
    } else {
      p = makePoint(ends->from + (far - ends->from) * (length_.value / before));
    }
  });
}

namespace {

void setLengthParameter(Mechanism& m, const std::string& caseId, const std::string& id, double reach) {
  constexpr int kDigits = 6;  // no more than a mouse means
  const Parameter& parameter = *findById(m.parameters, id);
  const auto unit = findUnit(parameter.unit);
  std::string text = QString::number(reach / (unit ? unit->factor : 1), 'g', kDigits).toStdString();
  if (unit && !parameter.unit.empty() && parameter.unit != "1") text += " " + parameter.unit;
  setParameterText(m, caseId, id, text);
}

// A bar turns and stretches about its other end.
void moveBarEnd(Mechanism& m, const Drawing& d, int body, QPointF local, QPointF to,
                const std::string& parameter, const std::string& caseId) {
  Body& bar = m.bodies[static_cast<std::size_t>(body)];
  const bool isOrigin = length(local) < kSamePoint;
  const QPointF other = d.toWorld(body, isOrigin ? QPointF(d.barOf(body)->to) : QPointF(0, 0));
  const QPointF from = isOrigin ? to : other, end = isOrigin ? other : to;
  const double reach = length(end - from);
  if (reach < 1e-6) return;
  if (parameter.empty())
    setBarLength(m, d, bar.id, makeNumber(reach));
  else
    setLengthParameter(m, caseId, parameter, reach);
  bar.pose = makePose(from, angleOf(end - from));
}

// A corner of a plate, or any other point, moves in the body.
void moveLocalPoint(Mechanism& m, const Drawing& d, int body, QPointF local, QPointF to) {
  const Point target = makePoint(d.toBody(body, to));
  Mechanism shown = d.mechanism();
  std::vector<bool> here;
  visitPointsOf(shown, d.idOf(body),
                [&](Point& p) { here.push_back(length(toPointF(p) - local) < kSamePoint); });
  std::size_t visited = 0;
  visitPointsOf(m, d.idOf(body), [&](Point& p) {
    if (here[visited++]) p = target;
  });
  if (body == kFrameIndex) return;
  const auto& corners = d.mechanism().bodies[static_cast<std::size_t>(body)].outline;
  Body& plate = m.bodies[static_cast<std::size_t>(body)];
  for (std::size_t i = 0; i < corners.size(); ++i)
    if (length(toPointF(corners[i]) - local) < kSamePoint && !isShared(plate.outline[i], plate))
      plate.outline[i] = target;
}

}  // namespace

double findEndRadius(const Drawing& d, const BodyPoint& point) {
  if (point.body == kFrameIndex) return 0;
  for (const Drawing::Disc& disc : d.discsOf(point.body))
    if (length(disc.center - point.at) < kSamePoint) return disc.radius;
  if (d.isBlock(point.body))
    return length(d.pointsOf(point.body).front() - point.at) < kSamePoint ? kBlock / 2 : 0;
  const auto bar = d.barOf(point.body);
  const bool isEnd =
      bar && (length(bar->from - point.at) < kSamePoint || length(bar->to - point.at) < kSamePoint);
  return isEnd ? d.mechanism().bodies[static_cast<std::size_t>(point.body)].width.value / 2 : 0;
}

std::string findLengthParameter(const Mechanism& m, const std::string& caseId, const std::string& body) {
  const Body* bar = findById(m.bodies, body);
  if (!bar || !bar->length) return {};
  const Parameter* parameter = findById(m.parameters, bar->length->text);
  if (!parameter || !parameter->choices.empty()) return {};
  const std::string text = findParameterText(m, caseId, parameter->id);
  const auto value = evaluateQuantity(text, "*", {});
  return value && std::isfinite(*value) ? parameter->id : std::string();
}

void moveHandle(Mechanism& m, const Drawing& d, const Handle& handle, QPointF to, const std::string& caseId) {
  // Two bars that share a parameter cannot both have the length that they would get.
  std::map<std::string, int> uses;
  for (const int body : handle.bodies)
    if (body != kFrameIndex) ++uses[findLengthParameter(m, caseId, d.idOf(body))];
  const auto parameterOf = [&](int body) {
    const std::string id = findLengthParameter(m, caseId, d.idOf(body));
    return uses[id] == 1 ? id : std::string();
  };
  for (const int body : handle.bodies) {
    const QPointF local = d.toBody(body, handle.world);
    const bool isBlock = body != kFrameIndex && d.isBlock(body);
    const auto bar = body == kFrameIndex || isBlock ? std::nullopt : d.barOf(body);
    const bool isEnd = bar && m.bodies[static_cast<std::size_t>(body)].length &&
                       (length(local - bar->from) < 1e-7 || length(local - bar->to) < 1e-7);
    if (isBlock) {
      m.bodies[static_cast<std::size_t>(body)].pose = makePose(to, d.angleOf(body));
    } else if (isEnd) {
      moveBarEnd(m, d, body, local, to, parameterOf(body), caseId);
    } else {
      moveLocalPoint(m, d, body, local, to);
    }
  }
}

namespace {

bool isDriven(const Mechanism& m, const std::string& joint) {
  return std::any_of(m.drives.begin(), m.drives.end(),
                     [&](const Drive& drive) { return drive.joint == joint; });
}

// A drive moves its joint in every phase, so a joint that is driven is not locked at its limits: they are end
// stops, which only push.
void makeEndStops(Joint& j) {
  if (!j.metamorphic) return;
  for (Phase& phase : j.metamorphic->phases) {
    const auto leadsHere = [&](const PhaseChange& change) { return change.to == phase.id; };
    auto& changes = j.metamorphic->changes;
    const bool onlyLimits = std::all_of(changes.begin(), changes.end(), [&](const PhaseChange& change) {
      return !leadsHere(change) || std::holds_alternative<Limit>(change.guard);
    });
    if (!phase.locked || !onlyLimits || !std::holds_alternative<AsDrawn>(phase.kind)) continue;
    phase.locked = false;
    if (phase.name.empty()) phase.name = "at the end stop";
    for (PhaseChange& change : changes)
      if (leadsHere(change)) {
        change.latched = 0;
        if (change.law.value == TransitionLaw::merge) change.law = TransitionLaw::restitution;
      }
  }
}

}  // namespace

void addLimit(Mechanism& m, const std::string& joint, double value, double now) {
  Joint* j = findJoint(m, joint);
  if (!j) return;
  if (!j->metamorphic) {
    Phase free, locked;
    free.id = "free";
    locked.id = "locked";
    locked.locked = true;
    j->metamorphic = Metamorphic{{free, locked}, {}, {}};
  }
  PhaseChange change;
  change.from = j->metamorphic->phases.front().id;
  change.to = j->metamorphic->phases.back().id;
  Limit limit;
  limit.value = value;
  limit.direction = value >= now ? Direction::rising : Direction::falling;
  change.guard = limit;
  if (!j->metamorphic->phases.back().locked && isDriven(m, joint)) {  // an end stop beside others
    change.latched = 0;
    change.law = TransitionLaw::restitution;
  }
  j->metamorphic->changes.push_back(change);
  if (isDriven(m, joint)) makeEndStops(*j);
}

void removeLimits(Mechanism& m, const std::string& joint) {
  if (Joint* j = findJoint(m, joint)) j->metamorphic.reset();
}

void setLimit(Mechanism& m, const std::string& joint, std::size_t change, const Quantity& value) {
  Joint* j = findJoint(m, joint);
  if (!j || !j->metamorphic || change >= j->metamorphic->changes.size()) return;
  if (auto* limit = std::get_if<Limit>(&j->metamorphic->changes[change].guard)) limit->value = value;
}

void aimLimit(Mechanism& m, const std::string& joint, std::size_t change, double value, double now) {
  Joint* j = findJoint(m, joint);
  if (!j || !j->metamorphic || change >= j->metamorphic->changes.size()) return;
  PhaseChange& c = j->metamorphic->changes[change];
  auto* limit = std::get_if<Limit>(&c.guard);
  if (!limit || c.from != j->metamorphic->phases.front().id || !limit->direction.reference.empty()) return;
  limit->direction = value >= now ? Direction::rising : Direction::falling;
}

void makeMetamorphic(Mechanism& m, const Mechanism& shown, const std::string& joint) {
  Joint* j = findJoint(m, joint);
  const Joint* values = findById(shown.joints, joint);
  if (j && values && !j->metamorphic) j->metamorphic = makeFirstTable(shown, *values);
}

std::string addSurface(Mechanism& m, const std::string& body, const SurfaceKind& kind) {
  DrawnSurface surface;
  surface.id = makeId(m, "surface");
  surface.body = body;
  surface.kind = kind;
  m.surfaces.push_back(surface);
  return surface.id;
}

std::string addContact(Mechanism& m, const std::string& surface, const std::string& body, QPointF at,
                       const Quantity& radius) {
  ContactPair contact;
  contact.id = makeId(m, "stop");
  contact.surface = NamedSurface{surface};
  contact.b = body;
  contact.atB = makePoint(at);
  contact.radius = radius;
  m.contacts.push_back(contact);
  return contact.id;
}

}  // namespace clank
