// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/sheet_joint.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/sheet_symbols.h"
#include "core/model/body_pose.h"
#include "core/model/slider_faces.h"

namespace clank {
namespace {

constexpr double kPin = 0.32, kSlotHalf = 0.42;  // units

Corner direct(double angle) {
  return {std::cos(angle), std::sin(angle)};
}
Corner move(Corner from, double by, Corner along) {
  return {from.x + by * along.x, from.y + by * along.y};
}
Corner turnLeft(Corner u) {
  return {-u.y, u.x};
}

// What lies below the bodies.
class GuideDrawer {
 public:
  GuideDrawer(const Mechanism& resolved, const Joint& joint, const BodyPoses& poses, GuideRange range,
              Sheet& sheet)
      : resolved_(resolved), joint_(joint), poses_(poses), range_(range), sheet_(sheet) {}

  void operator()(const Prismatic& kind) const {
    const double axis = poses_.findAngle(joint_.a) + kind.axis.value;
    const SliderFaces faces = findSliderFaces(resolved_, joint_, axis - poses_.findAngle(joint_.b))
                                  .value_or(makeSymbolFaces(kBlockHalf * sheet_.unit));
    const Corner along = direct(axis), left = turnLeft(along), from = placeA(joint_, poses_);
    const double low = range_.low - faces.behind - sheet_.unit,
                 high = range_.high + faces.ahead + sheet_.unit;
    const auto rail = [&](double side) {
      return std::pair(move(move(from, low, along), side, left), move(move(from, high, along), side, left));
    };
    const auto [upperFrom, upperTo] = rail(faces.left);
    const auto [lowerFrom, lowerTo] = rail(-faces.right);
    const bool isFixed = joint_.a == kFrame;
    const SheetLayer layer = isFixed ? SheetLayer::ground : SheetLayer::joints;
    sheet_.add(makeLine(layer, {upperFrom, upperTo}));
    sheet_.add(makeLine(layer, {lowerFrom, lowerTo}));
    if (isFixed) addHatch(sheet_, layer, lowerFrom, lowerTo);
  }
  void operator()(const Slot& kind) const {
    const Corner along = direct(poses_.findAngle(joint_.a) + kind.axis.value), from = placeA(joint_, poses_);
    sheet_.add(makeRounded(joint_.a == kFrame ? SheetLayer::ground : SheetLayer::joints,
                           move(from, range_.low, along), move(from, range_.high, along),
                           kSlotHalf * sheet_.unit, SheetFill::paper));
  }
  void operator()(const Rack& kind) const {
    const Corner along = direct(poses_.findAngle(joint_.a) + kind.axis.value), from = placeA(joint_, poses_);
    const double reach = std::abs(kind.radius.value) + sheet_.unit;
    const Corner begin = move(from, range_.low - reach, along), end = move(from, range_.high + reach, along);
    sheet_.add(makeLine(SheetLayer::joints, {begin, end}));
    if (joint_.a == kFrame)
      kind.radius.value > 0 ? addHatch(sheet_, SheetLayer::ground, begin, end)
                            : addHatch(sheet_, SheetLayer::ground, end, begin);
  }
  void operator()(const PointOnCurve& kind) const {
    CurveSurface line{kind.curve, joint_.atA, kind.axis};
    std::vector<Corner> points;
    for (const auto& [x, y] : listPoints(line)) points.push_back(poses_.place(joint_.a, {x, y}));
    sheet_.add(makeSmooth(SheetLayer::joints, points));
  }
  void operator()(const Revolute&) const { stand(); }
  void operator()(const Gear&) const {}
  void operator()(const Belt&) const {}
  void operator()(const Distance&) const { stand(); }
  void operator()(const Weld&) const { stand(); }
  void operator()(const Telescope&) const { stand(); }

 private:
  // One bearing where several links are pinned.
  void stand() const {
    if (joint_.a != kFrame && joint_.b != kFrame) return;
    const Corner at = joint_.a == kFrame ? placeA(joint_, poses_) : placeB(joint_, poses_);
    const auto isThere = [&](const SheetPath& path) {
      return path.layer == SheetLayer::ground && path.fill == SheetFill::paper && path.vertices.size() == 3 &&
             std::hypot(path.vertices[0].at.x - at.x, path.vertices[0].at.y - at.y) < 1e-9;
    };
    if (std::none_of(sheet_.paths.begin(), sheet_.paths.end(), isThere)) addGroundBearing(sheet_, at);
  }

  const Mechanism& resolved_;
  const Joint& joint_;
  const BodyPoses& poses_;
  GuideRange range_;
  Sheet& sheet_;
};

// What lies above the bodies.
class JointDrawer {
 public:
  JointDrawer(const Mechanism& resolved, const Joint& joint, const BodyPoses& poses, Sheet& sheet)
      : resolved_(resolved),
        joint_(joint),
        sheet_(sheet),
        a_(placeA(joint, poses)),
        b_(placeB(joint, poses)) {}

  void operator()(const Revolute&) const { pin(b_); }
  void operator()(const Slot&) const { pin(b_); }
  void operator()(const PointOnCurve&) const { pin(b_); }
  void operator()(const Prismatic&) const {}
  void operator()(const Weld&) const {
    const double half = 0.45 * sheet_.unit;
    for (const double side : {-1.0, 1.0})
      sheet_.add(makeLine(SheetLayer::joints,
                          {{b_.x - half, b_.y - side * half}, {b_.x + half, b_.y + side * half}}));
  }
  void operator()(const Distance&) const {
    sheet_.add(makeLine(SheetLayer::joints, {a_, b_}));
    for (const Corner end : {a_, b_}) pin(end);
  }
  void operator()(const Telescope&) const {
    addCylinder(sheet_, a_, b_, kBarrel * calcDrawnCoordinate(resolved_, joint_));
    for (const Corner end : {a_, b_}) pin(end);
  }
  void operator()(const Gear& gear) const {
    pitch(a_, gear.radiusA.value);
    pitch(b_, gear.radiusB.value);
  }
  void operator()(const Rack& rack) const { pitch(b_, std::abs(rack.radius.value)); }
  // The strands are the tangents of both pulleys: from the centre of a the normal of a strand makes the angle
  // acos((ra -+ rb)/d) with the line of centres, minus for an open belt.
  void operator()(const Belt& belt) const {
    const bool isCrossed = belt.path.value == BeltPath::crossed;
    const double ra = belt.radiusA.value, rb = belt.radiusB.value, way = isCrossed ? -1 : 1;
    const Corner line = b_ - a_;
    const double d = std::hypot(line.x, line.y), share = (ra - way * rb) / d;
    for (const auto& [at, radius] : {std::pair(a_, ra), std::pair(b_, rb)})
      sheet_.add(makeCircle(SheetLayer::joints, at, radius));
    if (!(std::abs(share) < 1)) return;
    const double angle = std::atan2(line.y, line.x), spread = std::acos(share);
    for (const double side : {-1.0, 1.0}) {
      const Corner normal = direct(angle + side * spread);
      sheet_.add(makeLine(SheetLayer::joints, {move(a_, ra, normal), move(b_, way * rb, normal)}));
    }
  }

 private:
  void pin(Corner at) const {
    sheet_.add(makeCircle(SheetLayer::joints, at, kPin * sheet_.unit, SheetFill::paper));
  }
  void pitch(Corner at, double radius) const {
    SheetPath circle = makeCircle(SheetLayer::joints, at, radius);
    circle.dashed = true;
    sheet_.add(std::move(circle));
  }

  const Mechanism& resolved_;
  const Joint& joint_;
  Sheet& sheet_;
  Corner a_, b_;
};

// From where b is now to where the limit stands, dashed, with a stroke there.
void drawTurnLimit(const Joint& joint, const BodyPoses& poses, double limit, Sheet& sheet) {
  const double a = poses.findAngle(joint.a), b = poses.findAngle(joint.b), radius = 2.2 * sheet.unit;
  const double sweep = std::clamp(a + limit - b, -2 * std::numbers::pi, 2 * std::numbers::pi);
  const Corner at = placeB(joint, poses), end = direct(a + limit);
  if (std::abs(sweep) > 1e-6) {
    SheetPath arc = makeArc(SheetLayer::limits, at, radius, b, sweep);
    arc.dashed = true;
    sheet.add(std::move(arc));
  }
  sheet.add(makeLine(SheetLayer::limits, {move(at, 0.8 * radius, end), move(at, 1.2 * radius, end)}));
}

void drawTravelLimit(const Joint& joint, const BodyPoses& poses, const Limit& limit, double axis,
                     Sheet& sheet) {
  const Corner along = direct(poses.findAngle(joint.a) + axis), left = turnLeft(along);
  const double reach = limit.direction.value == Direction::rising ? kBlockHalf : -kBlockHalf;
  const Corner at = move(placeA(joint, poses), limit.value.value + reach * sheet.unit, along);
  sheet.add(
      makeLine(SheetLayer::limits, {move(at, -1.1 * sheet.unit, left), move(at, 1.1 * sheet.unit, left)}));
}

}  // namespace

Corner placeA(const Joint& joint, const BodyPoses& poses) {
  return poses.place(joint.a, {joint.atA.x.value, joint.atA.y.value});
}
Corner placeB(const Joint& joint, const BodyPoses& poses) {
  return poses.place(joint.b, {joint.atB.x.value, joint.atB.y.value});
}

void drawGuide(const Mechanism& resolved, const Joint& joint, const BodyPoses& poses, GuideRange range,
               Sheet& sheet) {
  std::visit(GuideDrawer(resolved, joint, poses, range, sheet), joint.kind);
}

void drawJoint(const Mechanism& resolved, const Joint& joint, const BodyPoses& poses, std::size_t phase,
               Sheet& sheet) {
  std::visit(JointDrawer(resolved, joint, poses, sheet), joint.kind);
  if (!joint.metamorphic) return;
  const auto& phases = joint.metamorphic->phases;
  if (phase < phases.size() && phases[phase].locked) return addLock(sheet, placeB(joint, poses));
  for (const PhaseChange& change : joint.metamorphic->changes) {
    const auto* limit = std::get_if<Limit>(&change.guard);
    if (!limit || phase >= phases.size() || change.from != phases[phase].id) continue;
    const CoordinateKind kind = findCoordinateKind(joint.kind);
    const Quantity* axis = findAxis(joint.kind);
    if (kind == CoordinateKind::angle) drawTurnLimit(joint, poses, limit->value.value, sheet);
    if (kind == CoordinateKind::travel && axis && !findCurve(joint.kind))
      drawTravelLimit(joint, poses, *limit, axis->value, sheet);
  }
}

}  // namespace clank
