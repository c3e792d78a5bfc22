// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/play_contacts.h"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

namespace clank {
namespace {

using Vector = Eigen::Vector2d;

struct PlayMaker {
  const JointShape& shape;
  const Clearance& play;

  using Contacts = std::vector<ContactGeometry>;
  Contacts operator()(const RevoluteShape&) const {
    return {touch({0, 0}, journal(), ArcPiece{origin(), {1, 0}, 2 * std::numbers::pi, bearing(), -1})};
  }
  Contacts operator()(const SlotShape&) const {
    return {touch({0, 0}, journal(), makeSide(1)), touch({0, 0}, journal(), makeSide(-1))};
  }
  Contacts operator()(const PointOnCurveShape& on) const {
    const auto curve = std::make_shared<const Curve>(*on.curve);
    Contacts contacts;
    for (const int turn : {1, -1})
      contacts.push_back(
          touch({0, 0}, journal(), CurvePiece{curve, origin(), shape.a.axis, turn, bearing()}));
    return contacts;
  }
  Contacts operator()(const PrismaticShape& prismatic) const {
    const Vector u = Eigen::Rotation2Dd(-prismatic.heldAngle) * shape.a.axis, n = turnLeft(u);
    const double half = play.length.value / 2;
    const bool turnsOver = std::hypot(half, journal()) <= bearing();
    Contacts contacts;
    for (const int over : {1, -1})
      for (const int ahead : {1, -1}) {
        const Vector corner = ahead * half * u + over * journal() * n;
        contacts.push_back(touch(corner, 0, makeSide(-over)));
        if (turnsOver) contacts.push_back(touch(corner, 0, makeSide(over)));
      }
    return contacts;
  }
  Contacts operator()(const WeldShape&) const { return {}; }
  Contacts operator()(const DistanceShape&) const { return {}; }
  Contacts operator()(const TelescopeShape&) const { return {}; }
  Contacts operator()(const GearShape&) const { return {}; }
  Contacts operator()(const BeltShape&) const { return {}; }
  Contacts operator()(const RackShape&) const { return {}; }

 private:
  double bearing() const { return play.bearing.value; }
  double journal() const { return play.journal.value; }
  // The one to the right of the axis has its free side on the left (normal +1), the other faces it.
  SegmentPiece makeSide(int normal) const {
    const Vector& u = shape.a.axis;
    return {origin() - normal * bearing() * turnLeft(u), normal * u, std::numeric_limits<double>::infinity()};
  }
  // Of the axes that carry the pieces: of the body, or of the section at the joint.
  Vector origin() const { return shape.a.station.bends() && !findAxis(shape) ? Vector(0, 0) : shape.a.arm; }
  // A circle at a place on b, from the joint.
  ContactGeometry touch(const Vector& place, double radius, SurfacePiece piece) const {
    ContactMount mount{shape.a.body, {shape.b.body, shape.b.arm + place}, radius};
    mount.b.station = shape.b.station;
    if (mount.b.station.bends()) mount.b.station->offset += place;
    mount.axis = findAxis(shape);
    if (!mount.axis) mount.section = shape.a.station;
    return {std::make_shared<const ContactMount>(std::move(mount)), std::move(piece)};
  }
};

}  // namespace

std::vector<ContactGeometry> listPlayContacts(const JointShape& shape, const Clearance& clearance) {
  return std::visit(PlayMaker{shape, clearance}, shape.kind);
}

}  // namespace clank
