// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped Geneva drive (resources/examples/contacts/contacts.md): a quarter a turn, and its law between.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kCrank = 0.05, kAside = 5e-5;  // m; half the play of the pin in a slot
const double kCentres = std::sqrt(0.5) / 10;
constexpr double kHalfTurn = std::numbers::pi;  // rad

// The crank at phi from the line of centres, in its turn number n: the pin is at r (cos phi, sin phi), seen
// from the wheel under the angle psi with tan psi = sin phi/(C/r - cos phi), at the distance rho. The slot
// that it is in points there, but for asin(s/rho) where the pin leans on a side at the distance s from the
// middle.
struct InSlot {
  double wheel = 0, lean = 0;  // rad
};

InSlot calcInSlot(double phi, int turn) {
  const double across = kCrank * std::sin(phi), away = kCentres - kCrank * std::cos(phi);
  return {-turn * kHalfTurn / 2 - kHalfTurn / 4 - std::atan2(across, away),
          std::asin(kAside / std::hypot(across, away))};
}

void expectIndexes(const FinishedRun& r) {
  const double reach = kAside / kCrank;  // rad, of the wheel between the sides at the mouth of a slot
  int held = 0, driven = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double crank = r.value(row, "crank.angle"), wheel = r.value(row, "wheel.angle");
    const int turn = static_cast<int>(std::round(crank / (2 * kHalfTurn))) - 1;
    const double phi = crank - 2 * kHalfTurn * (turn + 1);
    if (std::abs(phi) > kHalfTurn / 2) {
      EXPECT_NEAR(wheel, -(phi > 0 ? turn + 1 : turn) * kHalfTurn / 2, 1.7 * reach) << row[0];
      ++held;
    } else if (r.value(row, "slots.state") == 1 && std::abs(phi) < kHalfTurn / 4 - 0.06) {
      const InSlot at = calcInSlot(phi, turn);
      EXPECT_NEAR(std::abs(wheel - at.wheel), at.lean, 1e-8) << row[0];
      ++driven;
    }
  }
  EXPECT_GT(held, 900);
  EXPECT_GT(driven, 300);
  EXPECT_NEAR(r.last("wheel.angle"), -2 * kHalfTurn, 1.7 * reach);
}

TEST(GenevaDrive, TurnsAQuarterATurn) {
  for (const char* speed : {"30 rpm", "60 rpm", "120 rpm"})
    for (const char* e : {"0", "0.2", "0.5"}) {
      SCOPED_TRACE(std::string(speed) + ", e = " + e);
      expectIndexes(run(loadExample("contacts/geneva-drive.clank", "free", {{"speed", speed}, {"e", e}})));
    }
}

// Held by its disc alone, by a horn whose force goes through the centre of the crank: its arm about the shaft
// of the wheel is C sin(45 deg) but for the turn that the play allows, 1e-3 of it.
TEST(GenevaDrive, IsHeldByItsDiscUnderLoad) {
  for (const char* name : {"load", "overrun"}) {
    SCOPED_TRACE(name);
    expectIndexes(run(loadExample("contacts/geneva-drive.clank", name)));
    const auto r = run(loadExample("contacts/geneva-drive.clank", name, {{"drag", "0"}}));
    int rests = 0;
    for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
      const auto row = r.trajectory.row(i);
      if (std::abs(r.value(row, "crank.angle") - 3 * kHalfTurn) > 0.5) continue;
      EXPECT_NEAR(r.value(row, "disc.normal_force"), 0.02 / (kCentres * std::sqrt(0.5)), 1e-3);
      ++rests;
    }
    EXPECT_GT(rests, 50);
  }
}

// psi' = w (C/r cos phi - 1)/(1 + (C/r)^2 - 2 C/r cos phi) is greatest between the centres: w r/(C - r).
// Where the pin goes from one side to the other the wheel turns on freely; a thousandth is left for that.
TEST(GenevaDrive, IsFastestBetweenTheCentres) {
  const auto r = run(loadExample("contacts/geneva-drive.clank", "free"));
  double fastest = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i)
    fastest = std::max(fastest, -r.value(r.trajectory.row(i), "wheel.omega"));
  EXPECT_NEAR(fastest, 2 * kHalfTurn * kCrank / (kCentres - kCrank), 0.015);
}

}  // namespace
}  // namespace clank::test
