// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>

#include "core/math/expression.h"
#include "core/model/body_pose.h"
#include "core/model/checks.h"
#include "core/model/law_names.h"
#include "core/model/named_point.h"

namespace clank {

namespace {

class ForceCheck {
 public:
  ForceCheck(const Mechanism& mechanism, const std::vector<std::string>& lawNames, ProblemList& problems)
      : mechanism_(mechanism), lawNames_(lawNames), problems_(problems) {}

  void run(const ForceElement& force, const std::string& pointer) {
    part_ = "force element " + force.id;
    pointer_ = pointer;
    std::visit([this](const auto& kind) { check(kind); }, force.kind);
    const double active = force.active.value;
    if (std::isfinite(active) && active != 0 && active != 1)
      problems_.warn(pointer + "/active",
                     fmt::format("{}: active is {}; anything but 0 counts as 1", part_, active));
  }

 private:
  void check(const Torque& torque) {
    checkEnds(part_, torque.a, torque.b, pointer_, problems_);
    checkLaw(torque.moment, "moment");
  }
  void check(const TorsionSpring& spring) {
    checkEnds(part_, spring.a, spring.b, pointer_, problems_);
    checkAngle(spring.restAngle, part_, pointer_ + "/rest_angle", problems_);
    checkSigns(spring.stiffness, spring.damping);
  }
  void check(const Spring& spring) {
    checkEnds(part_, spring.a, spring.b, pointer_, problems_);
    checkSigns(spring.stiffness, spring.damping);
    if (isBelow(spring.freeLength, 0))
      problems_.error(pointer_ + "/free_length",
                      fmt::format("{}: the free length is {:.6g} m, but a length cannot be negative", part_,
                                  spring.freeLength.value));
  }
  void check(const Load& load) {
    checkBody(part_, load.b, pointer_ + "/b", problems_);
    checkLaw(load.fx, "fx");
    checkLaw(load.fy, "fy");
  }
  void check(const Hand& hand) {
    checkBody(part_, hand.b, pointer_ + "/b", problems_);
    checkSigns(hand.stiffness, hand.damping);
    if (hand.times.size() < 2)
      problems_.error(
          pointer_ + "/times",
          fmt::format("{}: it needs two times at least, where the pull begins and where it ends", part_));
    if (hand.times.size() != hand.path.size())
      problems_.error(pointer_ + "/path",
                      fmt::format("{}: {} times but {} places", part_, hand.times.size(), hand.path.size()));
    for (std::size_t i = 1; i < hand.times.size(); ++i)
      if (!(hand.times[i].value > hand.times[i - 1].value))
        return problems_.error(fmt::format("{}/times/{}", pointer_, i),
                               fmt::format("{}: times must rise", part_));
  }
  // Both ends may be on one body when the rope runs through a ring on another.
  void check(const Rope& rope) {
    const bool aside = std::any_of(rope.rings.begin(), rope.rings.end(),
                                   [&](const RopeRing& ring) { return ring.body != rope.a; });
    if (rope.a == rope.b && aside) {
      if (rope.a != kFrame) checkBody(part_, rope.a, pointer_ + "/a", problems_);
    } else {
      checkEnds(part_, rope.a, rope.b, pointer_, problems_);
    }
    for (std::size_t i = 0; i < rope.rings.size(); ++i)
      if (rope.rings[i].body != kFrame)
        checkBody(part_, rope.rings[i].body, fmt::format("{}/rings/{}/body", pointer_, i), problems_);
    if (rope.length && isNotPositive(*rope.length))
      problems_.error(pointer_ + "/length", fmt::format("{}: the length is {:.6g} m, but it must be positive",
                                                        part_, rope.length->value));
    if (isBelow(rope.restitution, 0) || isAbove(rope.restitution, 1))
      problems_.error(pointer_ + "/restitution",
                      fmt::format("{}: the restitution is {}, but it must be from 0 to 1", part_,
                                  rope.restitution.value));
    if (!rope.length && calcDrawnLength(rope) == 0)
      problems_.error(pointer_ + "/length",
                      fmt::format("{}: its ends are drawn at the same place; give it a length", part_));
  }

  double calcDrawnLength(const Rope& rope) const {
    double length = 0;
    auto from = calcPlace(findDrawnPose(mechanism_, rope.a), rope.atA);
    const auto goTo = [&](const std::string& body, const Point& point) {
      const auto to = calcPlace(findDrawnPose(mechanism_, body), point);
      length += std::hypot(to[0] - from[0], to[1] - from[1]);
      from = to;
    };
    for (const RopeRing& ring : rope.rings) goTo(ring.body, ring.at);
    goTo(rope.b, rope.atB);
    return length;
  }

  void checkLaw(const Law& law, const char* key) {
    if (problems_.numbersAlone()) return;
    const Result<Expression> expression = Expression::compile(law.text, lawNames_);
    if (expression) return;
    for (const Problem& problem : expression.error())
      problems_.error(pointer_ + "/" + key,
                      fmt::format("{}, {}: {} ({}){}", part_, key, problem.what, problem.where,
                                  explainPointInLaw(mechanism_, law.text)));
  }

  void checkSigns(const Quantity& stiffness, const Quantity& damping) {
    if (isBelow(stiffness, 0))
      problems_.warn(pointer_ + "/stiffness",
                     fmt::format("{}: a negative stiffness drives away from rest", part_));
    if (isBelow(damping, 0))
      problems_.warn(pointer_ + "/damping", fmt::format("{}: a negative damping puts energy in", part_));
  }

  const Mechanism& mechanism_;
  const std::vector<std::string>& lawNames_;
  ProblemList& problems_;
  std::string part_, pointer_;  // of the force element in hand
};

}  // namespace

void checkForces(const Mechanism& mechanism, ProblemList& problems) {
  std::vector<std::string> lawNames;
  if (!problems.numbersAlone()) lawNames = calcLawNames(mechanism);
  ForceCheck check(mechanism, lawNames, problems);
  for (std::size_t i = 0; i < mechanism.forces.size(); ++i)
    check.run(mechanism.forces[i], fmt::format("/forces/{}", i));
}

}  // namespace clank
