// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_view.h"

#include <vtkLight.h>
#include <vtkNew.h>
#include <vtkRenderer.h>

#include <QPainter>
#include <QResizeEvent>
#include <QTimer>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "ui/look/compliant_event.h"
#include "ui/look/part_names.h"
#include "ui/look/scale.h"
#include "ui/look/shown_units.h"
#include "ui/look/words.h"
#include "ui/scene/camera_control.h"
#include "ui/scene/event_glyphs.h"
#include "ui/scene/followed_body.h"
#include "ui/scene/loupe.h"
#include "ui/scene/mechanism_scene.h"
#include "ui/scene/part_layout.h"
#include "ui/scene/play_record.h"
#include "ui/scene/row_layout.h"
#include "ui/scene/run_arrows.h"
#include "ui/scene/scene_input.h"
#include "ui/scene/scene_obstacles.h"
#include "ui/scene/scene_overlay.h"
#include "ui/scene/trace_lines.h"
#include "ui/scene/vtk_widget.h"

namespace clank {
struct TracedPoint {
  std::size_t body = 0;
  Vec2 at;  // m, body axes
};

namespace {

constexpr int kStillSamples = 8;           // a pixel, when nothing moves
constexpr std::size_t kMostSmooth = 2000;  // parts: to smooth more takes too long
constexpr std::size_t kMostAtOnce = 100;   // of another mechanism: more are drawn in a turn of their own
constexpr int kStillAfter = 160;           // ms without a new pose
constexpr double kSmoothBudget = 12;  // ms a frame: a machine that is this fast stays smooth while moving
constexpr double kFitMargin = 34;     // px
constexpr double kScaleBar = 20;      // px, of what is written at the lower edge, without its margin
constexpr int kMotionRows = 50;       // of a run, that tell where it goes
constexpr int kLookedAt = 20000;      // rows of a run whose place is looked at, and of a longer run
constexpr int kLookedAtEvery = 16;    // of how many rows one
constexpr double kEdgeWidth = 1.4, kTraceWidth = 1.6;  // px

std::vector<std::string> bodyIds(const Mechanism& mechanism) {
  std::vector<std::string> ids;
  for (const Body& body : mechanism.bodies) ids.push_back(body.id);
  return ids;
}

// The traces of the mechanism; without any, the free end of the last body of each open chain.
std::vector<TracedPoint> listTraced(const Mechanism& mechanism, const MechanismLayout& layout) {
  std::vector<TracedPoint> points;
  for (const Trace& trace : mechanism.traces)
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
      if (mechanism.bodies[i].id == trace.b) points.push_back({i, {trace.atB.x.value, trace.atB.y.value}});
  if (!mechanism.traces.empty()) return points;
  for (std::size_t i = 0; i < layout.parts.size(); ++i)
    if (layout.parts[i].freeEnd) points.push_back({i, *layout.parts[i].freeEnd});
  return points;
}

void addLights(vtkRenderer& renderer) {
  renderer.SetAutomaticLightCreation(false);
  vtkNew<vtkLight> light;
  light->SetLightTypeToSceneLight();
  light->SetPosition(-0.55, 0.75, 1.2);  // from the upper left
  light->SetFocalPoint(0, 0, 0);
  renderer.AddLight(light);
}

}  // namespace

class SceneView::Private {
 public:
  explicit Private(SceneView* view)
      : view_(view),
        canvas_(new VtkWidget(view)),
        overlay_(new SceneOverlay(view)),
        scene_(canvas_->renderer(), canvas_->topRenderer()),
        glyphs_(canvas_->topRenderer()),
        arrows_(canvas_->topRenderer()),
        loupe_(new Loupe(view)),
        palette_(Palette::light()) {
    canvas_->setSamples(kStillSamples);
    canvas_->setBeforeFrame([this] { prepareFrame(); });
    addLights(*canvas_->renderer());
    overlay_->raise();
    loupe_->raise();
    QObject::connect(loupe_, &Loupe::closed, view, [this] { openLoupe({}); });
    QObject::connect(loupe_, &Loupe::moved, view, [this] { placeLoupe(); });
    QObject::connect(loupe_, &Loupe::figureAsked, view,
                     [this](PlayFigure figure) { Q_EMIT view_->figureAsked(loupe_->joint(), figure); });
    still_.setSingleShot(true);
    still_.setInterval(kStillAfter);
    QObject::connect(&still_, &QTimer::timeout, view, [this] { canvas_->setSamples(stillSamples()); });
    view_->setFocusProxy(canvas_);
    connectInput(new SceneInput(canvas_));
    setLook(palette_);
  }
  ~Private() {
    canvas_->setBeforeFrame({});  // the canvas is a child of the view and outlives this
    leavePartner();
  }

  void setMechanism(const SharedMechanism& resolved, const std::vector<Channel>& channels);
  void setLook(const Palette& palette);
  void fit();
  void showRow(std::span<const double> row, std::span<const Touch> touches);
  void showPoses(const std::vector<BodyPose>& poses);
  void setHands(std::vector<HandMark> hands);
  const std::vector<HandMark>& hands() const { return hands_; }
  void setGraspable(bool on) { isGraspable_ = on; }
  void setGhosts(std::vector<GhostLook> looks);
  void setGhostMechanism(std::size_t ghost, const Mechanism& resolved) {
    scene_.setGhostMechanism(ghost, resolved);
  }
  void showGhost(std::size_t ghost, std::span<const double> row);
  void showReceipt(const Receipt* receipt);
  void appendTrace(std::span<const double> row, std::span<const Touch> touches);
  void clearTrace();
  void setPointed(const std::string& part);
  const std::string& pointed() const { return pointed_; }
  void setHeadline(const QString& text);
  const QString& headline() const { return headline_; }
  const std::vector<Placement>& poses() const { return poses_; }
  SceneOverlay& overlay() const { return *overlay_; }
  void resize();
  QImage grab();
  Problems beginOffscreen();
  QImage draw();
  void takeLook(const Private& other);
  void shareCamera(Private& other) { partner_ = &other, other.partner_ = this; }
  void leavePartner() {
    if (partner_) partner_->partner_ = nullptr;
  }
  void setFollowed(const QString& body, bool turning);
  QString followed() const {
    return followed_.isAny() ? toText(mechanism_->bodies[static_cast<std::size_t>(followed_.body())].id)
                             : QString();
  }
  bool turnsWithFollowed() const { return followed_.turns(); }
  bool openLoupe(const QString& joint);
  QString openedLoupe() const { return loupeJoint_ < 0 ? QString() : loupe_->joint(); }
  void setPlayExaggerated(bool on);
  void setArrowLook(const ArrowLook& look);
  void setBendingLook(const BendingLook& look);
  QPointF toPixel(Vec2 world) const { return camera_.toPixel(world); }

 private:
  void connectInput(SceneInput* input);
  void buildScene();
  void placeAll();
  void showEvent();
  void showPlay();
  void showArrows();
  void placeLoupe();
  void updPlayFactor();
  void showNote();
  Vec2 findTraced(const TracedPoint& point) const;
  void prepareFrame();
  void placeCamera();
  void showPlace();
  void placeLabels();
  Box findSight() const;
  void fitRange();
  void followBody();
  // Of two views with one camera it is one that follows its body.
  Private* findLeader() {
    if (followed_.isAny()) return this;
    return partner_ && partner_->followed_.isAny() ? partner_ : nullptr;
  }
  void keepBeside(const CameraControl& moved);
  void widenRange(const Box& box);
  void reach(const Box& box, double around = 0);
  bool isInSight(const Box& box) const;
  bool isCrowded() const { return layout_.parts.size() > kMostSmooth; }
  int stillSamples() const { return isCrowded() ? 0 : kStillSamples; }
  void moving();
  void pick(QPointF at);
  bool findGrip(QPointF at);
  void placeHands();
  std::string findPart(QPointF at) const;
  void point(const std::string& part);
  void lightPointed();
  void pickJoint(std::size_t joint);

  SceneView* view_;
  VtkWidget* canvas_;
  SceneOverlay* overlay_;
  MechanismScene scene_;
  EventGlyphs glyphs_;
  RunArrows arrows_;
  Loupe* loupe_;
  TraceLines traces_;
  CameraControl camera_;
  Palette palette_;
  QTimer still_;
  QString headline_;

  SharedMechanism mechanism_;
  MechanismLayout layout_;
  RowLayout rows_;
  std::vector<Placement> poses_, tracePoses_;
  std::vector<std::optional<std::vector<Placement>>> ghosts_{std::nullopt};  // of those that are shown
  std::vector<std::vector<double>> modes_, traceModes_;                      // of each body
  std::vector<std::optional<BentShape>> bends_;
  BendingLook bendingLook_;
  std::vector<JointState> states_, contacts_;
  std::vector<TracedPoint> traced_;
  std::optional<Receipt> receipt_;
  std::string pointed_;  // part that something else speaks of
  int litBody_ = -1, litJoint_ = -1;
  std::string under_;  // the mouse
  std::vector<HandMark> hands_;
  bool isGraspable_ = false;
  int gripBody_ = -1;  // that a drag takes along
  Vec2 grip_;          // m, where
  PlayRecord play_;
  std::vector<double> row_;  // last shown
  std::vector<Touch> touches_;
  int loupeJoint_ = -1;  // index into the loose joints
  bool exaggerates_ = false;
  bool isOffscreen_ = false;
  double playFactor_ = 1;
  Box range_;  // that the view covers: where the mechanism was seen or is likely to go
  Box run_;    // where the rows of the run have taken it
  int runRows_ = 0;
  bool hasOldGuides_ = false;  // they are shorter than the way that was seen
  bool followRange_ = true;    // until the user moves the camera
  FollowedBody followed_{layout_, poses_};
  Private* partner_ = nullptr;  // that has the same camera
};

void SceneView::Private::connectInput(SceneInput* input) {
  const auto changeCamera = [this](auto change) {
    change();
    followRange_ = false;
    if (Private* leader = findLeader()) leader->keepBeside(camera_);
    placeCamera();
  };
  QObject::connect(input, &SceneInput::panned, view_,
                   [=, this](QPointF by) { changeCamera([&] { camera_.pan(by); }); });
  QObject::connect(input, &SceneInput::tilted, view_,
                   [=, this](QPointF by) { changeCamera([&] { camera_.tilt(by); }); });
  QObject::connect(input, &SceneInput::zoomed, view_, [=, this](QPointF at, double factor) {
    changeCamera([&] { camera_.zoomAt(at, factor); });
  });
  const auto toWorld = [this](QPointF at) {
    const Vec2 world = camera_.sightAt(at).at;
    return QPointF(world.x, world.y);
  };
  input->setGrasps([this](QPointF at) { return findGrip(at); });
  QObject::connect(input, &SceneInput::grasped, view_, [=, this](QPointF at) {
    const std::string& id = mechanism_->bodies[static_cast<std::size_t>(gripBody_)].id;
    Q_EMIT view_->bodyGrasped(QString::fromStdString(id), {grip_.x, grip_.y}, toWorld(at));
  });
  QObject::connect(input, &SceneInput::led, view_,
                   [=, this](QPointF at) { Q_EMIT view_->bodyLed(toWorld(at)); });
  QObject::connect(input, &SceneInput::dropped, view_,
                   [=, this](QPointF at) { Q_EMIT view_->bodyDropped(toWorld(at)); });
  QObject::connect(input, &SceneInput::fitWanted, view_, [this] { fit(); });
  QObject::connect(input, &SceneInput::clicked, view_, [this](QPointF at) { pick(at); });
  QObject::connect(input, &SceneInput::pointed, view_, [this](QPointF at) { point(findPart(at)); });
  QObject::connect(input, &SceneInput::left, view_, [this] { point({}); });
}

void SceneView::Private::setMechanism(const SharedMechanism& resolved, const std::vector<Channel>& channels) {
  const bool same = !mechanism_->bodies.empty() && resolved->name == mechanism_->name &&
                    bodyIds(*resolved) == bodyIds(*mechanism_);
  // A run of what is shown already, beside the same ghosts.
  const bool isDrawn = same && !scene_.hasOtherGhosts() && resolved == mechanism_;
  if (!isDrawn) {
    mechanism_ = resolved;
    layout_ = layOut(*mechanism_, same ? layout_.size : 0);
  }
  rows_ = RowLayout(*mechanism_, channels);
  poses_ = tracePoses_ = layout_.start;
  std::fill(ghosts_.begin(), ghosts_.end(), std::nullopt);
  rows_.readModes({}, modes_);
  scene_.bend(modes_);
  bends_ = makeBentShapes(*mechanism_);
  rows_.readStates({}, states_);
  rows_.readContacts({}, contacts_);
  receipt_.reset();
  run_ = {};
  runRows_ = 0;
  row_.clear();
  touches_.clear();
  if (!same) {
    if (layout_.parts.size() > kMostAtOnce) canvas_->expectLong();
    followed_.reset();
  }
  followed_.see(poses_);
  const QString magnified = openedLoupe();
  play_ = PlayRecord(*mechanism_, channels);
  arrows_.begin(*mechanism_, channels, layout_);
  loupeJoint_ = -1;
  traced_.clear();
  traced_ = listTraced(*mechanism_, layout_);
  lightPointed();
  const bool hasOtherTraces =
      traces_.reset(canvas_->renderer(), traced_.size(), 0.002 * layout_.size, 0.25 * layout_.unit);
  if (hasOtherTraces) scene_.clear();
  if (hasOtherTraces || !isDrawn) {
    // While a slider moves each run has other shapes, and nothing stands still.
    if (!still_.isActive() || isCrowded()) canvas_->setSamples(stillSamples());
    buildScene();
  } else {
    for (std::size_t i = 0; i < ghosts_.size(); ++i) scene_.hideGhost(i);
    placeAll();
  }
  if (same) {
    widenRange(layout_.boxOf(layout_.start));
  } else {
    range_ = layout_.likelyRange();
    fitRange();
  }
  updPlayFactor();
  openLoupe(magnified);
}

void SceneView::Private::setLook(const Palette& palette) {
  palette_ = palette;
  vtkRenderer& renderer = *canvas_->renderer();
  const QColor low = palette.sceneBottom, high = palette.sceneTop;
  renderer.GradientBackgroundOn();
  renderer.SetBackground(low.redF(), low.greenF(), low.blueF());
  renderer.SetBackground2(high.redF(), high.greenF(), high.blueF());
  overlay_->setLook(palette);
  loupe_->setLook(palette);
  buildScene();
}

void SceneView::Private::buildScene() {
  hasOldGuides_ = false;
  scene_.build(mechanism_, layout_, palette_, [this] { traces_.addActors(canvas_->renderer()); });
  placeAll();
}

void SceneView::Private::placeAll() {
  for (std::size_t i = 0; i < traced_.size(); ++i)
    traces_.setColor(i, mechanism_->traces.empty() ? palette_.free : palette_.curve(static_cast<int>(i)));
  scene_.place(poses_, states_, contacts_);
  for (std::size_t i = 0; i < ghosts_.size(); ++i)
    if (ghosts_[i]) scene_.placeGhost(i, *ghosts_[i]);
  showEvent();
  showPlay();
}

// Around all of the motion when there is one to go by, else around where it is likely to go.
void SceneView::Private::fit() {
  for (Private* view : {this, partner_})
    if (view) view->range_ = view->runRows_ >= kMotionRows ? view->run_ : view->layout_.likelyRange();
  fitRange();
}

// From here on the view widens by itself when the mechanism leaves it.
void SceneView::Private::fitRange() {
  followRange_ = true;
  if (Private* leader = findLeader(); leader && leader != this) return leader->fitRange();
  if (followed_.isAny()) {
    camera_.fit(followed_.findAround(), kFitMargin);
    followed_.lookAtMiddle();
    return followBody();
  }
  camera_.setRoll(0);
  Box both = range_;
  if (partner_ && !partner_->range_.empty()) {
    both.add(partner_->range_.low);
    both.add(partner_->range_.high);
  }
  camera_.fit(both, kFitMargin, std::max(kScaleBar, overlay_->footHeight()));
  placeCamera();
}

void SceneView::Private::widenRange(const Box& box) {
  if (box.empty() || range_.contains(box)) return;
  if (followRange_ && !findLeader() && isInSight(box)) return;
  // By a little more than needed, so that a slow motion outwards does not rescale the picture at every frame.
  reach(box, 0.02 * layout_.size);
  if (followRange_ && !findLeader()) fitRange();
}

void SceneView::Private::reach(const Box& box, double around) {
  if (box.empty()) return;
  range_.add(box.low, around);
  range_.add(box.high, around);
}

// What is in the picture needs no other one: a slider that moves would make it jump.
bool SceneView::Private::isInSight(const Box& box) const {
  constexpr int kEdge = 8;  // px
  const QRectF pane = QRectF(view_->rect()).adjusted(kEdge, kEdge, -kEdge, -kEdge);
  return pane.contains(view_->toPixel(box.low.x, box.low.y)) &&
         pane.contains(view_->toPixel(box.high.x, box.high.y));
}

void SceneView::Private::followBody() {
  camera_.setRoll(followed_.roll());
  camera_.setCenter(followed_.findCenter());
  placeCamera();
}

void SceneView::Private::keepBeside(const CameraControl& moved) {
  camera_.follow(moved);
  followed_.keepBeside(camera_.center());
}

void SceneView::Private::setFollowed(const QString& body, bool turning) {
  if (Private* leader = findLeader(); leader && leader != this) return;
  int chosen = -1;
  for (std::size_t i = 0; i < mechanism_->bodies.size(); ++i)
    if (toText(mechanism_->bodies[i].id) == body) chosen = static_cast<int>(i);
  followed_.choose(chosen, turning);
  showNote();
  fitRange();
  Q_EMIT view_->followedChanged();
}

void SceneView::Private::placeCamera() {
  showPlace();
  if (!partner_) return;
  partner_->followRange_ = followRange_;
  partner_->camera_.follow(camera_);
  partner_->showPlace();
}

void SceneView::Private::showPlace() {
  camera_.apply(*canvas_->renderer()->GetActiveCamera(), 4 * (layout_.top + layout_.unit));
  overlay_->setMetresPerPixel(camera_.metresPerPixel());
  loupe_->setMetresPerPixel(camera_.metresPerPixel());
  placeLoupe();
  showArrows();
  placeHands();
  receipt_ ? showEvent() : placeLabels();  // its arrows stay in sight
  canvas_->redraw();
}

void SceneView::Private::placeLabels() {
  std::vector<OverlayLabel> labels;
  for (const SceneLabel& label : glyphs_.labels())
    labels.push_back({camera_.toPixel(label.at, layout_.top), camera_.toScreen(label.away), label.text,
                      label.color, label.strong});
  std::optional<QPointF> pin;
  if (litJoint_ >= 0)
    pin = camera_.toPixel(layout_.worldB(static_cast<std::size_t>(litJoint_), poses_), layout_.top);
  if (litBody_ >= 0 && !pin)
    labels.push_back(
        {camera_.toPixel(findMiddle(layout_, static_cast<std::size_t>(litBody_), poses_), layout_.top),
         {1, -1},
         namePart(pointed_),
         palette_.action,
         true});
  if (pin) labels.push_back({*pin, {1, -1}, namePart(pointed_), palette_.action, true});
  overlay_->setRing(pin, 0.6 * layout_.unit / camera_.metresPerPixel(), palette_.action);
  const auto obstacles = labels.empty() ? std::vector<OverlayObstacle>()
                                        : listObstacles(layout_, poses_, camera_, glyphs_.arrows());
  overlay_->setLabels(std::move(labels), obstacles);
  ArrowKey key;
  constexpr double kLongestKey = 90;                                      // px
  const double pixels = glyphs_.key().metres / camera_.metresPerPixel();  // a N s
  if (const double round = findRoundBelow(pixels > 0 ? kLongestKey / pixels : 0); round > 0)
    key = {round * pixels, tr("%1 on %2").arg(writeShown(round, "N s", 6), glyphs_.key().body),
           palette_.impact};
  overlay_->setImpulseKey(key);
}

// What is in sight, but for a margin.
Box SceneView::Private::findSight() const {
  constexpr double kSceneMargin = 26;  // px
  Box box;
  const QSizeF size = view_->size();
  if (followed_.roll() != 0) {  // what is in sight whichever way the picture is turned
    const double half = std::max(1.0, std::min(size.width(), size.height()) / 2 - kSceneMargin) /
                        std::numbers::sqrt2 * camera_.metresPerPixel();
    box.add(camera_.center(), half);
    return box;
  }
  for (const QPointF corner : {QPointF(kSceneMargin, size.height() - kSceneMargin),
                               QPointF(size.width() - kSceneMargin, kSceneMargin)})
    box.add(camera_.toWorld(corner));
  return box;
}

// While poses keep coming a slow machine draws without smoothing; the timer brings it back.
void SceneView::Private::moving() {
  if (canvas_->samples() > 0 && canvas_->lastRenderMilliseconds() > kSmoothBudget) canvas_->setSamples(0);
  still_.start();
  canvas_->redraw();
}

void SceneView::Private::showRow(std::span<const double> row, std::span<const Touch> touches) {
  if (!rows_.readPoses(row, poses_)) return;
  rows_.readStates(row, states_);
  rows_.readContacts(row, contacts_);
  rows_.readModes(row, modes_);
  scene_.bend(modes_);
  scene_.place(poses_, states_, contacts_);
  hasOldGuides_ |= layout_.widenGuides(poses_);
  widenRange(layout_.boxOf(poses_));
  if (followed_.isAny()) {
    followed_.see(poses_);
    followRange_ ? fitRange() : followBody();
  }
  if (receipt_)
    showEvent();
  else if (litBody_ >= 0 || litJoint_ >= 0)
    placeLabels();
  row_.assign(row.begin(), row.end());
  touches_.assign(touches.begin(), touches.end());
  showPlay();
  moving();
}

void SceneView::Private::showPoses(const std::vector<BodyPose>& poses) {
  if (poses.size() != poses_.size()) return;
  for (std::size_t i = 0; i < poses.size(); ++i) poses_[i] = {{poses[i].x, poses[i].y}, poses[i].angle};
  rows_.readModes({}, modes_);
  scene_.bend(modes_);
  scene_.place(poses_, states_, contacts_);
  hasOldGuides_ |= layout_.widenGuides(poses_);
  row_.clear();
  touches_.clear();
  showPlay();
  moving();
}

void SceneView::Private::setHands(std::vector<HandMark> hands) {
  if (hands == hands_) return;
  hands_ = std::move(hands);
  placeHands();
}

void SceneView::Private::placeHands() {
  std::vector<OverlayHand> marks;
  for (const HandMark& hand : hands_)
    marks.push_back({camera_.toPixel({hand.from.x(), hand.from.y()}, layout_.top),
                     camera_.toPixel({hand.to.x(), hand.to.y()}, layout_.top), hand.text});
  overlay_->setHands(std::move(marks));
}

void SceneView::Private::setGhosts(std::vector<GhostLook> looks) {
  ghosts_.assign(looks.size(), std::nullopt);
  scene_.clear();
  scene_.setGhosts(std::move(looks));
  buildScene();
}

void SceneView::Private::showGhost(std::size_t ghost, std::span<const double> row) {
  std::vector<Placement> poses = layout_.start;
  if (rows_.readPoses(row, poses)) {
    std::vector<std::vector<double>> modes;
    rows_.readModes(row, modes);
    scene_.bend(modes);
    scene_.placeGhost(ghost, poses);
    scene_.bend(modes_);
    ghosts_[ghost] = std::move(poses);
  } else {
    scene_.hideGhost(ghost);
    ghosts_[ghost].reset();
  }
  canvas_->redraw();
}

void SceneView::Private::showReceipt(const Receipt* receipt) {
  if (receipt && isOfCompliantContact(*receipt)) receipt = nullptr;  // no blow: forces tell of it
  if (!receipt && !receipt_) return;
  receipt_ = receipt ? std::optional(*receipt) : std::nullopt;
  overlay_->setHeadline(headline_, receipt_.has_value());
  showEvent();
}

// The flash stays where the parts met; the arrows in the joints go along with them.
void SceneView::Private::showEvent() {
  int joint = -1;
  if (receipt_) {
    glyphs_.show(*receipt_, *mechanism_, layout_, poses_, palette_, findSight());
    for (std::size_t i = 0; i < mechanism_->joints.size(); ++i)
      if (mechanism_->joints[i].id == receipt_->element) joint = static_cast<int>(i);
  } else {
    glyphs_.hide();
  }
  scene_.setImpactJoint(joint);
  placeLabels();
  canvas_->redraw();
}

void SceneView::Private::setPointed(const std::string& part) {
  if (part == pointed_) return;
  pointed_ = part;
  lightPointed();
  placeLabels();
  canvas_->redraw();
}

// A drive is seen at its joint.
void SceneView::Private::lightPointed() {
  litBody_ = litJoint_ = -1;
  std::string joint = pointed_;
  for (const Drive& drive : mechanism_->drives)
    if (drive.id == pointed_) joint = drive.joint;
  for (std::size_t i = 0; i < mechanism_->bodies.size(); ++i)
    if (mechanism_->bodies[i].id == pointed_) litBody_ = static_cast<int>(i);
  for (std::size_t i = 0; i < mechanism_->joints.size(); ++i)
    if (mechanism_->joints[i].id == joint) litJoint_ = static_cast<int>(i);
  scene_.setLitPart(litBody_);
}

void SceneView::Private::setHeadline(const QString& text) {
  headline_ = text;
  overlay_->setHeadline(text, receipt_.has_value());
  if (loupeJoint_ >= 0) placeLoupe();
}

void SceneView::Private::appendTrace(std::span<const double> row, std::span<const Touch> touches) {
  if (!rows_.readPoses(row, tracePoses_)) return;
  rows_.readModes(row, traceModes_);
  play_.append(row);
  arrows_.append(row, touches);
  for (std::size_t i = 0; i < traced_.size(); ++i) traces_.append(i, findTraced(traced_[i]));
  if (++runRows_ > kLookedAt && runRows_ % kLookedAtEvery != 0) return canvas_->redraw();
  hasOldGuides_ |= layout_.widenGuides(tracePoses_);
  const Box box = layout_.boxOf(tracePoses_);
  run_.add(box.low);
  run_.add(box.high);
  followed_.see(tracePoses_);
  widenRange(box);
  canvas_->redraw();
}

// Where it truly is, whatever is exaggerated.
Vec2 SceneView::Private::findTraced(const TracedPoint& point) const {
  const Placement& pose = tracePoses_[point.body];
  const auto& shape = bends_[point.body];
  const auto line = shape ? shape->bend(traceModes_[point.body]) : std::nullopt;
  if (!line) return pose.toWorld(point.at);
  const BentLine::Section at = line->carry(point.at.x, point.at.y);
  return pose.toWorld({at.x, at.y});
}

void SceneView::Private::clearTrace() {
  traces_.clear();
  play_.clear();
  canvas_->redraw();
}

// The loupe and the arrows at the last row.
void SceneView::Private::showPlay() {
  showArrows();
  if (loupeJoint_ < 0) return;
  const auto index = static_cast<std::size_t>(loupeJoint_);
  const JointLayout& at = layout_.joints[play_.joints()[index].joint];
  loupe_->setPlay(play_.read(index, row_), play_.history(index), layout_.angleOfBody(at.a, poses_),
                  layout_.angleOfBody(at.b, poses_), play_.peakForce());
  placeLoupe();
}

// Scaled once for all of a run, to round numbers that the keys tell.
void SceneView::Private::showArrows() {
  arrows_.show(row_, touches_, layout_, palette_);
  const double pixels = calcFullLength(layout_) / camera_.metresPerPixel();
  const auto key = [&](double full, const char* unit, ArrowKind kind) {
    return full > 0 ? ArrowKey{pixels, writeShown(full, unit, 6), RunArrows::colour(kind, palette_)}
                    : ArrowKey();
  };
  overlay_->setForceKey(key(arrows_.fullForce(), "N", arrows_.forceKind()));
  overlay_->setVelocityKey(key(arrows_.fullVelocity(), "m/s", ArrowKind::velocity));
}

void SceneView::Private::setArrowLook(const ArrowLook& look) {
  arrows_.setLook(look);
  showArrows();
  canvas_->redraw();
}

void SceneView::Private::placeLoupe() {
  loupe_->setVisible(loupeJoint_ >= 0);
  if (loupeJoint_ < 0) return overlay_->setInset({}, {});
  const std::size_t joint = play_.joints()[static_cast<std::size_t>(loupeJoint_)].joint;
  const QPointF at = camera_.toPixel(layout_.worldA(joint, poses_), layout_.top);
  loupe_->fitInto(view_->size(), at, overlay_->headHeight());
  const QRectF inset = loupe_->geometry();
  if (inset.contains(at)) return overlay_->setInset(inset, {});
  overlay_->setInset(inset, {{at, loupe_->rim(true, at)}, {at, loupe_->rim(false, at)}});
}

bool SceneView::Private::openLoupe(const QString& joint) {
  loupeJoint_ = -1;
  for (std::size_t i = 0; i < play_.joints().size(); ++i)
    if (QString::fromStdString(play_.joints()[i].id) == joint) loupeJoint_ = static_cast<int>(i);
  if (loupeJoint_ >= 0) loupe_->setJoint(play_.joints()[static_cast<std::size_t>(loupeJoint_)]);
  showPlay();
  placeLoupe();
  Q_EMIT view_->loupeChanged();
  return loupeJoint_ >= 0;
}

// As large as the marks of the pins leave room for, by a round number that is told.
void SceneView::Private::updPlayFactor() {
  double widest = 0;
  for (const auto& joint : play_.joints()) widest = std::max(widest, joint.clearance());
  const double most = widest > 0 ? kPlay * layout_.unit / widest : 0;
  playFactor_ = exaggerates_ && most > 2 ? roundUp(most / 2.5) : 1;
  scene_.setPlayFactor(playFactor_);
  showNote();
}

void SceneView::Private::showNote() {
  QStringList notes;
  if (playFactor_ > 1) notes << tr("clearance drawn \u00d7 %1").arg(playFactor_, 0, 'g', 6);
  if (followed_.isAny())
    notes << (followed_.turns() ? tr("turns with %1") : tr("goes along with %1"))
                 .arg(namePart(followed().toStdString()));
  if (const QString bending = bendingLook_.note(); !bending.isEmpty()) notes << bending;
  overlay_->setNote(notes.join("    "));
}

void SceneView::Private::setBendingLook(const BendingLook& look) {
  if (look == bendingLook_) return;
  bendingLook_ = look;
  scene_.setBendingLook(look);
  overlay_->setBendingLook(look);
  showNote();
  placeAll();
  canvas_->redraw();
}

void SceneView::Private::setPlayExaggerated(bool on) {
  exaggerates_ = on;
  updPlayFactor();
  placeAll();
  canvas_->redraw();
}

void SceneView::Private::prepareFrame() {
  if (hasOldGuides_) buildScene();  // once for all rows that have come since the last frame
  const double ratio = (isOffscreen_ ? 1 : canvas_->devicePixelRatioF()) * lookScale(view_);
  scene_.setLineWidth(isCrowded() ? 1 : kEdgeWidth * ratio);  // a wider line is a strip of triangles
  scene_.commit();
  traces_.setWidth(kTraceWidth * ratio);
  traces_.commit();
}

void SceneView::Private::resize() {
  canvas_->setGeometry(view_->rect());
  overlay_->setGeometry(view_->rect());
  camera_.setViewSize(view_->size());
  if (!followRange_) return placeCamera();
  // What was in sight without being in the range need not be in a pane of another shape.
  for (Private* view : {this, partner_})
    if (view)
      for (const Box& box : {view->run_, view->layout_.boxOf(view->poses_)}) view->reach(box);
  fitRange();
}

// A second click closes its loupe again.
void SceneView::Private::pickJoint(std::size_t joint) {
  const QString id = QString::fromStdString(mechanism_->joints[joint].id);
  if (play_.find(joint) >= 0) openLoupe(openedLoupe() == id ? QString() : id);
  Q_EMIT view_->jointClicked(id);
}

std::string SceneView::Private::findPart(QPointF at) const {
  const MechanismScene::Sight sight = camera_.sightAt(at);
  if (const int joint = scene_.findJoint(sight, poses_); joint >= 0)
    return mechanism_->joints[static_cast<std::size_t>(joint)].id;
  const int body = scene_.findBody(sight, poses_);
  return body < 0 ? std::string() : mechanism_->bodies[static_cast<std::size_t>(body)].id;
}

void SceneView::Private::point(const std::string& part) {
  if (std::exchange(under_, part) != part) Q_EMIT view_->partPointed(part);
}

void SceneView::Private::pick(QPointF at) {
  const MechanismScene::Sight sight = camera_.sightAt(at);
  if (const int joint = scene_.findJoint(sight, poses_); joint >= 0)
    pickJoint(static_cast<std::size_t>(joint));
  else if (const int body = scene_.findBody(sight, poses_); body >= 0)
    Q_EMIT view_->bodyClicked(QString::fromStdString(mechanism_->bodies[static_cast<std::size_t>(body)].id));
}

// The point of the body that is seen there: it goes on with it until the drag begins.
bool SceneView::Private::findGrip(QPointF at) {
  if (!isGraspable_) return false;
  const MechanismScene::Sight sight = camera_.sightAt(at);
  gripBody_ = scene_.findBody(sight, poses_);
  if (gripBody_ < 0) return false;
  grip_ = poses_[static_cast<std::size_t>(gripBody_)].toBody(sight.at);
  return true;
}

QImage SceneView::Private::grab() {
  const int before = canvas_->samples();
  canvas_->setSamples(kStillSamples);
  QImage image = canvas_->draw(canvas_->pixels());
  canvas_->setSamples(before);
  image.setDevicePixelRatio(canvas_->devicePixelRatioF());
  QPainter painter(&image);
  overlay_->paint(painter);
  if (loupe_->isVisible()) loupe_->render(&painter, loupe_->pos(), {}, QWidget::DrawChildren);
  return image;
}

Problems SceneView::Private::beginOffscreen() {
  isOffscreen_ = true;
  canvas_->setSamples(kStillSamples);
  return canvas_->begin();
}

QImage SceneView::Private::draw() {
  if (canvas_->size() != view_->size()) resize();
  canvas_->setSamples(kStillSamples);
  QImage image = canvas_->draw(view_->size());
  QPainter painter(&image);
  overlay_->paint(painter);
  return image;
}

void SceneView::Private::takeLook(const Private& other) {
  setLook(other.palette_);
  setBendingLook(other.bendingLook_);
  setPlayExaggerated(other.exaggerates_);
  setArrowLook(other.arrows_.look());
  setFollowed(other.followed(), other.turnsWithFollowed());
  followed_.takeBeside(other.followed_);
  if (other.followRange_) return;
  camera_.takePlace(other.camera_);
  followRange_ = false;
  placeCamera();
}

SceneView::SceneView(QWidget* parent) : QWidget(parent) {
  setMinimumSize(160, 120);
  d_ = std::make_unique<Private>(this);
}

SceneView::~SceneView() = default;

void SceneView::setMechanism(const SharedMechanism& resolved, const std::vector<Channel>& channels) {
  d_->setMechanism(resolved, channels);
}
void SceneView::setLook(const Palette& palette) {
  d_->setLook(palette);
}
void SceneView::fit() {
  d_->fit();
}
void SceneView::showRow(std::span<const double> row, std::span<const Touch> touches) {
  d_->showRow(row, touches);
}
void SceneView::showPoses(const std::vector<BodyPose>& poses) {
  d_->showPoses(poses);
}
void SceneView::setHands(std::vector<HandMark> hands) {
  d_->setHands(std::move(hands));
}
const std::vector<HandMark>& SceneView::hands() const {
  return d_->hands();
}
void SceneView::setGraspable(bool on) {
  d_->setGraspable(on);
}
void SceneView::setGhosts(std::vector<GhostLook> looks) {
  d_->setGhosts(std::move(looks));
}

void SceneView::setGhostMechanism(std::size_t ghost, const Mechanism& resolved) {
  d_->setGhostMechanism(ghost, resolved);
}

void SceneView::showGhost(std::size_t ghost, std::span<const double> row) {
  d_->showGhost(ghost, row);
}
void SceneView::showReceipt(const Receipt* receipt) {
  d_->showReceipt(receipt);
}
void SceneView::setGhostName(const QString& text) {
  d_->overlay().setGhostName(text);
}
QString SceneView::headline() const {
  return d_->headline();
}

std::vector<BodyPose> SceneView::poses() const {
  std::vector<BodyPose> poses;
  for (const Placement& at : d_->poses()) poses.push_back({at.origin.x, at.origin.y, at.angle});
  return poses;
}

QString SceneView::ghostName() const {
  return d_->overlay().ghostName();
}
void SceneView::setPointed(const std::string& part) {
  d_->setPointed(part);
}
const std::string& SceneView::pointed() const {
  return d_->pointed();
}
void SceneView::setHeadline(const QString& text) {
  d_->setHeadline(text);
}
void SceneView::appendTrace(std::span<const double> row, std::span<const Touch> touches) {
  d_->appendTrace(row, touches);
}
void SceneView::clearTrace() {
  d_->clearTrace();
}
bool SceneView::openLoupe(const QString& joint) {
  return d_->openLoupe(joint);
}
QString SceneView::openedLoupe() const {
  return d_->openedLoupe();
}
void SceneView::setFollowed(const QString& body, bool turning) {
  d_->setFollowed(body, turning);
}
QString SceneView::followed() const {
  return d_->followed();
}
bool SceneView::turnsWithFollowed() const {
  return d_->turnsWithFollowed();
}
void SceneView::setPlayExaggerated(bool on) {
  d_->setPlayExaggerated(on);
}
void SceneView::setArrowLook(const ArrowLook& look) {
  d_->setArrowLook(look);
}
void SceneView::setBendingLook(const BendingLook& look) {
  d_->setBendingLook(look);
}
QPointF SceneView::toPixel(double x, double y) const {
  return d_->toPixel({x, y});
}
Problems SceneView::beginOffscreen() {
  return d_->beginOffscreen();
}
QImage SceneView::drawImage() {
  return d_->draw();
}
void SceneView::takeLook(const SceneView& other) {
  d_->takeLook(*other.d_);
}
void SceneView::shareCamera(SceneView& other) {
  d_->shareCamera(*other.d_);
}
QImage SceneView::grabImage() {
  return d_->grab();
}
void SceneView::resizeEvent(QResizeEvent*) {
  d_->resize();
}

}  // namespace clank

#include "moc_scene_view.cpp"
