// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/signal.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/math/measure.h"
#include "core/math/name_index.h"

namespace clank {
namespace {

// What is wrong with an expression, among all the names that it could have meant.
Problems explain(const std::string& text, const std::vector<Channel>& channels,
                 std::span<const SignalConstant> constants) {
  NameIndex names;
  for (const Channel& each : channels) names.add(each.name);
  for (const SignalConstant& constant : constants) names.add(constant.name);
  DimensionCheck check(BareNumbers::anything, [&](int slot) {
    const auto place = static_cast<std::size_t>(slot);
    return place < channels.size() ? Measure::ofUnit(channels[place].unit) : Measure::open();
  });
  const auto whole = compileChecked(text, names, check);
  return whole ? Problems{{fmt::format("\"{}\": {}", text, check.conflict), ""}} : whole.error();
}

// Not with a digit first: 2e3 is a number.
bool isOneName(const std::string& text) {
  constexpr std::string_view kLetters = "_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view kRest = "_.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return !text.empty() && kLetters.find(text.front()) != std::string_view::npos &&
         text.find_first_not_of(kRest) == std::string::npos;
}

}  // namespace

Result<Signal> Signal::find(const std::string& text, const std::vector<Channel>& channels,
                            std::span<const SignalConstant> constants) {
  if (auto signal = findIfThere(text, channels, constants)) return std::move(*signal);
  return tl::unexpected(explain(text, channels, constants));
}

std::optional<Signal> Signal::findIfThere(const std::string& text, const std::vector<Channel>& channels,
                                          std::span<const SignalConstant> constants) {
  Signal signal;
  const auto channel = std::ranges::find(channels, text, &Channel::name);
  if (channel != channels.end()) {
    signal.unit_ = channel->unit;
    signal.columns_ = {static_cast<std::size_t>(channel - channels.begin())};
    return signal;
  }
  // Only names that stand in the text can be read by it: there may be a hundred thousand. None does in what
  // looks like the name of another.
  std::vector<std::string> names;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < channels.size() && !isOneName(text); ++i)
    if (text.find(channels[i].name) != std::string::npos) {
      names.push_back(channels[i].name);
      columns.push_back(i);
    }
  for (const SignalConstant& constant : constants)
    if (std::ranges::find(names, constant.name) == names.end()) names.push_back(constant.name);
  NameIndex index;
  for (const std::string& name : names) index.add(name);
  DimensionCheck check(BareNumbers::anything, [&](int slot) {
    const auto place = static_cast<std::size_t>(slot);
    return place < columns.size() ? Measure::ofUnit(channels[columns[place]].unit) : Measure::open();
  });
  const auto whole = compileChecked(text, index, check);
  if (!whole || !check.conflict.empty()) return std::nullopt;
  // Once more with those it reads: a row has hundreds of channels.
  std::vector<std::string> used;
  for (const int slot : whole->getSlots()) {  // ascending: channels first
    const auto place = static_cast<std::size_t>(slot);
    used.push_back(names[place]);
    if (place < columns.size()) signal.columns_.push_back(columns[place]);
  }
  signal.slots_.resize(used.size());
  for (std::size_t i = signal.columns_.size(); i < used.size(); ++i)
    signal.slots_[i] = std::ranges::find(constants, used[i], &SignalConstant::name)->value;
  auto compiled = Expression::compile(text, used);
  if (!compiled) return std::nullopt;
  signal.expression_ = std::move(*compiled);
  return signal;
}

double Signal::read(std::span<const double> row) {
  if (!expression_) return row[columns_[0]];
  for (std::size_t i = 0; i < columns_.size(); ++i) slots_[i] = row[columns_[i]];
  return expression_->evaluate(std::span<const double>(slots_));
}

}  // namespace clank
