// SPDX-License-Identifier: GPL-3.0-or-later
// Impulses of many contacts at once, island by island: of a step of time (simulation/moreau_step.h), or the
// shifts that push bodies out of each other, which obey the same law without friction.
//
// Bodies that touch, or that joints hold together, form an island; islands do not feel each other. Within one
//     v+ = v + sum p_i W (J_i' + G' l_i),    r_i = J_i v+ + bias_i,
// as in an impact (impact.h). Where no joint takes part, l = 0 and the Delassus matrix has entries only for
// contacts with a body in common; else a solve with the assembler's factor gives what a unit impulse does to
// the whole linkage.
// solve_contacts.h chooses how the problem is solved.
// Friction of a joint is a row without a normal one, |P_t| <= B against the rate of its coordinate, with the
// bound B = b + k |P(L)| of joint_friction.h on the impulses L of its own rows. The problem is solved again
// with the bounds that its answer gives until these move no rate by more than the tolerance. From below they
// converge where friction is small beside the lever arms (there the step contracts). A joint that locks
// itself has bounds that grow from round to round until it sticks, and then they need not grow any more; if
// joints lock each other in turn and kMostRounds do not settle that, the last answer is taken, and the
// report says so. A coordinate that joints and drives hold anyway slips as they say: its friction changes
// impulses alone.
// Rolling resistance is a row without a normal one too, whose bound follows the impulse of its contact within
// the solution (contact_problem.h).
// What rests has its coefficient at rest. Where it slips all the same, it gets that in motion and the problem
// is solved again.
// Restitution: a contact that hits with the approach r- < 0 has the bias e r-. Poisson's law solves twice,
// for compression and from there for expansion with at least e p_c. If contacts would give more energy than
// without restitution, all e of the island are lowered by one factor (impact.h says why).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/coulomb/block_islands.h"
#include "core/coulomb/contact_sweep.h"
#include "core/dynamics/assembler.h"

namespace clank {

struct StepContact {
  std::size_t unilateral = 0;
  // The bodies of its rows, never what bends them. A stop's or a rope's may have more: these are solved for
  // as those among joints are.
  int a = kFrameBody, b = kFrameBody;
  BlockRow normal, slip;  // rates of gap and slip; slip unused without friction
  double friction = 0, restitution = 0;
  bool poisson = false;
  bool pulls = false;                     // holds the gap in both directions
  double normalBias = 0, slipBias = 0;    // added to the rates after
  double rateBefore = 0, slipBefore = 0;  // as the work of the impulse counts them
  double speed = 0;                       // m/s, of its surface along itself, in slipBias
  double impulse = 0, slipImpulse = 0;    // in: a guess; out: the solution
  double rateAfter = 0, slipAfter = 0;    // out, with the bias
  int island = 0;                         // out
  // Friction of a joint in place of a contact: no normal row, friction 1, and the bound of its impulse.
  int joint = -1;
  double constant = 0, coefficient = 0;  // b (N s or N m s) and k
  // Rolling resistance in place of a contact: no normal row, the turning as slip, the arm (m) as friction,
  // and which of the contacts rolls (it stands before this one).
  int rolls = -1;
  bool hasNormal() const { return joint < 0 && rolls < 0; }
  // Given: it rests with the numbers above, and has these once it slips.
  struct InMotion {
    double friction = 0, constant = 0, coefficient = 0;
  };
  std::optional<InMotion> inMotion;
};

struct UnilateralRows;
// Its rows, bodies and friction; nothing of what it does.
StepContact makeStepContact(const System& system, std::size_t unilateral, const UnilateralRows& rows);

struct StepImpulseReport {
  int sweeps = 0;
  double residual = 0;            // of a rate, where sweeps were needed
  bool settled = true;            // within the tolerance
  double loweredRestitution = 1;  // the least factor
  bool boundsSettled = true;      // of joints
};

class StepImpulses {
 public:
  static constexpr int kMostRounds = 40;  // of the bounds of joints

  // The assembler's rows are those of joints and drives alone, its factor that of the position.
  explicit StepImpulses(const Assembler& assembler);

  // Adds to v (one a coordinate) and to the impulses of the assembler's rows. tolerance: of a rate.
  StepImpulseReport solve(Assembler& assembler, std::span<StepContact> contacts, std::span<double> v,
                          std::span<double> rowImpulse, double tolerance);

 private:
  struct Island;
  void findJointed(const Assembler& assembler);
  bool isAmongJoints(const StepContact& contact) const;
  void findIslands(std::span<StepContact> contacts);
  void fillFree(std::span<StepContact> contacts, Island& island);
  void fillJointed(Assembler& assembler, std::span<StepContact> contacts, Island& island);
  void keepDigits(std::span<const StepContact> contacts, Island& island) const;
  void holdRates(std::span<const StepContact> contacts, Island& island) const;
  bool settleBounds(const Assembler& assembler, std::span<StepContact> contacts, Island& island,
                    std::span<const double> rowImpulse, double tolerance) const;
  double settle(const Assembler& assembler, std::span<StepContact> contacts, Island& island,
                std::span<const double> rowImpulse, double tolerance, StepImpulseReport& report) const;
  void apply(std::span<const StepContact> contacts, const Island& island, std::span<double> v,
             std::span<double> rowImpulse) const;

  const System* system_;
  BlockIslands linkage_;         // blocks that joints hold together
  std::vector<char> isJointed_;  // of each block: is there a row of a joint on it, or does it bend?
  std::vector<int> slot_;
  std::vector<std::vector<std::size_t>> members_;  // contacts of each island
};

}  // namespace clank
