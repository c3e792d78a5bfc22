// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/knot_stops.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace clank {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kReached = 1e-5;  // of a span: nearer than that a knot is behind
constexpr double kDirect = 0.1;    // of a span: from there a prediction is close enough
constexpr double kNotAll = 0.97;   // of the way that is predicted from farther away

bool hasKnots(const Curve* curve) {
  return curve && !curve->knots().empty();
}

const CurvePiece* findSpline(const SystemContact& contact) {
  const auto* piece = std::get_if<CurvePiece>(&contact.geometry.piece);
  return piece && hasKnots(piece->curve.get()) && !contact.geometry.bends() ? piece : nullptr;
}

// A surface along a curve is of curves alone: a look at its first piece is enough. Outlines have arcs.
bool hasKnots(const System& system) {
  const auto isOnSpline = [&](const SystemContactPair& pair) {
    return pair.count > 0 && !pair.meeting && findSpline(system.contacts[pair.first]);
  };
  const auto runsAlong = [](const JointShape& shape) { return hasKnots(findCurve(shape)); };
  return std::ranges::any_of(system.contactPairs, isOnSpline) ||
         std::ranges::any_of(system.joints, [&](const SystemJoint& joint) {
           return runsAlong(joint) ||
                  std::any_of(joint.phases.begin(), joint.phases.end(),
                              [&](const SystemPhase& phase) { return runsAlong(phase.shape); });
         });
}

Eigen::Vector2d seeFrom(const Eigen::Vector2d& x, const Eigen::Vector2d& d) {
  return {x.dot(d), cross(x, d)};
}

// The next knot from w on in a direction, as a way along w, and the span before it.
struct NextKnot {
  double way = kNever, span = 0;
};
NextKnot findNextKnot(const Curve& curve, double w, bool rises) {
  const auto knots = curve.knots();
  const double period = knots.back() - knots.front();
  if (curve.closed()) w -= period * std::floor((w - knots.front()) / period);
  if (w < knots.front() || w > knots.back()) return {};
  const auto above = std::upper_bound(knots.begin() + 1, knots.end() - 1, w);
  auto i = static_cast<std::size_t>(above - knots.begin());  // the knot at the end of the span of w
  const double span = knots[i] - knots[i - 1];
  const double way = rises ? knots[i] - w : w - knots[i - 1];
  if (way > kReached * span) return {way, span};
  if (rises) {
    if (i + 1 == knots.size() && !curve.closed()) return {};
    i = i + 1 == knots.size() ? 1 : i + 1;
  } else {
    if (i == 1 && !curve.closed()) return {};
    i = i == 1 ? knots.size() - 1 : i - 1;
  }
  const double next = knots[i] - knots[i - 1];
  return {way + next, next};
}

}  // namespace

// The time to the next knot by secants of the way along the curve.
template <class PlaceAfter>
void KnotStops::look(const Curve& curve, PlaceAfter place) {
  constexpr double kBegin = 1e-3;  // of the step, to tell the speed
  constexpr int kMostTries = 6;
  const double period = curve.knots().back() - curve.knots().front();
  const double from = curve.findFoot(place(0)).w;
  const auto calcWay = [&](double after) {
    const double way = curve.findFoot(place(after)).w - from;
    return curve.closed() ? std::remainder(way, period) : way;
  };
  const double rate = calcWay(kBegin * wanted_) / (kBegin * wanted_);
  const NextKnot next = findNextKnot(curve, from, rate > 0);
  double before = 0, after = next.way / std::abs(rate), left = -next.way;  // left: at before
  for (int i = 0; i < kMostTries && after > 0 && after < 2 * wanted_; ++i) {
    const double now = std::abs(calcWay(after)) - next.way;
    const double better = after - now * (after - before) / (now - left);
    if (!(std::abs(better - after) > 1e-9 * after)) break;
    before = after;
    left = now;
    after = better;
  }
  if (!(after > 0 && after <= wanted_) || after >= ahead_) return;
  ahead_ = after;
  span_ = next.span / std::abs(rate);
}

KnotStops::KnotStops(const System& system) : system_(system), hasKnots_(hasKnots(system)) {}

double KnotStops::find(ForwardDynamics& dynamics, const State& state, double wanted) {
  ahead_ = kNever;
  if (!hasKnots_) return kNever;
  wanted_ = wanted;
  dynamics_ = &dynamics;
  state_ = &state;
  lookAtJoints(state.mode);
  lookAtContacts(state.mode);
  if (!matters_ || !(ahead_ < kNever)) return kNever;
  return state.t + (ahead_ < kDirect * span_ ? 1 : kNotAll) * ahead_;
}

void KnotStops::noteStep(double length) {
  if (hasKnots_ && ahead_ < kNever && length < std::min(wanted_, span_) / 2) matters_ = true;
}

void KnotStops::lookAtJoints(const Mode& mode) {
  for (std::size_t j = 0; j < system_.joints.size(); ++j) {
    const JointShape& shape = getShape(system_.joints[j], mode.joints[j]);
    const Curve* curve = findCurve(shape);
    if (!hasKnots(curve) || bends(shape) || isReleased(system_.joints[j], mode.joints[j])) continue;
    look(*curve, [&](double after) {
      const std::vector<double>& y = predict(after);
      const PlacedBody a = calcPlacedBody(shape.a.body, y.data(), system_.layout.speeds(y).data());
      const PlacedBody b = calcPlacedBody(shape.b.body, y.data(), system_.layout.speeds(y).data());
      return seeFrom(turn(a.rotation, shape.a.axis), calcPlace(shape.b, b) - calcPlace(shape.a, a));
    });
  }
}

void KnotStops::lookAtContacts(const Mode& mode) {
  for (const auto& [unilateral, at] : mode.unilaterals.entries()) {
    if (unilateral < system_.firstContact() || !(at.closed || at.pressed)) continue;
    const SystemContact contact = system_.contacts[unilateral - system_.firstContact()];
    const CurvePiece* piece = findSpline(contact);
    if (!piece) continue;
    look(*piece->curve, [&](double after) {
      const std::vector<double>& y = predict(after);
      const double* const v = system_.layout.speeds(y).data();
      const PlacedBody a = calcPlacedBody(contact.geometry.a(), y.data(), v);
      const PlacedBody b = calcPlacedBody(contact.geometry.b().body, y.data(), v);
      return seeFrom(piece->direction, calcCenter(contact.geometry, a, b) - piece->origin);
    });
  }
}

// As long as accelerations stay.
const std::vector<double>& KnotStops::predict(double after) {
  dynamics_->evaluate(state_->t, state_->y);
  const auto acceleration = dynamics_->acceleration();
  y_ = state_->y;
  const std::span<const double> v = system_.layout.speeds(std::span<const double>(state_->y));
  for (std::size_t i = 0; i < acceleration.size(); ++i) y_[i] += after * (v[i] + after / 2 * acceleration[i]);
  return y_;
}

}  // namespace clank
