// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "core/io/read_file.h"
#include "core/io/reference_file.h"
#include "core/math/units.h"

namespace clank {

namespace {

namespace fs = std::filesystem;

Reference describeReference(const CompareOptions& options) {
  Reference reference;
  reference.file = options.reference;
  reference.channel = options.channel;
  reference.timeColumn = options.timeColumn;
  reference.valueColumn = options.valueColumn;
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

ExitCode compareFolder(const CompareOptions& options) {
  const std::string samples = (fs::path(options.file) / "samples.csv").string();
  const auto text = readFile(samples, TextSource::filesOnly);
  if (!text) return refuse(samples, text.error());
  std::string unit;
  const auto ours = readSamplesColumn(*text, options.channel, unit);
  if (!ours) return refuse(samples, ours.error());
  const Reference reference = describeReference(options);
  const auto theirs = loadReference({}, reference, unit);
  if (!theirs) return refuse(reference.file, theirs.error());
  return compareWith(*ours, reference, *theirs);
}

ExitCode compareRun(const FinishedRun& run, const Reference& reference, const fs::path& folder) {
  std::vector<std::string> names;
  for (const Channel& channel : run.trajectory.channels()) names.push_back(channel.name);
  if (!checkName("--channel", reference.channel, names)) return ExitCode::usage;
  const std::size_t channel = *run.trajectory.findChannel(reference.channel);
  const auto theirs = loadReference(folder, reference, run.trajectory.channels()[channel].unit);
  if (!theirs) return refuse(reference.file, theirs.error());
  return compareWith(takeChannel(run.trajectory, channel), reference, *theirs);
}

}  // namespace

ExitCode compareCommand(const CompareOptions& options) {
  std::error_code error;
  if (fs::is_directory(options.file, error)) {
    if (!options.reference.empty()) return compareFolder(options);
    say("clank-cli: a folder has no references of its own; name a CSV file");
    return ExitCode::usage;
  }
  const auto run = runModel(options);
  if (!run) return run.error();
  const auto references = options.reference.empty() ? listReferences(run->resolved, options.caseId)
                                                    : std::vector<Reference>{describeReference(options)};
  if (references.empty()) {
    say("clank-cli: {} has no references for this case; name a CSV file", options.file);
    return ExitCode::usage;
  }
  const fs::path folder = options.reference.empty() ? fs::path(options.file).parent_path() : fs::path();
  ExitCode code = ExitCode::done;
  for (const Reference& reference : references) code = std::max(code, compareRun(*run, reference, folder));
  return code;
}

}  // namespace clank
