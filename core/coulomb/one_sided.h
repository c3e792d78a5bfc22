// SPDX-License-Identifier: GPL-3.0-or-later
// One row pair of everything that is one-sided or rubs: a contact, a stop, a rope, a joint that locks, the
// friction of a joint, rolling resistance. Every problem of this room is made of these.
#pragma once

#include <Eigen/Core>

namespace clank {

// In the order in which one law governs an impact that several contacts share: the last that occurs.
enum class RestitutionLaw { newton, poisson, energetic };

struct OneSided {
  Eigen::Index normal = 0, slip = -1;  // rows; normal -1: friction of a joint; slip -1: no friction
  double friction = 0;                 // mu; of a joint 1, so that base is its bound
  int slides = 0;                      // sign of a slip that is already there; 0: to be decided
  bool pulls = false;                  // the normal row is bilateral; no friction
  // p_n is not less (Poisson's expansion); friction counts it. Of a joint: the bound of its friction.
  double base = 0;
  // How an impact ends. Problems of a single stage have these as they are here.
  RestitutionLaw law = RestitutionLaw::newton;
  double restitution = 0;  // e, 0..1
  double tangential = 0;   // e_t, 0..1
  bool rests = false;      // the parts stay together afterwards: the last blow has no rebound
  // A row whose impulse is the bound in the place of base, mu (m) times it: of rolling resistance the normal
  // row of its contact, slip being the turning. Its base is that of the contact.
  Eigen::Index load = -1;
};

}  // namespace clank
