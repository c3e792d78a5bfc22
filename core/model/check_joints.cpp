// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/model/checks.h"
#include "core/model/quantity_text.h"

namespace clank {

namespace {

class JointCheck {
 public:
  JointCheck(const Mechanism& mechanism, std::size_t index, ProblemList& problems)
      : mechanism_(mechanism),
        joint_(mechanism.joints[index]),
        pointer_(fmt::format("/joints/{}", index)),
        problems_(problems) {}

  void run() {
    checkEnds(mechanism_, "joint " + joint_.id, joint_.a, joint_.b, pointer_, problems_);
    checkHeldAngle();
    if (!joint_.metamorphic) return;
    if (std::holds_alternative<Weld>(joint_.kind))
      return error("/metamorphic", "a weld cannot be metamorphic: it has no coordinate that reaches a limit");
    checkPhases(*joint_.metamorphic);
    for (std::size_t i = 0; i < joint_.metamorphic->changes.size(); ++i)
      checkChange(joint_.metamorphic->changes[i], fmt::format("/metamorphic/changes/{}", i));
  }

 private:
  void error(const std::string& where, const std::string& what) {
    problems_.error(pointer_ + where, fmt::format("joint {}: {}", joint_.id, what));
  }
  void warn(const std::string& where, const std::string& what) {
    problems_.warn(pointer_ + where, fmt::format("joint {}: {}", joint_.id, what));
  }

  void checkHeldAngle() {
    const std::string part = "joint " + joint_.id;
    if (const auto* prismatic = std::get_if<Prismatic>(&joint_.kind)) {
      checkAngle(prismatic->axis, part, pointer_ + "/axis", problems_);
      if (prismatic->angle) checkAngle(*prismatic->angle, part, pointer_ + "/angle", problems_);
    } else if (const auto* weld = std::get_if<Weld>(&joint_.kind)) {
      if (weld->angle) checkAngle(*weld->angle, part, pointer_ + "/angle", problems_);
    }
  }

  void checkPhases(const Metamorphic& metamorphic) {
    if (metamorphic.phases.empty())
      return error("/metamorphic/phases", "a metamorphic joint needs at least one phase");
    if (metamorphic.phases.size() == 1 && !metamorphic.changes.empty())
      error("/metamorphic/phases", "a phase change needs at least two phases");
    if (metamorphic.phases.size() > 1 && metamorphic.changes.empty())
      warn("/metamorphic/changes", "it has phases but no phase change: it stays in the first");
    for (std::size_t i = 0; i < metamorphic.phases.size(); ++i) {
      const std::string& id = metamorphic.phases[i].id;
      const std::string where = fmt::format("/metamorphic/phases/{}/id", i);
      if (id.empty()) error(where, fmt::format("phase {} has no id", i + 1));
      if (!phases_.insert(id).second && !id.empty())
        error(where, fmt::format("two phases are called '{}'", id));
    }
  }

  const Phase* findPhase(const std::string& id, const std::string& where) {
    const auto& phases = joint_.metamorphic->phases;
    const auto it =
        std::find_if(phases.begin(), phases.end(), [&](const Phase& phase) { return phase.id == id; });
    if (it != phases.end()) return &*it;
    std::vector<std::string> ids;
    for (const Phase& phase : phases) ids.push_back(phase.id);
    error(where, fmt::format("there is no phase '{}'{}", id, suggestName(id, ids)));
    return nullptr;
  }

  void checkChange(const PhaseChange& change, const std::string& where) {
    const Phase* from = findPhase(change.from, where + "/from");
    const Phase* to = findPhase(change.to, where + "/to");
    if (from && to && change.from == change.to)
      error(where + "/to", fmt::format("a phase change from '{0}' to '{0}' changes nothing", change.from));
    else if (to && !to->locked && change.latched.value != 0)
      error(where + "/to",
            fmt::format("phase '{}' is not locked, so nothing holds the parts at the limit; set locked on "
                        "the phase, or latched to 0",
                        to->id));
    if (from && from->locked)
      warn(where + "/from",
           fmt::format("phase '{}' is locked: the joint does not move in it and never reaches the limit",
                       from->id));
    if (isBelow(change.restitution, 0) || isAbove(change.restitution, 1))
      error(where + "/restitution",
            fmt::format("the restitution is {}, but it must be from 0 to 1", change.restitution.value));
    if (std::isfinite(change.latched.value) && change.latched.value != 0 && change.latched.value != 1)
      error(where + "/latched", fmt::format("latched is {}, but it must be 0 or 1", change.latched.value));
    checkLimit(change.limit, where + "/limit");
  }

  void checkLimit(const Limit& limit, const std::string& where) {
    if (!std::holds_alternative<Revolute>(joint_.kind)) return;
    checkAngle(limit.value, "joint " + joint_.id, pointer_ + where + "/value", problems_);
    if (!limit.pin) return;
    const double x = limit.pin->x.value - joint_.atA.x.value, y = limit.pin->y.value - joint_.atA.y.value;
    if (std::hypot(x, y) == 0)
      error(where + "/pin",
            "the limit pin lies in the joint itself, so its impulse has no lever arm; move it, or leave "
            "it out for a pure moment");
  }

  const Mechanism& mechanism_;
  const Joint& joint_;
  const std::string pointer_;
  ProblemList& problems_;
  std::set<std::string> phases_;
};

}  // namespace

void checkJoints(const Mechanism& mechanism, ProblemList& problems) {
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) JointCheck(mechanism, i, problems).run();
}

}  // namespace clank
