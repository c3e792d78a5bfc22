// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/dynamics/contact_rows.h"
#include "core/math/islands.h"
#include "core/model/law_traits.h"
#include "core/simulation/places.h"
#include "core/simulation/start_diagnosis.h"

namespace clank {
namespace {

constexpr double kManySteps = 1e6;  // tens of seconds
constexpr double kAngleOfStep = 3;  // rad of an oscillation, or of a decay, that a step takes

double calcReducedMass(const System& system, const SystemContactPair& pair) {
  double inverse = 0;
  for (const int body : {pair.a, pair.b})
    if (body != kFrameBody) inverse += 1 / system.bodies[static_cast<std::size_t>(body)].mass;
  return 1 / inverse;
}

// N, of all that joints and contacts connect: those may rest on each other.
class Weights {
 public:
  explicit Weights(const System& system) : islands_(system.bodies.size()), weights_(system.bodies.size(), 0) {
    for (const SystemJoint& joint : system.joints) islands_.unite(joint.a.body, joint.b.body);
    for (const SystemContactPair& pair : system.contactPairs) islands_.unite(pair.a, pair.b);
    for (std::size_t b = 0; b < weights_.size(); ++b)
      weights_[root(static_cast<int>(b))] += system.bodies[b].mass * system.gravity.norm();
  }
  double operator()(const SystemContactPair& pair) {
    return weights_[root(pair.a == kFrameBody ? pair.b : pair.a)];
  }

 private:
  std::size_t root(int body) { return static_cast<std::size_t>(islands_.findRoot(body)); }

  Islands islands_;
  std::vector<double> weights_;  // at the root of each island
};

// m/s, of a centre of mass as it begins.
double findFastest(const System& system, const State& start) {
  double fastest = 0;
  const auto v = system.layout.speeds(start.y);
  for (std::size_t i = 0; i < system.bodies.size(); ++i)
    fastest = std::max(fastest, std::hypot(v[StateLayout::begin(i)], v[StateLayout::begin(i) + 1]));
  return fastest;
}

// rad/s, of the oscillation at the depth d to which weight or speed press,
//   K d^n = m g,  K d^(n+1)/(n+1) = m v^2/2,  omega^2 = n K d^(n-1)/m.
double calcSwing(const NormalForceLaw& law, double mass, double gravity, double speed) {
  const double n = law.exponent, K = law.stiffness;
  const double depth = std::max(std::pow(mass * gravity / K, 1 / n),
                                std::pow((n + 1) * mass * speed * speed / (2 * K), 1 / (n + 1)));
  return depth > 0 ? std::sqrt(n * K * std::pow(depth, n - 1) / mass) : 0;
}

// 1/s, with which bristles follow a slip v: sigma_0 v/mu.
double calcFollowing(const FrictionForceLaw& friction, double speed) {
  return friction.hasBristles() && friction.kinetic > 0 ? friction.bristleStiffness * speed / friction.kinetic
                                                        : 0;
}

std::string describeStiffness(double swing, double decay, double following) {
  if (following > std::max(swing, decay))
    return fmt::format("has bristles so stiff that they follow a slip at {:.2g} 1/s", following);
  if (decay > swing)
    return fmt::format("is so stiff that its damping takes up speeds at {:.2g} 1/s while parts rest on it",
                       decay);
  return fmt::format("is so stiff that its parts move at {:.2g} rad/s against each other", swing);
}

// 1/kg, with the joints as they begin: what they hold together moves together.
class HeldMobility {
 public:
  HeldMobility(const System& system, const State& start)
      : assembler_(system, start.mode), force_(system.layout.coordinates()), motion_(force_.size()) {
    assembler_.update(0, start.y.data(), system.layout.speeds(start.y).data());
    none_.resize(assembler_.rowCount());
    reactions_.resize(none_.size());
  }
  double operator()(const BlockRow& row) {
    std::fill(force_.begin(), force_.end(), 0.0);
    scatter(row, force_);
    assembler_.solve(force_, none_, motion_, reactions_);
    return dot(row, motion_.data());
  }

 private:
  Assembler assembler_;
  std::vector<double> force_, motion_, none_, reactions_;
};

// The greatest of the pieces: those far from the centre of a light body count for little of it.
template <class Mobility>
double findMost(const System& system, const SystemContactPair& pair, const State& start,
                Mobility&& mobility) {
  double most = 0;
  const double* const v = system.layout.speeds(start.y).data();
  for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
    const ContactGeometry& geometry = system.contacts[c].geometry;
    if (geometry.bends()) continue;
    BlockRow row;
    double gamma = 0;
    updNormalRow(calcContactKinematics(geometry, start.y.data(), v), row, gamma);
    most = std::max(most, mobility(row));
  }
  return most;
}

// 1/s: what a damper D, or the damping a F/v of a law under the weight F after the slowest approach v, takes
// from a speed of the parts.
double calcDecay(const NormalForceLaw& law, double weight, double mobility) {
  const bool hasDamper = traitsOf(law.law).hasDamper();
  return mobility * (hasDamper ? law.damping : law.hysteresis * weight / chooseApproach(law, 0));
}

}  // namespace

Problems describeStiffContacts(const System& system, const State& start, const SimulationSettings& settings) {
  Problems notes;
  const double speed = findFastest(system, start), gravity = system.gravity.norm();
  Weights weigh(system);
  std::optional<HeldMobility> held;
  const auto countSteps = [&](double rate) { return rate * settings.duration.value / kAngleOfStep; };
  for (const SystemContactPair& pair : system.contactPairs) {
    if (!pair.compliance) continue;
    const double mass = calcReducedMass(system, pair);
    const double swing = calcSwing(pair.compliance->normal, mass, gravity, speed);
    const double following = calcFollowing(pair.compliance->friction, speed);
    const auto decayAt = [&](auto&& mobility) {
      return calcDecay(pair.compliance->normal, weigh(pair), findMost(system, pair, start, mobility));
    };
    // No joint makes free bodies faster: mostly that tells that there is nothing to tell.
    double decay = decayAt([&](const BlockRow& row) { return system.metric.calcFreeMobility(row); });
    if (countSteps(decay) > kManySteps) decay = decayAt(held ? *held : held.emplace(system, start));
    const double rate = std::max({swing, decay, following});
    const double steps = countSteps(rate);
    if (!(steps > kManySteps) || !std::isfinite(steps)) continue;  // a stiffness near 0 overflows on the way
    const char* const instead =
        rate == following ? "softer bristles, another friction" : "a softer law, a rigid one";
    notes.push_back({fmt::format("{} {} {}: where they stay in touch all the time the run takes up to {:.2g} "
                                 "steps; {} or a shorter run takes less",
                                 pair.owner ? "joint" : "contact", pair.id,
                                 describeStiffness(swing, decay, following), steps, instead),
                     findPlaceOfContact(system, pair.first), Severity::note});
  }
  return notes;
}

}  // namespace clank
