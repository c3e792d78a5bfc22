// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/draw_sheet.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/io/body_poses.h"
#include "core/io/sheet_body.h"
#include "core/io/sheet_force.h"
#include "core/io/sheet_joint.h"
#include "core/io/sheet_symbols.h"
#include "core/io/slot_span.h"

namespace clank {
namespace {

class SurfaceDrawer {
 public:
  SurfaceDrawer(const DrawnSurface& surface, const BodyPoses& poses, Sheet& sheet)
      : surface_(surface), poses_(poses), sheet_(sheet) {}

  void operator()(const LineSurface& line) const {
    draw({place(line.from), place(line.to)}, false, line.side.value);
  }
  void operator()(const PolylineSurface& line) const {
    draw(placeAll(listPoints(line)), line.closed.value != 0, line.side.value, line.smooth.value != 0);
  }
  void operator()(const ArcSurface& arc) const {
    double sweep = std::fmod(arc.to.value - arc.from.value, 2 * std::numbers::pi);
    if (sweep <= 0) sweep += 2 * std::numbers::pi;
    sheet_.add(makeArc(SheetLayer::surfaces, place(arc.center), arc.radius.value,
                       arc.from.value + poses_.findAngle(surface_.body), sweep));
  }
  void operator()(const CircleSurface& circle) const {
    sheet_.add(makeCircle(SheetLayer::surfaces, place(circle.center), circle.radius.value));
  }
  void operator()(const CurveSurface& curve) const {
    draw(placeAll(listPoints(curve)), false, LineSide::both, true);
  }

 private:
  Corner place(const Point& at) const { return poses_.place(surface_.body, {at.x.value, at.y.value}); }
  std::vector<Corner> placeAll(const std::vector<std::array<double, 2>>& points) const {
    std::vector<Corner> placed;
    for (const auto& [x, y] : points) placed.push_back(poses_.place(surface_.body, {x, y}));
    return placed;
  }
  // Of the frame it is hatched where the material is.
  void draw(const std::vector<Corner>& points, bool closed, LineSide free, bool smooth = false) const {
    if (surface_.body == kFrame && free != LineSide::both)
      for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
        const Corner from = points[i], to = points[(i + 1) % points.size()];
        free == LineSide::left ? addHatch(sheet_, SheetLayer::ground, from, to)
                               : addHatch(sheet_, SheetLayer::ground, to, from);
      }
    sheet_.add(smooth ? makeSmooth(SheetLayer::surfaces, points, closed)
                      : makeLine(SheetLayer::surfaces, points, closed));
  }

  const DrawnSurface& surface_;
  const BodyPoses& poses_;
  Sheet& sheet_;
};

// As far as b has been along the axis, but at least a little to both sides of where it is; a slot in a link
// as in every view.
GuideRange findRange(const Mechanism& resolved, const Joint& joint, const Trajectory& trajectory,
                     const BodyPoses& now, double unit) {
  const Quantity* axis = findAxis(joint.kind);
  if (!axis || findCurve(joint.kind)) return {};
  constexpr std::size_t kMostSamples = 400;
  constexpr double kLeast = 2.5;  // units
  BodyPoses poses = now;
  const auto travel = [&] {
    const Corner from = placeA(joint, poses), way = placeB(joint, poses) - from;
    const double angle = poses.findAngle(joint.a) + axis->value;
    return way.x * std::cos(angle) + way.y * std::sin(angle);
  };
  const double here = travel();
  GuideRange range{here, here};
  const std::size_t step = std::max<std::size_t>(1, trajectory.sampleCount() / kMostSamples);
  for (std::size_t i = 0; i < trajectory.sampleCount(); i += step) {
    poses.moveTo(i);
    range.low = std::min(range.low, travel());
    range.high = std::max(range.high, travel());
  }
  if (isInLink(joint)) return findSlotSpan(resolved, joint, range);
  return {std::min(range.low, here - kLeast * unit), std::max(range.high, here + kLeast * unit)};
}

void drawTrace(Sheet& sheet, const Trace& trace, const Trajectory& trajectory) {
  const auto x = trajectory.findChannel(trace.id + ".x"), y = trajectory.findChannel(trace.id + ".y");
  if (!x || !y || trajectory.sampleCount() < 2) return;
  constexpr std::size_t kMostPoints = 2000;
  std::vector<Corner> points;
  const std::size_t step = std::max<std::size_t>(1, trajectory.sampleCount() / kMostPoints);
  for (std::size_t i = 0; i < trajectory.sampleCount(); i += step)
    points.push_back({trajectory.row(i)[*x], trajectory.row(i)[*y]});
  sheet.add(makeLine(SheetLayer::traces, points));
}

std::size_t findPhase(const Joint& joint, const Trajectory& trajectory, std::size_t sample) {
  const auto channel = trajectory.findChannel(joint.id + ".phase");
  return channel && sample < trajectory.sampleCount()
             ? static_cast<std::size_t>(trajectory.row(sample)[*channel])
             : 0;
}

}  // namespace

Sheet drawSheet(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample) {
  const BodyPoses poses(resolved, trajectory, sample);
  Sheet sheet;
  sheet.unit = findSymbolUnit(resolved, poses);
  // A slot lies in its lever and not below it.
  const auto drawGuides = [&](bool inBodies) {
    for (const Joint& joint : resolved.joints)
      if (isInLink(joint) == inBodies)
        drawGuide(resolved, joint, poses, findRange(resolved, joint, trajectory, poses, sheet.unit), sheet);
  };
  for (const Trace& trace : resolved.traces) drawTrace(sheet, trace, trajectory);
  drawGuides(false);
  for (const DrawnSurface& surface : resolved.surfaces)
    if (surface.active.value != 0) std::visit(SurfaceDrawer(surface, poses, sheet), surface.kind);
  for (const Body& body : resolved.bodies) drawBody(resolved, body, poses, sheet);
  drawGuides(true);
  for (const ForceElement& force : resolved.forces) drawForce(resolved, force, poses, sheet);
  for (const Joint& joint : resolved.joints) {
    drawJoint(resolved, joint, poses, findPhase(joint, trajectory, sample), sheet);
    constexpr std::size_t kLongest = 24;  // letters; of a sentence the id
    const bool isShort = !joint.name.empty() && joint.name.size() <= kLongest;
    sheet.names.push_back({placeB(joint, poses), isShort ? joint.name : joint.id});
  }
  for (const Drive& drive : resolved.drives) drawDrive(resolved, drive, poses, sheet);
  for (const Body& body : resolved.bodies) measureBody(resolved, body, poses, sheet);
  return sheet;
}

}  // namespace clank
