// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/io/exporters.h"
#include "core/io/moving_drawing.h"
#include "core/io/report_plots.h"
#include "core/io/report_table.h"
#include "core/io/report_tables.h"
#include "core/io/svg_drawing.h"
#include "core/math/units.h"
#include "core/model/in_words.h"
#include "core/model/shown_text.h"
#include "core/model/words.h"
#include "core/record/key_events.h"
#include "core/support/version.h"

namespace clank {

namespace {

constexpr std::size_t kMostReceipts = 500, kKeyEvents = 8, kStoryPlots = 4, kStoryNumbers = 8;
constexpr std::size_t kStorySentences = 5;  // of each part of the words
constexpr std::size_t kStoryParameters = 12;

constexpr const char* kStyle =
    "body{font:15px/1.5 system-ui,sans-serif;max-width:800px;margin:2.5em auto;padding:0 1.2em;color:#1f2933;"
    "background:#fff}"
    "h1{font-size:1.9em;line-height:1.2;margin:0 0 .3em}"
    "h2{font-size:1.2em;color:#33557d;margin:1.5em 0 .4em;padding-bottom:.2em;border-bottom:1px solid "
    "#b8c6d6}"
    "p{margin:.4em 0}p.note{font-size:.93em;color:#52606d}ul{margin:.3em 0;padding-left:1.3em}"
    "table{border-collapse:collapse;margin:.4em 0;font-size:.93em}"
    "td,th{padding:.22em 1.1em .22em 0;border-bottom:1px solid #e4e7eb;text-align:left;vertical-align:top}"
    "th{color:#52606d;font-weight:600;border-bottom-color:#9aa5b1}"
    "td.n,th.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}"
    "code{font-size:.93em;background:#f0f4f8;padding:.15em .4em;overflow-wrap:anywhere}"
    "footer{margin-top:2em;font-size:.85em;color:#6b7785}"
    ".motion input{width:60%;vertical-align:middle}.motion output{font-variant-numeric:tabular-nums}"
    "svg{max-width:100%;height:auto;display:block;margin:.6em 0}"
    "@page{size:A4;margin:18mm}"
    "@media print{body{margin:0;max-width:none;padding:0;font-size:10pt}h2{break-after:avoid}.motion{display:"
    "none}svg,tr{break-inside:avoid}}";

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

std::string writeWords(const std::vector<WordedPart>& parts, std::size_t most) {
  std::string text;
  for (const WordedPart& part : parts) {
    text += writeHeading(part.title) + "<ul>\n";
    const std::size_t count = std::min(most, part.sentences.size());
    for (std::size_t i = 0; i < count; ++i) text += "<li>" + escapeMarkup(part.sentences[i]) + "</li>\n";
    if (count < part.sentences.size())
      text += fmt::format("<li>{} more in the annex.</li>\n", part.sentences.size() - count);
    text += "</ul>\n";
  }
  return text;
}

std::string writeRest(std::size_t shown, std::size_t all, const char* what) {
  if (shown >= all) return {};
  return writeParagraph(fmt::format("{} of {} {}; the annex has the others.", shown, all, what), "note");
}

// "L1 = 250 mm": in the unit in which it was given.
std::string writeValue(const Parameter& parameter) {
  if (!parameter.choices.empty()) return fmt::format("{} = {}", parameter.id, parameter.choice);
  const auto unit = findUnit(parameter.unit);
  const std::string number = writeExact(parameter.value.value / (unit ? unit->factor : 1));
  return fmt::format("{} = {}", parameter.id, joinUnit(number, writeUnitName(parameter.unit)));
}

std::string writeAsked(const Mechanism& resolved) {
  const SimulationSettings& s = resolved.simulation;
  std::string text = writeParagraph(
      fmt::format("{} of motion, a row every {}; steps by {} within {} (relative) and {} (absolute).",
                  writeShownText(s.duration.value, "s", resolved.units),
                  writeShownText(s.outputInterval.value, "s", resolved.units),
                  Words<IntegratorKind>::names[static_cast<std::size_t>(s.integrator.value)],
                  writeExact(s.relativeTolerance.value), writeExact(s.absoluteTolerance.value)));
  const auto& parameters = resolved.parameters;
  if (!parameters.empty()) {
    std::string list;
    const std::size_t count = std::min(kStoryParameters, parameters.size());
    for (std::size_t i = 0; i < count; ++i) list += (i > 0 ? ", " : "") + writeValue(parameters[i]);
    if (count < parameters.size())
      list += fmt::format(" and {} more in the annex", parameters.size() - count);
    text += writeParagraph("With " + list + ".");
  }
  return writeHeading("What was asked") + text;
}

// How far it came, where that is not the end.
std::string writeEnd(const RunSummary& summary) {
  if (summary.end == RunSummary::End::finished) return {};
  std::string text =
      fmt::format("The run {} at t = {} s.",
                  summary.end == RunSummary::End::failed ? "failed" : "was stopped", writeExact(summary.t));
  for (const Problem& problem : summary.problems)
    if (problem.severity == Severity::error) text += " " + problem.what + ".";
  return writeParagraph(text);
}

class Report {
 public:
  Report(const ReportedRun& run, ReportMedium medium)
      : run_(run),
        resolved_(run.resolved),
        choice_(run.resolved.units),
        medium_(medium),
        words_(describeInWords(resolved_, MobilityCount{run.summary.mobilityStart, run.summary.gruebler})),
        published_(comparePublished(resolved_, run.caseId, run.trajectory)),
        key_(chooseKeyEvents(run.trajectory.events(), kKeyEvents)),
        panels_(makeReportPanels(resolved_, run.trajectory, run.references,
                                 chooseReportChannels(resolved_, run.trajectory))) {
    for (const std::size_t i : key_) marks_.push_back({run.trajectory.events()[i].t, std::to_string(i + 1)});
  }

  std::string write(const std::string& title) const {
    return fmt::format("<h1>{}</h1>\n", title) + writeStory() + writeAnnex(title) + writeFoot();
  }

 private:
  std::string writeStory() const {
    std::string text;
    if (!run_.caseId.empty()) text += writeParagraph("Case " + run_.caseId);
    if (!resolved_.description.empty()) text += writeParagraph(resolved_.description);
    text += drawStart() + writeWords(words_, kStorySentences) + writeAsked(resolved_) + writeHappening();
    text += writePublished(published_, kStoryNumbers) +
            writeRest(std::min(kStoryNumbers, published_.size()), published_.size(), "published numbers");
    text += writeReferences(run_.references, run_.trajectory, choice_);
    return text + writeLedger(run_.summary, choice_) + writeRepetition();
  }

  std::string drawStart() const {
    if (run_.trajectory.sampleCount() == 0) return {};
    std::string text = writeDrawing(resolved_, run_.trajectory, 0, FigureScale::low) +
                       writeParagraph(fmt::format("At the start, in {}.", spellLength(choice_)), "note");
    if (medium_ == ReportMedium::browser) text += writeMovingDrawing(resolved_, run_.trajectory);
    return text;
  }

  std::string writeHappening() const {
    std::vector<FigurePanel> first(panels_.begin(),
                                   panels_.begin() + static_cast<std::ptrdiff_t>(countStoryPanels()));
    const std::size_t events = run_.trajectory.events().size();
    std::string text = writeHeading("What happened") + writeEnd(run_.summary) +
                       writeFigure(run_.trajectory, first, marks_, choice_, kLowPanel);
    if (events == 0) return text + writeParagraph("No events.");
    return text + writeEvents(run_.trajectory, resolved_, key_) + writeRest(key_.size(), events, "events");
  }
  // The residual of the energy, which is the last, has the ledger.
  std::size_t countStoryPanels() const {
    return panels_.size() <= 1 ? panels_.size() : std::min(kStoryPlots, panels_.size() - 1);
  }

  std::string writeRepetition() const {
    std::string text = writeHeading("How to repeat it");
    if (run_.command.empty())
      return text + writeParagraph("The drawing is in no file as it was run: save it, and run it again.");
    return text + "<p><code>" + escapeMarkup(run_.command) + "</code></p>\n" +
           writeParagraph(
               "gives the same bytes with the same version of Clank: all samples and events as CSV, "
               "and a summary.",
               "note");
  }

  std::string writeAnnex(const std::string& title) const {
    std::string text = fmt::format("<h1 style=\"page-break-before:always\">Annex to {}</h1>\n", title);
    if (std::any_of(words_.begin(), words_.end(),
                    [](const WordedPart& part) { return part.sentences.size() > kStorySentences; }))
      text += writeWords(words_, static_cast<std::size_t>(-1));
    text += writeParameters(resolved_) + drawBends();
    if (published_.size() > kStoryNumbers) text += writePublished(published_, published_.size());
    text += writeHeading("Plots");
    for (const FigurePanel& panel : panels_) text += writeFigure(run_.trajectory, {panel}, marks_, choice_);
    const std::size_t events = run_.trajectory.events().size();
    if (events > key_.size()) text += writeAllEvents(events);
    return text + writeBends(run_.summary.bends, choice_) + writeSettings(resolved_, run_.summary);
  }

  std::string writeAllEvents(std::size_t count) const {
    std::vector<std::size_t> all(std::min(count, kMostReceipts));
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::string text = writeHeading("Events") + writeEvents(run_.trajectory, resolved_, all);
    if (count > all.size())
      text += writeParagraph(
          fmt::format("... and {} more, which events.csv of a run has.", count - all.size()), "note");
    return text;
  }

  // Where a link is bent most.
  std::string drawBends() const {
    const auto& bends = run_.summary.bends;
    const auto most = std::max_element(bends.begin(), bends.end(), [](const BentPeak& a, const BentPeak& b) {
      return a.deflection < b.deflection;
    });
    if (most == bends.end() || !(most->deflection > 0)) return {};
    const Trajectory& rows = run_.trajectory;
    std::size_t sample = 0;
    while (sample + 1 < rows.sampleCount() && rows.time(sample) < most->deflectionTime) ++sample;
    return writeHeading(fmt::format("Drawing at t = {}, where {} is bent most, in {}",
                                    writeShownText(rows.time(sample), "s", choice_), most->link,
                                    spellLength(choice_))) +
           writeDrawing(resolved_, rows, sample);
  }

  std::string writeFoot() const {
    std::string text = fmt::format("Clank {}, model {}", programVersion(), hashModel(resolved_));
    if (!run_.file.empty()) text += ", file " + run_.file;
    if (!run_.caseId.empty()) text += ", case " + run_.caseId;
    return "<footer>" + escapeMarkup(text) + "</footer>\n";
  }

  const ReportedRun& run_;
  const Mechanism& resolved_;
  const UnitChoice& choice_;
  ReportMedium medium_;
  std::vector<WordedPart> words_;
  std::vector<PublishedComparison> published_;
  std::vector<std::size_t> key_;
  std::vector<FigurePanel> panels_;
  std::vector<FigureMark> marks_;
};

}  // namespace

std::string writeHtmlReport(const ReportedRun& run, ReportMedium medium) {
  const std::string title = escapeMarkup(run.resolved.name.empty() ? "Mechanism" : run.resolved.name);
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title><style>{}"
             "</style></head><body>\n",
             title, kStyle) +
         Report(run, medium).write(title) + "</body></html>\n";
}

}  // namespace clank
