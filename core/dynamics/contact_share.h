// SPDX-License-Identifier: GPL-3.0-or-later
// Contacts whose forces rigid bodies leave open: a box that stands on two corners with friction, a disc
// between floor and wall. Motion does not depend on how they share the load, but whether they can hold it
// does.
//
// The multipliers lambda + K s give the same motion for any s (dependent_rows.h). A share is admissible
// when every normal force pushes and every sticking contact stays inside its cone, N >= 0 and mu N -+ T >= 0:
// linear in the plane, A (lambda + K s) >= 0; with rolling resistance its moment has N -+ M/b >= 0. The parts
// hold as long as there is one. How far they are from slipping, rolling or parting is the margin
//     max over s of min over rows of A (lambda + K s)                     [N],
// a linear programme whose optimum is continuous in the load; where it falls through zero, the rows that it
// meets are those that give way, together. Reported is the admissible share with the least norm, continuous
// too,
//     min |D (lambda + K s)|^2,  A (lambda + K s) >= 0,
// the nearest point to the minimum without bounds in a polyhedron (math/bounded_share.h).
//
// A share that changes the normal force of a sliding contact changes its friction, too. With W for G' and
// that friction, and n the forces that do nothing without it, G' n = 0, the share is n with what its friction
// asks of all others: the answer s of the sliding friction (sliding_friction.h) to n in the place of forces,
// by which the accelerations of all rows stay zero. It is one share of the same motion where W s = 0 too, as
// in a plank that slides with the two boxes it lies on; combinations of several s are looked for that do so.
// What is left moves something: Coulomb's law has several motions then, and the share is left out.
//
// Joints that rest by their friction (joint_friction.h) share with them and with each other: the bounds B -+
// Q
// >= 0 stand among those of A. A resting joint without a row of its own, because the others hold its
// coordinate, has a place behind the rows: with g = sum of c_r g_r for its row, the shift (c, -1) leaves the
// motion as it is. B grows with the reactions, which the share itself changes: it is taken at the best share
// of the bounds before, until it comes to rest.
//
// Rows that depend on others must ask for what the others give, n' gamma = 0 for a shift n. Where a drive
// begins to move one of two parts that a third one sticks to, they do not (a gripper that lifts a box off the
// floor): no share holds then, however wide the cones.
#pragma once

#include <Eigen/Core>
#include <map>
#include <span>
#include <vector>

#include "core/dynamics/assembler.h"
#include "core/math/bounded_share.h"

namespace clank {

// More rows at once are not asked which of them are open: the price grows with the cube.
inline constexpr std::size_t kMostShared = 120;

class ContactShare {
 public:
  // Of the multipliers of the assembler's last factor. Empty where statics tells all forces.
  ContactShare(Assembler& assembler, std::span<const double> multipliers);

  bool isEmpty() const { return bounds_.empty(); }
  bool concerns(std::size_t contact) const;
  bool concernsJoint(std::size_t joint) const;
  bool concernsJoints() const;
  // How many times more than rounding the rows of a contact ask for beside what the others give; 0: nothing.
  double findContradiction(std::size_t contact) const;
  // Of the forces, how many may be chosen.
  std::size_t openCount() const { return static_cast<std::size_t>(share_.K.cols()); }
  // Joints at rest without rows, in the order in which they stand behind the rows.
  std::span<const std::size_t> restingJoints() const { return resting_; }

  // A bound of a contact or joint: of its normal force (side 0), or of its friction or its rolling resistance
  // when that is positive (+1) or negative (-1).
  struct Bound {
    std::size_t index = 0;
    int side = 0;
    bool isJoint = false, rolls = false;
  };
  // Margin (N), and the bounds that the best share meets.
  struct Margin {
    double value = 0;
    std::vector<Bound> met;
  };
  Margin calcMargin() const;
  // The margin, or less where that already is positive: its sign and its zeros are those of the margin.
  // hint: multipliers with a share that was good the last time, or none; such a share often still is, and
  // spares the programme. It is brought up to date.
  double calcSafeMargin(Eigen::VectorXd& hint) const;
  // The admissible share of least norm; where there is none, the one that misses the bounds least. Resting
  // joints have places behind the rows, in scale too.
  Eigen::VectorXd calcLeast(const Eigen::VectorXd& scale) const;
  // Multipliers that are not unique, those of resting joints behind the rows: some share leaves all that push
  // and hold room on both sides. Asked with that of least norm.
  std::vector<bool> findOpen(const Eigen::VectorXd& least) const;

 private:
  void addContradictions(const Assembler& assembler, const std::vector<Eigen::VectorXd>& shifts);
  void addResting(Assembler& assembler, std::vector<Eigen::VectorXd>& shifts);
  void chooseShifts(Assembler& assembler, const std::vector<Eigen::VectorXd>& all);
  void addShift(const Eigen::VectorXd& shift);
  void addSliding(Assembler& assembler, std::vector<Eigen::VectorXd>& shifts);
  int findPlace(const Assembler& assembler, std::size_t joint) const;  // of its friction; -1: none
  void addBound(const Bound& bound, int place, double factor, int otherPlace, double otherFactor);
  void addBounds(const Assembler& assembler, std::size_t contact);
  void settleBounds(const Assembler& assembler);

  std::vector<std::size_t> resting_;
  std::map<std::size_t, double> contradictions_;  // of contacts
  std::vector<Bound> bounds_;
  std::vector<Eigen::VectorXd> rows_;  // of A
  BoundedShare share_;                 // of the multipliers, with the places of resting joints behind them
};

}  // namespace clank
