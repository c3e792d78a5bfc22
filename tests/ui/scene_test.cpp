// SPDX-License-Identifier: GPL-3.0-or-later
// The scene in a real window: what stands where in its picture. Needs OpenGL, so it runs on a virtual screen.
#include "ui/scene/scene_view.h"

#include <gtest/gtest.h>
#include <vtkActor.h>
#include <vtkActorCollection.h>
#include <vtkDataSet.h>
#include <vtkMapper.h>
#include <vtkNew.h>
#include <vtkOutputWindow.h>
#include <vtkRenderer.h>

#include <QApplication>
#include <QDockWidget>
#include <QMainWindow>
#include <QSignalSpy>
#include <QTest>
#include <QThread>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "ui/scene/camera_control.h"
#include "ui/scene/contact_layout.h"
#include "ui/scene/contact_marks.h"
#include "ui/scene/event_glyphs.h"
#include "ui/scene/joint_marks.h"
#include "ui/scene/offscreen_gl.h"
#include "ui/scene/plane.h"
#include "ui/scene/scene_obstacles.h"
#include "ui/scene/scene_overlay.h"
#include "ui/scene/vtk_widget.h"

namespace clank {
namespace {

constexpr double kPi = std::numbers::pi;
const std::array<double, 3> kLengths{0.25, 0.125, 0.125};  // m

// Three rods chained from the frame; the last joint locks at pi on a limit pin.
Mechanism makeThreeBar() {
  Mechanism mechanism;
  mechanism.name = "three bars";
  double x = 0;
  for (std::size_t i = 0; i < kLengths.size(); ++i) {
    Body body;
    body.id = "link" + std::to_string(i + 1);
    body.length = kLengths[i];
    body.section = 2e-4;
    body.density = 7800.0;
    body.pose.x = x;
    Joint joint;
    joint.id = "O" + std::to_string(i + 1);
    joint.a = i == 0 ? std::string(kFrame) : "link" + std::to_string(i);
    joint.b = body.id;
    joint.atA.x = i == 0 ? 0 : kLengths[i - 1];
    x += kLengths[i];
    mechanism.bodies.push_back(body);
    mechanism.joints.push_back(joint);
  }
  Phase open, held;
  open.id = "free";
  held.id = "locked";
  held.locked = true;
  PhaseChange change;
  change.from = open.id;
  change.to = held.id;
  std::get<Limit>(change.guard).value = kPi;
  std::get<Limit>(change.guard).pin = Point{0.0625, 0.0};
  mechanism.joints[2].metamorphic = Metamorphic{{open, held}, {change}, {}};
  return mechanism;
}

std::vector<Channel> channelsOf(const Mechanism& mechanism) {
  std::vector<Channel> channels{{"t", "s"}};
  for (const Body& body : mechanism.bodies)
    for (const auto& [name, unit] : {std::pair{".x", "m"}, {".y", "m"}, {".angle", "rad"}})
      channels.push_back({body.id + name, unit});
  channels.push_back({"O3.phase", "1"});
  return channels;
}

struct Angles {
  double a, b, c;
  Vec2 origin(int link) const {
    Vec2 at;
    if (link > 0) at = at + kLengths[0] * unitVector(a);
    if (link > 1) at = at + kLengths[1] * unitVector(b);
    return at;
  }
  Vec2 middle(int link) const {
    const std::array<double, 3> angles{a, b, c};
    const auto i = static_cast<std::size_t>(link);
    return origin(link) +
           (0.3 * kLengths[i]) * unitVector(angles[i]);  // clear of pins and of the limit's marks
  }
  std::vector<double> row(double t, bool locked) const {
    const Vec2 p = origin(1), q = origin(2);
    return {t, 0, 0, a, p.x, p.y, b, q.x, q.y, c, locked ? 1.0 : 0.0};
  }
};

const Angles kStraight{0, 0, 0}, kBent{0.4, -0.9, 1.2}, kFolded{0.4, -1.2, -1.2 + kPi};

int distance(const QColor& a, const QColor& b) {
  return std::max(
      {std::abs(a.red() - b.red()), std::abs(a.green() - b.green()), std::abs(a.blue() - b.blue())});
}

int countOf(const QImage& image, const QColor& color, int tolerance) {
  int count = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x) count += distance(image.pixelColor(x, y), color) <= tolerance;
  return count;
}

// What VTK complains about.
class Complaints : public vtkOutputWindow {
 public:
  static Complaints* New() {
    auto* const made = new Complaints;
    made->InitializeObjectBase();
    return made;
  }
  void DisplayErrorText(const char* text) override { all += text; }
  void DisplayWarningText(const char* text) override { all += text; }
  std::string all;
};
class SceneTest : public testing::Test {
 protected:
  void SetUp() override {
    vtkOutputWindow::SetInstance(complaints);
    view.resize(640, 420);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view, 60000));
    mechanism = makeThreeBar();
    view.setMechanism(mechanism, channelsOf(mechanism));
  }

  void TearDown() override {
    EXPECT_EQ(complaints->all, "");
    vtkOutputWindow::SetInstance(nullptr);
  }

  QImage show(const Angles& angles, bool locked = false, double t = 0) {
    view.showRow(angles.row(t, locked));
    return view.grabImage();
  }
  QColor colorAt(const QImage& image, Vec2 world) const { return colorAt(view, image, world); }
  static QColor colorAt(const SceneView& view, const QImage& image, Vec2 world) {
    return image.pixelColor((view.toPixel(world.x, world.y) * image.devicePixelRatio()).toPoint());
  }
  // The gradient behind the parts at a height in the picture.
  static QColor backgroundAt(const QImage& image, double y, const Palette& palette) {
    const auto t = static_cast<float>(y / image.height());
    const auto mix = [t](float high, float low) { return high + t * (low - high); };
    const QColor &high = palette.sceneTop, &low = palette.sceneBottom;
    return QColor::fromRgbF(mix(high.redF(), low.redF()), mix(high.greenF(), low.greenF()),
                            mix(high.blueF(), low.blueF()));
  }
  void expectLinksAt(const QImage& image, const Angles& angles, const Palette& palette) const {
    for (int link = 0; link < 3; ++link)
      EXPECT_LE(distance(colorAt(image, angles.middle(link)), palette.partFill), 30) << "link " << link + 1;
  }
  VtkWidget& canvas() const { return *view.findChild<VtkWidget*>(); }
  int actorCount() const {
    return canvas().renderer()->GetActors()->GetNumberOfItems() +
           canvas().topRenderer()->GetActors()->GetNumberOfItems();
  }
  vtkIdType countPoints() const { return countPoints(*canvas().renderer()); }
  vtkIdType countTopPoints() const { return countPoints(*canvas().topRenderer()); }
  static vtkIdType countPoints(vtkRenderer& renderer) {
    vtkIdType sum = 0;
    vtkActorCollection& actors = *renderer.GetActors();
    actors.InitTraversal();
    while (vtkActor* actor = actors.GetNextActor())
      if (actor->GetMapper() && actor->GetMapper()->GetInputAsDataSet())
        sum += actor->GetMapper()->GetInputAsDataSet()->GetNumberOfPoints();
    return sum;
  }

  vtkNew<Complaints> complaints;
  SceneView view;
  Mechanism mechanism;
};

TEST_F(SceneTest, LinksAreWhereTheirPoseSays) {
  const QImage straight = show(kStraight), bent = show(kBent);
  EXPECT_EQ(straight.size(), QSize(640, 420) * view.devicePixelRatioF());
  EXPECT_NE(straight, bent);
  expectLinksAt(bent, kBent, Palette::light());
  // Where the straight chain ended nothing is left but the background.
  const QPointF left = view.toPixel(0.4, 0) * bent.devicePixelRatio();
  EXPECT_LE(distance(bent.pixelColor(left.toPoint()), backgroundAt(bent, left.y(), Palette::light())), 3);
  EXPECT_LE(distance(bent.pixelColor(3, 3), Palette::light().sceneTop), 4);
}

TEST_F(SceneTest, StartPoseShowsBeforeAnyRow) {
  const QImage image = view.grabImage();
  expectLinksAt(image, kStraight, Palette::light());
}

TEST_F(SceneTest, DarkHasItsOwnColours) {
  view.setLook(Palette::darkSet());
  const QImage image = show(kBent);
  expectLinksAt(image, kBent, Palette::darkSet());
  EXPECT_LE(distance(image.pixelColor(3, 3), Palette::darkSet().sceneTop), 4);
}

TEST_F(SceneTest, LockedPartTakesTheColourOfLocked) {
  const Vec2 part = kFolded.origin(2) + 0.8 * kLengths[2] * unitVector(kFolded.c);
  const QColor open = colorAt(show(kFolded, false), part), held = colorAt(show(kFolded, true), part);
  const QColor locked = Palette::light().locked;
  EXPECT_LT(distance(held, locked), 80);
  EXPECT_LE(distance(open, Palette::light().partFill), 30);
  // The pin changes its shape with the colour.
  EXPECT_LE(distance(colorAt(show(kFolded, true), kFolded.origin(2)), Palette::light().ink), 40);
}

TEST_F(SceneTest, EveryPartStaysInView) {
  for (const Angles& angles :
       {Angles{kPi, kPi, kPi}, Angles{kPi / 2, kPi / 2, kPi / 2}, Angles{-1.5, -1.5, -1.5}}) {
    view.showRow(angles.row(0, false));
    const Vec2 tip = angles.origin(2) + kLengths[2] * unitVector(angles.c);
    EXPECT_TRUE(QRectF(view.rect()).contains(view.toPixel(tip.x, tip.y)));
  }
}

TEST_F(SceneTest, FitFillsTheViewWithTheRun) {
  const double before = view.toPixel(0.25, 0).x() - view.toPixel(0, 0).x();
  for (int i = 0; i < 100; ++i) view.appendTrace(Angles{0.001 * i, 0, 0}.row(0.001 * i, false));
  EXPECT_NEAR(view.toPixel(0.25, 0).x() - view.toPixel(0, 0).x(), before, 1e-9);  // nothing jumps by itself
  view.fit();
  EXPECT_GT(view.toPixel(0.25, 0).x() - view.toPixel(0, 0).x(), 1.1 * before);
  EXPECT_TRUE(QRectF(view.rect()).contains(view.toPixel(0.5, 0.05)));
}

// A run that stays in sight does not move the picture; in a pane of another shape it stays in sight.
TEST_F(SceneTest, ARunStaysInSightWhenThePaneChangesItsShape) {
  view.resize(900, 300);
  for (int i = 0; i < 100; ++i) view.appendTrace(Angles{0.02 * i, 0, 0}.row(0.001 * i, false));
  view.showRow(Angles{kPi, kPi, kPi}.row(0.1, false));
  view.appendTrace(Angles{kPi, kPi, kPi}.row(0.1, false));
  for (const QSize size : {QSize(300, 900), QSize(900, 900), QSize(900, 300)}) {
    view.resize(size);
    const Vec2 tip = Angles{kPi, kPi, kPi}.origin(2) + kLengths[2] * unitVector(kPi);
    EXPECT_TRUE(QRectF(view.rect()).contains(view.toPixel(tip.x, tip.y)))
        << size.width() << " x " << size.height();
  }
}

// In a low pane, too, nothing reaches down to the scale bar: a column that fills the height.
TEST_F(SceneTest, WhatIsFittedStandsClearOfTheScaleBar) {
  view.resize(270, 200);
  for (int i = 0; i < 100; ++i)
    view.appendTrace(
        Angles{(i % 2 ? 0.5 : -0.5) * kPi, (i % 2 ? 0.5 : -0.5) * kPi, (i % 2 ? 0.5 : -0.5) * kPi}.row(
            0.001 * i, false));
  view.fit();
  EXPECT_LT(view.toPixel(0, -0.5).y(), 200 - 48);
  EXPECT_GT(view.toPixel(0, 0.5).y(), 32) << "nor up to the time";
}

// The middle of a body stays in the middle of the picture, and its direction with it when asked.
TEST_F(SceneTest, FollowsABody) {
  const auto middleOfLink3 = [](const Angles& angles) {
    return angles.origin(2) + (0.5 * kLengths[2]) * unitVector(angles.c);
  };
  const auto expectMiddle = [this](QPointF at, const char* when) {
    EXPECT_NEAR(at.x(), 320, 1e-6) << when;
    EXPECT_NEAR(at.y(), 210, 1e-6) << when;
  };
  view.setFollowed("link3", false);
  EXPECT_EQ(view.followed(), "link3");
  for (const Angles& angles : {kStraight, kBent, kFolded}) {
    show(angles);
    const Vec2 middle = middleOfLink3(angles);
    expectMiddle(view.toPixel(middle.x, middle.y), "it goes along");
  }
  const auto directionOfLink3 = [&] {
    const Vec2 tip = kBent.origin(2) + unitVector(kBent.c), root = kBent.origin(2);
    const QPointF along = view.toPixel(tip.x, tip.y) - view.toPixel(root.x, root.y);
    return std::atan2(-along.y(), along.x());
  };
  expectLinksAt(show(kBent), kBent, Palette::light());
  EXPECT_NEAR(directionOfLink3(), kBent.c, 1e-9);
  view.setFollowed("link3", true);
  const QImage turned = show(kBent);
  EXPECT_NEAR(directionOfLink3(), 0, 1e-9) << "as it lay at the start";
  expectLinksAt(turned, kBent, Palette::light());
  view.setFollowed({}, true);
  EXPECT_TRUE(view.followed().isEmpty());
  EXPECT_NEAR(directionOfLink3(), kBent.c, 1e-9);
  view.setFollowed("nothing", false);
  EXPECT_TRUE(view.followed().isEmpty());
}

// Moved by hand the picture stays beside the body; a slider of What if changes neither.
TEST_F(SceneTest, FollowingKeepsWhatAHandHasMoved) {
  view.setFollowed("link2", false);
  show(kStraight);
  QTest::mousePress(&canvas(), Qt::MiddleButton, {}, {300, 200});
  QTest::mouseMove(&canvas(), {340, 230});
  QTest::mouseRelease(&canvas(), Qt::MiddleButton, {}, {340, 230});
  const auto place = [this](const Angles& angles) {
    const Vec2 at = angles.origin(1);
    return view.toPixel(at.x, at.y);
  };
  const auto middle = [this](const Angles& angles) {
    const Vec2 at = angles.origin(1) + (0.5 * kLengths[1]) * unitVector(angles.b);
    return view.toPixel(at.x, at.y);
  };
  const QPointF before = middle(kStraight);
  EXPECT_GT(std::abs(before.x() - 320) + std::abs(before.y() - 210), 20) << "the hand has moved it";
  show(kBent);
  EXPECT_NEAR(middle(kBent).x(), before.x(), 1e-6);
  EXPECT_NEAR(middle(kBent).y(), before.y(), 1e-6);
  const QPointF joint = place(kBent);
  view.setMechanism(mechanism, channelsOf(mechanism));
  EXPECT_EQ(view.followed(), "link2");
  show(kBent);
  EXPECT_NEAR(place(kBent).x(), joint.x(), 1e-6);
  view.fit();
  EXPECT_NEAR(middle(kBent).x(), 320, 1e-6);
  Mechanism other = mechanism;
  other.name = "another";
  view.setMechanism(other, channelsOf(other));
  EXPECT_TRUE(view.followed().isEmpty()) << "it belonged to the mechanism";
}

TEST_F(SceneTest, ReceiptFlashesAndGoes) {
  const QImage before = show(kFolded);
  const Vec2 point = kFolded.origin(1) + 0.0625 * unitVector(kFolded.b);
  Receipt receipt;
  receipt.element = "O3";
  receipt.pointX = point.x;
  receipt.pointY = point.y;
  receipt.normalX = -1;
  receipt.impulse = 0.331;
  receipt.jointImpulses = {{"O1", 0.1, 0.05, 0}, {"nothing", 1, 1, 0}};
  view.showReceipt(&receipt);
  const QImage during = view.grabImage();
  EXPECT_LE(distance(colorAt(during, point), Palette::light().impact), 12);
  EXPECT_GT(countOf(during, Palette::light().impact, 12), countOf(before, Palette::light().impact, 12) + 300);
  view.showReceipt(nullptr);
  EXPECT_EQ(view.grabImage(), before);
}

// The normal tells where body a is pushed; the arrow is drawn on body b, as those in the joints are.
TEST_F(SceneTest, ArrowsOfAnEventAreImpulsesOnTheSecondBody) {
  Receipt hit;
  hit.t = 0.1;
  hit.element = "wall";
  hit.bodyA = kFrame;
  hit.bodyB = "link3";
  hit.pointX = 0.25;
  hit.normalY = -1;  // the wall is pushed down
  hit.impulse = 1;
  show(kStraight);
  view.showReceipt(&hit);
  const QImage image = view.grabImage();
  EXPECT_LE(distance(colorAt(image, {0.25, 0.06}), Palette::light().impact), 40) << "the link is pushed up";
  EXPECT_GT(distance(colorAt(image, {0.25, -0.06}), Palette::light().impact), 40);
}

// As on a free-body diagram: what the joints of the body that is hit do to it, whichever side of them it is.
// However near the edge it is hit, the arrows stay in sight.
TEST_F(SceneTest, ArrowsOfAnEventAreOfOneBodyAndStayInSight) {
  Receipt hit;
  hit.element = "wall";
  hit.bodyA = kFrame;
  hit.bodyB = "link2";
  hit.pointX = 0.3;
  hit.normalY = -1;
  hit.impulse = 1;
  hit.jointImpulses = {{"O1", 5, 0, 0}, {"O2", 0, -0.5, 0}, {"O3", 0.25, 0, 0}};
  const MechanismLayout layout = layOut(mechanism);
  Box sight;
  sight.add({-1, -1});
  sight.add({1, 0.02});
  vtkNew<vtkRenderer> renderer;
  EventGlyphs glyphs(renderer);
  glyphs.show(hit, mechanism, layout, layout.start, Palette::light(), sight);
  ASSERT_EQ(glyphs.arrows().size(), 3U) << "of O2, of O3 and of the event: O1 is not at the link";
  const double scale = glyphs.key().metres;
  EXPECT_EQ(glyphs.key().body, "link2");
  const auto expect = [&](std::size_t i, double x, double y) {
    const Vec2 drawn = glyphs.arrows()[i].to - glyphs.arrows()[i].from;
    EXPECT_NEAR(drawn.x, scale * x, 1e-12) << i;
    EXPECT_NEAR(drawn.y, scale * y, 1e-12) << i;
  };
  expect(0, 0, -0.5);
  expect(1, -0.25, 0);  // the link is the first body of O3
  expect(2, 0, 1);
  for (const SceneArrow& arrow : glyphs.arrows())
    EXPECT_LE(arrow.to.y, sight.high.y + 0.2 * 0.3 * layout.size);
  sight.add({1, 1});
  glyphs.show(hit, mechanism, layout, layout.start, Palette::light(), sight);
  EXPECT_GT(glyphs.key().metres, 2 * scale) << "with room they are as long as they like";
  glyphs.hide();
}

// A block runs on something wherever the run takes it; a long way costs few strokes.
TEST_F(SceneTest, AGuideGoesOnAsFarAsItsBlock) {
  mechanism.joints[0].kind = Prismatic{};
  const MechanismLayout layout = layOut(mechanism);
  double least = 0, most = 0;
  vtkIdType strokes = 0;
  for (const JointMark& mark : makeJointMarks(mechanism, layout, Palette::light())) {
    if (mark.joint != 0 || mark.body != -1 || mark.above) continue;
    const double* bounds = mark.data->GetBounds();
    least = std::min(least, bounds[0]);
    most = std::max(most, bounds[1]);
    strokes += mark.data->GetNumberOfCells();
  }
  EXPECT_LT(least, -15 * layout.size);
  EXPECT_GT(most, 15 * layout.size);
  EXPECT_LT(strokes, 10000) << "triangles; a stroke has some thirty";
  EXPECT_LT(length(layout.boxOf(layout.start).size()), 3 * layout.size) << "the view keeps to the mechanism";
}

// The mirror image of a guide has its axis the other way, and its floor below as well.
TEST_F(SceneTest, TheFloorOfAGuideIsBelowIt) {
  for (const double axis : {0.0, std::numbers::pi}) {
    Prismatic guide;
    guide.axis = axis;
    mechanism.joints[0].kind = guide;
    const MechanismLayout layout = layOut(mechanism);
    const Vec2 center = layout.joints[0].guideCenter;
    double low = 0, high = 0;
    for (const JointMark& mark : makeJointMarks(mechanism, layout, Palette::light())) {
      if (mark.joint != 0 || mark.body != -1 || mark.above) continue;
      const double* bounds = mark.data->GetBounds();
      low = std::max(low, center.y - bounds[2]);
      high = std::max(high, bounds[3] - center.y);
    }
    EXPECT_GT(low, high + 0.2 * layout.unit) << axis << ": the hatching";
  }
}

// Nor does a text lie on the rails of one.
TEST_F(SceneTest, LabelsKnowOfGuides) {
  Prismatic guide;
  guide.axis = 0.5;
  mechanism.joints[0].kind = guide;
  const MechanismLayout layout = layOut(mechanism);
  CameraControl camera;
  camera.setViewSize({400, 300});
  camera.fit(layout.boxOf(layout.start), 20);
  LabelLayout::Memory memory;
  LabelLayout picture(QRectF(0, 0, 400, 300), memory);
  for (const OverlayObstacle& obstacle : listObstacles(layout, layout.start, camera, {}))
    picture.blockLine(obstacle.from, obstacle.to, obstacle.half, obstacle.cover);
  const JointLayout& at = layout.joints[0];
  const QPointF end = camera.toPixel(
      at.guideCenter + 0.9 * at.guideHalf * Vec2{std::cos(at.axisInA), std::sin(at.axisInA)}, layout.top);
  EXPECT_FALSE(picture.place("name", {6, 6}, {{end, {}, 0, 0}}, true)) << "it lies on the guide";
}

// In a run the guide itself goes on below its block; not at every row, and not without end.
TEST_F(SceneTest, AGuideIsAsLongAsTheWayOfItsBlock) {
  mechanism.joints[0].kind = Prismatic{};
  MechanismLayout layout = layOut(mechanism);
  const auto& guide = layout.joints[0];
  std::vector<Placement> poses = layout.start;
  EXPECT_FALSE(layout.widenGuides(poses));
  const double startOfGuide = guide.guideCenter.x - guide.guideHalf;
  int times = 0;
  for (int i = 1; i <= 100; ++i) {
    for (Placement& pose : poses) pose.origin.x += 0.02 * layout.size;
    times += layout.widenGuides(poses) ? 1 : 0;
    ASSERT_GE(guide.guideCenter.x + guide.guideHalf, layout.worldB(0, poses).x + 2 * layout.unit) << i;
  }
  EXPECT_NEAR(guide.guideCenter.x - guide.guideHalf, startOfGuide, 1e-9) << "the other end stays";
  EXPECT_GT(times, 0);
  EXPECT_LT(times, 25);
  for (Placement& pose : poses) pose.origin.x += 1e6 * layout.size;
  layout.widenGuides(poses);
  EXPECT_LT(guide.guideHalf, 20 * layout.size);
}

// Of the frame, that the origin of a body meets with a circle.
ContactPair makeStop(const std::string& body, double radius) {
  ContactPair stop;
  stop.id = "stop";
  stop.a = kFrame;
  stop.b = body;
  stop.surface = LineSurface{};
  stop.radius = radius;
  return stop;
}

// The circle around its end that contacts count does not stick out of a bar.
TEST_F(SceneTest, ABarWhoseEndTouchesIsAsWideAsItIs) {
  Body& bar = mechanism.bodies[0];
  bar.length = Quantity(1.0);
  bar.width = 0.4;
  const double usual = layOut(mechanism).parts[0].width;
  EXPECT_LT(usual, 0.4);
  mechanism.contacts.push_back(makeStop(bar.id, 0.2));
  EXPECT_DOUBLE_EQ(layOut(mechanism).parts[0].width, 0.4);
}

// The block of a slider whose middle counts with a circle around it meets the stop with its face.
TEST_F(SceneTest, ABlockThatMeetsAStopIsAsLongAsItsCircle) {
  Joint slider;
  slider.id = "guide";
  slider.kind = Prismatic{};
  slider.a = kFrame;
  slider.b = mechanism.bodies[0].id;
  mechanism.joints.push_back(slider);
  const auto halfOf = [&] {
    const MechanismLayout layout = layOut(mechanism);
    return makeSliderBlock(layout.joints.back()).halfLength;
  };
  EXPECT_NE(halfOf(), 0.2);
  mechanism.contacts.push_back(makeStop(slider.b, 0.2));
  EXPECT_DOUBLE_EQ(halfOf(), 0.2);
}

// Rails and stops follow from these, as on the board.
TEST_F(SceneTest, ABlockOfItsOwnHasTheFacesOfItsOutline) {
  Joint slider;
  slider.id = "guide";
  slider.kind = Prismatic{1.5707963267948966, {}};
  slider.a = kFrame;
  slider.b = mechanism.bodies[0].id;
  mechanism.bodies[0].outline = {{-0.02, -0.01}, {0.04, -0.01}, {0.04, 0.03}, {-0.02, 0.03}};
  mechanism.bodies[0].pose.angle = 0;
  mechanism.joints.push_back(slider);
  const SliderFaces faces = layOut(mechanism).joints.back().faces;
  EXPECT_NEAR(faces.ahead, 0.03, 1e-12);
  EXPECT_NEAR(faces.behind, 0.01, 1e-12);
  EXPECT_NEAR(faces.left, 0.02, 1e-12);
  EXPECT_NEAR(faces.right, 0.04, 1e-12);
}

TEST_F(SceneTest, ASurfaceWithBothSidesIsDrawnOnceAndABeltShowsItsWay) {
  DrawnSurface wall;
  wall.id = "wall";
  LineSurface line;
  line.from = {-1.0, -0.5};
  line.to = {1.0, -0.5};
  line.side = LineSide::both;
  wall.kind = line;
  DrawnSurface belt = wall;
  belt.id = "belt";
  line.side = LineSide::right;
  belt.kind = line;
  belt.speed = 0.5;
  mechanism.surfaces = {wall, belt};
  const std::vector<SurfaceLayout> surfaces = layOut(mechanism).contacts.surfaces;
  ASSERT_EQ(surfaces.size(), 2U);
  EXPECT_TRUE(surfaces[0].hasBothSides);
  EXPECT_EQ(surfaces[0].speed, 0);
  EXPECT_FALSE(surfaces[1].hasBothSides);
  // The free side of a line to the right is on the left of the way back.
  EXPECT_EQ(surfaces[1].speed, -0.5);
  EXPECT_GT(surfaces[1].points.front().x, surfaces[1].points.back().x);
}

// A contact of several bodies pushes in several places at once: those of the body are drawn, in its sense.
TEST_F(SceneTest, ArrowsOfAnEventAreOfAllContactsOfTheBody) {
  Receipt hit;
  hit.element = "pile";
  hit.bodyA = "link1";
  hit.bodyB = "link2";
  hit.pointX = 0.3;
  hit.normalY = -1;
  hit.impulse = 1;
  hit.contactImpulses = {{"pile", 0, 1, 0, 0.3, 0, "link1", "link2"},
                         {"pile", 0, 0.5, 0, 0.35, 0, "link2", "link3"},
                         {"pile", 0, 0.25, 0, 0.1, 0, kFrame, "link1"},
                         {"floor", 0.75, 0, 0, 0.2, 0, kFrame, "link2"}};
  const MechanismLayout layout = layOut(mechanism);
  Box sight;
  sight.add({-1, -1});
  sight.add({1, 1});
  vtkNew<vtkRenderer> renderer;
  EventGlyphs glyphs(renderer);
  glyphs.show(hit, mechanism, layout, layout.start, Palette::light(), sight);
  ASSERT_EQ(glyphs.arrows().size(), 3U);
  const double scale = glyphs.key().metres;
  const std::array<Vec2, 3> impulses{{{0, -0.5}, {0.75, 0}, {0, 1}}};
  for (std::size_t i = 0; i < impulses.size(); ++i) {
    const Vec2 drawn = glyphs.arrows()[i].to - glyphs.arrows()[i].from;
    EXPECT_NEAR(length(drawn - scale * impulses[i]), 0, 1e-12) << i;
  }
  glyphs.hide();
}

TEST_F(SceneTest, PureMomentIsShownAtItsJoint) {
  show(kFolded);
  Receipt receipt;
  receipt.element = "O3";
  receipt.impulse = 0.02;
  view.showReceipt(&receipt);
  EXPECT_LE(distance(colorAt(view.grabImage(), kFolded.origin(2)), Palette::light().impact), 12);
}

TEST_F(SceneTest, GhostIsPaleAndGoes) {
  const QImage before = show(kBent);
  view.showGhost(0, kStraight.row(0, false));
  const QImage with = view.grabImage();
  const int change = distance(colorAt(with, {0.44, 0}), colorAt(before, {0.44, 0}));
  EXPECT_GT(change, 5);
  EXPECT_LT(change, 50);
  view.showGhost(0, {});
  EXPECT_EQ(view.grabImage(), before);
}

TEST_F(SceneTest, GhostsOfKeptRunsHaveTheirColours) {
  show(kBent);
  const QColor green = Palette::light().contact, red = Palette::light().impact;
  view.setGhosts({{}, {green, {}}, {red, {}}});
  view.showRow(kBent.row(0, false));
  const QImage before = view.grabImage();
  const auto tint = [&](std::size_t ghost) {
    view.showGhost(ghost, kStraight.row(0, false));
    const QColor with = colorAt(view.grabImage(), {0.44, 0});
    view.showGhost(ghost, {});
    return with;
  };
  const QColor first = tint(1), second = tint(2);
  EXPECT_GT(distance(first, colorAt(before, {0.44, 0})), 5);
  EXPECT_GT(first.green() - first.red(), second.green() - second.red());
  EXPECT_EQ(view.grabImage(), before);
}

// What was run with a longer link has that link: with the one that is drawn now it would fall apart.
TEST_F(SceneTest, AGhostHasTheShapesOfItsOwnRun) {
  show(kBent);
  const Vec2 beyond{0.55, 0};  // m, where only the longer link reaches
  const auto tint = [&](const Mechanism& ghost) {
    view.setGhosts({{{}, ghost}});
    view.showRow(kBent.row(0, false));
    const QColor before = colorAt(view.grabImage(), beyond);
    view.showGhost(0, kStraight.row(0, false));
    return distance(colorAt(view.grabImage(), beyond), before);
  };
  Mechanism longer = makeThreeBar();
  EXPECT_EQ(tint(longer), 0);
  longer.bodies[2].length = 0.2;
  EXPECT_GT(tint(longer), 5);
  view.setGhostMechanism(0, makeThreeBar());
  view.setMechanism(makeThreeBar(), channelsOf(makeThreeBar()));
  view.showGhost(0, kStraight.row(0, false));
  const QColor with = colorAt(view.grabImage(), beyond);
  view.showGhost(0, {});
  EXPECT_EQ(distance(colorAt(view.grabImage(), beyond), with), 0);
}

TEST_F(SceneTest, TraceFollowsTheFreeEnd) {
  show(kStraight);
  std::vector<Vec2> path;
  for (int i = 0; i <= 100; ++i) {
    const Angles angles{0.01 * i, 0.02 * i, 0.02 * i};
    path.push_back(angles.origin(2) + kLengths[2] * unitVector(angles.c));
    view.appendTrace(angles.row(0.001 * i, false));
  }
  const QImage with = view.grabImage();
  int blue = 0;
  for (std::size_t i = 10; i < 100; ++i) {
    const QColor c = colorAt(with, path[i]);
    blue += c.blue() - c.red() > 30;
  }
  EXPECT_GT(blue, 75);
  view.clearTrace();
  const QImage without = view.grabImage();
  for (std::size_t i = 20; i < 100; i += 10)
    EXPECT_LE(colorAt(without, path[i]).blue() - colorAt(without, path[i]).red(), 20);
}

// Sixty turns on one circle are that circle: nothing runs across it.
TEST_F(SceneTest, TraceOfALongRunStaysOnItsPath) {
  Angles angles{0.5, 0.5, 0};
  for (int i = 0; i < 12000; ++i) {
    angles.c = 0.03 * i;
    view.appendTrace(angles.row(0.001 * i, false));
  }
  angles.c = 0;
  const QImage with = show(angles);
  view.clearTrace();
  const QImage bare = show(angles);
  int on = 0, across = 0;
  for (int i = 0; i < 360; ++i) {
    const Vec2 out = unitVector(i * kPi / 180);
    const auto changed = [&](double part) {
      const Vec2 at = angles.origin(2) + part * kLengths[2] * out;
      return distance(colorAt(with, at), colorAt(bare, at)) > 12;
    };
    on += changed(1);
    across += changed(0.97) || changed(0.9);
  }
  EXPECT_GT(on, 200);
  EXPECT_LT(across, 10);
}

// The second trace of the mechanism has the second colour of curves; the free end leaves none beside them.
TEST_F(SceneTest, TracesOfTheMechanismHaveTheirOwnColours) {
  mechanism.traces = {{"pin", "", mechanism.bodies[0].id, {kLengths[0], 0.0}, {}},
                      {"inner", "", mechanism.bodies[2].id, {0.8 * kLengths[2], 0.0}, {}}};
  view.setMechanism(mechanism, channelsOf(mechanism));
  show(kStraight);
  std::vector<Vec2> inner, end;
  for (int i = 0; i <= 100; ++i) {
    const Angles angles{0.01 * i, 0.02 * i, 0.02 * i};
    inner.push_back(angles.origin(2) + 0.8 * kLengths[2] * unitVector(angles.c));
    end.push_back(angles.origin(2) + kLengths[2] * unitVector(angles.c));
    view.appendTrace(angles.row(0.001 * i, false));
  }
  const QImage image = view.grabImage();
  int green = 0, stray = 0;
  for (std::size_t i = 40; i < 100; ++i) {  // the older ones are pale
    const QColor on = colorAt(image, inner[i]), off = colorAt(image, end[i]);
    green += on.green() - on.blue() > 5;
    stray += off.blue() - off.red() > 40 || off.green() - off.blue() > 20;
  }
  EXPECT_GT(green, 45);
  EXPECT_LT(stray, 5);
}

TEST_F(SceneTest, RowsThatMakeNoSenseAreIgnored) {
  const QImage before = show(kBent);
  auto row = kStraight.row(0, false);
  row[4] = std::numeric_limits<double>::quiet_NaN();
  view.showRow(row);
  view.appendTrace(row);
  EXPECT_EQ(view.grabImage(), before);
  view.showRow(std::span(row).first(5));
  view.showRow({});
  EXPECT_EQ(view.grabImage(), before);
}

TEST_F(SceneTest, WithoutChannelsTheStartStays) {
  const QImage start = view.grabImage();
  view.setMechanism(mechanism, {{"t", "s"}});
  view.showRow(std::vector<double>{0.1});
  EXPECT_EQ(view.grabImage(), start);
}

TEST_F(SceneTest, NoMechanismIsAnEmptyScene) {
  view.setMechanism({}, {});
  view.showRow(std::vector<double>{0.0});
  view.fit();
  const QImage image = view.grabImage();
  EXPECT_EQ(countOf(image, Palette::light().partFill, 6), 0);
  EXPECT_EQ(actorCount(), 0);
}

TEST_F(SceneTest, RebuildingLeavesNothingBehind) {
  show(kFolded);
  const int actors = actorCount();
  for (int i = 0; i < 5; ++i) {
    view.setLook(i % 2 == 0 ? Palette::darkSet() : Palette::light());
    view.setMechanism(mechanism, channelsOf(mechanism));
  }
  EXPECT_EQ(actorCount(), actors);
}

// A build takes over the actors of the one before, with whatever was done to them.
TEST_F(SceneTest, WhatWasShownBeforeLeavesNoMark) {
  const auto showRun = [this](SceneView& scene, const Mechanism& shown) {
    scene.setMechanism(shown, channelsOf(shown));
    for (int i = 0; i <= 50; ++i) scene.appendTrace(Angles{0.02 * i, 0.04 * i, 0.01 * i}.row(0, false));
    scene.showGhost(0, kStraight.row(0, false));
    scene.showRow(kBent.row(0, false));
    scene.fit();
    return scene.grabImage();
  };
  Mechanism longer = mechanism, traced = mechanism, ideal = mechanism;
  longer.name = "longer";
  longer.joints[1].atA.x = 0.2;
  longer.bodies[0].outline = {{0.0, -0.01}, {0.2, -0.01}, {0.2, 0.01}, {0.0, 0.01}};
  traced.name = "traced";
  traced.traces = {{"pin", "", mechanism.bodies[0].id, {kLengths[0], 0.0}, {}},
                   {"inner", "", mechanism.bodies[2].id, {0.8 * kLengths[2], 0.0}, {}}};
  ideal.name = "ideal";
  ideal.joints[2].metamorphic.reset();
  ideal.joints[1].kind = Weld{};
  for (const Mechanism* shown : {&longer, &traced, &ideal, &mechanism}) {
    SceneView fresh;
    fresh.resize(view.size());
    fresh.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&fresh, 60000));
    fresh.setLook(Palette::light());
    const QImage expected = showRun(fresh, *shown);
    view.setLook(Palette::darkSet());
    show(kFolded, true);
    view.setLook(Palette::light());
    EXPECT_EQ(showRun(view, *shown), expected) << shown->name;
  }
}

TEST_F(SceneTest, SameMechanismKeepsTheCamera) {
  QWheelEvent wheel({100, 100}, view.mapToGlobal(QPointF(100, 100)), {}, {0, 240}, Qt::NoButton,
                    Qt::NoModifier, Qt::NoScrollPhase, false);
  QApplication::sendEvent(&canvas(), &wheel);
  const QPointF zoomed = view.toPixel(0.1, 0.1);
  view.setMechanism(mechanism, channelsOf(mechanism));
  EXPECT_EQ(view.toPixel(0.1, 0.1), zoomed);
  mechanism.name = "another";
  view.setMechanism(mechanism, channelsOf(mechanism));
  EXPECT_NE(view.toPixel(0.1, 0.1), zoomed);
}

TEST_F(SceneTest, MouseMovesTheView) {
  show(kBent);
  const QPointF home = view.toPixel(0, 0);
  QTest::mousePress(&canvas(), Qt::LeftButton, {}, {300, 300});
  for (const QPointF at : {QPointF(320, 310), QPointF(350, 320)}) {
    QMouseEvent move(QEvent::MouseMove, at, canvas().mapToGlobal(at), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(&canvas(), &move);
  }
  QTest::mouseRelease(&canvas(), Qt::LeftButton, {}, {350, 320});
  EXPECT_LT((view.toPixel(0, 0) - home - QPointF(50, 20)).manhattanLength(), 1e-6);

  // The wheel leaves the point under the cursor where it is.
  const QPointF cursor = view.toPixel(0.1, 0.05);
  QWheelEvent wheel(cursor, canvas().mapToGlobal(cursor), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(&canvas(), &wheel);
  EXPECT_LT((view.toPixel(0.1, 0.05) - cursor).manhattanLength(), 1e-6);
  EXPECT_GT(std::abs(view.toPixel(0.2, 0).x() - view.toPixel(0, 0).x()), 1);

  QTest::keyClick(&canvas(), Qt::Key_F);
  EXPECT_LT((view.toPixel(0, 0) - home).manhattanLength(), 1e-6);
}

TEST_F(SceneTest, ClicksNameWhatTheyHit) {
  show(kBent);
  QSignalSpy bodies(&view, &SceneView::bodyClicked), joints(&view, &SceneView::jointClicked);
  const auto click = [&](Vec2 at) {
    QTest::mouseClick(&canvas(), Qt::LeftButton, {}, view.toPixel(at.x, at.y).toPoint());
  };
  click(kBent.middle(1));
  click(kBent.origin(2));
  click({-0.1, 0.15});
  ASSERT_EQ(bodies.size(), 1);
  EXPECT_EQ(bodies[0][0].toString(), "link2");
  ASSERT_EQ(joints.size(), 1);
  EXPECT_EQ(joints[0][0].toString(), "O3");
}

TEST_F(SceneTest, KeysAreLeftToTheWindow) {
  for (const Qt::Key key : {Qt::Key_Q, Qt::Key_E, Qt::Key_Space}) {
    QKeyEvent event(QEvent::KeyPress, key, Qt::NoModifier);
    event.accept();
    QApplication::sendEvent(&canvas(), &event);
    EXPECT_FALSE(event.isAccepted());
  }
}

TEST_F(SceneTest, SlotsRodsGearsRacksAndCurvesAreDrawn) {
  Mechanism other;
  for (const double x : {0.0, 0.5}) {
    Body body;
    body.id = x == 0 ? "one" : "two";
    body.pose.x = x;
    body.mass = body.inertia = 1.0;
    other.bodies.push_back(body);
  }
  const auto add = [&](const char* id, JointKind kind) {
    Joint joint;
    joint.id = id;
    joint.kind = std::move(kind);
    joint.a = "one";
    joint.b = "two";
    other.joints.push_back(joint);
  };
  Gear gear;
  gear.radiusA = 0.3;
  gear.radiusB = 0.2;
  Rack rack;
  rack.radius = 0.2;
  add("slot", Slot{});
  add("rod", Distance{});
  add("gear", gear);
  add("rack", rack);
  PointOnCurve wire;
  wire.curve.kind = EllipsePath{0.7, 0.45};
  add("wire", wire);
  view.setMechanism(other, {});
  const QImage image = view.grabImage();
  EXPECT_LE(distance(colorAt(image, {0.25, 0}), Palette::light().partEdge), 60)
      << "the rod between the bodies";
  EXPECT_LE(distance(colorAt(image, {0, 0.45}), Palette::light().partEdge), 60) << "the curve";
}

// The barrel begins at a, the rod comes out of it and ends at b.
TEST_F(SceneTest, CylindersAreDrawn) {
  Mechanism other;
  other.name = "cylinder";
  Joint ram;
  ram.id = "ram";
  ram.kind = Telescope{};
  ram.a = "one";
  ram.b = "two";
  for (const double x : {0.0, 0.5}) {
    Body body;
    body.id = x == 0 ? "one" : "two";
    body.pose.x = x;
    body.mass = body.inertia = 1.0;
    other.bodies.push_back(body);
  }
  other.joints = {ram};
  view.setMechanism(other, {});
  const QImage image = view.grabImage();
  EXPECT_LE(distance(colorAt(image, {0.38, 0}), Palette::light().partEdge), 60) << "the rod";
  EXPECT_LE(distance(colorAt(image, {0.2, 0}), Palette::light().panel), 60) << "the barrel";
}

TEST_F(SceneTest, OutlinesSlidersAndWeldsAreDrawn) {
  Mechanism other;
  other.name = "others";
  Body plate, block;
  plate.id = "plate";
  plate.outline = {{0.0, 0.0},  {0.0, 0.1},   {0.1, 0.1},
                   {0.1, 0.06}, {0.04, 0.06}, {0.04, 0.0}};  // an angle, clockwise
  block.id = "block";
  block.pose.x = 0.25;
  Joint weld, slide;
  weld.id = "W";
  weld.b = plate.id;
  weld.kind = Weld{};
  slide.id = "S";
  slide.b = block.id;
  slide.kind = Prismatic{};
  other.bodies = {plate, block};
  other.joints = {weld, slide};
  view.setMechanism(other, {});
  const QImage image = view.grabImage();
  const QColor fill = Palette::light().partFill;
  EXPECT_LE(distance(colorAt(image, {0.02, 0.05}), fill), 30);
  EXPECT_LE(distance(colorAt(image, {0.08, 0.08}), fill), 30);
  EXPECT_GT(distance(colorAt(image, {0.085, 0.03}), fill), 30);  // the notch
  EXPECT_LE(distance(colorAt(image, {0.25, 0}), fill), 30);
}

// On its guide a body with an outline is a block already: none is drawn beside it.
TEST_F(SceneTest, APistonIsItsOwnBlock) {
  Mechanism other;
  other.name = "piston";
  Body piston;
  piston.id = "piston";
  piston.outline = {{0.1, -0.03}, {0.2, -0.03}, {0.2, 0.03}, {0.1, 0.03}};
  Joint slide;
  slide.id = "S";
  slide.b = piston.id;
  slide.kind = Prismatic{};
  other.bodies = {piston};
  other.joints = {slide};
  view.setMechanism(other, {});
  const QImage image = view.grabImage();
  const QColor fill = Palette::light().partFill;
  EXPECT_LE(distance(colorAt(image, {0.15, 0}), fill), 30);
  EXPECT_GT(distance(colorAt(image, {0, 0}), fill), 30);
}

TEST_F(SceneTest, MovesBetweenWindowsAndAway) {
  auto window = std::make_unique<QMainWindow>();
  auto* dock = new QDockWidget(window.get());
  auto* scene = new SceneView;
  dock->setWidget(scene);
  window->addDockWidget(Qt::LeftDockWidgetArea, dock);
  window->resize(700, 500);
  window->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(window.get(), 60000));
  scene->setMechanism(mechanism, channelsOf(mechanism));
  for (const bool floating : {true, false, true}) {
    dock->setFloating(floating);
    QTest::qWait(50);
    scene->showRow(kBent.row(0, false));
    const QImage image = scene->grabImage();
    EXPECT_LE(distance(colorAt(*scene, image, kBent.middle(0)), Palette::light().partFill), 30);
  }
  window.reset();
}

TEST(SceneBeforeShowing, NeverShownIsFine) {
  SceneView view;
  const Mechanism mechanism = makeThreeBar();
  view.setMechanism(mechanism, channelsOf(mechanism));
  view.showRow(kBent.row(0, false));
}

TEST_F(SceneTest, PicturesAreSmoothWhateverTheLastFrameWas) {
  const QImage smooth = show(kBent);
  canvas().setSamples(0);
  const QImage hasty = canvas().draw(canvas().pixels());
  EXPECT_NE(hasty.pixel(view.toPixel(0, 0).toPoint()), 0U);
  EXPECT_EQ(view.grabImage(), smooth);
  std::set<QRgb> few, many;
  for (int y = 60; y < smooth.height() - 60; ++y)
    for (int x = 0; x < smooth.width(); ++x) {
      few.insert(hasty.pixel(x, y));
      many.insert(smooth.pixel(x, y));
    }
  EXPECT_GT(many.size(), 1.3 * static_cast<double>(few.size()));
}

// However many changes came, the scene is drawn once, when the window is painted; painted again it is only
// the picture.
TEST_F(SceneTest, IsDrawnOnceForManyChangesAndNotForNone) {
  QTest::qWait(300);  // smooth again after the last pose
  QSignalSpy frames(&canvas(), &VtkWidget::frameDrawn);
  for (const Angles& angles : {kStraight, kFolded, kBent}) view.showRow(angles.row(0, false));
  EXPECT_EQ(frames.count(), 0);
  ASSERT_TRUE(frames.wait(60000));
  EXPECT_EQ(frames.count(), 1);
  QTest::qWait(300);  // a slow machine has drawn it without smoothing first
  const auto drawn = frames.count();
  EXPECT_LE(drawn, 2);
  const QImage shown = canvas().grab().toImage();
  for (int i = 0; i < 3; ++i) {
    canvas().update();
    QTest::qWait(30);
  }
  EXPECT_EQ(frames.count(), drawn);
  view.showRow(kFolded.row(0, false));
  EXPECT_NE(canvas().grab().toImage(), shown);
  EXPECT_EQ(frames.count(), drawn + 1);
}

// It would take as long as all the rest, and an actor in which there is nothing can ask for it.
TEST_F(SceneTest, NothingAsksForThePassOfTranslucentActors) {
  show(kBent);
  for (vtkRenderer* renderer : {canvas().renderer(), canvas().topRenderer()}) {
    vtkActorCollection& actors = *renderer->GetActors();
    actors.InitTraversal();
    while (vtkActor* actor = actors.GetNextActor())
      EXPECT_FALSE(actor->HasTranslucentPolygonalGeometry()) << actor->GetMapper()->GetClassName();
  }
}

// As a slider changes a length: every run has other shapes, and a machine that is too slow to smooth them all
// does so when they no longer come.
TEST_F(SceneTest, OtherShapesAreNotSmoothedWhileTheyKeepComing) {
  QTest::qWait(300);
  ASSERT_GT(canvas().samples(), 0);
  canvas().expectLong();
  view.showRow(kBent.row(0, false));
  ASSERT_EQ(canvas().samples(), 0);
  for (const double width : {0.03, 0.04}) {
    mechanism.bodies[0].width = width;
    view.setMechanism(mechanism, channelsOf(mechanism));
    EXPECT_EQ(canvas().samples(), 0) << width;
  }
  EXPECT_TRUE(QTest::qWaitFor([&] { return canvas().samples() > 0; }, 60000));
}

// Is the window painted at the moment, or a timer's turn under way?
class PaintWatch : public QObject {
 public:
  PaintWatch() { qApp->installEventFilter(this); }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() == QEvent::UpdateRequest) isPainting = true;
    if (event->type() == QEvent::Timer) isPainting = false;
    return false;
  }
  bool isPainting = false;
};

// A frame that takes long does not hold up the painting of the window: it comes after it. Whoever wants a
// picture of the window has the scene as it is.
TEST_F(SceneTest, ASlowFrameHasATurnForItself) {
  int frames = 0, inPainting = 0;
  const PaintWatch watch;
  canvas().setBeforeFrame([&] {
    ++frames;
    inPainting += watch.isPainting ? 1 : 0;
    QThread::msleep(40);
  });
  canvas().redraw();
  ASSERT_TRUE(
      QTest::qWaitFor([&] { return frames > 0; }, 60000));  // the first of them is not known to be slow
  QTest::qWait(300);
  frames = inPainting = 0;
  for (int i = 1; i <= 3; ++i) {
    canvas().redraw();
    ASSERT_TRUE(QTest::qWaitFor([&] { return frames >= i; }, 60000));
  }
  EXPECT_EQ(inPainting, 0);
  frames = 0;
  canvas().redraw();
  canvas().grab();
  EXPECT_EQ(frames, 1);
  canvas().setBeforeFrame({});
}

// Nothing is known of how long it takes, and with what a file is opened it would be a long wait.
TEST_F(SceneTest, TheFirstPictureOfManyPartsHasATurnForItself) {
  Mechanism many;
  for (int i = 0; i < 150; ++i) {
    Body ball;
    ball.id = "b" + std::to_string(i);
    ball.radius = 0.05;
    ball.pose.x = 0.15 * i;
    many.bodies.push_back(ball);
  }
  view.resize(120, 90);
  QTest::qWait(300);  // small, so that what was drawn last was fast
  canvas().draw(canvas().pixels());
  int frames = 0, inPainting = 0;
  const PaintWatch watch;
  canvas().setBeforeFrame([&] {
    ++frames;
    inPainting += watch.isPainting ? 1 : 0;
  });
  view.setMechanism(many, {{"t", "s"}});
  EXPECT_TRUE(QTest::qWaitFor([&] { return frames >= 1; }, 60000));
  QTest::qWait(100);
  EXPECT_EQ(inPainting, 0);
  canvas().setBeforeFrame({});
}

// What the window shows is what was drawn: upright, in its colours, in its size.
TEST_F(SceneTest, TheWindowShowsThePictureThatWasDrawn) {
  for (const QSize size : {QSize(640, 420), QSize(400, 500), QSize(717, 333)}) {
    view.resize(size);
    QTest::qWait(250);
    view.showRow(kBent.row(0, false));
    const QImage shown = canvas().grab().toImage();
    EXPECT_EQ(shown.size(), size * shown.devicePixelRatio());
    EXPECT_LE(distance(colorAt(shown, kBent.middle(0)), Palette::light().partFill), 30);
    EXPECT_LE(distance(shown.pixelColor(3, 3), backgroundAt(shown, 3, Palette::light())), 4)
        << "the upper end";
    EXPECT_EQ(shown.convertToFormat(QImage::Format_RGB32),
              canvas().draw(canvas().pixels()).convertToFormat(QImage::Format_RGB32));
  }
}

// Each has a context of its own; that of the last one drawn is current.
TEST_F(SceneTest, ScenesThatTakeTurnsDoNotMix) {
  SceneView other;
  other.resize(300, 200);
  other.setLook(Palette::darkSet());
  other.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other, 60000));
  other.setMechanism(mechanism, channelsOf(mechanism));
  const QImage first = show(kBent);
  other.showRow(kFolded.row(0, true));
  const QImage second = other.grabImage();
  EXPECT_EQ(second.size(), QSize(300, 200) * other.devicePixelRatio());
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(view.grabImage(), first);
    EXPECT_EQ(other.grabImage(), second);
  }
}

TEST_F(SceneTest, ASceneThatGoesLeavesTheOthersTheirContext) {
  const QImage before = show(kBent);
  {
    SceneView other;
    other.setMechanism(mechanism, channelsOf(mechanism));
    ASSERT_TRUE(other.beginOffscreen().empty());
    EXPECT_FALSE(other.drawImage().isNull());
  }
  EXPECT_EQ(view.grabImage(), before);
}

TEST(OffscreenGlTest, OneContextIsCurrentAtATime) {
  auto first = OffscreenGl::create(), second = OffscreenGl::create();
  ASSERT_TRUE(first && second);
  (*second)->doneCurrent();  // one of GLX and one of EGL are never current in one thread
  auto third = createEglOffscreen();
  ASSERT_TRUE(third);
  (*third)->doneCurrent();
  for (OffscreenGl* gl : {first->get(), second->get(), third->get(), first->get()}) {
    gl->makeCurrent();
    EXPECT_TRUE(gl->isCurrent());
    gl->doneCurrent();
    EXPECT_FALSE(gl->isCurrent());
  }
  (*first)->makeCurrent();
  (*second)->makeCurrent();
  EXPECT_FALSE((*first)->isCurrent());
  EXPECT_TRUE((*second)->isCurrent());
  (*second)->doneCurrent();
}

// However many points of a body touch a line, they are few actors; each has the colour of its own contact.
TEST_F(SceneTest, ContactsOfOneBodyAreFewActorsAndKeepTheirColours) {
  constexpr std::size_t kContacts = 300, kClosed = 150;
  Mechanism m;
  m.name = "many points";
  Body plate;
  plate.id = "plate";
  plate.mass = 1.0;
  plate.inertia = 1.0;
  plate.pose.y = 0.2;
  m.bodies.push_back(plate);
  for (std::size_t i = 0; i < kContacts; ++i) {
    ContactPair contact;
    contact.id = "c" + std::to_string(i);
    contact.b = plate.id;
    contact.atB = {0.1 * static_cast<double>(i % 10), 0.1 * static_cast<double>(i / 150)};
    contact.surface = LineSurface{{-1.0, 0.0}, {2.0, 0.0}};
    m.contacts.push_back(contact);
  }
  m.contacts[kClosed].atB = {0.5, 0.5};
  std::vector<Channel> channels{{"t", "s"}};
  for (const char* name : {"plate.x", "plate.y", "plate.angle"}) channels.push_back({name, "m"});
  std::vector<double> row{0, 0, 0.2, 0};
  for (const ContactPair& contact : m.contacts) {
    channels.push_back({contact.id + ".state", "1"});
    row.push_back(0);
  }
  view.setMechanism(m, channels);
  EXPECT_LT(actorCount(), 40);
  const auto colourOfContact = [&](std::size_t contact) {
    view.showRow(row);
    const Point& at = m.contacts[contact].atB;
    return colorAt(view.grabImage(), Vec2{at.x.value, at.y.value + 0.2});
  };
  const Palette& palette = Palette::light();
  EXPECT_LE(distance(colourOfContact(kClosed), palette.partEdge), 20);
  row[4 + kClosed] = 1;
  EXPECT_LE(distance(colourOfContact(kClosed), palette.contact), 20);
  EXPECT_LE(distance(colourOfContact(3), palette.partEdge), 20) << "another contact of the same body";
  const QColor line = colorAt(view.grabImage(), Vec2{1.2, 0});
  EXPECT_LE(distance(line, palette.contact), 20) << "one of those on it is closed";
  row[4 + kClosed] = 0;
  EXPECT_LE(distance(colourOfContact(kClosed), palette.partEdge), 20);
  EXPECT_LE(distance(colorAt(view.grabImage(), Vec2{1.2, 0}), palette.partEdge), 20);
}

// A line that many points touch is drawn once: as often as it is touched it would cost a window of software
// OpenGL half a second a frame.
TEST_F(SceneTest, ALineThatManyPointsTouchIsDrawnOnce) {
  const auto count = [&](int contacts) {
    Mechanism m;
    m.bodies = {Body()};
    m.bodies[0].id = "plate";
    for (int i = 0; i < contacts; ++i) {
      ContactPair contact;
      contact.id = "c" + std::to_string(i);
      contact.b = "plate";
      contact.atB = {0.01 * i, 0.0};
      contact.surface = PolylineSurface{{{-1.0, 0.0}, {0.5, 0.1}, {1.0, 0.0}, {1.5, 0.1}, {20.0, 0.0}}};
      m.contacts.push_back(contact);
    }
    view.setMechanism(m, {{"t", "s"}});
    return countPoints();
  };
  const vtkIdType few = count(1001), many = count(2001);
  EXPECT_LE(many - few, 1000 * 10) << "a disc of eight corners each";
}

// Ten thousand of anything are a few actors, and of points as many as software OpenGL draws while one waits.
TEST_F(SceneTest, ThousandsOfPartsAreFewActors) {
  constexpr int kMany = 10000;
  Mechanism balls;
  for (int i = 0; i < kMany; ++i) {
    Body ball;
    ball.id = "b" + std::to_string(i);
    ball.radius = 0.05;
    ball.pose.x = 0.15 * (i % 100);
    ball.pose.y = 0.15 * (i / 100);  // NOLINT(bugprone-integer-division)
    balls.bodies.push_back(ball);
  }
  view.setMechanism(balls, {{"t", "s"}});
  EXPECT_LT(actorCount(), 30);
  const QImage picture = view.grabImage();
  EXPECT_LE(countPoints(), 30 * kMany) << "a plate of twelve corners and its edge";
  for (const int i : {0, 4242, kMany - 1}) {
    const Pose& at = balls.bodies[static_cast<std::size_t>(i)].pose;
    EXPECT_GT(distance(colorAt(picture, Vec2{at.x.value, at.y.value}), picture.pixel(2, 2)), 40) << i;
  }
}

// What the first picture of a mechanism costs goes by its points: more links are drawn with less detail each.
TEST_F(SceneTest, ChainsOfAnyLengthHaveAboutAsManyPoints) {
  constexpr vtkIdType kMost = 200000;
  for (const int links : {200, 600, 1000, 2000}) {
    Mechanism chain;
    for (int i = 0; i < links; ++i) {
      Body link;
      link.id = "b" + std::to_string(i);
      link.pose.x = 0.1 * i;
      chain.bodies.push_back(link);
      Joint joint;
      joint.id = "j" + std::to_string(i);
      if (i > 0) joint.a = chain.bodies[static_cast<std::size_t>(i) - 1].id;
      joint.b = link.id;
      if (i > 0) joint.atA = {0.1, 0.0};
      chain.joints.push_back(joint);
    }
    view.setMechanism(chain, {{"t", "s"}});
    view.grabImage();
    EXPECT_GT(countPoints(), 20 * links) << links;
    EXPECT_LE(countPoints(), kMost) << links;
    RecordProperty("points" + std::to_string(links), std::to_string(countPoints()));
  }
}

ForceElement makeSpring(double stiffness, double damping) {
  Spring spring;
  spring.b = "link3";
  spring.atA = {0.0, 0.4};
  spring.stiffness = stiffness;
  spring.damping = damping;
  ForceElement force;
  force.id = "s" + std::to_string(stiffness) + std::to_string(damping);
  force.kind = spring;
  return force;
}

// A spring is where it acts: from the point of the frame to that of its link, wherever that goes.
TEST_F(SceneTest, SpringsAndDampersAreDrawn) {
  const Vec2 anchor{0.0, 0.4};
  const auto isInked = [&](const QImage& image, Vec2 at) {
    const QPoint middle = (view.toPixel(at.x, at.y) * image.devicePixelRatio()).toPoint();
    for (int dx = -9; dx <= 9; ++dx)
      for (int dy = -9; dy <= 9; ++dy) {
        const QPoint pixel = middle + QPoint(dx, dy);
        if (distance(image.pixelColor(pixel), backgroundAt(image, pixel.y(), Palette::light())) > 60)
          return true;
      }
    return false;
  };
  for (const auto& [stiffness, damping] : {std::pair(100.0, 0.0), {0.0, 5.0}, {100.0, 5.0}}) {
    mechanism.forces = {makeSpring(stiffness, damping)};
    view.setMechanism(mechanism, channelsOf(mechanism));
    for (const Angles& angles : {kBent, kFolded}) {
      const QImage image = show(angles);
      for (int i = 1; i <= 7; ++i)  // near the links nothing could be told
        EXPECT_TRUE(isInked(image, anchor + 0.1 * i * (angles.origin(2) - anchor)))
            << stiffness << ", " << damping << " at " << i;
    }
    mechanism.forces[0].active = 0.0;
    view.setMechanism(mechanism, channelsOf(mechanism));
    EXPECT_FALSE(isInked(show(kBent), anchor + 0.3 * (kBent.origin(2) - anchor))) << "it does not act";
  }
}

// A thousand springs cost a line each.
TEST_F(SceneTest, VeryManySpringsAreLines) {
  const auto count = [&](int springs) {
    mechanism.forces.clear();
    for (int i = 0; i < springs; ++i) {
      mechanism.forces.push_back(makeSpring(100, 0));
      mechanism.forces.back().id += std::to_string(i);
    }
    view.setMechanism(mechanism, channelsOf(mechanism));
    show(kBent);
    return countTopPoints();
  };
  const vtkIdType none = count(0), one = count(1) - none;
  EXPECT_GT(one, 0);
  EXPECT_LT(count(1000) - none, 250 * one);
}

// Ten thousand balls that touch alike share what is drawn of that.
TEST(ContactMarks, ThoseThatLookAlikeShareTheirDrawing) {
  Mechanism m;
  for (int i = 0; i < 100; ++i) {
    Body ball;
    ball.id = "b" + std::to_string(i);
    ball.pose.x = 1.0 * i;
    m.bodies.push_back(ball);
    ContactPair contact;
    contact.id = "c" + std::to_string(i);
    contact.b = ball.id;
    contact.radius = i == 50 ? 0.2 : 0.1;
    contact.surface = LineSurface{{-1.0, 0.0}, {200.0, 0.0}};
    m.contacts.push_back(contact);
  }
  const MechanismLayout layout = layOut(m);
  std::set<vtkPolyData*> drawings;
  std::set<std::size_t> contacts;
  for (const JointMark& mark : makeContactMarks(layout, Palette::light(), std::vector<bool>(100, false))) {
    if (mark.body < 0) continue;
    drawings.insert(mark.data);
    ASSERT_EQ(mark.contacts.size(), 1U);
    EXPECT_EQ(mark.contacts[0].contact, static_cast<std::size_t>(mark.body));
    contacts.insert(mark.contacts[0].contact);
    EXPECT_EQ(mark.z, layout.parts[static_cast<std::size_t>(mark.body)].z + layout.thickness);
  }
  EXPECT_EQ(contacts.size(), 100U);
  EXPECT_EQ(drawings.size(), 3U) << "those before the other one, it, and those behind it";
}

// One ball meets them all: its circle is drawn once.
TEST_F(SceneTest, ACircleThatMeetsManyLinesIsDrawnOnce) {
  constexpr int kMany = 10000;
  Mechanism m;
  m.bodies = {Body()};
  m.bodies[0].id = "ball";
  m.bodies[0].radius = 0.05;
  for (int i = 0; i < kMany; ++i) {
    ContactPair contact;
    contact.id = "c" + std::to_string(i);
    contact.b = "ball";
    contact.radius = 0.05;
    contact.surface = LineSurface{{0.1 * i, 0.0}, {0.1 * i + 0.05, 0.0}};
    m.contacts.push_back(contact);
  }
  view.setMechanism(m, {{"t", "s"}});
  view.grabImage();
  EXPECT_LE(countPoints(), 30 * kMany);
  EXPECT_LT(countTopPoints(), 500);
}

int mostApart(const QImage& a, const QImage& b) {
  int most = 0;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) most = std::max(most, distance(a.pixel(x, y), b.pixel(x, y)));
  return most;
}

// What is written over the scene is painted anew when it changes, and is the same from the picture that is
// kept.
TEST_F(SceneTest, WhatIsWrittenIsKeptUntilItChanges) {
  constexpr int kRounding = 6;
  auto* overlay = view.findChild<SceneOverlay*>();
  ASSERT_TRUE(overlay);
  QTest::qWait(100);
  const auto write = [&](const QString& headline) {
    view.setHeadline(headline);
    std::array<QImage, 3> pictures;
    for (QImage& picture : pictures) {
      picture = QImage(overlay->size(), QImage::Format_RGB32);
      picture.fill(Qt::white);
      overlay->render(&picture, {}, {}, QWidget::RenderFlags());
      EXPECT_LE(mostApart(picture, pictures[0]), kRounding) << headline.toStdString();
    }
    return pictures[2];
  };
  const QImage first = write("t = 0.1000 s"), second = write("t = 0.2000 s");
  EXPECT_GT(mostApart(first, second), 100);
  EXPECT_LE(mostApart(write("t = 0.1000 s"), first), kRounding);
  view.setLook(Palette::darkSet());
  EXPECT_GT(mostApart(write("t = 0.1000 s"), first), 100);
}

// Each segment was a shape of its own: a line of a million points took gigabytes of the graphics driver.
TEST(ContactLayout, ALongLineIsDrawnAsFarAsItCanBeToldApart) {
  constexpr int kPoints = 100'000;
  Mechanism m;
  PolylineSurface wave;
  auto& corners = wave.points.change();
  for (int i = 0; i < kPoints; ++i) corners.push_back({1e-3 * i, std::sin(1e-3 * i)});
  m.contacts.resize(1);
  m.contacts[0].surface = wave;
  Box box;
  box.add({50, 0}, 1);
  const ContactLayout layout = layOutContacts(m, {}, box, 2);
  ASSERT_FALSE(layout.surfaces.empty());
  EXPECT_LT(layout.surfaces.size(), 3000u);
  EXPECT_NEAR(layout.surfaces.front().points.front().x, 0, 1e-12);
  EXPECT_NEAR(layout.surfaces.back().points.back().x, 1e-3 * (kPoints - 1), 1e-12);
  for (std::size_t i = 0; i < layout.surfaces.size(); ++i) {
    const auto& points = layout.surfaces[i].points;
    for (const Vec2 p : points) EXPECT_NEAR(p.y, std::sin(p.x), 1e-12) << "points of the line";
    if (i > 0) {
      EXPECT_LT(length(points.front() - layout.surfaces[i - 1].points.back()), 1e-12) << "without gaps";
    }
  }
}

// What is fitted into a small scene lies above the keys of its arrows.
TEST(SceneOverlayTest, WhatIsFittedStandsAboveTheKeys) {
  QWidget parent;
  SceneOverlay overlay(&parent);
  overlay.resize(300, 200);
  overlay.setMetresPerPixel(0.002);
  const double bar = overlay.footHeight();
  overlay.setForceKey({80, "5 N", Qt::blue});
  overlay.setVelocityKey({80, "1 m/s", Qt::blue});
  EXPECT_GT(overlay.footHeight(), 1.5 * bar);
  CameraControl camera;
  camera.setViewSize(overlay.size());
  Box box;
  box.add({0, 0});
  box.add({0.1, 0.3});
  camera.fit(box, 26, overlay.footHeight());
  EXPECT_LT(camera.toPixel({0, 0}).y(), overlay.height() - overlay.footHeight() - 12);
}

// In a small scene the name of an impulse stands neither on the scale bar nor on the key of the arrows.
// In a narrow scene what happens is told on as many lines as it takes.
TEST(SceneOverlayTest, AHeadlineIsBrokenBetweenWordsAndNotCut) {
  QWidget parent;
  parent.resize(220, 300);
  SceneOverlay overlay(&parent);
  overlay.resize(parent.size());
  const QString time = "t = 1.5000 s", event = "the pin that wears out still touches";
  const QStringList lines = overlay.headlineLines(time + "   " + event);
  ASSERT_GE(lines.size(), 3);
  EXPECT_EQ(lines[0], time);
  EXPECT_EQ(lines.mid(1).join(' '), event);
}

TEST(SceneOverlayTest, LabelsKeepOffTheScaleBarOfASmallScene) {
  QWidget parent;
  parent.resize(208, 152);
  SceneOverlay overlay(&parent);
  overlay.resize(208, 152);
  overlay.setLook(Palette::light());
  overlay.setMetresPerPixel(0.006);
  overlay.setImpulseKey({70, "1 N s on link3", Qt::blue});
  const auto paint = [&] {
    QImage picture(overlay.size(), QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    overlay.paint(painter);
    return picture;
  };
  const QImage before = paint();
  for (const double x : {70.0, 110.0, 150.0, 190.0})
    for (const double at : {70.0, 85.0, 100.0, 115.0}) {
      overlay.setLabels({{{x, at}, {1, 0.6}, "P = 0.331 N s", Qt::magenta, true}},
                        {{{0, 50}, {208, 50}, 45, Cover::symbol}});  // the mechanism
      const QImage after = paint();
      overlay.setLabels({}, {});
      EXPECT_NE(before, after);
      int covered = 0;
      for (int py = 0; py < before.height(); ++py)
        for (int px = 0; px < before.width(); ++px)
          covered +=
              before.pixelColor(px, py).lightness() < 200 && before.pixel(px, py) != after.pixel(px, py);
      EXPECT_LE(covered, 4) << "px, of its rim, at " << x << ", " << at;
    }
}

// A text that finds room only far from what it belongs to has a line to it.
TEST(SceneOverlayTest, ALabelThatStandsOffHasALine) {
  for (const bool isCrowded : {false, true}) {
    QWidget parent;
    parent.resize(300, 260);
    SceneOverlay overlay(&parent);
    overlay.resize(parent.size());
    overlay.setLook(Palette::light());
    const QPointF pin(150, 130);
    const double half = isCrowded ? 30 : 3;
    overlay.setLabels({{pin, {1, 0}, "pin", Qt::magenta, false}}, {{pin, pin, half, Cover::symbol}});
    QImage picture(overlay.size(), QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    overlay.paint(painter);
    painter.end();
    int inked = 0;  // between the pin and where a text that stands off may be
    for (int y = 105; y <= 155; ++y)
      for (int x = 125; x <= 175; ++x)
        if (const QColor colour = picture.pixelColor(x, y); std::hypot(x - pin.x(), y - pin.y()) < 24)
          inked += colour.lightness() < 215 && colour.red() - colour.green() < 20;  // the text is magenta
    EXPECT_EQ(inked > 5, isCrowded);
  }
}

TEST(SceneOverlayTest, LabelsKeepOffTheLoupe) {
  for (const bool isWide : {true, false}) {
    QWidget parent;
    parent.resize(isWide ? 340 : 180, 260);
    SceneOverlay overlay(&parent);
    overlay.resize(parent.size());
    overlay.setLook(Palette::light());
    const QRect loupe(20, 10, 130, 240);
    overlay.setInset(loupe, {});
    overlay.setLabels({{{155, 120}, {-1, 0}, "the pin that wears out", Qt::magenta, true}}, {});
    QImage picture(overlay.size(), QImage::Format_RGB32);
    picture.fill(Qt::white);
    QPainter painter(&picture);
    overlay.paint(painter);
    painter.end();
    const auto countInk = [&](const QRect& area) {
      int inked = 0;
      for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x) inked += picture.pixelColor(x, y).lightness() < 250;
      return inked;
    };
    EXPECT_EQ(countInk(loupe), 0);
    EXPECT_EQ(countInk(picture.rect()) > 100, isWide) << "without room beside it there is none";
  }
}

}  // namespace
}  // namespace clank
