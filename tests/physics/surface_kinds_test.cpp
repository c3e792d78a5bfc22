// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces that move along themselves, that have both sides, and that are curved: against closed forms.
#include <cmath>
#include <random>
#include <vector>

#include "core/contact/curve_arcs.h"
#include "core/model/touches.h"
#include "tests/support/blocks.h"
#include "tests/support/runs.h"

namespace clank {
namespace {

using namespace test;

constexpr double kRub = 0.3, kBelt = 1;  // mu, m/s

DrawnSurface makeBelt(double speed, SurfaceKind kind) {
  DrawnSurface belt;
  belt.id = "belt";
  belt.speed = speed;
  belt.kind = std::move(kind);
  return belt;
}
LineSurface makeLevel(double from = -5, double to = 5) {
  LineSurface line;
  line.from = {from, 0.0};
  line.to = {to, 0.0};
  return line;
}

Mechanism makeOnSurface(Body body, DrawnSurface surface, double duration) {
  Mechanism m;
  body.touches = Touches::everything;
  m.bodies = {std::move(body)};
  m.surfaces = {std::move(surface)};
  MaterialPair pair;
  pair.a = pair.b = "steel";
  pair.friction = kRub;
  m.materialPairs = {pair};
  m.gravity = {0.0, -kG};
  m.simulation.duration = duration;
  m.simulation.outputInterval = 0.01;
  return m;
}

// A box that is put down on a belt slides until it has the speed of the belt, at t = c/(mu g): it has gone
// c^2/(2 mu g) then, the belt twice as far. Half of what the belt gives, m c^2, is lost in rubbing.
void expectCarried(Mechanism m, double tolerance) {
  const double t = kBelt / (kRub * kG);
  m.simulation.duration = t + 0.2;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("box.vx"), kBelt, tolerance);
  EXPECT_NEAR(r.last("box.x"), kBelt * kBelt / (2 * kRub * kG) + 0.2 * kBelt, 10 * tolerance);
  EXPECT_NEAR(r.last("energy.work"), kBelt * kBelt, 20 * tolerance) << "m c^2 of 1 kg";
  EXPECT_NEAR(r.last("energy.friction"), kBelt * kBelt / 2, 20 * tolerance);
  EXPECT_NEAR(r.last("energy.residual"), 0, 20 * tolerance);
}

Mechanism makeBoxOnBelt() {
  return makeOnSurface(makeSolidBlock("box", 0.1, 0.1, {0.0, 0.05, 0.0, {}}), makeBelt(kBelt, makeLevel()),
                       1);
}

TEST(SurfaceKinds, ABeltTakesABoxAlong) {
  const Mechanism m = makeBoxOnBelt();
  expectCarried(m, 1e-9);
  // Drawn the other way round, with the free side on the right and the belt running backwards: the same.
  Mechanism other = m;
  LineSurface back = makeLevel(5, -5);
  back.side = LineSide::right;
  other.surfaces[0] = makeBelt(-kBelt, back);
  expectCarried(other, 1e-9);
}

TEST(SurfaceKinds, ABeltTakesABoxAlongInFixedSteps) {
  Mechanism m = makeBoxOnBelt();
  m.simulation.integrator = IntegratorKind::moreauJean;
  m.simulation.timeStep = 1e-4;
  expectCarried(m, 2e-4);
}

TEST(SurfaceKinds, ABeltTakesABoxAlongWithASoftLaw) {
  Mechanism m = makeBoxOnBelt();
  m.materialPairs[0].law = ContactLaw::kelvinVoigt;
  Compliance soft;
  soft.stiffness = 1e6;
  m.materialPairs[0].restitution = 0.1;
  m.materialPairs[0].compliance = soft;
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("box.vx"), kBelt, 1e-3);
  EXPECT_NEAR(r.last("energy.work"), kBelt * kBelt, 0.05);
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-6);
}

// A disc that is put down rolls at last: v = mu g t and r omega = 2 mu g t meet v + r omega = c at v = c/3.
TEST(SurfaceKinds, ADiscOnABeltRollsAtAThirdOfItsSpeed) {
  const Mechanism m =
      makeOnSurface(makeSolidDisc("disc", 0.1, {0.0, 0.1, 0.0, {}}), makeBelt(kBelt, makeLevel()), 0.5);
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("disc.vx"), kBelt / 3, 1e-9);
  EXPECT_NEAR(r.last("disc.omega"), 2 * kBelt / 3 / 0.1, 1e-7);
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-9);
}

// A blow with friction: mu large enough that the disc leaves without slip. P_t = c m/3 of a solid disc.
TEST(SurfaceKinds, ABlowOnABeltIsInTheLedger) {
  Mechanism m =
      makeOnSurface(makeSolidDisc("disc", 0.1, {0.0, 0.3, 0.0, {}}), makeBelt(kBelt, makeLevel()), 0.25);
  m.materialPairs[0].restitution = 0.5;
  m.materialPairs[0].friction = 5;
  const FinishedRun r = run(m);
  ASSERT_EQ(r.trajectory.events().size(), 1u);
  const Receipt& blow = r.trajectory.events()[0];
  EXPECT_NEAR(blow.driveWork, kBelt / 3 * kBelt, 1e-9);
  EXPECT_NEAR(r.last("disc.vx"), kBelt / 3, 1e-9);
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-9);
  EXPECT_GT(blow.energyLoss(), 0);
}

// Around a drum that turns in place, an arc that is carried counter-clockwise goes to the left on top.
TEST(SurfaceKinds, ADrumCarriesCounterClockwise) {
  CircleSurface drum;
  drum.center = {0.0, -10.0};
  drum.radius = 10;
  const Mechanism m =
      makeOnSurface(makeSolidDisc("disc", 0.1, {0.0, 0.1, 0.0, {}}), makeBelt(kBelt, drum), 0.02);
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("disc.vx"), -kRub * kG * 0.02, 1e-4);
}

// One sheet between two balls: each bounces on its own side.
TEST(SurfaceKinds, ASheetHasBothSides) {
  LineSurface sheet = makeLevel();
  sheet.side = LineSide::both;
  Mechanism m = makeOnSurface(makeSolidDisc("above", 0.1, {0.0, 0.2, 0.0, {}}), makeBelt(0, sheet), 1);
  Body below = makeSolidDisc("below", 0.1, {1.0, -0.2, 0.0, {}});
  below.touches = Touches::everything;
  below.velocity.vy = 3;
  m.bodies.push_back(below);
  Body box = makeSolidBlock("box", 0.1, 0.02, {2.0, -0.02, 0.0, {}});
  box.touches = Touches::everything;
  m.bodies.push_back(box);
  m.simulation.duration = 0.3;
  const FinishedRun r = run(m);
  EXPECT_GT(r.last("above.y"), 0.099);
  EXPECT_LT(r.last("below.y"), -0.1);
  const auto& events = r.trajectory.events();
  ASSERT_GE(events.size(), 2u);
  EXPECT_EQ(events[0].element, "below|belt");
  EXPECT_EQ(events[1].element, "above|belt");
  EXPECT_NEAR(r.last("box.y"), -0.02 - kG * 0.3 * 0.3 / 2, 1e-9) << "falls away";
  EXPECT_TRUE(r.summary.problems.empty()) << describe(r.summary.problems);
}

PolylineSurface makeBowl() {
  PolylineSurface bowl;
  bowl.points = std::vector<Point>{{-1.0, 0.5}, {-0.5, 0.13}, {0.0, 0.0}, {0.5, 0.13}, {1.0, 0.5}};
  bowl.smooth = 1;
  return bowl;
}

// A point that slides without friction in a bowl that is a spline moves as a bead on that spline.
TEST(SurfaceKinds, APointInASmoothBowlMovesAsABeadOnItsSpline) {
  Mechanism m = makeOnSurface(makeBody("bead", 1, 1, {-0.8, 0.0, 0.0, {}}), makeBelt(0, makeBowl()), 1.5);
  const Curve curve(makeShape(makeSpline(makeBowl())));
  const auto foot = curve.findFoot({-0.8, 0.32});
  m.bodies[0].pose.x = foot.point.x();
  m.bodies[0].pose.y = foot.point.y();
  m.bodies[0].touches = Touches::nothing;
  ContactPair slide;
  slide.id = "slide";
  slide.b = "bead";
  slide.surface = NamedSurface{"belt"};
  slide.law = ContactLaw::constraint;
  m.contacts = {slide};
  Mechanism wire = m;
  wire.contacts.clear();
  wire.surfaces.clear();
  Joint on;
  on.id = "on";
  on.b = "bead";
  PointOnCurve kind;
  kind.curve = makeSpline(makeBowl());
  on.kind = kind;
  wire.joints = {on};
  const FinishedRun a = run(m), b = run(wire);
  EXPECT_NEAR(a.last("bead.x"), b.last("bead.x"), 2e-5);
  EXPECT_NEAR(a.last("bead.y"), b.last("bead.y"), 2e-5);
  EXPECT_NEAR(a.last("energy.residual"), 0, 1e-7);
}

TEST(SurfaceKinds, ArcsKeepToTheirCurve) {
  PathCurve path = makeSpline(makeBowl());
  const Curve curve(makeShape(path));
  for (const int turn : {1, -1}) {
    const auto pieces = makeCurveArcs(makeShape(path), turn, {0, 0}, {1, 0});
    ASSERT_GT(pieces.size(), 4u);
    Eigen::Vector2d last = findBegin(pieces.front()).point, along = findBegin(pieces.front()).direction;
    EXPECT_NEAR(last.x(), -turn, 1e-12);
    for (const SurfacePiece& piece : pieces) {
      const WayEnd begin = findBegin(piece), end = findEnd(piece);
      EXPECT_LT((begin.point - last).norm(), 1e-9);
      EXPECT_LT((begin.direction - along).norm(), 1e-7);
      EXPECT_LT(std::abs(curve.findFoot(end.point).distance),
                2 * kArcError * std::sqrt(2.0 * 2.0 + 0.5 * 0.5));
      last = end.point;
      along = end.direction;
    }
  }
}

// A ball, and a box, come to rest on top of an ellipse: at its half height, and more.
TEST(SurfaceKinds, OutlinesMeetACurve) {
  CurveSurface hill;
  hill.curve.kind = EllipsePath{2.0, 0.5};
  Mechanism m = makeOnSurface(makeSolidBlock("box", 0.4, 0.1, {0.0, 0.56, 0.0, {}}), makeBelt(0, hill), 0.5);
  const FinishedRun r = run(m);
  EXPECT_NEAR(r.last("box.y"), 0.55, 1e-5);
  EXPECT_NEAR(r.last("box.angle"), 0, 1e-6);
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-6);
}

// A ball rolls over the crest of a smooth hill and down, without a jump of its speed where arcs meet.
TEST(SurfaceKinds, ABallRollsOverASmoothHill) {
  PolylineSurface hill;
  hill.points = std::vector<Point>{{-1.5, 0.0}, {-0.75, 0.05}, {0.0, 0.2}, {0.75, 0.05}, {1.5, 0.0}};
  hill.smooth = 1;
  const Curve curve(makeShape(makeSpline(hill)));
  const auto foot = curve.findFoot({-1.0, 0.02});
  const Eigen::Vector2d up(-foot.tangent.y(), foot.tangent.x());
  const Eigen::Vector2d at = foot.point + 0.05 * up;
  Body disc = makeSolidDisc("disc", 0.05, {at.x(), at.y(), 0.0, {}});
  disc.velocity.vx = 1.7 * foot.tangent.x();
  disc.velocity.vy = 1.7 * foot.tangent.y();
  disc.velocity.omega = -1.7 / 0.05;
  const FinishedRun r = run(makeOnSurface(disc, makeBelt(0, hill), 1));
  EXPECT_GT(r.last("disc.x"), 0.05) << "beyond the crest";
  EXPECT_NEAR(r.last("energy.residual"), 0, 1e-6);
  // It begins above an arc by what this leaves the spline at most, and falls on it.
  const double little = 2 * kArcError * 3;
  EXPECT_LT(r.summary.ledger.impactLoss, 2 * kG * little);
  for (std::size_t i = 1; i < r.trajectory.events().size(); ++i)
    EXPECT_LT(std::abs(r.trajectory.events()[i].energyLoss()), 1e-12) << i;
}

// A wheel that runs along a spline goes over from arc to arc of it, wherever they meet: the wheel never falls
// through.
TEST(SurfaceKinds, AWheelStaysOnASpline) {
  constexpr double kRadius = 0.1, kDeepest = -0.2;  // m
  std::mt19937 random(1);
  const auto draw = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(random()) / static_cast<double>(std::mt19937::max());
  };
  for (int scene = 0; scene < 60; ++scene) {
    std::vector<Point> points{{0.0, 0.0}};
    for (double x = 0; x < 4;) points.push_back({x += draw(0.08, 0.9), draw(-0.04, 0.04)});
    const double end = points.back().x.value;
    PolylineSurface line;
    line.points = points;
    line.smooth = 1;
    DrawnSurface surface;
    surface.id = "spline";
    surface.kind = line;
    Body wheel = makeSolidDisc("wheel", kRadius, {0.1, 0.15, 0.0, {}});
    wheel.velocity.vx = draw(0.5, 2);
    const FinishedRun r = run(makeOnSurface(wheel, surface, 2));
    for (std::size_t i = 0; i < r.trajectory.sampleCount(); ++i) {
      const auto row = r.trajectory.row(i);
      const double x = r.value(row, "wheel.x");
      if (x < 0 || x > end) continue;
      ASSERT_GT(r.value(row, "wheel.y"), kDeepest) << scene << " at x = " << x;
    }
  }
}

}  // namespace
}  // namespace clank
