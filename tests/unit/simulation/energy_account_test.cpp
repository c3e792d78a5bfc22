// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger of energies from receipts and states made by hand.
#include "core/simulation/energy_account.h"

#include <cmath>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"

namespace clank::test {
namespace {

constexpr double kG = 9.81;

// 2 kg on a spring of 50 N/m and 0.5 m from the origin, 3 m above it at the start.
Mechanism makeWeight() {
  Mechanism m;
  m.bodies = {makeBody("weight", 2, 1, {0.0, 3.0, 0.0, {}})};
  Spring spring;
  spring.b = "weight";
  spring.stiffness = 50;
  spring.freeLength = 0.5;
  m.forces = {makeForce("spring", spring)};
  return m;
}

Receipt makeReceipt(EventKind kind, double before, double after, double driveWork = 0) {
  Receipt receipt;
  receipt.kind = kind;
  receipt.energyBefore = before;
  receipt.energyAfter = after;
  receipt.driveWork = driveWork;
  return receipt;
}

TEST(EnergyAccount, TellsWhatTheStateHolds) {
  Instant weight(makeWeight());
  const EnergyAccount account(weight.system(), weight.state());
  weight.q(0, 1) = 1.5;
  weight.v(0, 0) = 3;
  weight.v(0, 2) = 4;
  weight.integral(kWork) = 0.7;
  weight.integral(kDampingLoss) = 0.2;
  weight.integral(kFrictionLoss) = 0.3;
  const EnergyLedger ledger = account.calcLedger(weight.state());
  const double kinetic = 9 + 8, gravity = 2 * kG * 1.5, elastic = 25;
  EXPECT_NEAR(ledger.kinetic, kinetic, 1e-13);
  EXPECT_NEAR(ledger.gravity, gravity, 1e-13);
  EXPECT_NEAR(ledger.elastic, elastic, 1e-13);
  EXPECT_EQ(ledger.work, 0.7);
  EXPECT_EQ(ledger.damping, 0.2);
  EXPECT_EQ(ledger.friction, 0.3);
  const double start = 2 * kG * 3 + 25 * 2.5 * 2.5;
  EXPECT_NEAR(ledger.residual, kinetic + gravity + elastic + 0.2 + 0.3 - 0.7 - start, 1e-12);
  EXPECT_NEAR(account.calcTurnover(ledger),
              kinetic + 2 * kG * 1.5 + elastic + 0.7 + 0.2 + 0.3 + 1e-7 * (1 + gravity), 1e-12);
}

// It falls from 3 m to 1 m; 4 J are lost in an impact, 1.5 J where a joint locks (half a joule of them from a
// drive), a switch gives 3 J and lifts for another 0.25 J. With the speed that this leaves the ledger closes.
TEST(EnergyAccount, ClosesOverWhatTheEventsHaveTaken) {
  Instant weight(makeWeight());
  EnergyAccount account(weight.system(), weight.state());
  account.add(makeReceipt(EventKind::impact, 10, 6));
  account.add(makeReceipt(EventKind::lock, 3, 2, 0.5));
  Receipt switched = makeReceipt(EventKind::kinematicSwitch, 2, 5);
  switched.momentumConserved = false;
  account.add(switched);
  account.addSwitch(0.25);
  weight.integral(kWork) = 0.7;
  weight.integral(kDampingLoss) = 0.2;
  weight.integral(kFrictionLoss) = 0.3;
  weight.q(0, 1) = 1;
  const double kinetic = 2 * kG * 2 + 25 * (2.5 * 2.5 - 0.5 * 0.5) + 0.7 + 0.5 - 0.2 - 0.3 - 4 - 1.5 + 3.25;
  weight.v(0, 1) = -std::sqrt(kinetic);
  const EnergyLedger ledger = account.calcLedger(weight.state());
  EXPECT_NEAR(ledger.impactLoss, 4, 1e-15);
  EXPECT_NEAR(ledger.lockLoss, 1.5, 1e-15);
  EXPECT_NEAR(ledger.switchChange, 3.25, 1e-15);
  EXPECT_NEAR(ledger.work, 1.2, 1e-15);
  EXPECT_NEAR(ledger.residual, 0, 1e-12);
  EXPECT_NEAR(account.calcTurnover(ledger),
              kinetic + 4 * kG + 6.25 + 1.2 + 0.2 + 0.3 + 4 + 1.5 + 3.25 + 1e-7 * (1 + 2 * kG), 1e-12);
}

// The speeds that real jumps leave, with what their receipts tell: a rod that bounces off its stop and locks.
TEST(EnergyAccount, ClosesOverRealReceipts) {
  Mechanism m;
  m.bodies = {makeBody("rod", 3, 0.25, {}, {0.5, 0.0})};
  m.joints = {makeJoint("O", Revolute{}, kFrame, "rod")};
  m.joints[0].metamorphic = makeStop(0, TransitionLaw::restitutionThenLock, 0.5);
  Instant rod(m);
  rod.v(0, 1) = 1;
  rod.v(0, 2) = 2;
  EnergyAccount account(rod.system(), rod.state());
  for (const Receipt& receipt : rod.apply(Guard::Kind::gap, rod.stop("O"))) account.add(receipt);
  const EnergyLedger ledger = account.calcLedger(rod.state());
  EXPECT_NEAR(ledger.impactLoss, 1.5, 1e-13);
  EXPECT_NEAR(ledger.lockLoss, 0.5, 1e-13);
  EXPECT_NEAR(ledger.residual, 0, 1e-13);
}

}  // namespace
}  // namespace clank::test
