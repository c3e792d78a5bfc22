// SPDX-License-Identifier: GPL-3.0-or-later
// The right-hand side and the steps of DOP853 between events allocate nothing.
#include <gtest/gtest.h>

#include <vector>

#include "core/dynamics/consistency.h"
#include "core/dynamics/forward_dynamics.h"
#include "core/dynamics/system_compiler.h"
#include "core/io/mechanism_file.h"
#include "core/record/observer.h"
#include "core/record/signal.h"
#include "core/simulation/assembly.h"
#include "core/simulation/dop853_stepper.h"

namespace clank {

extern long allocations, allocatedBytes;  // of this program so far, see count_new.cpp

namespace {

// Laws and a metamorphic joint, an open chain, loops.
class Allocation : public testing::TestWithParam<const char*> {
 protected:
  Allocation()
      : mechanism_(load()),
        system_(compileSystem(mechanism_).value()),
        start_(assembleStart(system_, mechanism_).value()) {}

  static Mechanism load() {
    const auto loaded = loadMechanism(std::string(CLANK_SOURCE_DIR "/resources/examples/") + GetParam());
    return resolve(loaded.value().mechanism).value();
  }
  Mechanism mechanism_;
  System system_;
  State start_;
};

TEST_P(Allocation, NoneInTheRightHandSide) {
  ForwardDynamics dynamics(system_, start_.mode);
  std::vector<double> dydt(start_.y.size());
  dynamics.evaluate(0, start_.y, dydt);  // the first in a mode analyses its rows
  const long before = allocations;
  for (int i = 0; i < 3; ++i) dynamics.evaluate(0.1 * i, start_.y, dydt);
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(dynamics.evaluations(), 4);
}

TEST_P(Allocation, NoneInAStep) {
  ForwardDynamics dynamics(system_, start_.mode);
  const auto rhs = [&](const std::vector<double>& y, std::vector<double>& dydt, double t) {
    dynamics.evaluate(t, y, dydt);
  };
  Dop853Stepper stepper(1e-8, 1e-8);
  stepper.initialize(start_.y, 0, 1e-3);
  std::vector<double> inside(start_.y.size());
  dynamics.evaluate(0, start_.y, inside);  // the first in a mode analyses its rows
  const long before = allocations;
  for (int i = 0; i < 5; ++i) {
    stepper.advance(rhs);
    stepper.correct(stepper.current_state());
    stepper.prepareDense(rhs);
    stepper.calc_state(0.5 * (stepper.previous_time() + stepper.current_time()), inside);
  }
  EXPECT_EQ(allocations, before);
  EXPECT_GT(stepper.current_time(), 0);
}

// Friction of a sliding contact is a small system of its own.
TEST(Allocations, NoneInTheRightHandSideWithASlidingContact) {
  Mechanism m;
  Body disc;
  disc.id = "disc";
  disc.mass = disc.inertia = 1.0;
  disc.velocity.vx = 1;
  m.bodies = {disc};
  ContactPair ground;
  ground.id = "ground";
  ground.b = "disc";
  ground.friction = 0.3;
  LineSurface line;
  line.from = {-1.0, 0.0};
  line.to = {1.0, 0.0};
  ground.surface = line;
  m.contacts = {ground};
  const System system = *compileSystem(m);
  State state = *assembleStart(system, m);
  state.mode.unilaterals.upd(0).closed = true;
  state.mode.unilaterals.upd(0).slip = 1;
  ForwardDynamics dynamics(system, state.mode);
  std::vector<double> dydt(state.y.size());
  dynamics.evaluate(0, state.y, dydt);
  EXPECT_NEAR(dydt[3], -0.3 * 9.81, 1e-9);
  const long before = allocations;
  for (int i = 0; i < 3; ++i) dynamics.evaluate(0.1 * i, state.y, dydt);
  EXPECT_EQ(allocations, before);
}

TEST_P(Allocation, NoneInAProjection) {
  ForwardDynamics dynamics(system_, start_.mode);
  Assembler& assembler = dynamics.assembler();
  Projection projection;
  const std::size_t n = 3 * system_.bodies.size();
  const std::span<double> q = std::span(start_.y).first(n), v = std::span(start_.y).subspan(n, n);
  long before = 0;
  for (int i = 0; i < 3; ++i) {
    q[0] += 1e-4;
    v[1] += 1e-4;
    assembler.update(0, q.data(), v.data());
    projection.projectPosition(assembler, 0, q, v, 1e-14, 3);
    projection.projectVelocity(assembler, v, 1e-14);
    if (i == 0) before = allocations;
  }
  EXPECT_EQ(allocations, before);
}

TEST_P(Allocation, NoneInASample) {
  ForwardDynamics dynamics(system_, start_.mode);
  dynamics.evaluate(0, start_.y);
  const Observer observer(system_);
  std::vector<double> row(observer.channels().size());
  const long before = allocations;
  observer.measure(dynamics, start_, EnergyLedger{}, 1, row);
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(row.back(), 1);  // the mobility comes last: every channel has been written
}

// A plot asks for what it showed of the run before, which another one may not have among its many channels.
TEST(Allocation, ASignalThatIsNotThereIsFoundOutWithoutTheNamesOfAll) {
  std::vector<Channel> channels{{"t", "s"}};
  for (int i = 0; i < 10000; ++i) channels.push_back({"a_body_of_many_" + std::to_string(i) + ".x", "m"});
  const auto count = [](auto&& work) {
    const long before = allocations;
    work();
    return allocations - before;
  };
  EXPECT_LT(count([&] { EXPECT_FALSE(Signal::findIfThere("link1.omega", channels)); }), 100);
  EXPECT_GT(count([&] { EXPECT_FALSE(Signal::find("link1.omega", channels)); }), 10000) << "to say why";
  EXPECT_LT(count([&] { EXPECT_TRUE(Signal::findIfThere("2 * a_body_of_many_9999.x", channels)); }), 200);
}

// Room asked for anew with each contact moves all before it: bytes would grow with the square of their
// number.
TEST(Allocations, OfManyContactsGrowWithTheirNumber) {
  const auto countBytes = [](int feet) {
    Mechanism m;
    Body plate;
    plate.id = "plate";
    plate.mass = plate.inertia = 1.0;
    m.bodies = {plate};
    for (int i = 0; i < feet; ++i) {
      ContactPair foot;
      foot.id = "foot" + std::to_string(i);
      foot.b = "plate";
      foot.atB.x = 0.01 * i;
      LineSurface line;
      line.from = {-1.0, 0.0};
      line.to = {100.0, 0.0};
      foot.surface = line;
      m.contacts.push_back(foot);
    }
    const long before = allocatedBytes;
    EXPECT_TRUE(compileSystem(m));
    return static_cast<double>(allocatedBytes - before);
  };
  EXPECT_LT(countBytes(2000), 2.3 * countBytes(1000));
}

TEST(Allocations, AreCounted) {
  const long before = allocations;
  const std::vector<double> numbers(100);
  EXPECT_GT(allocations, before) << numbers.size();
}

INSTANTIATE_TEST_SUITE_P(Examples, Allocation,
                         testing::Values("papers/song-2020-three-bar.clank", "benchmarks/chain-50.clank",
                                         "benchmarks/four-bars-10.clank", "curves/grooved-cam.clank"));

}  // namespace
}  // namespace clank
