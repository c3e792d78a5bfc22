// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions that users type: quantities ("2*L1 + 20 mm") and laws ("1.955 - 0.0196*link1.omega").
//
// Why not muParser: drives need exact time derivatives, and it computes in double, not on jets; a number may
// carry a unit of several words ("20 N m/rad"), which its suffix operators cannot read; and its variables are
// addresses and its stack is a mutable member, so that threads cannot share a compiled law, which is const
// here. Grammar, lowest first:
//   c ? a : b,   ||,   &&,   == != < <= > >=,   + -,   * /,   unary + - !,   ^ (right associative),
//   number [unit], name, function(arguments), (expression). pi is the only constant; angles are in rad.
// Functions: sin cos tan asin acos atan atan2(y, x) sinh cosh tanh exp log log10 sqrt cbrt abs sign floor
// ceil
//   min(a, ...) max(a, ...) pow(a, b) hypot(a, b) mod(a, b) step(a) clamp(a, low, high). sign(0) is 0, step
//   is 0 below 0 and 1 from 0 on, mod has the sign of b. Truth is 1 or 0; any number but 0 counts as true.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/jet.h"
#include "core/support/result.h"

namespace clank {

enum class ExpressionOp : std::uint8_t;
class NameIndex;
class SwitchList;

class Expression {
 public:
  // Compiles text; names[i] is the name of slot i of evaluate(). Problem.where is "column N" (1-based).
  static Result<Expression> compile(std::string_view text, std::span<const std::string> names);

  // The same with many names.
  static Result<Expression> compile(std::string_view text, const NameIndex& names);

  // Value for the given slots (as many as there were names). No allocation, no exception; may return NaN or
  // infinity.
  double evaluate(std::span<const double> slots) const;
  // The same with exact first and second derivatives.
  Jet evaluate(std::span<const Jet> slots) const;

  // Puts the places where the expression jumps or bends on a list (expression_switch.h).
  void connect(SwitchList& list);
  // The same smooth function on both sides of them: branches has a number for every switch of the list, or
  // is empty. Without it, or with NaN, a place goes by its argument.
  double evaluate(std::span<const double> slots, std::span<const double> branches) const;
  Jet evaluate(std::span<const Jet> slots, std::span<const double> branches) const;

  // Slots that the expression reads, ascending.
  const std::vector<int>& getSlots() const { return slots_; }
  // A straight line in one slot, the others being constant, as long as no branch changes.
  bool isLinearIn(int slot) const;

  friend bool operator==(const Expression& a, const Expression& b) { return a.program_ == b.program_; }

 private:
  friend class ExpressionParser;
  friend class SwitchFinder;
  using Op = ExpressionOp;
  struct Instruction {
    Op op;
    int slot = -1;      // of a switch: its place on the list
    double number = 0;  // of a switch: 1, or -1 where it has the argument of the list with the other sign
    friend bool operator==(const Instruction&, const Instruction&) = default;
  };
  static bool jumpsOrBends(Op op);  // at some argument
  template <class Scalar>
  Scalar run(std::span<const Scalar> slots, std::span<const double> branches) const;

  std::vector<Instruction> program_;  // postfix
  std::vector<int> slots_;
};

// True for the name of a function of the grammar: such a name cannot name a part.
bool isFunctionName(std::string_view name);

// The name in candidates nearest to name (for "did you mean"), or empty when none is near.
std::string findNearestName(std::string_view name, std::span<const std::string> candidates);

}  // namespace clank
