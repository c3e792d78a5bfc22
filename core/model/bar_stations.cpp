// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bar_stations.h"

#include <algorithm>
#include <cmath>

namespace clank {
namespace {

const Body* findBar(const Mechanism& m, const std::string& id) {
  const auto at =
      std::find_if(m.bodies.begin(), m.bodies.end(), [&](const Body& body) { return body.id == id; });
  return at == m.bodies.end() ? nullptr : &*at;
}

// Can the joint give the section there a moment?
bool holdsSection(const Mechanism& m, const Joint& joint) {
  const bool leaves =
      std::holds_alternative<Revolute>(joint.kind) || std::holds_alternative<Slot>(joint.kind) ||
      std::holds_alternative<Distance>(joint.kind) || std::holds_alternative<PointOnCurve>(joint.kind) ||
      std::holds_alternative<Telescope>(joint.kind);
  const auto drives = [&](const Drive& drive) { return drive.joint == joint.id; };
  return !leaves || joint.metamorphic || joint.friction ||
         std::any_of(m.drives.begin(), m.drives.end(), drives);
}

class Stations {
 public:
  Stations(const Mechanism& m, const Body& bar) : m_(m), bar_(bar.id), length_(bar.length->value) {}

  std::vector<BeamStation> list() {
    for (const Joint& joint : m_.joints) {
      const bool turned = holdsSection(m_, joint);
      if (joint.a == bar_ && !leadsAlong(joint.kind)) add(joint.atA, turned);
      if (joint.b == bar_) add(joint.atB, turned);
    }
    for (const ForceElement& force : m_.forces)
      std::visit([&](const auto& kind) { addForce(kind); }, force.kind);
    for (const ContactPair& contact : m_.contacts)
      if (contact.b == bar_ && !contact.outlineB) add(contact.atB, false);
    return merge();
  }

 private:
  void addForce(const Load& load) {
    if (load.b == bar_) add(load.atB, false);
  }
  void addForce(const Hand&) {}
  void addForce(const Spring& spring) {
    if (spring.a == bar_) add(spring.atA, false);
    if (spring.b == bar_) add(spring.atB, false);
  }
  void addForce(const Rope& rope) {
    if (rope.a == bar_) add(rope.atA, false);
    if (rope.b == bar_) add(rope.atB, false);
    for (const RopeRing& ring : rope.rings)
      if (ring.body == bar_) add(ring.at, false);
  }
  template <class Couple>
  void addForce(const Couple& couple) {
    if (couple.a == bar_) add(couple.atA, true);
    if (couple.b == bar_) add(couple.atB, true);
  }

  void add(const Point& at, bool turned) {
    constexpr double kSame = 1e-9;
    if (!std::isfinite(at.x.value)) return;  // an error elsewhere
    double x = std::clamp(at.x.value, 0.0, length_);
    if (x < kSame * length_) x = 0;
    if (x > (1 - kSame) * length_) x = length_;
    // A force beside the axis turns the section as well.
    all_.push_back({x, turned || at.y.value != 0});
  }

  std::vector<BeamStation> merge() {
    constexpr double kNear = 1.0 / 20;
    std::sort(all_.begin(), all_.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
    std::vector<BeamStation> merged;
    for (const BeamStation& one : all_) {
      if (merged.empty() || one.at - merged.back().at >= kNear * length_) {
        merged.push_back(one);
        continue;
      }
      BeamStation& last = merged.back();
      last.turned = last.turned || one.turned || one.at > last.at;
      if (one.at == length_) last.at = length_;
    }
    return merged;
  }

  const Mechanism& m_;
  const std::string& bar_;
  const double length_;
  std::vector<BeamStation> all_;
};

}  // namespace

double findMomentPlace(const Mechanism& m, const std::string& bar, const Point& at,
                       const std::string& other) {
  const Body* body = findBar(m, bar);
  if (!(at == Point{}) || (body && body->flexible)) return at.x.value;
  for (const Joint& joint : m.joints) {
    if (joint.a == bar && joint.b == other) return joint.atA.x.value;
    if (joint.b == bar && joint.a == other) return joint.atB.x.value;
  }
  return at.x.value;
}

bool leadsAlong(const JointKind& kind) {
  return std::holds_alternative<Prismatic>(kind) || std::holds_alternative<Slot>(kind) ||
         std::holds_alternative<Rack>(kind) || std::holds_alternative<PointOnCurve>(kind);
}

std::vector<double> listHolds(const Mechanism& m, const std::string& bar) {
  std::vector<double> places;
  for (const Joint& joint : m.joints) {
    if (joint.a == bar && holdsSection(m, joint)) places.push_back(joint.atA.x.value);
    if (joint.b == bar && holdsSection(m, joint)) places.push_back(joint.atB.x.value);
  }
  const auto addCouple = [&](const auto& couple) {
    if (couple.a == bar) places.push_back(findMomentPlace(m, bar, couple.atA, couple.b));
    if (couple.b == bar) places.push_back(findMomentPlace(m, bar, couple.atB, couple.a));
  };
  for (const ForceElement& force : m.forces) {
    if (const auto* torque = std::get_if<Torque>(&force.kind)) addCouple(*torque);
    if (const auto* spring = std::get_if<TorsionSpring>(&force.kind)) addCouple(*spring);
  }
  return places;
}

std::vector<BeamStation> listStations(const Mechanism& resolved, const Body& bar) {
  return Stations(resolved, bar).list();
}

}  // namespace clank
