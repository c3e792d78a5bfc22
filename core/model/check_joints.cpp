// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/model/body_pose.h"
#include "core/model/checks.h"
#include "core/model/quantity_text.h"

namespace clank {

namespace {

class JointCheck {
 public:
  JointCheck(const Mechanism& mechanism, std::size_t index, ProblemList& problems)
      : mechanism_(mechanism),
        joint_(mechanism.joints[index]),
        own_(fmt::format("/joints/{}", index)),
        pointer_(own_),
        problems_(problems) {}

  void run() {
    checkEnds("joint " + joint_.id, joint_.a, joint_.b, pointer_, problems_);
    std::visit([this](const auto& kind) { checkKind(kind); }, joint_.kind);
    if (!joint_.metamorphic) return;
    inPhase_ = true;
    for (std::size_t i = 0; i < joint_.metamorphic->phases.size(); ++i) {
      pointer_ = fmt::format("{}/metamorphic/phases/{}", own_, i);
      std::visit([this](const auto& kind) { checkKind(kind); }, joint_.metamorphic->phases[i].kind);
    }
  }

 private:
  void error(const std::string& where, const std::string& what) {
    problems_.error(pointer_ + where, fmt::format("joint {}: {}", joint_.id, what));
  }
  void warn(const std::string& where, const std::string& what) {
    problems_.warn(pointer_ + where, fmt::format("joint {}: {}", joint_.id, what));
  }

  void checkTurn(const Quantity& angle, const char* key) {
    checkAngle(angle, "joint " + joint_.id, pointer_ + "/" + key, problems_);
  }

  void checkKind(const AsDrawn&) {}
  void checkKind(const Released&) {}
  void checkKind(const Merged&) {}
  void checkKind(const Revolute&) {}
  void checkKind(const Prismatic& prismatic) {
    checkTurn(prismatic.axis, "axis");
    if (prismatic.angle) checkTurn(*prismatic.angle, "angle");
  }
  void checkKind(const Weld& weld) {
    if (weld.angle) checkTurn(*weld.angle, "angle");
  }
  void checkKind(const Slot& slot) { checkTurn(slot.axis, "axis"); }

  void checkKind(const Distance& distance) {
    if (distance.length && isNotPositive(*distance.length))
      error("/length", "the length must be positive; for no distance use a revolute joint");
    const double drawn = std::hypot(calcOffset().first, calcOffset().second);
    if (drawn == 0 && !inPhase_)
      error("/at_b", distance.length
                         ? "the ends are drawn at the same place, so the rod has no direction"
                         : "the ends are drawn at the same place, so the rod has no length; for no "
                           "distance use a revolute joint");
  }

  void checkKind(const Telescope&) {
    if (!inPhase_ && std::hypot(calcOffset().first, calcOffset().second) == 0)
      error("/at_b",
            "the ends are drawn at the same place, so the cylinder has no direction; draw them apart");
  }

  // The teeth touch where the circles do; a distance of centres that is far off is most likely a mistake.
  void checkKind(const Gear& gear) {
    checkRadius(gear.radiusA, "radius_a");
    checkRadius(gear.radiusB, "radius_b");
    checkTeeth(gear, gear.radiusA, "radius_a");
    checkTeeth(gear, gear.radiusB, "radius_b");
    if (isBelow(gear.module, 0)) error("/module", "the module must be positive, or 0 for no teeth");
    checkLosses(gear);
    checkBacklash(gear);
    if (!checkCarrier(gear.carrier, "gears")) return;
    if (inPhase_) return;
    const double a = gear.radiusA.value, b = gear.radiusB.value;
    const bool external = gear.mesh.value == Mesh::external;
    const double wanted = external ? a + b : std::abs(a - b);
    const double drawn = std::hypot(calcOffset().first, calcOffset().second);
    if (drawn == 0) return error("/at_b", "the gears are drawn with the same centre: they cannot mesh");
    if (std::isfinite(wanted) && std::abs(drawn - wanted) > 1e-3 * (a + b))
      warn("",
           fmt::format("the centres are drawn {:.4g} m apart, but the radii need {:.4g} m", drawn, wanted));
  }

  // The line of the centres turns with a third body: on one of the two the other could not turn.
  bool checkCarrier(const std::string& carrier, const char* wheels) {
    if (!hasBody(carrier)) {
      error("/carrier", fmt::format("there is no body '{}'", carrier));
      return false;
    }
    if (carrier == kFrame || (carrier != joint_.a && carrier != joint_.b)) return true;
    error("/carrier",
          fmt::format(
              "the carrier '{}' is one of the two {}, and the other could not turn on it; the carrier is "
              "the body on which both turn: an arm, or the frame",
              carrier, wheels));
    return false;
  }

  // A gear has whole teeth; rounding of a radius that was typed with a few digits is none of its business.
  void checkTeeth(const Gear& gear, const Quantity& radius, const char* key) {
    if (!isAbove(gear.module, 0) || !(radius.value > 0)) return;
    const double teeth = countTeeth(gear, radius), whole = std::max(1.0, std::round(teeth));
    if (std::abs(teeth - whole) <= 1e-6 * whole) return;
    error(
        std::string("/") + key,
        fmt::format("with the module {:.4g} m the gear would have {:.5g} teeth; for {:.0f} teeth the radius "
                    "is {:.6g} m",
                    gear.module.value, teeth, whole, whole * gear.module.value / 2));
  }

  void checkKind(const Belt& belt) {
    checkRadius(belt.radiusA, "radius_a");
    checkRadius(belt.radiusB, "radius_b");
    if (!checkCarrier(belt.carrier, "pulleys")) return;
    if (isBelow(belt.preload, 0)) error("/preload", "a belt cannot push: the preload must not be negative");
    if (isAbove(belt.preload, 0) && joint_.metamorphic)
      warn("/preload", "the preload of a belt that has phases pulls in none of them");
    if (inPhase_) return;
    const double a = belt.radiusA.value, b = belt.radiusB.value;
    const double least = belt.path.value == BeltPath::open ? std::abs(a - b) : a + b;
    const double drawn = std::hypot(calcOffset().first, calcOffset().second);
    if (std::isfinite(least) && drawn <= least)
      error("/at_b", fmt::format("the centres are drawn {:.4g} m apart, but {} belt needs more than {:.4g} m",
                                 drawn, belt.path.value == BeltPath::open ? "an open" : "a crossed", least));
  }

  void checkKind(const Rack& rack) {
    checkTurn(rack.axis, "axis");
    if (rack.radius.value == 0) error("/radius", "the radius is zero");
    checkLosses(rack);
    checkBacklash(rack);
  }

  // Of gears or of a rack.
  template <class Teeth>
  void checkLosses(const Teeth& teeth) {
    const Quantity& forward = teeth.efficiency;
    if (isNotPositive(forward) || isAbove(forward, 1))
      error("/efficiency",
            fmt::format("the efficiency is {}, but it must be above 0 and at most 1", forward.value));
    if (inPhase_ && (forward.value != 1 || teeth.reverseEfficiency))
      error("/efficiency", "teeth of a phase lose nothing; give it to the joint, and the phase as drawn");
    if (!teeth.reverseEfficiency) return;
    const double reverse = teeth.reverseEfficiency->value;
    if (isAbove(*teeth.reverseEfficiency, 1))
      error("/reverse_efficiency",
            fmt::format("the efficiency where b drives is {}, but it must be at most 1", reverse));
    else if ((forward.value == 1) != (reverse == 1))
      error(
          "/reverse_efficiency",
          fmt::format("teeth that lose nothing where {} drives lose nothing where {} drives: the efficiency "
                      "is {}, the reverse one {}",
                      reverse == 1 ? "b" : "a", reverse == 1 ? "a" : "b", forward.value, reverse));
  }

  template <class Teeth>
  void checkBacklash(const Teeth& teeth) {
    if (isBelow(teeth.restitution, 0) || isAbove(teeth.restitution, 1))
      error("/restitution",
            fmt::format("the restitution is {}, but it must be from 0 to 1", teeth.restitution.value));
    if (teeth.backlash.value == 0) {
      if (teeth.restitution.value != 0)
        warn("/restitution", "restitution has no effect: without backlash teeth do not part");
      return;
    }
    if (isBelow(teeth.backlash, 0))
      return error("/backlash",
                   fmt::format("the backlash is {} m, but it must not be negative", teeth.backlash.value));
    if (inPhase_ || joint_.metamorphic)
      error("/backlash", "a joint with phases has no backlash; give it to another pair of gears");
    if (teeth.efficiency.value != 1)
      error("/backlash",
            "teeth have backlash or an efficiency, not both: leave the one that matters less away, or give "
            "the losses to the joints of the shafts as friction");
  }

  void checkKind(const PointOnCurve& on) {
    checkTurn(on.axis, "axis");
    checkCurve(on.curve, "joint " + joint_.id, pointer_ + "/curve", problems_);
  }

  void checkRadius(const Quantity& radius, const char* key) {
    if (isNotPositive(radius)) error(std::string("/") + key, "the radius must be positive");
  }

  bool hasBody(const std::string& id) const { return id == kFrame || problems_.bodies().contains(id); }

  // From at_a to at_b in the world, as drawn; not zero when an end is unknown, which is reported apart.
  std::pair<double, double> calcOffset() const {
    if (!hasBody(joint_.a) || !hasBody(joint_.b)) return {1, 0};
    const auto a = calcPlace(findDrawnPose(mechanism_, joint_.a), joint_.atA);
    const auto b = calcPlace(findDrawnPose(mechanism_, joint_.b), joint_.atB);
    return {b[0] - a[0], b[1] - a[1]};
  }

  const Mechanism& mechanism_;
  const Joint& joint_;
  const std::string own_;  // pointer of the joint
  std::string pointer_;    // of what is looked at: the joint or one of its phases
  bool inPhase_ = false;   // where the drawing says nothing about the place
  ProblemList& problems_;
};

}  // namespace

void checkJoints(const Mechanism& mechanism, ProblemList& problems) {
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) JointCheck(mechanism, i, problems).run();
}

void checkBranches(const Mechanism& mechanism, ProblemList& problems) {
  std::vector<std::string> ids;
  for (const Joint& joint : mechanism.joints) ids.push_back(joint.id);
  for (std::size_t i = 0; i < mechanism.branches.size(); ++i) {
    const Branch& branch = mechanism.branches[i];
    const std::string pointer = fmt::format("/branches/{}", i);
    const auto check = [&](const std::string& joint, const char* key) {
      if (std::find(ids.begin(), ids.end(), joint) == ids.end())
        problems.error(pointer + "/" + key,
                       fmt::format("branch: there is no joint '{}'{}", joint, suggestName(joint, ids)));
    };
    check(branch.first, "first");
    check(branch.elbow, "elbow");
    check(branch.last, "last");
    if (branch.first == branch.elbow || branch.elbow == branch.last || branch.first == branch.last)
      problems.error(pointer, "branch: first, elbow and last must be three joints");
  }
}

}  // namespace clank
