// SPDX-License-Identifier: GPL-3.0-or-later
// Closure of the loops, drift control, mobility.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/assembler.h"
#include "core/math/row_rank.h"

namespace clank {

// Projections onto the constraints of an assembler's mode, with their scratch: no allocation once it has been
// used on as many rows.
class Projection {
 public:
  // Moves q (one a coordinate) to the nearest position, in the mass metric, at which every row closes. Newton
  // on [M G'; G 0] with the factor of the first iteration as long as that converges fast; returns the largest
  // error left; it and the tolerance are in units of length of the mechanism (tolerances.h) or rad. v is only
  // passed through to the kinematics. Needs an update() of the assembler at (t, q, v).
  double projectPosition(Assembler& assembler, double t, std::span<double> q, std::span<const double> v,
                         double tolerance, int maxIterations);
  // Removes from v, in the mass metric, what violates G v = rate() at the rows of the assembler, until no row
  // violates it by more than the tolerance (m/s or rad/s).
  void projectVelocity(Assembler& assembler, std::span<double> v, double tolerance);
  // Both for a state y at time t, down to rounding. Returns its drift before, m or rad.
  double projectState(Assembler& assembler, double t, std::span<double> y);
  // The same after an update() of the assembler there.
  double projectUpdated(Assembler& assembler, double t, std::span<double> y);

 private:
  void resize(const Assembler& assembler, std::size_t coordinates);

  std::vector<double> change_, zero_, target_, lambda_;
};

// The same once, with an update() of their own and exact velocities.
double projectPosition(Assembler& assembler, double t, std::span<double> q, std::span<const double> v,
                       double tolerance, int maxIterations);
void projectVelocity(Assembler& assembler, std::span<double> v);

// The same, with rows K whose speeds K v should be those given. The rows of the assembler hold; within them K
// v comes as near to what is wanted as it can, and is that when they are compatible; what is left is the
// least change of v in the mass metric. Dense: for the start of a run.
void projectVelocity(Assembler& assembler, std::span<double> v, std::span<const BlockRow> kept,
                     std::span<const double> speeds);

// What rounding of q leaves of the error of rows, in units of length of the mechanism (tolerances.h) or rad.
double calcRounding(const System& system, std::span<const double> q);

// Norm of the constraint error C at the assembler's last update (m and rad together).
double calcDrift(const Assembler& assembler);

// Independent rows among rows: those of which more than kDependent (tolerances.h) is left beside the others,
// in the metric of the masses, which makes rows of metres and of radians comparable.
RankResult calcRowRank(const System& system, std::span<const BlockRow> rows);

// Degrees of freedom by the rank of G at the assembler's last update, and by Gruebler's count of rows.
int calcMobility(const System& system, const Assembler& assembler);
int calcGruebler(const System& system, const Assembler& assembler);

}  // namespace clank
