// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "core/io/svg_drawing.h"
#include "core/io/svg_figure.h"
#include "core/math/units.h"
#include "core/model/shown_text.h"
#include "core/model/words.h"
#include "core/record/published.h"
#include "core/record/receipt_units.h"
#include "core/support/version.h"

namespace clank {

namespace {

constexpr std::size_t kMostPlots = 8;
constexpr std::size_t kMostReceipts = 500;
constexpr int kReceiptDigits = 5;  // significant, where the document has four

constexpr const char* kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:800px;margin:2.5em auto;padding:0 1.2em;color:#1f2933;"
    "background:#fff}"
    "h1{font-size:1.9em;line-height:1.2;margin:0 0 .3em}"
    "h2{font-size:1.2em;color:#33557d;margin:1.8em 0 .5em;padding-bottom:.2em;border-bottom:1px solid "
    "#b8c6d6}"
    "p{margin:.4em 0}p.note{font-size:.93em;color:#52606d}ul{margin:.3em 0;padding-left:1.3em}"
    "table{border-collapse:collapse;margin:.4em 0;font-size:.93em}"
    "td,th{padding:.22em 1.1em .22em 0;border-bottom:1px solid #e4e7eb;text-align:left;vertical-align:top}"
    "th{color:#52606d;font-weight:600;border-bottom-color:#9aa5b1}"
    "td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}"
    "svg{max-width:100%;height:auto;display:block;margin:.6em 0}"
    "@page{size:A4;margin:18mm}"
    "@media print{body{margin:0;max-width:none;padding:0;font-size:10pt}h2{break-after:avoid}"
    "svg,tr{break-inside:avoid}}";

std::string heading(const char* text) {
  return fmt::format("<h2>{}</h2>\n", text);
}

// Settings and what is compared with print: as exact as they were given.
std::string number(double value) {
  return writePower(fmt::format("{:.8g}", value + 0.0));
}

// "millimetres": where the name of the unit would be a word of its own, as "in" is.
const char* spellLength(const UnitChoice& choice) {
  switch (choice.length.value) {
    case LengthUnit::mm:
      return "millimetres";
    case LengthUnit::cm:
      return "centimetres";
    case LengthUnit::m:
      return "metres";
    case LengthUnit::in:
      return "inches";
  }
  return "";
}

// A table as it grows; cells that are numbers stand right, as do the headings over them. A column in which
// nothing stands is left away.
class Table {
 public:
  explicit Table(const std::vector<std::string>& headings) {
    for (const std::string& heading : headings) columns_.push_back({heading, false, false});
  }
  void row() { rows_.emplace_back(); }
  void words(const std::string& text) { add(text, false); }
  void value(const std::string& text) { add(text, true); }
  void value(double number_) { value(number(number_)); }
  std::string write() const {
    std::string text = "<table><thead><tr>";
    for (const Column& column : columns_)
      if (column.isUsed) text += cell("th", column.heading, column.isNumber);
    text += "</tr></thead><tbody>\n";
    for (const auto& row : rows_) {
      text += "<tr>";
      for (std::size_t i = 0; i < row.size(); ++i)
        if (columns_[i].isUsed) text += cell("td", row[i].text, row[i].isNumber);
      text += "</tr>\n";
    }
    return text + "</tbody></table>\n";
  }

 private:
  struct Column {
    std::string heading;
    bool isUsed, isNumber;
  };
  struct Cell {
    std::string text;
    bool isNumber;
  };

  void add(const std::string& text, bool isNumber) {
    Column& column = columns_[rows_.back().size()];
    column.isUsed |= !text.empty();
    column.isNumber |= isNumber;
    rows_.back().push_back({text, isNumber});
  }
  static std::string cell(const char* kind, const std::string& text, bool isNumber) {
    return fmt::format("<{0}{1}>{2}</{0}>", kind, isNumber ? " class=\"n\"" : "", escapeMarkup(text));
  }

  std::vector<Column> columns_;
  std::vector<std::vector<Cell>> rows_;
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
      table.words(writeUnitName(parameter.unit));
    }
    table.words(parameter.name);
  }
  return heading("Parameters") + table.write();
}

std::string writePublished(const std::vector<PublishedComparison>& comparisons) {
  if (comparisons.empty()) return {};
  Table table({"quantity", "published", "ours", "difference", "unit", "source", "note"});
  std::vector<std::string> notes;  // most rows have the same
  for (const PublishedComparison& c : comparisons) {
    table.row();
    table.words(c.published.what);
    table.value(c.theirs);
    table.value(c.ours ? number(*c.ours) : "none");
    table.value(c.ours ? writePower(fmt::format("{:.3g}", *c.difference())) : "");
    table.words(writeUnitName(c.published.unit));
    table.words(c.published.source);
    const auto known = std::find(notes.begin(), notes.end(), c.published.note);
    const auto place = known - notes.begin() + 1;
    table.words(c.published.note.empty() ? "" : std::to_string(place));
    if (known == notes.end() && !c.published.note.empty()) notes.push_back(c.published.note);
  }
  std::string text = heading("Published numbers") + table.write();
  for (std::size_t i = 0; i < notes.size(); ++i)
    text += fmt::format("<p class=\"note\">{}: {}</p>\n", i + 1, escapeMarkup(notes[i]));
  return text;
}

std::string writeReferences(const std::vector<ComparedReference>& references, const Trajectory& trajectory,
                            const UnitChoice& choice) {
  if (references.empty()) return {};
  Table table({"curve", "channel", "source", "RMS difference", "greatest difference", "at t [s]", "points"});
  for (const ComparedReference& compared : references) {
    const auto& d = compared.difference;
    const std::string& unit = trajectory.channels()[compared.channel].unit;
    table.row();
    for (const std::string& text :
         {compared.getName(), compared.reference.channel, compared.reference.source})
      table.words(text);
    table.value(d ? writeShownText(d->rms, unit, choice) : "none shared");
    table.value(d ? writeShownText(d->peak, unit, choice) : "");
    table.value(d ? number(d->peakTime) : "");
    table.value(d ? std::to_string(d->points) : "");
  }
  return heading("Curves of other origin") + table.write();
}

std::vector<FigureCurve> listCurves(const std::vector<ComparedReference>& references, const Channel& column,
                                    std::size_t channel, const UnitChoice& choice) {
  std::vector<FigureCurve> curves;
  for (const ComparedReference& compared : references) {
    if (compared.channel != channel) continue;
    const auto& d = compared.difference;
    curves.push_back(
        {d ? compared.getName() + ": RMS " + writeShownText(d->rms, column.unit, choice) : compared.getName(),
         &compared.theirs.curve, d ? std::optional(d->peakTime) : std::nullopt});
  }
  return curves;
}

// What people call the part with this id.
std::string findName(const Mechanism& resolved, const std::string& id) {
  std::string name = id;
  const auto look = [&](const auto& parts) {
    for (const auto& part : parts)
      if (part.id == id && !part.name.empty()) name = part.name;
  };
  look(resolved.bodies);
  look(resolved.joints);
  look(resolved.surfaces);
  look(resolved.contacts);
  look(resolved.forces);
  look(resolved.drives);
  look(resolved.traces);
  return name;
}

// "angular velocity of Rocker" for "rocker.omega".
std::string tellChannel(const Mechanism& resolved, const std::string& channel) {
  constexpr std::array<std::pair<std::string_view, const char*>, 6> kWords{{{"omega", "angular velocity"},
                                                                            {"alpha", "angular acceleration"},
                                                                            {"vx", "velocity x"},
                                                                            {"vy", "velocity y"},
                                                                            {"ax", "acceleration x"},
                                                                            {"ay", "acceleration y"}}};
  const std::size_t dot = channel.rfind('.');
  if (dot == std::string::npos) return channel;
  const std::string part = channel.substr(0, dot);
  std::string quantity = channel.substr(dot + 1);
  for (const auto& [suffix, words] : kWords)
    if (quantity == suffix) quantity = words;
  std::replace(quantity.begin(), quantity.end(), '_', ' ');
  return part == "energy" ? part + ", " + quantity
                          : fmt::format("{} of {}", quantity, findName(resolved, part));
}

// Of a pure moment the units are those of turning.
void addReceipt(Table& table, std::size_t index, const Receipt& r, const Mechanism& resolved) {
  const UnitChoice& choice = resolved.units;
  table.row();
  table.value(std::to_string(index + 1));
  table.value(number(r.t));
  table.words(fmt::format("{} at {}", toWord(r.kind), findName(resolved, r.element)));
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
  table.value(writeShownNumber(r.energyLoss(), choice, kReceiptDigits));
  table.value(fmt::format("{} to {}", r.mobilityBefore, r.mobilityAfter));
}

std::string writeEvents(const Trajectory& trajectory, const Mechanism& resolved) {
  const std::vector<Receipt>& events = trajectory.events();
  if (events.empty()) return heading("Events") + "<p>No events.</p>\n";
  Table table({"", "t [s]", "event", "phase", "impulse", "speed", "energy lost [J]", "mobility"});
  for (std::size_t i = 0; i < std::min(events.size(), kMostReceipts); ++i)
    addReceipt(table, i, events[i], resolved);
  std::string text = heading("Events") + table.write();
  if (events.size() > kMostReceipts)
    text += fmt::format("<p>... and {} more.</p>\n", events.size() - kMostReceipts);
  return text;
}

std::string writeLedger(const RunSummary& summary, const UnitChoice& choice) {
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
    if (value == 0 && name != std::string_view("kinetic") && name != std::string_view("residual")) continue;
    table.row();
    table.words(name);
    table.value(writeShownNumber(value, choice, kReceiptDigits));
  }
  return heading("Energy") + table.write() +
         fmt::format("<p>Largest residual {}, largest drift {}.</p>\n",
                     writeShownText(summary.largestResidual, "J", choice, 3),
                     writeShownText(summary.largestDrift, "m", choice, 3));
}

std::string writeBends(const std::vector<BentPeak>& peaks, const UnitChoice& choice) {
  if (peaks.empty()) return {};
  Table table({"link that bends", "greatest deflection", "at t [s]", "greatest stress [MPa]", "at t [s]",
               "from its start"});
  for (const BentPeak& peak : peaks) {
    table.row();
    table.words(peak.link);
    table.value(writeShownText(peak.deflection, "m", choice));
    table.value(number(peak.deflectionTime));
    if (!(peak.stress > 0)) continue;
    table.value(writeShownNumber(peak.stress / 1e6, choice));
    table.value(number(peak.stressTime));
    table.value(writeShownText(peak.stressPlace, "m", choice));
  }
  return heading("Bending") + table.write();
}

// Where a link is bent most.
std::string drawBends(const Mechanism& resolved, const RunSummary& summary, const Trajectory& trajectory,
                      const UnitChoice& choice) {
  const auto most =
      std::max_element(summary.bends.begin(), summary.bends.end(),
                       [](const BentPeak& a, const BentPeak& b) { return a.deflection < b.deflection; });
  if (most == summary.bends.end() || !(most->deflection > 0)) return {};
  std::size_t sample = 0;
  while (sample + 1 < trajectory.sampleCount() && trajectory.time(sample) < most->deflectionTime) ++sample;
  return heading(fmt::format("Drawing at t = {}, where {} is bent most, in {}",
                             writeShownText(trajectory.time(sample), "s", choice), escapeMarkup(most->link),
                             spellLength(choice))
                     .c_str()) +
         writeDrawing(resolved, trajectory, sample);
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
  };
  add("duration", number(s.duration.value) + kThinSpace + "s");
  add("output interval", number(s.outputInterval.value) + kThinSpace + "s");
  add("integrator", toWord(s.integrator));
  add("relative tolerance", number(s.relativeTolerance.value));
  add("absolute tolerance", number(s.absoluteTolerance.value));
  add("drift control", toWord(s.driftControl));
  add("impacts", toWord(s.impacts));
  add("steps", fmt::format("{} ({} rejected)", summary.steps, summary.rejectedSteps));
  add("program", fmt::format("Clank {}", programVersion()));
  return heading("Settings and versions") + table.write();
}

// Is there anything to see in it?
bool turns(const Trajectory& trajectory, const std::string& name) {
  constexpr double kSteady = 1e-6;
  const auto channel = trajectory.findChannel(name);
  if (!channel) return false;
  double least = INFINITY, greatest = -INFINITY;
  for (std::size_t i = 0; i < trajectory.sampleCount(); ++i) {
    least = std::min(least, trajectory.row(i)[*channel]);
    greatest = std::max(greatest, trajectory.row(i)[*channel]);
  }
  return greatest - least > kSteady * std::max({1.0, std::abs(least), std::abs(greatest)});
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
  for (const Body& body : resolved.bodies)
    if (turns(trajectory, body.id + ".omega")) names.push_back(body.id + ".omega");
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
  if (trajectory.sampleCount() > 0)
    page += heading(fmt::format("Drawing at the start, in {}", spellLength(choice)).c_str()) +
            writeDrawing(resolved, trajectory, 0) + drawBends(resolved, summary, trajectory, choice);
  page += writeParameters(resolved);
  page += writePublished(comparePublished(resolved, caseId, trajectory));
  page += writeReferences(references, trajectory, choice);
  page += heading("Plots");
  for (const std::size_t channel : channels.empty() ? choosePlots(resolved, trajectory) : channels)
    page += writePlot(trajectory, channel,
                      listCurves(references, trajectory.channels()[channel], channel, choice), choice,
                      tellChannel(resolved, trajectory.channels()[channel].name));
  page += writeEvents(trajectory, resolved) + writeBends(summary.bends, choice) +
          writeLedger(summary, choice) + writeSettings(resolved, summary);
  return page + "</body></html>\n";
}

}  // namespace clank
