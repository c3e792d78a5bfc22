// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/report_export.h"

#include <fmt/format.h>

#include <QSaveFile>
#include <filesystem>

#include "core/io/html_report.h"
#include "core/io/reference_file.h"
#include "ui/report/pdf_report.h"

namespace clank {

Problems writeReport(const MechanismDocument& document, const RunController& run, const QString& path) {
  const std::filesystem::path folder = std::filesystem::path(document.path().toStdString()).parent_path();
  const auto references = compareReferences(document.shown(), document.caseId(), folder, run.trajectory());
  const std::string page =
      writeHtmlReport(run.mechanism(), document.caseId(), run.summary(), run.trajectory(), references.curves);
  if (path.endsWith(".pdf", Qt::CaseInsensitive)) return writePdfReport(page, path);
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) && file.write(page.data(), static_cast<qint64>(page.size())) >= 0 &&
      file.commit())
    return {};
  return {
      {fmt::format("{} cannot be written: {}", path.toStdString(), file.errorString().toStdString()), ""}};
}

}  // namespace clank
