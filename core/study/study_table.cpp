// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_table.h"

#include <algorithm>
#include <limits>

#include "core/io/number_text.h"

namespace clank {
namespace {

constexpr double kNothing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

StudyTable::StudyTable(const StudyRuns& runs)
    : sampling_(runs.study().sampling.value),
      points_(static_cast<std::size_t>(std::clamp(runs.study().runs.value, 0.0, 1e18))),
      size_(static_cast<std::size_t>(
          std::min<std::uint64_t>(runs.plan().size().value_or(kMostKept), kMostKept))) {
  for (std::size_t k = 0; k < runs.plan().axes().size(); ++k) {
    const StudyParameter& parameter = runs.study().parameters[k];
    StudyColumn column;
    column.id = runs.plan().axes()[k].id();
    column.unit = runs.plan().axes()[k].unit();
    column.words = parameter.words;
    column.isLogarithmic = parameter.spacing.value == Spacing::logarithmic && parameter.values.empty();
    parameters_.push_back(std::move(column));
  }
  for (const StudyQuantity& quantity : runs.study().quantities)
    quantities_.push_back({quantity.id, quantity.name, quantity.unit, {}, false, {}});
}

void StudyTable::add(const StudyRow& row) {
  ++count_;
  if (row.ended != "finished") {
    ++notFinished_;
    lastReason_ = row.reason;
  }
  if (runs_.size() >= kMostKept) return;
  runs_.push_back(row.run);
  for (std::size_t k = 0; k < parameters_.size(); ++k) {
    StudyColumn& column = parameters_[k];
    const std::string& text = row.parameters[k];
    const auto word = std::find(column.words.begin(), column.words.end(), text);
    column.values.push_back(word != column.words.end() ? static_cast<double>(word - column.words.begin())
                                                       : readNumber(text).value_or(kNothing));
  }
  for (std::size_t k = 0; k < quantities_.size(); ++k) quantities_[k].values.push_back(row.quantities[k]);
}

std::vector<double> StudyTable::listByRun(std::size_t quantity) const {
  std::vector<double> values(size_, kNothing);
  for (std::size_t row = 0; row < runs_.size(); ++row)
    if (runs_[row] < size_) values[runs_[row]] = quantities_[quantity].values[row];
  return values;
}

}  // namespace clank
