// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/contact/contact_kinematics.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "core/math/sin_cos.h"

namespace clank {
namespace {

constexpr double kFarFromEnds = 1;  // m, of what has none

Eigen::Vector2d turnRight(const Eigen::Vector2d& u) {
  const Two two = loadTwo(u.data());
  Eigen::Vector2d turned;
  storeTwo(Two(two[1], -two[0]), turned.data());
  return turned;
}

void updAt(const SegmentPiece& piece, double radius, const Eigen::Vector2d& d, PieceContact& contact) {
  contact.tangent = piece.direction;
  contact.normal = turnLeft(piece.direction);
  contact.gap = contact.normal.dot(d) - radius;
  contact.curvature = 0;
  contact.pastSign = 1;
  contact.past = -kFarFromEnds;
  if (std::isinf(piece.extent)) return;
  const double along = contact.tangent.dot(d);
  contact.pastSign = along > piece.extent / 2 ? 1 : -1;
  contact.past = contact.pastSign > 0 ? along - piece.extent : -along;
}

// Without `past`. Returns the distance from the centre (m), and e.
double updGapAt(const ArcPiece& piece, double radius, const Eigen::Vector2d& d, PieceContact& contact,
                Eigen::Vector2d& e) {
  const double rho = std::max(d.norm(), std::numeric_limits<double>::min());
  e = d / rho;
  contact.normal = piece.side * e;
  contact.tangent = turnRight(contact.normal);
  contact.gap = piece.side * (rho - piece.radius) - radius;
  contact.curvature = piece.side / rho;
  contact.pastSign = 1;
  return rho;
}

// Angles are measured from the middle of the arc, where they cannot jump.
void updAt(const ArcPiece& piece, double radius, const Eigen::Vector2d& d, PieceContact& contact) {
  Eigen::Vector2d e;
  const double rho = updGapAt(piece, radius, d, contact, e);
  contact.past = -rho;
  if (piece.extent >= 2 * std::numbers::pi) return;
  const double half = piece.extent / 2;
  const SinCos turn = calcSinCos(half);
  const Eigen::Vector2d middle = turn.c * piece.direction + turn.s * turnLeft(piece.direction);
  const double angle = std::atan2(middle.x() * e.y() - middle.y() * e.x(), middle.dot(e));
  contact.past = rho * (std::abs(angle) - half);
  contact.pastSign = (angle > 0 ? -1 : 1) * piece.side;
}

// The foot goes along the curve with t_c.w/(1 - c d), and perp(t_c) turns by -c t_c per length of it. Beyond
// the centre of curvature of a hollow, where validation lets no circle be, 1 - c d is kept from zero.
void updAt(const CurvePiece& piece, double radius, const Eigen::Vector2d& d, PieceContact& contact) {
  const Eigen::Vector2d& x = piece.direction;
  const Eigen::Vector2d y = turnLeft(x);
  const Curve::Foot foot = piece.curve->findFoot({x.dot(d), y.dot(d)});
  contact.normal = piece.turn * turnLeft(Eigen::Vector2d(foot.tangent.x() * x + foot.tangent.y() * y));
  contact.tangent = turnRight(contact.normal);
  contact.gap = piece.turn * foot.distance + piece.offset - radius;
  contact.curvature = -piece.turn * foot.curvature / std::max(1 - foot.curvature * foot.distance, 1e-6);
  contact.pastSign = 1;
  contact.past = -piece.curve->length();
}

}  // namespace

void updPieceContact(const SurfacePiece& piece, double radius, const Eigen::Vector2d& p, PieceContact& at) {
  std::visit([&](const auto& kind) { updAt(kind, radius, p - kind.origin, at); }, piece);
}

PieceContact calcPieceContact(const SurfacePiece& piece, double radius, const Eigen::Vector2d& p) {
  PieceContact at;
  updPieceContact(piece, radius, p, at);
  return at;
}

void updPieceGap(const SurfacePiece& piece, double radius, const Eigen::Vector2d& p, PieceContact& at) {
  const auto* arc = std::get_if<ArcPiece>(&piece);
  if (!arc) return updPieceContact(piece, radius, p, at);
  Eigen::Vector2d e;
  updGapAt(*arc, radius, p - arc->origin, at, e);
}

bool isWithin(const SurfacePiece& piece, double radius, const Eigen::Vector2d& p, double within) {
  PieceContact at;
  updPieceGap(piece, radius, p, at);
  if (!(at.gap <= within)) return false;
  if (std::holds_alternative<ArcPiece>(piece)) updPieceContact(piece, radius, p, at);
  return at.past <= within;
}

double calcDistance(const PieceContact& contact, double radius) {
  if (contact.past <= 0) return contact.gap;
  return Eigen::Vector2d(contact.gap + radius, contact.past).norm() - radius;
}

}  // namespace clank
