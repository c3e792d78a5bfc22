// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/report_export.h"

#include <filesystem>

#include "core/io/html_report.h"
#include "core/io/reference_file.h"
#include "core/io/replace_file.h"
#include "ui/report/pdf_report.h"

namespace clank {

Problems writeReport(const MechanismDocument& document, const RunController& run, const QString& path) {
  const std::filesystem::path folder = std::filesystem::path(document.path().toStdString()).parent_path();
  const auto references =
      compareReferences(document.shown(), document.caseId(), folder, run.trajectory(), document.outside());
  const std::string page =
      writeHtmlReport(run.mechanism(), document.caseId(), run.summary(), run.trajectory(), references.curves);
  if (path.endsWith(".pdf", Qt::CaseInsensitive)) return writePdfReport(page, path);
  const auto written = replaceFile(path.toStdU16String(), page);
  return written ? Problems() : written.error();
}

}  // namespace clank
