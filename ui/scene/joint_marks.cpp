// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/joint_marks.h"

#include <algorithm>

#include "core/io/sheet.h"
#include "core/model/body_pose.h"
#include "ui/scene/flat_drawing.h"
#include "ui/scene/part_shapes.h"

namespace clank {
namespace {

// Sizes in drawn widths.
constexpr double kPin = 0.33, kLimitRadius = 1.75, kLimitSweep = kPi / 3;

constexpr double kRailGap = 0.12, kLeastStop = 0.92;  // units

class MarkMaker {
 public:
  MarkMaker(const Mechanism& mechanism, const MechanismLayout& layout, const Palette& palette)
      : mechanism_(mechanism),
        layout_(layout),
        palette_(palette),
        u_(layout.unit),
        steps_(calcSteps(40, 10, mechanism.joints.size())) {}

  std::vector<JointMark> make() {
    for (joint_ = 0; joint_ < mechanism_.joints.size(); ++joint_) {
      const Joint& drawn = mechanism_.joints[joint_];
      const JointLayout& at = layout_.joints[joint_];
      std::visit([&](const auto& kind) { addKind(kind, drawn, at); }, drawn.kind);
      if (drawn.metamorphic) addLimits(drawn, at);
    }
    return std::move(marks_);
  }

 private:
  void addKind(const Revolute&, const Joint& drawn, const JointLayout& at) {
    if (at.a < 0 || at.b < 0) addGround(at);
    const auto [body, center] = findPin(at);
    if (isLoose(drawn))
      addPlay(at);
    else
      drawn.metamorphic ? addStates(body, center) : addDot(body, center);
  }
  void addKind(const Weld&, const Joint&, const JointLayout& at) {
    if (at.a < 0 || at.b < 0) addGround(at);
    const auto [body, center] = findPin(at);
    FlatDrawing d = above(0);
    d.setColor(palette_.partEdge);
    d.rectangle(center, 0, kPin * u_, kPin * u_);
    d.setColor(palette_.panel);
    d.rectangle(center, 0, 0.6 * kPin * u_, 0.6 * kPin * u_);
    add(d.makeData(), body, true);
  }
  void addKind(const Prismatic&, const Joint& drawn, const JointLayout& at) {
    addGuide(at, at.faces.left + kRailGap * u_, at.faces.right + kRailGap * u_);
    if (drawn.metamorphic) addBlockStates(at);
  }
  void addKind(const Slot&, const Joint& drawn, const JointLayout& at) {
    at.a < 0 ? addGuide(at, 1.5 * kPin * u_, 1.5 * kPin * u_) : addSlot(at);
    if (at.b >= 0 && drawn.metamorphic) addStates(at.b, at.atB);
    if (!drawn.metamorphic) addDot(at.b, at.atB, 1);
  }
  void addKind(const Distance&, const Joint&, const JointLayout& at) {
    if (at.a < 0 || at.b < 0) addGround(at);
    const double reach =
        length(layout_.worldB(joint_, layout_.start) - layout_.worldA(joint_, layout_.start));
    FlatDrawing d = above(0);
    d.setColor(palette_.partEdge);
    d.stroke({{0, 0}, {reach, 0}}, 1.6 * kStroke * u_);
    add(d.makeData(), -1, true);
    marks_.back().rod = true;
    addDot(at.a, at.atA);
    addDot(at.b, at.atB);
  }
  // Barrel and rod, each as long as a part of the way as drawn, slide over each other.
  void addKind(const Telescope&, const Joint& drawn, const JointLayout& at) {
    constexpr double kRod = 0.7;
    if (at.a < 0 || at.b < 0) addGround(at);
    const double reach = calcDrawnCoordinate(mechanism_, drawn);
    FlatDrawing rod = above(0);
    rod.setColor(palette_.partEdge);
    rod.stroke({{0, 0}, {kRod * reach, 0}}, 1.6 * kStroke * u_);
    add(rod.makeData(), -1, true);
    marks_.back().rod = marks_.back().fromB = true;
    const double half = 0.42 * u_, begin = std::min(0.5 * u_, 0.2 * reach), end = kBarrel * reach;
    FlatDrawing barrel = above(1);
    barrel.setColor(palette_.partEdge);
    barrel.stroke({{0, 0}, {begin, 0}}, 1.6 * kStroke * u_);
    barrel.polygon({{begin, -half}, {end, -half}, {end, half}, {begin, half}});
    barrel.setColor(palette_.panel);
    const double in = kStroke * u_;
    barrel.polygon(
        {{begin + in, in - half}, {end - in, in - half}, {end - in, half - in}, {begin + in, half - in}});
    add(barrel.makeData(), -1, true);
    marks_.back().rod = true;
    addDot(at.a, at.atA);
    addDot(at.b, at.atB);
  }
  void addKind(const Gear&, const Joint&, const JointLayout& at) {
    addWheel(at.a, at.atA, at.radiusA, at.teeth.a);
    addWheel(at.b, at.atB, at.radiusB, at.teeth.b);
  }
  void addKind(const Belt&, const Joint&, const JointLayout& at) {  // the belt is a line that moves
    addPitchCircle(at.a, at.atA, at.radiusA);
    addPitchCircle(at.b, at.atB, at.radiusB);
  }
  void addKind(const Rack&, const Joint&, const JointLayout& at) {
    const Vec2 along = unitVector(at.axisInA);
    FlatDrawing d = above(0);
    d.setColor(palette_.partEdge);
    d.stroke({at.guideCenter - at.guideHalf * along, at.guideCenter + at.guideHalf * along}, kStroke * u_);
    add(d.makeData(), at.a, true);
    addPitchCircle(at.b, at.atB, at.radiusB);
  }

  void addKind(const PointOnCurve&, const Joint& drawn, const JointLayout& at) {
    FlatDrawing d = at.a < 0 ? below() : above(0);
    d.setColor(palette_.partEdge);
    if (!at.curve.empty()) d.stroke(at.curve, kStroke * u_);
    add(d.makeData(), at.a, at.a >= 0);
    if (at.b >= 0 && drawn.metamorphic)
      addStates(at.b, at.atB);
    else
      addDot(at.b, at.atB);
  }

  // Teeth where it has some; its circle in any case.
  void addWheel(int body, Vec2 center, double radius, const WheelTeeth& teeth) {
    if (teeth.count > 0) {
      std::vector<Vec2> outline;
      for (const auto& [x, y] : makeToothOutline(radius, teeth)) outline.push_back(center + Vec2{x, y});
      outline.push_back(outline.front());
      FlatDrawing d = above(0);
      d.setColor(palette_.partEdge);
      d.stroke(outline, kStroke * u_);
      if (teeth.ring) d.arc(center, findRingRim(radius, teeth.count), 0, 2 * kPi, kStroke * u_);
      add(d.makeData(), body, true);
    }
    addPitchCircle(body, center, radius);
  }

  // Dashed, so that it is seen to turn.
  void addPitchCircle(int body, Vec2 center, double radius) {
    FlatDrawing d = above(0);
    d.setColor(palette_.partEdge);
    d.dashedArc(center, radius, 0, 2 * kPi, kStroke * u_, 24);
    add(d.makeData(), body, true);
  }

  void addDot(int body, Vec2 center, int level = 0) {
    FlatDrawing d = above(level);
    addRound(d, center, palette_.partEdge, 1);
    d.setColor(palette_.partEdge);
    d.disc(center, 0.26 * kPin * u_);
    add(d.makeData(), body, true);
  }

  // On the upper side of the parts that the joint connects.
  FlatDrawing above(int level) const {
    const JointLayout& at = layout_.joints[joint_];
    double z = 0;
    for (const int side : {at.a, at.b})
      if (side >= 0) z = std::max(z, layout_.parts[static_cast<std::size_t>(side)].z + layout_.thickness);
    return begin(z + 0.06 * level * u_);
  }
  FlatDrawing below() const { return begin(0); }
  FlatDrawing begin(double z) const {
    FlatDrawing d(z, 0.002 * u_);
    d.setSteps(steps_);
    return d;
  }
  void add(const vtkSmartPointer<vtkPolyData>& data, int body, bool isAbove,
           std::optional<JointState> state = {}) {
    JointMark mark;
    mark.data = data;
    mark.joint = joint_;
    mark.body = body;
    const JointLayout& at = layout_.joints[joint_];
    if (body >= 0) mark.at = body == at.b ? at.atB : at.atA;
    mark.above = isAbove;
    mark.state = state;
    marks_.push_back(std::move(mark));
  }

  // Triangle on hatched ground, standing below the joint.
  void addGround(const JointLayout& at) {
    const Vec2 pin = at.a < 0 ? at.atA : at.atB;
    FlatDrawing d = below();
    const double base = pin.y - kGroundDepth * u_, half = 0.95 * u_;
    d.setColor(palette_.partEdge);
    const Vec2 apex{pin.x, pin.y + 0.15 * u_}, left{pin.x - half, base}, right{pin.x + half, base};
    d.polygon({left, right, apex});
    d.setColor(palette_.panel);
    const double in = 1.6 * kStroke * u_;
    d.polygon({left + Vec2{1.75 * in, in}, right + Vec2{-1.75 * in, in}, apex - Vec2{0, 2 * in}});
    addHatching(d, {pin.x, base}, 0, kGroundHalf * u_);
    add(d.makeData(), -1, false);
  }

  // Ground line through center along the angle, hatched on its right-hand side.
  void addHatching(FlatDrawing& d, Vec2 center, double angle, double half) const {
    const Vec2 along = unitVector(angle), out = unitVector(angle - kPi / 2);
    d.setColor(palette_.partEdge);
    d.stroke({center - half * along, center + half * along}, 1.25 * kStroke * u_);
    const int strokes = std::max(4, static_cast<int>(std::lround(2 * half / (0.52 * u_))));
    for (int i = 0; i < strokes; ++i) {
      const Vec2 foot = center + (half * (2.0 * (i + 0.75) / strokes - 1)) * along;
      d.stroke({foot, foot + (0.42 * u_) * (out - along)}, 0.75 * kStroke * u_);
    }
  }

  // Where the block may go beyond the rails, as far as it likes: the farther, the longer the dashes, so that
  // a long way has few of them.
  void addBeyond(FlatDrawing& d, const JointLayout& at, double railLeft, double railRight) {
    constexpr double kGrowth = 1.2, kFarthest = 20;  // of the size of the mechanism
    const Vec2 along = unitVector(at.axisInA), side = leftOf(along);
    d.setColor(palette_.dim);
    double dash = 1.2 * u_;
    for (double s = at.guideHalf + 0.6 * dash; s < kFarthest * layout_.size; s += 1.6 * dash, dash *= kGrowth)
      for (const double way : {-1.0, 1.0})
        for (const double across : {-railRight, railLeft}) {
          const Vec2 from = at.guideCenter + (way * s) * along + across * side;
          d.stroke({from, from + (way * dash) * along}, 0.6 * kStroke * u_);
        }
  }

  // Two rails on body a along the axis, hatched when a is the frame.
  void addGuide(const JointLayout& at, double railLeft, double railRight) {
    constexpr double kUpright = 1e-3;  // of an upright guide neither side is below
    const bool isOverhead = at.a < 0 && std::cos(at.axisInA) < -kUpright;  // the floor is below
    const double axis = isOverhead ? at.axisInA + kPi : at.axisInA;
    const Vec2 along = unitVector(axis), side = leftOf(along);
    const double above = isOverhead ? railRight : railLeft, below = isOverhead ? railLeft : railRight;
    const Vec2 center = at.guideCenter;
    const double half = at.guideHalf;
    FlatDrawing d = this->below();
    d.setColor(palette_.partEdge);
    d.stroke({center - half * along + above * side, center + half * along + above * side}, kStroke * u_);
    if (at.a < 0)
      addHatching(d, center - below * side, axis, half);
    else
      d.stroke({center - half * along - below * side, center + half * along - below * side}, kStroke * u_);
    if (at.a < 0) addBeyond(d, at, railLeft, railRight);
    add(d.makeData(), at.a, false);
  }

  // Drawn on the lever: below it, it would be hidden.
  void addSlot(const JointLayout& at) {
    constexpr double kHalf = 1.5 * kPin;  // units
    const Vec2 way = at.guideHalf * unitVector(at.axisInA);
    const std::vector<Vec2> line{at.guideCenter - way, at.guideCenter + way};
    FlatDrawing d = begin(layout_.parts[static_cast<std::size_t>(at.a)].z + 1.03 * layout_.thickness);
    d.setColor(palette_.partEdge);
    d.stroke(line, 2 * kHalf * u_);
    d.setColor(palette_.sceneBottom);
    d.stroke(line, 2 * (kHalf - kStroke) * u_);
    add(d.makeData(), at.a, true);
  }

  // On a moving body.
  static std::pair<int, Vec2> findPin(const JointLayout& at) {
    return at.a >= 0 ? std::pair{at.a, at.atA} : std::pair{at.b, at.atB};
  }

  void addRound(FlatDrawing& d, Vec2 center, const QColor& color, double scale) const {
    d.setColor(color);
    d.disc(center, scale * kPin * u_);
    d.setColor(palette_.panel);
    d.disc(center, (scale * kPin - 0.105) * u_);
  }

  // The states of a metamorphic joint differ by colour and by shape: a dot that can turn, a key that cannot,
  // a bar that is leant on, and rays.
  void addStates(int body, Vec2 center) {
    FlatDrawing isFree = above(0);
    addRound(isFree, center, palette_.free, 1.2);
    isFree.setColor(palette_.free);
    isFree.disc(center, 0.3 * kPin * u_);
    add(isFree.makeData(), body, true, JointState::free);

    FlatDrawing locked = above(0);
    addRound(locked, center, palette_.locked, 1.2);
    locked.setColor(palette_.locked);
    locked.disc(center, 1.2 * kPin * u_);
    locked.setColor(palette_.dark ? palette_.ground : palette_.ink);
    locked.rectangle(center, kPi / 4, 0.42 * kPin * u_, 0.42 * kPin * u_);
    add(locked.makeData(), body, true, JointState::locked);

    FlatDrawing contact = above(0);
    addRound(contact, center, palette_.contact, 1.2);
    contact.setColor(palette_.contact);
    contact.rectangle(center, 0, 0.8 * kPin * u_, 0.28 * kPin * u_);
    add(contact.makeData(), body, true, JointState::contact);

    FlatDrawing impact = above(0);
    impact.setColor(palette_.impact);
    impact.ring(center, 1.62 * kPin * u_, 1.62 * kPin * u_ + 0.08 * u_);
    addRound(impact, center, palette_.impact, 1.2);
    impact.setColor(palette_.impact);
    impact.disc(center, 0.45 * kPin * u_);
    add(impact.makeData(), body, true, JointState::impact);
  }

  // A bearing, and in it the journal: smaller than any other mark's filling, so that play is seen around it.
  void addPlay(const JointLayout& at) {
    for (const JointState state : {JointState::clearance, JointState::contact, JointState::impact}) {
      const QColor& color = colourOf(state, palette_);
      FlatDrawing bearing = above(0);
      addRound(bearing, at.atA, color, kBearing / kPin);
      add(bearing.makeData(), at.a, true, state);
      FlatDrawing journal = above(1);
      journal.setColor(color);
      journal.disc({0, 0}, kJournal * u_);
      journal.setColor(palette_.panel);
      journal.disc({0, 0}, 0.25 * kJournal * u_);
      add(journal.makeData(), -1, true, state);
      marks_.back().journal = true;
    }
  }

  // The same on a slider block, along its sides: lines that glide, bars with keys across, bars with a ripple.
  void addBlockStates(const JointLayout& at) {
    if (at.b < 0) return;
    const SliderBlock block = makeSliderBlock(at);
    const Vec2 along = unitVector(block.angle), side = leftOf(along);
    const auto bars = [&](FlatDrawing& d, double offset, double half, double width) {
      for (const double s : {-offset, offset})
        d.stroke({block.center + s * side - half * along, block.center + s * side + half * along}, width);
    };
    const double offset = block.halfWidth - 0.24 * u_, half = block.halfLength - 0.36 * u_;
    FlatDrawing isFree = above(0);
    isFree.setColor(palette_.free);
    bars(isFree, offset, half, 1.1 * kStroke * u_);
    add(isFree.makeData(), at.b, true, JointState::free);

    FlatDrawing locked = above(0);
    locked.setColor(palette_.locked);
    bars(locked, offset, half, 2.6 * kStroke * u_);
    locked.setColor(palette_.dark ? palette_.ground : palette_.ink);
    for (const double s : {-offset, offset})
      for (const double t : {-0.75 * half, 0.75 * half})
        locked.rectangle(block.center + s * side + t * along, block.angle + kPi / 4, 0.09 * u_, 0.09 * u_);
    add(locked.makeData(), at.b, true, JointState::locked);

    FlatDrawing contact = above(0);
    contact.setColor(palette_.contact);
    bars(contact, offset, half, 2.6 * kStroke * u_);
    contact.rectangle(block.center, block.angle, 0.16 * u_, 0.16 * u_);
    add(contact.makeData(), at.b, true, JointState::contact);

    FlatDrawing impact = above(0);
    impact.setColor(palette_.impact);
    bars(impact, offset, half, 2.6 * kStroke * u_);
    bars(impact, block.halfWidth + 0.22 * u_, half, kStroke * u_);
    add(impact.makeData(), at.b, true, JointState::impact);
  }

  void addLimits(const Joint& drawn, const JointLayout& at) {
    const auto stateOf = [&](const std::string& id) {
      for (const Phase& phase : drawn.metamorphic->phases)
        if (phase.id == id) return findState(drawn, phase);
      return JointState::free;
    };
    int level = 0;
    for (const PhaseChange& change : drawn.metamorphic->changes) {
      const auto* limit = std::get_if<Limit>(&change.guard);
      if (!limit) continue;
      const QColor color = colourOf(stateOf(change.to), palette_);
      std::visit([&](const auto& coordinate) { addLimit(coordinate, *limit, at, color, level); },
                 findCoordinate(drawn.kind));
      if (limit->pin) addLimitPin(*limit->pin, at, color);
      ++level;
    }
  }

  void addLimit(const NoCoordinate&, const Limit&, const JointLayout&, const QColor&, int) {}
  void addLimit(const RelativeAngle&, const Limit& limit, const JointLayout& at, const QColor& color,
                int level) {
    addLimitArc(limit, at, color, level);
  }
  void addLimit(const StraightTravel&, const Limit& limit, const JointLayout& at, const QColor& color, int) {
    addLimitBar(limit, at, color);
  }
  void addLimit(const CurveTravel&, const Limit&, const JointLayout&, const QColor&, int) {}
  void addLimit(const PointDistance&, const Limit&, const JointLayout&, const QColor&, int) {}

  // Dashed arc on body a that body b's tip direction runs along, with a stop mark where it ends.
  void addLimitArc(const Limit& limit, const JointLayout& at, const QColor& color, int level) {
    if (at.b < 0) return;
    Vec2 tip{1, 0};
    double farthest = 0;
    for (const Vec2 p : layout_.parts[static_cast<std::size_t>(at.b)].points)
      if (length(p - at.atB) > farthest) {
        farthest = length(p - at.atB);
        tip = p - at.atB;
      }
    const double end = limit.value.value + angleOf(tip);
    const double sweep = limit.direction.value == Direction::rising ? kLimitSweep : -kLimitSweep;
    const double radius = (kLimitRadius + 0.45 * level) * u_;
    FlatDrawing d = above(1);
    d.setColor(color);
    d.dashedArc(at.atA, radius, end - sweep, 0.93 * sweep, 1.1 * kStroke * u_, 6);
    const Vec2 out = unitVector(end);
    d.stroke({at.atA + (radius - 0.32 * u_) * out, at.atA + (radius + 0.32 * u_) * out}, 1.9 * kStroke * u_);
    add(d.makeData(), at.a, true);
  }

  void addLimitBar(const Limit& limit, const JointLayout& at, const QColor& color) {
    const Vec2 along = unitVector(at.axisInA), side = leftOf(along);
    const bool isAhead = limit.direction.value == Direction::rising;
    const SliderFaces faces = at.prismatic ? at.faces : SliderFaces{kPin * u_, kPin * u_, 0, 0};
    const double block = (isAhead ? faces.ahead : faces.behind) + kStroke * u_;
    const Vec2 center = at.atA + (limit.value.value + (isAhead ? block : -block)) * along;
    const double left = std::max(faces.left, kLeastStop * u_), right = std::max(faces.right, kLeastStop * u_);
    FlatDrawing d = below();
    d.setColor(color);
    d.stroke({center - right * side, center + left * side}, 2.4 * kStroke * u_);
    add(d.makeData(), at.a, false);
  }

  void addLimitPin(const Point& pin, const JointLayout& at, const QColor& color) {
    FlatDrawing d = above(0);
    const Vec2 center{pin.x.value, pin.y.value};
    d.setColor(palette_.dark ? palette_.ground : palette_.ink);
    d.disc(center, 0.23 * u_);
    d.setColor(color);
    d.disc(center, 0.15 * u_);
    add(d.makeData(), at.a, true);
  }

  const Mechanism& mechanism_;
  const MechanismLayout& layout_;
  const Palette& palette_;
  const double u_;
  const int steps_;  // of what is round
  std::size_t joint_ = 0;
  std::vector<JointMark> marks_;
};

}  // namespace

std::vector<JointMark> makeJointMarks(const Mechanism& resolved, const MechanismLayout& layout,
                                      const Palette& palette) {
  return MarkMaker(resolved, layout, palette).make();
}

SliderBlock makeSliderBlock(const JointLayout& joint) {
  const SliderFaces& faces = joint.faces;
  const Vec2 along = unitVector(joint.axisInB), side = leftOf(along);
  return {
      joint.atB + (0.5 * (faces.ahead - faces.behind)) * along + (0.5 * (faces.left - faces.right)) * side,
      joint.axisInB, 0.5 * (faces.ahead + faces.behind), 0.5 * (faces.left + faces.right)};
}

}  // namespace clank
