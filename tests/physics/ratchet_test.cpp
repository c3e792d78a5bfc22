// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped ratchet: its wheel never gives back more than one tooth.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "tests/support/runs.h"

namespace clank::test {
namespace {

struct Turned {
  double end = 0, back = 0;  // rad; back: the most that the wheel ever turned back
};

Turned turn(const std::map<std::string, std::string>& set) {
  const FinishedRun r = run(loadExample("contacts/ratchet-and-pawl.clank", {}, set));
  Turned turned;
  double farthest = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const double angle = r.value(r.trajectory.row(i), "wheel.angle");
    farthest = std::max(farthest, angle);
    turned.back = std::max(turned.back, farthest - angle);
  }
  turned.end = r.last("wheel.angle");
  return turned;
}

constexpr double kTooth = 2 * std::numbers::pi / 12;

// The hand turns it as much to and fro; only the teeth tell the directions apart.
TEST(Ratchet, TurnsOneWayOnly) {
  for (const char* moment : {"0.12", "0.2", "0.3"})
    for (const char* e : {"0", "0.1", "0.3"}) {
      SCOPED_TRACE(std::string(moment) + " N m, e = " + e);
      const Turned turned = turn({{"moment", moment}, {"e", e}});
      EXPECT_GT(turned.end, 3 * kTooth);
      EXPECT_LT(turned.back, kTooth);
    }
}

TEST(Ratchet, AWeakHandTakesNoTooth) {
  const Turned turned = turn({{"moment", "0.05"}});
  EXPECT_LT(std::abs(turned.end), kTooth / 2);
}

// What runs off a tooth does not touch its end again, and what begins to turn as a face lets go does not rest
// in the same instant.
TEST(Ratchet, NothingChangesToAndFro) {
  const FinishedRun r = run(loadExample("contacts/ratchet-and-pawl.clank"));
  std::map<std::string, double> ended, slipped;
  int ends = 0;
  for (const Receipt& receipt : r.trajectory.events()) {
    const std::string& part = receipt.element;
    SCOPED_TRACE(part + " at " + std::to_string(receipt.t) + " s");
    if (receipt.kind == EventKind::contactEnd) {
      ended[part] = receipt.t;
      ++ends;
    }
    if (beginsContact(receipt) && ended.contains(part)) {
      EXPECT_GT(receipt.t, ended[part] + 1e-3);
    }
    if (receipt.kind == EventKind::slip) slipped[part] = receipt.t;
    if (receipt.kind == EventKind::stick && slipped.contains(part)) {
      EXPECT_GT(receipt.t, slipped[part]);
    }
  }
  EXPECT_GT(ends, 5);
}

// Made compliant, the pawl is where it was: outside, although it is behind the far sides of the wheel.
TEST(Ratchet, CompliantTeethStartApart) {
  Mechanism m = loadExample("contacts/ratchet-and-pawl.clank");
  ContactPair& tooth = m.contacts.front();
  tooth.law = ContactLaw::kelvinVoigt;
  tooth.compliance.emplace();
  tooth.compliance->stiffness = 1e5;
  tooth.compliance->damping = 10;
  const FinishedRun r = run(m);
  const auto start = r.trajectory.row(0);
  EXPECT_NEAR(r.value(start, "tooth.gap"), 2e-4, 1e-4);
  EXPECT_EQ(r.value(start, "energy.contact"), 0);
  EXPECT_LT(r.summary.largestResidual, 1e-6);
  EXPECT_GT(r.last("wheel.angle"), 3 * kTooth);
}

}  // namespace
}  // namespace clank::test
