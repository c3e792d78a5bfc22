// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/io/reference_file.h"
#include "core/record/run_summary.h"
#include "core/record/trajectory.h"

namespace clank {

// What a report is about. The references stay its caller's.
struct ReportedRun {
  const Mechanism& resolved;
  std::string caseId;
  const RunSummary& summary;
  const Trajectory& trajectory;
  std::vector<ComparedReference> references = {};
  std::string file = {};     // name; empty: in none
  std::string command = {};  // that runs it again; empty: there is none, for the drawing is in no file
};

enum class ReportMedium { browser, paper };  // paper: without what moves

// One page (HTML, nothing outside it) of a run. First the story, on two pages of paper for a mechanism of the
// usual size: the mechanism in words and as a drawing, in a browser with its motion, what was asked, a few
// curves with the events that say most, energy, published numbers, how to repeat it. Then an annex:
// parameters, all plots and events, bending, settings. At the foot: program, model and its hash.
std::string writeHtmlReport(const ReportedRun& run, ReportMedium medium = ReportMedium::browser);

}  // namespace clank
