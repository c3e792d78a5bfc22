// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <iostream>

#include "app/cli/commands.h"

namespace {

using clank::ExitCode;

struct CommandVisitor {
  ExitCode operator()(const clank::RunOptions& options) const { return clank::runCommand(options); }
  ExitCode operator()(const clank::ValidateOptions& options) const { return clank::validateCommand(options); }
  ExitCode operator()(const clank::ExamplesOptions& options) const { return clank::examplesCommand(options); }
};

int run(int argc, char** argv) {
  const auto read = clank::readCommandLine(argc, argv);
  if (const int* code = std::get_if<int>(&read)) return *code;
  return static_cast<int>(std::visit(CommandVisitor(), std::get<clank::CliOptions>(read)));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const int code = run(argc, argv);
    if (std::fflush(stdout) == 0 && std::cout.flush()) return code;
    fmt::print(stderr, "clank-cli: cannot write to standard output\n");
  } catch (const std::exception& error) {
    fmt::print(stderr, "clank-cli: {}\n", error.what());
  }
  return static_cast<int>(ExitCode::runFailed);
}
