// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/joint_painter.h"

#include <QPolygonF>
#include <algorithm>
#include <numbers>
#include <set>

#include "core/io/sheet.h"
#include "core/io/slot_span.h"
#include "core/model/body_pose.h"
#include "ui/board/board_view.h"
#include "ui/board/drawn_marks.h"
#include "ui/board/limit_marks.h"
#include "ui/board/plane.h"
#include "ui/board/slider_shape.h"
#include "ui/board/symbols.h"
#include "ui/board/tolerances.h"
#include "ui/look/gear_teeth.h"
#include "ui/look/part_names.h"
#include "ui/look/phase_picture.h"

namespace clank {
namespace {

// What a joint has below its symbol: where it stands on the frame, and the straight line that b follows.
enum class Line { none, guide, slot };
struct Base {
  bool ground = false;  // on hatched ground where one side is the frame
  Line line = Line::none;
};

struct BaseOf {
  Base operator()(const Revolute&) const { return {true, Line::none}; }
  Base operator()(const Prismatic&) const { return {false, Line::guide}; }
  Base operator()(const Weld&) const { return {true, Line::none}; }
  Base operator()(const Slot&) const { return {false, Line::slot}; }
  Base operator()(const Distance&) const { return {true, Line::none}; }
  Base operator()(const Gear&) const { return {true, Line::none}; }
  Base operator()(const Belt&) const { return {false, Line::none}; }
  Base operator()(const Rack&) const { return {false, Line::guide}; }
  Base operator()(const PointOnCurve&) const { return {false, Line::none}; }
  Base operator()(const Telescope&) const { return {true, Line::none}; }
};

// As long as the way that b has gone, and a bit; a slot in a link as in every view; px.
std::pair<QPointF, QPointF> calcGuide(const Drawing& drawing, const BoardView& view, std::size_t joint) {
  if (isInLink(drawing.mechanism().joints[joint])) {
    const auto [from, to] = findSlotEnds(drawing, joint);
    return {view.toPixel.map(from), view.toPixel.map(to)};
  }
  const QPointF a = view.toPixel.map(drawing.pointA(joint)), b = view.toPixel.map(drawing.pointB(joint));
  const QPointF along = direction(-drawing.axisOf(joint));
  const double travel = dot(b - a, along);
  return {a + (std::min(0.0, travel) - kGuideReach) * along,
          a + (std::max(0.0, travel) + kGuideReach) * along};
}

class JointPainter {
 public:
  JointPainter(QPainter& painter, const Drawing& drawing, const BoardView& view, std::size_t index,
               const PairTeeth& teeth = {})
      : painter_(painter),
        drawing_(drawing),
        view_(view),
        palette_(view.palette),
        index_(index),
        teeth_(teeth),
        joint_(drawing.mechanism().joints[index]),
        base_(std::visit(BaseOf{}, joint_.kind)),
        a_(view.toPixel.map(drawing.pointA(index))),
        b_(view.toPixel.map(drawing.pointB(index))) {}

  void drawGround(DrawnMarks& grounds) const {
    if (!base_.ground || (joint_.a != kFrame && joint_.b != kFrame)) return;
    const QPointF at = joint_.a == kFrame ? a_ : b_;
    if (!grounds.isNew(at, at, palette_.dim)) return;
    const symbols::Scaled scaled(painter_, at, view_.symbolScale);
    symbols::drawGround(painter_, at, {palette_.dim, palette_.panel});
  }

  void drawLine(Line line) const {
    if (base_.line != line || line == Line::none) return;
    const QColor colour = view_.edgeOf(ElementKind::joint, joint_.id, palette_.dim);
    if (line == Line::slot) {
      const auto [from, to] = calcGuide(drawing_, view_, index_);
      return symbols::drawSlot(painter_, from, to, {colour, palette_.panel});
    }
    const GuideRails rails = layRails(drawing_, view_, index_);
    const bool isRack = std::holds_alternative<Rack>(joint_.kind);  // its line is where the gear rolls
    if (joint_.a == kFrame) symbols::drawHatchedLine(painter_, rails.floorFrom, rails.floorTo, colour);
    painter_.setPen(QPen(colour, symbols::kStroke));
    if (isRack && joint_.a != kFrame) {
      const auto [from, to] = calcGuide(drawing_, view_, index_);
      painter_.drawLine(from, to);
    }
    if (isRack) return;
    painter_.drawLine(rails.from, rails.to);
    if (joint_.a != kFrame) painter_.drawLine(rails.floorFrom, rails.floorTo);
  }

  void drawSymbol(DrawnMarks& pins) const {
    const bool isPin = std::holds_alternative<Revolute>(joint_.kind);
    if (isPin && !isLit() && !isMarked() && !pins.isNew(b_, b_, colour())) return;
    std::visit([this](const auto& kind) { drawKind(kind); }, joint_.kind);
  }

 private:
  void drawKind(const Revolute&) const { drawPin(); }
  // Mostly the block is its body.
  void drawKind(const Prismatic&) const {
    const int b = drawing_.indexOf(joint_.b);
    if (b != kFrameIndex && !drawing_.isBlock(b) &&
        !isOwnBlock(drawing_.mechanism().bodies[static_cast<std::size_t>(b)])) {
      const SliderFaces faces = findFaces(drawing_, view_, index_);
      symbols::drawBlock(painter_, b_, -drawing_.axisOf(index_), {colour(), palette_.panel},
                         faces.ahead * view_.scale());
    }
    drawMark();
  }
  void drawKind(const Weld&) const {
    {
      const symbols::Scaled scaled(painter_, b_, view_.symbolScale);
      symbols::drawWeld(painter_, b_, colour());
    }
    drawMark();
  }
  void drawKind(const Slot&) const { drawPin(); }
  void drawKind(const Distance&) const {
    painter_.setPen(QPen(colour(), 2.4, Qt::SolidLine, Qt::RoundCap));
    painter_.drawLine(a_, b_);
    for (const QPointF end : {a_, b_}) symbols::drawEnd(painter_, end, {colour(), palette_.panel});
  }
  // The barrel keeps its length, which is a part of that as drawn; what is out of it is the rod.
  void drawKind(const Telescope&) const {
    const double drawn = calcDrawnCoordinate(drawing_.mechanism(), joint_) * view_.scale();
    symbols::drawCylinder(painter_, a_, b_, kBarrel * drawn, {colour(), palette_.panel});
    for (const QPointF end : {a_, b_}) symbols::drawEnd(painter_, end, {colour(), palette_.panel});
    drawMark();
  }
  void drawKind(const Gear& gear) const {
    drawTeeth(a_, gear.radiusA, joint_.a, teeth_.a);
    drawTeeth(b_, gear.radiusB, joint_.b, teeth_.b);
    drawPitchCircle(a_, gear.radiusA, joint_.a);
    drawPitchCircle(b_, gear.radiusB, joint_.b);
  }
  void drawKind(const Belt& belt) const {
    drawPitchCircle(a_, belt.radiusA, joint_.a);
    drawPitchCircle(b_, belt.radiusB, joint_.b);
    QPolygonF line;
    for (const QPointF p : drawing_.lineOf(belt, index_)) line << view_.toPixel.map(p);
    symbols::drawRope(painter_, line, colour());
  }
  void drawKind(const Rack& rack) const { drawPitchCircle(b_, rack.radius, joint_.b); }
  void drawKind(const PointOnCurve&) const {
    QPolygonF line;
    for (const QPointF p : drawing_.curveOf(index_)) line << view_.toPixel.map(p);
    painter_.setBrush(Qt::NoBrush);
    painter_.setPen(QPen(colour(), 1.8));
    painter_.drawPolyline(line);
    drawPin();
  }

  // Where there is room for them.
  void drawTeeth(QPointF centre, const Quantity& radius, const std::string& body,
                 const WheelTeeth& teeth) const {
    constexpr double kLeastPitch = 4;  // px
    const double scale = view_.scale(), r = std::abs(radius.value);
    if (teeth.count == 0 || 2 * std::numbers::pi * r * scale < kLeastPitch * teeth.count) return;
    const double angle = drawing_.angleOf(drawing_.indexOf(body));
    QPolygonF outline;
    for (const auto& [x, y] : makeToothOutline(r, teeth)) {
      const QPointF corner = turned({x, y}, angle);
      outline << centre + scale * QPointF(corner.x(), -corner.y());
    }
    symbols::drawTeeth(painter_, outline, centre, teeth.ring ? scale * findRingRim(r, teeth.count) : 0,
                       colour());
  }

  void drawPitchCircle(QPointF centre, const Quantity& radius, const std::string& body) const {
    symbols::drawPitchCircle(painter_, centre, std::abs(radius.value) * view_.scale(),
                             -drawing_.angleOf(drawing_.indexOf(body)), colour());
  }

  void drawPin() const {
    if (isMarked()) return drawMark();
    const symbols::Scaled scaled(painter_, b_, view_.symbolScale);
    symbols::drawPin(painter_, b_, {colour(), palette_.panel});
  }

  bool isLit() const {
    return view_.isSelected(ElementKind::joint, joint_.id) || view_.isHovered(ElementKind::joint, joint_.id);
  }
  bool isMarked() const { return joint_.metamorphic || state() != JointState::free; }
  // At rest that of the first phase.
  JointState state() const {
    return index_ < view_.states.size() ? view_.states[index_] : listStates(joint_).front();
  }

  // A plain joint is ink; one that can change its phase has the colour of its state.
  QColor colour() const {
    if (isLit()) return palette_.action;
    return isMarked() ? colourOf(state(), palette_) : palette_.ink;
  }

  // States differ by shape too; what is selected or under the mouse has a ring.
  void drawMark() const {
    if (!isMarked()) return;
    const symbols::Scaled scaled(painter_, b_, view_.symbolScale);
    if (isLoose(joint_) && state() == JointState::contact)  // still a journal in its bearing
      drawPhase(painter_, b_, symbols::kPin + 1, PhaseShape::loose, colourOf(state(), palette_),
                palette_.panel);
    else
      drawState(painter_, b_, symbols::kPin + 1, state(), palette_);
    if (!isLit()) return;
    painter_.setPen(QPen(palette_.action, 2));
    painter_.setBrush(Qt::NoBrush);
    painter_.drawEllipse(b_, symbols::kPin + 5, symbols::kPin + 5);
  }

  QPainter& painter_;
  const Drawing& drawing_;
  const BoardView& view_;
  const Palette& palette_;
  const std::size_t index_;
  const PairTeeth teeth_;
  const Joint& joint_;
  const Base base_;
  const QPointF a_, b_;  // px
};

template <class Draw>
void visitJoints(QPainter& painter, const Drawing& drawing, const BoardView& view, Draw draw) {
  for (std::size_t j = 0; j < drawing.mechanism().joints.size(); ++j)
    draw(JointPainter(painter, drawing, view, j));
}

}  // namespace

void drawGrounds(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  DrawnMarks grounds;
  visitJoints(painter, drawing, view, [&](const JointPainter& joint) { joint.drawGround(grounds); });
}

std::optional<HatchedLine> findGuideFloor(const Drawing& drawing, const BoardView& view, std::size_t joint) {
  const Joint& drawn = drawing.mechanism().joints[joint];
  if (drawn.a != kFrame || std::visit(BaseOf{}, drawn.kind).line != Line::guide) return std::nullopt;
  const GuideRails rails = layRails(drawing, view, joint);
  return HatchedLine{rails.floorFrom, rails.floorTo};
}

void drawGuides(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  visitJoints(painter, drawing, view, [](const JointPainter& joint) { joint.drawLine(Line::guide); });
}

void drawSlots(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  visitJoints(painter, drawing, view, [](const JointPainter& joint) { joint.drawLine(Line::slot); });
}

void addJointNames(const Drawing& drawing, const BoardView& view, BoardLabels& labels) {
  constexpr double kOff = 11;  // px, of a name from the middle of its pin
  std::vector<std::size_t> limits;
  for (const LimitMark& mark : listLimitMarks(drawing, view)) limits.push_back(mark.joint);
  const auto& joints = drawing.mechanism().joints;
  const auto isNamed = [&](std::size_t j) {
    const std::string& id = joints[j].id;
    if (std::find(limits.begin(), limits.end(), j) != limits.end()) return false;
    return view.names || view.isSelected(ElementKind::joint, id) || view.isHovered(ElementKind::joint, id) ||
           std::find(view.spokenOf.begin(), view.spokenOf.end(), id) != view.spokenOf.end();
  };
  std::set<std::size_t> named;  // a journal that is not in the middle of its bearing has two points
  for (const Handle& handle : drawing.handles()) {
    if (view.snappedTo && length(handle.world - *view.snappedTo) < kSamePlace) continue;
    QStringList names;
    bool lit = false;
    for (const std::size_t j : handle.joints) {
      if (!isNamed(j) || !named.insert(j).second) continue;
      names << namePart(joints[j].id);
      lit = lit || view.edgeOf(ElementKind::joint, joints[j].id, view.palette.ink) == view.palette.action;
    }
    if (names.isEmpty()) continue;
    const QString text = names.join(", ");
    labels.add({"joint " + text, lit ? LabelRank::atHand : LabelRank::name, text,
                lit ? view.palette.action : view.palette.ink,
                LabelLayout::around(view.toPixel.map(handle.world), {1, -1}, kOff), !lit});
  }
}

void drawJoints(QPainter& painter, const Drawing& drawing, const BoardView& view) {
  DrawnMarks pins;
  const auto& joints = drawing.mechanism().joints;
  const bool hasTeeth = std::any_of(joints.begin(), joints.end(), [](const Joint& joint) {
    const auto* gear = std::get_if<Gear>(&joint.kind);
    return gear && gear->module.value > 0;
  });
  const auto teeth = hasTeeth ? layTeeth(drawing.mechanism()) : std::vector<PairTeeth>();
  for (std::size_t j = 0; j < joints.size(); ++j)
    JointPainter(painter, drawing, view, j, hasTeeth ? teeth[j] : PairTeeth()).drawSymbol(pins);
}

}  // namespace clank
