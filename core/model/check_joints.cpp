// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include "core/model/checks.h"
#include "core/model/fields.h"
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
    std::visit([this](const auto& kind) { checkKind(kind); }, joint_.kind);
    if (!joint_.metamorphic) return;
    if (findCoordinateKind(joint_.kind) == CoordinateKind::none)
      return error("/metamorphic",
                   fmt::format("a {} cannot be metamorphic: it has no coordinate that reaches a limit",
                               Words<JointKind>::names[joint_.kind.index()]));
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

  void checkTurn(const Quantity& angle, const char* key) {
    checkAngle(angle, "joint " + joint_.id, pointer_ + "/" + key, problems_);
  }

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
    if (drawn == 0)
      error("/at_b", distance.length
                         ? "the ends are drawn at the same place, so the rod has no direction"
                         : "the ends are drawn at the same place, so the rod has no length; for no "
                           "distance use a revolute joint");
  }

  // The teeth touch where the circles do; a distance of centres that is far off is most likely a mistake.
  void checkKind(const Gear& gear) {
    checkRadius(gear.radiusA, "radius_a");
    checkRadius(gear.radiusB, "radius_b");
    if (!hasBody(gear.carrier)) return error("/carrier", fmt::format("there is no body '{}'", gear.carrier));
    const double a = gear.radiusA.value, b = gear.radiusB.value;
    const bool external = gear.mesh.value == Mesh::external;
    const double wanted = external ? a + b : std::abs(a - b);
    const double drawn = std::hypot(calcOffset().first, calcOffset().second);
    if (drawn == 0) return error("/at_b", "the gears are drawn with the same centre: they cannot mesh");
    if (std::isfinite(wanted) && std::abs(drawn - wanted) > 1e-3 * (a + b))
      warn("",
           fmt::format("the centres are drawn {:.4g} m apart, but the radii need {:.4g} m", drawn, wanted));
  }

  void checkKind(const Rack& rack) {
    checkTurn(rack.axis, "axis");
    if (rack.radius.value == 0) error("/radius", "the radius is zero");
  }

  void checkRadius(const Quantity& radius, const char* key) {
    if (isNotPositive(radius)) error(std::string("/") + key, "the radius must be positive");
  }

  bool hasBody(const std::string& id) const {
    return id == kFrame || std::any_of(mechanism_.bodies.begin(), mechanism_.bodies.end(),
                                       [&](const Body& body) { return body.id == id; });
  }

  // From at_a to at_b in the world, as drawn; not zero when an end is unknown, which is reported apart.
  std::pair<double, double> calcOffset() const {
    if (!hasBody(joint_.a) || !hasBody(joint_.b)) return {1, 0};
    const auto a = calcDrawn(joint_.a, joint_.atA), b = calcDrawn(joint_.b, joint_.atB);
    return {b.first - a.first, b.second - a.second};
  }
  std::pair<double, double> calcDrawn(const std::string& id, const Point& at) const {
    const double x = at.x.value, y = at.y.value;
    for (const Body& body : mechanism_.bodies) {
      if (body.id != id) continue;
      const double c = std::cos(body.pose.angle.value), s = std::sin(body.pose.angle.value);
      return {body.pose.x.value + c * x - s * y, body.pose.y.value + s * x + c * y};
    }
    return {x, y};
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
