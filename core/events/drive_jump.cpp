// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/drive_jump.h"

#include <fmt/format.h>

#include <cmath>

#include "core/dynamics/consistency.h"
#include "core/dynamics/shared_reactions.h"
#include "core/dynamics/tolerances.h"
#include "core/events/contact_decision.h"
#include "core/events/law_branches.h"
#include "core/events/rate_jump.h"
#include "core/math/largest.h"

namespace clank {
namespace {

constexpr double kSameRate =
    1e-9;  // m/s or rad/s, and of the rate: typed pieces that fit as well as numbers do
constexpr double kDriveMissed = 1e-7;  // of the largest rate

// Rate (m/s, rad/s) and error (m, rad) of every drive at a state.
struct DriveRows {
  std::vector<double> rate, error;
};
DriveRows readDrives(Assembler& assembler, const State& state) {
  const StateLayout& layout = assembler.system().layout;
  assembler.updRows(state.t, state.y.data(), layout.speeds(state.y).data());
  DriveRows drives;
  for (std::size_t d = 0; d < assembler.system().drives.size(); ++d) {
    drives.rate.push_back(getDriveRate(assembler, d));
    drives.error.push_back(getDriveMultiplier(assembler, d, assembler.error()));
  }
  return drives;
}

std::string pointTo(const SystemDrive& drive) {
  return fmt::format("/drives/{}", drive.index);
}

class DriveJump {
 public:
  DriveJump(ForwardDynamics& dynamics, State& state, std::size_t drive, const DriveRows& before)
      : c_(dynamics, state), assembler_(dynamics.assembler()), drive_(drive), before_(before) {}

  Result<std::vector<Transition>> apply() {
    describe();
    c_.useMode(c_.calcOpenMode());
    const double fastest =
        findLargest(calcRateViolation(assembler_, c_.v())) + findLargest(assembler_.rate());
    auto jump = jumpToRates(c_);
    if (!jump) return refuse("it presses parts together that cannot give way");
    if (findLargest(calcRateViolation(assembler_, c_.v())) > kDriveMissed * fastest + kRest)
      return refuse("the other joints and drives do not let the parts take up the speed that it demands");
    transition_.notUnique = nameParts(assembler_, shareEvenly(assembler_, jump->impulse));
    record(*jump);
    c_.useMode(c_.mode());
    c_.add(std::move(transition_));
    for (const std::size_t u : c_.mode().unilaterals.listClosed())
      if (c_.mode().unilaterals[u].closed && c_.calcRows(u).gapRate > kRest) c_.letGo(u);
    decideContacts(c_);
    return finishEvent(c_);
  }

 private:
  const SystemDrive& drive() const { return c_.system().drives[drive_]; }

  tl::unexpected<Problems> refuse(const char* why) const {
    return failure(fmt::format("the speed of drive {} jumps: {}", drive().id, why), pointTo(drive()));
  }

  void describe() {
    transition_.kind = EventKind::driveJump;
    transition_.part = DriveIndex{drive_};
    transition_.vBefore.assign(c_.v().begin(), c_.v().end());
    transition_.mobilityBefore = transition_.mobilityAfter = c_.mobilityBefore();
    transition_.rateBefore = before_.rate[drive_];
    transition_.modeAfter = c_.mode();
  }

  void record(RateJump& jump) {
    transition_.vAfter.assign(c_.v().begin(), c_.v().end());
    for (std::size_t j = 0; j < c_.system().joints.size(); ++j)
      transition_.jointImpulses.push_back(calcRowLoad(assembler_, j, jump.impulse));
    for (std::size_t d = 0; d < c_.system().drives.size(); ++d)
      transition_.driveImpulses.push_back(getDriveMultiplier(assembler_, d, jump.impulse));
    transition_.driveWork = calcDriveWork(assembler_, jump.impulse, before_.rate) + jump.carriedWork;
    transition_.contactImpulses = std::move(jump.contactImpulses);
    const std::size_t joint = drive().joint;
    const JointKinematics k = assembler_.calcKinematics(joint);
    const double impulse = transition_.driveImpulses[drive_];
    transition_.rateAfter = getDriveRate(assembler_, drive_);
    transition_.point = k.a.position + k.offset;
    transition_.impulse = std::abs(impulse);
    if (c_.system().joints[joint].coordinate == CoordinateKind::travel)
      transition_.normal = impulse > 0 ? Eigen::Vector2d(-k.axis) : Eigen::Vector2d(k.axis);
  }

  EventContext c_;
  Assembler& assembler_;
  const std::size_t drive_;
  const DriveRows& before_;
  Transition transition_;
};

}  // namespace

Result<std::vector<Transition>> applySwitch(const SwitchWatch& watch, ForwardDynamics& dynamics,
                                            State& state) {
  Assembler& assembler = dynamics.assembler();
  const System& system = assembler.system();
  const DriveRows before = readDrives(assembler, state);
  chooseBranches(dynamics, state, watch.index);
  dynamics.setMode(state.mode);
  const DriveRows after = readDrives(assembler, state);
  for (std::size_t d = 0; d < system.drives.size(); ++d) {
    const double leap = std::abs(after.error[d] - before.error[d]);
    if (!std::isfinite(leap))
      return failure(fmt::format("the law of {} is not a finite number", system.drives[d].id),
                     pointTo(system.drives[d]));
    if (leap > kJam)
      return failure(
          fmt::format(
              "the law of drive {} (joint {}) jumps: the joint would have to move by {:.3g} {} in no time; "
              "give the motion some time there",
              system.drives[d].id, system.joints[system.drives[d].joint].id, leap,
              system.joints[system.drives[d].joint].coordinate == CoordinateKind::angle ? "rad" : "m"),
          pointTo(system.drives[d]));
  }
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    if (std::abs(after.rate[d] - before.rate[d]) > kSameRate * (1 + std::abs(before.rate[d])))
      return DriveJump(dynamics, state, d, before).apply();
  return std::vector<Transition>{};
}

}  // namespace clank
