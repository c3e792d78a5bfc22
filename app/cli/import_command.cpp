// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include "app/cli/commands.h"
#include "app/cli/model_input.h"
#include "app/cli/say.h"
#include "core/io/import_mechanism.h"
#include "core/io/place_dxf.h"

namespace clank {

namespace {

ExitCode refuseImport(const std::string& file, const Problems& problems) {
  printProblems(file, problems);
  return ExitCode::wrongModel;
}

// What would be refused when it is opened is not written. False after a message.
bool isSound(const ImportOptions& options, const Mechanism& mechanism) {
  const auto resolved = resolve(mechanism);
  const Problems problems = resolved ? validate(*resolved) : resolved.error();
  printProblems(options.file, problems, false);
  if (!hasError(problems)) return true;
  say("clank-cli: import: {} makes a mechanism with errors: nothing is written", options.file);
  return false;
}

// A link that PMKS+ shares, typed in the place of a file; its length may be more than a name can have.
bool isSharedLink(const std::string& file) {
  return file.starts_with("https://") || file.starts_with("http://") || file.starts_with("?");
}

ExitCode finishImport(const ImportOptions& options, const Mechanism& mechanism,
                      const std::vector<std::string>& notes) {
  for (const std::string& note : notes) printProblem(options.file, {note, "", Severity::note});
  if (!isSound(options, mechanism)) return ExitCode::wrongModel;
  return writeOutput(mechanism, options.out);
}

ExitCode importDxf(const ImportOptions& options, const std::string& text) {
  if (options.onto.empty() || options.part.empty()) {
    say("clank-cli: import: a DXF drawing goes onto a part: --onto FILE --part ID");
    return ExitCode::usage;
  }
  const auto geometry = readDxf(text);
  if (!geometry) return refuseImport(options.file, geometry.error());
  const auto loaded = readInput(options.onto);
  if (!loaded) return refuseImport(options.onto, loaded.error());
  auto placed = placeDxf(loaded->mechanism, *geometry, {options.part, options.layers, options.holesAsPoints});
  if (!placed) return refuseImport(options.file, placed.error());
  if (placed->holes > 0 && !options.holesAsPoints)
    placed->notes.emplace_back("--holes-as-points makes points of these circles, where joints can sit");
  return finishImport(options, placed->mechanism, placed->notes);
}

}  // namespace

ExitCode importCommand(const ImportOptions& options) {
  if (isSharedLink(options.file)) {
    ImportOptions named = options;
    named.file = "the link";  // in messages
    if (options.file.find('?') == std::string::npos)
      return refuseImport(named.file, {{"nothing behind a '?' in it tells of a mechanism; what an address "
                                        "leads to is not fetched: save it as a file",
                                        "", Severity::error}});
    const auto imported = importMechanism(options.file);
    if (!imported) return refuseImport(named.file, imported.error());
    return finishImport(named, imported->mechanism, imported->notes);
  }
  const auto text = readText(options.file);
  if (!text) return refuseImport(options.file, text.error());
  if (options.file.ends_with(".dxf") || options.file.ends_with(".DXF")) return importDxf(options, *text);
  const auto imported = importMechanism(*text);
  if (!imported) return refuseImport(options.file, imported.error());
  return finishImport(options, imported->mechanism, imported->notes);
}

}  // namespace clank
