// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_rows.h"

#include <cmath>

namespace clank {
namespace {

void fillRow(const ContactKinematics& k, const Eigen::Vector2d& u, double roll, BlockRow& row) {
  startRow(row, k.a, k.b);
  addDirection(row, k.a, -u);
  addDirection(row, k.b, u);
  addTurn(row, k.a, -roll);
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
  const Eigen::Vector2d middle = turn(rotation, contact.b.axis);
  const double angle = std::atan2(-cross(middle, normal), -middle.dot(normal));
  const auto* segment = std::get_if<SegmentPiece>(&contact.piece);
  const double arm = segment ? segment->extent : 1;
  return {arm * (std::abs(angle) - contact.sector), angle < 0 ? -arm : arm};
}

void limitToSector(const ContactGeometry& contact, const Rotation& rotation, double omega,
                   ContactKinematics& k) {
  const PastSector sector = calcPastSector(contact, rotation, k.normal);
  if (sector.past <= k.at.past) return;
  k.at.past = sector.past;
  k.pastRate = sector.arm * (omega - k.b.omega);
}

}  // namespace

ContactKinematics calcContactKinematics(const ContactGeometry& contact, const double* q, const double* v) {
  return calcContactKinematics(contact, calcPlacedBody(contact.a, q, v),
                               calcPlacedBody(contact.b.body, q, v));
}

ContactKinematics calcContactKinematics(const ContactGeometry& contact, const PlacedBody& a,
                                        const PlacedBody& b) {
  ContactKinematics k;
  updMarkerMotion(contact.b, b, k.b);
  k.a.body = contact.a;
  k.a.arm = k.b.position - a.motion.position;
  k.at = calcPieceContact(contact.piece, contact.radius, turnBack(a.rotation, k.a.arm));
  k.normal = turn(a.rotation, k.at.normal);
  k.tangent = turn(a.rotation, k.at.tangent);
  k.point = a.motion.position + k.a.arm - (contact.radius + k.at.gap) * k.normal;
  const Eigen::Vector2d W = k.b.carried + k.b.own - a.motion.velocity - a.motion.omega * perp(k.a.arm);
  k.gapRate = k.normal.dot(W);
  k.alongRate = k.tangent.dot(W);
  k.pastRate = k.at.pastSign * k.alongRate;
  if (contact.sector > 0) limitToSector(contact, b.rotation, a.motion.omega, k);
  k.slip = k.alongRate + contact.radius * (k.b.omega - a.motion.omega);
  k.centripetal = k.b.centripetal + a.motion.omega * a.motion.omega * k.a.arm - 2 * a.motion.omega * perp(W);
  return k;
}

Eigen::Vector2d calcCenter(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b) {
  return turnBack(a.rotation, calcPlace(contact.b, b) - a.motion.position);
}

PieceContact calcPiecePlace(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b) {
  return calcPieceContact(contact.piece, contact.radius, calcCenter(contact, a, b));
}

PieceContact calcContactPlace(const ContactGeometry& contact, const PlacedBody& a, const PlacedBody& b) {
  PieceContact at = calcPiecePlace(contact, a, b);
  if (contact.sector > 0)
    at.past = std::max(at.past, calcPastSector(contact, b.rotation, turn(a.rotation, at.normal)).past);
  return at;
}

void updNormalRow(const ContactKinematics& k, BlockRow& row, double& gamma) {
  fillRow(k, k.normal, 0, row);
  gamma = -k.normal.dot(k.centripetal) - k.at.curvature * k.alongRate * k.alongRate;
}

void updSlipRow(const ContactGeometry& contact, const ContactKinematics& k, BlockRow& row, double& gamma) {
  fillRow(k, k.tangent, contact.radius, row);
  gamma = -k.tangent.dot(k.centripetal) + k.at.curvature * k.alongRate * k.gapRate;
  if (k.b.station) gamma -= contact.radius * k.b.spin;
}

}  // namespace clank
