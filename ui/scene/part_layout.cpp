// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/part_layout.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/io/slot_span.h"
#include "ui/look/rope_line.h"
#include "ui/scene/convex_hull.h"

namespace clank {
namespace {

constexpr double kSameSize = 1.3;  // up to this ratio

Vec2 toVec(const Point& p) {
  return {p.x.value, p.y.value};
}

// What a kind of joint has beside its two points.
struct KindLayout {
  JointLayout& out;
  double aAgainstB;  // rad, angle of a relative to b

  void setGuide(const Quantity& axis) const {
    out.guide = true;
    out.axisInA = axis.value;
    out.axisInB = aAgainstB + axis.value;
  }

  void operator()(const Revolute&) const {}
  void operator()(const Prismatic& prismatic) const {
    out.prismatic = true;
    setGuide(prismatic.axis);
  }
  void operator()(const Weld&) const {}
  void operator()(const Slot& slot) const {
    setGuide(slot.axis);
    out.inLink = out.a >= 0;
  }
  void operator()(const Distance&) const {}
  void operator()(const Telescope&) const {}
  void operator()(const Gear& gear) const {
    out.radiusA = gear.radiusA.value;
    out.radiusB = gear.radiusB.value;
  }
  void operator()(const Belt& belt) const {
    out.radiusA = belt.radiusA.value;
    out.radiusB = belt.radiusB.value;
  }
  void operator()(const Rack& rack) const {
    setGuide(rack.axis);
    out.radiusB = std::abs(rack.radius.value);
  }
  void operator()(const PointOnCurve& on) const {
    const Placement curve{out.atA, on.axis.value};
    for (const auto& [x, y] : listPoints(on.curve)) out.curve.push_back(curve.toWorld({x, y}));
  }
};

JointLayout layOutJoint(const Joint& joint, const std::map<std::string, int>& indexOf,
                        const std::vector<Placement>& start) {
  const auto index = [&](const std::string& id) {
    const auto found = indexOf.find(id);
    return found == indexOf.end() ? -1 : found->second;
  };
  const auto angle = [&](int body) { return body < 0 ? 0.0 : start[static_cast<std::size_t>(body)].angle; };
  JointLayout out;
  out.a = index(joint.a);
  out.b = index(joint.b);
  out.atA = toVec(joint.atA);
  out.atB = toVec(joint.atB);
  out.loose = isLoose(joint);
  std::visit(KindLayout{out, angle(out.a) - angle(out.b)}, joint.kind);
  return out;
}

// Makes ends of what is stretched between bodies.
struct EndOf {
  const std::map<std::string, int>& indexOf;
  RopeLayout::End operator()(const std::string& body, const Point& at) const {
    const auto found = indexOf.find(body);
    return {found == indexOf.end() ? -1 : found->second, toVec(at)};
  }
};

std::vector<SpringLayout> layOutSprings(const Mechanism& resolved,
                                        const std::map<std::string, int>& indexOf) {
  const EndOf makeEnd{indexOf};
  std::vector<SpringLayout> springs;
  for (const ForceElement& force : resolved.forces) {
    const auto* spring = std::get_if<Spring>(&force.kind);
    if (!spring || force.active.value == 0) continue;
    springs.push_back({makeEnd(spring->a, spring->atA), makeEnd(spring->b, spring->atB)});
  }
  return springs;
}

std::vector<RopeLayout> layOutRopes(const Mechanism& resolved, const std::map<std::string, int>& indexOf,
                                    const std::vector<Placement>& start) {
  std::vector<RopeLayout> ropes;
  const EndOf makeEnd{indexOf};
  for (const ForceElement& force : resolved.forces) {
    const auto* rope = std::get_if<Rope>(&force.kind);
    if (!rope || force.active.value == 0) continue;
    RopeLayout out;
    out.points.push_back(makeEnd(rope->a, rope->atA));
    for (const RopeRing& ring : rope->rings) out.points.push_back(makeEnd(ring.body, ring.at));
    out.points.push_back(makeEnd(rope->b, rope->atB));
    std::optional<Vec2> last;
    for (const RopeLayout::End& end : out.points) {
      const Vec2 at = end.body < 0 ? end.at : start[static_cast<std::size_t>(end.body)].toWorld(end.at);
      if (last) out.length += length(at - *last);
      last = at;
    }
    if (rope->length) out.length = rope->length->value;
    ropes.push_back(std::move(out));
  }
  for (const Joint& joint : resolved.joints) {
    const auto* belt = std::get_if<Belt>(&joint.kind);
    if (!belt) continue;
    RopeLayout out;
    out.points = {makeEnd(joint.a, joint.atA), makeEnd(joint.b, joint.atB)};
    out.pulleys = {belt->radiusA.value, belt->radiusB.value, belt->path.value == BeltPath::crossed};
    ropes.push_back(std::move(out));
  }
  return ropes;
}

// What each body takes part in: so that none has to be looked for among all joints and contacts.
class LinkNeighbours {
 public:
  LinkNeighbours(const Mechanism& resolved, const std::map<std::string, int>& indexOf,
                 const std::vector<JointLayout>& joints)
      : joints_(joints),
        jointsOf_(resolved.bodies.size()),
        touching_(resolved.bodies.size()),
        hasTrueWidth_(resolved.bodies.size()) {
    for (std::size_t k = 0; k < joints.size(); ++k) {
      if (joints[k].a >= 0) jointsOf_[static_cast<std::size_t>(joints[k].a)].push_back(k);
      if (joints[k].b >= 0 && joints[k].b != joints[k].a)
        jointsOf_[static_cast<std::size_t>(joints[k].b)].push_back(k);
    }
    for (std::size_t i = 0; i < resolved.bodies.size(); ++i)
      hasTrueWidth_[i] = resolved.bodies[i].touches.value != Touches::nothing;
    for (const ContactPair& contact : resolved.contacts) {
      const auto find = [&](const std::string& id) {
        const auto found = indexOf.find(id);
        return found == indexOf.end() ? std::optional<std::size_t>()
                                      : static_cast<std::size_t>(found->second);
      };
      const auto showTrueWidth = [&](const std::string& id) {
        if (const auto body = find(id)) hasTrueWidth_[*body] = true;
      };
      if (std::holds_alternative<OutlineSurface>(contact.surface)) showTrueWidth(contact.a);
      if (contact.outlineB) {
        showTrueWidth(contact.b);
        for (const std::string& body : contact.bodies) showTrueWidth(body);
      } else if (const auto body = find(contact.b)) {
        touching_[*body].push_back(toVec(contact.atB));
        if (contact.radius.value > 0) showTrueWidth(contact.b);
      }
    }
  }
  // Calls with the joint and the point of it that the body has, twice of one that it is both sides of.
  template <class Take>
  void eachJoint(std::size_t body, Take take) const {
    for (const std::size_t k : jointsOf_[body]) {
      const JointLayout& joint = joints_[k];
      if (joint.a == static_cast<int>(body)) take(joint, joint.atA);
      if (joint.b == static_cast<int>(body)) take(joint, joint.atB);
    }
  }
  const std::vector<Vec2>& listTouching(std::size_t body) const { return touching_[body]; }
  // Contacts count its edge, or a circle around its end.
  bool hasTrueWidth(std::size_t body) const { return hasTrueWidth_[body]; }

 private:
  const std::vector<JointLayout>& joints_;
  std::vector<std::vector<std::size_t>> jointsOf_;
  std::vector<std::vector<Vec2>> touching_;  // body axes
  std::vector<bool> hasTrueWidth_;
};

// Joint points first, then what the body itself tells of its shape; of one without any the points that touch.
std::vector<Vec2> pointsOf(const Body& body, std::size_t index, const LinkNeighbours& neighbours) {
  std::vector<Vec2> points;
  neighbours.eachJoint(index, [&](const JointLayout&, Vec2 at) { points.push_back(at); });
  if (body.length) {
    points.push_back({0, 0});
    points.push_back({body.length->value, 0});
  } else if (points.size() < 2) {
    points.push_back(toVec(body.center));
    const auto& touching = neighbours.listTouching(index);
    points.insert(points.end(), touching.begin(), touching.end());
  }
  for (const Point& p : body.outline) points.push_back(toVec(p));
  if (const double r = body.radius.value; r > 0 && body.outline.empty())
    points = {{-r, 0}, {r, 0}, {0, -r}, {0, r}};
  std::erase_if(points, [](Vec2 p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
  if (points.empty()) points.push_back({0, 0});
  return points;
}

// How large many parts are drawn, of the usual: together they cover no more than the first few do, whose
// width goes by the size of the mechanism. Ten thousand balls in a row would lie on each other, five hundred
// deep.
double calcCrowding(std::size_t parts) {
  constexpr double kFew = 50;
  return std::min(1.0, std::sqrt(kFew / static_cast<double>(std::max<std::size_t>(1, parts))));
}

// A width as drawn never hides the mechanism and never vanishes in it.
double drawnWidth(double wanted, double span, double size, double crowding) {
  if (!std::isfinite(wanted) || wanted <= 0) wanted = 0.055 * crowding * size;
  double width = std::clamp(wanted, 0.05 * crowding * size, 0.11 * size);
  if (span > 0) width = std::min(width, 0.45 * span);
  return std::max(width, 0.01 * crowding * size);
}

// A bar whose edge counts for contacts is drawn as wide as it is.
bool isTrueBar(const Body& body, std::size_t index, const LinkNeighbours& neighbours) {
  return body.length && body.width.value > 0 && body.outline.size() < 3 && !(body.radius.value > 0) &&
         neighbours.hasTrueWidth(index);
}

std::optional<Vec2> freeEndOf(std::size_t index, const PartLayout& part, const LinkNeighbours& neighbours) {
  std::optional<Vec2> joint;
  const JointLayout* only = nullptr;
  bool isOneOfMany = false;
  neighbours.eachJoint(index, [&](const JointLayout& at, Vec2 point) {
    isOneOfMany = isOneOfMany || (only && only != &at);
    only = &at;
    if (!joint) joint = point;
  });
  if (!joint || isOneOfMany) return std::nullopt;
  const auto far = std::max_element(part.points.begin(), part.points.end(),
                                    [&](Vec2 p, Vec2 q) { return length(p - *joint) < length(q - *joint); });
  if (length(*far - *joint) <= 0) return std::nullopt;
  return *far;
}

double median(std::vector<double> values, double otherwise) {
  if (values.empty()) return otherwise;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

}  // namespace

Vec2 MechanismLayout::worldA(std::size_t joint, const std::vector<Placement>& poses) const {
  const JointLayout& j = joints[joint];
  return j.a < 0 ? j.atA : poses[static_cast<std::size_t>(j.a)].toWorld(j.atA);
}

Vec2 MechanismLayout::worldB(std::size_t joint, const std::vector<Placement>& poses) const {
  const JointLayout& j = joints[joint];
  return j.b < 0 ? j.atB : poses[static_cast<std::size_t>(j.b)].toWorld(j.atB);
}

std::vector<Vec2> MechanismLayout::lineOf(const RopeLayout& rope, const std::vector<Placement>& poses) const {
  std::vector<RopePoint> points;
  for (const RopeLayout::End& end : rope.points) {
    const Vec2 at = worldOf(end, poses);
    points.push_back({at.x, at.y});
  }
  if (rope.pulleys) {
    const auto& [radiusA, radiusB, crossed] = *rope.pulleys;
    points = makeBeltLine({points[0], points[1], radiusA, radiusB, crossed});
  } else {
    points = makeRopeLine(points, rope.length);
  }
  std::vector<Vec2> line;
  for (const auto& [x, y] : points) line.push_back({x, y});
  return line;
}

double MechanismLayout::angleOfBody(int body, const std::vector<Placement>& poses) const {
  return body < 0 ? 0 : poses[static_cast<std::size_t>(body)].angle;
}

Box MechanismLayout::boxOf(const std::vector<Placement>& poses) const {
  Box box;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const Vec2 p : parts[i].points) box.add(poses[i].toWorld(p), 0.6 * parts[i].width);
    if (parts[i].radius > 0) box.add(poses[i].origin, parts[i].radius);
  }
  for (const JointLayout& j : joints) {
    if (j.a < 0) box.add(j.atA, 1.5 * unit);
    if (j.b < 0) box.add(j.atB, 1.5 * unit);
    if (j.radiusA > 0)
      box.add(j.a < 0 ? j.atA : poses[static_cast<std::size_t>(j.a)].toWorld(j.atA), j.radiusA);
    if (j.radiusB > 0)
      box.add(j.b < 0 ? j.atB : poses[static_cast<std::size_t>(j.b)].toWorld(j.atB), j.radiusB);
    for (const Vec2 p : j.curve)
      box.add(j.a < 0 ? p : poses[static_cast<std::size_t>(j.a)].toWorld(p), 0.3 * unit);
    if (j.a < 0 && j.guide)
      for (const double end : {-j.guideHalf, j.guideHalf})
        box.add(j.guideCenter + end * unitVector(j.axisInA), unit);
  }
  for (const RopeLayout& rope : ropes)
    for (const RopeLayout::End& point : rope.points) box.add(worldOf(point, poses), unit);
  for (const SpringLayout& spring : springs)
    for (const RopeLayout::End& end : {spring.a, spring.b}) box.add(worldOf(end, poses), unit);
  if (!contacts.near.empty()) {
    box.add(contacts.near.low, unit);
    box.add(contacts.near.high, unit);
  }
  for (const ContactCircle& circle : contacts.circles)
    if (circle.body >= 0)
      box.add(poses[static_cast<std::size_t>(circle.body)].toWorld(circle.center), circle.radius);
  return box;
}

Box MechanismLayout::likelyRange() const {
  Box box = boxOf(start);
  const bool open =
      std::any_of(parts.begin(), parts.end(), [](const PartLayout& p) { return p.freeEnd.has_value(); });
  for (const JointLayout& j : joints) {
    if (!open || (j.a >= 0 && j.b >= 0)) continue;
    const Vec2 anchor = j.a < 0 ? j.atA : j.atB;
    double reach = 0;
    for (std::size_t i = 0; i < parts.size(); ++i)
      for (const Vec2 p : parts[i].points) reach = std::max(reach, length(start[i].toWorld(p) - anchor));
    box.add(anchor, 0.35 * reach);
  }
  return box;
}

// Long enough for the block around where it starts, and for its limits; a slot in a link as in every view.
void MechanismLayout::layOutGuide(const Mechanism& resolved, std::size_t index) {
  const Joint& drawn = resolved.joints[index];
  JointLayout& j = joints[index];
  if (!j.guide) return;
  const Placement a = j.a < 0 ? Placement{} : start[static_cast<std::size_t>(j.a)];
  const Vec2 along = unitVector(j.axisInA);
  const double travel = dot(a.toBody(worldB(index, start)) - j.atA, along);
  const double reach = calcBlockReach(j), most = std::max(reach + 0.5 * unit, 0.25 * size);
  double low = travel - most, high = travel + most;
  if (j.inLink) {
    const GuideRange span = findSlotSpan(resolved, drawn, {travel, travel});
    low = span.low;
    high = span.high;
  } else if (drawn.metamorphic)
    for (const PhaseChange& change : drawn.metamorphic->changes) {
      const auto* limit = std::get_if<Limit>(&change.guard);
      if (!limit) continue;
      low = std::min(low, limit->value.value - reach);
      high = std::max(high, limit->value.value + reach);
    }
  j.guideCenter = j.atA + (0.5 * (low + high)) * along;
  j.guideHalf = 0.5 * (high - low);
}

// m, of a guide beyond the point that runs along it.
double MechanismLayout::calcBlockReach(const JointLayout& joint) const {
  constexpr double kPinReach = 2.5, kBeyond = 1.15;  // units
  if (joint.inLink) return 0;
  return joint.prismatic ? std::max(joint.faces.ahead, joint.faces.behind) + kBeyond * unit
                         : kPinReach * unit;
}

// By a little more than needed, so that it is not drawn anew at every frame; a slot in a link, which seldom
// has to be, as far as its pin.
bool MechanismLayout::widenGuides(const std::vector<Placement>& poses) {
  constexpr double kFarthest = 6;  // sizes of the mechanism; dashes tell of what is farther
  constexpr double kMore = 0.1;
  bool isLonger = false;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    JointLayout& j = joints[i];
    if (!j.guide) continue;
    const Placement a = j.a < 0 ? Placement{} : poses[static_cast<std::size_t>(j.a)];
    const Vec2 along = unitVector(j.axisInA);
    const double travel = dot(a.toBody(worldB(i, poses)) - j.guideCenter, along);
    const double out = std::abs(travel) + calcBlockReach(j) - j.guideHalf;  // beyond its end
    if (!(out > 1e-3 * unit) || !(2 * j.guideHalf < kFarthest * size)) continue;
    const double beyond = j.inLink ? 0 : std::max(unit, kMore * j.guideHalf);
    const double more = std::min(out + beyond, kFarthest * size);
    j.guideCenter = j.guideCenter + std::copysign(0.5 * more, travel) * along;
    j.guideHalf += 0.5 * more;
    isLonger = true;
  }
  return isLonger;
}

namespace {

void layOutBlocks(const Mechanism& resolved, double unit, std::vector<JointLayout>& joints) {
  constexpr double kSymbol = 1.35;  // units, half the length of a block without a size of its own
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (joints[j].prismatic)
      joints[j].faces = findSliderFaces(resolved, resolved.joints[j], joints[j].axisInB)
                            .value_or(makeSymbolFaces(kSymbol * unit));
}

}  // namespace

MechanismLayout layOut(const Mechanism& resolved, double before) {
  MechanismLayout out;
  std::map<std::string, int> indexOf;
  for (const Body& body : resolved.bodies) {
    indexOf.emplace(body.id, static_cast<int>(out.start.size()));
    out.start.push_back({{body.pose.x.value, body.pose.y.value}, body.pose.angle.value});
  }
  for (const Joint& joint : resolved.joints) out.joints.push_back(layOutJoint(joint, indexOf, out.start));
  const auto teeth = layTeeth(resolved);
  for (std::size_t j = 0; j < teeth.size(); ++j) out.joints[j].teeth = teeth[j];

  const LinkNeighbours neighbours(resolved, indexOf, out.joints);
  Box box;
  std::vector<double> spans;
  for (std::size_t i = 0; i < resolved.bodies.size(); ++i) {
    PartLayout part;
    part.points = pointsOf(resolved.bodies[i], i, neighbours);
    for (const Vec2 p : part.points) box.add(out.start[i].toWorld(p));
    if (const double radius = resolved.bodies[i].radius.value; std::isfinite(radius) && radius > 0)
      box.add(out.start[i].origin, radius);
    spans.push_back(spanOf(part.points));
    out.parts.push_back(std::move(part));
  }
  for (const JointLayout& j : out.joints) {
    if (j.a < 0) box.add(j.atA);
    for (const Vec2 p : j.curve) box.add(j.a < 0 ? p : out.start[static_cast<std::size_t>(j.a)].toWorld(p));
    if (j.radiusB > 0)
      box.add(j.b < 0 ? j.atB : out.start[static_cast<std::size_t>(j.b)].toWorld(j.atB), j.radiusB);
  }
  out.springs = layOutSprings(resolved, indexOf);
  out.ropes = layOutRopes(resolved, indexOf, out.start);
  for (const RopeLayout& rope : out.ropes)
    for (const RopeLayout::End& point : rope.points) box.add(out.worldOf(point, out.start));
  const double longest = spans.empty() ? 0 : *std::max_element(spans.begin(), spans.end());
  out.size = std::max(length(box.size()), longest);
  if (!std::isfinite(out.size) || out.size <= 0)
    out.size = resolved.bodies.empty() ? 1.0 : 10 * std::max(1e-6, resolved.bodies.front().width.value);
  if (before > out.size / kSameSize && before < out.size * kSameSize) out.size = before;

  std::vector<double> widths;
  const double crowding = calcCrowding(out.parts.size());
  for (std::size_t i = 0; i < out.parts.size(); ++i) {
    PartLayout& part = out.parts[i];
    const double radius = resolved.bodies[i].radius.value;
    part.radius = std::isfinite(radius) && radius > 0 && resolved.bodies[i].outline.size() < 3 ? radius : 0;
    part.width = drawnWidth(resolved.bodies[i].width.value, spans[i], out.size, crowding);
    if (isTrueBar(resolved.bodies[i], i, neighbours)) part.width = resolved.bodies[i].width.value;
    part.freeEnd = freeEndOf(i, part, neighbours);
    if (spans[i] > 0) widths.push_back(part.width);
    if (spans[i] <= 0)
      neighbours.eachJoint(i, [&](const JointLayout& joint, Vec2) {
        part.slider = part.slider || (joint.prismatic && joint.b == static_cast<int>(i));
      });
  }
  out.unit = median(std::move(widths), 0.055 * crowding * out.size);
  layOutBlocks(resolved, out.unit, out.joints);
  out.contacts = layOutContacts(resolved, indexOf, box, out.size);
  for (std::size_t i = 0; i < out.joints.size(); ++i) out.layOutGuide(resolved, i);
  out.thickness = 0.45 * out.unit;
  // Long chains are pressed together so that a tilted view does not turn them into a tower.
  const double step = std::min(1.2 * out.thickness,
                               6 * out.unit / std::max<double>(1, static_cast<double>(out.parts.size())));
  double z = 0.3 * out.unit;
  for (PartLayout& part : out.parts) {
    part.z = z;
    z += step;
  }
  out.top = z - step + 1.2 * out.thickness;
  return out;
}

}  // namespace clank
