// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts whose forces rigid bodies leave open: a box that stands on two corners with friction, a disc
// between floor and wall. Motion does not depend on how they share the load, but whether they can hold it
// does.
//
// The multipliers lambda + K s give the same motion for any s (shared_reactions.h). A share is admissible
// when every normal force pushes and every sticking contact stays inside its cone, N >= 0 and mu N -+ T >= 0:
// linear in the plane, A (lambda + K s) >= 0. The parts hold as long as there is one. How far they are from
// slipping or parting is the margin
//     max over s of min over rows of A (lambda + K s)                     [N],
// a linear programme whose optimum is continuous in the load; where it falls through zero, the rows that it
// meets are those that give way, together. Reported is the admissible share with the least norm, continuous
// too,
//     min |D (lambda + K s)|^2,  A (lambda + K s) >= 0,
// whose multipliers z solve a complementarity problem: s = s_0 + H^-1 B' z, 0 <= z, A lambda + B s >= 0 with
// B = A K, H = K' D^2 K and s_0 the minimum without bounds. A share that changes the normal force of a
// sliding contact would change its friction: it is left out.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

class ContactShare {
 public:
  // Of the multipliers of the assembler's last factor. Empty where statics tells all forces.
  ContactShare(Assembler& assembler, std::span<const double> multipliers);

  bool isEmpty() const { return bounds_.empty(); }
  bool concerns(std::size_t contact) const;

  // A bound of a contact: of its normal force (side 0), or of its friction when that is positive (+1) or
  // negative
  // (-1).
  struct Bound {
    std::size_t contact = 0;
    int side = 0;
  };
  // Margin (N), and the bounds that the best share meets.
  struct Margin {
    double value = 0;
    std::vector<Bound> met;
  };
  Margin calcMargin() const;
  // The margin, or less where that already is positive: its sign and its zeros are those of the margin.
  double calcSafeMargin() const;
  // The admissible share of least norm; where there is none, the one that misses the bounds least.
  Eigen::VectorXd calcLeast(const Eigen::VectorXd& scale) const;

 private:
  void addBounds(const Assembler& assembler, std::size_t contact);
  Eigen::VectorXd findBest(double& value) const;  // s of the margin

  Eigen::VectorXd lambda_;
  Eigen::MatrixXd K_;
  std::vector<Bound> bounds_;
  std::vector<Eigen::VectorXd> rows_;  // of A
  Eigen::MatrixXd B_;                  // A K
  Eigen::VectorXd slack_;              // A lambda
};

}  // namespace clank
