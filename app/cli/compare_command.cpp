// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "core/io/number_table.h"
#include "core/io/read_file.h"
#include "core/io/reference_file.h"
#include "core/math/units.h"

namespace clank {

namespace {

namespace fs = std::filesystem;

// A channel of a run and the column of the reference that it is compared with.
using Mapped = std::pair<std::string, std::string>;

Reference describeReference(const CompareOptions& options, const Mapped& mapped) {
  Reference reference;
  reference.file = options.reference;
  reference.channel = mapped.first;
  reference.timeColumn = options.timeColumn;
  reference.valueColumn = mapped.second;
  reference.timeUnit = options.timeUnit;
  reference.valueUnit = options.valueUnit;
  reference.delimiter = options.delimiter;
  reference.header = options.header == "yes"  ? HeaderRow::yes
                     : options.header == "no" ? HeaderRow::no
                                              : HeaderRow::found;
  reference.timeShift = options.shift;
  reference.timeScale = options.scale;
  return reference;
}

std::string writeDifference(const Reference& reference, const CurveDifference& found,
                            const std::string& unit) {
  const auto read = findUnit(unit);
  const double factor = read ? read->factor : 1;
  std::string text = fmt::format("{} against {}\n", reference.channel,
                                 reference.name.empty() ? reference.file : reference.name);
  if (!reference.source.empty()) text += fmt::format("  source           {}\n", reference.source);
  text += fmt::format("  shared range     {:.6g} s to {:.6g} s, {} points of the reference\n", found.from,
                      found.to, found.points);
  text += fmt::format("  RMS difference   {:.6g} {}\n", found.rms / factor, unit);
  text += fmt::format("  peak difference  {:.6g} {} at {:.6g} s (ours {:.6g}, theirs {:.6g})\n",
                      found.peak / factor, unit, found.peakTime, found.ours / factor, found.theirs / factor);
  return text;
}

// Prints the numbers, or says why there are none.
ExitCode compareWith(const TimedCurve& ours, const Reference& reference, const ReferenceCurve& theirs) {
  const auto found = compareCurves(ours, theirs.curve);
  if (!found) {
    say("clank-cli: {}: no point of the reference lies between {:g} s and {:g} s, the times of the run",
        reference.file, ours.t.front(), ours.t.back());
    return ExitCode::usage;
  }
  fmt::print("{}", writeDifference(reference, *found, theirs.valueUnit));
  return ExitCode::done;
}

ExitCode refuse(const std::string& file, const Problems& problems) {
  printProblems(file, problems);
  return ExitCode::wrongModel;
}

// What was asked for, or all that has one name in both: then a reference without the time column of its
// names.
Step<std::vector<Mapped>> listMapped(const CompareOptions& options,
                                     const std::vector<std::string>& channels) {
  if (!options.map.empty()) return options.map;
  const auto text = readFile(options.reference, TextSource::filesOnly);
  if (!text) return tl::unexpected(refuse(options.reference, text.error()));
  const auto names = listTableNames(*text, {options.delimiter, describeReference(options, {}).header.value});
  if (!names) return tl::unexpected(refuse(options.reference, names.error()));
  std::vector<Mapped> mapped;
  for (std::size_t i = 1; i < names->size(); ++i)
    if (std::ranges::find(channels, (*names)[i]) != channels.end())
      mapped.emplace_back((*names)[i], (*names)[i]);
  if (mapped.empty()) {
    say("clank-cli: {}: no column has the name of a channel; say what belongs together with --map "
        "CHANNEL=COLUMN",
        options.reference);
    return tl::unexpected(ExitCode::usage);
  }
  return mapped;
}

ExitCode compareSamples(const CompareOptions& options, const std::string& samples) {
  const auto text = readFile(samples, TextSource::filesOnly);
  if (!text) return refuse(samples, text.error());
  const auto names = listTableNames(*text, {",", HeaderRow::yes});
  if (!names) return refuse(samples, names.error());
  const auto mapped = listMapped(options, *names);
  if (!mapped) return mapped.error();
  ExitCode code = ExitCode::done;
  for (const Mapped& one : *mapped) {
    std::string unit;
    const auto ours = readSamplesColumn(*text, one.first, unit);
    if (!ours) return refuse(samples, ours.error());
    const Reference reference = describeReference(options, one);
    const auto theirs = loadReference({}, reference, unit, OutsideFiles::allowAll());
    if (!theirs) return refuse(reference.file, theirs.error());
    code = std::max(code, compareWith(*ours, reference, *theirs));
  }
  return code;
}

ExitCode compareRun(const FinishedRun& run, const Reference& reference, const fs::path& folder,
                    const OutsideFiles& outside) {
  std::vector<std::string> names;
  for (const Channel& channel : run.trajectory.channels()) names.push_back(channel.name);
  if (!checkName("--channel", reference.channel, names)) return ExitCode::usage;
  const std::size_t channel = *run.trajectory.findChannel(reference.channel);
  const auto theirs = loadReference(folder, reference, run.trajectory.channels()[channel].unit, outside);
  if (!theirs) return refuse(reference.file, theirs.error());
  return compareWith(takeChannel(run.trajectory, channel), reference, *theirs);
}

}  // namespace

ExitCode compareCommand(const CompareOptions& options) {
  std::error_code error;
  const bool isFolder = fs::is_directory(options.file, error), isTable = options.file.ends_with(".csv");
  if (isFolder || isTable) {
    if (!options.reference.empty())
      return compareSamples(options,
                            isTable ? options.file : (fs::path(options.file) / "samples.csv").string());
    say("clank-cli: a {} has no references of its own; name a CSV file", isFolder ? "folder" : "table");
    return ExitCode::usage;
  }
  const auto run = runModel(options);
  if (!run) return run.error();
  std::vector<Reference> references;
  if (options.reference.empty()) {
    references = listReferences(run->resolved, options.caseId);
  } else {
    std::vector<std::string> channels;
    for (const Channel& channel : run->trajectory.channels()) channels.push_back(channel.name);
    const auto mapped = listMapped(options, channels);
    if (!mapped) return mapped.error();
    for (const Mapped& one : *mapped) references.push_back(describeReference(options, one));
  }
  if (references.empty()) {
    say("clank-cli: {} has no references for this case; name a CSV file", options.file);
    return ExitCode::usage;
  }
  const fs::path folder = options.reference.empty() ? fs::path(options.file).parent_path() : fs::path();
  // What is named on the command line may be anywhere.
  const OutsideFiles outside{options.allowsOutside || !options.reference.empty(), {}};
  ExitCode code = ExitCode::done;
  for (const Reference& reference : references)
    code = std::max(code, compareRun(*run, reference, folder, outside));
  return judgeLedger(*run, code);
}

}  // namespace clank
