// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/expression.h"
#include "core/model/checks.h"
#include "core/model/law_names.h"

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
    checkEnds(mechanism_, part_, torque.a, torque.b, pointer_, problems_);
    checkLaw(torque.moment, "moment");
  }
  void check(const TorsionSpring& spring) {
    checkEnds(mechanism_, part_, spring.a, spring.b, pointer_, problems_);
    checkAngle(spring.restAngle, part_, pointer_ + "/rest_angle", problems_);
    checkSigns(spring.stiffness, spring.damping);
  }
  void check(const Spring& spring) {
    checkEnds(mechanism_, part_, spring.a, spring.b, pointer_, problems_);
    checkSigns(spring.stiffness, spring.damping);
    if (isBelow(spring.freeLength, 0))
      problems_.error(pointer_ + "/free_length",
                      fmt::format("{}: the free length is {} m, but a length is not negative", part_,
                                  spring.freeLength.value));
  }
  void check(const Load& load) {
    checkBody(mechanism_, part_, load.b, pointer_ + "/b", problems_);
    checkLaw(load.fx, "fx");
    checkLaw(load.fy, "fy");
  }

  void checkLaw(const Law& law, const char* key) {
    const Result<Expression> expression = Expression::compile(law.text, lawNames_);
    if (expression) return;
    for (const Problem& problem : expression.error())
      problems_.error(pointer_ + "/" + key,
                      fmt::format("{}, {}: {} ({})", part_, key, problem.what, problem.where));
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
  const std::vector<std::string> lawNames = calcLawNames(mechanism);
  ForceCheck check(mechanism, lawNames, problems);
  for (std::size_t i = 0; i < mechanism.forces.size(); ++i)
    check.run(mechanism.forces[i], fmt::format("/forces/{}", i));
}

}  // namespace clank
