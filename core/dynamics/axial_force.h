// SPDX-License-Identifier: GPL-3.0-or-later
// The axial force in links that bend, from equilibrium: whatever number of axial modes a link has, none
// included, it is what its parts need to move as they do.
//
// Cut the link at x. What lies behind the cut is pulled towards the start by N along the tangent t there, and
// has the forces F_i of all that acts on it at places x_i > x, its weight, and its inertia:
//
//   N(x) = t.(sum F_i + int_x^L rho A (g - a) dx),
//
// with a the acceleration of the points of the axis (station.h). N jumps where a force acts, and is zero
// before the start and behind the end by the equations of motion. A link of rods is cut through one of its
// rods: the pins beside it are forces like others.
#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "core/dynamics/forward_dynamics.h"

namespace clank {

// N, tension positive, on the two sides of a place.
struct AxialForce {
  double before = 0, behind = 0;
  // Of the larger size.
  double greatest() const { return std::abs(before) > std::abs(behind) ? before : behind; }
};

// All that acts on the links that bend, at the last evaluation of dynamics.
class AxialForces {
 public:
  AxialForces(const ForwardDynamics& dynamics, std::span<const double> y);
  // One a section of the link.
  std::vector<AxialForce> calc(const BentLink& link) const;
  // At x (m, from the start of the link); at a cut between two rods the one before, which a pin holds.
  AxialForce calc(const RodChain& chain, double x) const;

 private:
  struct Force {
    int body = 0;
    double at = 0;  // m, along the straight link from its middle
    Eigen::Vector2d value;
  };
  void add(const BodyPoint& at, const Eigen::Vector2d& force);
  void add(int body, const Station* station, const Eigen::Vector2d& point, const Eigen::Vector2d& force);
  void addJoints();
  void addElements();
  void addHands();
  void addRopes();
  void addContacts();
  double calcPlace(int body, const Eigen::Vector2d& point) const;
  bool concerns(int body) const { return body >= 0 && bends_[static_cast<std::size_t>(body)]; }
  // Those of a body behind a place, and at it when asked.
  Eigen::Vector2d sum(int body, double behind, double slack, bool withThere) const;
  // int_x^L rho A (g - a) dx from each section of a link on.
  std::vector<Eigen::Vector2d> calcInertia(const BentLink& link) const;

  const ForwardDynamics& dynamics_;
  const System& system_;
  const double *q_, *v_;
  std::vector<char> bends_;  // one a body
  std::vector<Force> forces_;
};

// The greatest stress of a link, bending and axial force together, and where.
GreatestStress findGreatestStress(const BentLink& link, const double* q, std::span<const AxialForce> axial);
GreatestStress findGreatestStress(const RodChain& chain, const RodBends& bends, const AxialForces& axial);

}  // namespace clank
