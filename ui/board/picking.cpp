// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/picking.h"

#include <QCoreApplication>
#include <algorithm>

#include "core/model/touches.h"
#include "ui/board/board_view.h"
#include "ui/board/force_painter.h"
#include "ui/board/plane.h"
#include "ui/board/points_at.h"
#include "ui/board/slider_shape.h"
#include "ui/board/surface_shape.h"
#include "ui/board/tolerances.h"
#include "ui/look/part_names.h"

namespace clank {
namespace {

constexpr double kOnArrow = 5;   // px: beside the line of an arrow around a pin
constexpr double kOnGuide = 14;  // px: a guide is drawn beside its block

class Picker {
 public:
  Picker(const Drawing& drawing, const BoardView& view, QPointF pixel)
      : drawing_(drawing),
        view_(view),
        pixel_(pixel),
        world_(view.toPixel.inverted().map(pixel)),
        within_(kReach / view.scale()) {}

  std::vector<ElementId> list() {
    const Mechanism& m = drawing_.mechanism();
    for (std::size_t j = 0; j < m.joints.size(); ++j)  // its mark lies on top of a slider's joint
      if (isLoose(m.joints[j]) && length(drawing_.pointB(j) - world_) <= within_)
        add(ElementKind::joint, m.joints[j].id);
    if (const Handle* handle = drawing_.handleAt(world_, within_))
      for (const std::size_t joint : handle->joints) add(ElementKind::joint, m.joints[joint].id);
    for (const Trace& trace : m.traces)
      if (length(drawing_.placeOf(trace) - world_) <= within_) add(ElementKind::trace, trace.id);
    for (const Drive& drive : m.drives)
      if (isOn(drive)) add(ElementKind::drive, drive.id);
    for (const ForceElement& force : m.forces)
      if (std::holds_alternative<Torque>(force.kind)
              ? isOnMoment({ElementKind::force, force.id})
              : std::visit([this](const auto& kind) { return isOnKind(kind); }, force.kind))
        add(ElementKind::force, force.id);
    addSurfaces(m);
    for (std::size_t j = 0; j < m.joints.size(); ++j)
      if (std::visit([&](const auto& kind) { return isOnLines(kind, j); }, m.joints[j].kind))
        add(ElementKind::joint, m.joints[j].id);
    for (const int body : drawing_.bodiesAt(world_, within_)) add(ElementKind::body, drawing_.idOf(body));
    for (auto picture = view_.pictures.rbegin(); picture != view_.pictures.rend(); ++picture)
      if (!picture->hidden && !picture->locked && picture->corners.containsPoint(world_, Qt::OddEvenFill))
        add(ElementKind::picture, picture->id);
    return std::move(found_);
  }

 private:
  void add(ElementKind kind, const std::string& id) {
    const ElementId element{kind, id};
    if (std::find(found_.begin(), found_.end(), element) == found_.end()) found_.push_back(element);
  }
  QPointF toPixel(QPointF world) const { return view_.toPixel.map(world); }
  QPointF toPixel(const std::string& body, const Point& point) const {
    return toPixel(drawing_.toWorld(drawing_.indexOf(body), toPointF(point)));
  }
  bool isNear(QPointF from, QPointF to, double reach = kReach) const {
    return length(nearestOnSegment(pixel_, from, to) - pixel_) <= reach;
  }
  bool isNear(const std::vector<QPointF>& points, int body) const {
    for (std::size_t i = 1; i < points.size(); ++i)
      if (isNear(toPixel(drawing_.toWorld(body, points[i - 1])), toPixel(drawing_.toWorld(body, points[i]))))
        return true;
    return false;
  }
  // On an arrow that goes around the upper side of a point, or on the point.
  bool isOnTurnArrow(QPointF centre, double radius) const {
    const QPointF way = pixel_ - centre;
    return length(way) <= kReach || (std::abs(length(way) - radius) <= kOnArrow && way.y() < kOnArrow);
  }

  bool isOnMoment(const ElementId& element) const {
    const MomentMark mark = findMomentMark(drawing_, view_, element);
    return isOnTurnArrow(toPixel(mark.at), mark.radius * view_.symbolScale);
  }

  bool isOn(const Drive& drive) const {
    const auto& joints = drawing_.mechanism().joints;
    const Joint* joint = findById(joints, drive.joint);
    if (!joint) return false;
    const auto index = static_cast<std::size_t>(joint - joints.data());
    const QPointF at = toPixel(drawing_.pointB(index));
    if (findCoordinateKind(joint->kind) != CoordinateKind::travel)
      return isOnMoment({ElementKind::drive, drive.id});
    const TravelArrow arrow = findTravelArrow(drawing_, view_, drive, index);
    return length(pixel_ - at) <= kReach || isNear(arrow.from, arrow.to);
  }
  bool isOnKind(const Spring& spring) const {
    return isNear(toPixel(spring.a, spring.atA), toPixel(spring.b, spring.atB));
  }
  bool isOnKind(const Rope& rope) const { return isNear(drawing_.lineOf(rope), kFrameIndex); }
  bool isOnKind(const TorsionSpring& torsion) const {
    return length(toPixel(findMomentPlace(drawing_, torsion.a, torsion.b)) - pixel_) <= kTorsionSpring;
  }
  bool isOnKind(const Hand& hand) const {
    std::vector<QPointF> way;
    for (const Point& place : hand.path) way.push_back(toPointF(place));
    return way.size() > 1 && isNear(way, kFrameIndex);
  }
  bool isOnKind(const Torque&) const { return false; }  // an arrow that turns
  bool isOnKind(const Load& load) const {
    const QPointF tip = toPixel(load.b, load.atB);
    return isNear(tip - kLoadArrow * findLoadDirection(drawing_, load), tip);
  }
  // Surfaces, behind each the contacts with it, and the points and circles that touch.
  void addSurfaces(const Mechanism& m) {
    for (const ContactPair& contact : m.contacts)
      if (isOn(contact)) add(ElementKind::contact, contact.id);
    for (std::size_t s = 0; s < m.surfaces.size(); ++s) {
      if (!isNear(drawing_.surfaceOf(s).points, drawing_.indexOf(m.surfaces[s].body))) continue;
      add(ElementKind::surface, m.surfaces[s].id);
      for (const ContactPair& contact : m.contacts)
        if (isWith(contact, m.surfaces[s])) add(ElementKind::contact, contact.id);
    }
  }
  bool isOn(const ContactPair& contact) const {
    const int b = drawing_.indexOf(contact.b);
    if (b == kFrameIndex || contact.outlineB) return false;
    const double far = length(pixel_ - toPixel(drawing_.toWorld(b, toPointF(contact.atB))));
    return std::abs(far - contact.radius.value * view_.scale()) <= kReach && contact.radius.value > 0;
  }

  // The lines that a joint has beside its pin: a curve, a guide, the circles of gears, a rod.
  bool isOnLines(const Revolute&, std::size_t) const { return false; }
  bool isOnLines(const Prismatic&, std::size_t joint) const {
    const QPointF a = pixelA(joint), b = pixelB(joint);
    const QPointF along = kGuideReach * direction(-drawing_.axisOf(joint));
    const GuideRails rails = layRails(drawing_, view_, joint);
    return isNear(a - along, b + along, kOnGuide) || isNear(b - along, a + along, kOnGuide) ||
           isNear(rails.floorFrom, rails.floorTo, kReach) || isNear(rails.from, rails.to, kReach);
  }
  bool isOnLines(const Weld&, std::size_t) const { return false; }
  bool isOnLines(const Slot&, std::size_t) const { return false; }
  bool isOnLines(const Distance&, std::size_t joint) const { return isNear(pixelA(joint), pixelB(joint)); }
  bool isOnLines(const Telescope&, std::size_t joint) const { return isNear(pixelA(joint), pixelB(joint)); }
  bool isOnLines(const Gear& gear, std::size_t joint) const {
    return isOnCircle(pixelA(joint), gear.radiusA) || isOnCircle(pixelB(joint), gear.radiusB);
  }
  bool isOnLines(const Belt& belt, std::size_t joint) const {
    return isNear(drawing_.lineOf(belt, joint), kFrameIndex);
  }
  bool isOnLines(const Rack& rack, std::size_t joint) const { return isOnCircle(pixelB(joint), rack.radius); }
  bool isOnLines(const PointOnCurve&, std::size_t joint) const {
    return isNear(drawing_.curveOf(joint), kFrameIndex);
  }
  QPointF pixelA(std::size_t joint) const { return toPixel(drawing_.pointA(joint)); }
  QPointF pixelB(std::size_t joint) const { return toPixel(drawing_.pointB(joint)); }
  bool isOnCircle(QPointF centre, const Quantity& radius) const {
    return std::abs(length(pixel_ - centre) - std::abs(radius.value) * view_.scale()) <= kOnArrow;
  }

  const Drawing& drawing_;
  const BoardView& view_;
  QPointF pixel_, world_;
  double within_;  // m
  std::vector<ElementId> found_;
};

}  // namespace

std::vector<ElementId> listElementsAt(const Drawing& drawing, const BoardView& view, QPointF pixel) {
  return Picker(drawing, view, pixel).list();
}

std::optional<ElementId> findElementAt(const Drawing& drawing, const BoardView& view, QPointF pixel) {
  const auto found = listElementsAt(drawing, view, pixel);
  return found.empty() ? std::nullopt : std::optional(found.front());
}

QString nameOf(const ElementId& element) {
  const char* kind = kKindWords[static_cast<std::size_t>(element.kind)];
  return QCoreApplication::translate("PropertyPanel", kind) + ' ' + namePart(element.id);
}

}  // namespace clank
