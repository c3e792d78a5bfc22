// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/say.h"
#include "core/io/resources.h"
#include "core/manual/manual.h"
#include "core/manual/manual_site.h"

namespace clank {

ExitCode manualCommand(const ManualOptions& options) {
  const auto fail = [](const Problems& problems, ExitCode code) {
    say("clank-cli: {}", problems.front().what);
    return code;
  };
  const auto folder = findManual();
  if (!folder) return fail(folder.error(), ExitCode::runFailed);
  const auto resources = findResources();
  if (!resources) return fail(resources.error(), ExitCode::runFailed);
  const auto manual = readManual(*folder);
  if (!manual) return fail(manual.error(), ExitCode::runFailed);
  const auto written = writeManualSite(*manual, *resources / "examples", options.out);
  if (!written) return fail(written.error(), ExitCode::usage);
  say("clank-cli: {} pages are in {}", manual->pages.size(), (options.out / "index.html").string());
  return ExitCode::done;
}

}  // namespace clank
