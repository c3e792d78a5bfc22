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
    const std::string part = "force element " + force.id;
    std::visit([&](const auto& kind) { checkEnds(mechanism_, part, kind.a, kind.b, pointer, problems_); },
               force.kind);
    if (const auto* torque = std::get_if<Torque>(&force.kind))
      checkLaw(torque->moment, part, pointer + "/moment");
    if (const auto* spring = std::get_if<TorsionSpring>(&force.kind)) checkSpring(*spring, part, pointer);
    const double active = force.active.value;
    if (std::isfinite(active) && active != 0 && active != 1)
      problems_.warn(pointer + "/active",
                     fmt::format("{}: active is {}; anything but 0 counts as 1", part, active));
  }

 private:
  void checkLaw(const Law& law, const std::string& part, const std::string& where) {
    const Result<Expression> expression = Expression::compile(law.text, lawNames_);
    if (expression) return;
    for (const Problem& problem : expression.error())
      problems_.error(where, fmt::format("{}, moment: {} ({})", part, problem.what, problem.where));
  }

  void checkSpring(const TorsionSpring& spring, const std::string& part, const std::string& pointer) {
    checkAngle(spring.restAngle, part, pointer + "/rest_angle", problems_);
    if (isBelow(spring.stiffness, 0))
      problems_.warn(pointer + "/stiffness",
                     fmt::format("{}: a negative stiffness drives away from rest", part));
    if (isBelow(spring.damping, 0))
      problems_.warn(pointer + "/damping", fmt::format("{}: a negative damping puts energy in", part));
  }

  const Mechanism& mechanism_;
  const std::vector<std::string>& lawNames_;
  ProblemList& problems_;
};

}  // namespace

void checkForces(const Mechanism& mechanism, ProblemList& problems) {
  const std::vector<std::string> lawNames = calcLawNames(mechanism);
  ForceCheck check(mechanism, lawNames, problems);
  for (std::size_t i = 0; i < mechanism.forces.size(); ++i)
    check.run(mechanism.forces[i], fmt::format("/forces/{}", i));
}

}  // namespace clank
