// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/model/body_pose.h"
#include "core/model/check_guard.h"
#include "core/model/checks.h"
#include "core/model/quantity_text.h"
#include "core/model/unused_keys.h"
#include "core/model/words.h"

namespace clank {

namespace {

// One phase change of a joint.
class ChangeCheck {
 public:
  ChangeCheck(const Mechanism& mechanism, const Joint& joint, std::size_t index, std::string pointer,
              ProblemList& problems)
      : mechanism_(mechanism),
        joint_(joint),
        change_(joint.metamorphic->changes[index]),
        pointer_(std::move(pointer)),
        problems_(problems) {}

  void run() {
    from_ = findPhase(change_.from, "/from");
    to_ = findPhase(change_.to, "/to");
    stop_ = isStop(joint_, change_);
    checkLaw();
    if (isBelow(change_.tolerance, 0)) error("/tolerance", "the tolerance is negative");
    if (isBelow(change_.deadTime, 0)) error("/dead_time", "the dead time is negative");
    if (stop_ && (change_.deadTime.value != 0 || change_.once))
      warn("", "a stop is met whenever its limit is reached: dead_time and once have no effect");
    if (from_)
      checkGuard(change_.guard, {mechanism_, joint_, *from_, stop_, false, "joint " + joint_.id, pointer_},
                 problems_);
    if (from_ && to_ && change_.from == change_.to)
      error("/to", fmt::format("a phase change from '{0}' to '{0}' changes nothing", change_.from));
    else if (from_ && to_)
      checkDifference();
  }

 private:
  void error(const std::string& where, const std::string& what) {
    problems_.error(pointer_ + where, fmt::format("joint {}: {}", joint_.id, what));
  }
  void warn(const std::string& where, const std::string& what) {
    problems_.warn(pointer_ + where, fmt::format("joint {}: {}", joint_.id, what));
  }

  const Phase* findPhase(const std::string& id, const std::string& where) {
    std::vector<std::string> ids;
    for (const Phase& phase : joint_.metamorphic->phases) {
      if (phase.id == id) return &phase;
      ids.push_back(phase.id);
    }
    error(where, fmt::format("there is no phase '{}'{}", id, suggestName(id, ids)));
    return nullptr;
  }

  void checkLaw() {
    if (isBelow(change_.restitution, 0) || isAbove(change_.restitution, 1))
      error("/restitution",
            fmt::format("the restitution is {}, but it must be from 0 to 1", change_.restitution.value));
    const double latched = change_.latched.value;
    if (std::isfinite(latched) && latched != 0 && latched != 1)
      error("/latched", fmt::format("latched is {}, but it must be 0 or 1", latched));
    const TransitionLaw law = change_.law.value;
    for (const UnusedKey& unused : listUnusedKeys(change_))
      warnUnused(unused, "joint " + joint_.id, pointer_, problems_);
    const bool bounces = law == TransitionLaw::restitution || law == TransitionLaw::restitutionThenLock;
    if (bounces && from_ && to_ && !stop_)
      error("/law",
            fmt::format("nothing to bounce against: only at a limit that leads from the joint as drawn "
                        "to a locked phase of it do the parts meet; use merge or ignore"));
  }

  // A change between phases that do the same is a limit that was meant to be a stop.
  void checkDifference() {
    const bool asDrawn =
        std::holds_alternative<AsDrawn>(from_->kind) && std::holds_alternative<AsDrawn>(to_->kind);
    if (!stop_ && std::holds_alternative<Limit>(change_.guard) && asDrawn && !from_->locked && !to_->locked)
      error("/to",
            fmt::format("phase '{}' is not locked, so nothing holds the parts at the limit; set locked on "
                        "the phase, or latched to 0",
                        to_->id));
    if (!stop_ && change_.latched.value == 0)
      error("/latched", "only a stop can push: a limit between phases in which the joint is as drawn");
  }

  const Mechanism& mechanism_;
  const Joint& joint_;
  const PhaseChange& change_;
  const std::string pointer_;
  ProblemList& problems_;
  const Phase* from_ = nullptr;
  const Phase* to_ = nullptr;
  bool stop_ = false;
};

class PhaseCheck {
 public:
  PhaseCheck(const Mechanism& mechanism, std::size_t index, ProblemList& problems)
      : mechanism_(mechanism),
        joint_(mechanism.joints[index]),
        metamorphic_(*joint_.metamorphic),
        pointer_(fmt::format("/joints/{}/metamorphic", index)),
        problems_(problems) {}

  void run() {
    if (metamorphic_.phases.empty()) return error("/phases", "a metamorphic joint needs at least one phase");
    if (metamorphic_.phases.size() == 1 && !metamorphic_.changes.empty())
      error("/phases", "a phase change needs at least two phases");
    if (metamorphic_.phases.size() > 1 && metamorphic_.changes.empty())
      warn("/changes", "it has phases but no phase change: it stays in the first");
    checkPhases();
    for (std::size_t i = 0; i < metamorphic_.changes.size(); ++i)
      ChangeCheck(mechanism_, joint_, i, fmt::format("{}/changes/{}", pointer_, i), problems_).run();
    checkReach();
    checkStops();
  }

 private:
  void error(const std::string& where, const std::string& what) {
    problems_.error(pointer_ + where, fmt::format("joint {}: {}", joint_.id, what));
  }
  void warn(const std::string& where, const std::string& what) {
    problems_.warn(pointer_ + where, fmt::format("joint {}: {}", joint_.id, what));
  }

  void checkPhases() {
    std::set<std::string> ids;
    for (std::size_t i = 0; i < metamorphic_.phases.size(); ++i) {
      const Phase& phase = metamorphic_.phases[i];
      const std::string where = fmt::format("/phases/{}", i);
      if (phase.id.empty()) error(where + "/id", fmt::format("phase {} has no id", i + 1));
      if (!ids.insert(phase.id).second && !phase.id.empty())
        error(where + "/id", fmt::format("two phases are called '{}'", phase.id));
      const auto kind = findJointKind(joint_, phase);
      if (phase.locked && (!kind || findCoordinateKind(*kind) == CoordinateKind::none))
        error(where + "/locked", fmt::format("in phase '{}' the joint has no coordinate to lock", phase.id));
    }
  }

  // A phase that no change leads to, step by step from the first. Reported when every change names two
  // phases.
  void checkReach() {
    if (metamorphic_.changes.empty()) return;
    std::set<std::string> ids, reached{metamorphic_.phases.front().id};
    for (const Phase& phase : metamorphic_.phases) ids.insert(phase.id);
    for (const PhaseChange& change : metamorphic_.changes)
      if (!ids.contains(change.from) || !ids.contains(change.to) || change.from == change.to) return;
    for (std::size_t round = 0; round < metamorphic_.phases.size(); ++round)
      for (const PhaseChange& change : metamorphic_.changes)
        if (reached.contains(change.from)) reached.insert(change.to);
    for (std::size_t i = 0; i < metamorphic_.phases.size(); ++i)
      if (const std::string& id = metamorphic_.phases[i].id; !reached.contains(id))
        warn(fmt::format("/phases/{}/id", i), fmt::format("no phase change leads to phase '{}'", id));
  }

  // In each phase the nearest stops of either direction must leave room between them, and in the first phase
  // the drawn coordinate has to be there.
  void checkStops() {
    for (std::size_t i = 0; i < metamorphic_.changes.size(); ++i) {
      const PhaseChange& change = metamorphic_.changes[i];
      if (!isStop(joint_, change)) continue;
      const auto& limit = std::get<Limit>(change.guard);
      const bool rising = limit.direction.value == Direction::rising;
      for (std::size_t k = 0; k < i; ++k)
        if (isStop(joint_, metamorphic_.changes[k]) && metamorphic_.changes[k].from == change.from)
          checkPair(limit, std::get<Limit>(metamorphic_.changes[k].guard),
                    fmt::format("/changes/{}/value", i));
      if (change.from != metamorphic_.phases.front().id) continue;
      const double drawn = takesLimits(joint_.kind) ? calcDrawnCoordinate(mechanism_, joint_) : std::nan("");
      if (rising ? isBelow(limit.value, drawn - 1e-6) : isAbove(limit.value, drawn + 1e-6))
        warn(fmt::format("/changes/{}/value", i),
             fmt::format("it is drawn beyond its limit: the coordinate is {:.6g}, the limit {:.6g} ({})",
                         drawn, limit.value.value, rising ? "rising" : "falling"));
    }
  }

  void checkPair(const Limit& limit, const Limit& other, const std::string& where) {
    const bool rising = limit.direction.value == Direction::rising;
    const double value = limit.value.value, before = other.value.value;
    if (limit.direction.value == other.direction.value)
      return warn(where,
                  fmt::format("a stop behind another in the same phase: of {:.6g} and {:.6g} ({}) only the "
                              "nearer one is ever met",
                              before, value, rising ? "rising" : "falling"));
    const double upper = rising ? value : before, lower = rising ? before : value;
    if (upper <= lower)
      error(where,
            fmt::format("the stops leave no room: the coordinate cannot be below {:.6g} (rising) and above "
                        "{:.6g} (falling)",
                        upper, lower));
  }

  const Mechanism& mechanism_;
  const Joint& joint_;
  const Metamorphic& metamorphic_;
  const std::string pointer_;
  ProblemList& problems_;
};

}  // namespace

void checkPhases(const Mechanism& mechanism, ProblemList& problems) {
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i)
    if (mechanism.joints[i].metamorphic) PhaseCheck(mechanism, i, problems).run();
}

}  // namespace clank
