// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <charconv>
#include <string_view>

#include "core/math/units.h"
#include "core/model/checks.h"
#include "core/model/quantity_text.h"

namespace clank {

namespace {

std::vector<std::string> listCases(const Mechanism& mechanism) {
  std::vector<std::string> ids;
  for (const Case& one : mechanism.cases) ids.push_back(one.id);
  return ids;
}

bool contains(const std::vector<std::string>& list, const std::string& word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

void checkParameter(const Parameter& parameter, const std::string& pointer, ProblemList& problems) {
  if (!findUnit(parameter.unit))
    problems.error(pointer + "/unit", fmt::format("parameter {}: '{}' is not a unit{}", parameter.id,
                                                  parameter.unit, suggestUnit(parameter.unit)));
  if (parameter.choices.empty() && !parameter.choice.empty())
    problems.error(pointer + "/choice",
                   fmt::format("parameter {} has a choice but no choices to choose from", parameter.id));
  if (!parameter.choices.empty() && !contains(parameter.choices, parameter.choice))
    problems.error(pointer + "/choice", fmt::format("parameter {}: '{}' is not one of its choices",
                                                    parameter.id, parameter.choice));
  if (!parameter.choices.empty()) return;
  const double value = parameter.value.value;
  if (parameter.min && parameter.max && parameter.min->value > parameter.max->value)
    return problems.warn(pointer + "/min", fmt::format("parameter {}: min is above max", parameter.id));
  if (parameter.min && value < parameter.min->value)
    problems.warn(pointer + "/value", fmt::format("parameter {}: the value is below its min", parameter.id));
  if (parameter.max && value > parameter.max->value)
    problems.warn(pointer + "/value", fmt::format("parameter {}: the value is above its max", parameter.id));
}

void checkCases(const Mechanism& mechanism, ProblemList& problems) {
  const std::vector<std::string> ids = listCases(mechanism);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::string where = fmt::format("/cases/{}/id", i);
    if (ids[i].empty()) problems.error(where, fmt::format("case {} has no id", i + 1));
    const auto first = std::find(ids.begin(), ids.end(), ids[i]);
    if (const auto at = static_cast<std::size_t>(first - ids.begin()); at < i && !ids[i].empty())
      problems.error(where, fmt::format("case {} has the id '{}' of case {}", i + 1, ids[i], at + 1));
  }
}

// "start", "end", "before event 1", "after event 2".
bool isMoment(std::string_view text) {
  if (text == "start" || text == "end") return true;
  for (const std::string_view prefix : {"before event ", "after event "}) {
    if (!text.starts_with(prefix)) continue;
    const std::string_view number = text.substr(prefix.size());
    unsigned event = 0;
    const auto end = std::from_chars(number.data(), number.data() + number.size(), event);
    return end.ec == std::errc{} && end.ptr == number.data() + number.size() && event > 0;
  }
  return false;
}

void checkPublished(const Mechanism& mechanism, ProblemList& problems) {
  const std::vector<std::string> ids = listCases(mechanism);
  for (std::size_t i = 0; i < mechanism.published.size(); ++i) {
    const PublishedValue& value = mechanism.published[i];
    const std::string pointer = fmt::format("/published/{}", i);
    if (!isMoment(value.at))
      problems.error(
          pointer + "/at",
          fmt::format("published value {}: '{}' is no moment; write 'start', 'end', 'before event 1' or "
                      "'after event 1'",
                      i + 1, value.at));
    if (!findUnit(value.unit))
      problems.error(pointer + "/unit", fmt::format("published value {}: '{}' is not a unit{}", i + 1,
                                                    value.unit, suggestUnit(value.unit)));
    for (std::size_t c = 0; c < value.cases.size(); ++c)
      if (!contains(ids, value.cases[c]))
        problems.error(fmt::format("{}/cases/{}", pointer, c),
                       fmt::format("published value {}: there is no case '{}'{}", i + 1, value.cases[c],
                                   suggestName(value.cases[c], ids)));
  }
}

void checkReference(const Reference& reference, const std::string& pointer,
                    const std::vector<std::string>& cases, ProblemList& problems) {
  const std::string part = fmt::format("reference '{}'", reference.file);
  if (reference.file.empty()) problems.error(pointer + "/file", "a reference needs a file");
  if (reference.channel.empty()) problems.error(pointer + "/channel", part + " needs a channel");
  const std::string& delimiter = reference.delimiter;
  if (delimiter.size() > 1 && delimiter != "tab" && delimiter != "blank")
    problems.error(
        pointer + "/delimiter",
        fmt::format("{}: '{}' is no delimiter; write one character, 'tab' or 'blank'", part, delimiter));
  const auto time = findUnit(reference.timeUnit);
  if (!time || (!reference.timeUnit.empty() && !fits(time->dimension, findUnit("s")->dimension)))
    problems.error(pointer + "/time_unit",
                   fmt::format("{}: '{}' is not a unit of time", part, reference.timeUnit));
  if (!findUnit(reference.valueUnit))
    problems.error(pointer + "/value_unit", fmt::format("{}: '{}' is not a unit{}", part, reference.valueUnit,
                                                        suggestUnit(reference.valueUnit)));
  if (reference.timeScale.value == 0)
    problems.error(pointer + "/time_scale", part + ": a time scale of 0 leaves nothing of the curve");
  for (std::size_t c = 0; c < reference.cases.size(); ++c)
    if (!contains(cases, reference.cases[c]))
      problems.error(fmt::format("{}/cases/{}", pointer, c),
                     fmt::format("{}: there is no case '{}'{}", part, reference.cases[c],
                                 suggestName(reference.cases[c], cases)));
}

}  // namespace

void checkParameters(const Mechanism& mechanism, ProblemList& problems) {
  for (std::size_t i = 0; i < mechanism.parameters.size(); ++i)
    checkParameter(mechanism.parameters[i], fmt::format("/parameters/{}", i), problems);
  checkCases(mechanism, problems);
  checkPublished(mechanism, problems);
  const std::vector<std::string> cases = listCases(mechanism);
  for (std::size_t i = 0; i < mechanism.references.size(); ++i)
    checkReference(mechanism.references[i], fmt::format("/references/{}", i), cases, problems);
  for (std::size_t i = 0; i < mechanism.plots.size(); ++i)
    if (mechanism.plots[i].kind.value == PlotKind::xy && mechanism.plots[i].over.empty())
      problems.warn(fmt::format("/plots/{}/over", i), "a plot of one channel over another needs the other");
}

}  // namespace clank
