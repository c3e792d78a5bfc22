// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/run/run_controller.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QThread>
#include <algorithm>
#include <cmath>

#include "core/simulation/simulator.h"
#include "tests/ui/chain.h"
#include "ui/run/hand_pulls.h"
#include "ui/run/run_memory.h"

namespace clank {
namespace {

using test::makeChain;
using test::waitFor;
using test::waitUntil;
using test::waitUntilStill;
using State = RunController::State;

constexpr double kForever = 9000;  // s, never reached
constexpr int kSettling = 800;     // ms, after which an explored run is worth a ghost

TEST(RunController, AssemblesWithoutMoving) {
  RunController run;
  QSignalSpy assembled(&run, &RunController::assembled);
  run.setMechanism(makeChain(1));
  EXPECT_TRUE(assembled.wait(test::kPatience));
  EXPECT_EQ(run.state(), State::idle);
  EXPECT_EQ(run.trajectory().sampleCount(), 1U);
  EXPECT_EQ(run.start().mobility, 2);
  EXPECT_EQ(run.start().gruebler, 2);
}

// What nobody sees takes no memory where memory is short.
TEST(RunController, KeepsTheChannelsThatAreAskedFor) {
  RunController run;
  run.setSpeed(0);
  run.setMechanism(makeChain(0.2));
  ASSERT_GE(waitUntil([&] { return run.start().mobility == 2; }), 0);
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  const Columns seen = listSeenChannels(run.start().channels, {"abs(link2.omega) / 2"});
  EXPECT_LT(2 * seen.size(), run.start().channels.size());
  std::vector<std::vector<double>> wanted;
  for (std::size_t i = 0; i < run.trajectory().sampleCount(); ++i) {
    wanted.emplace_back();
    for (const std::size_t column : seen) wanted.back().push_back(run.trajectory().row(i)[column]);
  }
  const std::size_t events = run.trajectory().events().size();
  run.run(1, seen);
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  const Trajectory& kept = run.trajectory();
  EXPECT_EQ(kept.channels().front().name, "t");
  for (const char* name :
       {"link1.x", "link2.angle", "link2.omega", "O2.phase", "mobility", "energy.residual"})
    EXPECT_TRUE(kept.findChannel(name)) << name;
  EXPECT_FALSE(kept.findChannel("O1.reaction_x"));
  EXPECT_FALSE(kept.findChannel("link1.omega"));
  ASSERT_EQ(kept.sampleCount(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    ASSERT_TRUE(std::equal(wanted[i].begin(), wanted[i].end(), kept.row(i).begin())) << "sample " << i;
  EXPECT_EQ(kept.events().size(), events);
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  EXPECT_EQ(run.trajectory().channels(), run.start().channels) << "the next run keeps all again";
}

TEST(RunController, AccumulatesExactlyWhatADirectRunGives) {
  const Mechanism mechanism = makeChain(0.5);
  auto simulator = Simulator::create(mechanism);
  ASSERT_TRUE(simulator);
  Trajectory direct(simulator->channels());
  simulator->run(direct);
  ASSERT_EQ(direct.events().size(), 1U);
  for (const double speed : {0.0, 1.0}) {
    RunController run;
    run.setSpeed(speed);
    run.setMechanism(mechanism);
    run.run();
    ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
    const Trajectory& ours = run.trajectory();
    ASSERT_EQ(ours.channels(), direct.channels());
    ASSERT_EQ(ours.sampleCount(), direct.sampleCount());
    for (std::size_t i = 0; i < direct.sampleCount(); ++i)
      ASSERT_TRUE(std::equal(ours.row(i).begin(), ours.row(i).end(), direct.row(i).begin()))
          << "sample " << i;
    ASSERT_EQ(ours.events().size(), 1U);
    EXPECT_EQ(ours.events()[0].t, direct.events()[0].t);
    EXPECT_EQ(ours.sampleAfterEvent(0), direct.sampleAfterEvent(0));
  }
}

// A hand of the user takes hold in the middle of a run. With what it has done kept as a load the run is the
// same, whatever the clock does.
TEST(RunController, PullByHandIsKeptToTheByte) {
  Mechanism mechanism = makeChain(1);
  RunController run;
  EXPECT_FALSE(run.hold("link2", {0.5, 0}, {1, 1})) << "nothing runs";
  run.setSpeed(1);
  run.setMechanism(mechanism);
  run.run();
  ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > 50; }), 0);
  ASSERT_TRUE(run.hold("link2", {0.5, 0}, {1, 1}));
  ASSERT_GE(waitUntil([&] { return !run.hands().empty() && run.hands()[0].times.size() > 3; }), 0);
  EXPECT_FALSE(run.hands()[0].isOver);
  run.lead({0.5, 1.2});
  waitFor(150);
  run.letGo();
  ASSERT_GE(waitUntil([&] { return run.hands()[0].isOver; }), 0);
  ASSERT_TRUE(run.hold("link1", {0.9, 0}, {0, 1})) << "and once more";
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  ASSERT_EQ(run.hands().size(), 2U);
  EXPECT_TRUE(run.hands()[1].isOver) << "with the run";
  for (const HandRecord& hand : run.hands())
    mechanism.forces.push_back(makeHand(hand, "hand" + std::to_string(mechanism.forces.size())));
  auto simulator = Simulator::create(mechanism);
  ASSERT_TRUE(simulator);
  Trajectory again(simulator->channels());
  simulator->run(again);
  const Trajectory& live = run.trajectory();
  ASSERT_EQ(again.sampleCount(), live.sampleCount());
  for (std::size_t c = 0; c < live.channels().size(); ++c) {
    const std::size_t column = *again.findChannel(live.channels()[c].name);
    for (std::size_t i = 0; i < live.sampleCount(); ++i)
      ASSERT_EQ(again.row(i)[column], live.row(i)[c]) << live.channels()[c].name << ", sample " << i;
  }
  // What is shown of a hand is what the equations have.
  const std::size_t x = *again.findChannel("hand0.force_x"), y = *again.findChannel("hand0.force_y");
  std::size_t at = 20;
  while (again.row(at - 20)[x] == 0) ++at;
  const auto pulls = listPulls(mechanism, {}, again, again.row(at));
  ASSERT_EQ(pulls.size(), 1U);
  EXPECT_NEAR(pulls[0].force, std::hypot(again.row(at)[x], again.row(at)[y]), 1e-9 * pulls[0].force);
  EXPECT_EQ(listPulls(run.mechanism(), run.hands(), live, live.row(at)).at(0).force, pulls[0].force);
  run.reset();
  ASSERT_GE(waitUntil([&] { return run.hands().empty(); }), 0);
}

TEST(RunController, GrowsWhileItComputes) {
  RunController run;
  run.setSpeed(1);
  run.setMechanism(makeChain(kForever));
  QSignalSpy advanced(&run, &RunController::advanced);
  run.run();
  ASSERT_GE(waitUntil([&] { return advanced.count() >= 5; }), 0);
  EXPECT_EQ(run.state(), State::running);
  EXPECT_GT(run.trajectory().sampleCount(), 5U);
}

// What one turn of the event loop has to take in is bounded, however fast the run and however slow the
// window.
TEST(RunController, TakesNoMoreRowsInATurnThanCanBeShown) {
  RunController run;
  run.setSpeed(0);
  run.setMechanism(makeChain(60));
  std::size_t known = 0, most = 0;
  unsigned long slowness = 100;  // ms
  QObject::connect(&run, &RunController::advanced, [&] {
    const std::size_t now = run.trajectory().sampleCount();
    if (now - known <= SampleStream::kMostRows / 8) slowness = std::min(2 * slowness, 3000UL);
    most = std::max(most, now - known);
    known = now;
    QThread::msleep(slowness);  // a window that has much to draw: slower than the run, on any machine
  });
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  EXPECT_GE(run.trajectory().sampleCount(), 60001U) << "all of them come";
  EXPECT_LE(most, SampleStream::kMostRows);
  EXPECT_GT(most, SampleStream::kMostRows / 8) << "the run is faster than the window";
}

TEST(RunController, KeepsThePaceOfTheClock) {
  RunController run;
  run.setSpeed(0.5);
  run.setMechanism(makeChain(0.3));
  QElapsedTimer clock;
  clock.start();
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  const auto took = static_cast<double>(clock.elapsed());
  EXPECT_GE(took, 580);  // 0.3 s at half the speed
  EXPECT_LT(run.summary().wallSeconds, took / 2000) << "waiting for the clock is no computing time";
}

// A run that would last for hours at that speed, or by itself not go on at all.
void expectStop(double speed, bool paused) {
  RunController run;
  run.setSpeed(speed);
  run.setMechanism(makeChain(kForever, 0.01));
  run.run();
  ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > 10; }), 0);
  if (paused) run.pause();
  QSignalSpy changed(&run, &RunController::stateChanged);
  run.stop();
  ASSERT_TRUE(changed.count() > 0 || changed.wait(test::kPatience));
  EXPECT_EQ(run.state(), State::interrupted);
  EXPECT_GT(run.trajectory().sampleCount(), 10U) << "what was computed stays";
  EXPECT_EQ(run.summary().end, RunSummary::End::interrupted);
}

TEST(RunController, EndsWithWhatThereIsWhenMemoryRunsShort) {
  RunController run;
  run.setLargestMemory(1e6);
  run.setSpeed(0);
  Mechanism mechanism = test::makeChain(1000);
  run.setMechanism(mechanism);
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::interrupted; }), 0);
  EXPECT_GT(run.trajectory().sampleCount() * run.trajectory().channels().size(), 1e6 / 8);
  EXPECT_LT(run.summary().t, 1000);
  ASSERT_FALSE(run.summary().problems.empty());
  EXPECT_EQ(run.summary().problems.back().where, "/simulation/output_interval");
}

TEST(RunController, KeepsFewerSamplesWhenAsked) {
  RunController run;
  run.setSpeed(0);
  run.setMechanism(test::makeChain(1));
  EXPECT_NEAR(estimateRunMemory(run.mechanism(), 10), 8 * 10 * 1001, 1);
  run.run(10);
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  EXPECT_NEAR(static_cast<double>(run.trajectory().sampleCount()), 101, 2);
}

// A plate with thousands of points falls flat: one impact that takes minutes, and would go on for as long as
// anybody waited for its end. (How soon it stops is a matter of tests/bench.)
TEST(RunController, StopsInsideOneLargeImpact) {
  Mechanism m;
  m.simulation.duration = 0.5;
  Body plate;
  plate.id = "d";
  plate.mass = Quantity(1);
  plate.inertia = Quantity(0.1);
  plate.pose.y = 1;
  m.bodies.push_back(plate);
  for (int i = 0; i < 4000; ++i) {
    ContactPair foot;
    foot.id = "c" + std::to_string(i);
    foot.b = "d";
    foot.atB.x = 0.001 * (i - 2000);
    LineSurface line;
    line.from.x = -10;
    line.to.x = 10;
    foot.surface = line;
    foot.restitution = 0.5;
    m.contacts.push_back(foot);
  }
  {
    RunController run;
    run.setSpeed(0);
    run.setMechanism(m);
    run.run();
    ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > 440; }), 0);
    waitUntil([] { return false; }, 1500);
    run.stop();
    ASSERT_GE(waitUntil([&] { return run.state() == State::interrupted; }), 0);
    EXPECT_EQ(run.summary().end, RunSummary::End::interrupted);
    EXPECT_NEAR(run.summary().t, std::sqrt(2 / 9.81), 2e-3) << "inside the impact";
  }
}

TEST(RunController, StopsWhilePaced) {
  expectStop(1, false);
}
TEST(RunController, StopsBetweenSlowSamples) {
  expectStop(0.1, false);
}
TEST(RunController, StopsFlatOut) {
  expectStop(0, false);
}
TEST(RunController, StopsWhilePaused) {
  expectStop(1, true);
}

TEST(RunController, PauseReallyPauses) {
  for (const double speed : {0.0, 1.0}) {
    RunController run;
    run.setSpeed(speed);
    run.setMechanism(makeChain(kForever));
    run.run();
    ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > 10; }), 0);
    run.pause();
    EXPECT_EQ(run.state(), State::paused);
    const auto count = [&] { return run.trajectory().sampleCount(); };
    ASSERT_TRUE(waitUntilStill(count, 100)) << "what was on its way arrives, and no more";
    const std::size_t held = count();
    waitFor(200);
    EXPECT_EQ(run.trajectory().sampleCount(), held);
    run.resume();
    EXPECT_EQ(run.state(), State::running);
    ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > held; }), 0);
  }
}

TEST(RunController, PacesOnFromWhereItWasPaused) {
  RunController run;
  run.setSpeed(1);
  run.setMechanism(makeChain(kForever));
  run.run();
  ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > 50; }), 0);
  run.pause();
  const auto count = [&] { return run.trajectory().sampleCount(); };
  ASSERT_TRUE(waitUntilStill(count, 400));
  const std::size_t held = count();
  QElapsedTimer clock;
  clock.start();
  run.resume();
  waitFor(150);
  ASSERT_GE(waitUntil([&] { return count() > held + 20; }), 0);
  const std::size_t after = count();  // one each ms, and the clock is read later
  EXPECT_LT(after, held + static_cast<std::size_t>(clock.elapsed()) + 200)
      << "the time of the pause must not be caught up";
}

TEST(RunController, SpeedChangesActAtOnce) {
  RunController run;
  run.setSpeed(0.0001);  // the better part of an hour
  run.setMechanism(makeChain(0.3));
  run.run();
  waitFor(100);
  ASSERT_EQ(run.state(), State::running);
  run.setSpeed(0);
  EXPECT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
}

TEST(RunController, RestartingCancelsTheOldRun) {
  RunController run;
  run.setSpeed(1);
  run.setMechanism(makeChain(kForever));
  run.run();
  ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > 100; }), 0);
  const double reached = run.trajectory().time(run.trajectory().sampleCount() - 1);
  std::size_t left = 1000;
  QObject::connect(&run, &RunController::cleared, [&] { left = run.trajectory().sampleCount(); });
  QSignalSpy cleared(&run, &RunController::cleared);
  run.run();
  ASSERT_TRUE(cleared.count() > 0 || cleared.wait(test::kPatience));
  EXPECT_EQ(run.state(), State::running);
  EXPECT_LT(left, 100U);
  EXPECT_GE(run.previous().time(run.previous().sampleCount() - 1), reached)
      << "the old run stays as the previous one";
  ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > 10; }), 0);
  for (std::size_t i = 1; i < run.trajectory().sampleCount(); ++i)
    ASSERT_GE(run.trajectory().time(i), run.trajectory().time(i - 1))
        << "no sample of the old run comes through";
}

TEST(RunController, ResetGoesBackToTheStart) {
  RunController run;
  run.setSpeed(0);
  run.setMechanism(makeChain(0.1));
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  QSignalSpy assembled(&run, &RunController::assembled);
  run.reset();
  ASSERT_TRUE(assembled.wait(test::kPatience));
  EXPECT_EQ(run.state(), State::idle);
  EXPECT_EQ(run.trajectory().sampleCount(), 1U);
  EXPECT_GT(run.previous().sampleCount(), 1U);
}

TEST(RunController, PreviousRunOfAnotherMechanismIsNotKept) {
  RunController run;
  run.setSpeed(0);
  run.setMechanism(makeChain(0.1));
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  Mechanism other = makeChain(0.1);
  other.bodies[1].id = other.joints[1].b = "arm";
  QSignalSpy assembled(&run, &RunController::assembled);
  run.setMechanism(other);
  ASSERT_TRUE(assembled.wait(test::kPatience));
  EXPECT_EQ(run.previous().sampleCount(), 0U);
}

// Ideal against loose is what people compare.
TEST(RunController, ThePreviousRunIsKeptWhenAPinBecomesLoose) {
  RunController run;
  run.setSpeed(0);
  Mechanism m = makeChain(0.05);
  m.joints[1].metamorphic.reset();
  run.setMechanism(m);
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  m.joints[1].clearance.emplace();
  m.joints[1].clearance->bearing = 0.0101;
  m.joints[1].clearance->journal = 0.01;
  QSignalSpy assembled(&run, &RunController::assembled);
  run.setMechanism(m);
  ASSERT_TRUE(assembled.wait(test::kPatience));
  EXPECT_GT(run.previous().sampleCount(), 10U);
  EXPECT_NE(run.previous().channels(), run.trajectory().channels());
}

TEST(RunController, WhatCannotBeAssembledFailsWithItsProblems) {
  Mechanism broken = makeChain(1);
  broken.joints[1].a = "nobody";
  RunController run;
  run.setMechanism(broken);
  ASSERT_GE(waitUntil([&] { return run.state() == State::failed; }), 0);
  EXPECT_FALSE(run.summary().problems.empty());
}

TEST(RunController, FailedRunKeepsItsPartialResults) {
  Mechanism broken = makeChain(1);
  ForceElement force;
  force.id = "blowup";
  Torque torque;
  torque.b = "link1";
  torque.moment.text = "t > 0.1 ? 0/0 : 0";
  force.kind = torque;
  broken.forces = {force};
  RunController run;
  run.setSpeed(0);
  run.setMechanism(broken);
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::failed || run.state() == State::finished; }), 0);
  EXPECT_EQ(run.state(), State::failed);
  EXPECT_FALSE(run.summary().problems.empty());
  EXPECT_GT(run.trajectory().sampleCount(), 10U);
}

// None of these runs would come to an end: whoever waited for it would wait until the test is given up.
TEST(RunController, DestructionInTheMiddleOfARunIsClean) {
  for (const double speed : {0.0, 1.0, 0.001}) {
    for (const bool paused : {false, true}) {
      auto run = std::make_unique<RunController>();
      run->setSpeed(speed);
      run->setMechanism(makeChain(kForever));
      run->run();
      waitFor(30);
      if (paused) run->pause();
      EXPECT_TRUE(run->isBusy());
      run.reset();
    }
  }
}

// The chain with the second link turning at some speed: each value has a run of its own.
Mechanism makeVariant(double omega, double duration = 0.2) {
  Mechanism m = makeChain(duration);
  m.bodies[1].velocity.omega = omega;
  return m;
}

double shownOmega(const RunController& run) {
  return run.mechanism().bodies[1].velocity.omega.value;
}

TEST(Exploring, AChangeIsRunByItselfAndReplacesTheShownRunAsAWhole) {
  RunController run;
  run.setMechanism(makeVariant(5));
  run.run();
  run.setSpeed(0);
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  const std::size_t samples = run.trajectory().sampleCount();
  run.setPatience(
      static_cast<int>(std::chrono::milliseconds(test::kPatience).count()));  // however slow it is here
  run.setExploring(true);
  ASSERT_GE(waitUntil([&] { return run.trajectory().sampleCount() > 100; }), 0);
  std::size_t least = samples;
  QObject::connect(&run, &RunController::cleared, &run,
                   [&] { least = std::min(least, run.trajectory().sampleCount()); });
  QSignalSpy finished(&run, &RunController::stateChanged);
  run.setMechanism(makeVariant(6));
  ASSERT_GE(waitUntil([&] { return shownOmega(run) == 6 && run.state() == State::finished; }), 0);
  EXPECT_GT(least, 100U) << "never an empty plot between";
  EXPECT_GT(finished.count(), 0);
  EXPECT_GT(run.previous().sampleCount(), 100U) << "the run before is the ghost";
}

TEST(Exploring, ManyChangesNeverQueueUpAndTheNewestIsShownLast) {
  RunController run;
  run.setExploring(true);
  run.setMechanism(makeVariant(1));
  int shown = 0;
  QObject::connect(&run, &RunController::cleared, &run, [&] { ++shown; });
  double last = 0;
  for (int i = 0; i < 100 || (shown <= 5 && i < 10000); ++i) {
    run.setMechanism(makeVariant(last = 1 + 0.01 * i));
    waitFor(5);
  }
  EXPECT_GT(shown, 5) << "it is alive while the slider moves";
  const int before = shown;
  ASSERT_GE(waitUntil([&] { return shownOmega(run) == last && run.state() == State::finished; }), 0);
  EXPECT_LE(shown - before, 3) << "nothing is worked off";
}

TEST(Exploring, ALongRunIsShownWhileItGrowsAndCancelledByTheNextChange) {
  RunController run;
  run.setExploring(true);
  run.setMechanism(makeVariant(1, kForever));
  ASSERT_GE(waitUntil([&] { return run.state() == State::running && run.trajectory().sampleCount() > 100; }),
            0);
  run.setMechanism(makeVariant(2, 0.2));
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  EXPECT_EQ(shownOmega(run), 2);
}

// What is shown would be of another drawing: it becomes the previous run, and a run by hand is of what is
// drawn.
TEST(Exploring, WhatCannotBeginLeavesThePreviousRunAlone) {
  RunController run;
  run.setExploring(true);
  run.setMechanism(makeVariant(1));
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  Mechanism wrong = makeVariant(2);
  wrong.joints[0].b = "nobody";
  waitFor(kSettling);
  run.setMechanism(wrong);
  ASSERT_GE(waitUntil([&] { return run.state() == State::failed; }), 0);
  EXPECT_EQ(run.trajectory().sampleCount(), 0U);
  EXPECT_GT(run.previous().sampleCount(), 100U);
  run.run();
  ASSERT_GE(waitUntil([&] { return !run.isBusy(); }), 0);
  EXPECT_EQ(run.state(), State::failed) << "not a run of what was drawn before";
  run.setMechanism(makeVariant(3));
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished && shownOmega(run) == 3; }), 0);
  EXPECT_GT(run.previous().sampleCount(), 100U);
}

TEST(RunController, WhatCannotBeginLeavesThePreviousRunAlone) {
  RunController run;
  run.setSpeed(0);
  run.setMechanism(makeVariant(1));
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  Mechanism wrong = makeVariant(2);
  wrong.joints[0].b = "nobody";
  run.setMechanism(wrong);
  ASSERT_GE(waitUntil([&] { return run.state() == State::failed; }), 0);
  EXPECT_EQ(run.trajectory().sampleCount(), 0U);
  EXPECT_GT(run.previous().sampleCount(), 100U);
}

TEST(Exploring, ARunByHandTakesTheNewest) {
  RunController run;
  run.setExploring(true);
  run.setMechanism(makeVariant(1));
  run.setMechanism(makeVariant(2));
  run.setSpeed(0);
  run.run();
  ASSERT_GE(waitUntil([&] { return run.state() == State::finished; }), 0);
  EXPECT_EQ(shownOmega(run), 2);
  run.clear();
  EXPECT_EQ(run.trajectory().sampleCount(), 0U);
  EXPECT_EQ(run.state(), State::idle);
}

}  // namespace
}  // namespace clank
