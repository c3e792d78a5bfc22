// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/run_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

void addNotesOnEnergy(const Sampler& sampler, RunSummary& summary) {
  if (summary.end != RunSummary::End::finished ||
      !sampler.isLedgerOpen(summary.steps + summary.rejectedSteps))
    return;
  summary.openLedger = describeOpenLedger(sampler.largestResidual(), sampler.turnover());
  summary.problems.push_back({summary.openLedger, "", Severity::warning});
}

void addNotesOnCrowds(const RunWitnesses& run, RunSummary& summary) {
  if (run.crossing.steps() > 0)
    summary.problems.push_back(
        {describeCrossings(run.crossing.steps(), run.crossing.duration()), "", Severity::note});
  if (isCrowded(run.contactEvents, summary.t))
    summary.problems.push_back(
        {describeCrowd(run.contactEvents, summary.t), kIntegratorPlace, Severity::note});
}

void addNotesOnReactions(const RunWitnesses& run, RunSummary& summary) {
  if (const auto& open = run.sampler.openMotion())
    summary.problems.push_back({describeOpenMotion(open->first, open->second), "", Severity::note});
  summary.notUnique = run.sampler.notUnique();
  if (!summary.notUnique.empty())
    summary.problems.push_back({describeShares(summary.notUnique), "", Severity::note});
  if (run.isHeaped) summary.problems.push_back({kHeapedShares, "", Severity::note});
}

void addNotesOnParts(const RunWitnesses& run, RunSummary& summary) {
  for (const Sampler::SlackBelt& slack : run.sampler.slackBelts())
    summary.problems.push_back({describeSlackBelt(slack.belt->id, slack.since, slack.least,
                                                  std::get<SystemBelt>(slack.belt->kind).tension),
                                "", Severity::warning});
  if (const auto& sunk = run.contactLog.sunk())
    summary.problems.push_back(
        {describeSunk(run.system, sunk->pair, sunk->depth, sunk->radius), "", Severity::warning});
  summary.bends = run.sampler.mostBent();
  for (Problem& problem : describeBends(run.system, summary.bends))
    summary.problems.push_back(std::move(problem));
}

}  // namespace

void addNotes(const RunWitnesses& run, RunSummary& summary) {
  addNotesOnEnergy(run.sampler, summary);
  addNotesOnCrowds(run, summary);
  addNotesOnReactions(run, summary);
  addNotesOnParts(run, summary);
  summary.singularPositions = run.singular.count;
  if (run.singular.count > 0)
    summary.problems.push_back({describeSingularPasses(run.singular), "", Severity::note});
}

namespace {

// What a guard holds (N or N m) and what has gone through its joint (N s or N m s).
struct Withstood {
  double above = 0, impulse = 0;
  const char *unit = "", *impulseUnit = "";
};
std::optional<Withstood> findWithstood(const SystemChange& change, const JointImpulse& impulse) {
  if (const auto* force = std::get_if<ForceGuard>(&change.guard);
      force && force->part.value == ForcePart::total)
    return Withstood{force->above.value, std::hypot(impulse.x, impulse.y), "N", "N s"};
  if (const auto* moment = std::get_if<MomentGuard>(&change.guard))
    return Withstood{moment->above.value, std::abs(impulse.moment), "N m", "N m s"};
  return std::nullopt;
}

// Somebody who has said at what blow the joint lets go needs no word about blows.
bool waitsForBlows(const SystemJoint& joint, int phase) {
  return std::ranges::any_of(joint.changes, [&](const SystemChange& change) {
    return change.leadsFrom(phase) && (std::holds_alternative<ImpulseGuard>(change.guard) ||
                                       std::holds_alternative<AngularImpulseGuard>(change.guard));
  });
}

}  // namespace

void BreakingBlows::add(const Receipt& receipt, const Mode& before, const Mode& after, Problems& notes) {
  constexpr double kShort = 1;  // s; longer than any blow
  for (std::size_t j = 0; j < system_.joints.size(); ++j) {
    if (told_[j] || system_.joints[j].changes.empty() || before.joints[j].phase != after.joints[j].phase)
      continue;
    const auto through = findThrough(receipt, system_.joints[j].id);
    if (!through || waitsForBlows(system_.joints[j], before.joints[j].phase)) continue;
    for (const SystemChange& change : system_.joints[j].changes) {
      if (!change.leadsFrom(before.joints[j].phase)) continue;
      const auto blow = findWithstood(change, *through);
      if (!blow || !(blow->above > 0) || !(blow->impulse > 1e-6 * kShort * blow->above)) continue;
      told_[j] = true;
      notes.push_back({describeBlow(system_.joints[j].id, receipt.element, receipt.t, blow->impulse,
                                    blow->impulseUnit, blow->above, blow->unit),
                       change.endsDrive
                           ? fmt::format("/drives/{}/until/guard", system_.drives[change.index].index)
                           : fmt::format("/joints/{}/metamorphic/changes/{}/guard", j, change.index),
                       Severity::note});
    }
  }
}

std::optional<Problem> EndlessBounces::note(const Receipt& receipt) {
  if (captureSpeed_ >= kCreep) return std::nullopt;
  // The blow whose rebound is captured ends with the speed 0.
  if (receipt.kind == EventKind::impact && !receipt.staysClosed && receipt.normalVelocityAfter > 0)
    speeds_[receipt.element] = receipt.normalVelocityAfter;
  if (receipt.kind != EventKind::contactBegin || receipt.impulse != 0) return std::nullopt;
  constexpr double kTail = 1e-3;  // m/s, of a series of bounces with any restitution worth the name
  const auto last = speeds_.find(receipt.element);
  if (last == speeds_.end() || !(last->second > 0 && last->second < kTail)) return std::nullopt;
  last->second = std::numeric_limits<double>::infinity();
  return Problem{describeEndlessBounces(receipt.element, receipt.t, captureSpeed_),
                 "/simulation/capture_speed", Severity::note};
}

}  // namespace clank
