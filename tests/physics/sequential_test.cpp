// SPDX-License-Identifier: GPL-3.0-or-later
// Impacts that follow each other beside the simultaneous one.
//
// n equal balls in a row touch, k of them come with 1 m/s. Simultaneous with Newton's law and e = 1 each
// contact reverses its own approach: for n = 3, k = 1 the speeds are (-1/3, 2/3, 2/3), with -1, 0 before and
// 1, 0 after in the two contacts. Blow by blow two equal balls exchange their speeds: k balls leave, the
// others stay.
#include <algorithm>
#include <array>
#include <numeric>

#include "tests/support/contacts.h"
#include "tests/support/instant.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"

namespace clank::test {
namespace {

constexpr double kBallRadius = 0.1;
const ImpactRules kSequential{ImpactOrder::sequential, 0};

// Balls in a row from the origin to the right; gap between the first and the others.
Mechanism makeCradle(const std::vector<double>& masses, double gap = 0, double e = 1) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  for (std::size_t i = 0; i < masses.size(); ++i) {
    const double x = 2 * kBallRadius * static_cast<double>(i) + (i > 0 ? gap : 0);
    m.bodies.push_back(makeBody("ball" + std::to_string(i), masses[i], 0.01, {x, 0.0, 0.0, {}}));
    if (i == 0) continue;
    CircleSurface surface;
    surface.radius = kBallRadius;
    m.contacts.push_back(makeContact("c" + std::to_string(i), m.bodies[i].id, surface, e));
    m.contacts.back().a = m.bodies[i - 1].id;
    m.contacts.back().radius = kBallRadius;
  }
  return m;
}

std::vector<double> hit(const std::vector<double>& masses, std::vector<double> speeds, double e,
                        const ImpactRules& rules, int* blows = nullptr) {
  Instant cradle(makeCradle(masses));
  std::vector<Participant> all;
  for (std::size_t i = 0; i < masses.size(); ++i) {
    cradle.v(i, 0) = speeds[i];
    if (i > 0) all.push_back({cradle.contact("c" + std::to_string(i)), e});
  }
  const auto jump = cradle.calcJump(all, RestitutionLaw::newton, rules);
  if (!jump) {
    ADD_FAILURE() << "no jump";
    return speeds;
  }
  if (blows) *blows = jump->blows;
  EXPECT_TRUE(jump->exact);
  cradle.add(*jump);
  for (std::size_t i = 0; i < masses.size(); ++i) speeds[i] = cradle.v(i, 0);
  return speeds;
}

void expectSpeeds(const std::vector<double>& speeds, const std::vector<double>& expected) {
  for (std::size_t i = 0; i < speeds.size(); ++i) EXPECT_NEAR(speeds[i], expected[i], 1e-13) << "ball " << i;
}

TEST(Sequential, CradleOfThree) {
  expectSpeeds(hit({1, 1, 1}, {1, 0, 0}, 1, {}), {-1.0 / 3, 2.0 / 3, 2.0 / 3});
  int blows = 0;
  expectSpeeds(hit({1, 1, 1}, {1, 0, 0}, 1, kSequential, &blows), {0, 0, 1});
  EXPECT_EQ(blows, 2);
}

TEST(Sequential, CradleOfFiveSendsOutAsManyAsCome) {
  expectSpeeds(hit({1, 1, 1, 1, 1}, {1, 0, 0, 0, 0}, 1, kSequential), {0, 0, 0, 0, 1});
  expectSpeeds(hit({1, 1, 1, 1, 1}, {1, 1, 0, 0, 0}, 1, kSequential), {0, 0, 0, 1, 1});
  expectSpeeds(hit({1, 1, 1, 1, 1}, {1, 1, 1, 0, 0}, 1, kSequential), {0, 0, 1, 1, 1});
  expectSpeeds(hit({1, 1, 1, 1, 1}, {2, 0, 0, 0, -1}, 1, kSequential), {-1, 0, 0, 0, 2});
  expectSpeeds(hit({1, 1, 1, 1, 1}, {1, 0, 0, 0, -1}, 1, kSequential), {-1, 0, 0, 0, 1});
}

// 1 hits 2 kg, that hits 4 kg: two impacts of pairs, v' = (1 + e) m v/(m + M), and ball 0 falls back.
TEST(Sequential, PairByPairWithMasses) {
  const double e = 0.9, second = (1 + e) / 3, first = second * 2 - e, third = (1 + e) * second * 2 / 6;
  expectSpeeds(hit({1, 2, 4}, {1, 0, 0}, e, kSequential), {1 - 2 * second, third - e * second, third});
  EXPECT_LT(first, 1);
}

// What is symmetric stays so: two feet at once, whatever the order asked for.
TEST(Sequential, EqualApproachesCollideTogether) {
  Mechanism m;
  m.bodies = {makeBody("plate", 2, 0.06, {0.0, 0.1, 0.0, {}})};
  for (const double x : {-0.3, 0.3}) {
    m.contacts.push_back(makeContact("foot" + std::to_string(m.contacts.size()), "plate", makeFloor()));
    m.contacts.back().atB = {x, -0.1};
  }
  Instant plate(m);
  plate.v(0, 1) = -1;
  const auto jump = plate.calcJump({{plate.contact("foot0"), 0.5}, {plate.contact("foot1"), 0.5}},
                                   RestitutionLaw::newton, kSequential);
  ASSERT_TRUE(jump);
  EXPECT_EQ(jump->blows, 1);
  plate.add(*jump);
  EXPECT_NEAR(plate.v(0, 1), 0.5, 1e-14);
  EXPECT_NEAR(plate.v(0, 2), 0, 1e-13);
}

// A slender block that comes back onto its other corner: the resting corner lifts, in both orders, and
// Housner's ratio of the angular velocities holds, 1 - 3/2 sin^2 a with tan a = width/height.
TEST(Sequential, RockingBlockAsHousnerHasIt) {
  for (const double width : {0.1, 0.2, 0.4}) {
    const double height = 0.6, inertia = (width * width + height * height) / 12;
    for (const ImpactRules& rules : {ImpactRules{}, kSequential}) {
      Mechanism m;
      m.bodies = {makeBody("b", 1, inertia, {0.0, height / 2, 0.0, {}})};
      for (const double side : {-1.0, 1.0}) {
        m.contacts.push_back(makeContact("k" + std::to_string(m.contacts.size()), "b", makeFloor(), 0, 5));
        m.contacts.back().atB = {side * width / 2, -height / 2};
      }
      Instant block(m);
      const double omega = -1;  // about the left corner
      block.v(0, 0) = -omega * height / 2;
      block.v(0, 1) = omega * width / 2;
      block.v(0, 2) = omega;
      const auto jump = block.calcJump({{block.contact("k0"), 0, 5}, {block.contact("k1"), 0, 5}},
                                       RestitutionLaw::newton, rules);
      ASSERT_TRUE(jump);
      block.add(*jump);
      const double sine = width / std::hypot(width, height);
      EXPECT_NEAR(block.v(0, 2), omega * (1 - 1.5 * sine * sine), 1e-12) << width;
      EXPECT_EQ(jump->impulse[0], 0);
    }
  }
}

// Soft balls would go on for ever: after a bounded number of blows the rest ends together.
TEST(Sequential, EndsWhereBlowsWouldGoOn) {
  for (const double e : {0.0, 0.05, 0.15})
    for (const double rest : {0.0, 1e-4}) {
      const std::vector<double> speeds =
          hit({1, 1, 1, 1, 1, 1}, {1, 0.2, 0, 0, -0.1, -1}, e, {ImpactOrder::sequential, rest});
      EXPECT_NEAR(std::accumulate(speeds.begin(), speeds.end(), 0.0), 0.1, 1e-12);
      EXPECT_TRUE(
          std::is_sorted(speeds.begin(), speeds.end(), [](double a, double b) { return a < b - 1e-11; }));
      EXPECT_LE(std::inner_product(speeds.begin(), speeds.end(), speeds.begin(), 0.0), 2.05);
    }
}

// A heavy ball comes at 1 m/s and drives one of 1 kg against a wall.
class Billiard {
 public:
  explicit Billiard(double mass) : instant_(make(mass)) { instant_.v(1, 0) = -1; }
  VelocityJump strike() {
    const auto jump = instant_.calcJump({{instant_.contact("c1"), 1}, {instant_.contact("wall"), 1}},
                                        RestitutionLaw::newton, kSequential);
    EXPECT_TRUE(jump);
    if (jump) instant_.add(*jump);
    return jump.value_or(VelocityJump());
  }
  double light() { return instant_.v(0, 0); }
  double heavy() { return instant_.v(1, 0); }

 private:
  static Mechanism make(double mass) {
    Mechanism m = makeCradle({1, mass});
    m.contacts.push_back(makeContact("wall", "ball0", makeFloor(-std::acos(-1.0) / 2)));
    return m;
  }
  Instant instant_;
};

// As many blows as pi has in its first k + 1 digits when the masses are as 1 to a hundred to the k-th
// (Galperin 2003); no energy is lost on the way.
TEST(Sequential, CountsTheDigitsOfPi) {
  for (const auto& [mass, digits] : {std::pair{1.0, 3}, {100.0, 31}, {1e4, 314}, {1e6, 3141}}) {
    Billiard billiard(mass);
    const VelocityJump jump = billiard.strike();
    EXPECT_EQ(jump.blows, digits);
    EXPECT_FALSE(jump.cutShort);
    EXPECT_NEAR(mass * std::pow(billiard.heavy(), 2) + std::pow(billiard.light(), 2), mass, 1e-9 * mass);
    EXPECT_GE(billiard.heavy(), billiard.light());
  }
}

// 31415 would be more than are looked at: what is left ends together, and the receipt says so.
TEST(Sequential, IsCutShortAfterSoManyBlows) {
  Billiard billiard(1e8);
  const VelocityJump jump = billiard.strike();
  EXPECT_TRUE(jump.cutShort);
  EXPECT_EQ(jump.blows, 4000);
  EXPECT_NE(describeJump(jump).find("more blows would follow"), std::string::npos);
  EXPECT_NEAR(billiard.light(), 0, 1e-6);
  EXPECT_NEAR(billiard.heavy(), 0, 1e-6);
}

// A ball that comes from a distance onto four that touch, in a run.
TEST(Sequential, InAWholeRun) {
  for (const ImpactOrder order : {ImpactOrder::simultaneous, ImpactOrder::sequential}) {
    Mechanism m = makeCradle({1, 1, 1}, 0.01);
    m.bodies[0].velocity.vx = 1;
    m.simulation.impacts = order;
    m.simulation.duration = 0.05;
    const FinishedRun r = run(m);
    ASSERT_EQ(r.trajectory.events().size(), 1u);
    const Receipt& impact = r.trajectory.events().front();
    const bool sequential = order == ImpactOrder::sequential;
    EXPECT_NEAR(impact.energyLoss(), 0, 1e-12);
    EXPECT_NEAR(r.last("ball0.vx"), sequential ? 0 : -1.0 / 3, 1e-12);
    EXPECT_NEAR(r.last("ball1.vx"), sequential ? 0 : 2.0 / 3, 1e-12);
    EXPECT_NEAR(r.last("ball2.vx"), sequential ? 1 : 2.0 / 3, 1e-12);
    EXPECT_EQ(impact.note, sequential ? "sequential impacts: 2 blows" : "simultaneous impact of 2 contacts");
  }
}

// Five balls on strings: one leaves on the other side for every one that comes, and comes back. The pins feel
// nothing, as the push goes through the centres below them.
TEST(Sequential, NewtonsCradleSwings) {
  const auto file =
      loadMechanism(std::string(CLANK_SOURCE_DIR) + "/tests/physics/scenes/newtons-cradle.clank");
  ASSERT_TRUE(file) << describe(file.error());
  const auto cradle = resolve(file->mechanism);
  ASSERT_TRUE(cradle);
  const FinishedRun r = run(*cradle);
  std::vector<Receipt> impacts;
  for (const Receipt& receipt : r.trajectory.events())
    if (receipt.kind == EventKind::impact) impacts.push_back(receipt);
  ASSERT_EQ(impacts.size(), 3u);
  // J_O = m L^2 + m R^2/2.
  constexpr double length = 0.2, radius = 0.02, fall = 1 - 0.93969262078590843;
  const double about = length * length + radius * radius / 2;
  const double speed = length * std::sqrt(2 * kG * length * fall / about);
  for (const Receipt& impact : impacts) {
    EXPECT_NEAR(impact.normalVelocityBefore, -speed, 1e-8);
    EXPECT_NEAR(impact.impulse, 0.1 * about / length / length * speed, 1e-9);
    EXPECT_EQ(impact.note, "sequential impacts: 4 blows");
    EXPECT_NEAR(impact.energyLoss(), 0, 1e-12);
  }
  EXPECT_EQ(impacts[0].element, "c1");
  EXPECT_EQ(impacts[1].element, "c4");
  EXPECT_EQ(impacts[2].element, "c1");
  const auto together = resolve(file->mechanism, {}, {{"order", "simultaneous"}});
  ASSERT_TRUE(together);
  const FinishedRun wave = run(*together);
  EXPECT_EQ(wave.trajectory.events()[0].note, "simultaneous impact of 4 contacts");
  EXPECT_LT(wave.trajectory.events()[0].jumps[0].after[2] * impacts[0].jumps[0].before[2], 0)
      << "ball 0 recoils";
}

// Three pendulums on pins that rub (I about the pin, centre and push at L, k = mu r). In a blow P the one
// that hits is slowed, I dw = -L P - k |P - m L dw|, the one that is hit starts, I dw = L P - k |P - m L dw|
// (theory (11d)); P makes -e of the approach of these two. Then the next two, until none approaches.
TEST(Sequential, PinsRubInEveryBlow) {
  constexpr double L = 0.3, J = 0.01, k = 0.3 * 0.1, e = 0.5, I = L * L + J;
  constexpr double slowed = (L + k) / (I + k * L), started = (L - k) / (I - k * L);
  Mechanism m = makeCradle({1, 1, 1}, 0, e);
  for (const Body& body : m.bodies) {
    m.joints.push_back(makeJoint("pin" + body.id, Revolute{}, kFrame, body.id, {body.pose.x, L}, {0.0, L}));
    m.joints.back().friction.emplace();
    m.joints.back().friction->coefficient = 0.3;
    m.joints.back().friction->radius = 0.1;
  }
  Instant cradle(m);
  for (auto& joint : cradle.state().mode.joints) releaseGrip(joint);
  cradle.dynamics().setMode(cradle.state().mode);
  cradle.v(0, 0) = L;
  cradle.v(0, 2) = 1;
  const auto jump = cradle.calcJump({{cradle.contact("c1"), e}, {cradle.contact("c2"), e}},
                                    RestitutionLaw::newton, kSequential);
  ASSERT_TRUE(jump);
  EXPECT_NE(describeJump(*jump).find("joints rub in the blow"), std::string::npos) << describeJump(*jump);
  cradle.add(*jump);
  std::array<double, 3> w{1, 0, 0};
  int blows = 0;
  while (w[0] > w[1] || w[1] > w[2]) {
    const std::size_t i = w[0] - w[1] > w[1] - w[2] ? 0 : 1;
    const double P = (1 + e) * (w[i] - w[i + 1]) / (slowed + started);
    w[i] -= slowed * P;
    w[i + 1] += started * P;
    ++blows;
  }
  EXPECT_EQ(jump->blows, blows);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(cradle.v(i, 2), w[i], 1e-12) << i;
}

}  // namespace
}  // namespace clank::test
