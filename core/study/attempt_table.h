// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of a search as a table. RFC 4180: lines end in CR LF.
#pragma once

#include <string>

#include "core/study/optimiser.h"

namespace clank {

const char* toWord(BoundedSearch::Phase phase);

// run, search, parameters, quantities and fits, objective, constraints (the expressions), violation.
void appendAttemptHeader(std::string& out, const Optimiser& optimiser);
void appendAttemptRow(std::string& out, const Attempt& attempt);

}  // namespace clank
