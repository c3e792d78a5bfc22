// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <system_error>

#include "app/cli/commands.h"
#include "app/cli/say.h"
#include "core/io/mechanism_file.h"
#include "core/io/replace_file.h"
#include "core/io/resources.h"
#include "core/support/one_line.h"

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
    fmt::print("{:<{}}  {}\n", toOneLine(file.string()), width,
               loaded ? toOneLine(loaded->mechanism.name) : "(cannot be read)");
  }
  return code;
}

// False after a message. A file that is there and differs is someone's work: it stays.
bool copyFile(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (fs::exists(to, error)) {
    if (readAll(from) == readAll(to)) return true;
    say("clank-cli: {} is there already and differs: left as it is", to.string());
    return false;
  }
  fs::create_directories(to.parent_path(), error);
  const auto copied = replaceFile(to, readAll(from));
  if (!copied) say("clank-cli: {}", copied.error().front().what);
  return copied.has_value();
}

ExitCode copy(const fs::path& examples, const std::vector<fs::path>& files, const fs::path& folder) {
  std::size_t copied = 0;
  for (const fs::path& file : files) copied += copyFile(examples / file, folder / file) ? 1 : 0;
  say("clank-cli: {} of {} files are in {}", copied, files.size(), folder.string());
  return copied == files.size() ? ExitCode::done : ExitCode::usage;
}

}  // namespace

ExitCode examplesCommand(const ExamplesOptions& options) {
  const auto resources = findResources();
  if (!resources) {
    say("clank-cli: {}", resources.error().front().what);
    return ExitCode::runFailed;
  }
  const fs::path examples = *resources / "examples";
  const std::vector<fs::path> files = listFiles(examples);
  return options.copyTo ? copy(examples, files, *options.copyTo) : list(examples, files);
}

}  // namespace clank
