// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_rows.h"

#include <cmath>
#include <numbers>

namespace clank {
namespace {

void fillRow(const ContactKinematics& k, const Eigen::Vector2d& u, double roll, BlockRow& row) {
  startRow(row, k.a, k.b);
  if (!k.a.station && !k.b.station) {
    const auto fill = [&](std::size_t slot, double sign, double turn) {
      double* const g = row.at(slot);
      g[0] = 0 + sign * u.x();  // no -0
      g[1] = 0 + sign * u.y();
      g[2] = 0 + sign * turn;
    };
    fill(0, -1, roll + cross(k.a.arm, u));
    return fill(1, 1, cross(k.b.arm, u) + roll);
  }
  addDirection(row, k.a, -u);
  addDirection(row, k.b, u);
  addTurn(row, k.a, -roll - cross(k.lever, u));
  if (roll != 0 || !k.b.station) addTurn(row, k.b, roll);
}

// How far the surface lies outside the sector of the circle, as an angle times the length of the segment. Its
// normal turns with a, the sector with b.
struct PastSector {
  double past = 0;  // m
  double arm = 0;   // m, its change with the angle
};
PastSector calcPastSector(const ContactGeometry& contact, const Rotation& rotation,
                          const Eigen::Vector2d& normal) {
  const Eigen::Vector2d middle = turn(rotation, contact.b().axis);
  const double angle = std::atan2(-cross(middle, normal), -middle.dot(normal));
  const auto* segment = std::get_if<SegmentPiece>(&contact.piece);
  const double arm = segment ? segment->extent : 1;
  return {arm * (std::abs(angle) - contact.sector()), angle < 0 ? -arm : arm};
}

void limitToSector(const ContactGeometry& contact, const Rotation& rotation, double omega,
                   ContactKinematics& k) {
  const PastSector sector = calcPastSector(contact, rotation, k.normal);
  if (sector.past <= k.at.past) return;
  k.at.past = sector.past;
  k.pastRate = sector.arm * (omega - k.b.omega);
}

// The axis of a link as it lies straight, with the centre of the circle beside it.
Eigen::Vector2d straighten(const BentAxis& axis, const BentAxis::Foot& foot) {
  return {foot.x - axis.length() / 2 + foot.beyond, foot.distance};
}
BentAxis::Foot findFoot(const ContactGeometry& contact, const PlacedBody& a, const Eigen::Vector2d& center) {
  return contact.axis()->findFoot(turnBack(a.rotation, center - a.motion.position),
                                  a.q + contact.axis()->link().first);
}

// The section of a that carries the piece, and the piece in its axes.
MarkerMotion placeSection(const ContactGeometry& contact, const PlacedBody& a, ContactKinematics& k) {
  Marker marker{contact.a()};
  MarkerMotion section;
  if (!contact.axis()) {
    marker.station = contact.section();
    updMarkerMotion(marker, a, section);
    section.station = &*contact.section();
    k.at = calcPieceContact(contact.piece, contact.radius(),
                            turnBack(calcAxes(section, a.q), k.b.position - section.position));
    return section;
  }
  BentAxis::Foot foot = findFoot(contact, a, k.b.position);
  k.at = calcPieceContact(contact.piece, contact.radius(), straighten(*contact.axis(), foot));
  marker.station = foot.section;
  updMarkerMotion(marker, a, section);
  const double side = k.at.normal.y();  // 1 or -1
  k.at.curvature = -side * foot.curvature / (1 - foot.curvature * foot.distance);
  const double *const modes = a.q + foot.section.first, *const rates = a.v + foot.section.first;
  const double height = foot.distance - side * (contact.radius() + k.at.gap);
  k.pastRate = 1 / ((1 - foot.curvature * foot.distance) * foot.stretch);
  k.growth = k.pastRate * contact.axis()->calcRates(foot, modes, rates).calcAt(height);
  k.carrier = std::make_shared<const Station>(std::move(foot.section));
  section.station = k.carrier.get();
  return section;
}

// As below, a being bent.
ContactKinematics calcOnBent(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b) {
  ContactKinematics k;
  updMarkerMotion(contact.b(), b, k.b);
  k.pastRate = 1;
  const MarkerMotion section = placeSection(contact, a, k);
  const BodyPoint& at = section;
  k.a = at;
  k.lever = k.b.position - section.position;
  k.spinA = section.spin;
  const SinCos angle = calcSinCos(section.angle);
  k.normal = turn({angle.c, angle.s}, k.at.normal);
  k.tangent = turn({angle.c, angle.s}, k.at.tangent);
  k.point = k.b.position - (contact.radius() + k.at.gap) * k.normal;
  const double w = section.omega;
  const Eigen::Vector2d W = k.b.velocity() - section.velocity() - w * perp(k.lever);
  k.gapRate = k.normal.dot(W);
  k.alongRate = k.tangent.dot(W);
  k.pastRate *= k.at.pastSign * k.alongRate;
  k.growth *= k.alongRate;
  if (contact.sector() > 0) limitToSector(contact, b.rotation, w, k);
  k.rollRate = k.b.omega - w;
  k.slip = k.alongRate + contact.radius() * k.rollRate - contact.speed();
  k.centripetal = k.b.centripetal - section.centripetal - section.spin * perp(k.lever) + w * w * k.lever -
                  2 * w * perp(W);
  return k;
}

}  // namespace

TouchBound calcTouchBound(const ContactGeometry& contact) {
  const double r = contact.radius(), h = contact.sector();
  if (!contact.isPartOfCircle() || h > std::numbers::pi / 2) return {contact.b().arm, r};
  return {contact.b().arm + r * std::cos(h) * contact.b().axis, r * std::sin(h)};
}

Marker makeCarrier(const ContactGeometry& contact) {
  Marker carrier{contact.a()};
  carrier.station = contact.axis() ? MaybeStation(contact.axis()->makeSection(0)) : contact.section();
  return carrier;
}

ContactKinematics calcContactKinematics(const ContactGeometry& contact, const double* q, const double* v) {
  return calcContactKinematics(contact, calcPlacedBody(contact.a(), q, v),
                               calcPlacedBody(contact.b().body, q, v));
}

ContactKinematics calcContactKinematics(const ContactGeometry& contact, const PlacedBody& a,
                                        const PlacedBody& b) {
  ContactKinematics k;
  updContactKinematics(contact, a, b, k);
  return k;
}

void updContactKinematics(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b,
                          ContactKinematics& k) {
  if (contact.isOnBent()) {
    k = calcOnBent(contact, a, b);
    return;
  }
  updMarkerMotion(contact.b(), b, k.b);
  k.a.body = contact.a();
  k.a.arm = k.b.position - a.motion.position;
  updPieceContact(contact.piece, contact.radius(), turnBack(a.rotation, k.a.arm), k.at);
  k.normal = turn(a.rotation, k.at.normal);
  k.tangent = turn(a.rotation, k.at.tangent);
  k.point = a.motion.position + k.a.arm - (contact.radius() + k.at.gap) * k.normal;
  const Eigen::Vector2d W = k.b.carried + k.b.own - a.motion.velocity - a.motion.omega * perp(k.a.arm);
  k.gapRate = k.normal.dot(W);
  k.alongRate = k.tangent.dot(W);
  k.pastRate = k.at.pastSign * k.alongRate;
  if (contact.sector() > 0) limitToSector(contact, b.rotation, a.motion.omega, k);
  k.rollRate = k.b.omega - a.motion.omega;
  k.slip = k.alongRate + contact.radius() * k.rollRate - contact.speed();
  k.centripetal = k.b.centripetal + a.motion.omega * a.motion.omega * k.a.arm - 2 * a.motion.omega * perp(W);
}

void updPushKinematics(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b,
                       ContactKinematics& k) {
  const Eigen::Vector2d arm = turn(b.rotation, contact.b().arm);
  k.a.body = contact.a();
  k.b.body = contact.b().body;
  k.b.arm = arm;
  k.b.position = b.motion.position + arm;
  k.a.arm = k.b.position - a.motion.position;
  updPieceGap(contact.piece, contact.radius(), turnBack(a.rotation, k.a.arm), k.at);
  k.normal = turn(a.rotation, k.at.normal);
  k.tangent = turn(a.rotation, k.at.tangent);
  const Eigen::Vector2d W =
      b.motion.velocity + b.motion.omega * perp(arm) - a.motion.velocity - a.motion.omega * perp(k.a.arm);
  k.gapRate = k.normal.dot(W);
  k.alongRate = k.tangent.dot(W);
  k.rollRate = b.motion.omega - a.motion.omega;
  k.slip = k.alongRate + contact.radius() * k.rollRate - contact.speed();
}

Eigen::Vector2d calcCenter(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b) {
  const Eigen::Vector2d center = calcPlace(contact.b(), b);
  if (contact.axis()) return straighten(*contact.axis(), findFoot(contact, a, center));
  if (!contact.section().bends()) return turnBack(a.rotation, center - a.motion.position);
  Marker marker{contact.a()};
  marker.station = contact.section();
  MarkerMotion section;
  updMarkerMotion(marker, a, section);
  const SinCos angle = calcSinCos(section.angle);
  return turnBack({angle.c, angle.s}, center - section.position);
}

PieceContact calcPiecePlace(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b) {
  return calcPieceContact(contact.piece, contact.radius(), calcCenter(contact, a, b));
}

PieceContact calcContactPlace(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b) {
  PieceContact at = calcPiecePlace(contact, a, b);
  if (contact.sector() > 0)
    at.past = std::max(at.past, calcPastSector(contact, b.rotation, turn(a.rotation, at.normal)).past);
  return at;
}

void updNormalRow(const ContactKinematics& k, BlockRow& row, double& gamma) {
  fillRow(k, k.normal, 0, row);
  gamma = -k.normal.dot(k.centripetal) - k.at.curvature * k.alongRate * k.alongRate;
}

void updSlipRow(const ContactGeometry& contact, const ContactKinematics& k, BlockRow& row, double& gamma) {
  fillRow(k, k.tangent, contact.radius(), row);
  gamma = -k.tangent.dot(k.centripetal) + k.at.curvature * k.alongRate * k.gapRate;
  if (k.b.station) gamma -= contact.radius() * k.b.spin;
  if (k.a.station) gamma += contact.radius() * k.spinA + k.growth;
}

void updRollRow(const ContactKinematics& k, BlockRow& row, double& gamma) {
  startRow(row, k.a, k.b);
  addTurn(row, k.a, -1);
  addTurn(row, k.b, 1);
  gamma = k.spinA - (k.b.station ? k.b.spin : 0);
}

}  // namespace clank
