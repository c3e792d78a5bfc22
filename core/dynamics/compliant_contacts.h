// SPDX-License-Identifier: GPL-3.0-or-later
// The forces of compliant contacts that are pressed (UnilateralMode::pressed), as applied forces.
//
// With the depth d = -gap and the slip v of the material points in the middle of the touch, which are the
// rates of the rows n and t of the contact (contact_rows.h), a law gives N(d, d') and friction T = -mu(v) N.
// Rolling resistance is M = -b N f(w r/v_f) against the turning w of b against a, smoothed about rest as
// Coulomb's friction is: f(x) = x (3 - x^2)/2 up to x = 1, and then 1.
// Generalised forces are n' N + t' T, so that their power is N gap' + T v to the last digit; with the elastic
// energy E,
//   N gap' = -dE/dt - (N - dE/dd) d',
// the last part, -T v and -M w are the losses, integrated beside the impulses as internal states of the pair.
#pragma once

#include <span>
#include <vector>

#include "core/dynamics/assembler.h"

namespace clank {

class CompliantContacts {
 public:
  explicit CompliantContacts(const System& system) : system_(&system) {}

  // Which are pressed. Allocates.
  void setMode(const Mode& mode);

  // At a state at which the bodies have been placed; fills the rates of the internal states. No allocation.
  void update(const Assembler& assembler, std::span<const double> y, std::span<double> internalRates);
  // Generalised forces of the last update.
  void addForces(std::span<double> f) const;

  struct Press {
    std::size_t contact = 0;
    bool slack = false;
    double approach = 0;  // m/s
    ContactKinematics kinematics;
    Eigen::Vector2d point;            // m, world
    BlockRow normalRow, slipRow;      // where links bend
    BlockRow rollRow;                 // of what resists rolling
    double elastic = 0, damping = 0;  // N, together the push on b
    double friction = 0;              // N, on b along the tangent
    double moment = 0;                // N m, on b against rolling
    double normal() const { return elastic + damping; }
  };
  // Null when it is not pressed.
  const Press* find(std::size_t contact) const;
  std::span<const Press> pressed() const { return pressed_; }
  // W, of what moves surfaces along themselves, at the last update.
  double calcCarriedPower() const;

 private:
  void update(Press& press, const Assembler& assembler, std::span<const double> y,
              std::span<double> internalRates) const;

  const System* system_;
  std::vector<Press> pressed_;
};

// Depth and its rate (m, m/s) of a contact.
struct ContactDepth {
  double depth = 0, rate = 0;
};
ContactDepth calcContactDepth(const System& system, std::size_t contact, std::span<const double> y);

// J, of all that are pressed in a mode.
double calcContactEnergy(const System& system, const Mode& mode, std::span<const double> y);
// J, lost in all compliant contacts since the start.
struct ContactLoss {
  double damping = 0, friction = 0;
};
ContactLoss calcContactLoss(const System& system, std::span<const double> y);

// The deflection of the bristles of a contact of a pair that has them, among the internal states.
std::size_t findBristle(const SystemContactPair& pair, std::size_t contact);

}  // namespace clank
