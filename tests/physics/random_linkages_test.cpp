// SPDX-License-Identifier: GPL-3.0-or-later
// A thousand random linkages with stops, contacts, friction, springs and drives. Each finishes or says why
// not, creates no energy, balances momentum at every receipt, and keeps its joints closed.
#include <Eigen/Core>
#include <cstdio>
#include <map>

#include "tests/support/random_linkage.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

// m dv of every body from the impulses that the receipt lists.
void expectMomentum(const Mechanism& m, const Receipt& receipt) {
  std::map<std::string, Eigen::Vector2d> impulse;
  double largest = 0;
  const auto add = [&](const std::string& a, const std::string& b, double x, double y) {
    impulse.try_emplace(a, 0, 0).first->second -= Eigen::Vector2d(x, y);
    impulse.try_emplace(b, 0, 0).first->second += Eigen::Vector2d(x, y);
    largest = std::max(largest, std::hypot(x, y));
  };
  for (const Joint& joint : m.joints)
    for (const JointImpulse& j : receipt.jointImpulses)
      if (j.joint == joint.id) add(joint.a, joint.b, j.x, j.y);
  for (const ContactPush& push : receipt.contactImpulses) {
    for (const ContactPair& contact : m.contacts)
      if (contact.id == push.element) add(contact.a, contact.b, push.x, push.y);
    for (const Joint& joint : m.joints)
      if (joint.id == push.element) add(joint.a, joint.b, push.x, push.y);
  }
  for (std::size_t i = 0; i < m.bodies.size(); ++i) {
    const BodyJump& jump = receipt.jumps[i];
    const double mass = m.bodies[i].mass->value;
    const Eigen::Vector2d given = impulse.try_emplace(jump.body, 0, 0).first->second;
    const double tolerance = 1e-8 * (1 + largest);
    EXPECT_NEAR(mass * (jump.after[0] - jump.before[0]), given.x(), tolerance)
        << receipt.element << " " << jump.body;
    EXPECT_NEAR(mass * (jump.after[1] - jump.before[1]), given.y(), tolerance)
        << receipt.element << " " << jump.body;
  }
}

struct Counts {
  int ran = 0, finished = 0, refused = 0, failed = 0, events = 0;
};

// What scales the tolerances: the greatest kinetic energy and work of the run.
double calcEnergyScale(const FinishedRun& r) {
  double scale = 1;
  for (std::size_t s = 0; s < r.trajectory.sampleCount(); ++s)
    for (const char* channel : {"energy.kinetic", "energy.work"})
      scale = std::max(scale, std::abs(r.value(r.trajectory.row(s), channel)));
  return scale;
}

void check(unsigned seed, Counts& counts) {
  const Mechanism m = RandomLinkage(seed).make();
  auto simulator = Simulator::create(m);
  if (!simulator) {
    ++counts.refused;
    EXPECT_FALSE(simulator.error().front().what.empty());
    return;
  }
  ++counts.ran;
  FinishedRun r{Trajectory(simulator->channels()), {}};
  r.summary = simulator->run(r.trajectory);
  counts.events += r.summary.events;
  if (r.summary.end == RunSummary::End::finished) {
    ++counts.finished;
  } else {
    ++counts.failed;
    ASSERT_FALSE(r.summary.problems.empty());
    std::string why;
    for (const Problem& problem : r.summary.problems)
      if (problem.severity == Severity::error) why = problem.what;
    EXPECT_NE(why, "");
    std::printf("linkage %u: %s\n", seed, why.c_str());
  }
  for (std::size_t s = 0; s < r.trajectory.sampleCount(); ++s)
    for (const double value : r.trajectory.row(s)) ASSERT_TRUE(std::isfinite(value));
  const double scale = calcEnergyScale(r);
  EXPECT_LT(r.summary.largestResidual, 1e-5 * scale);
  EXPECT_LT(r.summary.largestDrift, 2e-6);
  for (const Receipt& receipt : r.trajectory.events()) {
    if (receipt.momentumConserved) {
      EXPECT_GE(receipt.energyLoss(), -1e-9 * scale) << receipt.element << " at " << receipt.t;
      expectMomentum(m, receipt);
    }
  }
}

TEST(RandomLinkages, AThousandFinishOrSayWhy) {
  Counts counts;
  for (unsigned seed = 1; seed <= 1000; ++seed) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    check(seed, counts);
  }
  std::printf("%d ran, %d finished, %d stopped with a reason, %d refused, %d events\n", counts.ran,
              counts.finished, counts.failed, counts.refused, counts.events);
  EXPECT_GE(counts.ran, 700);
  EXPECT_GE(counts.finished, counts.ran * 97 / 100);
}

}  // namespace
}  // namespace clank
