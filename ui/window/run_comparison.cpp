// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/run_comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "core/record/channel_numbers.h"
#include "ui/document/element.h"
#include "ui/look/words.h"
#include "ui/panels/number_words.h"
#include "ui/plots/plot_choice.h"
#include "ui/run/run_shelf.h"

namespace clank {
namespace {

constexpr std::size_t kMostChannels = 3;
constexpr std::array kNumbers{&ChannelNumbers::end, &ChannelNumbers::peak, &ChannelNumbers::rms};

// "4213 (+3.2 %)" beside the run that is shown; in the unit shown for unit.
QString toCell(double value, std::optional<double> shown, const QString& unit) {
  const QString number = writeNumber(value / shownUnit(unit).factor);
  constexpr double kSame = 1e-9;  // of it
  if (!shown || *shown == 0 || std::abs(value - *shown) <= kSame * std::abs(*shown)) return number;
  const double part = 100 * (value - *shown) / std::abs(*shown);
  return QString("%1 (%2%3 %)").arg(number, part > 0 ? "+" : "", writeNumber(part, 3));
}

std::optional<ChannelNumbers> findNumbers(const Trajectory& trajectory, const std::string& channel) {
  const auto found = trajectory.findChannel(channel);
  if (!found || trajectory.sampleCount() == 0) return std::nullopt;
  return calcChannelNumbers(trajectory, *found);
}

QString findUnitOf(const Trajectory& trajectory, const std::string& channel) {
  const auto found = trajectory.findChannel(channel);
  return found ? toText(trajectory.channels()[*found].unit) : QString();
}

void addNumbers(const std::vector<ComparedRun>& runs, const std::string& channel,
                std::vector<ComparisonTable::Row>& rows) {
  std::optional<ChannelNumbers> shown;
  for (const ComparedRun& run : runs)
    if (run.isShown) shown = findNumbers(*run.trajectory, channel);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto numbers = findNumbers(*runs[i].trajectory, channel);
    const QString unit = findUnitOf(*runs[i].trajectory, channel);
    for (const auto number : kNumbers)
      rows[i].cells.push_back(
          numbers ? toCell((*numbers).*number, shown ? std::optional((*shown).*number) : std::nullopt, unit)
                  : QString());
  }
}

// "Angular velocity of Rocker [rad/s]"
QString toHeader(const std::vector<ComparedRun>& runs, const std::string& channel) {
  for (const ComparedRun& run : runs)
    if (run.trajectory->findChannel(channel))
      return QString("%1 [%2]").arg(tellChannel(channel),
                                    writeShownUnit(findUnitOf(*run.trajectory, channel)));
  return tellChannel(channel);
}

QString nameParameter(const Mechanism& mechanism, const std::string& id) {
  const Parameter* parameter = findById(mechanism.parameters, id);
  return toText(parameter && !parameter->name.empty() ? parameter->name : id);
}

}  // namespace

RunComparison compareRuns(const std::vector<ComparedRun>& runs, std::vector<std::string> channels) {
  RunComparison made;
  std::vector<const Mechanism*> mechanisms;
  for (const ComparedRun& run : runs) mechanisms.push_back(run.mechanism);
  const auto differing = listDifferingParameters(mechanisms);
  for (const std::string& id : differing) made.headers.push_back(nameParameter(*mechanisms.front(), id));
  made.headers.insert(made.headers.end(), {tr("events"), tr("first event")});
  for (const ComparedRun& run : runs) {
    ComparisonTable::Row row{run.name, run.colour, {}};
    for (const std::string& id : differing) row.cells.push_back(toParameterText(*run.mechanism, id));
    const auto& events = run.trajectory->events();
    row.cells.push_back(QString::number(events.size()));
    row.cells.push_back(events.empty() ? QString() : toPrefixed(events.front().t, "s"));
    made.rows.push_back(std::move(row));
  }
  std::erase_if(channels, [&](const std::string& name) {
    return std::none_of(runs.begin(), runs.end(), [&](const ComparedRun& run) {
      return run.trajectory->findChannel(name).has_value();
    });
  });
  if (channels.size() > kMostChannels) channels.resize(kMostChannels);
  for (const std::string& channel : channels) {
    for (const QString& number : {tr("end"), tr("peak"), tr("RMS")})
      made.headers.push_back(toHeader(runs, channel) + ", " + number);
    addNumbers(runs, channel, made.rows);
  }
  return made;
}

}  // namespace clank
