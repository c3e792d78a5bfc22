// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/html_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/io/shown_text.h"
#include "core/io/svg_figure.h"
#include "core/math/units.h"
#include "core/model/fields.h"
#include "core/record/published.h"
#include "core/record/receipt_units.h"
#include "core/support/version.h"

namespace clank {

namespace {

constexpr std::size_t kMostPlots = 8;
constexpr std::size_t kMostReceipts = 500;

constexpr const char* kStyle =
    "body{font:15px/1.45 sans-serif;max-width:900px;margin:2em auto;padding:0 1em;color:#222;background:#fff}"
    "table{border-collapse:collapse;margin:.5em 0}td,th{padding:.2em .7em;border-bottom:1px solid #ddd;"
    "text-align:left;vertical-align:top}td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:"
    "tabular-nums}"
    "svg{max-width:100%;height:auto;display:block;margin:.6em 0}h2{margin-top:1.6em;border-bottom:2px solid "
    "#33557d}"
    "@media print{h2{break-after:avoid}svg,tr{break-inside:avoid}}";

std::string heading(const char* text) {
  return fmt::format("<h2>{}</h2>\n", text);
}

std::string number(double value) {
  return fmt::format("{:.8g}", value + 0.0);
}

// A table as it grows; cells that are numbers stand right.
class Table {
 public:
  explicit Table(const std::vector<std::string>& headings) {
    text_ = "<table><tr>";
    for (const std::string& heading : headings) text_ += "<th>" + escapeMarkup(heading) + "</th>";
    text_ += "</tr>\n";
  }
  void row() { text_ += "<tr>"; }
  void words(const std::string& text) { text_ += "<td>" + escapeMarkup(text) + "</td>"; }
  void value(const std::string& text) { text_ += "<td class=\"n\">" + escapeMarkup(text) + "</td>"; }
  void value(double number_) { value(number(number_)); }
  void endRow() { text_ += "</tr>\n"; }
  std::string write() const { return text_ + "</table>\n"; }

 private:
  std::string text_;
};

std::string writeWords(const Mechanism& resolved, const RunSummary& summary) {
  std::string text;
  for (const WordedPart& part :
       describeInWords(resolved, MobilityCount{summary.mobilityStart, summary.gruebler})) {
    text += heading(part.title.c_str()) + "<ul>\n";
    for (const std::string& sentence : part.sentences) text += "<li>" + escapeMarkup(sentence) + "</li>\n";
    text += "</ul>\n";
  }
  return text;
}

std::string writeParameters(const Mechanism& resolved) {
  if (resolved.parameters.empty()) return {};
  Table table({"parameter", "value", "unit", "meaning"});
  for (const Parameter& parameter : resolved.parameters) {
    table.row();
    table.words(parameter.id);
    if (!parameter.choices.empty()) {
      table.words(parameter.choice);
      table.words("");
    } else {
      const auto unit = findUnit(parameter.unit);
      table.value(parameter.value.value / (unit ? unit->factor : 1));
      table.words(parameter.unit);
    }
    table.words(parameter.name);
    table.endRow();
  }
  return heading("Parameters") + table.write();
}

std::string writePublished(const std::vector<PublishedComparison>& comparisons) {
  if (comparisons.empty()) return {};
  Table table({"quantity", "published", "ours", "difference", "unit", "source", "why they differ"});
  for (const PublishedComparison& c : comparisons) {
    table.row();
    table.words(c.published.what);
    table.value(c.theirs);
    table.value(c.ours ? number(*c.ours) : "none");
    table.value(c.ours ? fmt::format("{:.3g}", *c.difference()) : "");
    for (const std::string* text : {&c.published.unit, &c.published.source, &c.published.note})
      table.words(*text);
    table.endRow();
  }
  return heading("Published numbers") + table.write();
}

std::string writeReferences(const std::vector<ComparedReference>& references) {
  if (references.empty()) return {};
  Table table({"curve", "channel", "source", "RMS difference", "greatest difference", "at t [s]", "points"});
  for (const ComparedReference& compared : references) {
    const auto& d = compared.difference;
    table.row();
    for (const std::string& text :
         {compared.getName(), compared.reference.channel, compared.reference.source})
      table.words(text);
    table.value(d ? compared.toText(d->rms) : "none shared");
    table.value(d ? compared.toText(d->peak) : "");
    table.value(d ? number(d->peakTime) : "");
    table.value(d ? std::to_string(d->points) : "");
    table.endRow();
  }
  return heading("Curves of other origin") + table.write();
}

std::vector<FigureCurve> listCurves(const std::vector<ComparedReference>& references, std::size_t channel) {
  std::vector<FigureCurve> curves;
  for (const ComparedReference& compared : references) {
    if (compared.channel != channel) continue;
    const auto& d = compared.difference;
    curves.push_back({d ? compared.getName() + ": RMS " + compared.toText(d->rms) : compared.getName(),
                      &compared.theirs.curve, d ? std::optional(d->peakTime) : std::nullopt});
  }
  return curves;
}

// Of a pure moment the units are those of turning.
void addReceipt(Table& table, std::size_t index, const Receipt& r, const UnitChoice& choice) {
  table.row();
  table.value(std::to_string(index + 1));
  table.value(fmt::format("{:.10g}", r.t));
  table.words(fmt::format("{} at {}", toWord(r.kind), r.element));
  table.words(r.phaseBefore == r.phaseAfter ? "" : fmt::format("{} to {}", r.phaseBefore, r.phaseAfter));
  const double speed = findShownUnit(findSpeedUnit(r), choice).factor;
  table.value(writeShownText(r.impulse, findImpulseUnit(r), choice, 6));
  table.value(fmt::format("{:.5g} to {}", r.normalVelocityBefore / speed + 0.0,
                          writeShownText(r.normalVelocityAfter, findSpeedUnit(r), choice, 5)));
  table.value(fmt::format("{:.6g}", r.energyLoss()));
  table.value(fmt::format("{} to {}", r.mobilityBefore, r.mobilityAfter));
  table.endRow();
}

std::string writeEvents(const Trajectory& trajectory, const UnitChoice& choice) {
  const std::vector<Receipt>& events = trajectory.events();
  if (events.empty()) return heading("Events") + "<p>No events.</p>\n";
  Table table({"", "t [s]", "event", "phase", "impulse", "speed", "energy lost [J]", "mobility"});
  for (std::size_t i = 0; i < std::min(events.size(), kMostReceipts); ++i)
    addReceipt(table, i, events[i], choice);
  std::string text = heading("Events") + table.write();
  if (events.size() > kMostReceipts)
    text += fmt::format("<p>... and {} more.</p>\n", events.size() - kMostReceipts);
  return text;
}

std::string writeLedger(const RunSummary& summary) {
  const EnergyLedger& l = summary.ledger;
  Table table({"energy at the end", "J"});
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
    table.row();
    table.words(name);
    table.value(value);
    table.endRow();
  }
  return heading("Energy") + table.write() +
         fmt::format("<p>Largest residual {:.3g} J, largest drift {:.3g} m or rad.</p>\n",
                     summary.largestResidual, summary.largestDrift);
}

template <class E>
const char* toWord(const Choice<E>& choice) {
  return Words<E>::names[static_cast<std::size_t>(choice.value)];
}

std::string writeSettings(const Mechanism& resolved, const RunSummary& summary) {
  const SimulationSettings& s = resolved.simulation;
  Table table({"setting", "value"});
  const auto add = [&](const char* name, const std::string& value) {
    table.row();
    table.words(name);
    table.value(value);
    table.endRow();
  };
  add("duration", number(s.duration.value) + " s");
  add("output interval", number(s.outputInterval.value) + " s");
  add("integrator", toWord(s.integrator));
  add("relative tolerance", number(s.relativeTolerance.value));
  add("absolute tolerance", number(s.absoluteTolerance.value));
  add("drift control", toWord(s.driftControl));
  add("impacts", toWord(s.impacts));
  add("steps", fmt::format("{} ({} rejected)", summary.steps, summary.rejectedSteps));
  add("program", fmt::format("Clank {}", programVersion()));
  return heading("Settings and versions") + table.write();
}

// Names of the channels that somebody speaks of, the first ones first.
std::vector<std::size_t> choosePlots(const Mechanism& resolved, const Trajectory& trajectory) {
  std::vector<std::string> names;
  for (const PlotView& plot : resolved.plots)
    if (plot.kind.value == PlotKind::channels)
      names.insert(names.end(), plot.channels.begin(), plot.channels.end());
  for (const PublishedValue& value : resolved.published) names.push_back(value.channel);
  for (const Reference& reference : resolved.references) names.push_back(reference.channel);
  for (const Joint& joint : resolved.joints)
    if (joint.metamorphic)
      for (const char* signal : {".angle", ".travel"}) names.push_back(joint.id + signal);
  for (const Drive& drive : resolved.drives)
    for (const char* signal : {".moment", ".force"}) names.push_back(drive.id + signal);
  for (const Trace& trace : resolved.traces)
    for (const char* signal : {".x", ".y"}) names.push_back(trace.id + signal);
  for (const Body& body : resolved.bodies) names.push_back(body.id + ".omega");
  std::vector<std::size_t> chosen;
  for (const std::string& name : names) {
    const auto channel = trajectory.findChannel(name);
    if (name == "t") continue;  // against itself
    if (channel && chosen.size() + 1 < kMostPlots &&
        std::find(chosen.begin(), chosen.end(), *channel) == chosen.end())
      chosen.push_back(*channel);
  }
  if (const auto residual = trajectory.findChannel("energy.residual")) chosen.push_back(*residual);
  return chosen;
}

}  // namespace

std::string writeHtmlReport(const Mechanism& resolved, const std::string& caseId, const RunSummary& summary,
                            const Trajectory& trajectory, const std::vector<ComparedReference>& references,
                            const std::vector<std::size_t>& channels) {
  const std::string title = escapeMarkup(resolved.name.empty() ? "Mechanism" : resolved.name);
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta "
      "charset=\"utf-8\"><title>{0}</title><style>{1}</style></head>"
      "<body>\n<h1>{0}</h1>\n",
      title, kStyle);
  if (!caseId.empty()) page += fmt::format("<p>Case {}</p>\n", escapeMarkup(caseId));
  if (!resolved.description.empty()) page += "<p>" + escapeMarkup(resolved.description) + "</p>\n";
  page += writeWords(resolved, summary);
  const UnitChoice& choice = resolved.units;
  const ShownUnit length = findShownUnit("m", choice);
  if (trajectory.sampleCount() > 0)
    page += heading(("Drawing at the start, in " + length.name).c_str()) +
            writeDrawing(resolved, trajectory, 0, FigureScale::fitted, length);
  page += writeParameters(resolved);
  page += writePublished(comparePublished(resolved, caseId, trajectory));
  page += writeReferences(references);
  page += heading("Plots");
  for (const std::size_t channel : channels.empty() ? choosePlots(resolved, trajectory) : channels)
    page += writePlot(trajectory, channel, listCurves(references, channel), choice);
  page += writeEvents(trajectory, choice) + writeLedger(summary) + writeSettings(resolved, summary);
  return page + "</body></html>\n";
}

}  // namespace clank
