// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/drawing.h"

#include <algorithm>
#include <cmath>

#include "core/model/named_point.h"
#include "ui/board/hull.h"
#include "ui/board/plane.h"
#include "ui/board/tolerances.h"
#include "ui/look/joint_state.h"
#include "ui/look/rope_line.h"

namespace clank {
namespace {

std::vector<BodyPose> readPoses(const Mechanism& shown) {
  std::vector<BodyPose> poses;
  for (const Body& body : shown.bodies)
    poses.push_back({body.pose.x.value, body.pose.y.value, body.pose.angle.value});
  return poses;
}

// The ends of a force element by which it can be grasped; without any it is reached by what it acts on.
struct ForceEnd {
  const std::string& body;
  const Point& at;
};
struct EndsOf {
  using List = std::vector<ForceEnd>;
  List operator()(const Torque&) const { return {}; }
  List operator()(const TorsionSpring&) const { return {}; }
  List operator()(const Spring& spring) const { return {{spring.a, spring.atA}, {spring.b, spring.atB}}; }
  List operator()(const Load&) const { return {}; }
  List operator()(const Hand&) const { return {}; }
  List operator()(const Rope& rope) const {
    List ends{{rope.a, rope.atA}};
    for (const RopeRing& ring : rope.rings) ends.push_back({ring.body, ring.at});
    ends.push_back({rope.b, rope.atB});
    return ends;
  }
};

double distanceToLine(const BentLine& line, QPointF point) {
  double nearest = HUGE_VAL;
  for (std::size_t i = 0; i + 1 < line.nodes().size(); ++i) {
    const BentLine::Node &from = line.nodes()[i], &to = line.nodes()[i + 1];
    nearest = std::min(nearest, distanceToHull({{from.x, from.y}, {to.x, to.y}}, point));
  }
  return nearest;
}

}  // namespace

std::vector<QPointF> Drawing::lineOf(const Rope& rope) const {
  std::vector<RopePoint> points;
  for (const ForceEnd& end : EndsOf{}(rope)) {
    const QPointF at = toWorld(indexOf(end.body), toPointF(end.at));
    points.push_back({at.x(), at.y()});
  }
  std::vector<QPointF> line;
  for (const auto& [x, y] : makeRopeLine(points, rope.length ? rope.length->value : 0))
    line.emplace_back(x, y);
  return line;
}

std::vector<QPointF> Drawing::lineOf(const Belt& belt, std::size_t joint) const {
  const QPointF a = pointA(joint), b = pointB(joint);
  std::vector<QPointF> line;
  for (const auto& [x, y] : makeBeltLine({{a.x(), a.y()},
                                          {b.x(), b.y()},
                                          belt.radiusA.value,
                                          belt.radiusB.value,
                                          belt.path.value == BeltPath::crossed}))
    line.emplace_back(x, y);
  return line;
}

Drawing::Drawing(const std::shared_ptr<const DrawnParts>& parts)
    : Drawing(parts, readPoses(parts->mechanism())) {}

Drawing::Drawing(const Mechanism& shown) : Drawing(shown, readPoses(shown)) {}

Drawing::Drawing(const Mechanism& shown, std::vector<BodyPose> poses)
    : Drawing(std::make_shared<const DrawnParts>(shown), std::move(poses)) {}

Drawing::Drawing(std::shared_ptr<const DrawnParts> parts, std::vector<BodyPose> poses)
    : parts_(std::move(parts)), poses_(std::move(poses)) {
  collectHandles();
}

void Drawing::bend(std::vector<std::optional<BentLine>> lines) {
  lines_ = std::move(lines);
  handles_.clear();
  places_.clear();
  collectHandles();
}

const BentLine* Drawing::lineOf(int body) const {
  const auto index = static_cast<std::size_t>(body);
  return body >= 0 && index < lines_.size() && lines_[index] ? &*lines_[index] : nullptr;
}

int Drawing::indexOf(const std::string& bodyId) const {
  const auto found = parts_->find(bodyId);
  return found ? static_cast<int>(*found) : kFrameIndex;
}

std::string Drawing::idOf(int body) const {
  return body == kFrameIndex ? kFrame : mechanism().bodies[static_cast<std::size_t>(body)].id;
}

QPointF Drawing::toWorld(int body, QPointF local) const {
  if (body == kFrameIndex) return local;
  const BodyPose& pose = poses_[static_cast<std::size_t>(body)];
  if (const BentLine* line = lineOf(body)) {
    const BentLine::Section at = line->carry(local.x(), local.y());
    local = {at.x, at.y};
  }
  return QPointF(pose.x, pose.y) + turned(local, pose.angle);
}

QPointF Drawing::toBody(int body, QPointF world) const {
  if (body == kFrameIndex) return world;
  const BodyPose& pose = poses_[static_cast<std::size_t>(body)];
  return turned(world - QPointF(pose.x, pose.y), -pose.angle);
}

QPointF Drawing::placeOf(const Trace& trace) const {
  return toWorld(indexOf(trace.b), toPointF(trace.atB));
}

BodyPose Drawing::poseOf(int body) const {
  return body == kFrameIndex ? BodyPose{} : poses_[static_cast<std::size_t>(body)];
}

double Drawing::angleOf(int body) const {
  return poseOf(body).angle;
}

QPointF Drawing::pointA(std::size_t joint) const {
  const Joint& j = mechanism().joints[joint];
  return toWorld(indexOf(j.a), toPointF(j.atA));
}

QPointF Drawing::pointB(std::size_t joint) const {
  const Joint& j = mechanism().joints[joint];
  return toWorld(indexOf(j.b), toPointF(j.atB));
}

double Drawing::axisOf(std::size_t joint) const {
  const Joint& j = mechanism().joints[joint];
  const Quantity* axis = findAxis(j.kind);
  const BentLine* line = lineOf(indexOf(j.a));
  const double bent = line ? line->carry(j.atA.x.value, j.atA.y.value).angle : 0;
  if (std::holds_alternative<Telescope>(j.kind)) {  // from end to end
    const QPointF along = pointB(joint) - pointA(joint);
    return std::atan2(along.y(), along.x());
  }
  return axis ? axis->value + angleOf(indexOf(j.a)) + bent : 0;
}

std::vector<QPointF> Drawing::curveOf(std::size_t joint) const {
  std::vector<QPointF> points;
  const PathCurve* curve = findCurve(mechanism().joints[joint].kind);
  if (!curve) return points;
  const double angle = axisOf(joint);
  for (const auto& [x, y] : listPoints(*curve)) points.push_back(pointA(joint) + turned({x, y}, angle));
  return points;
}

double Drawing::coordinateOf(std::size_t joint) const {
  const Joint& j = mechanism().joints[joint];
  return calcJointCoordinate(j, poseOf(indexOf(j.a)), poseOf(indexOf(j.b)));
}

// The first one at a place; as many as there are: none. Looked for among those that lie near along x: one
// after the other would be too many where ten thousand points are drawn.
std::size_t Drawing::findHandle(QPointF world) const {
  std::size_t first = handles_.size();
  if (std::isnan(world.x())) return first;
  const auto end = places_.upper_bound(world.x() + kSamePlace);
  for (auto near = places_.lower_bound(world.x() - kSamePlace); near != end; ++near)
    if (near->second < first && length(handles_[near->second].world - world) < kSamePlace)
      first = near->second;
  return first;
}

void Drawing::addHandle(BodyPoint point, std::optional<std::size_t> joint) {
  const QPointF world = toWorld(point.body, point.at);
  const std::size_t index = findHandle(world);
  if (index == handles_.size()) {
    handles_.push_back({world, point, {}, {}});
    if (!std::isnan(world.x())) places_.emplace(world.x(), index);
  }
  Handle* const found = &handles_[index];
  // A moving body's point can be dragged, the frame's cannot.
  if (found->point.body == kFrameIndex) found->point = point;
  if (joint && (found->joints.empty() || found->joints.back() != *joint)) found->joints.push_back(*joint);
  if (std::find(found->bodies.begin(), found->bodies.end(), point.body) == found->bodies.end())
    found->bodies.push_back(point.body);
}

void Drawing::collectHandles() {
  for (std::size_t j = 0; j < mechanism().joints.size(); ++j) {
    const Joint& joint = mechanism().joints[j];
    // The place of a block on its guide is where the block is.
    const bool guided = findAxis(joint.kind) != nullptr;
    if (!guided) addHandle({indexOf(joint.a), toPointF(joint.atA)}, j);
    addHandle({indexOf(joint.b), toPointF(joint.atB)}, j);
  }
  for (std::size_t i = 0; i < mechanism().bodies.size(); ++i) {
    const int body = static_cast<int>(i);
    for (const QPointF p : pointsOf(body)) addHandle({body, p}, std::nullopt);
    for (const NamedPoint& p : clank::pointsOf(mechanism().bodies[i]))
      addHandle({body, toPointF(p.at)}, std::nullopt);
  }
  for (const ForceElement& force : mechanism().forces)
    for (const ForceEnd& end : std::visit(EndsOf{}, force.kind))
      addHandle({indexOf(end.body), toPointF(end.at)}, std::nullopt);
  for (const Trace& trace : mechanism().traces)
    addHandle({indexOf(trace.b), toPointF(trace.atB)}, std::nullopt);
}

const Handle* Drawing::handleAt(QPointF world, double within) const {
  const Handle* best = nullptr;
  for (const Handle& handle : handles_) {
    const double distance = length(handle.world - world);
    if (distance > within) continue;
    within = distance;
    best = &handle;
  }
  return best;
}

std::optional<int> Drawing::bodyAt(QPointF world, double within) const {
  const auto bodies = bodiesAt(world, within);
  return bodies.empty() ? std::nullopt : std::optional(bodies.front());
}

std::vector<int> Drawing::bodiesAt(QPointF world, double within) const {
  std::vector<int> found;
  for (int body = static_cast<int>(mechanism().bodies.size()) - 1; body >= 0; --body)
    if (isOn(body, world, within)) found.push_back(body);
  return found;
}

bool Drawing::isOn(int body, QPointF world, double within) const {
  const DrawnParts::Part& part = partOf(body);
  const Body& b = mechanism().bodies[static_cast<std::size_t>(body)];
  const QPointF local = toBody(body, world);
  const auto isInDisc = [&](const Disc& disc) { return length(local - disc.center) <= disc.radius + within; };
  if (std::any_of(part.discs.begin(), part.discs.end(), isInDisc)) return true;
  for (const std::size_t cam : part.cams)
    if (isOnOutline(parts_->surface(cam).points, local, within)) return true;
  if (!b.outline.empty()) return isOnOutline(part.line, local, within);
  if (part.hasTrueWidth) within = std::max(within, b.width.value / 2);
  const BentLine* line = lineOf(body);
  return line ? distanceToLine(*line, local) <= within : distanceToHull(part.hull, local) <= within;
}

std::vector<ElementId> Drawing::elementsIn(QPointF low, QPointF high) const {
  const auto inside = [&](QPointF p) {
    return p.x() >= low.x() && p.y() >= low.y() && p.x() <= high.x() && p.y() <= high.y();
  };
  std::vector<ElementId> found;
  for (std::size_t i = 0; i < mechanism().bodies.size(); ++i) {
    const auto& points = pointsOf(static_cast<int>(i));
    if (std::all_of(points.begin(), points.end(),
                    [&](QPointF p) { return inside(toWorld(static_cast<int>(i), p)); }))
      found.push_back({ElementKind::body, mechanism().bodies[i].id});
  }
  for (std::size_t j = 0; j < mechanism().joints.size(); ++j)
    if (inside(pointB(j))) found.push_back({ElementKind::joint, mechanism().joints[j].id});
  for (const ForceElement& force : mechanism().forces) {
    const auto ends = std::visit(EndsOf{}, force.kind);
    const bool isInside = std::all_of(ends.begin(), ends.end(), [&](const ForceEnd& end) {
      return inside(toWorld(indexOf(end.body), toPointF(end.at)));
    });
    if (isInside && !ends.empty()) found.push_back({ElementKind::force, force.id});
  }
  for (std::size_t s = 0; s < mechanism().surfaces.size(); ++s) {
    const DrawnSurface& surface = mechanism().surfaces[s];
    const auto& points = surfaceOf(s).points;
    const int a = indexOf(surface.body);
    if (std::all_of(points.begin(), points.end(), [&](QPointF p) { return inside(toWorld(a, p)); }))
      found.push_back({ElementKind::surface, surface.id});
  }
  for (const Trace& trace : mechanism().traces)
    if (inside(placeOf(trace))) found.push_back({ElementKind::trace, trace.id});
  return found;
}

}  // namespace clank
