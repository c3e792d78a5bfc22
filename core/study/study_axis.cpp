// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

#include "core/io/number_text.h"

namespace clank {

StudyAxis::StudyAxis(const Mechanism& resolved, const StudyParameter& parameter)
    : id_(parameter.parameter),
      distribution_(parameter.distribution.value),
      isLogarithmic_(parameter.spacing.value == Spacing::logarithmic),
      count_(static_cast<std::uint64_t>(parameter.count.value)) {
  const auto found = std::find_if(resolved.parameters.begin(), resolved.parameters.end(),
                                  [&](const Parameter& one) { return one.id == id_; });
  unit_ = found->unit;
  texts_ = parameter.words;
  hasWords_ = !texts_.empty();
  for (const Quantity& value : parameter.values) texts_.push_back(toShortestText(toUnitOf(unit_, value)));
  if (parameter.from) from_ = toUnitOf(unit_, *parameter.from);
  if (parameter.to) to_ = toUnitOf(unit_, *parameter.to);
  mode_ = parameter.mode ? toUnitOf(unit_, *parameter.mode) : (from_ + to_) / 2;
  if (parameter.mean) mean_ = toUnitOf(unit_, *parameter.mean);
  if (parameter.deviation) deviation_ = toUnitOf(unit_, *parameter.deviation);
}

std::uint64_t StudyAxis::size() const {
  return texts_.empty() ? count_ : texts_.size();
}

double StudyAxis::valueOf(double part) const {
  if (part <= 0) return from_;
  if (part >= 1) return to_;
  return isLogarithmic_ ? from_ * std::pow(to_ / from_, part) : from_ + part * (to_ - from_);
}

std::string StudyAxis::at(std::uint64_t place) const {
  if (!texts_.empty()) return texts_[place];
  if (count_ == 1) return toShortestText(from_);
  const double value = valueOf(static_cast<double>(place) / static_cast<double>(count_ - 1));
  // 0.1 and not what is left of 0.9/9; the text is that of the number, so that a table of numbers keeps it.
  return toShortestText(readNumber(fmt::format("{:.15g}", value)).value_or(value));
}

// Triangular with mode c on [a, b]: F(x) = (x - a)^2/((b - a)(c - a)) up to c, and 1 - F likewise from b.
double StudyAxis::quantile(double u) const {
  switch (distribution_) {
    case Distribution::normal:
      return mean_ - deviation_ * std::numbers::sqrt2 * boost::math::erfc_inv(2 * u);
    case Distribution::triangular: {
      const double width = to_ - from_, rise = mode_ - from_;
      if (u * width < rise) return from_ + std::sqrt(u * width * rise);
      return to_ - std::sqrt((1 - u) * width * (to_ - mode_));
    }
    case Distribution::none:
    case Distribution::uniform:
      break;
  }
  return valueOf(u);
}

std::string StudyAxis::atQuantile(double u) const {
  if (texts_.empty()) return toShortestText(quantile(u));
  const auto place = static_cast<std::size_t>(u * static_cast<double>(texts_.size()));
  return texts_[std::min(place, texts_.size() - 1)];
}

}  // namespace clank
