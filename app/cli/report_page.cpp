// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/report_page.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "app/cli/model_input.h"
#include "app/cli/say.h"
#include "core/io/html_report.h"
#include "core/io/run_command_line.h"

namespace clank {

namespace {

// Standard input has no name that would give it again.
ReportedRun nameOrigin(ReportedRun run, const ModelChoice& options) {
  if (options.file == "-") return run;
  run.file = std::filesystem::path(options.file).filename().string();
  run.command = writeRunCommand({options.file, options.caseId, options.set, options.until, options.every});
  return run;
}

Step<ReportPage> makePage(const ModelChoice& options, ReportMedium medium) {
  const auto run = runModel(options);
  if (!run) return tl::unexpected(run.error());
  const auto references =
      compareReferences(run->resolved, options.caseId, std::filesystem::path(options.file).parent_path(),
                        run->trajectory, {options.allowsOutside, {}});
  printProblems(options.file, references.problems, !options.quiet);
  const ReportedRun reported =
      nameOrigin({run->resolved, options.caseId, run->summary, run->trajectory, references.curves}, options);
  return ReportPage{writeHtmlReport(reported, medium), judgeLedger(*run, ExitCode::done)};
}

// Puts what stands between the tags of the body behind what the page has there.
void appendBody(std::string& page, const std::string& other) {
  constexpr std::string_view kBegin = "<body>", kEnd = "</body>";
  const std::size_t begin = other.find(kBegin) + kBegin.size();
  page.insert(page.rfind(kEnd), "<hr>\n" + other.substr(begin, other.rfind(kEnd) - begin));
}

}  // namespace

Step<ReportPage> makeReportPage(const ReportOptions& options) {
  std::vector<std::string> cases = options.cases;
  if (cases.empty()) cases.emplace_back();
  if (options.file == "-" && cases.size() > 1) {
    say("clank-cli: report: several cases need a file, not standard input");
    return tl::unexpected(ExitCode::usage);
  }
  const ReportMedium medium = options.out.extension() == ".pdf" ? ReportMedium::paper : ReportMedium::browser;
  ReportPage whole;
  for (const std::string& caseId : cases) {
    ModelChoice choice = static_cast<const ModelChoice&>(options);
    choice.caseId = caseId;
    const auto page = makePage(choice, medium);
    if (!page) return page;
    whole.code = std::max(whole.code, page->code);
    if (whole.html.empty())
      whole.html = page->html;
    else
      appendBody(whole.html, page->html);
  }
  return whole;
}

}  // namespace clank
