// SPDX-License-Identifier: GPL-3.0-or-later
// Drawing needs Qt and VTK, which clank-cli does without: it becomes the program clank-render with the same
// words.
#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "app/cli/commands.h"
#include "app/cli/say.h"

namespace clank {

namespace fs = std::filesystem;

ExitCode renderCommand(const RenderOptions& options) {
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  std::vector<std::string> words{"clank-render"};
  words.insert(words.end(), options.words.begin(), options.words.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  // Where it is built, and where it is installed.
  for (const fs::path& program : {folder / "clank-render", folder / "../libexec/clank/clank-render"})
    ::execv(program.c_str(), arguments.data());
  say("clank-cli: render: the program clank-render, which draws, is not installed with this clank-cli");
  return ExitCode::runFailed;
}

}  // namespace clank
