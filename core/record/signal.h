// SPDX-License-Identifier: GPL-3.0-or-later
// What can be plotted of a run: a channel, or an expression of channels and constants, read from rows of
// samples.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/math/expression.h"
#include "core/record/channel.h"

namespace clank {

struct SignalConstant {  // a parameter by its name
  std::string name;
  double value = 0;  // SI
};

class Signal {
 public:
  // text: the name of a channel, or "2 * B.reaction_x + m * 9.81", in SI. A channel goes before a constant of
  // the same name. Fails with the column and the reason.
  static Result<Signal> find(const std::string& text, const std::vector<Channel>& channels,
                             std::span<const SignalConstant> constants = {});
  // The same for who does not ask why it is not there, which takes long among many.
  static std::optional<Signal> findIfThere(const std::string& text, const std::vector<Channel>& channels,
                                           std::span<const SignalConstant> constants = {});

  double read(std::span<const double> row);             // uses memory of its own: not from two threads
  const std::string& getUnit() const { return unit_; }  // SI; empty: an expression
  bool isExpression() const { return expression_.has_value(); }

 private:
  std::string unit_;
  std::optional<Expression> expression_;
  std::vector<std::size_t> columns_;  // of the first slots, or the channel
  std::vector<double> slots_;         // behind them the constants
};

}  // namespace clank
