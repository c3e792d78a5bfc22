// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/play_contacts.h"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <numbers>

namespace clank {
namespace {

using Vector = Eigen::Vector2d;

struct PlayMaker {
  const JointShape& shape;
  const Clearance& play;

  using Contacts = std::vector<ContactGeometry>;
  Contacts operator()(const RevoluteShape&) const {
    return {
        touch(shape.b.arm, journal(), ArcPiece{shape.a.arm, {1, 0}, 2 * std::numbers::pi, bearing(), -1})};
  }
  Contacts operator()(const SlotShape&) const {
    return {touch(shape.b.arm, journal(), makeSide(1)), touch(shape.b.arm, journal(), makeSide(-1))};
  }
  Contacts operator()(const PointOnCurveShape& on) const {
    Contacts contacts;
    for (const int turn : {1, -1})
      contacts.push_back(
          touch(shape.b.arm, journal(), CurvePiece{on.curve, shape.a.arm, shape.a.axis, turn, bearing()}));
    return contacts;
  }
  Contacts operator()(const PrismaticShape& prismatic) const {
    const Vector u = Eigen::Rotation2Dd(-prismatic.heldAngle) * shape.a.axis, n = turnLeft(u);
    const double half = play.length.value / 2;
    const bool turnsOver = std::hypot(half, journal()) <= bearing();
    Contacts contacts;
    for (const int over : {1, -1})
      for (const int ahead : {1, -1}) {
        const Vector corner = shape.b.arm + ahead * half * u + over * journal() * n;
        contacts.push_back(touch(corner, 0, makeSide(-over)));
        if (turnsOver) contacts.push_back(touch(corner, 0, makeSide(over)));
      }
    return contacts;
  }
  Contacts operator()(const WeldShape&) const { return {}; }
  Contacts operator()(const DistanceShape&) const { return {}; }
  Contacts operator()(const GearShape&) const { return {}; }
  Contacts operator()(const BeltShape&) const { return {}; }
  Contacts operator()(const RackShape&) const { return {}; }

 private:
  double bearing() const { return play.bearing.value; }
  double journal() const { return play.journal.value; }
  // The one to the right of the axis has its free side on the left (normal +1), the other faces it.
  SegmentPiece makeSide(int normal) const {
    const Vector& u = shape.a.axis;
    return {shape.a.arm - normal * bearing() * turnLeft(u), normal * u,
            std::numeric_limits<double>::infinity()};
  }
  ContactGeometry touch(const Vector& arm, double radius, SurfacePiece piece) const {
    return {shape.a.body, {shape.b.body, arm}, radius, std::move(piece)};
  }
};

}  // namespace

std::vector<ContactGeometry> listPlayContacts(const JointShape& shape, const Clearance& clearance) {
  return std::visit(PlayMaker{shape, clearance}, shape.kind);
}

}  // namespace clank
