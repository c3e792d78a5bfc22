// SPDX-License-Identifier: GPL-3.0-or-later
// Song et al. 2020, example 1, against numbers computed independently by two formulations (minimal
// coordinates, and Cartesian coordinates with multipliers). Tolerances are those of that computation: times
// 1e-9 s, angles 1e-8, speeds 1e-7, impulses 1e-7 relative, states at the end 1e-6 and 1e-5 (the motion
// amplifies errors a hundredfold by then).
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr const char* kFile = "papers/song-2020-three-bar.clank";

void expectOmegas(const Receipt& receipt, bool after, const std::array<double, 3>& omega, double tolerance) {
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(after ? receipt.jumps[i].after[2] : receipt.jumps[i].before[2], omega[i], tolerance)
        << "link " << i + 1;
}

void expectJointImpulses(const Receipt& receipt, const std::array<double, 6>& impulses) {
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_NEAR(receipt.jointImpulses[j].x, impulses[2 * j], 1e-7 * std::abs(impulses[2 * j]) + 1e-10);
    EXPECT_NEAR(receipt.jointImpulses[j].y, impulses[2 * j + 1], 1e-7 * std::abs(impulses[2 * j + 1]) + 1e-9);
  }
}

void expectFinal(const FinishedRun& r, const std::array<double, 3>& theta,
                 const std::array<double, 3>& omega) {
  for (std::size_t i = 0; i < 3; ++i) {
    const std::string link = "link" + std::to_string(i + 1);
    EXPECT_NEAR(r.last(link + ".angle"), theta[i], 1e-6);
    EXPECT_NEAR(r.last(link + ".omega"), omega[i], 1e-5);
  }
}

void expectClosedLedger(const FinishedRun& r) {
  EXPECT_LT(r.summary.largestResidual, 1e-9);
  EXPECT_LT(r.summary.largestDrift, 1e-9);
}

TEST(SongThreeBar, PaperReadingReachesTheLimit) {
  const auto r = run(loadExample(kFile, "paper-merge"));
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_NEAR(receipt.t, 0.1672851151823853, 1e-9);
  expectOmegas(receipt, false, {2.889734924646572, -1.1787628918091597, 22.217620131186873}, 1e-7);
  const auto before = r.trajectory.row(r.trajectory.sampleAfterEvent(0) - 1);
  EXPECT_NEAR(r.value(before, "link1.angle"), 0.3763414836734951, 1e-8);
  EXPECT_NEAR(r.value(before, "link2.angle"), -1.4499943937735826, 1e-8);
  EXPECT_NEAR(r.value(before, "link3.angle"), 1.6915982598162105, 1e-8);
}

TEST(SongThreeBar, PaperReadingMerge) {
  const auto r = run(loadExample(kFile, "paper-merge"));
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_EQ(receipt.kind, EventKind::merge);
  EXPECT_TRUE(receipt.mobile);
  EXPECT_NEAR(receipt.impulse, 0.33089569344009784, 1e-7);
  EXPECT_NEAR(receipt.impulse * receipt.normalX, -0.3284842300093975, 1e-7);
  EXPECT_NEAR(receipt.impulse * receipt.normalY, -0.03987568898886154, 1e-8);
  expectOmegas(receipt, true, {3.1772804669293153, -6.809812165327143, -6.809812165327148}, 1e-7);
  expectJointImpulses(receipt, {0.1313533064895127, 0.056932004154032115, 0.13650515139955402,
                                0.04389519174878905, -0.11869896290364192, -0.0007470138763560921});
  EXPECT_NEAR(receipt.energyBefore, 0.4864007813615127, 1e-8);
  EXPECT_NEAR(receipt.energyBefore - receipt.energyAfter, 0.24193007451201254, 1e-8);
  EXPECT_EQ(receipt.mobilityBefore, 3);
  EXPECT_EQ(receipt.mobilityAfter, 2);
  EXPECT_EQ(receipt.phaseBefore, "free");
  EXPECT_EQ(receipt.phaseAfter, "locked");
  expectFinal(r, {2.7815720514114126, 3.3962141065355502, 6.537806760125346},
              {21.996611087208734, -24.543686279036024, -24.54368627903603});
  EXPECT_NEAR(r.last("O3.moment"), -1.0718616753168346, 1e-5);
  EXPECT_NEAR(r.last("energy.kinetic"), 5.786615267471257, 1e-5);
  expectClosedLedger(r);
}

TEST(SongThreeBar, PaperReadingBounceWithoutLatch) {
  const auto r = run(loadExample(kFile, "paper-bounce"));
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_EQ(receipt.kind, EventKind::impact);
  EXPECT_NEAR(receipt.impulse, 0.5956122481921762, 1e-7);
  expectOmegas(receipt, true, {3.4073169007555095, -11.31465158414153, -30.03175800253837}, 1e-7);
  expectJointImpulses(receipt, {0.23643595168112289, 0.10247760747725777, 0.24570927251919727,
                                0.0790113451478203, -0.2136581332265553, -0.0013446249774409563});
  EXPECT_NEAR(receipt.normalVelocityAfter, -0.8 * receipt.normalVelocityBefore, 1e-12);
  // The loss formula (1 - e^2) m_eff v^2 / 2 with the effective mass of the reference.
  const double v = receipt.normalVelocityBefore;
  EXPECT_NEAR(receipt.energyBefore - receipt.energyAfter, 0.5 * (1 - 0.64) * 0.2262884433819462 * v * v,
              1e-9);
  expectFinal(r, {2.2868476481920044, 2.5699102873773723, 2.7573053259688614},
              {7.924886818266808, 30.83617021255497, -20.83378015756582});
  expectClosedLedger(r);
}

TEST(SongThreeBar, RestitutionThenLockEndsWhereMergeDoes) {
  const auto merge = run(loadExample(kFile, "paper-merge"));
  const auto lock = run(loadExample(kFile, "paper-lock"));
  ASSERT_EQ(lock.trajectory.events().size(), 2u);
  EXPECT_EQ(lock.trajectory.events()[0].kind, EventKind::impact);
  EXPECT_EQ(lock.trajectory.events()[1].kind, EventKind::lock);
  EXPECT_EQ(lock.trajectory.events()[0].t, lock.trajectory.events()[1].t);
  expectOmegas(lock.trajectory.events()[0], true,
               {3.4073169007555095, -11.31465158414153, -30.03175800253837}, 1e-7);
  for (const char* link : {"link1", "link2", "link3"}) {
    EXPECT_NEAR(lock.last(std::string(link) + ".angle"), merge.last(std::string(link) + ".angle"), 1e-9);
    EXPECT_NEAR(lock.last(std::string(link) + ".omega"), merge.last(std::string(link) + ".omega"), 1e-9);
  }
  expectClosedLedger(lock);
}

TEST(SongThreeBar, IgnoringTheImpactSwitchesOnlyTheLastLink) {
  const auto r = run(loadExample(kFile, "paper-ignore"));
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& receipt = r.trajectory.events()[0];
  EXPECT_EQ(receipt.kind, EventKind::kinematicSwitch);
  EXPECT_FALSE(receipt.momentumConserved);
  expectOmegas(receipt, true, {2.889734924646572, -1.1787628918091597, -1.1787628918091597}, 1e-7);
  expectFinal(r, {2.4184162260391853, 3.3745172965724617, 6.5161099501622495},
              {17.839551419341355, -9.929740569689782, -9.929740569689782});
  expectClosedLedger(r);
}

TEST(SongThreeBar, PhysicalReading) {
  const auto merge = run(loadExample(kFile, "physical-merge"));
  ASSERT_EQ(merge.trajectory.events().size(), 1u);
  const Receipt& receipt = merge.trajectory.events()[0];
  EXPECT_NEAR(receipt.t, 0.14779350330615615, 1e-9);
  expectOmegas(receipt, false, {-0.5347273274798204, -13.36319054362012, 8.758145997169674}, 1e-7);
  expectOmegas(receipt, true, {0.24303417812547123, -17.496389947488797, -17.496389947488797}, 1e-7);
  EXPECT_NEAR(receipt.impulse, 0.3031860342473086, 1e-7);
  expectFinal(merge, {1.636321914987746, 3.638966687439068, 6.780559341028864},
              {12.680236692174942, 16.663499478457698, 16.663499478457698});
  expectClosedLedger(merge);

  const auto bounce = run(loadExample(kFile, "physical-bounce"));
  ASSERT_EQ(bounce.trajectory.events().size(), 1u);
  EXPECT_NEAR(bounce.trajectory.events()[0].impulse, 0.5457348616451555, 1e-7);
  expectOmegas(bounce.trajectory.events()[0], true,
               {0.8652433826097045, -20.802949470583737, -38.500018703215574}, 1e-7);
  expectJointImpulses(bounce.trajectory.events()[0],
                      {0.23043139820752698, 0.08171572868995808, 0.24715775322748143, 0.01554854162765898,
                       -0.15624568762693977, 0.12423302401720256});
}

// Restitution from 0.3 to 1 in between, and the accumulation point of the chatter at e = 0.3.
TEST(SongThreeBar, OtherRestitutions) {
  const auto elastic = run(loadExample(kFile, "paper-bounce", {{"e", "1"}}));
  ASSERT_FALSE(elastic.trajectory.events().empty());
  EXPECT_NEAR(elastic.trajectory.events()[0].energyBefore, elastic.trajectory.events()[0].energyAfter, 1e-12);
  EXPECT_NEAR(elastic.trajectory.events()[0].impulse, 0.6617913868801957, 1e-7);

  const auto chatter = run(loadExample(kFile, "paper-bounce", {{"e", "0.3"}}));
  double accumulation = 0;
  for (const Receipt& receipt : chatter.trajectory.events())
    if (beginsContact(receipt)) accumulation = receipt.t;
  EXPECT_NEAR(accumulation, 0.2626599623137221, 1e-6);
  expectClosedLedger(chatter);
}

TEST(SongThreeBar, BothIntegratorsAgree) {
  Mechanism mechanism = loadExample(kFile, "paper-merge");
  const auto a = run(mechanism);
  mechanism.simulation.integrator = IntegratorKind::dopri5;
  mechanism.simulation.relativeTolerance = mechanism.simulation.absoluteTolerance = 1e-12;
  const auto b = run(mechanism);
  for (const char* channel : {"link1.angle", "link2.angle", "link3.angle"})
    EXPECT_NEAR(a.last(channel), b.last(channel), 1e-8);
}

}  // namespace
}  // namespace clank::test
