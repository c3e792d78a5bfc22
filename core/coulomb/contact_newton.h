// SPDX-License-Identifier: GPL-3.0-or-later
// A contact problem by a guess of which contacts are open, stick and slide, and better guesses from its
// answer.
//
// With a guess all conditions are linear: p = base of an open contact, r_n = r_t = 0 of one that sticks, r_n
// = 0 and p_t = -mu s p_n of one that slides with s. Of the answer, n = p_n - r_n/W_nn and t = p_t - r_t/W_tt
// say the next guess: open where n <= base, sticking where |t| <= mu n, sliding with -sign t otherwise; a
// guess that says itself again solves the problem (Alart and Curnier 1991; a Newton method of a function with
// kinks). It takes a few solutions of a linear system in place of a path of pivots, but need not end: then
// pivoting is asked. The first guess comes from some sweeps of relaxation, contact by contact.
#pragma once

#include <Eigen/Core>
#include <optional>
#include "core/coulomb/contact_problem.h"

namespace clank {

// Nothing when the guesses do not settle, or when what they settle on misses a condition.
std::optional<Eigen::VectorXd> solveByGuesses(const ContactProblem& problem);
// From impulses near the answer, without relaxation: nothing when it misses a condition.
std::optional<Eigen::VectorXd> refineByGuesses(const ContactProblem& problem, const Eigen::VectorXd& start);
// The same where an answer that misses conditions is better than none.
std::optional<Eigen::VectorXd> improveByGuesses(const ContactProblem& problem, const Eigen::VectorXd& start);

}  // namespace clank
