// SPDX-License-Identifier: GPL-3.0-or-later
// The drawing board's entry to the core: positions without time. Bodies are moved by hand and the joints keep
// them together; no masses, no forces, and motors turn freely.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/body_pose.h"

namespace clank {

struct KinematicsParts;

// A point of a body is pulled to a place.
struct Pull {
  std::size_t body = 0;     // index into Mechanism::bodies
  double x = 0, y = 0;      // m, the point in body axes
  double toX = 0, toY = 0;  // m, world
};

struct PullResult {
  double distance = 0;  // m, left between the point and its target
  bool reached = false;
  std::vector<std::size_t> stoppedBy;  // joints at a limit that the pull presses against
};

// Rates of a body: of its origin (m/s, rad/s), or second rates (m/s2, rad/s2).
struct BodyRates {
  double x = 0, y = 0, angle = 0;
};

struct RestMotion {
  std::vector<BodyRates> velocity, acceleration;  // one a body
};

// Where two bodies have the same velocity; far: in infinity, in the direction (x, y).
struct InstantCentre {
  int a = -1, b = -1;  // bodies; -1: the frame
  double x = 0, y = 0;
  bool far = false;
};

// One mechanism with its present position. Every move starts from where the last one ended, so a branch of
// the closure is kept.
class Kinematics {
 public:
  // From a resolved mechanism, closed from the drawn position. Fails when the drawing cannot be closed or
  // names parts that do not exist; the problems name the joint.
  static Result<Kinematics> compile(const Mechanism& resolved);
  Kinematics(Kinematics&&) noexcept;
  Kinematics& operator=(Kinematics&&) noexcept;
  ~Kinematics();

  // One a body, in the order of Mechanism::bodies.
  const std::vector<BodyPose>& poses() const;
  // To the nearest closed position. False, and nothing changed, when there is none near.
  bool setPoses(std::span<const BodyPose> poses);

  // Moves the whole mechanism so that the point comes as near to its target as joints, locked phases and
  // limits of the first phases let it, to 1e-7 of the size of the mechanism.
  PullResult pull(const Pull& pull);

  // Turns a joint coordinate (rad or m) towards a value, as far as it goes; returns the coordinate reached.
  double turn(std::size_t joint, double value);

  // Velocities and accelerations while a joint coordinate runs at a constant rate (rad/s or m/s); the slowest
  // ones (least kinetic energy at unit masses) when there is more freedom. Nothing when the joint cannot
  // move.
  std::optional<RestMotion> calcMotion(std::size_t joint, double rate);
  // Of every pair of bodies, the frame included, that turn against each other or slide in that motion.
  std::vector<InstantCentre> listInstantCentres(const RestMotion& motion) const;
  // The positions while a joint makes one turn (rad) or a travel (m) of range to both sides together, as far
  // as it goes, in order. Afterwards the mechanism stands as before.
  std::vector<std::vector<BodyPose>> sweep(std::size_t joint, double range, int steps);

  double coordinate(std::size_t joint) const;  // rad, not wrapped, or m; 0 for a joint without one
  int calcMobility() const;                    // by the rank of the rows at the present position
  int calcMobilityWithPlay() const;            // the same while no pin with play touches its hole
  int calcGruebler() const;                    // by counting them
  double calcClosureError() const;             // m or rad, largest of all rows
  // Factorisations of the saddle-point system so far: the cost of everything above.
  long factorisations() const;

 private:
  using Parts = KinematicsParts;
  explicit Kinematics(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace clank
