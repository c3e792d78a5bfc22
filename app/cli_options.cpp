// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/say.h"
#include "core/io/number_text.h"
#include "core/math/expression.h"
#include "core/support/version.h"

namespace clank {

namespace {

constexpr const char* kDescription = "Moves planar linkages: joints that lock, release and hit their stops.";
constexpr const char* kFooter =
    "Exit status: 0 done, 1 the model or file is wrong, 2 usage, 3 the run failed (partial results kept), "
    "130 interrupted.";

// NAME=VALUE pairs into a map; the last of several for one name holds.
std::map<std::string, std::string> readAssignments(const std::vector<std::string>& texts) {
  std::map<std::string, std::string> assignments;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw CLI::ValidationError("--set", fmt::format("\"{}\" is not NAME=VALUE", text));
    }
    assignments[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return assignments;
}

double readSeconds(const char* option, const std::string& text) {
  const auto seconds = readNumber(text);
  if (!seconds || *seconds <= 0) {
    throw CLI::ValidationError(option, fmt::format("\"{}\" is not a positive number of seconds", text));
  }
  return *seconds;
}

// The options as they are typed.
struct Typed {
  RunOptions run;
  ValidateOptions validate;
  ExamplesOptions examples;
  DivideOptions divide;
  FrequenciesOptions frequencies;
  EquilibriumOptions equilibrium;
  std::vector<std::string> set;
  std::string until, out, copyTo, divided, at;
};

void addRun(CLI::App& app, Typed& typed) {
  CLI::App* run = app.add_subcommand("run", "Run a mechanism and write what it does");
  run->add_option("FILE", typed.run.file, "Mechanism file; - reads standard input")->required();
  run->add_option("--out", typed.out, "Write samples.csv, events.csv and summary.json to this folder")
      ->type_name("DIR");
  run->add_option("--case", typed.run.caseId, "Case of the file; the first when absent")->type_name("NAME");
  run->add_option("--set", typed.set, "Value of a parameter; may be repeated")
      ->type_name("NAME=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  run->add_option("--until", typed.until, "Simulated time, instead of the duration in the file")
      ->type_name("SECONDS");
  run->add_flag("--quiet,-q", typed.run.quiet, "Print errors only");
}

void addValidate(CLI::App& app, Typed& typed) {
  CLI::App* validate =
      app.add_subcommand("validate", "Tell every problem of a mechanism with its place in the file");
  validate->add_option("FILE", typed.validate.files, "Mechanism files; - reads standard input")->required();
}

void addExamples(CLI::App& app, Typed& typed) {
  CLI::App* examples = app.add_subcommand("examples", "List the mechanisms that ship with Clank");
  examples->add_option("--copy", typed.copyTo, "Copy them to this folder")->type_name("DIR");
}

void addDivide(CLI::App& app, Typed& typed) {
  CLI::App* divide =
      app.add_subcommand("divide", "Make of a bar rigid rods with torsion springs, so that it bends");
  divide->add_option("FILE", typed.divide.file, "Mechanism file; - reads standard input")->required();
  divide->add_option("BODY", typed.divide.bar, "Id of the bar")->required();
  divide->add_option("--rods", typed.divide.rods, "Number of rods")->type_name("N")->capture_default_str();
  divide->add_option("--bending", typed.divide.bending, "Bending stiffness E J, N m2")
      ->type_name("EJ")
      ->required();
  divide->add_option("--out", typed.divided, "Write the mechanism to this file")->type_name("FILE");
}

void addFrequencies(CLI::App& app, Typed& typed) {
  CLI::App* frequencies = app.add_subcommand(
      "frequencies", "List the natural frequencies at a position, and which bodies move in each");
  frequencies->add_option("FILE", typed.frequencies.file, "Mechanism file; - reads standard input")
      ->required();
  frequencies->add_option("--case", typed.frequencies.caseId, "Case of the file; the first when absent")
      ->type_name("NAME");
  frequencies->add_option("--at", typed.at, "Where the run is at this time; the start when absent")
      ->type_name("SECONDS");
}

void addEquilibrium(CLI::App& app, Typed& typed) {
  CLI::App* equilibrium =
      app.add_subcommand("equilibrium", "Tell where the bodies are when all forces are in balance");
  equilibrium->add_option("FILE", typed.equilibrium.file, "Mechanism file; - reads standard input")
      ->required();
  equilibrium->add_option("--case", typed.equilibrium.caseId, "Case of the file; the first when absent")
      ->type_name("NAME");
}

CliOptions collect(const CLI::App& app, Typed& typed) {
  if (app.got_subcommand("run")) {
    typed.run.set = readAssignments(typed.set);
    const CLI::App* run = app.get_subcommand("run");
    if (run->count("--until") > 0) typed.run.until = readSeconds("--until", typed.until);
    if (run->count("--out") > 0) typed.run.outFolder = typed.out;
    return typed.run;
  }
  if (app.got_subcommand("divide")) {
    if (app.get_subcommand("divide")->count("--out") > 0) typed.divide.out = typed.divided;
    return typed.divide;
  }
  if (app.got_subcommand("frequencies")) {
    if (app.get_subcommand("frequencies")->count("--at") > 0)
      typed.frequencies.at = readSeconds("--at", typed.at);
    return typed.frequencies;
  }
  if (app.got_subcommand("equilibrium")) return typed.equilibrium;
  if (app.got_subcommand("validate")) return typed.validate;
  if (app.get_subcommand("examples")->count("--copy") > 0) typed.examples.copyTo = typed.copyTo;
  return typed.examples;
}

// A mistake, and where to read on.
void explain(const CLI::App& app, const std::string& mistake) {
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
  say("clank-cli: {}", mistake);
  say("clank-cli{} --help tells more.", command);
}

std::string describeUnknown(const std::string& command) {
  const std::vector<std::string> known{"run", "validate", "examples", "divide", "frequencies", "equilibrium"};
  const std::string nearest = findNearestName(command, known);
  const std::string hint = nearest.empty() ? fmt::format("there are {}", fmt::join(known, ", "))
                                           : fmt::format("did you mean \"{}\"?", nearest);
  return fmt::format("there is no command \"{}\"; {}", command, hint);
}

}  // namespace

std::variant<CliOptions, int> readCommandLine(int argc, const char* const* argv) {
  CLI::App app(kDescription, "clank-cli");
  app.footer(kFooter);
  app.set_version_flag("--version", fmt::format("clank-cli {}", programVersion()));
  app.require_subcommand(1);
  Typed typed;
  addRun(app, typed);
  addValidate(app, typed);
  addExamples(app, typed);
  addDivide(app, typed);
  addFrequencies(app, typed);
  addEquilibrium(app, typed);
  try {
    app.parse(argc, argv);
    return collect(app, typed);
  } catch (const CLI::Success& help) {
    app.exit(help, std::cout, std::cerr);
    return static_cast<int>(ExitCode::done);
  } catch (const CLI::RequiredError& error) {
    const bool unknown = app.get_subcommands().empty() && argc > 1 && argv[1][0] != '-';
    explain(app, unknown ? describeUnknown(argv[1]) : error.what());
  } catch (const CLI::ParseError& error) {
    explain(app, error.what());
  }
  return static_cast<int>(ExitCode::usage);
}

}  // namespace clank
