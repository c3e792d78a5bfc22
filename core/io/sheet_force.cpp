// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/sheet_force.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/number_text.h"
#include "core/io/sheet_joint.h"
#include "core/io/sheet_symbols.h"

namespace clank {
namespace {

// A number's sign; forward for what is a law.
double signOf(const std::string& text) {
  const auto number = readNumber(text);
  return number && *number < 0 ? -1 : 1;
}

class ForceDrawer {
 public:
  ForceDrawer(const Mechanism& resolved, const BodyPoses& poses, Sheet& sheet)
      : resolved_(resolved), poses_(poses), sheet_(sheet) {}

  void operator()(const Torque& torque) const {
    const double way = signOf(torque.moment.text), half = 0.5 * std::numbers::pi;
    addTurnArrow(sheet_, SheetLayer::forces, findMomentPlace(torque.a, torque.b), 2 * sheet_.unit,
                 half - 0.85 * way * half, 1.7 * way * half);
  }
  void operator()(const TorsionSpring& spring) const {
    addSpiral(sheet_, findMomentPlace(spring.a, spring.b));
  }
  // Both side by side, where it is both.
  void operator()(const Spring& spring) const {
    const Corner from = place(spring.a, spring.atA), to = place(spring.b, spring.atB);
    const bool isDamper = spring.damping.value != 0;
    const bool isSpring = spring.stiffness.value != 0 || spring.preload.value != 0 || !isDamper;
    const Corner line = to - from;
    const double length = std::hypot(line.x, line.y);
    const double aside = isSpring && isDamper && length > 0 ? 0.7 * sheet_.unit / length : 0;
    const auto shift = [&](Corner at, double side) {
      return Corner{at.x - side * aside * line.y, at.y + side * aside * line.x};
    };
    if (isSpring) addSpring(sheet_, shift(from, 1), shift(to, 1));
    if (isDamper) addDamper(sheet_, shift(from, -1), shift(to, -1));
    for (const auto& [body, at] : {std::pair(&spring.a, from), std::pair(&spring.b, to)}) {
      if (aside > 0) sheet_.add(makeLine(SheetLayer::forces, {shift(at, 1), shift(at, -1)}));
      if (*body == kFrame) addGroundBearing(sheet_, at);
    }
  }
  // To its point, as long as five units, from where it comes.
  void operator()(const Load& load) const {
    Corner way = findLoadDirection(load);
    if (load.axes.value == LoadAxes::body) {
      const double angle = poses_.findAngle(load.b), c = std::cos(angle), s = std::sin(angle);
      way = {c * way.x - s * way.y, s * way.x + c * way.y};
    }
    const Corner at = place(load.b, load.atB);
    const double near = 0.35 * sheet_.unit, far = 5 * sheet_.unit;  // its head is beside the pin
    addArrow(sheet_, SheetLayer::forces, {at.x - far * way.x, at.y - far * way.y},
             {at.x - near * way.x, at.y - near * way.y});
  }
  void operator()(const Rope& rope) const {
    std::vector<Corner> points{place(rope.a, rope.atA)};
    for (const RopeRing& ring : rope.rings) points.push_back(place(ring.body, ring.at));
    points.push_back(place(rope.b, rope.atB));
    for (std::size_t i = 1; i + 1 < points.size(); ++i)
      sheet_.add(makeCircle(SheetLayer::forces, points[i], 0.3 * sheet_.unit));
    drawRopeBearings(rope, poses_, sheet_);
    sheet_.add(makeLine(SheetLayer::forces, points));
  }
  void operator()(const Hand& hand) const {
    std::vector<Corner> points;
    for (const Point& at : hand.path) points.push_back({at.x.value, at.y.value});
    SheetPath way = makeLine(SheetLayer::forces, points);
    way.dashed = true;
    sheet_.add(std::move(way));
  }

 private:
  Corner place(const std::string& body, const Point& at) const {
    return poses_.place(body, {at.x.value, at.y.value});
  }
  // At a joint of both bodies, else in the middle of b.
  Corner findMomentPlace(const std::string& a, const std::string& b) const {
    for (const Joint& joint : resolved_.joints)
      if ((joint.a == a && joint.b == b) || (joint.a == b && joint.b == a)) return placeB(joint, poses_);
    for (const Body& body : resolved_.bodies) {
      if (body.id != b) continue;
      const std::vector<Corner> line = makeBodyLine(resolved_, body);
      Corner middle{0, 0};
      for (const Corner& corner : line)
        middle = {middle.x + corner.x / static_cast<double>(line.size()),
                  middle.y + corner.y / static_cast<double>(line.size())};
      return poses_.place(b, middle);
    }
    return {};
  }

  const Mechanism& resolved_;
  const BodyPoses& poses_;
  Sheet& sheet_;
};

}  // namespace

// A law alone gives a line and no sense along it.
Corner findLoadDirection(const Load& load) {
  const auto x = readNumber(load.fx.text), y = readNumber(load.fy.text);
  const double size = std::hypot(x.value_or(0), y.value_or(0));
  if (x && y) return size > 0 ? Corner{*x / size, *y / size} : Corner{0, -1};
  if (x && *x == 0) return {0, -1};
  if (y && *y == 0) return {1, 0};
  return {0, -1};
}

void drawRopeBearings(const Rope& rope, const BodyPoses& poses, Sheet& sheet) {
  for (const auto& [body, at] : {std::pair(&rope.a, &rope.atA), std::pair(&rope.b, &rope.atB)})
    if (*body == kFrame) addGroundBearing(sheet, poses.place(*body, {at->x.value, at->y.value}));
}

void drawForce(const Mechanism& resolved, const ForceElement& force, const BodyPoses& poses, Sheet& sheet) {
  if (force.active.value != 0) std::visit(ForceDrawer(resolved, poses, sheet), force.kind);
}

void drawDrive(const Mechanism& resolved, const Drive& drive, const BodyPoses& poses, Sheet& sheet) {
  const auto joint = std::ranges::find(resolved.joints, drive.joint, &Joint::id);
  if (drive.active.value == 0 || joint == resolved.joints.end()) return;
  const auto* constant = std::get_if<ConstantSpeed>(&drive.kind);
  const double way = constant && constant->speed.value < 0 ? -1 : 1;
  const Corner at = placeB(*joint, poses);
  const Quantity* axis = findAxis(joint->kind);
  if (findCoordinateKind(joint->kind) == CoordinateKind::angle)
    return addTurnArrow(sheet, SheetLayer::drives, at, 1.6 * sheet.unit,
                        (way > 0 ? 0.1 : 0.9) * std::numbers::pi, way * 0.8 * std::numbers::pi);
  Corner along{1, 0}, from = at;
  if (axis) {
    const double angle = poses.findAngle(joint->a) + axis->value;
    along = {std::cos(angle), std::sin(angle)};
  } else {  // a cylinder
    const Corner line = at - placeA(*joint, poses);
    const double length = std::hypot(line.x, line.y);
    if (length > 0) along = {line.x / length, line.y / length};
  }
  const double aside = 1.6 * sheet.unit, half = 1.2 * sheet.unit;
  from = {at.x - aside * along.y - way * half * along.x, at.y + aside * along.x - way * half * along.y};
  addArrow(sheet, SheetLayer::drives, from,
           {from.x + 2 * way * half * along.x, from.y + 2 * way * half * along.y});
}

}  // namespace clank
