// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/support/result.h"

namespace clank {

// A report of writeHtmlReport() (core/io/html_report.h) as pages of A4, its figures as vectors. The file is
// replaced when all is written. Needs a QGuiApplication, for fonts.
Problems writePdfReport(const std::string& html, const QString& path);

}  // namespace clank
