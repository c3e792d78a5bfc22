// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing order is bottom to top: shadows and marks blend with what was drawn before them.
#include "ui/scene/mechanism_scene.h"

#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "core/io/sheet_body.h"
#include "ui/scene/contact_marks.h"
#include "ui/scene/flat_drawing.h"

namespace clank {
namespace {

QColor mix(const QColor& a, const QColor& b, double t) {
  const auto part = [t](float x, float y) { return static_cast<float>((1 - t) * x + t * y); };
  return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

// Its own outline, where that can be drawn.
Outline findOutline(const Body& body) {
  if (body.outline.size() < 3) return {};
  std::vector<Vec2> corners;
  for (const auto& [x, y] : listPlateLine(body)) corners.push_back({x, y});
  Outline outline = makePolygon(corners);
  const bool good =
      outline.size() >= 6 && std::all_of(outline.begin(), outline.end(), [](const OutlinePoint& p) {
        return std::isfinite(p.at.x) && std::isfinite(p.at.y) && std::isfinite(p.grow.x);
      });
  return good ? outline : Outline();
}

// One after the other, parts are often alike: they share what is drawn.
class LastShape {
 public:
  template <class Make>
  const vtkSmartPointer<vtkPolyData>& get(const Outline& outline, double edgeRadius, Make make) {
    if (!data_ || edgeRadius != edgeRadius_ || outline != outline_) {
      outline_ = outline;
      edgeRadius_ = edgeRadius;
      data_ = make();
    }
    return data_;
  }

 private:
  Outline outline_;
  double edgeRadius_ = 0;
  vtkSmartPointer<vtkPolyData> data_;
};

}  // namespace

void MechanismScene::build(const SharedMechanism& shared, const MechanismLayout& layout,
                           const Palette& palette, const std::function<void()>& addBetween) {
  const Mechanism& resolved = *shared;
  forces_.begin(shared);
  actors_.begin();
  hasOtherGhosts_ = false;
  layout_ = layout;
  palette_ = palette;
  poses_ = layout_.start;
  detail_ = findDetail(layout_.parts.size());
  marks_ = makeJointMarks(resolved, layout_, palette_);
  parts_ = makeParts(resolved, layout_);
  addEdges();
  std::vector<bool> bends;
  for (const Part& part : parts_) bends.push_back(part.isBent);
  for (JointMark& mark : makeContactMarks(layout_, palette_, bends)) marks_.push_back(std::move(mark));
  impactJoint_ = -1;
  states_.assign(layout_.joints.size(), JointState::free);
  shownStates_ = states_;

  ghosts_.resize(ghostLooks_.size());
  if (parts_.empty() && marks_.empty()) return actors_.clear();
  contactColors_.begin();
  for (ShapeBatch& batch : markBatches_) batch.begin();
  addMarks(false);
  auto ghost = ghosts_.begin();
  for (const GhostLook& look : ghostLooks_) addGhost(*ghost++, look, resolved);
  if (actors_.isAtEnd()) addBetween();
  addParts();
  stretched_ = actors_.add(top_, ActorList::Look::blended, vtkSmartPointer<vtkPolyData>::New());
  addMarks(true);
  actors_.end();
  lightPart();
  setLineWidth(lineWidth_);
}

void MechanismScene::show(ShapeBatch& batch, vtkRenderer* renderer, ActorList::Look look) {
  batch.setActor(actors_.add(renderer, look, batch.data()));
}

std::vector<MechanismScene::Part> MechanismScene::makeParts(const Mechanism& resolved,
                                                            const MechanismLayout& layout) const {
  std::vector<Part> parts(layout.parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const PartLayout& drawn = layout.parts[i];
    if (!drawn.slider || drawn.radius > 0)
      parts[i].shapes.push_back({makeOutline(resolved.bodies[i], drawn),
                                 0.24 * std::min(drawn.width, layout_.unit),
                                 {},
                                 drawn.radius});
  }
  for (const JointLayout& joint : layout.joints) {
    if (!joint.prismatic || joint.b < 0) continue;
    if (isOwnBlock(resolved.bodies[static_cast<std::size_t>(joint.b)])) continue;
    const SliderBlock b = makeSliderBlock(joint);
    parts[static_cast<std::size_t>(joint.b)].shapes.push_back(
        {makeRoundedBox(b.center, b.angle, b.halfLength, b.halfWidth, 0.3 * layout_.unit, detail_),
         0.2 * layout_.unit});
  }
  const auto bent = makeBentShapes(resolved);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    parts[i].isBent = bent[i].has_value();
    if (bent[i] && !parts[i].shapes.empty()) parts[i].bent.emplace(*bent[i], parts[i].shapes.front().outline);
  }
  return parts;
}

void MechanismScene::addEdges() {
  LastShape edges;
  for (Part& part : parts_)
    for (PartShape& shape : part.shapes)
      shape.edge = edges.get(shape.outline, 0, [&] {
        return makeEdgeLine(shape.outline, 1.02 * layout_.thickness, shape.disc);
      });
}

Outline MechanismScene::makeOutline(const Body& body, const PartLayout& part) const {
  if (Outline own = findOutline(body); !own.empty()) return own;
  if (part.radius > 0) return makeRoundedHull({{0, 0}}, part.radius, detail_);
  return makeRoundedHull(part.points, 0.5 * part.width, detail_);
}

// A run with a longer link has another shape of it; nothing: it looks as what is shown. As many shapes of
// each body, as they are placed together.
std::vector<MechanismScene::Part> MechanismScene::findOwnParts(const Mechanism& ghost,
                                                               const Mechanism& resolved) const {
  const auto isSame = [](const Body& a, const Body& b) { return a.id == b.id; };
  if (!std::equal(ghost.bodies.begin(), ghost.bodies.end(), resolved.bodies.begin(), resolved.bodies.end(),
                  isSame) ||
      (ghost.bodies == resolved.bodies && ghost.joints == resolved.joints))
    return {};
  std::vector<Part> parts = makeParts(ghost, layOut(ghost, layout_.size));
  const auto hasAsMany = [](const Part& a, const Part& b) { return a.shapes.size() == b.shapes.size(); };
  if (!std::equal(parts.begin(), parts.end(), parts_.begin(), parts_.end(), hasAsMany)) return {};
  return parts;
}

void MechanismScene::addGhost(Ghost& ghost, const GhostLook& look, const Mechanism& resolved) {
  ghost.parts = findOwnParts(look.mechanism, resolved);
  const QColor& colour = look.colour;
  constexpr double kFill = 0.28, kEdge = 0.35, kColouredFill = 0.22, kColouredEdge = 0.85;
  const double t = ghostThickness();
  const QColor back = mix(palette_.sceneTop, palette_.sceneBottom, 0.5);
  const QColor fill =
      colour.isValid() ? mix(back, colour, kColouredFill) : mix(back, palette_.partFill, kFill);
  const QColor edge =
      colour.isValid() ? mix(back, colour, kColouredEdge) : mix(back, palette_.partEdge, kEdge);
  ghost.fills.begin();
  ghost.edges.begin();
  LastShape fills, edges;
  for (const Part& part : partsOf(ghost))
    for (const PartShape& shape : part.shapes) {
      ghost.fills.add(
          fills.get(shape.outline, 0, [&] { return makePlate(shape.outline, t, 0.5 * t, detail_); }), fill);
      ghost.edges.add(
          edges.get(shape.outline, 0, [&] { return makeEdgeLine(shape.outline, 1.5 * t, shape.disc); }),
          edge);
    }
  for (ShapeBatch* batch : {&ghost.fills, &ghost.edges}) {
    show(*batch, renderer_, ActorList::Look::flat);
    batch->actor()->VisibilityOff();
  }
}

void MechanismScene::addParts() {
  for (ShapeBatch* batch : {&plates_, &edges_, &stress_, &shadows_}) batch->begin();
  LastShape plates, shadows;
  for (Part& part : parts_) {
    for (const PartShape& shape : part.shapes) {
      part.ids.push_back(
          plates_.add(plates.get(shape.outline, shape.edgeRadius, [&] { return makePlateOf(shape); }),
                      palette_.partFill));
      edges_.add(shape.edge, usualEdge());
      shadows_.add(shadows.get(shape.outline, shape.edgeRadius, [&] { return makeShadow(shape); }));
    }
    if (part.bent) part.stress = stress_.add(vtkSmartPointer<vtkPolyData>::New());
  }
  show(plates_, renderer_, ActorList::Look::lit);
  vtkProperty& look = *plates_.actor()->GetProperty();
  look.SetAmbient(0.42);
  look.SetDiffuse(0.7);
  look.SetSpecular(0.12);
  look.SetSpecularPower(18);
  show(edges_, renderer_, ActorList::Look::flat);
  show(litEdges_, renderer_, ActorList::Look::flat);
  show(stress_, renderer_, ActorList::Look::blended);
  show(shadows_, renderer_, ActorList::Look::blended);
}

vtkSmartPointer<vtkPolyData> MechanismScene::makePlateOf(const PartShape& shape) const {
  return makePlate(shape.outline, layout_.thickness, shape.edgeRadius, detail_);
}

// None where shapes are flat.
vtkSmartPointer<vtkPolyData> MechanismScene::makeShadow(const PartShape& shape) const {
  if (detail_.isFlat) return makeEdgeLine({}, 0);
  const double blur = std::min(1.5 * shape.edgeRadius, 0.36 * layout_.unit);
  return makeSoftShadow(shape.outline, blur, palette_.dark ? 0.55 : 0.3, detail_);
}

// Those that stay first: what moves passes over them.
void MechanismScene::addMarks(bool above) {
  for (JointMark& mark : marks_) {
    if (mark.above != above) continue;
    ShapeBatch& batch = batchOf(mark);
    mark.shape = batch.add(mark.data);
    if (!mark.moves()) batch.place(mark.shape, {}, mark.z);
    if (!mark.contacts.empty()) contactColors_.add(mark, batch, mark.shape);
  }
  for (const std::size_t moves : {0U, 1U})
    show(markBatches_[(above ? 2U : 0U) + moves], above ? top_ : renderer_, ActorList::Look::blended);
}

const std::vector<double>& MechanismScene::modesOf(std::size_t body) const {
  static const std::vector<double> kNone;
  return body < modes_.size() ? modes_[body] : kNone;
}

void MechanismScene::bendPart(std::size_t index) {
  Part& part = parts_[index];
  if (!part.bent) return;
  part.bent->bend(modesOf(index), bendingLook_.factor);
  PartShape& shape = part.shapes.front();
  shape.outline = part.bent->makeOutline();
  shape.edge = makeEdgeLine(shape.outline, 1.02 * layout_.thickness);
  plates_.replace(part.ids.front(), makePlateOf(shape));
  edges_.replace(part.ids.front(), shape.edge);
  shadows_.replace(part.ids.front(), makeShadow(shape));
  if (static_cast<int>(index) == litPart_) litEdges_.replace(0, shape.edge);
  showStress(index);
}

// A band along the link, as wide as its flat upper side.
void MechanismScene::showStress(std::size_t index) {
  const Part& part = parts_[index];
  const BentLine* line = part.bent->line();
  const bool coloured = line && bendingLook_.fullStress > 0 && part.bent->hasStress();
  stress_.setVisible(part.stress, coloured);
  if (!coloured) return;
  const double half = layout_.parts[index].width / 2 - part.shapes.front().edgeRadius;
  FlatDrawing band(1.01 * layout_.thickness, 0);
  const auto& nodes = line->nodes();
  const auto sideOf = [&](const BentLine::Node& node, double side) {
    const double norm = std::hypot(node.dx, node.dy);
    return Vec2{node.x - side * node.dy / norm, node.y + side * node.dx / norm};
  };
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const BentLine::Node &from = nodes[i], &to = nodes[i + 1];
    band.setColor(colourOfStress((from.stress + to.stress) / 2, bendingLook_.fullStress));
    band.polygon({sideOf(from, -half), sideOf(to, -half), sideOf(to, half), sideOf(from, half)});
  }
  stress_.replace(part.stress, band.makeData());
}

void MechanismScene::bendGhost(std::size_t index, Ghost& ghost) {
  const Part& part = partsOf(ghost)[index];
  if (!part.bent) return;
  const double t = ghostThickness();
  BentOutline bent = *part.bent;  // the part itself stays as it is
  bent.bend(modesOf(index), bendingLook_.factor);
  const Outline outline = bent.makeOutline();
  const ShapeBatch::Id id = parts_[index].ids.front();
  ghost.fills.replace(id, makePlate(outline, t, 0.5 * t, detail_));
  ghost.edges.replace(id, makeEdgeLine(outline, 1.5 * t));
}

// A mark on a link that bends goes with the section that it belongs to.
Placement MechanismScene::placeOfMark(const JointMark& mark) const {
  if (mark.journal) return {findJournal(mark.joint, poses_), 0};
  if (mark.body < 0) {  // a rod
    const Vec2 a = layout_.worldA(mark.joint, poses_), b = layout_.worldB(mark.joint, poses_);
    return mark.fromB ? Placement{b, angleOf(a - b)} : Placement{a, angleOf(b - a)};
  }
  const auto body = static_cast<std::size_t>(mark.body);
  if (!parts_[body].bent || !mark.at) return poses_[body];
  return parts_[body].bent->carry(poses_[body], *mark.at);
}

void MechanismScene::place(const std::vector<Placement>& poses, const std::vector<JointState>& states,
                           const std::vector<JointState>& contacts) {
  poses_ = poses;
  for (std::size_t i = 0; i < parts_.size(); ++i) placePart(i);
  for (const JointMark& mark : marks_)
    if (mark.moves()) batchOf(mark).place(mark.shape, placeOfMark(mark), mark.z);
  showStretched();
  states_ = states;
  contacts_ = contacts;
  showStates();
}

void MechanismScene::placePart(std::size_t index) {
  bendPart(index);
  // The light comes from the upper left: shadows fall to the lower right.
  const Vec2 shadow{0.2 * layout_.unit, -0.26 * layout_.unit};
  const double z = layout_.parts[index].z;
  const Placement& at = poses_[index];
  const Part& part = parts_[index];
  for (std::size_t k = 0; k < part.ids.size(); ++k) {
    plates_.place(part.ids[k], at, z);
    edges_.place(part.ids[k], at, z);
    shadows_.place(part.ids[k], {at.origin + shadow, at.angle}, z - 0.02 * layout_.unit);
    if (static_cast<int>(index) == litPart_) litEdges_.place(k, at, z);
  }
  if (part.bent) stress_.place(part.stress, at, z);
}

void MechanismScene::commit() {
  constexpr double kFar = 4;  // sizes
  const double far = kFar * layout_.size;
  const Vec2 near = poses_.empty() ? Vec2{} : poses_.front().origin;
  for (ShapeBatch* batch : {&plates_, &edges_, &litEdges_, &stress_, &shadows_}) batch->commit(near, far);
  for (Ghost& ghost : ghosts_)
    for (ShapeBatch* batch : {&ghost.fills, &ghost.edges})
      if (batch->actor() && batch->actor()->GetVisibility()) batch->commit(near, far);
  const Vec2 start = layout_.start.empty() ? Vec2{} : layout_.start.front().origin;
  for (const std::size_t above : {0U, 2U}) {
    markBatches_[above].commit(start, far);
    markBatches_[above + 1].commit(near, far);
  }
}

// Its play as large as asked, but never out of the bearing as drawn.
Vec2 MechanismScene::findJournal(std::size_t joint, const std::vector<Placement>& poses) const {
  const Vec2 bearing = layout_.worldA(joint, poses);
  const Vec2 way = playFactor_ * (layout_.worldB(joint, poses) - bearing);
  const double most = 1.05 * kPlay * layout_.unit;
  return bearing + (length(way) > most ? most / length(way) : 1) * way;
}

void MechanismScene::showStretched() {
  constexpr std::size_t kMostDrawn = 200;  // more take too long to draw as such in each frame
  if (layout_.ropes.empty() && forces_.isEmpty()) return;
  const double u = layout_.unit, shapes = static_cast<double>(layout_.ropes.size() + 24 * forces_.count());
  FlatDrawing drawing(layout_.top + 0.02 * u, 1e-3 * u * std::min(1.0, kMostLifted / shapes));
  for (const RopeLayout& rope : layout_.ropes) drawRope(rope, drawing);
  drawing.setColor(palette_.partEdge);
  drawing.setSteps(12);
  if (forces_.count() <= kMostDrawn)
    drawForces(drawing);
  else
    for (const SpringLayout& spring : layout_.springs)
      drawing.stroke({layout_.worldOf(spring.a, poses_), layout_.worldOf(spring.b, poses_)}, kStroke * u);
  vtkPolyDataMapper::SafeDownCast(stretched_->GetMapper())->SetInputData(drawing.makeData());
}

// What is filled, and its lines.
void MechanismScene::drawForces(FlatDrawing& drawing) const {
  const double width = kStroke * layout_.unit;
  for (const SheetPath& path : forces_.lay(poses_, modes_, layout_.unit).paths) {
    const std::vector<Vec2> points = listCorners(path);
    if (points.size() < 2) continue;
    drawing.setColor(path.fill == SheetFill::paper ? palette_.partFill : palette_.partEdge);
    if (path.fill != SheetFill::none) drawing.polygon(points);
    drawing.setColor(palette_.partEdge);
    drawing.stroke(points, width);
  }
}

// The rope where it is now, paler while it is slack, and its rings.
void MechanismScene::drawRope(const RopeLayout& rope, FlatDrawing& drawing) const {
  const double u = layout_.unit;
  const std::vector<Vec2> line = layout_.lineOf(rope, poses_);
  const bool slack = !rope.pulleys && line.size() > rope.points.size();
  drawing.setColor(slack ? mix(palette_.partEdge, palette_.partFill, 0.45) : palette_.partEdge);
  drawing.stroke(line, (rope.pulleys ? 0.12 : 0.11) * u);
  if (rope.pulleys) return;
  drawing.setColor(palette_.partEdge);
  for (std::size_t i = 1; i + 1 < rope.points.size(); ++i)
    drawing.ring(layout_.worldOf(rope.points[i], poses_), 0.14 * u, 0.26 * u);
  for (const Vec2 end : {line.front(), line.back()}) drawing.disc(end, 0.13 * u);
}

void MechanismScene::setImpactJoint(int joint) {
  impactJoint_ = joint;
  showStates();
}

// Marks show the state of their joint.
void MechanismScene::showStates() {
  for (const JointMark& mark : marks_) {
    if (!mark.state) continue;
    const JointState state =
        static_cast<int>(mark.joint) == impactJoint_ ? JointState::impact : states_[mark.joint];
    batchOf(mark).setVisible(mark.shape, state == *mark.state);
  }
  if (shownStates_ != states_) colourParts();
  contactColors_.show(contacts_, palette_.partEdge, colourOf(JointState::contact, palette_));
}

// A part that a lock or a stop holds takes the colour of that.
void MechanismScene::colourParts() {
  shownStates_ = states_;
  std::vector<std::vector<JointState>> held(parts_.size());
  for (std::size_t k = 0; k < states_.size(); ++k)
    if (const JointLayout& joint = layout_.joints[k]; joint.b >= 0 && !joint.loose)
      held[static_cast<std::size_t>(joint.b)].push_back(states_[k]);
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const JointState state = findStrongest(held[i]);
    const QColor fill = state == JointState::free ? palette_.partFill
                                                  : mix(palette_.partFill, colourOf(state, palette_), 0.72);
    for (const ShapeBatch::Id id : parts_[i].ids) plates_.setColor(id, fill);
  }
}

void MechanismScene::setLitPart(int body) {
  if (std::exchange(litPart_, body) != body) lightPart();
}

// Its edges once more, wider and over the usual ones.
void MechanismScene::lightPart() {
  litEdges_.begin();
  if (litPart_ < 0 || litPart_ >= static_cast<int>(parts_.size())) return;
  const auto index = static_cast<std::size_t>(litPart_);
  for (const PartShape& shape : parts_[index].shapes)
    litEdges_.place(litEdges_.add(shape.edge, palette_.action), poses_[index], layout_.parts[index].z);
}

// Light lines on a dark ground look heavier than they are.
QColor MechanismScene::usualEdge() const {
  return palette_.dark ? mix(palette_.partEdge, palette_.partFill, 0.4) : palette_.partEdge;
}

// Ghosts lie over each other in the order of their parts, the first on top.
void MechanismScene::placeGhost(std::size_t index, const std::vector<Placement>& poses) {
  const double step = 1e-3 / static_cast<double>(ghostLooks_.size());
  Ghost& ghost = *std::next(ghosts_.begin(), static_cast<std::ptrdiff_t>(index));
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    bendGhost(i, ghost);
    const double height = 0.02 + 1e-3 * static_cast<double>(i) - step * static_cast<double>(index);
    for (const ShapeBatch::Id id : parts_[i].ids)
      for (ShapeBatch* batch : {&ghost.fills, &ghost.edges})
        batch->place(id, poses[i], height * layout_.unit);
  }
  setVisible(ghost, true);
}

void MechanismScene::hideGhost(std::size_t index) {
  setVisible(*std::next(ghosts_.begin(), static_cast<std::ptrdiff_t>(index)), false);
}

// Without a mechanism there are none.
void MechanismScene::setVisible(const Ghost& ghost, bool on) {
  for (const ShapeBatch* batch : {&ghost.fills, &ghost.edges})
    if (batch->actor()) batch->actor()->SetVisibility(on);
}

void MechanismScene::setLineWidth(double pixels) {
  lineWidth_ = pixels;
  constexpr double kLit = 2.4, kGhost = 0.8;  // times as wide
  const auto set = [&](const ShapeBatch& batch, double times) {
    if (batch.actor()) batch.actor()->GetProperty()->SetLineWidth(static_cast<float>(times * pixels));
  };
  set(edges_, 1);
  set(litEdges_, kLit);
  for (const Ghost& ghost : ghosts_) set(ghost.edges, kGhost);
}

int MechanismScene::findBody(const Sight& sight, const std::vector<Placement>& poses) const {
  for (std::size_t i = parts_.size(); i-- > 0;) {
    const double top = layout_.parts[i].z + layout_.thickness;
    const Vec2 local = poses[i].toBody(sight.at + top * sight.slope);
    for (const PartShape& shape : parts_[i].shapes)
      if (contains(shape.outline, local)) return static_cast<int>(i);
  }
  return -1;
}

int MechanismScene::findJoint(const Sight& sight, const std::vector<Placement>& poses) const {
  const Vec2 at = sight.at + layout_.top * sight.slope;
  int nearest = -1;
  double best = 0.5 * layout_.unit;
  for (std::size_t i = 0; i < layout_.joints.size(); ++i) {
    const double d = length(layout_.worldB(i, poses) - at);
    if (d > 0.5 * layout_.unit) continue;
    const double rank = layout_.joints[i].loose ? 0.1 * d : d;  // it lies on top of a slider's joint
    if (rank > best) continue;
    best = rank;
    nearest = static_cast<int>(i);
  }
  return nearest;
}

}  // namespace clank
