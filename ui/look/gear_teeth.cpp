// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/gear_teeth.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "core/model/body_pose.h"

namespace clank {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr int kMostTeeth = 2000;

// A wheel: a body and its centre there, to a nanometre.
using Wheel = std::tuple<std::string, long long, long long, int>;
Wheel makeWheel(const std::string& body, const Point& at, int teeth) {
  return {body, std::llround(at.x.value * 1e9), std::llround(at.y.value * 1e9), teeth};
}

// Teeth mesh where those of one stand in the gaps of the other. Count the place of the teeth in pitches along
// the pitch circle: at the pitch point, in the direction phi from the centre, a wheel with count z and phase
// p in a body at the angle w has u = (phi - w - p) z/2pi, whole in the middle of a tooth. External wheels run
// against each other along their common tangent, a tooth of one half a pitch beside that of the other:
// u_b = 1/2 - u_a. A ring and its pinion run alike: u_b = u_a + 1/2.
class TeethLayer {
 public:
  explicit TeethLayer(const Mechanism& mechanism) : mechanism_(mechanism) {}

  PairTeeth lay(const Joint& joint) {
    const auto* gear = std::get_if<Gear>(&joint.kind);
    if (!gear || !(gear->module.value > 0)) return {};
    const int za = count(*gear, gear->radiusA), zb = count(*gear, gear->radiusB);
    if (za == 0 || zb == 0) return {};
    const BodyPose poseA = findDrawnPose(mechanism_, joint.a), poseB = findDrawnPose(mechanism_, joint.b);
    const auto a = calcPlace(poseA, joint.atA), b = calcPlace(poseB, joint.atB);
    const double line = std::atan2(b[1] - a[1], b[0] - a[0]);  // from a to b
    const bool internal = gear->mesh.value == Mesh::internal;
    const bool ringA = internal && za >= zb, ringB = internal && !ringA;
    // Seen from each centre: a ring meets its pinion beyond it.
    const double fromA = line + (ringB ? kTurn / 2 : 0), fromB = line + (ringA ? 0 : kTurn / 2);
    PairTeeth pair{{za, 0, ringA}, {zb, 0, ringB}};
    const auto knownA = known_.find(makeWheel(joint.a, joint.atA, za));
    const auto knownB = known_.find(makeWheel(joint.b, joint.atB, zb));
    const auto mate = [&](double u) { return internal ? u + 0.5 : 0.5 - u; };
    if (knownA == known_.end() && knownB != known_.end()) {
      pair.b.phase = knownB->second;
      pair.a.phase = phaseOf(mate(placeOf(pair.b, fromB - poseB.angle)), za, fromA - poseA.angle);
    } else {
      pair.a.phase = knownA != known_.end() ? knownA->second : 0;
      pair.b.phase = phaseOf(mate(placeOf(pair.a, fromA - poseA.angle)), zb, fromB - poseB.angle);
    }
    if (!known_.emplace(makeWheel(joint.a, joint.atA, za), pair.a.phase).second) pair.a.count = 0;
    if (!known_.emplace(makeWheel(joint.b, joint.atB, zb), pair.b.phase).second) pair.b.count = 0;
    return pair;
  }

 private:
  static int count(const Gear& gear, const Quantity& radius) {
    const double teeth = std::round(countTeeth(gear, radius));
    return teeth >= 1 && teeth <= kMostTeeth ? static_cast<int>(teeth) : 0;
  }
  static double placeOf(const WheelTeeth& wheel, double direction) {
    return (direction - wheel.phase) * wheel.count / kTurn;
  }
  // Less than a pitch.
  static double phaseOf(double place, int teeth, double direction) {
    const double pitch = kTurn / teeth;
    return std::remainder(direction - place * pitch, pitch);
  }

  const Mechanism& mechanism_;
  std::map<Wheel, double> known_;
};

}  // namespace

std::vector<PairTeeth> layTeeth(const Mechanism& resolved) {
  TeethLayer layer(resolved);
  std::vector<PairTeeth> teeth;
  for (const Joint& joint : resolved.joints) teeth.push_back(layer.lay(joint));
  return teeth;
}

std::vector<std::array<double, 2>> makeToothOutline(double radius, const WheelTeeth& teeth) {
  const double module = 2 * radius / teeth.count, slope = std::tan(std::numbers::pi / 9);
  const double side = teeth.ring ? -1 : 1;
  const double tip = radius + side * module, root = std::max(radius - side * 1.25 * module, 0.1 * radius);
  const double half = kTurn / teeth.count / 4;  // of a tooth on the pitch circle
  const double atTip = std::max(half - slope * module / radius, 0.1 * half),
               atRoot = std::min(half + 1.25 * slope * module / radius, 1.95 * half);
  std::vector<std::array<double, 2>> corners;
  for (int i = 0; i < teeth.count; ++i) {
    const double middle = teeth.phase + kTurn * i / teeth.count;
    for (const auto& [r, off] : {std::pair{root, -atRoot}, {tip, -atTip}, {tip, atTip}, {root, atRoot}})
      corners.push_back({r * std::cos(middle + off), r * std::sin(middle + off)});
  }
  return corners;
}

double findRingRim(double radius, int teeth) {
  return radius * (1 + 2 * 2.5 / teeth);
}

}  // namespace clank
