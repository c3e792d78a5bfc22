// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/report_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>

#include "core/io/report_plots.h"
#include "core/io/report_table.h"
#include "core/io/rounding.h"
#include "core/math/units.h"
#include "core/model/shown_text.h"
#include "core/model/words.h"
#include "core/record/receipt_units.h"

namespace clank {
namespace {

constexpr int kReceiptDigits = 5;  // significant, where the document has four

// Of a pure moment the units are those of turning.
void addReceipt(ReportTable& table, std::size_t index, const Receipt& r, const Mechanism& resolved) {
  const UnitChoice& choice = resolved.units;
  table.row();
  table.value(std::to_string(index + 1));
  table.value(writeExact(r.t));
  table.words(fmt::format("{} at {}", toWord(r.kind), findPartName(resolved, r.element)));
  table.words(r.phaseBefore == r.phaseAfter ? "" : fmt::format("{} to {}", r.phaseBefore, r.phaseAfter));
  const double speed = findShownUnit(findSpeedUnit(r), choice).factor;
  // Of a speed that the event takes away, and of none, rounding is left.
  const double least = std::max(1e-12, 1e-12 * std::abs(r.normalVelocityBefore));
  const auto settle = [least](double v) { return std::abs(v) < least ? 0 : v; };
  const double before = settle(r.normalVelocityBefore), after = settle(r.normalVelocityAfter);
  table.value(r.impulse == 0 ? "" : writeShownText(r.impulse, findImpulseUnit(r), choice, kReceiptDigits));
  const std::string speeds = writeShownText(after, findSpeedUnit(r), choice, kReceiptDigits);
  table.value(
      before == after
          ? speeds
          : fmt::format("{} to {}", writeShownNumber(before / speed, choice, kReceiptDigits), speeds));
  const double energy = std::max({std::abs(r.energyBefore), std::abs(r.energyAfter), std::abs(r.driveWork)});
  table.value(writeShownNumber(dropRounding(r.energyLoss(), energy), choice, kReceiptDigits));
  table.value(fmt::format("{} to {}", r.mobilityBefore, r.mobilityAfter));
}

template <class E>
const char* toWord(const Choice<E>& choice) {
  return Words<E>::names[static_cast<std::size_t>(choice.value)];
}

}  // namespace

std::string writeParameters(const Mechanism& resolved) {
  if (resolved.parameters.empty()) return {};
  ReportTable table({"parameter", "value", "unit", "meaning"});
  for (const Parameter& parameter : resolved.parameters) {
    table.row();
    table.words(parameter.id);
    if (!parameter.choices.empty()) {
      table.words(parameter.choice);
      table.words("");
    } else {
      const auto unit = findUnit(parameter.unit);
      table.value(parameter.value.value / (unit ? unit->factor : 1));
      table.words(writeUnitName(parameter.unit));
    }
    table.words(parameter.name);
  }
  return writeHeading("Parameters") + table.write();
}

std::string writePublished(const std::vector<PublishedComparison>& comparisons, std::size_t most) {
  if (comparisons.empty()) return {};
  ReportTable table({"quantity", "published", "ours", "difference", "unit", "source", "note"});
  std::vector<std::string> notes;  // most rows have the same
  for (const PublishedComparison& c : std::span(comparisons).first(std::min(most, comparisons.size()))) {
    table.row();
    table.words(c.published.what);
    table.value(c.theirs);
    table.value(c.ours ? writeExact(*c.ours) : "none");
    table.value(c.ours ? writePower(fmt::format("{:.3g}", *c.difference())) : "");
    table.words(writeUnitName(c.published.unit));
    table.words(c.published.source);
    const auto known = std::find(notes.begin(), notes.end(), c.published.note);
    const auto place = known - notes.begin() + 1;
    table.words(c.published.note.empty() ? "" : std::to_string(place));
    if (known == notes.end() && !c.published.note.empty()) notes.push_back(c.published.note);
  }
  std::string text = writeHeading("Published numbers") + table.write();
  for (std::size_t k = 0; k < notes.size(); ++k)
    text += writeParagraph(fmt::format("{}: {}", k + 1, notes[k]), "note");
  return text;
}

std::string writeReferences(const std::vector<ComparedReference>& references, const Trajectory& trajectory,
                            const UnitChoice& choice) {
  if (references.empty()) return {};
  ReportTable table(
      {"curve", "channel", "source", "RMS difference", "greatest difference", "at t [s]", "points"});
  for (const ComparedReference& compared : references) {
    const auto& d = compared.difference;
    const std::string& unit = trajectory.channels()[compared.channel].unit;
    table.row();
    for (const std::string& text :
         {compared.getName(), compared.reference.channel, compared.reference.source})
      table.words(text);
    table.value(d ? writeShownText(d->rms, unit, choice) : "none shared");
    table.value(d ? writeShownText(d->peak, unit, choice) : "");
    table.value(d ? writeExact(d->peakTime) : "");
    table.value(d ? std::to_string(d->points) : "");
  }
  return writeHeading("Curves of other origin") + table.write();
}

std::string writeEvents(const Trajectory& trajectory, const Mechanism& resolved,
                        const std::vector<std::size_t>& chosen) {
  if (chosen.empty()) return {};
  ReportTable table({"", "t [s]", "event", "phase", "impulse", "speed", "energy lost [J]", "mobility"});
  for (const std::size_t i : chosen) addReceipt(table, i, trajectory.events()[i], resolved);
  return table.write();
}

std::string writeLedger(const RunSummary& summary, const UnitChoice& choice) {
  const EnergyLedger& l = summary.ledger;
  ReportTable table({"energy at the end", "J"});
  for (const auto& [name, value] :
       std::initializer_list<std::pair<const char*, double>>{{"kinetic", l.kinetic},
                                                             {"gravity", l.gravity},
                                                             {"elastic", l.elastic},
                                                             {"work", l.work},
                                                             {"damping", l.damping},
                                                             {"friction", l.friction},
                                                             {"contact", l.contact},
                                                             {"contact damping", l.contactDamping},
                                                             {"impact loss", l.impactLoss},
                                                             {"lock loss", l.lockLoss},
                                                             {"switch change", l.switchChange},
                                                             {"residual", l.residual}}) {
    if (value == 0 && name != std::string_view("kinetic") && name != std::string_view("residual")) continue;
    table.row();
    table.words(name);
    table.value(writeShownNumber(value, choice, kReceiptDigits));
  }
  const std::string verdict =
      summary.openLedger.empty()
          ? fmt::format("Energy is balanced to {} at every row; joints stay closed to {}.",
                        writeShownText(summary.largestResidual, "J", choice, 3),
                        writeShownText(summary.largestDrift, "m", choice, 3))
          : "The ledger does not close: " + summary.openLedger;
  return writeHeading("Energy") + table.write() + writeParagraph(verdict);
}

std::string writeBends(const std::vector<BentPeak>& peaks, const UnitChoice& choice) {
  if (peaks.empty()) return {};
  ReportTable table({"link that bends", "greatest deflection", "at t [s]", "greatest stress [MPa]",
                     "at t [s]", "from its start"});
  for (const BentPeak& peak : peaks) {
    table.row();
    table.words(peak.link);
    table.value(writeShownText(peak.deflection, "m", choice));
    table.value(writeExact(peak.deflectionTime));
    if (!(peak.stress > 0)) continue;
    table.value(writeShownNumber(peak.stress / 1e6, choice));
    table.value(writeExact(peak.stressTime));
    table.value(writeShownText(peak.stressPlace, "m", choice));
  }
  return writeHeading("Bending") + table.write();
}

std::string writeSettings(const Mechanism& resolved, const RunSummary& summary) {
  const SimulationSettings& s = resolved.simulation;
  ReportTable table({"setting", "value"});
  const auto add = [&](const char* name, const std::string& value) {
    table.row();
    table.words(name);
    table.value(value);
  };
  add("duration", writeExact(s.duration.value) + kThinSpace + "s");
  add("output interval", writeExact(s.outputInterval.value) + kThinSpace + "s");
  add("integrator", toWord(s.integrator));
  add("relative tolerance", writeExact(s.relativeTolerance.value));
  add("absolute tolerance", writeExact(s.absoluteTolerance.value));
  add("drift control", toWord(s.driftControl));
  add("impacts", toWord(s.impacts));
  add("steps", fmt::format("{} ({} rejected)", summary.steps, summary.rejectedSteps));
  return writeHeading("Settings") + table.write();
}

}  // namespace clank
