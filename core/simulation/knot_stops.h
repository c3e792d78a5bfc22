// SPDX-License-Identifier: GPL-3.0-or-later
// Steps that end where a spline has its knots.
//
// At a knot the third derivative of a cubic spline jumps, and so does the rate of the accelerations of what
// runs along it. A step of high order across a knot errs by a part of that jump times h^3, whatever its
// order, so that step control takes many tries to come to it and as many to leave it. Where it has done so
// once, steps end at the knots: the way there is predicted with the accelerations at the begin of the step. A
// prediction over all of a span is not close enough, so that it is made again near its end; what is left then
// is a millionth of the span. Where tolerances are so loose that step control does not feel the knots, steps
// go across them.
#pragma once

#include "core/dynamics/forward_dynamics.h"

namespace clank {

class KnotStops {
 public:
  explicit KnotStops(const System& system);

  // When the next step from a state is to end, s; infinity: where it likes. wanted: s, what it would try.
  double find(ForwardDynamics& dynamics, const State& state, double wanted);
  // The step after find() has been this long (s), and nothing but its error has made it shorter.
  void noteStep(double length);

 private:
  // place: where a point is in the axes of its curve (m) after so many seconds.
  template <class PlaceAfter>
  void look(const Curve& curve, PlaceAfter place);
  void lookAtJoints(const Mode& mode);
  void lookAtContacts(const Mode& mode);
  const std::vector<double>& predict(double after);

  const System& system_;
  bool hasKnots_ = false, matters_ = false;
  double wanted_ = 0, ahead_ = 0;  // s, and to the next knot
  double span_ = 0;                // s, from one knot to another at the present speed
  ForwardDynamics* dynamics_ = nullptr;
  const State* state_ = nullptr;
  std::vector<double> y_;  // scratch
};

}  // namespace clank
