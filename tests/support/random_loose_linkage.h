// SPDX-License-Identifier: GPL-3.0-or-later
// Random linkages whose joints are loose: every kind of clearance, every law of contact, every friction, some
// worn out on the way; and what a run of one must keep to.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/model/law_traits.h"
#include "core/simulation/simulator.h"
#include "tests/support/random_linkage.h"

namespace clank::test {

class RandomLooseLinkage {
 public:
  explicit RandomLooseLinkage(unsigned seed) : random_(7919 * seed + 1), m_(RandomLinkage(seed).make()) {
    for (Joint& joint : m_.joints) loosen(joint);
    m_.simulation.relativeTolerance = m_.simulation.absoluteTolerance = 1e-9;
  }
  const Mechanism& mechanism() const { return m_; }

 private:
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()));
  }
  int pick(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  bool chance(double p) { return uniform(0, 1) < p; }

  void loosen(Joint& joint) {
    for (Drive& drive : m_.drives)
      if (drive.joint == joint.id) return;
    if (joint.metamorphic || !takesClearance(joint.kind) || chance(0.2)) return;
    if (std::holds_alternative<Slot>(joint.kind) && chance(0.5)) lead(joint);
    if (chance(0.8)) {
      joint.clearance = makePlay(joint.kind);
      return;
    }
    // It wears out.
    Metamorphic worn;
    worn.phases.resize(2);
    worn.phases[0].id = "new";
    worn.phases[1].id = "worn";
    worn.phases[1].clearance = makePlay(joint.kind);
    PhaseChange change;
    change.from = "new";
    change.to = "worn";
    change.guard = TimeGuard{uniform(0.05, 0.2), TimeOrigin::start};
    worn.changes = {change};
    joint.metamorphic = worn;
  }

  // A pin in a groove; it is drawn on the begin of the curve.
  void lead(Joint& joint) {
    const double a = uniform(0.1, 0.5), b = uniform(0.1, 0.5);
    PointOnCurve on;
    if (chance(0.5))
      on.curve.kind = CirclePath{a};
    else
      on.curve.kind = EllipsePath{a, a * uniform(0.6, 1)};
    on.axis = b;
    joint.atA.x = joint.atA.x.value - a * std::cos(b);
    joint.atA.y = joint.atA.y.value - a * std::sin(b);
    joint.kind = on;
  }

  Clearance makePlay(const JointKind& kind) {
    Clearance play;
    play.journal = uniform(0.005, 0.03);
    play.bearing = play.journal.value + std::pow(10, uniform(-4.5, -2.5));
    if (std::holds_alternative<Prismatic>(kind)) play.length = uniform(0.05, 0.3);
    play.law = static_cast<ContactLaw>(pick(0, static_cast<int>(ContactLaw::impact)));
    play.restitution = uniform(0.1, 1);
    if (play.law.value == ContactLaw::constraint) play.restitution = 0;
    if (chance(0.6)) play.friction = uniform(0.01, 0.5);
    if (!isCompliant(play.law.value)) return play;
    Compliance compliance;
    compliance.stiffness = std::pow(10, uniform(6, 8.5));
    if (play.law.value == ContactLaw::kelvinVoigt) compliance.stiffness = std::pow(10, uniform(4, 6));
    compliance.damping = uniform(1, 100);
    compliance.dampingDepth = 1e-5;
    play.compliance = compliance;
    play.frictionLaw = static_cast<FrictionLaw>(pick(0, 6));
    if (play.frictionLaw.value == FrictionLaw::lugre && play.friction.value == 0)
      play.frictionLaw = FrictionLaw::none;
    FrictionCurve curve;
    curve.fullSpeed = 0.01;
    curve.stribeckSpeed = 0.01;
    curve.decay = 10;
    curve.thresholdSpeed = 0.001;
    curve.bristleStiffness = 1e4;
    curve.bristleDamping = 10;
    play.frictionCurve = curve;
    return play;
  }

  std::mt19937 random_;
  Mechanism m_;
};

// How far the parts of loose joints are inside each other, from the places of bodies alone.
class LooseSink final : public SampleSink {
 public:
  // The mechanism must outlive it.
  LooseSink(const Mechanism& m, const std::vector<Channel>& channels) {
    const auto find = [&](const std::string& name) -> int {
      for (std::size_t i = 0; i < channels.size(); ++i)
        if (channels[i].name == name) return static_cast<int>(i);
      return -1;
    };
    const auto findBody = [&](const std::string& id) {
      return std::array<int, 3>{find(id + ".x"), find(id + ".y"), find(id + ".angle")};
    };
    for (const Joint& joint : m.joints)
      for (const Play& play : listPlay(joint)) {
        const int phase = play.phase ? find(joint.id + ".phase") : -1;
        double held = 0;
        if (std::holds_alternative<Prismatic>(play.kind)) held = angleOf(m, joint.b) - angleOf(m, joint.a);
        watched_.push_back({&joint, play, findBody(joint.a), findBody(joint.b), phase, held});
      }
    for (std::size_t i = 0; i < channels.size(); ++i)
      if (channels[i].name == "energy.kinetic" || channels[i].name == "energy.work") energies_.push_back(i);
    residual_ = static_cast<std::size_t>(find("energy.residual"));
  }

  void sample(std::span<const double> row) override {
    upTo_ = std::max(upTo_, std::abs(row[residual_]));
    for (const double value : row) finite_ = finite_ && std::isfinite(value);
    for (const std::size_t i : energies_) scale_ = std::max(scale_, std::abs(row[i]));
    if (heights_.empty() || row.front() > heights_.back().t) heights_.push_back({row.front(), 0, 0});
    heights_.back() = {row.front(), upTo_, scale_};
    for (const Watched& w : watched_) look(w, row);
  }
  void event(const Receipt&) override {}

  std::size_t count() const { return watched_.size(); }
  bool isFinite() const { return finite_; }
  double scale() const { return scale_; }  // J, greatest of kinetic energy and work
  // Of what the ledger misses, until shortly before the end: in a dead centre forces grow without bound.
  bool closesBeforeEnd(double part) const {
    constexpr double kShortly = 1e-5;  // s
    const auto last = std::find_if(heights_.rbegin(), heights_.rend(),
                                   [&](const Height& h) { return h.t < heights_.back().t - kShortly; });
    return last == heights_.rend() || last->residual <= part * last->scale;
  }
  const std::string& deepestJoint() const { return deepestJoint_; }
  // m, deepest of rigid contacts; and of compliant ones as a part of what the energy of the run could press.
  double rigidDepth() const { return rigid_; }
  double pressedPart() const {
    double most = 0;
    for (const auto& [stiffness, exponent, depth] : pressed_)
      most = std::max(most, depth / std::pow((exponent + 1) * 10 * scale_ / stiffness, 1 / (exponent + 1)));
    return most;
  }

 private:
  struct Watched {
    const Joint* joint;
    Play play;
    std::array<int, 3> a, b;
    int phase;
    double held;  // rad, of a guide
  };
  struct Height {  // reached by the residual and scale_ up to t
    double t, residual, scale;
  };
  struct Pressed {
    double stiffness, exponent, depth;
  };
  static double angleOf(const Mechanism& m, const std::string& id) {
    for (const Body& body : m.bodies)
      if (body.id == id) return body.pose.angle.value;
    return 0;
  }
  static Pose readPose(const std::array<int, 3>& at, std::span<const double> row) {
    const auto read = [&](int i) { return i < 0 ? 0.0 : row[static_cast<std::size_t>(i)]; };
    return {read(at[0]), read(at[1]), read(at[2]), {}};
  }
  // A point of b from at_a, in axes of a.
  static std::array<double, 2> see(const Watched& w, const Pose& a, const Pose& b, double x, double y) {
    const double cb = std::cos(b.angle.value), sb = std::sin(b.angle.value);
    const double dx = b.x.value + cb * x - sb * y - a.x.value, dy = b.y.value + sb * x + cb * y - a.y.value;
    const double ca = std::cos(a.angle.value), sa = std::sin(a.angle.value);
    return {ca * dx + sa * dy - w.joint->atA.x.value, -sa * dx + ca * dy - w.joint->atA.y.value};
  }

  void look(const Watched& w, std::span<const double> row) {
    if (w.phase >= 0 && row[static_cast<std::size_t>(w.phase)] != static_cast<double>(*w.play.phase)) return;
    const Pose a = readPose(w.a, row), b = readPose(w.b, row);
    const double x = w.joint->atB.x.value, y = w.joint->atB.y.value;
    const Clearance& play = *w.play.clearance;
    const double c = play.bearing.value - play.journal.value;
    const auto at = see(w, a, b, x, y);
    const auto across = [](double axis, const std::array<double, 2>& p) {
      return std::abs(-std::sin(axis) * p[0] + std::cos(axis) * p[1]);
    };
    double depth = 0;
    if (std::holds_alternative<Revolute>(w.play.kind)) depth = std::hypot(at[0], at[1]) - c;
    if (const auto* slot = std::get_if<Slot>(&w.play.kind)) depth = across(slot->axis.value, at) - c;
    if (const auto* on = std::get_if<PointOnCurve>(&w.play.kind))
      if (const auto* circle = std::get_if<CirclePath>(&on->curve.kind))
        depth = std::abs(std::hypot(at[0], at[1]) - circle->radius.value) - c;
    if (const auto* guide = std::get_if<Prismatic>(&w.play.kind); guide) {
      // Corners of the block, along the guide and across it where the block is not aslant.
      const double u = guide->axis.value - w.held;
      for (const double along : {-play.length.value / 2, play.length.value / 2})
        for (const double over : {-play.journal.value, play.journal.value}) {
          const auto corner = see(w, a, b, x + along * std::cos(u) - over * std::sin(u),
                                  y + along * std::sin(u) + over * std::cos(u));
          depth = std::max(depth, across(guide->axis.value, corner) - play.bearing.value);
        }
    }
    if (isCompliant(play.law.value)) {
      pressed_.push_back({play.compliance->stiffness->value,
                          play.law.value == ContactLaw::kelvinVoigt ? 1 : play.compliance->exponent.value,
                          std::max(depth, 0.0)});
      if (pressed_.size() > 1000) shrink();
    } else if (depth > rigid_) {
      rigid_ = depth;
      deepestJoint_ = w.joint->id + " at " + std::to_string(row[0]);
    }
  }
  // Only the deepest of each stiffness counts.
  void shrink() {
    std::sort(pressed_.begin(), pressed_.end(), [](const Pressed& p, const Pressed& q) {
      return p.stiffness != q.stiffness ? p.stiffness < q.stiffness : p.depth > q.depth;
    });
    pressed_.erase(std::unique(pressed_.begin(), pressed_.end(),
                               [](const Pressed& p, const Pressed& q) { return p.stiffness == q.stiffness; }),
                   pressed_.end());
  }

  std::vector<Watched> watched_;
  std::vector<Pressed> pressed_;
  std::vector<Height> heights_;
  std::vector<std::size_t> energies_;
  std::string deepestJoint_;
  std::size_t residual_ = 0;
  double rigid_ = 0, scale_ = 1;
  double upTo_ = 0;  // J, of the residual
  bool finite_ = true;
};

}  // namespace clank::test
