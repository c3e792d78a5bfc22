// SPDX-License-Identifier: GPL-3.0-or-later
// A row of dominoes: when each is hit, and that the wave settles to one speed. The model is that of J. M. J.
// van Leeuwen, The domino effect, Am. J. Phys. 78 (2010) 721, without friction: dominoes turn about their
// lower front edge, and keep leaning on each other after a plastic impact.
//
// Height h, thickness d, gap s, pitch p = s + d, angles from upright. The upper edge of one slides on the
// back of the next, which leans by f:
//   h sin(a - f) = p cos f - d,  so  da/df = 1 - p sin f/(h cos(a - f)).
// The train of n leaning dominoes has one freedom, the angle f of its head, with
//   T = I S_n(f) f'^2/2,  S_n = sum (da_k/df)^2,  V = sum m g (h/2 cos a_k + d/2 sin a_k).
// Its head hits the next at sin f = s/h, where da/df = 1: I S_n f' = I (S_n + 1) f'_new.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/contacts.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kHigh = 0.05, kThick = 0.008, kGap = 0.02, kPitch = kGap + kThick, kTileMass = 0.02,
                 kPush = 6;
constexpr double kInertia = kTileMass * (kHigh * kHigh + kThick * kThick) / 3;  // about the edge

struct Train {
  double inertia = 0, potential = 0;
};

Train calcTrain(double head, int count) {
  Train train;
  double angle = head, rate = 1;
  for (int k = 0; k < count; ++k) {
    train.inertia += kInertia * rate * rate;
    train.potential += kTileMass * kG * (kHigh * std::cos(angle) + kThick * std::sin(angle)) / 2;
    const double behind = angle + std::asin((kPitch * std::cos(angle) - kThick) / kHigh);
    rate *= 1 - kPitch * std::sin(angle) / (kHigh * std::cos(behind - angle));
    angle = behind;
  }
  return train;
}

// Times at which the second, third, ... domino is hit. Between impacts t = integral df/f', by Simpson's rule.
std::vector<double> calcHits(int count) {
  constexpr int kSteps = 400;
  const double last = std::asin(kGap / kHigh);
  std::vector<double> hits;
  double t = 0, speed = kPush;
  for (int n = 1; n < count; ++n) {
    const Train start = calcTrain(0, n);
    const double energy = start.inertia * speed * speed / 2 + start.potential;
    double sum = 0;
    for (int i = 0; i <= kSteps; ++i) {
      const Train now = calcTrain(last * i / kSteps, n);
      speed = std::sqrt(2 * (energy - now.potential) / now.inertia);
      sum += (i == 0 || i == kSteps ? 1 : i % 2 == 1 ? 4 : 2) / speed;
    }
    t += sum * last / kSteps / 3;
    hits.push_back(t);
    const double train = calcTrain(last, n).inertia;
    speed *= train / (train + kInertia);
  }
  return hits;
}

std::string nameOf(const char* what, int i) {
  return what + std::to_string(i);
}

// On pins at their lower front edges, or free with so much friction below that they hardly slip.
Mechanism makeRow(int count, bool pinned) {
  constexpr double h = kHigh / 2, d = kThick / 2;
  Mechanism m;
  for (int i = 0; i < count; ++i) {
    const std::string id = nameOf("d", i);
    const double x = kPitch * i;
    Velocity push;
    if (i == 0) push.vx = kPush * h, push.vy = kPush * d, push.omega = -kPush;
    m.bodies.push_back(
        makeBody(id, kTileMass, kTileMass * (kHigh * kHigh + kThick * kThick) / 12, {x, h, 0.0, {}}));
    m.bodies.back().velocity = push;
    const LineSurface table{{-1.0, 0.0}, {2.0, 0.0}};
    m.contacts.push_back(makeContact(nameOf("back", i), id, table, 0, pinned ? 0 : 2));
    m.contacts.back().atB = {-d, -h};
    if (pinned) {
      m.joints.push_back(makeJoint(nameOf("pin", i), Revolute{}, kFrame, id));
      m.joints.back().atA = {x + d, 0.0};
      m.joints.back().atB = {d, -h};
    } else {
      m.contacts.push_back(makeContact(nameOf("front", i), id, table, 0, 2));
      m.contacts.back().atB = {d, -h};
    }
    if (i == 0) continue;
    m.contacts.push_back(
        makeContact(nameOf("hit", i), nameOf("d", i - 1), LineSurface{{-d, -h}, {-d, h}}, 0, 0));
    m.contacts.back().a = id;
    m.contacts.back().atB = {d, h};
  }
  m.gravity = {0.0, -kG};
  m.simulation.outputInterval = 0.01;
  return m;
}

std::vector<double> listHits(const FinishedRun& run, int count) {
  std::vector<double> hits;
  for (const Receipt& receipt : run.trajectory.events())
    if (static_cast<int>(hits.size()) + 1 < count &&
        receipt.element == nameOf("hit", static_cast<int>(hits.size()) + 1))
      hits.push_back(receipt.t);
  return hits;
}

TEST(Dominoes, EachIsHitWhenTheTrainSays) {
  constexpr int kCount = 20;
  Mechanism m = makeRow(kCount, true);
  m.simulation.duration = 0.62;
  const std::vector<double> hits = listHits(run(m), kCount), expected = calcHits(kCount);
  ASSERT_EQ(hits.size(), expected.size());
  for (std::size_t i = 0; i < hits.size(); ++i) EXPECT_NEAR(hits[i], expected[i], 1e-8) << i;
}

// From the tenth on the wave gains less than two in a hundred a domino, and nothing in the end.
TEST(Dominoes, TheWaveSettlesToOneSpeed) {
  constexpr int kCount = 30;
  Mechanism m = makeRow(kCount, true);
  m.simulation.duration = 0.85;
  const std::vector<double> hits = listHits(run(m), kCount), far = calcHits(80);
  ASSERT_EQ(hits.size(), kCount - 1U);
  const auto speed = [](const std::vector<double>& t, std::size_t i) { return kPitch / (t[i] - t[i - 1]); };
  const double limit = speed(far, far.size() - 1);
  EXPECT_NEAR(limit, speed(far, far.size() - 20), 1e-7 * limit) << "of the closed form itself";
  EXPECT_NEAR(speed(hits, 10), limit, 0.03 * limit);
  EXPECT_NEAR(speed(hits, hits.size() - 1), limit, 1e-3 * limit);
}

// Free ones lift and slip a little at their feet behind the head, which hardly shows in front.
TEST(Dominoes, FreeOnesOnARoughTableFollowTheSameTimes) {
  constexpr int kCount = 12;
  Mechanism m = makeRow(kCount, false);
  m.simulation.duration = 0.42;
  const std::vector<double> hits = listHits(run(m), kCount), expected = calcHits(kCount);
  ASSERT_EQ(hits.size(), expected.size());
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(hits[i], expected[i], 1e-7) << "none has slipped yet";
  for (std::size_t i = 6; i < hits.size(); ++i) EXPECT_NEAR(hits[i], expected[i], 1e-5) << i;
}

}  // namespace
}  // namespace clank::test
