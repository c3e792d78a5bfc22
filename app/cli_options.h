// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace clank {

// A mechanism, and what of it.
struct ModelChoice {
  std::string file;                           // "-": standard input
  std::string caseId;                         // empty: the first
  std::map<std::string, std::string> set;     // parameter id -> text
  std::optional<double> until;                // s, instead of the duration in the file
  std::optional<double> every;                // s, instead of the output interval in the file
  bool quiet = false;                         // only errors
  bool allowsOutside = false;                 // files that it names may be elsewhere than below its folder
  std::vector<std::filesystem::path> writes;  // outputs that are known before: to be refused before the run
};

struct RunOptions : ModelChoice {
  std::optional<std::filesystem::path> outFolder;  // absent: a short report on standard output
  std::optional<std::filesystem::path> hdf5;       // all of it in one file
  std::vector<std::string> channels;               // of the samples; empty: all
  std::optional<double> from, to;                  // s, of the samples
};

struct CompareOptions : ModelChoice {  // file: or samples of a run (CSV), or a folder with samples.csv
  std::string reference;               // CSV; empty: the references of the file
  std::vector<std::pair<std::string, std::string>> map;  // channel, column; empty: what has one name in both
  std::string timeColumn = "1";
  std::string timeUnit, valueUnit, delimiter;
  std::string header = "found";
  double shift = 0, scale = 1;
};

struct ValidateOptions {
  std::vector<std::string> files;
  bool allowsOutside = false;
};

struct ExamplesOptions {
  std::optional<std::filesystem::path> copyTo;
};

struct DivideOptions {
  std::string file, bar;  // "-": standard input; id of a body
  int rods = 6;
  std::string bending;                       // E J, N m2: number, quantity or expression of parameters
  std::optional<std::filesystem::path> out;  // absent: standard output
};

struct MigrateOptions {
  std::vector<std::string> files;
};

struct ImportOptions {
  std::string file;                          // .linkage2, .pmks, .dxf or a link; "-": standard input, no .dxf
  std::string onto, part;                    // of .dxf: mechanism file, body or surface
  std::vector<std::string> layers;           // of .dxf: where the shape lies; empty: the only one with shapes
  bool holesAsPoints = false;                // of .dxf: circles inside the outline become points of the body
  std::optional<std::filesystem::path> out;  // absent: standard output
};

struct DescribeOptions : ModelChoice {};

struct ReportOptions : ModelChoice {
  std::vector<std::string> cases;  // one part of the page each; empty: the first
  std::filesystem::path out;       // .html or .pdf
  std::vector<std::string> words;  // the command line behind the name of the program
};

struct ExportOptions : ModelChoice {
  std::filesystem::path out;  // .svg, .dxf
};

// Pictures of a run for other programs.
struct FramesOptions : ModelChoice {
  std::filesystem::path out;  // .pvd; the frames go beside it
};

// A video of a run.
struct RenderOptions : ModelChoice {
  std::filesystem::path out;       // .mp4, .gif, or .png for a sequence
  bool makesFolder = false;        // of the sequence
  int width = 1280, height = 720;  // px
  double rate = 30;                // frames/s
  std::optional<double> from, to;  // s, of the run
  std::optional<double> speed;     // s of the run in a second of video; absent: one that can be watched
  double slowest = 1;              // part of the speed that is left at events
  double around = 0.5;             // s of video before and after an event in which it is slower
  bool plots = false, dark = false;
  std::string follow;              // body in the middle; empty: none
  bool turns = false;              // with it
  std::vector<std::string> words;  // the command line behind the name of the program
};

struct FrequenciesOptions : ModelChoice {
  double at = 0;  // s, of the run; 0: the start
};

struct EquilibriumOptions : ModelChoice {};

// How many modes a number of a run needs.
struct ConvergeOptions : ModelChoice {
  std::string quantity;     // as of a study
  double tolerance = 0.01;  // of its value
  bool rods = false;        // runs with rods as well
};

// The manual as pages for a browser.
struct ManualOptions {
  std::filesystem::path out;  // folder
};

// A study of a file, or with merge the parts of one that were computed elsewhere.
struct StudyOptions {
  std::string file, study;
  std::vector<std::filesystem::path> merge;        // folders; empty: compute
  std::optional<std::filesystem::path> outFolder;  // absent: a summary on standard output is all
  int jobs = 0;                                    // 0: one a processor
  int part = 1, parts = 1;                         // of --shard
  bool resume = false, yes = false, quiet = false;
};

// A search of the file for the best values of parameters.
struct OptimiseOptions {
  std::string file, optimisation;
  std::optional<std::filesystem::path> outFolder;  // absent: what was found on standard output is all
  bool quiet = false;
};

using CliOptions = std::variant<RunOptions, ValidateOptions, ExamplesOptions, DivideOptions, CompareOptions,
                                ImportOptions, DescribeOptions, FramesOptions, ReportOptions, ExportOptions,
                                RenderOptions, FrequenciesOptions, EquilibriumOptions, ConvergeOptions,
                                StudyOptions, OptimiseOptions, MigrateOptions, ManualOptions>;

// What was asked for, or the exit code when there is nothing more to do: 0 after --help and --version, 2
// after a mistake (which is then explained on standard error).
std::variant<CliOptions, int> readCommandLine(int argc, const char* const* argv);

}  // namespace clank
