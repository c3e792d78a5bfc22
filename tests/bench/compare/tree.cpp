// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/compare/tree.h"

#include <algorithm>
#include <string>

#include "core/model/mechanism.h"

namespace clank::compare {
namespace {

Place toPlace(const Point& point) {
  return {point.x.value, point.y.value};
}

int findBody(const Mechanism& m, const std::string& id) {
  for (std::size_t i = 0; i < m.bodies.size(); ++i)
    if (m.bodies[i].id == id) return static_cast<int>(i);
  return -1;
}

class TreeMaker {
 public:
  explicit TreeMaker(Mechanism m) : m_(std::move(m)), reached_(m_.bodies.size(), false) {}

  Tree make() {
    std::vector<bool> used(m_.joints.size(), false);
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t j = 0; j < m_.joints.size(); ++j)
        if (!used[j] && take(m_.joints[j])) used[j] = grown = true;
    }
    tree_.gravity = toPlace(m_.gravity);
    for (const ForceElement& force : m_.forces) addForce(force);
    return tree_;
  }

 private:
  bool isReached(int body) const { return body < 0 || reached_[static_cast<std::size_t>(body)]; }

  bool take(const Joint& joint) {
    const int a = findBody(m_, joint.a), b = findBody(m_, joint.b);
    if (isReached(a) && isReached(b))
      tree_.loops.push_back({a, b, toPlace(joint.atA), toPlace(joint.atB)});
    else if (isReached(a))
      hang(b, a, toPlace(joint.atB), toPlace(joint.atA));
    else if (isReached(b))
      hang(a, b, toPlace(joint.atA), toPlace(joint.atB));
    else
      return false;
    return true;
  }

  void hang(int body, int parent, const Place& atBody, const Place& atParent) {
    const Body& drawn = m_.bodies[static_cast<std::size_t>(body)];
    const MassProperties mass = calcMassProperties(drawn);
    TreeBody link{body,
                  parent,
                  atParent,
                  atBody,
                  drawn.pose.angle.value,
                  drawn.velocity.omega.value,
                  mass.mass,
                  mass.inertia,
                  {mass.centerX, mass.centerY}};
    if (parent >= 0) {
      const Body& before = m_.bodies[static_cast<std::size_t>(parent)];
      link.angle -= before.pose.angle.value;
      link.rate -= before.velocity.omega.value;
    }
    tree_.bodies.push_back(link);
    reached_[static_cast<std::size_t>(body)] = true;
  }

  void addForce(const ForceElement& force) {
    if (const auto* torque = std::get_if<Torque>(&force.kind))
      tree_.torques.push_back({findBody(m_, torque->b), std::stod(torque->moment.text)});
    if (const auto* spring = std::get_if<Spring>(&force.kind))
      tree_.springs.push_back({findBody(m_, spring->a), findBody(m_, spring->b), toPlace(spring->atA),
                               toPlace(spring->atB), spring->stiffness.value, spring->freeLength.value});
  }

  const Mechanism m_;
  std::vector<bool> reached_;
  Tree tree_;
};

}  // namespace

const TreeBody& Tree::find(int body) const {
  return *std::find_if(bodies.begin(), bodies.end(), [=](const TreeBody& b) { return b.body == body; });
}

Tree makeTree(const Problem& problem) {
  return TreeMaker(problem.makeMechanism()).make();
}

}  // namespace clank::compare
