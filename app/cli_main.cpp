// SPDX-License-Identifier: GPL-3.0-or-later
#include <fcntl.h>
#include <malloc.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <exception>
#include <iostream>
#include <system_error>

#include "app/cli/commands.h"
#include "app/cli/say.h"

namespace {

using clank::ExitCode;

struct CommandVisitor {
  ExitCode operator()(const clank::RunOptions& options) const { return clank::runCommand(options); }
  ExitCode operator()(const clank::ValidateOptions& options) const { return clank::validateCommand(options); }
  ExitCode operator()(const clank::ExamplesOptions& options) const { return clank::examplesCommand(options); }
  ExitCode operator()(const clank::DivideOptions& options) const { return clank::divideCommand(options); }
  ExitCode operator()(const clank::MigrateOptions& options) const { return clank::migrateCommand(options); }
  ExitCode operator()(const clank::ImportOptions& options) const { return clank::importCommand(options); }
  ExitCode operator()(const clank::DescribeOptions& options) const { return clank::describeCommand(options); }
  ExitCode operator()(const clank::ReportOptions& options) const { return clank::reportCommand(options); }
  ExitCode operator()(const clank::ExportOptions& options) const { return clank::exportCommand(options); }
  ExitCode operator()(const clank::FramesOptions& options) const { return clank::framesCommand(options); }
  ExitCode operator()(const clank::RenderOptions& options) const { return clank::renderCommand(options); }
  ExitCode operator()(const clank::CompareOptions& options) const { return clank::compareCommand(options); }
  ExitCode operator()(const clank::FrequenciesOptions& options) const {
    return clank::frequenciesCommand(options);
  }
  ExitCode operator()(const clank::StudyOptions& options) const { return clank::studyCommand(options); }
  ExitCode operator()(const clank::OptimiseOptions& options) const { return clank::optimiseCommand(options); }
  ExitCode operator()(const clank::ManualOptions& options) const { return clank::manualCommand(options); }
  ExitCode operator()(const clank::ConvergeOptions& options) const { return clank::convergeCommand(options); }
  ExitCode operator()(const clank::EquilibriumOptions& options) const {
    return clank::equilibriumCommand(options);
  }
};

int run(int argc, char** argv) {
  const auto read = clank::readCommandLine(argc, argv);
  if (const int* code = std::get_if<int>(&read)) return *code;
  return static_cast<int>(std::visit(CommandVisitor(), std::get<clank::CliOptions>(read)));
}

// A pipe that nobody reads, or a file that may not grow, is an error of writing like others, and not the end
// of a run.
void takeSignalsOfWriting() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

// Where a standard stream is closed, the next file would take its place, and messages would be written into
// results.
void fillStandardStreams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) >= 0) continue;
    // As closed as before: reading or writing fails.
    ::open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// Large lists are given back to the system when they go. By itself the C library keeps ever larger ones, and
// a large file took a sixth more memory.
void giveLargeBlocksBack() {
  constexpr int kLarge = 4 << 20;  // bytes
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
}

}  // namespace

int main(int argc, char** argv) {
  giveLargeBlocksBack();
  takeSignalsOfWriting();
  fillStandardStreams();
  try {
    const int code = run(argc, argv);
    if (std::fflush(stdout) == 0 && std::cout.flush()) return code;
    if (errno != EPIPE) clank::sayLine("clank-cli: cannot write to standard output");
  } catch (const std::system_error& error) {
    if (error.code() != std::errc::broken_pipe) clank::say("clank-cli: {}", error.what());
  } catch (const std::exception& error) {
    clank::say("clank-cli: {}", error.what());
  }
  return static_cast<int>(ExitCode::runFailed);
}
