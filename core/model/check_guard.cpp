// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/check_guard.h"

#include "core/math/expression.h"
#include "core/model/law_names.h"
#include "core/model/named_point.h"
#include "core/model/words.h"

namespace clank {

namespace {

class GuardCheck {
 public:
  GuardCheck(const GuardPlace& at, ProblemList& problems) : at_(at), problems_(problems) {}

  void operator()(const auto& guard) { check(guard); }

 private:
  void error(const std::string& where, const std::string& what) {
    problems_.error(at_.pointer + where, fmt::format("{}: {}", at_.part, what));
  }
  void warn(const std::string& where, const std::string& what) {
    problems_.warn(at_.pointer + where, fmt::format("{}: {}", at_.part, what));
  }

  // The joint coordinate, of which limits and speeds speak, moves in the phase before.
  void checkCoordinate(const char* verb) {
    if (findCoordinateKind(at_.joint.kind) == CoordinateKind::none)
      return error("/guard", fmt::format("a {} has no coordinate that {}",
                                         Words<JointKind>::names[at_.joint.kind.index()], verb));
    const auto kind = findJointKind(at_.joint, at_.from);
    const bool still = std::holds_alternative<Merged>(at_.from.kind) || (kind && isRigid(*kind));
    if (at_.from.locked || still)
      warn("/from",
           fmt::format("phase '{}' is locked: the joint does not move in it and never {}", at_.from.id,
                       std::string(verb) == "has a speed" ? "has a speed" : "reaches the limit"));
  }

  void checkHysteresis(const Quantity& hysteresis) {
    if (isBelow(hysteresis, 0)) error("/hysteresis", "the hysteresis is negative");
  }

  void check(const Limit& limit) {
    checkCoordinate("reaches a limit");
    checkHysteresis(limit.hysteresis);
    if (const PathCurve* curve = findCurve(at_.joint.kind); curve && isClosed(*curve))
      error("/value", "the travel along a closed curve starts again after each round, so it has no limit");
    if (at_.isStop && limit.hysteresis.value != 0)
      warn("/hysteresis", "a stop is met whenever its limit is reached: hysteresis has no effect");
    if (!at_.isStop && limit.pin) warn("/pin", "the parts do not meet at this limit: the pin has no effect");
    if (std::holds_alternative<Telescope>(at_.joint.kind) && isNotPositive(limit.value))
      error("/value", "the coordinate of a telescope is its length: the limit must be positive");
    if (findCoordinateKind(at_.joint.kind) != CoordinateKind::angle) return;
    checkAngle(limit.value, at_.part, at_.pointer + "/value", problems_);
    if (!limit.pin) return;
    const double x = limit.pin->x.value - at_.joint.atA.x.value,
                 y = limit.pin->y.value - at_.joint.atA.y.value;
    if (std::hypot(x, y) == 0)
      error("/pin",
            "the limit pin lies in the joint itself, so its impulse has no lever arm; move it, or leave "
            "it out for a pure moment");
  }

  void checkThreshold(const Quantity& above) {
    if (isNotPositive(above)) error("/above", "the threshold must be positive");
    if (std::holds_alternative<Released>(at_.from.kind))
      error("/guard", fmt::format("in phase '{}' the parts are apart: there is no reaction", at_.from.id));
  }

  // what: "force" or "impulse".
  void checkPart(ForcePart part, const char* what) {
    const auto kind = findJointKind(at_.joint, at_.from);
    if (part == ForcePart::axial && kind && findCoordinateKind(*kind) != CoordinateKind::travel)
      error("/part",
            fmt::format("a {} has no axis for an axial {}", Words<JointKind>::names[kind->index()], what));
  }

  // what: "moment" or "angular impulse".
  void checkMoment(const char* what) {
    const auto kind = findJointKind(at_.joint, at_.from);
    if (kind && !carriesMoment(*kind, at_.from.locked || at_.isDriven))
      warn("/guard", at_.isDriven ? fmt::format("the joint carries no {}", what)
                                  : fmt::format("the joint turns freely in phase '{}': it carries no {}",
                                                at_.from.id, what));
  }

  void check(const ForceGuard& guard) {
    checkThreshold(guard.above);
    checkPart(guard.part.value, "force");
  }

  void check(const MomentGuard& guard) {
    checkThreshold(guard.above);
    checkMoment("moment");
  }

  void check(const ImpulseGuard& guard) {
    checkThreshold(guard.above);
    checkPart(guard.part.value, "impulse");
  }

  void check(const AngularImpulseGuard& guard) {
    checkThreshold(guard.above);
    checkMoment("angular impulse");
  }

  void check(const SpeedGuard& guard) {
    checkCoordinate("has a speed");
    checkHysteresis(guard.hysteresis);
    if (isNotPositive(guard.value)) error("/value", "the speed must be positive");
  }

  void check(const TimeGuard& guard) {
    const bool fromStart = guard.since.value == TimeOrigin::start;
    if (isNotPositive(guard.at))
      error("/at", at_.isDriven ? "the time must be positive; a drive that is off from the start has active 0"
                   : fromStart  ? "the change is due at the start already; start in the phase after it"
                                : "the time must be positive");
    else if (fromStart && isAbove(guard.at, at_.mechanism.simulation.duration.value))
      warn("/at",
           fmt::format("the run ends at {} s, before this change", at_.mechanism.simulation.duration.value));
  }

  void check(const ExpressionGuard& guard) {
    checkHysteresis(guard.hysteresis);
    const auto expression = Expression::compile(guard.expression.text, calcLawNames(at_.mechanism));
    if (expression) return;
    for (const Problem& problem : expression.error())
      error("/expression", fmt::format("{} ({}){}", problem.what, problem.where,
                                       explainPointInLaw(at_.mechanism, guard.expression.text)));
  }

  const GuardPlace& at_;
  ProblemList& problems_;
};

}  // namespace

void checkGuard(const ChangeGuard& guard, const GuardPlace& at, ProblemList& problems) {
  std::visit(GuardCheck(at, problems), guard);
}

}  // namespace clank
