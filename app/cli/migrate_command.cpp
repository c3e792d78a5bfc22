// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"

namespace clank {
namespace {

namespace fs = std::filesystem;

// "crank.version-1.clank" beside "crank.clank", or with a number where that is there already.
fs::path findCopyName(const fs::path& file, int version) {
  const std::string stem = fmt::format("{}.version-{}", file.stem().string(), version);
  fs::path copy = file.parent_path() / (stem + file.extension().string());
  for (int number = 2; fs::exists(copy); ++number)
    copy = file.parent_path() / fmt::format("{}-{}{}", stem, number, file.extension().string());
  return copy;
}

// The one command that replaces what it reads: the old file stays beside it.
ExitCode migrate(const std::string& file) {
  const auto loaded = readInput(file);
  if (!loaded) {
    printProblems(file, loaded.error());
    return ExitCode::wrongModel;
  }
  if (loaded->version == kFileVersion) {
    fmt::print("{}: version {} already\n", file, kFileVersion);
    return ExitCode::done;
  }
  const fs::path copy = findCopyName(file, loaded->version);
  std::error_code error;
  fs::copy_file(file, copy, error);
  if (error) {
    printProblem(file,
                 {fmt::format("cannot keep the old file as {}: {}", copy.string(), error.message()), ""});
    return ExitCode::runFailed;
  }
  if (const auto saved = saveMechanism(loaded->mechanism, file); !saved) {
    printProblems(file, saved.error());
    return ExitCode::runFailed;
  }
  fmt::print("{}: version {}, the old file is {}\n", file, kFileVersion, copy.string());
  return ExitCode::done;
}

}  // namespace

ExitCode migrateCommand(const MigrateOptions& options) {
  ExitCode worst = ExitCode::done;
  for (const std::string& file : options.files) worst = std::max(worst, migrate(file));
  return worst;
}

}  // namespace clank
