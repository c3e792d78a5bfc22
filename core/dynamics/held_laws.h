// SPDX-License-Identifier: GPL-3.0-or-later
// Laws that are held where they change: -0.3*sign(A.omega) at rest.
//
// On both sides of x = 0 the law drives x back to zero, so that the motion cannot leave it: x stays, and the
// law is as much of both branches as that takes (Filippov 1988; for dry friction it is Coulomb's law). Forces
// are f = f_0 + sum s_i (f_i - f_0) with the shares s_i, 0 to 1, of the other branch of switch i, and the
// accelerations a = a_0 + sum s_i (a_i - a_0), for they depend linearly on forces. With the rates
// r_j = d x_j/dt, linear in a:
//     sum_i s_i (r_j(a_i) - r_j(a_0)) = -r_j(a_0).
// An argument that depends on positions alone has its second rate in the place of the first, and what is left
// of x dies out: r = x" + 2 k x' + k^2 x. What is left of one that reads speeds stays: it is rounding.
#pragma once

#include <Eigen/QR>
#include <array>
#include <span>
#include <vector>

#include "core/dynamics/law_switch.h"
#include "core/dynamics/state.h"

namespace clank {

// r of an argument with its rates: what has to vanish for the switch to be held.
double calcLeavingRate(const SystemSwitch& s, const Jet& argument);

class HeldLaws {
 public:
  explicit HeldLaws(const System& system) : system_(system), switches_(system) {}
  // Chooses what is held. Allocates.
  void setMode(const Mode& mode);
  std::size_t count() const { return held_.size(); }

  // One evaluation: begin with the forces and accelerations of the branches, then for each that is held the
  // forces of its other branch and, when they are known, its accelerations; mix gives what f, powers and
  // outputs are between them.
  void begin(double t, std::span<const double> y, const ForceWorkspace& forces, std::span<const double> f,
             std::span<const double> powers, std::span<const double> acceleration);
  std::span<double> updOther(std::size_t i, double t, std::span<const double> y, ForceWorkspace& forces);
  void noteOther(std::size_t i, double t, std::span<const double> y, std::span<const double> acceleration);
  void mix(ForceWorkspace& forces, std::span<double> f, std::span<double> powers);

  // Share of the other branch in the last evaluation; between 0 and 1 while the law holds.
  double share(std::size_t i) const { return shares_(static_cast<Eigen::Index>(i)); }

 private:
  // The rates of those held, on one of the branches.
  void updRates(double t, std::span<const double> y, std::span<const double> acceleration,
                Eigen::Index column);

  struct Forces {
    std::vector<double> f;
    std::vector<ForceOutput> outputs;
    std::array<double, kWorkIntegrals> powers{};
  };
  const System& system_;
  LawSwitches switches_;
  std::vector<Mode::HeldSwitch> held_;
  std::vector<double> branches_, tried_;
  std::vector<Forces> forces_;  // on the branches, then with the other of each that is held
  Eigen::MatrixXd rates_, matrix_;
  Eigen::VectorXd shares_;
};

}  // namespace clank
