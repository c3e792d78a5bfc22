// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing order is bottom to top: shadows and marks blend with what was drawn before them.
#include "ui/scene/mechanism_scene.h"

#include <vtkMapper.h>
#include <vtkPointData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <array>
#include <unordered_set>

#include "ui/scene/contact_marks.h"
#include "ui/scene/flat_drawing.h"

namespace clank {
namespace {

void setColor(vtkActor& actor, const QColor& c) {
  actor.GetProperty()->SetColor(c.redF(), c.greenF(), c.blueF());
}

QColor mix(const QColor& a, const QColor& b, double t) {
  const auto part = [t](float x, float y) { return static_cast<float>((1 - t) * x + t * y); };
  return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

void setPlace(vtkMatrix4x4& matrix, const Placement& p, Vec2 shift, double z) {
  const double c = std::cos(p.angle), s = std::sin(p.angle);
  const std::array<double, 16> m{c, -s, 0, p.origin.x + shift.x, s, c, 0, p.origin.y + shift.y, 0, 0, 1, z, 0,
                                 0, 0,  1};
  matrix.DeepCopy(m.data());
}

void setShape(vtkActor& actor, const vtkSmartPointer<vtkPolyData>& data) {
  vtkPolyDataMapper::SafeDownCast(actor.GetMapper())->SetInputData(data);
}

Outline outlineOf(const Body& body, const PartLayout& part) {
  if (body.outline.size() >= 3) {
    std::vector<Vec2> corners;
    for (const Point& p : body.outline) corners.push_back({p.x.value, p.y.value});
    const Outline outline = makePolygon(corners);
    const bool good =
        outline.size() >= 6 && std::all_of(outline.begin(), outline.end(), [](const OutlinePoint& p) {
          return std::isfinite(p.at.x) && std::isfinite(p.at.y) && std::isfinite(p.grow.x);
        });
    if (good) return outline;
  }
  if (part.radius > 0) return makeRoundedHull({{0, 0}}, part.radius);
  return makeRoundedHull(part.points, 0.5 * part.width);
}

}  // namespace

void MechanismScene::build(const Mechanism& resolved, const MechanismLayout& layout, const Palette& palette,
                           const std::function<void()>& addBetween) {
  actors_.begin();
  parts_.assign(layout.parts.size(), {});
  layout_ = layout;
  palette_ = palette;
  marks_ = makeJointMarks(resolved, layout_, palette_);
  const auto shapes = makeBentShapes(resolved);
  std::vector<bool> bends;
  for (const auto& shape : shapes) bends.push_back(shape.has_value());
  for (JointMark& mark : makeContactMarks(layout_, palette_, bends)) marks_.push_back(std::move(mark));
  impactJoint_ = -1;
  states_.assign(layout_.joints.size(), JointState::free);
  shownStates_ = states_;
  shownContacts_.clear();

  for (std::size_t i = 0; i < parts_.size(); ++i) {
    makePart(resolved.bodies[i], i);
    Part& part = parts_[i];
    if (shapes[i] && !part.shapes.empty()) part.bent.emplace(*shapes[i], part.shapes.front().outline);
  }
  for (const QColor& colour : ghostColours_)
    for (Part& part : parts_) addGhost(part, colour);
  addMarks(false);
  if (actors_.isAtEnd()) addBetween();
  for (std::size_t i = 0; i < parts_.size(); ++i) addPart(parts_[i]);
  ropes_.clear();
  for (const RopeLayout& rope : layout_.ropes)
    ropes_.push_back(actors_.add(top_, ActorList::Look::blended, makeRope(rope, layout_.start)));
  addMarks(true);
  actors_.end();
  colourEdges();
  setLineWidth(lineWidth_);
}

void MechanismScene::makePart(const Body& body, std::size_t index) {
  Part& part = parts_[index];
  const PartLayout& drawn = layout_.parts[index];
  if (!drawn.slider || drawn.radius > 0)
    part.shapes.push_back({outlineOf(body, drawn), 0.24 * std::min(drawn.width, layout_.unit)});
  for (const JointLayout& joint : layout_.joints) {
    const bool block = joint.prismatic && joint.b == static_cast<int>(index);
    if (!block) continue;
    const SliderBlock b = makeSliderBlock(joint, layout_.unit);
    part.shapes.push_back({makeRoundedBox(b.center, b.angle, b.halfLength, b.halfWidth, 0.3 * layout_.unit),
                           0.2 * layout_.unit});
  }
  part.place = vtkSmartPointer<vtkMatrix4x4>::New();
  part.shadowPlace = vtkSmartPointer<vtkMatrix4x4>::New();
}

void MechanismScene::addGhost(Part& part, const QColor& colour) {
  constexpr double kFill = 0.28, kEdge = 0.35, kColouredFill = 0.22, kColouredEdge = 0.85;
  const bool coloured = colour.isValid();
  GhostPart ghost;
  ghost.place = vtkSmartPointer<vtkMatrix4x4>::New();
  const double t = 0.02 * layout_.unit;
  const QColor back = mix(palette_.sceneTop, palette_.sceneBottom, 0.5);
  for (const auto& [outline, edgeRadius] : part.shapes) {
    auto fill = actors_.add(renderer_, ActorList::Look::flat, makePlate(outline, t, 0.5 * t));
    setColor(*fill, coloured ? mix(back, colour, kColouredFill) : mix(back, palette_.partFill, kFill));
    auto edge = actors_.add(renderer_, ActorList::Look::flat, makeEdgeLine(outline, 1.5 * t));
    setColor(*edge, coloured ? mix(back, colour, kColouredEdge) : mix(back, palette_.partEdge, kEdge));
    for (const auto& actor : {fill, edge}) {
      actor->SetUserMatrix(ghost.place);
      actor->VisibilityOff();
      ghost.actors.push_back(actor);
    }
  }
  part.ghosts.push_back(std::move(ghost));
}

void MechanismScene::addPart(Part& part) {
  const double u = layout_.unit, t = layout_.thickness;
  for (const auto& [outline, edgeRadius] : part.shapes) {
    const double blur = std::min(1.5 * edgeRadius, 0.36 * u);
    auto shadow = actors_.add(renderer_, ActorList::Look::blended,
                              makeSoftShadow(outline, blur, palette_.dark ? 0.55 : 0.3));
    shadow->SetUserMatrix(part.shadowPlace);
    part.shadows.push_back(shadow);
  }
  for (const auto& [outline, edgeRadius] : part.shapes) {
    auto plate = actors_.add(renderer_, ActorList::Look::lit, makePlate(outline, t, edgeRadius));
    vtkProperty& look = *plate->GetProperty();
    look.SetAmbient(0.42);
    look.SetDiffuse(0.7);
    look.SetSpecular(0.12);
    look.SetSpecularPower(18);
    setColor(*plate, palette_.partFill);
    part.plates.push_back(plate);
    auto edge = actors_.add(renderer_, ActorList::Look::flat, makeEdgeLine(outline, 1.02 * t));
    part.edges.push_back(edge);
    for (const auto& actor : {plate, edge}) actor->SetUserMatrix(part.place);
  }
  if (!part.bent) return;
  part.stress = actors_.add(renderer_, ActorList::Look::blended, vtkSmartPointer<vtkPolyData>::New());
  part.stress->SetUserMatrix(part.place);
}

void MechanismScene::addMarks(bool above) {
  for (JointMark& mark : marks_) {
    if (mark.above != above) continue;
    mark.actor = actors_.add(above ? top_ : renderer_, ActorList::Look::blended, mark.data);
    if (mark.body >= 0 || mark.rod || mark.journal)
      mark.actor->SetUserMatrix(vtkSmartPointer<vtkMatrix4x4>::New());
  }
}

const std::vector<double>& MechanismScene::modesOf(std::size_t body) const {
  static const std::vector<double> kNone;
  return body < modes_.size() ? modes_[body] : kNone;
}

void MechanismScene::bendPart(std::size_t index) {
  Part& part = parts_[index];
  if (!part.bent) return;
  const double edgeRadius = part.shapes.front().edgeRadius, t = layout_.thickness;
  part.bent->bend(modesOf(index), bendingLook_.factor);
  const Outline outline = part.bent->makeOutline();
  part.shapes.front().outline = outline;
  setShape(*part.plates.front(), makePlate(outline, t, edgeRadius));
  setShape(*part.edges.front(), makeEdgeLine(outline, 1.02 * t));
  setShape(*part.shadows.front(), makeSoftShadow(outline, std::min(1.5 * edgeRadius, 0.36 * layout_.unit),
                                                 palette_.dark ? 0.55 : 0.3));
  showStress(index);
}

// A band along the link, as wide as its flat upper side.
void MechanismScene::showStress(std::size_t index) const {
  const Part& part = parts_[index];
  const BentLine* line = part.bent->line();
  const bool coloured = line && bendingLook_.fullStress > 0 && part.bent->hasStress();
  part.stress->SetVisibility(coloured);
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
  setShape(*part.stress, band.makeData());
}

void MechanismScene::bendGhost(std::size_t index, const GhostPart& ghost) {
  if (!parts_[index].bent || ghost.actors.size() < 2) return;
  const double t = 0.02 * layout_.unit;
  BentOutline bent = *parts_[index].bent;  // the part itself stays as it is
  bent.bend(modesOf(index), bendingLook_.factor);
  const Outline outline = bent.makeOutline();
  setShape(*ghost.actors[0], makePlate(outline, t, 0.5 * t));
  setShape(*ghost.actors[1], makeEdgeLine(outline, 1.5 * t));
}

// A mark on a link that bends goes with the section that it belongs to.
Placement MechanismScene::placeOfMark(const JointMark& mark, const std::vector<Placement>& poses) const {
  const auto body = static_cast<std::size_t>(mark.body);
  if (!parts_[body].bent || !mark.at) return poses[body];
  return parts_[body].bent->carry(poses[body], *mark.at);
}

void MechanismScene::place(const std::vector<Placement>& poses, const std::vector<JointState>& states,
                           const std::vector<JointState>& contacts) {
  // The light comes from the upper left: shadows fall to the lower right.
  const Vec2 shadow{0.2 * layout_.unit, -0.26 * layout_.unit};
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    bendPart(i);
    const double z = layout_.parts[i].z;
    setPlace(*parts_[i].place, poses[i], {}, z);
    setPlace(*parts_[i].shadowPlace, poses[i], shadow, z - 0.02 * layout_.unit);
  }
  for (const JointMark& mark : marks_) {
    if (mark.body >= 0) setPlace(*mark.actor->GetUserMatrix(), placeOfMark(mark, poses), {}, 0);
    if (mark.journal) setPlace(*mark.actor->GetUserMatrix(), {findJournal(mark.joint, poses), 0}, {}, 0);
    if (mark.body >= 0 || !mark.rod) continue;
    const Vec2 end = layout_.worldA(mark.joint, poses);
    setPlace(*mark.actor->GetUserMatrix(), {end, angleOf(layout_.worldB(mark.joint, poses) - end)}, {}, 0);
  }
  for (std::size_t i = 0; i < ropes_.size(); ++i) setShape(*ropes_[i], makeRope(layout_.ropes[i], poses));
  states_ = states;
  contacts_ = contacts;
  showStates();
}

// Its play as large as asked, but never out of the bearing as drawn.
Vec2 MechanismScene::findJournal(std::size_t joint, const std::vector<Placement>& poses) const {
  const Vec2 bearing = layout_.worldA(joint, poses);
  const Vec2 way = playFactor_ * (layout_.worldB(joint, poses) - bearing);
  const double most = 1.05 * kPlay * layout_.unit;
  return bearing + (length(way) > most ? most / length(way) : 1) * way;
}

// The rope where it is now, paler while it is slack, and its rings.
vtkSmartPointer<vtkPolyData> MechanismScene::makeRope(const RopeLayout& rope,
                                                      const std::vector<Placement>& poses) const {
  const double u = layout_.unit;
  const std::vector<Vec2> line = layout_.lineOf(rope, poses);
  if (rope.pulleys) {
    FlatDrawing belt(layout_.top + 0.02 * u, 1e-3 * u);
    belt.setColor(palette_.partEdge);
    belt.stroke(line, 0.12 * u);
    return belt.makeData();
  }
  const bool slack = line.size() > rope.points.size();
  FlatDrawing drawing(layout_.top + 0.02 * u, 1e-3 * u);
  drawing.setColor(slack ? mix(palette_.partEdge, palette_.partFill, 0.45) : palette_.partEdge);
  drawing.stroke(line, 0.11 * u);
  for (std::size_t i = 1; i + 1 < rope.points.size(); ++i) {
    drawing.setColor(palette_.partEdge);
    drawing.ring(layout_.worldOf(rope.points[i], poses), 0.14 * u, 0.26 * u);
  }
  drawing.setColor(palette_.partEdge);
  for (const Vec2 end : {line.front(), line.back()}) drawing.disc(end, 0.13 * u);
  return drawing.makeData();
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
    mark.actor->SetVisibility(state == *mark.state);
  }
  if (shownStates_ != states_) colourParts();
  if (shownContacts_ != contacts_) colourContacts();
}

// A part that a lock or a stop holds takes the colour of that.
void MechanismScene::colourParts() {
  shownStates_ = states_;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    std::vector<JointState> held;
    for (std::size_t k = 0; k < states_.size(); ++k)
      if (layout_.joints[k].b == static_cast<int>(i) && !layout_.joints[k].loose) held.push_back(states_[k]);
    const JointState state = findStrongest(held);
    const QColor fill = state == JointState::free ? palette_.partFill
                                                  : mix(palette_.partFill, colourOf(state, palette_), 0.72);
    for (const auto& plate : parts_[i].plates) setColor(*plate, fill);
  }
}

void MechanismScene::setLitPart(int body) {
  litPart_ = body;
  colourEdges();
  setLineWidth(lineWidth_);
}

void MechanismScene::colourEdges() {
  // Light lines on a dark ground look heavier than they are.
  const QColor usual = palette_.dark ? mix(palette_.partEdge, palette_.partFill, 0.4) : palette_.partEdge;
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (const auto& edge : parts_[i].edges)
      setColor(*edge, static_cast<int>(i) == litPart_ ? palette_.action : usual);
}

void MechanismScene::colourContacts() {
  shownContacts_ = contacts_;
  for (const JointMark& mark : marks_) {
    if (mark.contacts.empty()) continue;
    vtkPolyData& data = *vtkPolyDataMapper::SafeDownCast(mark.actor->GetMapper())->GetInput();
    auto& colours = *vtkUnsignedCharArray::SafeDownCast(data.GetPointData()->GetScalars());
    // Points that several contacts share are closed as soon as one of these is.
    for (const bool isClosed : {false, true}) {
      const QColor c = isClosed ? colourOf(JointState::contact, palette_) : palette_.partEdge;
      std::unordered_set<vtkIdType> coloured;
      for (const ContactPoints& points : mark.contacts) {
        if (points.contact >= contacts_.size() || points.count == 0) continue;
        if (isClosed && contacts_[points.contact] != JointState::contact) continue;
        if (!coloured.insert(points.first).second) continue;
        unsigned char* at = colours.GetPointer(4 * points.first);
        for (vtkIdType i = 0; i < points.count; ++i)
          for (const int part : {c.red(), c.green(), c.blue(), c.alpha()})
            *at++ = static_cast<unsigned char>(part);
      }
    }
    colours.Modified();
    data.Modified();
  }
}

// Ghosts lie over each other in the order of their parts, the first on top.
void MechanismScene::placeGhost(std::size_t ghost, const std::vector<Placement>& poses) {
  const double step = 1e-3 / static_cast<double>(ghostColours_.size());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const GhostPart& drawn = parts_[i].ghosts[ghost];
    bendGhost(i, drawn);
    const double height = 0.02 + 1e-3 * static_cast<double>(i) - step * static_cast<double>(ghost);
    setPlace(*drawn.place, poses[i], {}, height * layout_.unit);
    for (const auto& actor : drawn.actors) actor->VisibilityOn();
  }
}

void MechanismScene::hideGhost(std::size_t ghost) {
  for (const Part& part : parts_)
    for (const auto& actor : part.ghosts[ghost].actors) actor->VisibilityOff();
}

void MechanismScene::setLineWidth(double pixels) {
  lineWidth_ = pixels;
  constexpr double kLit = 2.4;  // times as wide
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const double width = static_cast<int>(i) == litPart_ ? kLit * pixels : pixels;
    for (const auto& edge : part.edges) edge->GetProperty()->SetLineWidth(static_cast<float>(width));
    for (const GhostPart& ghost : part.ghosts)
      for (const auto& actor : ghost.actors)
        actor->GetProperty()->SetLineWidth(static_cast<float>(0.8 * pixels));
  }
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
