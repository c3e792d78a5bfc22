// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/run_diagnosis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include <cmath>

#include "core/dynamics/consistency.h"
#include "core/dynamics/redundancy.h"
#include "core/dynamics/tolerances.h"
#include "core/model/unit_choice.h"
#include "core/simulation/places.h"

namespace clank {
std::string describeRow(const Assembler& assembler, std::size_t row) {
  const System& system = assembler.system();
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    if (static_cast<std::size_t>(assembler.driveRow(d)) == row) return "drive " + system.drives[d].id;
  for (std::size_t r = 0; r < system.ropes.size(); ++r)
    if (assembler.ropeRow(r) == static_cast<int>(row)) return "rope " + system.ropes[r].id;
  if (const auto contact = findContactOfRow(assembler, row)) return "contact " + system.getPair(*contact).id;
  return "joint " + system.joints[findJointOfRow(assembler, row)].id;
}

std::optional<Problem> describeJam(const Assembler& assembler, double t) {
  if (assembler.calcOpen() < kJam) return std::nullopt;
  const std::size_t worst = findWorstRow(assembler);
  const std::string what = fmt::format(
      "at t = {:.9g} s the linkage jams: {} cannot be kept, it is off by {:.3g} {}, and nothing else can "
      "give way{}",
      t, describeRow(assembler, worst), std::abs(assembler.error()[worst]), findRowUnit(assembler, worst),
      describeDrives(assembler.system()));
  return Problem{what, findPlaceOfRow(assembler, worst), Severity::error};
}

Problem describeStepFailure(const System& system, const SimulationSettings& settings, double t) {
  return {fmt::format(
              "at t = {:.9g} s no step size meets the tolerances ({:.3g} relative, {:.3g} absolute): loosen "
              "them, or look for a law that grows without bound there{}",
              t, settings.relativeTolerance.value, settings.absoluteTolerance.value, describeDrives(system)),
          "/simulation/relative_tolerance", Severity::error};
}

Problem describeBadLaw(const SystemForce& force, double t) {
  return {fmt::format("at t = {:.9g} s the law of {} is not a finite number", t, force.id),
          fmt::format("/forces/{}", force.index), Severity::error};
}
Problem describeBadLaw(const SystemDrive& drive, double t) {
  return {fmt::format("at t = {:.9g} s the law of {} is not a finite number", t, drive.id),
          fmt::format("/drives/{}", drive.index), Severity::error};
}

Problem describeNotFinite(const System& system, const std::string& channel, double t) {
  return {
      fmt::format("at t = {:.9g} s {} is not a finite number any more: the lengths, masses, speeds or forces "
                  "are too large to compute with",
                  t, channel),
      findPlaceOfChannel(system, channel), Severity::error};
}

// A run that goes on in long steps is too long; one in short ones has something fast in it.
std::string describeStall(const System& system, const SimulationSettings& settings, double t, double step) {
  constexpr double kLongStep = 1e-3;  // s
  const double rest = settings.duration.value - t;
  if (step > kLongStep)
    return fmt::format(
        "at t = {:.9g} s the run would not end in a useful time: the {:.3g} s that are left take more than "
        "{:.0e} steps of about {:.2g} s; run for less time",
        t, rest, rest / step, step);
  return fmt::format(
      "at t = {:.9g} s the steps have shrunk to {:.2g} s, and the run would not end in a useful time: the "
      "tolerances ({:.3g} relative, {:.3g} absolute) may be finer than rounding allows, or a spring, "
      "damper or law is far stiffer or faster than the motion{}",
      t, step, settings.relativeTolerance.value, settings.absoluteTolerance.value, describeDrives(system));
}

std::string describeTooManyEvents(double t, int events, const std::string& part) {
  return fmt::format(
      "at t = {:.9g} s {} events have happened, the last at {}: the run is given up; a guard that is met "
      "again "
      "at once or a time that is very short may be at fault, otherwise run for less time",
      t, events, part);
}

std::string offerTimeStepping() {
  return "; where contacts crowd, a fixed step takes all those of its time together and cannot be stopped by "
         "them (integrator: moreau_jean)";
}

bool isCrowded(int events, double t) {
  constexpr int kMany = 1000;
  constexpr double kOften = 200;  // 1/s
  return events >= kMany && events >= kOften * t;
}

std::string describeSunk(const System& system, std::size_t pair, double depth, double radius) {
  const auto write = [&](double metres) { return makeTyped(metres, "m", system.units, 3).text; };
  const SystemContactPair& sunk = system.contactPairs[pair];
  return fmt::format(
      "{} {}: its parts have sunk {} into each other, more than the radius of {}; no law of contact holds so "
      "deep, a greater stiffness keeps them apart",
      sunk.owner ? "joint" : "contact", sunk.id, write(depth), write(radius));
}

std::string describeCrowd(int events, double t) {
  return fmt::format("{} events of contacts and stops in {:.3g} s{}", events, t, offerTimeStepping());
}

std::string describeBlow(const std::string& joint, const std::string& element, double t, double impulse,
                         const char* impulseUnit, double above, const char* unit) {
  return fmt::format(
      "joint {0} releases above {1:.4g} {2}, and an impact at {3} sends {4:.4g} {5} through it at t = "
      "{6:.6g} s. "
      "An impact of rigid parts has no duration and so no force: the joint holds. A blow that lasts less "
      "than "
      "{7:.3g} s would exceed its guard; a compliant law of the contact ({3}) finds how long it lasts, and "
      "a change with the guard '{8}' releases it by its impulse",
      joint, above, unit, element, impulse, impulseUnit, t, impulse / above,
      std::string_view(impulseUnit) == "N s" ? "impulse" : "angular_impulse");
}

std::string describeEndlessBounces(const std::string& part, double t, double captureSpeed) {
  return fmt::format(
      "the bounces of {} are endless, each lower than the one before, and all are over at t = {:.9g} s; the "
      "capture speed of {:.3g} ends none of them, so those that are too slow to be told from rest are taken "
      "together",
      part, t, captureSpeed);
}

std::string describeCrossings(int steps, double duration) {
  return fmt::format(
      "where events of contacts crowded, {} fixed steps (Moreau and Jean) have led on, {:.3g} s in all",
      steps, duration);
}

std::string describeSingularPasses(const SingularPasses& passes) {
  std::string text = fmt::format(
      "at t = {:.6g} s the motion passes a singular position: for an instant the other parts hold already "
      "what {} holds, and the linkage could go on in another way; the run keeps to the smooth motion",
      passes.first, passes.part);
  if (passes.count > 1)
    text += fmt::format(" ({} such positions, the last at t = {:.6g} s)", passes.count, passes.last);
  return text;
}

namespace {

std::string tellSpan(double first, double last) {
  const std::string begin = fmt::format("{:.6g}", first), end = fmt::format("{:.6g}", last);
  return begin == end ? fmt::format("at t = {} s", begin)
                      : fmt::format("between t = {} s and {} s", begin, end);
}

}  // namespace

std::string describeShares(std::span<const SharedPart> parts) {
  constexpr std::size_t kMostNames = 6;
  std::vector<std::string> names;
  double first = parts.front().first, last = parts.front().last;
  for (const SharedPart& part : parts) {
    if (names.size() < kMostNames) names.push_back(part.part);
    first = std::min(first, part.first);
    last = std::max(last, part.last);
  }
  if (parts.size() > kMostNames) names.push_back(fmt::format("{} more", parts.size() - kMostNames));
  return fmt::format(
      "the reactions of {} are not unique ({}): they hold the same together, and rigid bodies do not say how "
      "they share it; the evenest share inside the friction cones is shown, the motion is the same with any",
      fmt::join(names, ", "), tellSpan(first, last));
}

std::string describeOpenMotion(double first, double last) {
  return fmt::format(
      "{} several motions are possible: how contacts that slide share a load that rigid bodies leave open "
      "decides what their friction brakes. The share of contacts that all give way alike, by next to "
      "nothing, "
      "is taken",
      tellSpan(first, last));
}

std::string describeSlackBelt(const std::string& id, double t, double least, double preload) {
  return fmt::format(
      "belt {}: from t = {:.6g} s on its slack strand would at times have to push, by up to {:.3g} N; a real "
      "belt "
      "goes slack there and slips. With a preload of {:.3g} N instead of {:.3g} N it holds",
      id, t, -least, preload - least, preload);
}

namespace {

std::string describeLargeDeflection(const BentPeak& peak, double length) {
  return fmt::format(
      "body {}: it is bent by up to {:.3g} m, {:.0f} % of its length (at t = {:.6g} s); modes of a straight "
      "beam are "
      "good to about 10 %",
      peak.link, peak.deflection, 100 * peak.deflection / length, peak.deflectionTime);
}

std::string describeYield(const BentPeak& peak, double yield) {
  return fmt::format(
      "body {}: its stress reaches {:.3g} MPa (at t = {:.6g} s, {:.3g} m from its start); the material "
      "yields at "
      "{:.3g} MPa, and what follows is not elastic any more",
      peak.link, peak.stress / 1e6, peak.stressTime, peak.stressPlace, yield / 1e6);
}

}  // namespace

Problems describeBends(const System& system, std::span<const BentPeak> peaks) {
  constexpr double kSmall = 0.1;  // of the length
  Problems problems;
  const auto warn = [&](std::size_t body, std::string what) {
    problems.push_back(
        {std::move(what), fmt::format("/bodies/{}/flexible", findDrawn(system, body)), Severity::warning});
  };
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    const BentPeak& peak = peaks[i];
    const BentLink* const link = i < system.bends.size() ? &system.bends[i] : nullptr;
    const RodChain* const chain = link ? nullptr : &system.chains[i - system.bends.size()];
    const std::size_t body = link ? static_cast<std::size_t>(link->body) : chain->first;
    if (link && peak.deflection > kSmall * link->length)
      warn(body, describeLargeDeflection(peak, link->length));
    if (const double yield = link ? link->yield : chain->yield; yield > 0 && peak.stress > yield)
      warn(body, describeYield(peak, yield));
  }
  return problems;
}

std::string describeOpenLedger(double residual, double turnover) {
  return fmt::format(
      "the energy ledger does not close: {:.3g} J of {:.3g} J are unexplained, so the motion is not "
      "right. Tighten the tolerances; if that does not help, look for a motion law whose speed jumps, for "
      "links that nearly repeat each other and do not quite fit (a parallelogram with a third leg), and "
      "for masses that differ by very much",
      residual, turnover);
}

namespace {
std::string tellTurn(double turn) {
  constexpr double kMuch = 0.1;  // rad
  return turn > kMuch ? fmt::format(", in which a part turns by up to {:.2g} rad", turn) : "";
}
}  // namespace

std::string describeStepLedger(double residual, double turnover, double step, double turn) {
  return fmt::format(
      "the energy ledger does not close: {:.3g} J of {:.3g} J are the error of the time step ({:.3g} s){}; a "
      "shorter one makes it smaller in proportion",
      residual, turnover, step, tellTurn(turn));
}

std::string describeMadeEnergy(double t, double made, double turnover, double step, double turn) {
  return fmt::format(
      "at t = {:.9g} s {:.3g} J of {:.3g} J have come from nowhere: springs or laws are too stiff, or "
      "parts too fast, for a time step of {:.3g} s{}; take a shorter one",
      t, made, turnover, step, tellTurn(turn));
}

std::string describeLeap(const System& system, double t, double leap) {
  const bool turns = std::all_of(system.drives.begin(), system.drives.end(), [&](const SystemDrive& drive) {
    return system.joints[drive.joint].coordinate == CoordinateKind::angle;
  });
  std::string drives;
  for (const SystemDrive& drive : system.drives)
    drives += fmt::format("{}{} (joint {})", drives.empty() ? " of drive " : " or ", drive.id,
                          system.joints[drive.joint].id);
  return fmt::format(
      "at t = {:.9g} s the law{} jumps: the joints would have to move by {:.3g} {} in no time; "
      "give the motion some time there",
      t, drives, leap, turns && !system.drives.empty() ? "rad" : "m");
}

std::string describeDrives(const System& system) {
  std::string text;
  for (const SystemDrive& drive : system.drives)
    text += fmt::format("{} drive {} on joint {}", text.empty() ? ";" : " or", drive.id,
                        system.joints[drive.joint].id);
  return text.empty() ? text : text + " may ask for more than the joints allow: a dead centre or a stop";
}

}  // namespace clank
