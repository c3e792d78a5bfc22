// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of time tells a row: its accelerations and forces are means over the step.
#pragma once

#include <vector>

#include "core/dynamics/forward_dynamics.h"
#include "core/simulation/moreau_step.h"

namespace clank {

class StepDescription {
 public:
  // Gives dynamics (in the mode of the state) the means of a step that ended with the speeds v; joints has
  // the rows of the step. State: where the row stands, the step's begin or end. False when so many contacts
  // press that it is not asked which of their reactions are unique.
  bool describe(ForwardDynamics& dynamics, const Assembler& joints, const State& state,
                std::span<const double> v, const MoreauStep& step);

 private:
  void copyContact(const Assembler& all, const StepContact& contact, double h);

  std::vector<double> acceleration_, lambda_;
};

}  // namespace clank
