// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/support/result.h"
#include "ui/document/mechanism_document.h"
#include "ui/run/run_controller.h"

namespace clank {

// The report of a run, as a page for browsers or, where the file ends in .pdf, for paper.
Problems writeReport(const MechanismDocument& document, const RunController& run, const QString& path);

}  // namespace clank
