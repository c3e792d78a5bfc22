// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/study.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/math/units.h"

namespace clank {

double toUnitOf(const std::string& unit, const Quantity& quantity) {
  const auto known = findUnit(unit);
  return quantity.text.empty() || !known ? quantity.value : quantity.value / known->factor;
}

std::optional<std::size_t> findStudyOf(const Problem& problem) {
  constexpr std::string_view kHead = "/studies/";
  if (!problem.where.starts_with(kHead)) return {};
  std::size_t place = 0;
  const char* end = problem.where.data() + problem.where.size();
  const auto read = std::from_chars(problem.where.data() + kHead.size(), end, place);
  if (read.ec != std::errc() || (read.ptr != end && *read.ptr != '/')) return {};
  return place;
}

bool isOfSearch(const Problem& problem) {
  return problem.where.starts_with("/studies/") || problem.where.starts_with("/optimisations/");
}

bool stopsRun(const Problem& problem) {
  return problem.severity == Severity::error && !isOfSearch(problem) &&
         !problem.where.starts_with("/pictures/");
}

bool stopRun(const Problems& problems) {
  return std::any_of(problems.begin(), problems.end(), stopsRun);
}

}  // namespace clank
