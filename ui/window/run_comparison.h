// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of several runs beside each other, in words.
#pragma once

#include <QColor>
#include <QString>
#include <string>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"
#include "ui/panels/comparison_table.h"

namespace clank {

struct ComparedRun {
  QString name;
  QColor colour;
  bool isShown = false;  // the one that the others are compared with
  const Mechanism* mechanism = nullptr;
  const Trajectory* trajectory = nullptr;
};

struct RunComparison {
  std::vector<QString> headers;
  std::vector<ComparisonTable::Row> rows;
};

// What parameters differ in; events, and when the first was; end, peak and RMS of the first few channels that
// one of the runs has, beside the run that is shown.
RunComparison compareRuns(const std::vector<ComparedRun>& runs, std::vector<std::string> channels);

}  // namespace clank
