// SPDX-License-Identifier: GPL-3.0-or-later
// Closure of the loops, drift control, mobility.
#pragma once

#include <span>

#include "core/dynamics/assembler.h"

namespace clank {

// Moves q (three a body) to the nearest position, in the mass metric, at which every row of the assembler's
// mode closes. Newton on [M G'; G 0]; returns the largest error left (m or rad). v is only passed through to
// the kinematics.
double projectPosition(Assembler& assembler, double t, std::span<double> q, std::span<const double> v,
                       double tolerance, int maxIterations);

// Removes from v, in the mass metric, what violates G v = rate() at the position of the last update of the
// assembler.
void projectVelocity(Assembler& assembler, std::span<double> v);

// Norm of the constraint error C at the assembler's last update (m and rad together).
double calcDrift(const Assembler& assembler);

// Degrees of freedom by the rank of G at the assembler's last update, and by Gruebler's count of rows.
int calcMobility(const System& system, const Assembler& assembler);
int calcGruebler(const System& system, const Assembler& assembler);

}  // namespace clank
