// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <numbers>

#include "ui/board/board_labels.h"
#include "ui/board/board_view.h"
#include "ui/board/force_painter.h"
#include "ui/board/hull.h"
#include "ui/board/joint_painter.h"
#include "ui/board/plane.h"
#include "ui/board/surface_shape.h"
#include "ui/board/symbols.h"

namespace clank {
namespace {

constexpr double kBarHalf = 8, kPinReach = 9, kSymbolHalf = 5, kSpringHalf = 9, kLineHalf = 3;  // px
constexpr double kBlockHalf = 12, kBlockReach = 7, kGroundHalf = 20, kGroundDepth = 26;         // px

class Obstacles {
 public:
  Obstacles(LabelLayout& layout, const Drawing& drawing, const BoardView& view)
      : layout_(layout), drawing_(drawing), view_(view) {}

  void addAll() {
    const Mechanism& m = drawing_.mechanism();
    for (std::size_t i = 0; i < m.bodies.size(); ++i) addBody(static_cast<int>(i));
    for (std::size_t j = 0; j < m.joints.size(); ++j) addJoint(j);
    for (std::size_t s = 0; s < m.surfaces.size(); ++s)
      addSurface(drawing_.indexOf(m.surfaces[s].body), drawing_.surfaceOf(s));
    if (view_.symbolsOfForces)
      for (const ForceElement& force : m.forces)
        std::visit([this](const auto& kind) { addForce(kind); }, force.kind);
    for (const MomentMark& mark : listMomentMarks(drawing_, view_))
      addTurn(pixel(mark.at), mark.radius * view_.symbolScale);
    addDrives();
  }

 private:
  QPointF pixel(QPointF world) const { return view_.toPixel.map(world); }
  QPointF pixel(const std::string& body, const Point& point) const {
    return pixel(drawing_.toWorld(drawing_.indexOf(body), toPointF(point)));
  }

  void addBox(QPointF at, double half) {
    layout_.block(QRectF(at.x() - half, at.y() - half, 2 * half, 2 * half), Cover::symbol);
  }

  void addLine(const std::vector<QPointF>& world) {
    if (world.empty()) return;
    constexpr double kShortest = 4;  // px, of the pieces of a curve
    QPointF from = pixel(world.front());
    for (std::size_t i = 1; i < world.size(); ++i) {
      const QPointF to = pixel(world[i]);
      if ((to - from).manhattanLength() < kShortest && i + 1 < world.size()) continue;
      layout_.blockLine(from, to, kLineHalf, Cover::part);
      from = to;
    }
  }

  // Segments of less than the width of the hatching are one: a line may have a million of them.
  void addSurface(int body, const SurfaceShape& shape) {
    if (shape.points.empty()) return;
    QPointF from = pixel(drawing_.toWorld(body, shape.points.front()));
    for (std::size_t i = 1; i < shape.points.size(); ++i) {
      const QPointF to = pixel(drawing_.toWorld(body, shape.points[i]));
      const bool isShort = (to - from).manhattanLength() < symbols::kHatch / 2;
      if (isShort && i + 1 < shape.points.size()) continue;
      shape.materialLeft ? addHatching(from, to) : addHatching(to, from);
      from = to;
    }
  }
  // The line and what is hatched to the left of it.
  void addHatching(QPointF from, QPointF to) {
    const QPointF way = to - from;
    const double reach = length(way);
    if (reach == 0) return;
    const QPointF middle = symbols::kHatch / 2 / reach * QPointF(way.y(), -way.x());
    layout_.blockLine(from + middle, to + middle, symbols::kHatch / 2 + 1, Cover::symbol);
  }

  void addBody(int body) {
    if (drawing_.isBlock(body)) return;  // with its joint
    std::vector<QPointF> points;
    for (const QPointF p : drawing_.pointsOf(body)) points.push_back(pixel(drawing_.toWorld(body, p)));
    const std::vector<QPointF> hull = makeHull(points);
    if (hull.size() == 2) layout_.blockLine(hull[0], hull[1], kBarHalf * view_.symbolScale, Cover::part);
    if (hull.size() > 2) layout_.block(QPolygonF(QList<QPointF>(hull.begin(), hull.end())), Cover::part);
    for (const Drawing::Disc& disc : drawing_.discsOf(body)) {
      const QPointF at = pixel(drawing_.toWorld(body, disc.center));
      const double reach = disc.radius * view_.scale();
      layout_.block(QRectF(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach), Cover::part);
    }
  }

  void addJoint(std::size_t j) {
    const Joint& joint = drawing_.mechanism().joints[j];
    const QPointF b = pixel(drawing_.pointB(j)), a = pixel(drawing_.pointA(j));
    addLine(drawing_.curveOf(j));
    if (findShape(joint.kind) == PhaseShape::slider) {
      const QPointF along = kBlockReach * direction(-drawing_.axisOf(j));
      layout_.blockLine(b - along, b + along, kBlockHalf, Cover::symbol);
    } else {
      addBox(b, kPinReach * view_.symbolScale);
    }
    if (const auto floor = findGuideFloor(drawing_, view_, j)) addHatching(floor->from, floor->to);
    const bool stands = !findAxis(joint.kind) && (joint.a == kFrame || joint.b == kFrame);
    if (!stands) return;
    const QPointF foot = joint.a == kFrame ? a : b;
    const double half = kGroundHalf * view_.symbolScale;
    layout_.block(QRectF(foot.x() - half, foot.y(), 2 * half, kGroundDepth * view_.symbolScale),
                  Cover::symbol);
  }

  // An arrow around the upper side of a point.
  void addTurn(QPointF at, double radius) {
    constexpr int kPieces = 5;
    const auto on = [&](int i) {
      return at + radius * direction(-std::numbers::pi * (0.08 + 0.84 * i / kPieces));
    };
    for (int i = 0; i < kPieces; ++i) layout_.blockLine(on(i), on(i + 1), kSymbolHalf, Cover::symbol);
  }

  void addForce(const Spring& spring) {
    layout_.blockLine(pixel(spring.a, spring.atA), pixel(spring.b, spring.atB), kSpringHalf, Cover::symbol);
  }
  void addForce(const TorsionSpring& torsion) {
    addBox(pixel(findMomentPlace(drawing_, torsion.a, torsion.b)), kTorsionSpring);
  }
  void addForce(const Rope& rope) { addLine(drawing_.lineOf(rope)); }
  void addForce(const Torque&) {}  // one of the arrows that turn
  void addForce(const Hand& hand) { addBox(pixel(hand.b, hand.atB), kSymbolHalf); }
  void addForce(const Load& load) {
    const QPointF tip = pixel(load.b, load.atB);
    layout_.blockLine(tip - kLoadArrow * findLoadDirection(drawing_, load), tip, kSymbolHalf, Cover::symbol);
  }

  void addDrives() {
    const auto& joints = drawing_.mechanism().joints;
    for (const Drive& drive : drawing_.mechanism().drives) {
      const Joint* joint = findById(joints, drive.joint);
      if (!joint || findCoordinateKind(joint->kind) != CoordinateKind::travel) continue;
      const auto index = static_cast<std::size_t>(joint - joints.data());
      const TravelArrow arrow = findTravelArrow(drawing_, view_, drive, index);
      layout_.blockLine(arrow.from, arrow.to, kSymbolHalf, Cover::symbol);
    }
  }

  LabelLayout& layout_;
  const Drawing& drawing_;
  const BoardView& view_;
};

}  // namespace

void blockDrawing(LabelLayout& layout, const Drawing& drawing, const BoardView& view) {
  Obstacles(layout, drawing, view).addAll();
}

}  // namespace clank
