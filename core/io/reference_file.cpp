// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/reference_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/io/number_table.h"
#include "core/io/read_file.h"
#include "core/math/units.h"

namespace clank {

namespace {

// The unit of a column: what the user says, what its header says, or SI.
Result<Unit> findColumnUnit(const std::string& chosen, const NumberColumn& column, const std::string& si,
                            const char* what) {
  const std::string& text = chosen.empty() ? column.unit : chosen;
  const auto wanted = findUnit(si);
  if (text.empty()) return Unit{1, wanted ? wanted->dimension : Dimension{}};
  const auto unit = findUnit(text);
  if (!unit) return failure(fmt::format("'{}' is not a unit ({})", text, what));
  if (wanted && !fits(unit->dimension, wanted->dimension))
    return failure(fmt::format("{} in '{}' cannot be compared with '{}'", what, text, si));
  return *unit;
}

// Numbers measured backwards (a negative scale) are turned round.
Result<void> putInOrder(TimedCurve& curve) {
  if (curve.t.front() > curve.t.back()) {
    std::reverse(curve.t.begin(), curve.t.end());
    std::reverse(curve.value.begin(), curve.value.end());
  }
  const auto back = std::is_sorted_until(curve.t.begin(), curve.t.end());
  if (back == curve.t.end()) return {};
  return failure(fmt::format("times go back and forth: {:g} s comes after {:g} s", *back, *std::prev(back)));
}

}  // namespace

Result<ReferenceCurve> readReference(std::string_view text, const Reference& resolved,
                                     const std::string& channelUnit) {
  const auto table = readNumberTable(text, {resolved.delimiter, resolved.header.value},
                                     {resolved.timeColumn, resolved.valueColumn});
  if (!table) return tl::unexpected(table.error());
  const NumberColumn &times = table->front(), &values = table->back();
  const auto timeUnit = findColumnUnit(resolved.timeUnit, times, "s", "time");
  if (!timeUnit) return tl::unexpected(timeUnit.error());
  const auto valueUnit = findColumnUnit(resolved.valueUnit, values, channelUnit, "values");
  if (!valueUnit) return tl::unexpected(valueUnit.error());

  ReferenceCurve reference;
  reference.valueUnit = !resolved.valueUnit.empty() ? resolved.valueUnit
                        : !values.unit.empty()      ? values.unit
                                                    : channelUnit;
  for (const double t : times.values)
    reference.curve.t.push_back(resolved.timeScale.value * toSi(t, *timeUnit) + resolved.timeShift.value);
  for (const double value : values.values) reference.curve.value.push_back(toSi(value, *valueUnit));
  if (auto ordered = putInOrder(reference.curve); !ordered) return tl::unexpected(ordered.error());
  return reference;
}

Result<ReferenceCurve> loadReference(const std::filesystem::path& folder, const Reference& resolved,
                                     const std::string& channelUnit, const OutsideFiles& outside) {
  const auto place = findNamedFile(folder, resolved.file, outside);
  if (!place) return failure("reference " + place.error().front().what);
  const auto text = readFile(*place, TextSource::filesOnly);
  if (!text) return tl::unexpected(text.error());
  auto reference = readReference(*text, resolved, channelUnit);
  if (!reference)
    for (Problem& problem : reference.error())
      problem.what = fmt::format("{}: {}", resolved.file, problem.what);
  return reference;
}

std::vector<Reference> listReferences(const Mechanism& resolved, const std::string& caseId) {
  const std::string inForce = caseId.empty() && !resolved.cases.empty() ? resolved.cases.front().id : caseId;
  std::vector<Reference> listed;
  for (const Reference& reference : resolved.references) {
    const auto& cases = reference.cases;
    if (cases.empty() || std::find(cases.begin(), cases.end(), inForce) != cases.end())
      listed.push_back(reference);
  }
  return listed;
}

ComparedReferences compareReferences(const Mechanism& resolved, const std::string& caseId,
                                     const std::filesystem::path& folder, const Trajectory& trajectory,
                                     const OutsideFiles& outside) {
  ComparedReferences all;
  for (const Reference& reference : listReferences(resolved, caseId)) {
    const auto channel = trajectory.findChannel(reference.channel);
    if (!channel) {
      all.problems.push_back(
          {fmt::format("reference {}: the run has no channel '{}'", reference.file, reference.channel),
           "/references", Severity::warning});
      continue;
    }
    auto theirs = loadReference(folder, reference, trajectory.channels()[*channel].unit, outside);
    if (!theirs) {
      for (Problem& problem : theirs.error()) {
        problem.severity = Severity::warning;
        all.problems.push_back(std::move(problem));
      }
      continue;
    }
    ComparedReference compared{reference, *channel, std::move(*theirs), std::nullopt};
    if (trajectory.sampleCount() > 1)
      compared.difference = compareCurves(takeChannel(trajectory, *channel), compared.theirs.curve);
    all.curves.push_back(std::move(compared));
  }
  return all;
}

Result<TimedCurve> readSamplesColumn(std::string_view text, const std::string& channel, std::string& unit) {
  auto table = readNumberTable(text, {",", HeaderRow::yes}, {"t", channel});
  if (!table) return tl::unexpected(table.error());
  unit = table->back().unit;
  return TimedCurve{std::move(table->front().values), std::move(table->back().values)};
}

}  // namespace clank
