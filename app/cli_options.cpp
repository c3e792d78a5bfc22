// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>

#include "app/cli/exit_code.h"
#include "app/cli/say.h"
#include "app/time_option.h"
#include "core/io/number_text.h"
#include "core/math/expression.h"
#include "core/support/version.h"

namespace clank {

namespace {

constexpr const char* kDescription = "Moves planar linkages: joints that lock, release and hit their stops.";
constexpr const char* kFooter =
    "Exit status: 0 done, 1 the model or file is wrong, 2 usage, 3 the run failed (partial results kept), "
    "4 its energy ledger does not close, so the motion is not right, "
    "130 interrupted.";

// One value each time that it is named, so that it leaves what stands behind it. CLI11 would give it all
// words up to the next option.
CLI::Option* addRepeated(CLI::App& command, const char* name, std::vector<std::string>& values,
                         const char* help) {
  return command.add_option(name, values, help)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

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

double readAnyTime(const char* option, const std::string& text) {
  const auto seconds = readTime(text);
  if (!seconds)
    throw CLI::ValidationError(
        option, fmt::format("\"{}\" is not a time: seconds, or a number with a unit (\"200 ms\")", text));
  return *seconds;
}

double readPositiveTime(const char* option, const std::string& text) {
  const double seconds = readAnyTime(option, text);
  if (seconds <= 0) throw CLI::ValidationError(option, fmt::format("\"{}\" is not a positive time", text));
  return seconds;
}

// Several files or a binary file cannot go to standard output, and a folder of that name is never meant.
const std::string& readPlace(const char* option, const std::string& text) {
  if (text == "-")
    throw CLI::ValidationError(
        option, "- (standard output) cannot take this output; name a place (./- for one of that name)");
  return text;
}

// Absent is standard output.
std::optional<std::filesystem::path> readTextPlace(const CLI::App& command, const std::string& text) {
  if (command.count("--out") == 0 || text == "-") return std::nullopt;
  return text;
}

double readFinite(const char* option, const std::string& text) {
  const auto number = readNumber(text);
  if (!number) throw CLI::ValidationError(option, fmt::format("\"{}\" is not a number", text));
  return *number;
}

// "a,b": two texts; without a comma the first.
void readPair(const std::string& text, std::string& first, std::string& second) {
  const std::size_t comma = text.find(',');
  first = text.substr(0, comma);
  if (comma != std::string::npos) second = text.substr(comma + 1);
}

// The options as they are typed.
struct Typed {
  RunOptions run;
  ValidateOptions validate;
  ExamplesOptions examples;
  DivideOptions divide;
  MigrateOptions migrate;
  std::vector<std::string> set;
  std::string until, out, hdf5, copyTo, divided;
  std::string from, to, every;                        // of run
  std::string channel, columns, units, shift, scale;  // of compare
  std::vector<std::string> map;
  CompareOptions compare;
  ImportOptions imported;
  DescribeOptions describe;
  FramesOptions frames;
  RenderOptions render;
  std::string size, rate, speed, slowest, around, videoFrom, videoTo;  // of render
  ReportOptions report;
  ExportOptions exported;
  FrequenciesOptions frequencies;
  EquilibriumOptions equilibrium;
  ConvergeOptions converge;
  ManualOptions manual;
  StudyOptions study;
  OptimiseOptions optimise;
  std::vector<std::string> studyWords;
  std::string importedTo, at, studyTo, optimiseTo, shard, manualTo;
};

void addSettings(CLI::App& command, ModelChoice& choice, Typed& typed) {
  addRepeated(command, "--set", typed.set, "Value of a parameter; may be repeated")->type_name("NAME=VALUE");
  command.add_option("--until", typed.until, "Simulated time, instead of the duration in the file")
      ->type_name("TIME");
  command.add_flag("--quiet,-q", choice.quiet, "Print errors only");
}

void addOutside(CLI::App& command, bool& allows) {
  command.add_flag("--allow-outside", allows,
                   "Read tables and pictures that the file names, wherever they are; without, only below its "
                   "own folder");
}

void addModelChoice(CLI::App& command, ModelChoice& choice, Typed& typed) {
  command.add_option("--case", choice.caseId, "Case of the file; the first when absent")->type_name("NAME");
  addSettings(command, choice, typed);
}

void addRun(CLI::App& app, Typed& typed) {
  CLI::App* run = app.add_subcommand("run", "Run a mechanism and write what it does");
  run->add_option("FILE", typed.run.file, "Mechanism file; - reads standard input")->required();
  run->add_option("--out", typed.out, "Write samples.csv, events.csv and summary.json to this folder")
      ->type_name("DIR");
  addModelChoice(*run, typed.run, typed);
  run->add_option("--hdf5", typed.hdf5, "Write samples, events and summary to this HDF5 file")
      ->type_name("FILE");
  addRepeated(*run, "--channels", typed.run.channels, "Channels of the samples beside t: names with commas")
      ->type_name("NAMES")
      ->delimiter(',');
  run->add_option("--from", typed.from, "First time of the samples")->type_name("TIME");
  run->add_option("--to", typed.to, "Last time of the samples")->type_name("TIME");
  run->add_option("--every", typed.every, "Time between samples, instead of the output interval in the file")
      ->type_name("TIME");
}

void addValidate(CLI::App& app, Typed& typed) {
  CLI::App* validate =
      app.add_subcommand("validate", "Tell every problem of a mechanism with its place in the file");
  validate->add_option("FILE", typed.validate.files, "Mechanism files; - reads standard input")->required();
  addOutside(*validate, typed.validate.allowsOutside);
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

void addMigrate(CLI::App& app, Typed& typed) {
  CLI::App* migrate = app.add_subcommand(
      "migrate", "Write files of an older version anew, in their place; each old file is kept beside it");
  migrate->add_option("FILE", typed.migrate.files, "Mechanism files")->required();
}

void addCompare(CLI::App& app, Typed& typed) {
  CompareOptions& compare = typed.compare;
  CLI::App* command = app.add_subcommand("compare", "Tell how far a run is from curves of other origin");
  command
      ->add_option("RUN", compare.file,
                   "Mechanism file, samples of a run (CSV), or a folder that run --out has written")
      ->required();
  command->add_option("REF", compare.reference, "Table of numbers (CSV); absent: the references of the file");
  addRepeated(*command, "--map", typed.map,
              "Channel of the run and column of REF (name, or number from 1), may be repeated; what has one "
              "name in both when absent")
      ->type_name("CHANNEL=COLUMN");
  command->add_option("--channel", typed.channel, "Channel of the run, against one column of REF")
      ->type_name("NAME");
  command->add_option("--columns", typed.columns, "Of time and values: numbers from 1 or names; 1,2")
      ->type_name("T,V");
  command->add_option("--units", typed.units, "Of time and values; as in the header, else SI")
      ->type_name("T,V");
  command->add_option("--delimiter", compare.delimiter, "One character, tab or blank; found when absent")
      ->type_name("C");
  command->add_option("--header", compare.header, "Whether the first row names the columns")
      ->type_name("yes|no|found");
  command->add_option("--shift", typed.shift, "Added to the times of REF")->type_name("TIME");
  command->add_option("--scale", typed.scale, "The times of REF are multiplied by this")->type_name("FACTOR");
  addOutside(*command, compare.allowsOutside);
  addModelChoice(*command, compare, typed);
}

void addImport(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand(
      "import",
      "Make a mechanism of a file of the program Linkage, or put a shape of a DXF drawing onto a part");
  command
      ->add_option(
          "FILE", typed.imported.file,
          "File .linkage2, .pmks or .dxf, or the link of PMKS+ itself in quotes; - reads standard input, no "
          ".dxf")
      ->required();
  command->add_option("--onto", typed.imported.onto, "Of .dxf: the mechanism file that the shape goes into")
      ->type_name("FILE");
  command->add_option("--part", typed.imported.part, "Of .dxf: the body or surface that takes the shape")
      ->type_name("ID");
  addRepeated(*command, "--layer", typed.imported.layers,
              "Of .dxf: where the shape lies, may be repeated; the only layer that holds shapes, and is "
              "neither off nor frozen, when absent")
      ->type_name("NAME");
  command->add_flag("--holes-as-points", typed.imported.holesAsPoints,
                    "Of .dxf: circles inside the outline of a body become its points hole1, hole2 ...");
  command->add_option("--out", typed.importedTo, "Write the mechanism to this file")->type_name("FILE");
}

void addDescribe(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand("describe", "Tell in words what a mechanism is and what can happen");
  command->add_option("FILE", typed.describe.file, "Mechanism file; - reads standard input")->required();
  addModelChoice(*command, typed.describe, typed);
}

void addReport(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand("report", "Run a mechanism and write a page about it");
  command->add_option("FILE", typed.report.file, "Mechanism file; - reads standard input")->required();
  command->add_option("--out", typed.report.out, "Write the page (.html), or pages (.pdf), to this file")
      ->type_name("FILE")
      ->required();
  addRepeated(*command, "--case", typed.report.cases,
              "Case of the file, may be repeated; the first when absent")
      ->type_name("NAME");
  addOutside(*command, typed.report.allowsOutside);
  addSettings(*command, typed.report, typed);
}

void addExport(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand("export", "Draw a mechanism at its start, true to scale");
  command->add_option("FILE", typed.exported.file, "Mechanism file; - reads standard input")->required();
  command->add_option("--out", typed.exported.out, "File .svg or .dxf")->type_name("FILE")->required();
  addModelChoice(*command, typed.exported, typed);
}

void addFrames(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand("frames", "Run a mechanism and write its motion for ParaView");
  command->add_option("FILE", typed.frames.file, "Mechanism file; - reads standard input")->required();
  command->add_option("--out", typed.frames.out, "File .pvd; a folder of the same name takes the frames")
      ->type_name("FILE")
      ->required();
  command->add_option("--every", typed.every, "Time between frames, instead of the output interval")
      ->type_name("TIME");
  addModelChoice(*command, typed.frames, typed);
}

void addRender(CLI::App& app, Typed& typed) {
  CLI::App* command =
      app.add_subcommand("render", "Run a mechanism and make a video of it, without a window");
  RenderOptions& render = typed.render;
  command->add_option("FILE", render.file, "Mechanism file; - reads standard input")->required();
  command
      ->add_option("--out", render.out,
                   "File .mp4 or .gif (by ffmpeg), or .png for a sequence, or a folder for one")
      ->type_name("FILE")
      ->required();
  command->add_option("--size", typed.size, "Of the picture in pixels; 1280x720")->type_name("WxH");
  command->add_option("--fps,--rate", typed.rate, "Frames in a second; 30")->type_name("FRAMES");
  command->add_option("--from", typed.videoFrom, "First time of the run that is shown")->type_name("TIME");
  command->add_option("--to", typed.videoTo, "Last time of the run that is shown")->type_name("TIME");
  command
      ->add_option("--speed", typed.speed,
                   "Seconds of the run in a second of video; one that takes about 5 s to watch when absent")
      ->type_name("FACTOR");
  command
      ->add_option("--slow-events", typed.slowest,
                   "Slow down at events, to this part of the speed; 0.1 when no part is named")
      ->type_name("[PART]");
  command
      ->add_option("--around", typed.around,
                   "How far from an event slowing begins, in seconds of video at full speed; 0.5")
      ->type_name("TIME");
  command->add_flag("--plots", render.plots, "Plots below the scene");
  command->add_flag("--dark", render.dark, "Dark colours");
  CLI::Option* follow =
      command->add_option("--follow", render.follow, "Keep this body in the middle")->type_name("BODY");
  command->add_flag("--turn", render.turns, "Turn with the body that is followed")->needs(follow);
  addModelChoice(*command, render, typed);
}

// "1280x720".
void readSize(const std::string& text, RenderOptions& options) {
  const auto readSide = [](const std::string& side) {
    const double value = readNumber(side).value_or(0);
    return value >= 1 && value <= 1e5 && value == std::floor(value) ? static_cast<int>(value) : 0;
  };
  const auto cross = std::min(text.find('x'), text.size());
  options.width = readSide(text.substr(0, cross));
  options.height = readSide(text.substr(std::min(cross + 1, text.size())));
  if (options.width == 0 || options.height == 0)
    throw CLI::ValidationError("--size", fmt::format("\"{}\" is no size in pixels, as 1280x720", text));
}

void addFrequencies(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand(
      "frequencies", "List the natural frequencies at a position, and which bodies move in each");
  command->add_option("FILE", typed.frequencies.file, "Mechanism file; - reads standard input")->required();
  command->add_option("--at", typed.at, "Where the run is at this time; the start when absent")
      ->type_name("TIME");
  addModelChoice(*command, typed.frequencies, typed);
}

void addEquilibrium(CLI::App& app, Typed& typed) {
  CLI::App* command =
      app.add_subcommand("equilibrium", "Tell where the bodies are when all forces are in balance");
  command->add_option("FILE", typed.equilibrium.file, "Mechanism file; - reads standard input")->required();
  addModelChoice(*command, typed.equilibrium, typed);
}

void addConverge(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand(
      "converge", "Run with more and more modes of links that bend, until a number of the run stays");
  command->add_option("FILE", typed.converge.file, "Mechanism file; - reads standard input")->required();
  command->add_option("--quantity", typed.converge.quantity, "What is looked at: \"peak(rod.stress)\"")
      ->type_name("EXPRESSION")
      ->required();
  command
      ->add_option("--tolerance", typed.converge.tolerance, "Part of its value by which it may still change")
      ->capture_default_str()
      ->check(CLI::Range(1e-12, 1.0));
  command->add_flag("--rods", typed.converge.rods, "Run with 10, 20 and 40 rods as well");
  addModelChoice(*command, typed.converge, typed);
}

void addManual(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand("manual", "Write the manual as pages for a browser");
  command->add_option("--out", typed.manualTo, "Write the pages to this folder, index.html first")
      ->type_name("DIR")
      ->required();
}

void addStudy(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand(
      "study", "Make the runs of a study of a file, or merge the tables of its parts: study merge DIR...");
  command->add_option("WORDS", typed.studyWords, "FILE and the id of the study; or: merge DIR...")
      ->required();
  command->add_option("--out", typed.studyTo, "Write the table (CSV and SQLite) to this folder")
      ->type_name("DIR");
  command->add_option("--jobs", typed.study.jobs, "Runs at a time; one a processor when absent")
      ->type_name("N")
      ->check(CLI::Range(1, 1024));
  command->add_option("--shard", typed.shard, "Compute part K of N only")->type_name("K/N");
  command->add_flag("--resume", typed.study.resume, "Go on with the table in the folder");
  command->add_flag("--yes,-y", typed.study.yes, "Do not ask before a study that takes hours");
  command->add_flag("--quiet,-q", typed.study.quiet, "Print errors only");
}

void addOptimise(CLI::App& app, Typed& typed) {
  CLI::App* command = app.add_subcommand(
      "optimise", "Search the best values of parameters, as an optimisation of a file says");
  command->add_option("FILE", typed.optimise.file, "Mechanism file; - reads standard input")->required();
  command->add_option("ID", typed.optimise.optimisation, "Id of the optimisation")->required();
  command
      ->add_option("--out", typed.optimiseTo,
                   "Write the improvements (CSV) and the best mechanism to this folder")
      ->type_name("DIR");
  command->add_flag("--quiet,-q", typed.optimise.quiet, "Print errors only");
}

// "2/5": part 2 of 5.
void readShard(const std::string& text, StudyOptions& options) {
  const auto slash = text.find('/');
  const auto part = readNumber(text.substr(0, slash));
  const auto parts = slash == std::string::npos ? std::nullopt : readNumber(text.substr(slash + 1));
  const bool isShard = part && parts && *part == std::floor(*part) && *parts == std::floor(*parts) &&
                       *part >= 1 && *part <= *parts && *parts <= 1e9;
  if (!isShard)
    throw CLI::ValidationError("--shard", fmt::format("\"{}\" is no part of a whole, as 2/5", text));
  options.part = static_cast<int>(*part);
  options.parts = static_cast<int>(*parts);
}

StudyOptions collectStudy(const CLI::App& command, Typed& typed) {
  StudyOptions& study = typed.study;
  const auto& words = typed.studyWords;
  if (command.count("--out") > 0) study.outFolder = readPlace("--out", typed.studyTo);
  if (command.count("--shard") > 0) readShard(typed.shard, study);
  if (words[0] == "merge") {
    if (words.size() < 2) throw CLI::ValidationError("merge", "name the folders of the parts");
    if (!study.outFolder) throw CLI::ValidationError("--out", "name the folder of the whole");
    study.merge.assign(words.begin() + 1, words.end());
    return study;
  }
  if (words.size() != 2) throw CLI::ValidationError("study", "name a file and the id of one of its studies");
  if (study.resume && !study.outFolder) throw CLI::ValidationError("--resume", "name the folder with --out");
  if (study.parts > 1 && !study.outFolder) throw CLI::ValidationError("--shard", "name a folder with --out");
  study.file = words[0];
  study.study = words[1];
  return study;
}

void readModelChoice(const CLI::App& command, ModelChoice& choice, const Typed& typed) {
  choice.set = readAssignments(typed.set);
  if (command.count("--until") > 0) choice.until = readPositiveTime("--until", typed.until);
}

constexpr double kSlow = 0.1;  // part of the speed at events

// The command line with "--slow-events=0.1" where no part is named: CLI11 would take the next word for it,
// and be it the file.
std::vector<std::string> nameParts(int argc, const char* const* argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool isNamed = i + 1 < words.size() && readNumber(words[i + 1]);
    if (words[i] == "--slow-events" && !isNamed) words[i] += fmt::format("={}", kSlow);
  }
  return words;
}

RenderOptions collectRender(const CLI::App& command, Typed& typed) {
  RenderOptions& render = typed.render;
  readModelChoice(command, render, typed);
  if (command.count("--size") > 0) readSize(typed.size, render);
  if (command.count("--fps") > 0) render.rate = readFinite("--fps", typed.rate);
  if (command.count("--from") > 0) render.from = readAnyTime("--from", typed.videoFrom);
  if (command.count("--to") > 0) render.to = readAnyTime("--to", typed.videoTo);
  if (command.count("--speed") > 0) render.speed = readFinite("--speed", typed.speed);
  if (command.count("--slow-events") > 0) render.slowest = readFinite("--slow-events", typed.slowest);
  readPlace("--out", render.out);
  render.makesFolder = render.out.extension().empty();
  if (render.makesFolder) render.out /= "frame.png";
  render.writes = {render.out};
  if (command.count("--around") > 0) render.around = readAnyTime("--around", typed.around);
  return render;
}

CompareOptions collectCompare(const CLI::App& command, Typed& typed) {
  CompareOptions& compare = typed.compare;
  readModelChoice(command, compare, typed);
  std::string column = "2";
  if (command.count("--columns") > 0) readPair(typed.columns, compare.timeColumn, column);
  if (!typed.channel.empty()) compare.map.emplace_back(typed.channel, column);
  for (const std::string& entry : typed.map) {
    const auto equals = entry.rfind('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == entry.size())
      throw CLI::ValidationError("--map", fmt::format("\"{}\" is no channel=column", entry));
    compare.map.emplace_back(entry.substr(0, equals), entry.substr(equals + 1));
  }
  if (command.count("--units") > 0) readPair(typed.units, compare.timeUnit, compare.valueUnit);
  if (command.count("--shift") > 0) compare.shift = readAnyTime("--shift", typed.shift);
  if (command.count("--scale") > 0) compare.scale = readFinite("--scale", typed.scale);
  if (compare.header != "yes" && compare.header != "no" && compare.header != "found")
    throw CLI::ValidationError("--header", fmt::format("\"{}\" is not yes, no or found", compare.header));
  return compare;
}

CliOptions collect(const CLI::App& app, Typed& typed) {
  if (app.got_subcommand("run")) {
    const CLI::App* run = app.get_subcommand("run");
    readModelChoice(*run, typed.run, typed);
    if (run->count("--from") > 0) typed.run.from = readAnyTime("--from", typed.from);
    if (run->count("--to") > 0) typed.run.to = readAnyTime("--to", typed.to);
    if (run->count("--every") > 0) typed.run.every = readPositiveTime("--every", typed.every);
    if (run->count("--out") > 0) typed.run.outFolder = readPlace("--out", typed.out);
    if (run->count("--hdf5") > 0) typed.run.hdf5 = readPlace("--hdf5", typed.hdf5);
    return typed.run;
  }
  if (app.got_subcommand("divide")) {
    typed.divide.out = readTextPlace(*app.get_subcommand("divide"), typed.divided);
    return typed.divide;
  }
  if (app.got_subcommand("migrate")) return typed.migrate;
  if (app.got_subcommand("import")) {
    typed.imported.out = readTextPlace(*app.get_subcommand("import"), typed.importedTo);
    return typed.imported;
  }
  if (app.got_subcommand("describe")) {
    readModelChoice(*app.get_subcommand("describe"), typed.describe, typed);
    return typed.describe;
  }
  if (app.got_subcommand("report")) {
    readModelChoice(*app.get_subcommand("report"), typed.report, typed);
    typed.report.writes = {typed.report.out};
    return typed.report;
  }
  if (app.got_subcommand("export")) {
    readModelChoice(*app.get_subcommand("export"), typed.exported, typed);
    typed.exported.writes = {typed.exported.out};
    return typed.exported;
  }
  if (app.got_subcommand("frames")) {
    const CLI::App* frames = app.get_subcommand("frames");
    readModelChoice(*frames, typed.frames, typed);
    typed.frames.writes = {typed.frames.out};
    if (frames->count("--every") > 0) typed.frames.every = readPositiveTime("--every", typed.every);
    return typed.frames;
  }
  if (app.got_subcommand("frequencies")) {
    const CLI::App* frequencies = app.get_subcommand("frequencies");
    readModelChoice(*frequencies, typed.frequencies, typed);
    if (frequencies->count("--at") > 0) typed.frequencies.at = readAnyTime("--at", typed.at);
    return typed.frequencies;
  }
  if (app.got_subcommand("converge")) {
    readModelChoice(*app.get_subcommand("converge"), typed.converge, typed);
    return typed.converge;
  }
  if (app.got_subcommand("equilibrium")) {
    readModelChoice(*app.get_subcommand("equilibrium"), typed.equilibrium, typed);
    return typed.equilibrium;
  }
  if (app.got_subcommand("render")) return collectRender(*app.get_subcommand("render"), typed);
  if (app.got_subcommand("optimise")) {
    if (app.get_subcommand("optimise")->count("--out") > 0)
      typed.optimise.outFolder = readPlace("--out", typed.optimiseTo);
    return typed.optimise;
  }
  if (app.got_subcommand("manual")) return ManualOptions{readPlace("--out", typed.manualTo)};
  if (app.got_subcommand("study")) return collectStudy(*app.get_subcommand("study"), typed);
  if (app.got_subcommand("compare")) return collectCompare(*app.get_subcommand("compare"), typed);
  if (app.got_subcommand("validate")) return typed.validate;
  if (app.get_subcommand("examples")->count("--copy") > 0)
    typed.examples.copyTo = readPlace("--copy", typed.copyTo);
  return typed.examples;
}

// A mistake, and where to read on.
void explain(const CLI::App& app, const std::string& mistake) {
  const auto chosen = app.get_subcommands();
  const std::string command = chosen.empty() ? "" : " " + chosen.front()->get_name();
  say("clank-cli: {}", mistake);
  say("clank-cli{} --help tells more.", command);
}

std::string describeUnknown(const CLI::App& app, const std::string& command) {
  std::vector<std::string> known;
  for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(one->get_name());
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
  typed.render.words.assign(argv + 1, argv + argc);
  typed.report.words = typed.render.words;
  addRun(app, typed);
  addValidate(app, typed);
  addExamples(app, typed);
  addDivide(app, typed);
  addMigrate(app, typed);
  addCompare(app, typed);
  addImport(app, typed);
  addDescribe(app, typed);
  addFrames(app, typed);
  addRender(app, typed);
  addExport(app, typed);
  addReport(app, typed);
  addFrequencies(app, typed);
  addEquilibrium(app, typed);
  addConverge(app, typed);
  addManual(app, typed);
  addStudy(app, typed);
  addOptimise(app, typed);
  try {
    std::vector<std::string> words = nameParts(argc, argv);
    std::ranges::reverse(words);  // CLI11 takes them from the end
    app.parse(std::move(words));
    return collect(app, typed);
  } catch (const CLI::Success& help) {
    app.exit(help, std::cout, std::cerr);
    return static_cast<int>(ExitCode::done);
  } catch (const CLI::RequiredError& error) {
    const bool unknown = app.get_subcommands().empty() && argc > 1 && argv[1][0] != '-';
    explain(app, unknown ? describeUnknown(app, argv[1]) : error.what());
  } catch (const CLI::ParseError& error) {
    explain(app, error.what());
  }
  return static_cast<int>(ExitCode::usage);
}

}  // namespace clank
