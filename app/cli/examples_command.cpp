// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

#include "app/cli/commands.h"
#include "core/io/mechanism_file.h"
#include "core/io/replace_file.h"
#include "core/io/resources.h"

namespace clank {

namespace {

namespace fs = std::filesystem;

// Files below a folder, relative to it, sorted.
std::vector<fs::path> listFiles(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(entry.path().lexically_relative(folder));
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string readAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

ExitCode list(const fs::path& examples, const std::vector<fs::path>& files) {
  std::size_t width = 0;
  for (const fs::path& file : files) width = std::max(width, file.string().size());
  ExitCode code = ExitCode::done;
  for (const fs::path& file : files) {
    if (file.extension() != ".clank") continue;
    const auto loaded = loadMechanism(examples / file);
    if (!loaded) code = ExitCode::wrongModel;
    fmt::print("{:<{}}  {}\n", file.string(), width, loaded ? loaded->mechanism.name : "(cannot be read)");
  }
  return code;
}

// False after a message. A file that is there and differs is someone's work: it stays.
bool copyFile(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::exists(to, error)) {
    if (readAll(from) == readAll(to)) return true;
    fmt::print(stderr, "clank-cli: {} is there already and differs: left as it is\n", to.string());
    return false;
  }
  fs::create_directories(to.parent_path(), error);
  const auto copied = replaceFile(to, readAll(from));
  if (!copied) fmt::print(stderr, "clank-cli: {}\n", copied.error().front().what);
  return copied.has_value();
}

ExitCode copy(const fs::path& examples, const std::vector<fs::path>& files, const fs::path& folder) {
  std::size_t copied = 0;
  for (const fs::path& file : files) copied += copyFile(examples / file, folder / file) ? 1 : 0;
  fmt::print(stderr, "clank-cli: {} of {} files are in {}\n", copied, files.size(), folder.string());
  return copied == files.size() ? ExitCode::done : ExitCode::usage;
}

}  // namespace

ExitCode examplesCommand(const ExamplesOptions& options) {
  const auto resources = findResources();
  if (!resources) {
    fmt::print(stderr, "clank-cli: {}\n", resources.error().front().what);
    return ExitCode::runFailed;
  }
  const fs::path examples = *resources / "examples";
  const std::vector<fs::path> files = listFiles(examples);
  return options.copyTo ? copy(examples, files, *options.copyTo) : list(examples, files);
}

}  // namespace clank
