// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>

#include <filesystem>
#include <system_error>

#include "app/cli/commands.h"
#include "app/cli/drawing_program.h"
#include "app/cli/say.h"

namespace clank {

namespace fs = std::filesystem;

ExitCode becomeDrawingProgram(const char* command, std::vector<std::string> words) {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  words.insert(words.begin(), "clank-render");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // Where it is built, and where it is installed.
  for (const fs::path& program : {folder / "clank-render", folder / "../libexec/clank/clank-render"})
    ::execv(program.c_str(), arguments.data());
  say("clank-cli: {}: the program clank-render, which draws, is not installed with this clank-cli", command);
  return ExitCode::runFailed;
}

ExitCode renderCommand(const RenderOptions& options) {
  return becomeDrawingProgram("render", options.words);
}

}  // namespace clank
