// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/run_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/record/published.h"
#include "core/record/receipt_units.h"
#include "core/support/one_line.h"

namespace clank {

namespace {

constexpr std::size_t kWidest = 60;  // characters of a published quantity in words

std::string reportEnd(const RunSummary& s) {
  const char* end = s.end == RunSummary::End::finished      ? "finished"
                    : s.end == RunSummary::End::interrupted ? "interrupted"
                                                            : "failed";
  return fmt::format(
      "{} at t = {:.12g} s after {} steps ({} rejected, {} evaluations) in {:.3g} s\n"
      "mobility {} at the start, {} at the end; by Gruebler's count {}\n",
      end, s.t, s.steps, s.rejectedSteps, s.evaluations, s.wallSeconds, s.mobilityStart, s.mobilityEnd,
      s.gruebler);
}

std::string reportEvent(std::size_t number, const Receipt& r) {
  std::string text = fmt::format("  {:>3}  t = {:.12g} s  {} at {} ({}, {})", number, r.t, toWord(r.kind),
                                 r.element, r.mobile ? "mobile" : "stable", r.law);
  if (r.phaseBefore != r.phaseAfter)
    text += fmt::format("  {} -> {}", toOneLine(r.phaseBefore), toOneLine(r.phaseAfter));
  text +=
      fmt::format("\n       impulse {:.10g} {}, speed {:.6g} -> {:.6g} {}, energy loss {:.10g} J{}\n",
                  r.impulse, findImpulseUnit(r), r.normalVelocityBefore, r.normalVelocityAfter,
                  findSpeedUnit(r), r.energyLoss(), r.momentumConserved ? "" : ", momentum not conserved");
  if (!r.note.empty()) text += fmt::format("       {}\n", r.note);
  if (!r.notUnique.empty())
    text += fmt::format("       not unique: the impulses of {}\n", fmt::join(r.notUnique, ", "));
  if (const auto& c = r.contact)
    text += fmt::format(
        "       contact of {:.6g} s from {:.6g} m/s: peak force {:.6g} N, peak penetration {:.6g} m, impulse "
        "{:.6g} N s, loss {:.6g} J, {}\n",
        c->duration, c->approach, c->peakForce, c->peakDepth, c->normalImpulse,
        c->dampingLoss + c->frictionLoss,
        c->effectiveRestitution ? fmt::format("effective restitution {:.6g}", *c->effectiveRestitution)
                                : "no restitution yet");
  return text;
}

std::string reportEvents(const std::vector<Receipt>& events, int count) {
  if (events.empty()) return "\nno events\n";
  std::string text = "\nevents\n";
  const std::size_t listed = std::min(events.size(), kMostListedEvents);
  for (std::size_t i = 0; i < listed; ++i) text += reportEvent(i + 1, events[i]);
  if (const int more = count - static_cast<int>(listed); more > 0)
    text += fmt::format("  ... and {} more\n", more);
  return text;
}

std::string reportLedger(const RunSummary& s) {
  std::string text = "\nenergy at the end [J]\n";
  const auto add = [&](const char* name, double value) {
    text += fmt::format("  {:<16}{:>18.10g}\n", name, value + 0.0);
  };
  add("kinetic", s.ledger.kinetic);
  add("gravity", s.ledger.gravity);
  add("elastic", s.ledger.elastic);
  add("work", s.ledger.work);
  add("damping", s.ledger.damping);
  add("friction", s.ledger.friction);
  if (s.ledger.contact != 0 || s.ledger.contactDamping != 0) {
    add("contact", s.ledger.contact);
    add("contact damping", s.ledger.contactDamping);
  }
  add("impact loss", s.ledger.impactLoss);
  add("lock loss", s.ledger.lockLoss);
  add("switch change", s.ledger.switchChange);
  add("residual", s.ledger.residual);
  text +=
      fmt::format("largest residual {:.3g} J, largest drift {:.3g} m\n", s.largestResidual, s.largestDrift);
  return text;
}

std::string reportBends(const std::vector<BentPeak>& peaks) {
  std::string text;
  for (const BentPeak& peak : peaks) {
    text += fmt::format("\n{} bends by up to {:.6g} m (t = {:.6g} s)", peak.link, peak.deflection,
                        peak.deflectionTime);
    if (peak.stress > 0)
      text += fmt::format(", greatest stress {:.6g} MPa (t = {:.6g} s, {:.4g} m from its start)",
                          peak.stress / 1e6, peak.stressTime, peak.stressPlace);
  }
  return text.empty() ? text : text + "\n";
}

std::string reportPublished(const std::vector<PublishedComparison>& comparisons) {
  if (comparisons.empty()) return {};
  std::size_t width = 0;
  for (const auto& c : comparisons) width = std::max(width, std::min(c.published.what.size(), kWidest));
  std::string text = fmt::format("\n{:<{}}  {:>18}  {:>18}  {:>12}\n", "published", width + 2, "theirs",
                                 "ours", "difference");
  for (const auto& c : comparisons) {
    text += fmt::format("  {:<{}}  {:>18.10g}", toOneLine(c.published.what), width, c.theirs);
    text += c.ours ? fmt::format("  {:>18.12g}  {:>12.3g}", *c.ours, *c.difference())
                   : fmt::format("  {:>18}  {:>12}", "none", "");
    text += fmt::format("  {}\n", c.published.unit);
  }
  return text;
}

}  // namespace

std::string writeReport(const Mechanism& resolved, const std::string& caseId, const RunSummary& summary,
                        const Trajectory& trajectory) {
  std::string text = toOneLine(resolved.name);
  if (!caseId.empty()) text += fmt::format(", case {}", toOneLine(caseId));
  if (!text.empty()) text += "\n";
  return text + reportEnd(summary) + reportEvents(trajectory.events(), summary.events) +
         reportLedger(summary) + reportBends(summary.bends) +
         reportPublished(comparePublished(resolved, caseId, trajectory));
}

}  // namespace clank
