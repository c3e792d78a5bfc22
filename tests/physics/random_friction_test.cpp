// SPDX-License-Identifier: GPL-3.0-or-later
// Three hundred random linkages whose joints rub: constant, on the reaction, at rest and in motion, viscous.
// Each ends at its time, or because a joint locks itself, and says so; no joint gives energy back.
#include <algorithm>
#include <cstdio>

#include "tests/support/random_linkage.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

class RandomFriction {
 public:
  explicit RandomFriction(unsigned seed) : random_(seed) {}

  void addTo(Mechanism& m) {
    for (Joint& joint : m.joints)
      if (findCoordinateKind(joint.kind) != CoordinateKind::none && chance(0.8))
        joint.friction = make(joint.kind);
  }

 private:
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()));
  }
  bool chance(double p) { return uniform(0, 1) < p; }

  JointFriction make(const JointKind& kind) {
    JointFriction friction;
    if (chance(0.5)) friction.constant = uniform(0, 1);
    if (chance(0.7)) friction.coefficient = uniform(0, 0.5);
    if (chance(0.3)) friction.viscous = uniform(0, 0.5);
    if (chance(0.3)) friction.staticCoefficient = friction.coefficient.value * uniform(1, 1.5);
    if (chance(0.3)) friction.staticConstant = friction.constant.value * uniform(1, 1.5);
    if (std::holds_alternative<Revolute>(kind)) friction.radius = uniform(0.002, 0.02);
    if (std::holds_alternative<Prismatic>(kind) && chance(0.5)) friction.guideLength = uniform(0.2, 0.5);
    return friction;
  }

  std::mt19937 random_;
};

struct FrictionCounts {
  int stopped = 0;
  int finished = 0, locked = 0, refused = 0, events = 0;
};

bool isLocking(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.what.find("locks itself") != std::string::npos;
  });
}

void expectLosses(const FinishedRun& r) {
  double scale = 1, before = 0;
  for (std::size_t s = 0; s < r.trajectory.sampleCount(); ++s) {
    const auto row = r.trajectory.row(s);
    for (const double value : row) ASSERT_TRUE(std::isfinite(value));
    for (const char* channel : {"energy.kinetic", "energy.work"})
      scale = std::max(scale, std::abs(r.value(row, channel)));
    const double lost = r.value(row, "energy.friction");
    EXPECT_GE(lost, before - 1e-9 * scale);
    before = lost;
  }
  EXPECT_LT(r.summary.largestResidual, 1e-5 * scale);
}

void check(unsigned seed, FrictionCounts& counts) {
  Mechanism m = RandomLinkage(seed).make();
  RandomFriction(7919 * seed).addTo(m);
  auto simulator = Simulator::create(m);
  if (!simulator) {
    ++(isLocking(simulator.error()) ? counts.locked : counts.refused);
    return;
  }
  FinishedRun r{Trajectory(simulator->channels()), {}};
  r.summary = simulator->run(r.trajectory);
  counts.events += r.summary.events;
  if (r.summary.end == RunSummary::End::finished)
    ++counts.finished;
  else if (isLocking(r.summary.problems))
    ++counts.locked;
  else if (++counts.stopped)
    for (const Problem& problem : r.summary.problems) ADD_FAILURE() << problem.what;
  expectLosses(r);
}

TEST(RandomFriction, ThreeHundredLinkagesEndAndLoseEnergy) {
  FrictionCounts counts;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    check(seed, counts);
  }
  std::printf("%d finished, %d lock themselves, %d refused, %d events\n", counts.finished, counts.locked,
              counts.refused, counts.events);
  EXPECT_EQ(counts.stopped, 0);
  EXPECT_LE(counts.locked, 10);
  EXPECT_LE(counts.refused, 10);
}

// Friction that begins to slip just before another event, and a stop that lets go where friction has nothing
// to hold.
TEST(RandomFriction, NoJointChangesBackAndForth) {
  FrictionCounts counts;
  for (const unsigned seed : {2605u, 3630u, 3720u}) {
    SCOPED_TRACE("linkage " + std::to_string(seed));
    check(seed, counts);
  }
  EXPECT_EQ(counts.finished, 3);
}

}  // namespace
}  // namespace clank
