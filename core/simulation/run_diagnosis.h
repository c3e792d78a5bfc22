// SPDX-License-Identifier: GPL-3.0-or-later
// Words for what stops a run, or is worth knowing about it.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/dynamics/assembler.h"
#include "core/model/mechanism.h"
#include "core/record/run_summary.h"

namespace clank {

// The constraints at the assembler's last update cannot be met any more: a drive pushes a linkage past where
// it can go. Nothing when they are met.
std::optional<Problem> describeJam(const Assembler& assembler, double t);

// No step size meets the tolerances.
Problem describeStepFailure(const System& system, const SimulationSettings& settings, double t);

// The law of a force element or drive has given no number at t, or just after it.
Problem describeBadLaw(const SystemForce& force, double t);
Problem describeBadLaw(const SystemDrive& drive, double t);

// A channel that has become infinite or no number; its name begins with the part.
Problem describeNotFinite(const System& system, const std::string& channel, double t);

// At the pace of the last steps the run would not end in a useful time; step: the last one, s.
std::string describeStall(const System& system, const SimulationSettings& settings, double t, double step);

// More events than anybody can look at; part: where the next one would be.
std::string describeTooManyEvents(double t, int events, const std::string& part);

// Where that is chosen in the file.
inline constexpr const char* kIntegratorPlace = "/simulation/integrator";
// "; ... integrator: moreau_jean ...": what to do where contacts crowd.
std::string offerTimeStepping();
// Events of contacts and stops crowd: their number, of a run of t (s).
bool isCrowded(int events, double t);
std::string describeCrowd(int events, double t);

// A blow through a joint that releases at a force or a moment, which an impulse is not.
std::string describeBlow(const std::string& joint, const std::string& element, double t, double impulse,
                         const char* impulseUnit, double above, const char* unit);

// Bounces that never end by themselves, where the capture speed lets them go on.
std::string describeEndlessBounces(const std::string& part, double t, double captureSpeed);
// Where events of contacts crowded, steps of time have led on: their number and how long they were (s).
std::string describeCrossings(int steps, double duration);

// Singular positions that the motion has passed: how many, the first and the last.
struct SingularPasses {
  int count = 0;
  double first = 0, last = 0;  // s
  std::string part;            // "joint A": what depends on the others in the first
};
std::string describeSingularPasses(const SingularPasses& passes);

// What a row of the assembler belongs to: "joint A", "drive d", "contact c".
std::string describeRow(const Assembler& assembler, std::size_t row);

// Parts whose reactions were one share of many.
std::string describeShares(std::span<const SharedPart> parts);
// Rows from first to last (s) whose motion was one of several (dynamics/elastic_share.h).
std::string describeOpenMotion(double first, double last);
// Where so many press that nobody has looked.
inline constexpr const char* kHeapedShares =
    "where a great many contacts press at once, reactions are one share of many that rigid bodies leave "
    "open; "
    "which of them is not looked at there";
// A belt whose strand would have had to push, since t (s), at most with -least (N).
std::string describeSlackBelt(const std::string& id, double t, double least, double preload);
// A circle that has sunk by a depth beyond its radius (m) into what it touches.
std::string describeSunk(const System& system, std::size_t pair, double depth, double radius);
// Links that have been bent by more than a tenth of their length, where they bend in modes, or beyond the
// yield stress; peaks in the order of System::bends, then of its chains.
Problems describeBends(const System& system, std::span<const BentPeak> peaks);
// Of a run that has ended, but whose energy is not what it should be: residual of turnover, J.
std::string describeOpenLedger(double residual, double turnover);
// The same of steps of time (s), in which a part turns by so much at most (rad).
std::string describeStepLedger(double residual, double turnover, double step, double turn);
// So much energy (made, J) has come from nowhere that the run ends at a time (s).
std::string describeMadeEnergy(double t, double made, double turnover, double step, double turn);
// The law of a drive has moved on in one bound, by leap (m or rad), and the joints were left behind.
std::string describeLeap(const System& system, double t, double leap);

// "drive d on joint A may ask for more than the joints allow ...", or nothing without drives.
std::string describeDrives(const System& system);

}  // namespace clank
