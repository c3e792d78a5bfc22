// SPDX-License-Identifier: GPL-3.0-or-later
// Coulomb friction of contacts and joints that slide, as forces on unknown normal forces.
//
// With s_k the sign of the slip, t_k the unit generalised force along it, u_k >= 0 the friction and all else
// as in the saddle-point solve x, lambda = S(f):
//   M a = f + G' lambda - sum_k s_k u_k t_k,  u_k = B_k(lambda):
// mu_k times the normal force of a contact (of its rolling resistance b_k times, t_k being the moment between
// its bodies), k_k P_k of a joint (joint_friction.h). S is linear, lambda =
// lambda_0 - sum_k s_k u_k lambda^k with lambda_0 of f and lambda^k of t_k alone, so that
//   F_i(u) = u_i - B_i(lambda_0 - sum_k s_k u_k lambda^k) = 0,  dF_i/du_k = delta_ik + s_k B_i'(lambda^k).
// Contacts alone are a linear system (in the normal forces u_k/mu_k or u_k/b_k), singular only where the
// wedge jams (the paradox of Painleve). B of a joint is piecewise smooth and convex: Newton's method from u =
// 0, whose solutions belong to small friction as long as the determinant of dF/du is positive, as it is at u
// = 0. What of a joint's friction does not depend on its reaction is added to f beforehand.
#pragma once

#include <Eigen/Core>
#include <Eigen/LU>
#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/joint_friction.h"

namespace clank {

class SlidingFriction {
 public:
  // Chooses the contacts and joints that slide. Allocates; called when the mode changes.
  void setMode(const Assembler& assembler);

  // Adds the friction of joints that their motion alone tells (constant, viscous) to the generalised forces
  // f. Returns the power lost, W. No allocation.
  double addKnown(const Assembler& assembler, std::span<double> f);
  // Adds friction to the solution x (m/s2, rad/s2) and lambda (N, N m) of the assembler's last solve with
  // forces alone. Returns the power lost, W. No allocation.
  double apply(Assembler& assembler, std::span<double> x, std::span<double> lambda);

  // Generalised force on the coordinate of a joint that slides, N m or N; 0 of one at rest.
  double jointForce(std::size_t joint) const { return jointForce_[joint]; }
  // What a joint takes that is found elsewhere (at rest without a row), until the next evaluation.
  void setForce(std::size_t joint, double force) { jointForce_[joint] = force; }
  // Friction is linear in the forces: no joint is among what slides.
  bool isLinear() const { return sliders_.empty() || !sliders_.back().isJoint; }
  // After an apply() with linear friction: adds what it answers to other multipliers lambda, with x as in
  // apply(). Returns the change of the power lost, W.
  double respond(const Assembler& assembler, std::span<double> x, std::span<double> lambda);
  // The joint that has locked itself in the last apply(): there is no sliding with its friction.
  std::optional<std::size_t> jam() const { return jam_; }

 private:
  struct Slider {
    std::size_t index = 0;  // contact or joint
    bool isJoint = false;
    bool rolls = false;  // of a contact: its rolling resistance
    double factor = 0;   // mu, b, or k of a joint
    int sign = 0;        // of the slip
  };
  int findSign(const Assembler& assembler, std::size_t joint) const;
  void updResponse(Assembler& assembler, std::size_t slider);
  void factorContacts(const Assembler& assembler);
  void solveAll(const Assembler& assembler, std::span<const double> lambda);
  double linearize(const Assembler& assembler, std::span<const double> lambda);
  static double calcSlidingRate(const Assembler& assembler, const Slider& slider);  // rad/s or m/s
  double addForces(const Assembler& assembler, std::span<double> x, std::span<double> lambda);

  std::vector<std::size_t> joints_;  // whose friction is in force and does not grip
  std::vector<double> jointForce_;   // one a joint
  std::vector<Slider> sliders_;      // contacts, then joints
  std::vector<double> unit_, noRate_, trial_;
  std::vector<std::vector<double>> x_, lambda_;  // of a unit tangential force, one a slider
  Eigen::MatrixXd matrix_;
  Eigen::VectorXd press_, step_;  // normal force of a contact, friction of a joint
  Eigen::PartialPivLU<Eigen::MatrixXd> factor_;
  std::optional<std::size_t> jam_;
};

}  // namespace clank
