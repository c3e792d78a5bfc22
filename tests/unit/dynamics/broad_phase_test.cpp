// SPDX-License-Identifier: GPL-3.0-or-later
// What is left out cannot touch: against the motion itself, at many places of random steps.
#include "core/dynamics/broad_phase.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/dynamics/system_compiler.h"
#include "tests/support/blocks.h"
#include "tests/support/sanitized.h"

namespace clank::test {
namespace {

// Numbers from -1 to 1.
class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  double operator()() { return 2 * static_cast<double>(engine_()) / 4294967296.0 - 1; }

 private:
  std::mt19937 engine_;
};

Mechanism makeHeap(int count, Random& random) {
  Mechanism m;
  ContactPair touch = makeTouch(makeFloor(), {"b0"});
  for (int i = 0; i < count; ++i) {
    const std::string id = "b" + std::to_string(i);
    const Pose pose{3 * random(), 3 * random(), 3 * random(), {}};
    m.bodies.push_back(i % 2 ? makeSolidBlock(id, 0.3 + 0.2 * random(), 0.3 + 0.2 * random(), pose)
                             : makeSolidDisc(id, 0.2 + 0.1 * random(), pose));
    if (i > 0) touch.bodies.push_back(id);
  }
  m.contacts = {touch};
  return m;
}

double calcGapOf(const System& system, std::size_t contact, const std::vector<double>& q) {
  const std::vector<double> v(q.size(), 0.0);
  const ContactGeometry& geometry = system.contacts[contact].geometry;
  const ContactKinematics k = calcContactKinematics(geometry, q.data(), v.data());
  return k.at.gap < -0.01 ? HUGE_VAL : std::max(k.at.gap, k.at.past);  // behind is no touch
}

// q(s) = q0 + s way + s (1 - s) bend, for s from 0 to 1: its largest bend is a quarter.
struct Step {
  std::vector<double> q0, way, bend;
  std::vector<double> at(double s) const {
    std::vector<double> q(q0.size());
    for (std::size_t i = 0; i < q.size(); ++i) q[i] = q0[i] + s * way[i] + s * (1 - s) * bend[i];
    return q;
  }
  std::vector<BodySweep> calcSweeps() const {
    std::vector<BodySweep> sweeps(q0.size() / 3);
    for (std::size_t b = 0; b < sweeps.size(); ++b) {
      sweeps[b].way = {way[3 * b], way[3 * b + 1]};
      sweeps[b].beyond = std::hypot(bend[3 * b], bend[3 * b + 1]) / 4;
      sweeps[b].turn = std::abs(way[3 * b + 2]) + std::abs(bend[3 * b + 2]) / 4;
    }
    return sweeps;
  }
};

TEST(BroadPhase, LeavesOutOnlyWhatCannotTouch) {
  Random random(5);
  const System system = compileSystem(makeHeap(8, random)).value();
  std::size_t touches = 0, leftOut = 0, looked = 0;
  BroadPhase broadPhase(system);
  std::vector<double> q(3 * system.bodies.size());
  for (double& x : q) x = 3 * random();
  const int steps = test::isSanitized() ? 150 : 400;
  for (int i = 0; i < steps; ++i) {
    Step step{q, q, q};
    const double size = i % 3 == 0 ? 0.02 : 0.3;
    for (double& x : step.way) x = size * random();
    for (double& x : step.bend) x = size * random();
    if (i % 50 == 0)
      for (double& x : step.q0)
        x = 2 * random();  // somewhere else at once, as after an event that moves parts
    const std::vector<BodySweep> sweeps = step.calcSweeps();
    const std::vector<std::size_t> near = broadPhase.findTouching(step.q0.data(), sweeps);
    ASSERT_TRUE(std::is_sorted(near.begin(), near.end()));
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
      const bool kept = std::binary_search(near.begin(), near.end(), c);
      ++(kept ? looked : leftOut);
      double least = HUGE_VAL;
      for (int k = 0; k <= 20; ++k) least = std::min(least, calcGapOf(system, c, step.at(k / 20.0)));
      if (least > 0) continue;
      ++touches;
      EXPECT_TRUE(kept) << "step " << i << ", contact " << c;
    }
    q = step.at(1);
  }
  EXPECT_GT(touches, 100u);
  EXPECT_GT(leftOut, 4 * looked);
}

// A hundred discs in a row: each has two neighbours, and only they are listed.
TEST(BroadPhase, ListsTheNeighbours) {
  Mechanism m;
  ContactPair touch = makeMeeting("b0", "b1");
  for (int i = 0; i < 100; ++i) {
    m.bodies.push_back(makeSolidDisc("b" + std::to_string(i), 0.1, {0.25 * i, 0.0, 0.0, {}}));
    if (i > 1) touch.bodies.push_back("b" + std::to_string(i));
  }
  m.contacts = {touch};
  const System system = compileSystem(m).value();
  EXPECT_EQ(system.contacts.size(), 4950u);
  EXPECT_EQ(system.contactGroups.size(), 1u);
  EXPECT_EQ(listNearPairs(system, system.startY.data(), 0.06).size(), 99u);
  EXPECT_EQ(listNearPairs(system, system.startY.data(), 0.04).size(), 0u);
}

TEST(BroadPhase, JoinedBodiesOfAHeapDoNotTouch) {
  Mechanism m;
  m.bodies = {makeSolidDisc("b0", 0.1, {}), makeSolidDisc("b1", 0.1, {0.1, 0.0, 0.0, {}}),
              makeSolidDisc("b2", 0.1, {1.0, 0.0, 0.0, {}})};
  m.joints = {makeJoint("pin", Revolute{}, "b0", "b1", {0.05, 0.0}, {-0.05, 0.0})};
  m.contacts = {makeMeeting("b0", "b1")};
  m.contacts[0].bodies = {"b2"};
  EXPECT_EQ(compileSystem(m).value().contactPairs.size(), 2u);
}

}  // namespace
}  // namespace clank::test
