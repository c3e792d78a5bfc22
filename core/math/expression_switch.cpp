// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of an operation lie one after the other right before it in the postfix program: each is the
// program of an expression of its own.
#include "core/math/expression_switch.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <tuple>

#include "core/math/expression_parts.h"
#include "core/math/expression_program.h"

namespace clank {

class SwitchFinder {
 public:
  SwitchFinder(Expression& expression, SwitchList& list) : program_(expression.program_), list_(list) {}

  void run() {
    struct Value {
      std::size_t start = 0;
      bool varies = false;
    };
    std::vector<Value> stack;
    for (std::size_t i = 0; i < program_.size(); ++i) {
      Instruction& at = program_[i];
      const auto taken = static_cast<std::size_t>(countTaken(at.op));
      Value value{i, at.op == Op::slot && list_.varies(at.slot)};
      if (taken > 0) value.start = stack[stack.size() - taken].start;
      for (std::size_t k = stack.size() - taken; k < stack.size(); ++k)
        value.varies = value.varies || stack[k].varies;
      const std::size_t second = taken == 2 ? stack.back().start : i;
      // What never changes crosses nothing. Its arguments are not copied either: of a long chain each has
      // all before it.
      if (Expression::jumpsOrBends(at.op) && value.varies)
        connect(at, cut(value.start, second), cut(second, i));
      stack.resize(stack.size() - taken);
      stack.push_back(value);
    }
  }

  // Equal expressions have the same.
  static std::size_t hash(const Expression& expression) {
    std::size_t sum = 0;
    const auto add = [&](std::size_t part) { sum = sum * 31 + part; };
    for (const Instruction& i : expression.program_) {
      add(static_cast<std::size_t>(i.op));
      add(static_cast<std::size_t>(i.slot));
      add(std::hash<double>()(i.number));
    }
    return sum;
  }

  // See expression_parts.h.
  static std::vector<Expression> listParts(const Expression& expression, int slot) {
    struct Value {
      std::size_t start = 0;
      bool reads = false, readsOthers = false;
    };
    const Program& program = expression.program_;
    std::vector<Value> stack;
    std::vector<Expression> parts;
    const auto keep = [&](const Value& value, std::size_t end) {
      if (value.reads && !value.readsOthers)
        parts.push_back(make(Program(program.begin() + static_cast<std::ptrdiff_t>(value.start),
                                     program.begin() + static_cast<std::ptrdiff_t>(end))));
    };
    for (std::size_t i = 0; i < program.size(); ++i) {
      const Instruction& at = program[i];
      const std::size_t first = stack.size() - static_cast<std::size_t>(countTaken(at.op));
      Value value{i, at.op == Op::slot && at.slot == slot, at.op == Op::slot && at.slot > slot};
      if (first < stack.size()) value.start = stack[first].start;
      for (std::size_t k = first; k < stack.size(); ++k) {
        value.reads = value.reads || stack[k].reads;
        value.readsOthers = value.readsOthers || stack[k].readsOthers;
      }
      for (std::size_t k = first; value.readsOthers && k < stack.size(); ++k)
        keep(stack[k], k + 1 < stack.size() ? stack[k + 1].start : i);
      stack.resize(first);
      stack.push_back(value);
    }
    if (!stack.empty()) keep(stack.back(), program.size());
    return parts;
  }

  using Op = Expression::Op;
  // Values that an operation takes off the stack.
  static int countTaken(Op op) {
    if (op <= Op::slot) return 0;
    if (op < Op::add) return 1;
    return op < Op::select ? 2 : 3;
  }

 private:
  using Instruction = Expression::Instruction;
  using Program = std::vector<Instruction>;
  using Kind = ExpressionSwitch::Kind;

  Program cut(std::size_t from, std::size_t to) const {
    return {program_.begin() + static_cast<std::ptrdiff_t>(from),
            program_.begin() + static_cast<std::ptrdiff_t>(to)};
  }

  // a and b: the programs of the arguments; of one alone, b is empty.
  void connect(Instruction& at, const Program& a, const Program& b) {
    switch (at.op) {
      case Op::abs:
      case Op::sign:
      case Op::step:
        return join(at, Kind::side, a);
      case Op::floor:
      case Op::ceil:
        return join(at, Kind::floor, a);
      case Op::mod:
        return join(at, Kind::floor, append(a, b, Op::divide));
      case Op::min:
      case Op::max:
      case Op::less:
      case Op::lessEqual:
      case Op::greater:
      case Op::greaterEqual:
        return joinDifference(at, a, b);
      case Op::atan2:
        return join(at, Kind::side, a, &b);
      default:
        return;
    }
  }

  static Program append(Program a, const Program& b, Op op) {
    a.insert(a.end(), b.begin(), b.end());
    a.push_back({op, -1, 0});
    return a;
  }
  static bool isNumber(const Program& p) { return p.size() == 1 && p[0].op == Op::number; }
  static bool isBefore(const Program& a, const Program& b) {
    return std::lexicographical_compare(
        a.begin(), a.end(), b.begin(), b.end(), [](const Instruction& x, const Instruction& y) {
          return std::tuple(x.op, x.slot, x.number) < std::tuple(y.op, y.slot, y.number);
        });
  }

  // a - b, with one sign for both orders.
  void joinDifference(Instruction& at, const Program& a, const Program& b) {
    const bool swaps = !isNumber(b) && (isNumber(a) || isBefore(b, a));
    const Program& plus = swaps ? b : a;
    const Program& minus = swaps ? a : b;
    const bool isZero = isNumber(minus) && minus[0].number == 0;
    join(at, Kind::side, isZero ? plus : append(plus, minus, Op::subtract));
    if (swaps) at.number = -at.number;
  }

  void join(Instruction& at, Kind kind, Program argument, const Program* gate = nullptr) {
    double sign = 1;
    while (kind == Kind::side && argument.back().op == Op::negate) {
      argument.pop_back();
      sign = -sign;
    }
    ExpressionSwitch found{kind, make(std::move(argument)), std::nullopt};
    if (gate) found.gate = make(*gate);
    at.slot = list_.add(std::move(found));
    at.number = sign;
  }

  static Expression make(Program program) {
    Expression expression;
    for (const Instruction& i : program)
      if (i.op == Op::slot) expression.slots_.push_back(i.slot);
    std::sort(expression.slots_.begin(), expression.slots_.end());
    expression.slots_.erase(std::unique(expression.slots_.begin(), expression.slots_.end()),
                            expression.slots_.end());
    expression.program_ = std::move(program);
    return expression;
  }

  Program& program_;
  SwitchList& list_;
};

int SwitchList::add(ExpressionSwitch candidate) {
  std::vector<int> slots = candidate.argument.getSlots();
  if (candidate.gate)
    slots.insert(slots.end(), candidate.gate->getSlots().begin(), candidate.gate->getSlots().end());
  if (std::none_of(slots.begin(), slots.end(), [&](int slot) { return varies(slot); })) return -1;
  const std::size_t hash = SwitchFinder::hash(candidate.argument);
  const auto [first, last] = places_.equal_range(hash);
  for (auto at = first; at != last; ++at)
    if (switches_[static_cast<std::size_t>(at->second)] == candidate) return at->second;
  const auto place = static_cast<int>(switches_.size());
  switches_.push_back(std::move(candidate));
  places_.emplace(hash, place);
  return place;
}

bool Expression::jumpsOrBends(Op op) {
  switch (op) {
    case Op::abs:
    case Op::sign:
    case Op::step:
    case Op::floor:
    case Op::ceil:
    case Op::mod:
    case Op::min:
    case Op::max:
    case Op::less:
    case Op::lessEqual:
    case Op::greater:
    case Op::greaterEqual:
    case Op::atan2:
      return true;
    default:
      return false;
  }
}

std::vector<Expression> listPartsOf(const Expression& expression, int slot) {
  return SwitchFinder::listParts(expression, slot);
}

void Expression::connect(SwitchList& list) {
  SwitchFinder(*this, list).run();
}

// By degrees: a constant has 0, the slot 1, and what is no straight line 2.
bool Expression::isLinearIn(int slot) const {
  constexpr int kCurved = 2;
  std::vector<int> degrees;
  for (const Instruction& i : program_) {
    const auto taken = static_cast<std::size_t>(SwitchFinder::countTaken(i.op));
    const std::vector<int> of(degrees.end() - static_cast<std::ptrdiff_t>(taken), degrees.end());
    const int most = of.empty() ? 0 : *std::max_element(of.begin(), of.end());
    int degree = most == 0 ? 0 : kCurved;
    switch (i.op) {
      case Op::slot:
        degree = i.slot == slot ? 1 : 0;
        break;
      case Op::negate:
      case Op::abs:
      case Op::add:
      case Op::subtract:
      case Op::min:
      case Op::max:
        degree = most;
        break;
      case Op::multiply:
        degree = of[0] + of[1];
        break;
      case Op::divide:
      case Op::mod:
        degree = of[1] == 0 ? of[0] : kCurved;
        break;
      case Op::select:
        degree = of[0] == 0 ? std::max(of[1], of[2]) : kCurved;
        break;
      case Op::sign:
      case Op::floor:
      case Op::ceil:
      case Op::step:
      case Op::less:
      case Op::lessEqual:
      case Op::greater:
      case Op::greaterEqual:
        degree = 0;
        break;
      default:
        break;
    }
    degrees.resize(degrees.size() - taken);
    degrees.push_back(std::min(degree, kCurved));
  }
  return degrees.back() <= 1;
}

}  // namespace clank
