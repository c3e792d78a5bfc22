// SPDX-License-Identifier: GPL-3.0-or-later
// The extensible link of Dupac 2014: in an ideal guide against closed forms on all six curves, with clearance
// against an independent program in two formulations, rigid and as six rods with torsion springs; bending in
// modes against another program, in which nothing but places is written down and all else is differenced.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "tests/support/runs.h"
#include "tests/support/sanitized.h"

namespace clank::test {
namespace {

constexpr double kLinkMass = 0.468, kToCenter = 0.3, kGuideSpeed = 4 * std::numbers::pi;  // kg, m, rad/s

struct DupacCurve {
  const char* name;
  double xc;                                  // m, of the shaft C on the x axis
  std::function<double(double, double)> out;  // negative inside
  std::array<double, 7> reach;                // m, l at 0, 30, ..., 150 and 179 degrees
};

double square(double x) {
  return x * x;
}

const std::vector<DupacCurve>& listCurves() {
  static const std::vector<DupacCurve> curves{
      {"circle",
       0.1,
       [](double x, double y) { return std::hypot(x, y) - 0.2; },
       {0.10000000000000007, 0.10704662693192701, 0.13027756377319963, 0.17320508075688798,
        0.23027756377319958, 0.28025170768881474, 0.2999771547084147}},
      {"ellipse",
       0.05,
       [](double x, double y) { return square(x / 0.25) + square(y / 0.2) - 1; },
       {0.2000000000000001, 0.19451070488173902, 0.1885897037285025, 0.19595917942265426, 0.22375453889333757,
        0.2704362197340733, 0.2999600285667774}},
      {"lame",
       0.05,
       [](double x, double y) { return square(square(x / 0.25)) + square(square(y / 0.2)) - 1; },
       {0.19999999999999998, 0.22361710703279122, 0.22050629178801162, 0.19991995195515067,
        0.23067031619496825, 0.3139467789216003, 0.3000456690368797}},
      {"cartesian",
       0.05,
       [](double x, double y) { return std::hypot(x, y) + std::hypot(x - 0.15, y) / 2 - 0.3; },
       {0.19999999999999998, 0.19548610729058952, 0.18884158200148304, 0.18728527698485425,
        0.1912790942435846, 0.19719814728448756, 0.19999661567702065}},
      {"cassini",
       0.05,
       [](double x, double y) {
         return square(x * x + y * y) - 2 * 0.0225 * (x * x - y * y) + 0.0225 * 0.0225 - 0.0016;
       },
       {0.19999999999999998, 0.18259112217441087, 0.14930824741059037, 0.13311656067742908,
        0.15310306944744775, 0.2408772201783167, 0.29992918041589844}},
      {"pear",
       0.25,
       [](double x, double y) { return 0.09 * y * y - x * x * x * (0.4 - x); },
       {0.15000000000000005, 0.16175290719837732, 0.18500035657610217, 0.16137430609197573,
        0.13849675867040265, 0.14864192274249302, 0.2342740815226407}}};
  return curves;
}

// The way from C to the curve in the direction of the guide, by halving.
double calcReach(const DupacCurve& curve, double angle) {
  const auto out = [&](double l) { return curve.out(curve.xc + l * std::cos(angle), l * std::sin(angle)); };
  double low = 1e-3, high = 0.5;
  for (int i = 0; i < 60; ++i)
    ((out((low + high) / 2) < 0) == (out(low) < 0) ? low : high) = (low + high) / 2;
  return low;
}

FinishedRun runLink(const std::string& curve, const std::string& id,
                    const std::map<std::string, std::string>& set = {}, double interval = 1e-3) {
  Mechanism m = loadExample("papers/dupac-2014-" + curve + ".clank", id, set);
  m.simulation.outputInterval = interval;
  return run(m);
}

// The six rods of the circle on another of the curves.
FinishedRun runRods(const std::string& curve, const std::map<std::string, std::string>& set = {}) {
  Mechanism rods = loadExample("papers/dupac-2014-circle-rods.clank", "clearance", set);
  const Mechanism circle = loadExample("papers/dupac-2014-circle.clank"),
                  other = loadExample("papers/dupac-2014-" + curve + ".clank");
  rods.joints[0].atA = other.joints[0].atA;
  rods.joints[1].kind = other.joints[1].kind;
  rods.simulation.duration = other.simulation.duration;
  for (Body& body : rods.bodies) {
    const bool isGuide = body.id == "guide";
    const std::size_t moved = isGuide ? 0 : 1;
    const double by = other.bodies[moved].pose.x.value - circle.bodies[moved].pose.x.value;
    const double reach = other.bodies[1].pose.x.value - other.bodies[0].pose.x.value -
                         (circle.bodies[1].pose.x.value - circle.bodies[0].pose.x.value);
    body.pose.x = body.pose.x.value + by;
    if (!isGuide) body.velocity.vy = body.velocity.vy.value + reach * kGuideSpeed;
  }
  return run(rods);
}

double calcTip(const FinishedRun& r, double xc) {
  double most = 0;
  for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
    const auto row = r.trajectory.row(i);
    const double angle = r.value(row, "guide.angle");
    most = std::max(most, std::abs(-(r.value(row, "S.x") - xc) * std::sin(angle) +
                                   r.value(row, "S.y") * std::cos(angle)));
  }
  return most;
}

// Peaks at the end A or the ends of rods in the guide, and at the mouth.
struct Peaks {
  double inside = 0, mouth = 0;
};
Peaks findPeaks(const FinishedRun& r) {
  Peaks peaks;
  for (const Receipt& receipt : r.trajectory.events()) {
    if (!receipt.contact) continue;
    const bool atMouth = receipt.element == "mouth" || receipt.element.starts_with("lip");
    double& peak = atMouth ? peaks.mouth : peaks.inside;
    peak = std::max(peak, receipt.contact->peakForce);
  }
  return peaks;
}

TEST(DupacExtensibleLink, ReachesTheCurvesAsTheyAreWritten) {
  constexpr std::array<double, 7> degrees{0, 30, 60, 90, 120, 150, 179};
  for (const DupacCurve& curve : listCurves()) {
    SCOPED_TRACE(curve.name);
    const std::string file = "papers/dupac-2014-" + std::string(curve.name) + ".clank";
    for (std::size_t k = 0; k < degrees.size(); ++k) {
      Mechanism m = loadExample(file, "ideal");
      m.simulation.outputInterval = m.simulation.duration = degrees[k] / 720 + (k == 0 ? 1e-9 : 0);
      const FinishedRun r = run(m);
      EXPECT_NEAR(std::hypot(r.last("link.x") - curve.xc, r.last("link.y")), curve.reach[k], 2e-9);
    }
  }
}

// No constraint does work but the motor, so M = dT/d(theta) of T = m (l'^2 + (l + s)^2) w^2/2 + J w^2/2:
//   M = m w^2 (l' l'' + (l + s) l'),   l' = dl/d(theta), s from A to the centre of mass.
TEST(DupacExtensibleLink, IdealGuideTakesTheMomentOfTheEnergy) {
  constexpr double h = 1e-4;
  for (const DupacCurve& curve : listCurves()) {
    SCOPED_TRACE(curve.name);
    const FinishedRun r = runLink(curve.name, "ideal");
    for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
      const auto row = r.trajectory.row(i);
      const double angle = kGuideSpeed * row[0];
      if (curve.xc == 0.25 && angle > std::numbers::pi * 170 / 180) break;  // near the cusp differences fail
      const double l = calcReach(curve, angle), more = calcReach(curve, angle + h),
                   less = calcReach(curve, angle - h);
      const double d1 = (more - less) / (2 * h), d2 = (more - 2 * l + less) / (h * h);
      const double moment = kLinkMass * square(kGuideSpeed) * (d1 * d2 + (l + kToCenter) * d1);
      EXPECT_NEAR(r.value(row, "motor.moment"), moment, 2e-5) << angle;
    }
    EXPECT_EQ(r.summary.events, 0);
  }
}

// The reference has m w^2 (l + s) l' alone, without what it takes to slide faster and slower, m w^2 l' l''.
// Here the motor has both. The rates are those of A along the guide: l' w = v_r, l'' w^2 = a_r + l w^2.
TEST(DupacExtensibleLink, WithoutSlidingTheMomentIsThatOfTheReference) {
  constexpr std::array<double, 6> reference{4.335709228431691,  3.9581974886939713, 8.365163081651083,
                                            0.5248780818960724, 8.157667139802822,  13.051864214876064};
  for (std::size_t c = 0; c < reference.size(); ++c) {
    const DupacCurve& curve = listCurves()[c];
    SCOPED_TRACE(curve.name);
    Mechanism m = loadExample("papers/dupac-2014-" + std::string(curve.name) + ".clank", "ideal");
    m.simulation.outputInterval = 1.0 / 1440;                      // half a degree
    m.simulation.duration = curve.xc == 0.25 ? 176.5 / 720 : 0.5;  // before the cusp
    const FinishedRun r = run(m);
    double most = 0;
    for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
      const auto row = r.trajectory.row(i);
      const double x = std::cos(kGuideSpeed * row[0]), y = std::sin(kGuideSpeed * row[0]);
      const double reach = (r.value(row, "link.x") - curve.xc) * x + r.value(row, "link.y") * y;
      const double speed = r.value(row, "link.vx") * x + r.value(row, "link.vy") * y;
      const double faster =
          r.value(row, "link.ax") * x + r.value(row, "link.ay") * y + reach * square(kGuideSpeed);
      const double sliding = kLinkMass * speed * faster / kGuideSpeed;
      most = std::max(most, std::abs(r.value(row, "motor.moment") - sliding));
    }
    EXPECT_NEAR(most / reference[c], 1, 1e-4);
  }
}

TEST(DupacExtensibleLink, WithPlayItMovesAsTheReference) {
  struct Reference {
    const char* curve;
    double inside, mouth, phi, work, tip;
  };
  constexpr std::array<Reference, 4> references{
      {{"circle", 112.31144, 184.10152, 0.00249953277, 0.0154074091, 0.0027313278},
       {"ellipse", 135.38956, 234.41456, -0.00332714798, 0.0348064933, 0.0027599728},
       {"cassini", 204.25448, 327.65026, -0.00333342738, 0.0551966556, 0.0028169882},
       {"pear", 253.85638, 221.31625, -0.000244715719, 3.40013869, 0.0015095311}}};
  for (const Reference& reference : references) {
    SCOPED_TRACE(reference.curve);
    const FinishedRun r = runLink(reference.curve, "clearance", {}, 2e-5);
    const Peaks peaks = findPeaks(r);
    EXPECT_NEAR(peaks.inside / reference.inside, 1, 1e-3);
    EXPECT_NEAR(peaks.mouth / reference.mouth, 1, 1e-3);
    EXPECT_NEAR(r.last("link.angle") - r.last("guide.angle"), reference.phi, 1e-7);
    EXPECT_NEAR(r.summary.ledger.work, reference.work, 1e-5);
    const DupacCurve& curve =
        *std::find_if(listCurves().begin(), listCurves().end(),
                      [&](const DupacCurve& c) { return c.name == std::string(reference.curve); });
    EXPECT_NEAR(calcTip(r, curve.xc) / reference.tip, 1, 1e-5);
    EXPECT_LT(r.summary.largestResidual, 1e-7);
  }
  const FinishedRun circle = runLink("circle", "clearance");
  EXPECT_NEAR(std::atan2(circle.last("link.y"), circle.last("link.x")) + 2 * std::numbers::pi, 6.280688097,
              2e-9);
}

// Of the time.
double findShareOfTwo(const FinishedRun& r, const std::vector<std::string>& contacts) {
  double two = 0;
  for (std::size_t i = 0; i + 1 < r.trajectory.sampleCount(); ++i) {
    int touching = 0;
    for (const std::string& contact : contacts)
      touching += r.value(r.trajectory.row(i), contact + ".normal_force") > 0;
    if (touching > 1) two += r.trajectory.time(i + 1) - r.trajectory.time(i);
  }
  return two / r.summary.t;
}

// Not "statistically excluded": the guide drives the link by a couple.
TEST(DupacExtensibleLink, TouchesAtTwoPointsMostOfTheTime) {
  EXPECT_NEAR(findShareOfTwo(runLink("circle", "clearance", {}, 5e-5), {"inside", "mouth"}), 0.8957, 0.002);
}

TEST(DupacExtensibleLink, SixRodsMoveAsTheReferenceUntilItsFadeCounts) {
  const FinishedRun sharp = runRods("circle", {{"lip", "0.1 mm"}});
  constexpr std::array<double, 6> early{-0.0021328675,  -0.00208665285, -0.00189354819,
                                        -0.00167364274, -0.00151116519, -0.00151252854};
  constexpr std::array<double, 6> later{-0.00295982736, -0.00290233911, -0.00290424612,
                                        -0.0030823539,  -0.00329585377, -0.00334834175};
  const auto expectAngles = [&](double t, const std::array<double, 6>& reference) {
    for (std::size_t i = 0; i < sharp.trajectory.sampleCount(); ++i) {
      const auto row = sharp.trajectory.row(i);
      if (std::abs(row[0] - t) > 1e-9) continue;
      for (std::size_t k = 0; k < 6; ++k)
        EXPECT_NEAR(
            sharp.value(row, "rod" + std::to_string(k + 1) + ".angle") - sharp.value(row, "guide.angle"),
            reference[k], 1e-8);
    }
  };
  expectAngles(0.02, early);
  expectAngles(0.1, later);
  // Their forces fade where ends pass the mouth, ours go round its lip: later contacts differ.
  const FinishedRun r = runRods("circle");
  const Peaks peaks = findPeaks(r);
  EXPECT_NEAR(peaks.inside / 48.554667, 1, 0.01);
  EXPECT_NEAR(peaks.mouth / 159.06216, 1, 0.01);
  EXPECT_NEAR(calcTip(r, 0.1) / 0.0050216363, 1, 0.01);
  std::vector<std::string> contacts;
  for (int rod = 1; rod < 6; ++rod)
    for (const char* side : {"_left", "_right"}) {
      contacts.push_back("Q" + std::to_string(rod) + side);
      if (rod > 1) contacts.push_back("lip" + std::to_string(rod) + side);
    }
  EXPECT_NEAR(findShareOfTwo(r, contacts), 0.7225, 0.01);
  EXPECT_LT(r.summary.largestResidual, 1e-7) << "and so the energy is accounted for";
}

TEST(DupacExtensibleLink, SixRodsFollowTheOtherCurves) {
  if (isSanitized()) GTEST_SKIP() << "a long run of what shorter ones do";
  struct Reference {
    const char* curve;
    double xc, inside, mouth, tip;
  };
  constexpr std::array<Reference, 3> references{{{"ellipse", 0.05, 51.114412, 177.77322, 0.0053449788},
                                                 {"cassini", 0.05, 93.987224, 229.38013, 0.0059489119},
                                                 {"pear", 0.25, 400.10566, 88.38908, 0.0026459784}}};
  for (const Reference& reference : references) {
    SCOPED_TRACE(reference.curve);
    const FinishedRun r = runRods(reference.curve);
    const Peaks peaks = findPeaks(r);
    EXPECT_NEAR(peaks.inside / reference.inside, 1, 0.06);
    EXPECT_NEAR(peaks.mouth / reference.mouth, 1, 0.06);
    EXPECT_NEAR(calcTip(r, reference.xc) / reference.tip, 1, 0.02);
    EXPECT_LT(r.summary.largestResidual, 1e-7);
  }
}

Mechanism loadFlexible(const std::string& curve, const std::string& id) {
  Mechanism m = loadExample("papers/dupac-2014-" + curve + "-flexible.clank", id, {{"modes", "2"}});
  m.simulation.duration = 0.1;
  m.simulation.outputInterval = 1e-4;
  m.simulation.relativeTolerance = m.simulation.absoluteTolerance = 1e-9;
  return m;
}

// Coordinates of the other program are the modes alone: where A is, and the angle at which the bent link runs
// through the mouth, follow from them and from the time. Its step of 0.1 ms (circle: 0.02 ms) leaves 4e-5.
TEST(DupacExtensibleLink, BendsInAnIdealGuideAsTheReference) {
  struct Reference {
    const char* curve;
    double first, second, moment;  // m, m, N m, at 0.1 s
  };
  constexpr std::array<Reference, 6> references{{{"circle", -2.53647401e-5, -1.81801322e-5, 3.015586595},
                                                 {"ellipse", -1.52305305e-5, -4.00547610e-6, 0.4420919819},
                                                 {"lame", 9.14733666e-5, 2.07305836e-5, -2.37880449},
                                                 {"cartesian", 4.32875047e-6, 1.28838438e-6, -0.1386558088},
                                                 {"cassini", 1.80120344e-5, 9.73124754e-6, -1.584060866},
                                                 {"pear", 5.25065366e-5, 1.54468872e-5, -0.7950942034}}};
  for (const Reference& reference : references) {
    SCOPED_TRACE(reference.curve);
    const FinishedRun r = run(loadFlexible(reference.curve, "ideal"));
    const double share = reference.curve == std::string("circle") ? 1e-7 : 2e-4;
    EXPECT_NEAR(r.last("link.mode_1"), reference.first, share * std::abs(reference.first));
    EXPECT_NEAR(r.last("link.mode_2"), reference.second, share * std::abs(reference.second));
    EXPECT_NEAR(r.last("motor.moment"), reference.moment, share * std::abs(reference.moment));
    EXPECT_LT(r.summary.largestResidual, 1e-12);
    EXPECT_LT(r.summary.largestDrift, 1e-12);
  }
}

TEST(DupacExtensibleLink, BendsInALooseGuideAsTheReference) {
  struct Reference {
    const char* curve;
    double phi, first, second, inside, mouth;  // rad, m, m, at 0.1 s; N until then
  };
  constexpr std::array<Reference, 2> references{
      {{"circle", -0.00286057908319, -7.41938661e-5, -2.70378143e-5, 18.35865, 28.78395},
       {"ellipse", -0.000157533313298, 9.78123586e-5, 1.52841895e-5, 16.04645, 33.072}}};
  for (const Reference& reference : references) {
    SCOPED_TRACE(reference.curve);
    const FinishedRun r = run(loadFlexible(reference.curve, "clearance"));
    EXPECT_NEAR(r.last("link.angle") - r.last("guide.angle"), reference.phi, 1e-7);
    EXPECT_NEAR(r.last("link.mode_1"), reference.first, 5e-8);
    EXPECT_NEAR(r.last("link.mode_2"), reference.second, 5e-9);
    const Peaks peaks = findPeaks(r);
    EXPECT_NEAR(peaks.inside / reference.inside, 1, 3e-3);
    EXPECT_NEAR(peaks.mouth / reference.mouth, 1, 1e-3);
    EXPECT_LT(r.summary.largestResidual, 1e-8);
  }
}

// Without modes the link is the rigid one but for the inertia of its sections about themselves.
TEST(DupacExtensibleLink, WithoutModesItIsTheRigidLink) {
  const FinishedRun rigid = runLink("circle", "ideal");
  const FinishedRun straight = run(loadExample("papers/dupac-2014-circle-flexible.clank", "ideal_rigid"));
  EXPECT_NEAR(straight.last("motor.moment"), rigid.last("motor.moment"), 1e-6);
  EXPECT_NEAR(straight.last("link.x"), rigid.last("link.x"), 1e-9);
}

// A guide that turns evenly would have to carry the point through the cusp infinitely fast.
TEST(DupacExtensibleLink, PearsCuspIsNamed) {
  for (const char* id : {"ideal", "clearance"}) {
    SCOPED_TRACE(id);
    Mechanism m = loadExample("papers/dupac-2014-pear.clank", id, {{"until", "0.3 s"}});
    auto simulator = Simulator::create(m);
    ASSERT_TRUE(simulator);
    Trajectory trajectory(simulator->channels());
    const RunSummary summary = simulator->run(trajectory);
    ASSERT_EQ(summary.end, RunSummary::End::failed);
    EXPECT_NE(summary.problems.front().what.find("cusp of its curve"), std::string::npos)
        << summary.problems.front().what;
    EXPECT_EQ(summary.problems.front().where, "/joints/1");
    EXPECT_NEAR(summary.t, id == std::string("ideal") ? 0.25 : 0.250769, 1e-5);
  }
}

}  // namespace
}  // namespace clank::test
