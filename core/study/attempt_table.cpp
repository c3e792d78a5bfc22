// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/attempt_table.h"

#include "core/io/csv.h"
#include "core/io/number_text.h"

namespace clank {

const char* toWord(BoundedSearch::Phase phase) {
  return phase == BoundedSearch::Phase::start    ? "start"
         : phase == BoundedSearch::Phase::global ? "global"
                                                 : "local";
}

void appendAttemptHeader(std::string& out, const Optimiser& optimiser) {
  out += "run,search";
  const auto add = [&out](const std::string& heading) {
    out += ',';
    appendCell(out, heading);
  };
  for (const std::string& heading : optimiser.listParameterHeadings()) add(heading);
  for (const std::string& heading : optimiser.listQuantityHeadings()) add(heading);
  add("objective");
  for (const SearchConstraint& constraint : optimiser.optimisation().constraints) add(constraint.value);
  out += ",violation\r\n";
}

void appendAttemptRow(std::string& out, const Attempt& attempt) {
  out += std::to_string(attempt.run) + ',' + toWord(attempt.phase);
  for (const std::string& text : attempt.parameters) {
    out += ',';
    appendCell(out, text);
  }
  const auto add = [&out](double number) {
    out += ',';
    appendFullNumber(out, number);
  };
  for (const double number : attempt.quantities) add(number);
  add(attempt.objective);
  for (const double number : attempt.constraints) add(number);
  add(attempt.violation);
  out += "\r\n";
}

}  // namespace clank
