// SPDX-License-Identifier: GPL-3.0-or-later
// What a study has found, for people and other programs.
#pragma once

#include <filesystem>
#include <string>

#include "core/study/study_store.h"

namespace clank {

// One row a run, in their order: run, parameters, quantities, ended, reason. RFC 4180. The same bytes however
// the runs were distributed.
Result<void> writeStudyTable(const StudyStore& store, const std::filesystem::path& path);
// What was kept: run, t and channels.
Result<void> writeKeptSamples(const StudyStore& store, const std::filesystem::path& path);

// Percentiles of every quantity over the finished runs, with its extremes; of a sensitivity study Sobol's
// indices. Lines of text. Reads the table several times; memory does not depend on how many rows it has.
std::string summariseStudy(const StudyStore& store, const Study& study);

}  // namespace clank
