// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/checks.h"
#include "core/model/words.h"

namespace clank {

namespace {

class FrictionCheck {
 public:
  FrictionCheck(const Joint& joint, std::size_t index, ProblemList& problems)
      : joint_(joint),
        friction_(*joint.friction),
        pointer_(fmt::format("/joints/{}/friction", index)),
        problems_(problems) {}

  void run() {
    if (findCoordinateKind(joint_.kind) == CoordinateKind::none)
      return error("", fmt::format("a {} has no coordinate along which it could rub; give friction to the "
                                   "joints that hold its parts",
                                   Words<JointKind>::names[joint_.kind.index()]));
    for (const auto& [quantity, key] : {std::pair(&friction_.constant, "constant"),
                                        {&friction_.coefficient, "coefficient"},
                                        {&friction_.radius, "radius"},
                                        {&friction_.guideLength, "guide_length"},
                                        {&friction_.viscous, "viscous"}})
      if (isBelow(*quantity, 0))
        error(std::string("/") + key,
              fmt::format("{} is {}, but it cannot be negative", key, quantity->value));
    checkStatic(friction_.constant, friction_.staticConstant, "constant");
    checkStatic(friction_.coefficient, friction_.staticCoefficient, "coefficient");
    checkLengths();
  }

 private:
  void error(const std::string& where, const std::string& what) {
    problems_.error(pointer_ + where, fmt::format("joint {}: friction: {}", joint_.id, what));
  }
  void warn(const std::string& where, const std::string& what) {
    problems_.warn(pointer_ + where, fmt::format("joint {}: friction: {}", joint_.id, what));
  }

  void checkStatic(const Quantity& moving, const std::optional<Quantity>& resting, const char* key) {
    if (resting && isBelow(*resting, moving.value))
      error(fmt::format("/static_{}", key), fmt::format("the {} at rest ({}) is lower than in motion ({})",
                                                        key, resting->value, moving.value));
  }

  // The lengths by which a reaction becomes friction.
  void checkLengths() {
    const bool turns = std::holds_alternative<Revolute>(joint_.kind);
    const bool rubs = isAbove(friction_.coefficient, 0) ||
                      (friction_.staticCoefficient && isAbove(*friction_.staticCoefficient, 0));
    if (rubs && !pressesAcross(joint_.kind))
      error("/coefficient",
            fmt::format("a {} is loaded along its line only: nothing presses its parts together, so "
                        "that a coefficient has no load; give constant or viscous",
                        Words<JointKind>::names[joint_.kind.index()]));
    if (turns && rubs && friction_.radius.value == 0)
      error("/radius", "the coefficient acts at the radius of the pin, which is missing");
    if (!turns && friction_.radius.value != 0) warn("/radius", "only a revolute joint has a pin: no effect");
    if (!std::holds_alternative<Prismatic>(joint_.kind) && friction_.guideLength.value != 0)
      warn("/guide_length", "only a prismatic joint carries a moment by its edges: no effect");
  }

  const Joint& joint_;
  const JointFriction& friction_;
  const std::string pointer_;
  ProblemList& problems_;
};

}  // namespace

void checkFriction(const Mechanism& mechanism, ProblemList& problems) {
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
    if (mechanism.joints[i].friction) FrictionCheck(mechanism.joints[i], i, problems).run();
}

}  // namespace clank
