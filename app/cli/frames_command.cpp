// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <filesystem>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/resolved_input.h"
#include "app/cli/say.h"
#include "core/io/output_claim.h"
#include "core/io/vtk_frames.h"

namespace clank {

namespace {

namespace fs = std::filesystem;

ExitCode writeFrames(const FinishedRun& run, const fs::path& collection) {
  const fs::path folder = collection.parent_path() / collection.stem();
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    say("clank-cli: cannot make the folder {}: {}", folder.string(), error.message());
    return ExitCode::usage;
  }
  const auto claim = OutputClaim::take(folder);
  if (!claim) {
    say("clank-cli: {}", claim.error().front().what);
    return ExitCode::usage;
  }
  std::vector<double> times;
  std::vector<std::string> files;
  VtkFrames frames(run.resolved, run.trajectory);
  for (std::size_t i = 0; i < run.trajectory.sampleCount(); ++i) {
    const std::string name = fmt::format("{:06}.vtp", i);
    const ExitCode code = writeTextFile(folder / name, frames.write(i));
    if (code != ExitCode::done) return code;
    times.push_back(run.trajectory.time(i));
    files.push_back((collection.stem() / name).generic_string());
  }
  return writeTextFile(collection, writeVtkCollection(times, files));
}

}  // namespace

ExitCode framesCommand(const FramesOptions& options) {
  if (options.out.extension() != ".pvd") {
    say("clank-cli: --out: {} does not end in .pvd", options.out.string());
    return ExitCode::usage;
  }
  const auto run = runModel(options);
  return run ? judgeLedger(*run, writeFrames(*run, options.out)) : run.error();
}

}  // namespace clank
