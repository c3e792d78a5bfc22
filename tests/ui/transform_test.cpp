// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that are mirrored move as the mirror image does, whatever they meet or follow; what is moved lies
// where it was moved to.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/io/file_migration.h"
#include "core/model/body_pose.h"
#include "tests/support/parts.h"
#include "tests/support/runs.h"
#include "ui/document/body_change.h"
#include "ui/document/element_edits.h"
#include "ui/document/transform.h"

namespace clank {
namespace {

using test::makeBody;
using test::makeJoint;

constexpr double kPi = std::numbers::pi, kMiddle = 0.07;

Mechanism resolved(const Mechanism& m) {
  Problems problems;
  const Mechanism shown = resolve(m, {}, {}, problems);
  EXPECT_TRUE(problems.empty()) << test::describe(problems);
  return shown;
}

// The bodies of b are those of a seen in a mirror at x = kMiddle, all the time.
void expectMirrorImages(const Mechanism& a, const Mechanism& b, double tolerance) {
  const auto here = test::run(resolved(a)), there = test::run(resolved(b));
  ASSERT_EQ(here.trajectory.sampleCount(), there.trajectory.sampleCount());
  for (std::size_t i = 0; i < here.trajectory.sampleCount(); ++i) {
    const auto p = here.trajectory.row(i), q = there.trajectory.row(i);
    for (const Body& body : a.bodies) {
      ASSERT_NEAR(there.value(q, body.id + ".x"), 2 * kMiddle - here.value(p, body.id + ".x"), tolerance)
          << body.id << " at sample " << i;
      ASSERT_NEAR(there.value(q, body.id + ".y"), here.value(p, body.id + ".y"), tolerance) << body.id;
      ASSERT_NEAR(there.value(q, body.id + ".angle"), kPi - here.value(p, body.id + ".angle"), tolerance);
    }
  }
}

Mechanism mirrored(const Mechanism& m) {
  Mechanism image = m;
  mirrorElements(image, resolved(m), listElements(m), kMiddle);
  return image;
}

ContactPair makeContact(const std::string& id, Surface surface, const std::string& a, const std::string& b) {
  ContactPair contact;
  contact.id = id;
  contact.a = a;
  contact.b = b;
  contact.restitution = 0.6;
  contact.friction = 0.3;
  contact.surface = std::move(surface);
  return contact;
}

// A ball drops onto every kind of surface in turn; a hammer that swings carries surfaces itself.
Mechanism makeBalls() {
  Mechanism m;
  m.bodies = {makeBody("ball", 0.4, 0.001, {0.03, 0.5, 0.2, {}}),
              makeBody("pea", 0.1, 1e-4, {0.5, 0.6, 0.0, {}}),
              makeBody("hammer", 0.8, 0.01, {0.3, 0.45, 0.1, {}})};
  m.joints = {makeJoint("pin", Revolute{}, kFrame, "hammer")};
  m.joints[0].atA = {0.3, 0.45};
  LineSurface slope;
  slope.from = {-0.5, -0.1};
  slope.to = {0.4, 0.05};
  ArcSurface bowl;
  bowl.center = {0.1, 0.25};
  bowl.radius = 0.3;
  bowl.from = -0.9 * kPi;
  bowl.to = -0.2 * kPi;
  bowl.side = RoundSide::inside;
  PolylineSurface anvil;
  anvil.points = {{0.25, 0.06}, {-0.02, 0.05}, {-0.1, 0.0}};
  anvil.side = LineSide::right;
  CircleSurface knob;
  knob.center = {0.12, -0.02};
  knob.radius = 0.05;
  m.contacts = {makeContact("slope", slope, kFrame, "ball"), makeContact("bowl", bowl, kFrame, "ball"),
                makeContact("anvil", anvil, "hammer", "pea"), makeContact("knob", knob, "hammer", "ball")};
  m.contacts[0].radius = m.contacts[1].radius = m.contacts[3].radius = 0.04;
  m.contacts[2].radius = 0.02;
  m.contacts[1].atB = {0.01, 0.015};
  moveSurfacesOut(m);
  m.simulation.duration = 0.8;
  m.simulation.outputInterval = 0.01;
  return m;
}

TEST(Transform, MirroredSurfacesAreHitAsTheirImagesAre) {
  const Mechanism m = makeBalls();
  const auto before = test::run(resolved(m));
  ASSERT_GT(before.trajectory.events().size(), 4U) << "something is hit";
  expectMirrorImages(m, mirrored(m), 1e-6);
}

// A belt that runs to the right runs to the left in the mirror.
TEST(Transform, AMirroredConveyorRunsAsItsImageDoes) {
  Mechanism m;
  m.gravity = {0.0, -9.81};
  Body box = makeBody("box", 1, 0.01, {0.0, 0.05, 0.0, {}});
  box.outline = {{-0.05, -0.05}, {0.05, -0.05}, {0.05, 0.05}, {-0.05, 0.05}};
  box.touches = Touches::everything;
  m.bodies = {box};
  DrawnSurface belt;
  belt.id = "belt";
  belt.speed = 0.5;
  LineSurface line;
  line.from = {-1.0, 0.0};
  line.to = {2.0, 0.0};
  belt.kind = line;
  m.surfaces = {belt};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.05;
  ASSERT_GT(test::run(resolved(m)).last("box.vx"), 0.3);
  expectMirrorImages(m, mirrored(m), 1e-9);
}

TEST(Transform, MirroredTwiceIsTheSame) {
  const Mechanism m = makeBalls();
  const Mechanism back = mirrored(mirrored(m));
  ASSERT_EQ(back.contacts.size(), m.contacts.size());
  const auto& slope = std::get<LineSurface>(back.surfaces[0].kind);
  EXPECT_NEAR(slope.from.x.value, -0.5, 1e-12);
  EXPECT_EQ(slope.side, LineSide::left);
  EXPECT_NEAR(std::get<ArcSurface>(back.surfaces[1].kind).from.value, -0.9 * kPi, 1e-12);
  EXPECT_EQ(std::get<PolylineSurface>(back.surfaces[2].kind), std::get<PolylineSurface>(m.surfaces[2].kind));
}

// A bead that a motor drives along a curve of the frame, turned by 0.4 rad.
Mechanism makeTrack(PathKind kind, double speed) {
  Mechanism m;
  m.bodies = {makeBody("bead", 0.5, 0.01, {})};
  PointOnCurve track;
  track.curve.kind = std::move(kind);
  track.axis = 0.4;
  m.joints = {makeJoint("wire", track, kFrame, "bead")};
  m.joints[0].atA = {0.15, -0.05};
  const auto points = listPoints(track.curve);
  const auto [u, v] = points[points.size() / 5];
  m.bodies[0].pose.x = 0.15 + std::cos(0.4) * u - std::sin(0.4) * v;
  m.bodies[0].pose.y = -0.05 + std::sin(0.4) * u + std::cos(0.4) * v;
  Drive drive;
  drive.id = "motor";
  drive.joint = "wire";
  drive.kind = ConstantSpeed{{}, speed};
  m.drives = {drive};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.01;
  return m;
}

SplinePath makeWave() {
  SplinePath wave;
  wave.points = {{0.0, 0.0}, {0.1, 0.06}, {0.2, -0.04}, {0.33, 0.02}};
  return wave;
}

TEST(Transform, MirroredCurvesAreFollowedAsTheirImagesAre) {
  const std::vector<PathKind> kinds{CirclePath{0.1},
                                    EllipsePath{0.15, 0.08},
                                    LamePath{0.12, 0.1, 4.0},
                                    CartesianOvalPath{0.2, 0.5, 0.1},
                                    CassinianPath{0.1, 0.12},
                                    PearPath{0.2, 0.3},
                                    makeWave()};
  for (const PathKind& kind : kinds) {
    SCOPED_TRACE(kind.index());
    const Mechanism m = makeTrack(kind, 0.15);
    expectMirrorImages(m, mirrored(m), 1e-7);
  }
}

// A boom that goes to and fro until it is let go at an angle or a length: the angles are mirrored, the speed
// and the length of a cylinder stay.
TEST(Transform, MirroredDrivesGoToAndFroAsTheirImagesDo) {
  for (const bool byCylinder : {false, true}) {
    SCOPED_TRACE(byCylinder);
    Mechanism m;
    m.bodies = {makeBody("boom", 3, 0.2, {0.1, 0.05, 0.4, {}})};
    m.bodies[0].center = {0.3, 0.05};
    m.joints = {makeJoint("hinge", Revolute{}, kFrame, "boom"),
                makeJoint("ram", Telescope{}, kFrame, "boom")};
    m.joints[0].atA = {0.1, 0.05};
    m.joints[1].atA = {0.3, -0.2};
    m.joints[1].atB = {0.4, 0.0};
    Reverse law;
    law.speed = byCylinder ? 0.3 : 1.2;
    law.ramp = 0.05;
    Limit limit;
    Drive drive;
    drive.id = "motor";
    drive.joint = byCylinder ? "ram" : "hinge";
    law.to = byCylinder ? 0.6 : 1.1;
    limit.value = byCylinder ? 0.45 : 0.6;
    limit.direction = Direction::falling;
    drive.kind = law;
    drive.until = DriveEnd{limit, {}};
    m.drives = {drive};
    m.simulation.duration = 2;
    m.simulation.outputInterval = 0.02;
    EXPECT_FALSE(test::run(resolved(m)).trajectory.events().empty()) << "it is let go";
    expectMirrorImages(m, mirrored(m), 1e-6);
  }
}

// A brake against the own motion brakes the mirror image, too, and a law of the place follows it.
TEST(Transform, LawsReadTheMirrorImageWithItsSigns) {
  Mechanism m;
  m.bodies = {makeBody("bar", 0.5, 0.004, {0.1, 0.05, 0.4, {}}, {0.1, 0.02})};
  m.bodies[0].velocity.omega = 4;
  m.joints = {makeJoint("hinge", Revolute{}, kFrame, "bar", {0.1, 0.05})};
  Torque brake;
  brake.b = "bar";
  brake.moment.text = "-0.05*bar.omega - 0.4*(hinge.angle - 0.3)";
  Load load;
  load.b = "bar";
  load.atB = {0.2, 0.0};
  load.fx.text = "0.5 - 0.3*hinge.omega + 0.2*bar.angle";
  load.fy.text = "2*bar.x + 0.1*bar.vx";
  m.forces = {test::makeForce("brake", brake), test::makeForce("load", load)};
  m.simulation.duration = 0.5;
  m.simulation.outputInterval = 0.01;
  expectMirrorImages(m, mirrored(m), 1e-9);
  EXPECT_EQ(std::get<Torque>(mirrored(mirrored(m)).forces[0].kind).moment.text.find("-0.05*bar.omega"), 0U);
}

// A limit of the travel lies as far from the other end: a bead thrown along a pear towards its limit.
TEST(Transform, AMirroredLimitOnAPearIsReachedAtTheSameTime) {
  Mechanism m = makeTrack(PearPath{0.2, 0.3}, 0);
  m.drives.clear();
  const auto& track = std::get<PointOnCurve>(m.joints[0].kind);
  const auto points = listPoints(track.curve);
  const std::size_t at = points.size() / 5;
  const double u = points[at + 1][0] - points[at][0], v = points[at + 1][1] - points[at][1];
  const double scale = 0.6 / std::hypot(u, v);
  m.bodies[0].velocity.vx = scale * (std::cos(0.4) * u - std::sin(0.4) * v);
  m.bodies[0].velocity.vy = scale * (std::sin(0.4) * u + std::cos(0.4) * v);
  Metamorphic changes;
  changes.phases.resize(2);
  changes.phases[0].id = "free";
  changes.phases[1].id = "locked";
  changes.phases[1].locked = true;
  changes.changes.resize(1);
  changes.changes[0].from = "free";
  changes.changes[0].to = "locked";
  std::get<Limit>(changes.changes[0].guard).value =
      findTravel(track.curve, points[at][0], points[at][1]) + 0.03;
  m.joints[0].metamorphic = changes;
  const auto here = test::run(resolved(m)), there = test::run(resolved(mirrored(m)));
  ASSERT_EQ(here.trajectory.events().size(), 1U);
  ASSERT_EQ(there.trajectory.events().size(), 1U);
  EXPECT_NEAR(there.trajectory.events()[0].t, here.trajectory.events()[0].t, 1e-9);
  EXPECT_NEAR(there.last("bead.x"), 2 * kMiddle - here.last("bead.x"), 1e-7);
}

TEST(Transform, SurfacesOfTheFrameMoveWhenTheyAreChosen) {
  Mechanism m = makeBalls();
  const PlaneMotion motion{{0.1, 0.2}, kPi / 2, 0.05, 0};
  moveElements(m, resolved(m), {{ElementKind::body, "ball"}}, motion);
  EXPECT_EQ(m.surfaces, makeBalls().surfaces) << "the ground stays under a ball that is moved";
  moveElements(m, resolved(m),
               {{ElementKind::surface, "slope_surface"}, {ElementKind::surface, "bowl_surface"}}, motion);
  // (x, y) -> (0.1 - (y - 0.2) + 0.05, 0.2 + x - 0.1)
  const auto& slope = std::get<LineSurface>(m.surfaces[0].kind);
  EXPECT_NEAR(slope.from.x.value, 0.45, 1e-12);
  EXPECT_NEAR(slope.from.y.value, -0.4, 1e-12);
  EXPECT_NEAR(slope.to.y.value, 0.5, 1e-12);
  const auto& bowl = std::get<ArcSurface>(m.surfaces[1].kind);
  EXPECT_NEAR(bowl.center.x.value, 0.1, 1e-12);
  EXPECT_NEAR(bowl.center.y.value, 0.2, 1e-12);
  EXPECT_NEAR(bowl.from.value, -0.4 * kPi, 1e-12);
  EXPECT_NEAR(bowl.to.value, 0.3 * kPi, 1e-12);
  EXPECT_EQ(m.surfaces[2], makeBalls().surfaces[2]) << "a surface of a body goes with its body";
}

TEST(Transform, ACopyBringsItsContactsCurvesAndTraces) {
  Mechanism m = makeBalls();
  m.traces.resize(1);
  m.traces[0].id = "head";
  m.traces[0].b = "hammer";
  const Mechanism part = extractElements(m, {{ElementKind::body, "hammer"}, {ElementKind::body, "pea"}});
  ASSERT_EQ(part.contacts.size(), 1U) << "those whose two sides are both there";
  EXPECT_EQ(part.contacts[0].id, "anvil");
  ASSERT_EQ(part.traces.size(), 1U);
  insertElements(m, part);
  ASSERT_EQ(m.contacts.size(), 5U);
  ASSERT_EQ(m.surfaces.size(), 6U) << "the ground is not copied";
  EXPECT_EQ(m.surfaces[4].body, m.bodies.back().id);
  EXPECT_EQ(m.contacts[4].surface, Surface(NamedSurface{m.surfaces[4].id}));
  EXPECT_EQ(m.traces[1].b, m.bodies.back().id);
  Mechanism track = makeTrack(CirclePath{0.1}, 0.1);
  insertElements(track, extractElements(track, {{ElementKind::body, "bead"}}));
  ASSERT_EQ(track.joints.size(), 2U);
  EXPECT_EQ(track.joints[1].kind, track.joints[0].kind);
}

// Of what is seen: a bar without joints has two ends, and a plate its corners.
TEST(Transform, TheMiddleIsThatOfWholeParts) {
  Mechanism m;
  m.bodies.push_back(makeBody("bar", 1, 1));
  m.bodies.back().length = 0.2;
  m.bodies.back().pose.angle = kPi / 2;
  const PlanePoint ofBar = findMiddle(resolved(m), {{ElementKind::body, "bar"}});
  EXPECT_NEAR(ofBar.x, 0, 1e-12);
  EXPECT_NEAR(ofBar.y, 0.1, 1e-12);
  m.bodies.push_back(makeBody("plate", 1, 1));
  m.bodies.back().outline = {{0.4, 0.0}, {0.6, 0.0}, {0.6, 0.1}};
  const PlanePoint ofBoth = findMiddle(resolved(m), listElements(m));
  EXPECT_NEAR(ofBoth.x, 0.3, 1e-12);
  EXPECT_NEAR(ofBoth.y, 0.1, 1e-12);
}

// Whatever sits in a body and gets another: its place and direction in the world stay.
TEST(BodyChange, KeepsThePlaceInTheWorld) {
  Mechanism m;
  m.bodies.resize(2);
  m.bodies[0].id = "one";
  m.bodies[0].pose = {1.0, 2.0, 0.5, {}};
  m.bodies[1].id = "other";
  m.bodies[1].pose = {-0.3, 0.4, 2.0, {}};
  Joint joint;
  joint.id = "j";
  joint.a = "one";
  joint.b = "one";
  joint.atA = {0.1, 0.2};
  joint.atB = {-0.1, 0.3};
  Prismatic slide;
  slide.axis = 0.3;
  joint.kind = slide;
  m.joints = {joint};
  Trace trace;
  trace.id = "t";
  trace.b = "one";
  trace.atB = {0.4, 0.0};
  m.traces = {trace};
  ForceElement spring;
  spring.id = "s";
  Spring ends;
  ends.a = kFrame;
  ends.b = "one";
  ends.atB = {0.0, 0.7};
  spring.kind = ends;
  m.forces = {spring};
  DrawnSurface surface;
  surface.id = "edge";
  surface.body = "one";
  LineSurface line;
  line.from = {0.0, 0.1};
  line.to = {0.5, 0.1};
  surface.kind = line;
  m.surfaces = {surface};

  const auto placeOf = [&](const std::string& body, const Point& p) {
    return calcPlace(findDrawnPose(m, body), p);
  };
  const auto expectSame = [](std::array<double, 2> a, std::array<double, 2> b) {
    EXPECT_NEAR(a[0], b[0], 1e-12);
    EXPECT_NEAR(a[1], b[1], 1e-12);
  };
  for (const std::string to : {"other", "frame", "one"}) {
    const Mechanism before = m;
    const std::string from = before.joints[0].a;
    for (const char* pointer : {"/joints/0/a", "/traces/0/b", "/forces/0/b", "/surfaces/0/body"}) {
      ASSERT_TRUE(isBodyOf(m, pointer)) << pointer;
      typeBody(m, {}, pointer, to);
    }
    EXPECT_EQ(m.joints[0].a, to);
    EXPECT_EQ(m.traces[0].b, to);
    EXPECT_EQ(m.joints[0].atB, before.joints[0].atB) << "of the other side";
    expectSame(placeOf(to, m.joints[0].atA), placeOf(from, before.joints[0].atA));
    expectSame(placeOf(to, m.traces[0].atB), placeOf(from, before.traces[0].atB));
    const auto &moved = std::get<Spring>(m.forces[0].kind), &stood = std::get<Spring>(before.forces[0].kind);
    EXPECT_EQ(moved.b, to);
    expectSame(placeOf(to, moved.atB), placeOf(from, stood.atB));
    const auto &edge = std::get<LineSurface>(m.surfaces[0].kind),
               &was = std::get<LineSurface>(before.surfaces[0].kind);
    expectSame(placeOf(to, edge.to), placeOf(from, was.to));
    EXPECT_NEAR(std::get<Prismatic>(m.joints[0].kind).axis.value + findDrawnPose(m, to).angle,
                std::get<Prismatic>(before.joints[0].kind).axis.value + findDrawnPose(m, from).angle, 1e-12);
  }
  EXPECT_FALSE(isBodyOf(m, "/bodies/0/id"));
  EXPECT_FALSE(isBodyOf(m, "/joints/0/id"));
}

}  // namespace
}  // namespace clank
