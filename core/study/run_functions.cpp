// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/run_functions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/model/quantity_text.h"
#include "core/record/channel_numbers.h"

namespace clank {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

constexpr std::array kNames{"peak", "greatest", "least", "mean",   "rms",   "integral",   "start",  "end",
                            "at",   "before",   "after", "events", "first", "peak_force", "impulse"};

std::vector<std::string> listKinds() {
  std::vector<std::string> kinds;
  for (int k = 0; k <= static_cast<int>(EventKind::slack); ++k)
    kinds.emplace_back(toWord(static_cast<EventKind>(k)));
  return kinds;
}

bool isOfEvents(RunFunction function) {
  return function == RunFunction::events || function == RunFunction::first;
}
bool isOfContact(RunFunction function) {
  return function == RunFunction::peakForce || function == RunFunction::impulse;
}
// The contact or joint whose normal force the whole text names; empty: another text.
std::string findPushing(std::string_view text, const NameIndex& names) {
  constexpr std::string_view kForce = ".normal_force", kBlanks = " \t";
  const std::size_t begin = text.find_first_not_of(kBlanks), end = text.find_last_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  text = text.substr(begin, end + 1 - begin);
  if (!text.ends_with(kForce) || !names.contains(text)) return {};
  return std::string(text.substr(0, text.size() - kForce.size()));
}
bool hasPlace(RunFunction function) {
  return function == RunFunction::at || function == RunFunction::before || function == RunFunction::after;
}

}  // namespace

std::optional<RunFunction> findRunFunction(std::string_view name) {
  const auto* found = std::find(kNames.begin(), kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<RunFunction>(found - kNames.begin());
}

Result<RunCall> RunCall::create(RunFunction function, const std::vector<std::string>& arguments,
                                const NameIndex& names) {
  const char* name = kNames[static_cast<std::size_t>(function)];
  RunCall call(function);
  if (isOfEvents(function)) {
    if (arguments.size() > 1 || (arguments.empty() && function == RunFunction::first))
      return failure(fmt::format("{}() takes one kind of event", name));
    if (arguments.empty()) return call;
    const auto kinds = listKinds();
    call.kind_ = arguments[0];
    if (std::find(kinds.begin(), kinds.end(), call.kind_) == kinds.end())
      return failure(fmt::format("'{}' is no kind of event (known: {})", call.kind_, fmt::join(kinds, ", ")));
    return call;
  }
  if (isOfContact(function)) {
    if (arguments.size() != 1 || !names.contains(arguments[0] + ".normal_force"))
      return failure(fmt::format("{}() takes a contact or a loose joint of the mechanism", name));
    call.kind_ = arguments[0];
    return call;
  }
  const std::size_t wanted = hasPlace(function) ? 2 : 1;
  if (arguments.size() != wanted)
    return failure(fmt::format("{}() takes {} of a run", name,
                               wanted == 1                   ? "an expression"
                               : function == RunFunction::at ? "an expression and a time"
                                                             : "an expression and the number of an event"));
  auto of = Expression::compile(arguments[0], names);
  if (!of) return failure(fmt::format("in {}({}): {}", name, arguments[0], of.error().front().what));
  call.of_ = std::move(*of);
  if (function == RunFunction::peak) call.kind_ = findPushing(arguments[0], names);
  if (wanted == 1) return call;
  const auto place = evaluateQuantity(arguments[1], function == RunFunction::at ? "s" : "1", {});
  if (!place) return failure(fmt::format("in {}(): {}", name, place.error()));
  call.place_ = *place;
  if (function != RunFunction::at && (!(*place >= 1) || *place != std::round(*place)))
    return failure(fmt::format("in {}(): events are counted 1, 2, 3, ...", name));
  return call;
}

double RunCall::valueAt(const Trajectory& run, std::size_t sample, std::vector<double>& slots) const {
  const auto row = run.row(sample);
  for (const int slot : of_.getSlots())
    if (const auto i = static_cast<std::size_t>(slot); i < row.size()) slots[i] = row[i];
  return of_.evaluate(slots);
}

double RunCall::evaluateEvents(const Trajectory& run) const {
  const auto& events = run.events();
  const auto isOne = [&](const Receipt& receipt) { return kind_.empty() || kind_ == toWord(receipt.kind); };
  if (function_ == RunFunction::events)
    return static_cast<double>(std::count_if(events.begin(), events.end(), isOne));
  const auto found = std::find_if(events.begin(), events.end(), isOne);
  return found == events.end() ? kNone : found->t;
}

double RunCall::evaluatePeakForce(const Trajectory& run) const {
  return findPeakForce(run, kind_).value_or(kNone);
}

// Of a touch that a compliant law has carried out, that of all its time.
double RunCall::evaluateImpulse(const Trajectory& run) const {
  double sum = 0;
  for (const Receipt& receipt : run.events())
    if (receipt.element == kind_) sum += receipt.contact ? receipt.contact->normalImpulse : receipt.impulse;
  return sum;
}

double RunCall::evaluateAtEvent(const Trajectory& run, std::vector<double>& slots) const {
  const auto event = static_cast<std::size_t>(place_) - 1;
  if (event >= run.events().size()) return kNone;
  const std::size_t after = run.sampleAfterEvent(event);
  if (function_ == RunFunction::before) return after == 0 ? kNone : valueAt(run, after - 1, slots);
  return after >= run.sampleCount() ? kNone : valueAt(run, after, slots);
}

double RunCall::evaluateAtTime(const Trajectory& run, std::vector<double>& slots) const {
  if (place_ < run.time(0) || place_ > run.time(run.sampleCount() - 1)) return kNone;
  const auto row = run.at(place_);
  std::copy(row.begin(), row.end(), slots.begin());
  return of_.evaluate(slots);
}

double RunCall::evaluateOverTime(const Trajectory& run, std::vector<double>& slots) const {
  ChannelSums sums;
  double greatest = valueAt(run, 0, slots), least = greatest;
  for (std::size_t i = 0; i < run.sampleCount(); ++i) {
    const double value = valueAt(run, i, slots);
    if (greatest < value) greatest = value;
    if (value < least) least = value;
    sums.add(run.time(i), value);
  }
  if (function_ == RunFunction::greatest) return greatest;
  if (function_ == RunFunction::least) return least;
  const ChannelNumbers numbers = sums.calc();
  switch (function_) {
    case RunFunction::peak:
      return kind_.empty() ? std::abs(numbers.peak)
                           : std::fmax(std::abs(numbers.peak), evaluatePeakForce(run));
    case RunFunction::mean:
      return numbers.mean;
    case RunFunction::rms:
      return numbers.rms;
    default:
      return numbers.integral;
  }
}

double RunCall::evaluate(const Trajectory& run, std::span<const double> parameters) const {
  if (isOfEvents(function_)) return evaluateEvents(run);
  if (function_ == RunFunction::peakForce) return evaluatePeakForce(run);
  if (function_ == RunFunction::impulse) return evaluateImpulse(run);
  if (run.sampleCount() == 0) return kNone;
  std::vector<double> slots(run.channels().size());
  slots.insert(slots.end(), parameters.begin(), parameters.end());
  switch (function_) {
    case RunFunction::start:
      return valueAt(run, 0, slots);
    case RunFunction::end:
      return valueAt(run, run.sampleCount() - 1, slots);
    case RunFunction::at:
      return evaluateAtTime(run, slots);
    case RunFunction::before:
    case RunFunction::after:
      return evaluateAtEvent(run, slots);
    default:
      return evaluateOverTime(run, slots);
  }
}

}  // namespace clank
