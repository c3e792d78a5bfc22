// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_quantities.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "core/model/quantity_text.h"

namespace clank {
namespace {

bool startsName(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool continuesName(char c) {
  return startsName(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

struct FoundCall {
  RunFunction function{};
  std::vector<std::string> arguments;
};

// Takes the calls of run functions out of a text and puts names in their places.
class CallFinder {
 public:
  explicit CallFinder(std::string_view text) : text_(text) {}

  // False: a parenthesis is open at the end.
  bool read() {
    while (pos_ < text_.size()) {
      const std::size_t begin = pos_;
      if (!startsName(text_[pos_])) {
        rest_ += text_[pos_++];
        continue;
      }
      while (pos_ < text_.size() && continuesName(text_[pos_])) ++pos_;
      const auto name = text_.substr(begin, pos_ - begin);
      const auto function = findRunFunction(name);
      const std::size_t open = text_.find_first_not_of(" \t", pos_);
      if (!function || open == std::string_view::npos || text_[open] != '(') {
        rest_ += name;
        continue;
      }
      pos_ = open + 1;
      if (!readArguments(*function)) return false;
    }
    return true;
  }

  const std::string& rest() const { return rest_; }
  const std::vector<FoundCall>& calls() const { return calls_; }
  static std::string nameOf(std::size_t call) { return fmt::format("call_{}_of_run", call); }

 private:
  bool readArguments(RunFunction function) {
    FoundCall call{function, {}};
    int depth = 0;
    std::size_t begin = pos_;
    for (; pos_ < text_.size(); ++pos_) {
      const char c = text_[pos_];
      const bool ends = depth == 0 && (c == ')' || c == ',');
      if (ends) {
        const std::string argument = trimmed(text_.substr(begin, pos_ - begin));
        if (!argument.empty() || c == ',' || !call.arguments.empty()) call.arguments.push_back(argument);
        begin = pos_ + 1;
      }
      if (ends && c == ')') {
        ++pos_;
        rest_ += nameOf(calls_.size());
        calls_.push_back(std::move(call));
        return true;
      }
      if (c == '(') ++depth;
      if (c == ')') --depth;
    }
    return false;
  }

  std::string_view text_;
  std::size_t pos_ = 0;
  std::string rest_;
  std::vector<FoundCall> calls_;
};

}  // namespace

std::string makeHeading(const std::string& name, const std::string& unit) {
  return unit.empty() || unit == "1" ? name : fmt::format("{} [{}]", name, unit);
}

struct StudyQuantities::Around {
  NameIndex names;                // of a row, and the parameters behind it
  std::vector<Measure> measures;  // of these
  const std::vector<std::string>& parameters;
  std::size_t channels = 0;  // of the names

  Measure find(std::size_t place) const {
    return place < measures.size() ? measures[place] : Measure::open();
  }
  DimensionCheck makeCheck(std::size_t first) const {
    return DimensionCheck(BareNumbers::anything,
                          [this, first](int slot) { return find(first + static_cast<std::size_t>(slot)); });
  }
};

namespace {

// What a function of a run gives, of what it is given.
Measure measureCall(RunFunction function, const Measure& of) {
  switch (function) {
    case RunFunction::events:
      return Measure::ofUnit("1");
    case RunFunction::first:
      return Measure::ofUnit("s");
    case RunFunction::peakForce:
      return Measure::ofUnit("N");
    case RunFunction::impulse:
      return Measure::ofUnit("N s");
    case RunFunction::integral:
      return of.isKnown() ? Measure::known(multiply(of.dimension, Measure::ofUnit("s").dimension)) : of;
    default:
      return of;
  }
}

bool readsCurve(RunFunction function) {
  return function != RunFunction::events && function != RunFunction::first &&
         function != RunFunction::peakForce && function != RunFunction::impulse;
}

}  // namespace

Result<StudyQuantities::One> StudyQuantities::compile(const StudyQuantity& quantity, const Around& around) {
  const std::string& text = quantity.value;
  CallFinder finder(text);
  if (!finder.read()) return failure("a parenthesis is open");
  Problems problems;
  One one;
  NameIndex outer;
  std::vector<Measure> measures;  // of the outer names
  for (std::size_t i = 0; i < around.parameters.size(); ++i) {
    outer.add(around.parameters[i]);
    measures.push_back(around.find(around.channels + i));
  }
  for (std::size_t k = 0; k < finder.calls().size(); ++k) {
    const FoundCall& found = finder.calls()[k];
    auto call = RunCall::create(found.function, found.arguments, around.names);
    if (!call) problems.push_back(call.error().front());
    DimensionCheck inner = around.makeCheck(0);
    if (call && readsCurve(found.function))
      if (compileChecked(found.arguments[0], around.names, inner) && !inner.conflict.empty())
        problems.push_back({fmt::format("\"{}\": {}", found.arguments[0], inner.conflict), ""});
    measures.push_back(measureCall(found.function, inner.conflict.empty() ? inner.result : Measure::open()));
    if (call) one.calls.push_back(std::move(*call));
    outer.add(CallFinder::nameOf(k));
  }
  DimensionCheck check(BareNumbers::anything,
                       [&](int slot) { return measures[static_cast<std::size_t>(slot)]; });
  auto whole = compileChecked(finder.rest(), outer, check);
  if (!whole) {
    const bool isChannel = around.names.contains(trimmed(text));
    if (isChannel)
      problems.push_back(
          {fmt::format("'{}' is a whole curve: say which number of it, as peak({})", text, text), ""});
    else
      problems.push_back(whole.error().front());
  }
  if (whole && problems.empty()) {
    std::string misfit = check.conflict;
    if (misfit.empty() && !quantity.unit.empty()) misfit = explainMisfit(check.result, quantity.unit);
    if (!misfit.empty()) problems.push_back({fmt::format("\"{}\": {}", text, misfit), ""});
  }
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  one.whole = std::move(*whole);
  return one;
}

StudyQuantities StudyQuantities::createKnown(const QuantityList& quantities,
                                             const std::vector<Channel>& channels,
                                             const std::vector<std::string>& parameters, Problems& problems) {
  Around around{{}, {}, parameters, channels.size()};
  for (const Channel& channel : channels) {
    around.names.add(channel.name);
    around.measures.push_back(Measure::ofUnit(channel.unit));
  }
  for (const std::string& parameter : parameters) around.names.add(parameter);
  around.measures.insert(around.measures.end(), quantities.parameters.begin(), quantities.parameters.end());
  StudyQuantities made;
  for (std::size_t i = 0; i < quantities.list.size(); ++i) {
    const StudyQuantity& quantity = quantities.list[i];
    auto one = compile(quantity, around);
    made.list_.emplace_back();
    if (one) made.list_.back() = std::move(*one);
    if (one) continue;
    for (const Problem& problem : one.error())
      problems.push_back({fmt::format("{}, quantity {}: {}", quantities.of, quantity.id, problem.what),
                          fmt::format("{}/quantities/{}/value", quantities.where, i)});
  }
  return made;
}

Result<StudyQuantities> StudyQuantities::create(const QuantityList& quantities,
                                                const std::vector<Channel>& channels,
                                                const std::vector<std::string>& parameters) {
  Problems problems;
  StudyQuantities made = createKnown(quantities, channels, parameters, problems);
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  return made;
}

bool StudyQuantities::needRun() const {
  return std::any_of(list_.begin(), list_.end(), [](const auto& one) { return one && !one->calls.empty(); });
}

std::vector<double> StudyQuantities::evaluate(const Trajectory& run,
                                              std::span<const double> parameters) const {
  std::vector<double> values;
  for (const auto& one : list_) {
    if (!one) {
      values.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    std::vector<double> slots(parameters.begin(), parameters.end());
    for (const RunCall& call : one->calls) slots.push_back(call.evaluate(run, parameters));
    values.push_back(one->whole.evaluate(slots));
  }
  return values;
}

}  // namespace clank
