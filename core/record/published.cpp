// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/published.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string_view>
#include <utility>

#include "core/math/expression.h"
#include "core/math/units.h"

namespace clank {

namespace {

struct Moment {
  enum class When { start, end, beforeEvent, afterEvent } when = When::start;
  std::size_t event = 0;  // index of the receipt
};

std::optional<Moment> readMoment(std::string_view text) {
  if (text == "start") return Moment{Moment::When::start};
  if (text == "end") return Moment{Moment::When::end};
  const auto readEvent = [&](std::string_view prefix, Moment::When when) -> std::optional<Moment> {
    if (!text.starts_with(prefix)) return std::nullopt;
    const std::string_view number = text.substr(prefix.size());
    std::size_t event = 0;
    const auto end = std::from_chars(number.data(), number.data() + number.size(), event);
    if (end.ec != std::errc{} || end.ptr != number.data() + number.size() || event == 0) return std::nullopt;
    return Moment{when, event - 1};
  };
  if (const auto before = readEvent("before event ", Moment::When::beforeEvent)) return before;
  return readEvent("after event ", Moment::When::afterEvent);
}

bool isEvent(const Moment& moment) {
  return moment.when == Moment::When::beforeEvent || moment.when == Moment::When::afterEvent;
}

std::optional<std::size_t> findSample(const Moment& moment, const Trajectory& trajectory) {
  const std::size_t count = trajectory.sampleCount();
  if (count == 0) return std::nullopt;
  if (moment.when == Moment::When::start) return 0;
  if (moment.when == Moment::When::end) return count - 1;
  const std::size_t after = trajectory.sampleAfterEvent(moment.event);
  const bool before = moment.when == Moment::When::beforeEvent;
  if (before ? after == 0 : after >= count) return std::nullopt;
  return before ? after - 1 : after;
}

std::optional<double> findInReceipt(std::string_view field, const Receipt& receipt) {
  if (field == "impulse") return receipt.impulse;
  if (field == "impulse_x") return receipt.impulse * receipt.normalX;
  if (field == "impulse_y") return receipt.impulse * receipt.normalY;
  if (field == "t") return receipt.t;
  return std::nullopt;
}

PublishedComparison compare(const PublishedValue& published, const Trajectory& trajectory) {
  const auto unit = findUnit(published.unit);
  const double factor = unit ? unit->factor : 1;
  PublishedComparison comparison{published, published.value.value / factor, findOurs(published, trajectory)};
  if (comparison.ours) *comparison.ours /= factor;
  return comparison;
}

}  // namespace

std::optional<double> findOurs(const PublishedValue& published, const Trajectory& trajectory) {
  const auto moment = readMoment(published.at);
  if (!moment) return std::nullopt;
  if (isEvent(*moment)) {
    if (moment->event >= trajectory.events().size()) return std::nullopt;
    if (const auto value = findInReceipt(published.channel, trajectory.events()[moment->event])) return value;
  }
  const auto channel = trajectory.findChannel(published.channel);
  const auto sample = findSample(*moment, trajectory);
  if (!channel || !sample) return std::nullopt;
  return trajectory.row(*sample)[*channel];
}

std::optional<double> PublishedComparison::difference() const {
  if (!ours) return std::nullopt;
  return *ours - theirs;
}

std::vector<PublishedComparison> comparePublished(const Mechanism& resolved, const std::string& caseId,
                                                  const Trajectory& trajectory) {
  const std::string inForce = caseId.empty() && !resolved.cases.empty() ? resolved.cases.front().id : caseId;
  std::vector<PublishedComparison> comparisons;
  for (const PublishedValue& value : resolved.published) {
    const auto& cases = value.cases;
    if (!cases.empty() && std::find(cases.begin(), cases.end(), inForce) == cases.end()) continue;
    comparisons.push_back(compare(value, trajectory));
  }
  return comparisons;
}

Problems checkComparedChannels(const Mechanism& mechanism, std::span<const Channel> channels) {
  std::vector<std::string> names;
  for (const Channel& channel : channels) names.push_back(channel.name);
  const std::set<std::string_view> known(names.begin(), names.end());
  Problems problems;
  const auto check = [&](const std::string& channel, const std::string& part, std::string pointer,
                         Severity severity) {
    if (known.contains(channel)) return;
    const std::string near = findNearestName(channel, names);
    problems.push_back({fmt::format("{}: a run has no channel '{}'{}", part, channel,
                                    near.empty() ? "" : fmt::format("; did you mean '{}'?", near)),
                        std::move(pointer), severity});
  };
  for (std::size_t i = 0; i < mechanism.published.size(); ++i) {
    const PublishedValue& value = mechanism.published[i];
    const auto moment = readMoment(value.at);
    if (moment && isEvent(*moment) && findInReceipt(value.channel, {})) continue;
    check(value.channel, fmt::format("published value {}", i + 1), fmt::format("/published/{}/channel", i),
          Severity::error);
  }
  for (std::size_t i = 0; i < mechanism.references.size(); ++i)
    if (!mechanism.references[i].channel.empty())  // which is another error
      check(mechanism.references[i].channel, fmt::format("reference '{}'", mechanism.references[i].file),
            fmt::format("/references/{}/channel", i), Severity::warning);
  return problems;
}

std::size_t findLastPublishedEvent(const Mechanism& mechanism) {
  std::size_t last = 0;
  for (const PublishedValue& published : mechanism.published)
    if (const auto moment = readMoment(published.at); moment && isEvent(*moment))
      last = std::max(last, moment->event + 1);
  return last;
}

}  // namespace clank
