// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_rows.h"

namespace clank {
namespace {

Eigen::Vector2d turnBack(const Rotation& r, const Eigen::Vector2d& s) {
  return turn({r.c, -r.s}, s);
}

void fillRow(const SystemContact& contact, const ContactKinematics& k, const Eigen::Vector2d& u, double roll,
             SaddlePoint::Row& row) {
  row.body = {contact.a, contact.b, -1};
  row.g = {-u.x(), -u.y(), -cross(k.armA, u) - roll, u.x(), u.y(), cross(k.armB, u) + roll, 0, 0, 0};
}

}  // namespace

ContactKinematics calcContactKinematics(const SystemContact& contact, const double* q, const double* v) {
  const Rotation a = calcRotation(contact.a, q);
  const BodyMotion ma = calcBodyMotion(contact.a, q, v), mb = calcBodyMotion(contact.b, q, v);
  ContactKinematics k;
  k.armB = turn(calcRotation(contact.b, q), contact.armB);
  k.armA = mb.position + k.armB - ma.position;
  k.at = calcPieceContact(contact.piece, contact.radius, turnBack(a, k.armA));
  k.normal = turn(a, k.at.normal);
  k.tangent = turn(a, k.at.tangent);
  k.point = ma.position + k.armA - (contact.radius + k.at.gap) * k.normal;
  const Eigen::Vector2d W = mb.velocity + mb.omega * perp(k.armB) - ma.velocity - ma.omega * perp(k.armA);
  k.gapRate = k.normal.dot(W);
  k.alongRate = k.tangent.dot(W);
  k.slip = k.alongRate + contact.radius * (mb.omega - ma.omega);
  k.centripetal = -mb.omega * mb.omega * k.armB + ma.omega * ma.omega * k.armA - 2 * ma.omega * perp(W);
  return k;
}

void updNormalRow(const SystemContact& contact, const ContactKinematics& k, SaddlePoint::Row& row,
                  double& gamma) {
  fillRow(contact, k, k.normal, 0, row);
  gamma = -k.normal.dot(k.centripetal) - k.at.curvature * k.alongRate * k.alongRate;
}

void updSlipRow(const SystemContact& contact, const ContactKinematics& k, SaddlePoint::Row& row,
                double& gamma) {
  fillRow(contact, k, k.tangent, contact.radius, row);
  gamma = -k.tangent.dot(k.centripetal) + k.at.curvature * k.alongRate * k.gapRate;
}

}  // namespace clank
