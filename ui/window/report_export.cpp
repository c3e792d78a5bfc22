// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/report_export.h"

#include <filesystem>

#include "core/io/html_report.h"
#include "core/io/reference_file.h"
#include "core/io/replace_file.h"
#include "core/io/run_command_line.h"
#include "ui/report/pdf_report.h"

namespace clank {

namespace {

// A drawing that was changed since it was saved is in no file.
ReportedRun nameOrigin(ReportedRun run, const MechanismDocument& document) {
  if (document.path().isEmpty()) return run;
  run.file = std::filesystem::path(document.path().toStdU16String()).filename().string();
  if (!document.isModified()) run.command = writeRunCommand({run.file, document.caseId(), {}});
  return run;
}

}  // namespace

Problems writeReport(const MechanismDocument& document, const RunController& run, const QString& path) {
  const std::filesystem::path folder = std::filesystem::path(document.path().toStdU16String()).parent_path();
  const auto references =
      compareReferences(document.shown(), document.caseId(), folder, run.trajectory(), document.outside());
  const bool isPaper = path.endsWith(".pdf", Qt::CaseInsensitive);
  const std::string page = writeHtmlReport(
      nameOrigin({run.mechanism(), document.caseId(), run.summary(), run.trajectory(), references.curves},
                 document),
      isPaper ? ReportMedium::paper : ReportMedium::browser);
  if (isPaper) return writePdfReport(page, path);
  const auto written = replaceFile(path.toStdU16String(), page);
  return written ? Problems() : written.error();
}

}  // namespace clank
