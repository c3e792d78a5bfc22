// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/expression_parser.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>

namespace clank {

Result<Expression> ExpressionParser::parse() {
  skipBlanks();
  if (atEnd()) return failure("the expression is empty", "column 1");
  if (text_.size() > kLongest)
    return failure(fmt::format("the expression is longer than {} characters", kLongest),
                   fmt::format("column {}", column(kLongest)));
  if (parseChoice()) {
    skipBlanks();
    if (!atEnd()) refuseRest();
  }
  if (problem_) return tl::unexpected(Problems{*problem_});
  std::sort(result_.slots_.begin(), result_.slots_.end());
  result_.slots_.erase(std::unique(result_.slots_.begin(), result_.slots_.end()), result_.slots_.end());
  if (check_) {
    check_->result = stack_.back().measure;
    check_->hasUnit = units_ > 0;
    check_->hasBare = bareNumbers_ > 0;
    check_->countsPeriods = hasHertz_ && !hasPi_;
  }
  return std::move(result_);
}

std::span<const ExpressionParser::Function> ExpressionParser::getFunctions() {
  static constexpr std::array kFunctions{
      Function{"sin", Op::sin, 1, 1},     Function{"cos", Op::cos, 1, 1},
      Function{"tan", Op::tan, 1, 1},     Function{"asin", Op::asin, 1, 1},
      Function{"acos", Op::acos, 1, 1},   Function{"atan", Op::atan, 1, 1},
      Function{"atan2", Op::atan2, 2, 2}, Function{"sinh", Op::sinh, 1, 1},
      Function{"cosh", Op::cosh, 1, 1},   Function{"tanh", Op::tanh, 1, 1},
      Function{"exp", Op::exp, 1, 1},     Function{"log", Op::log, 1, 1},
      Function{"log10", Op::log10, 1, 1}, Function{"sqrt", Op::sqrt, 1, 1},
      Function{"cbrt", Op::cbrt, 1, 1},   Function{"abs", Op::abs, 1, 1},
      Function{"sign", Op::sign, 1, 1},   Function{"floor", Op::floor, 1, 1},
      Function{"ceil", Op::ceil, 1, 1},   Function{"min", Op::min, 1, 0},
      Function{"max", Op::max, 1, 0},     Function{"pow", Op::power, 2, 2},
      Function{"hypot", Op::hypot, 2, 2}, Function{"mod", Op::mod, 2, 2},
      Function{"step", Op::step, 1, 1},   Function{"clamp", Op::min, 3, 3}};
  return kFunctions;
}

const ExpressionParser::Function* ExpressionParser::findFunction(std::string_view name) {
  for (const Function& function : getFunctions())
    if (function.name == name) return &function;
  return nullptr;
}

bool ExpressionParser::emit(Op op, int taken, int slot, double number) {
  Value value{result_.program_.size(), op == Op::slot};
  std::array<Measure, 3> measures;  // an operation takes three at most
  if (taken > 0) value.start = stack_[stack_.size() - static_cast<std::size_t>(taken)].start;
  for (int i = 0; i < taken; ++i) {
    value.varies = value.varies || stack_.back().varies;
    value.hasUnit = value.hasUnit || stack_.back().hasUnit;
    measures[static_cast<std::size_t>(taken - 1 - i)] = stack_.back().measure;
    stack_.pop_back();
  }
  if (check_)
    value.measure = measure(op, std::span(measures).first(static_cast<std::size_t>(taken)), slot, number);
  stack_.push_back(value);
  if (stack_.size() > kStackDepth)
    return fail(fmt::format("the expression needs more than {} intermediate values at once", kStackDepth),
                pos_);
  if (value.varies && Expression::jumpsOrBends(op)) watched_ += result_.program_.size() - value.start;
  if (watched_ > kMostWatched)
    return fail("the expression has too many comparisons, or other jumps, inside each other", pos_);
  result_.program_.push_back({op, slot, number});
  return true;
}

bool ExpressionParser::parseChoice() {
  const Nesting nesting(nesting_);
  if (tooDeep() || !parseLevel(0)) return false;
  skipBlanks();
  const std::size_t mark = pos_;
  if (!readSign('?')) return true;
  if (!parseChoice()) return false;
  if (!readSign(':')) return fail(fmt::format("':' is missing for the '?' at column {}", column(mark)), pos_);
  return parseChoice() && emit(Op::select, 3);
}

constexpr std::size_t kProductLevel = 4;

const ExpressionParser::BinaryOperator* ExpressionParser::readOperator(std::size_t level) {
  // Lowest first; "<=" before "<".
  static constexpr std::array<BinaryOperator, 1> kOr{{{"||", Op::either}}};
  static constexpr std::array<BinaryOperator, 1> kAnd{{{"&&", Op::both}}};
  static constexpr std::array<BinaryOperator, 6> kComparisons{{{"==", Op::equal},
                                                               {"!=", Op::unequal},
                                                               {"<=", Op::lessEqual},
                                                               {">=", Op::greaterEqual},
                                                               {"<", Op::less},
                                                               {">", Op::greater}}};
  static constexpr std::array<BinaryOperator, 2> kSums{{{"+", Op::add}, {"-", Op::subtract}}};
  static constexpr std::array<BinaryOperator, 2> kProducts{{{"*", Op::multiply}, {"/", Op::divide}}};
  static constexpr std::array<std::span<const BinaryOperator>, 5> kLevels{kOr, kAnd, kComparisons, kSums,
                                                                          kProducts};

  skipBlanks();
  for (const BinaryOperator& candidate : kLevels[level]) {
    if (!startsWith(candidate.sign)) continue;
    pos_ += candidate.sign.size();
    return &candidate;
  }
  return nullptr;
}

bool ExpressionParser::parseLevel(std::size_t level) {
  if (level == kProductLevel) return parseProduct();
  if (!parseLevel(level + 1)) return false;
  while (const BinaryOperator* found = readOperator(level))
    if (!parseLevel(level + 1) || !emit(found->op, 2)) return false;
  return true;
}

// isBare: of the factors since the first one, or since the last "*". A unit after a divisor of such belongs
// to the fraction: 5 N*1/2 m is 2.5 N m.
bool ExpressionParser::parseProduct() {
  const BinaryOperator* link = nullptr;
  bool isBare = false;
  std::size_t before = 0;  // bare numbers before those that a unit belongs to
  do {
    skipBlanks();
    const std::size_t start = pos_;
    const bool isDivisor = link && link->op == Op::divide;
    if (!isBare || !isDivisor) before = bareNumbers_;
    if (!parseUnary()) return false;
    const bool isBareFactor = stack_.back().isBare();
    isBare = isBareFactor && (isBare || !isDivisor);
    const bool isFraction = isBare && isDivisor;
    if (isFraction && !emit(link->op, 2)) return false;
    const std::size_t unitsBefore = units_;
    if (isBareFactor && !parseUnit(start)) return false;
    const bool hasUnit = units_ > unitsBefore;
    if (hasUnit) bareNumbers_ = before;
    isBare = isBare && !hasUnit;
    if (link && !isFraction && !emit(link->op, 2)) return false;
    link = readOperator(kProductLevel);
  } while (link);
  return true;
}

bool ExpressionParser::parseUnary() {
  const Nesting nesting(nesting_);
  if (tooDeep()) return false;
  if (readSign('-')) return parseUnary() && emit(Op::negate, 1);
  if (readSign('+')) return parseUnary();
  if (readSign('!')) return parseUnary() && emit(Op::invert, 1);
  return parsePower();
}

bool ExpressionParser::parsePower() {
  if (!parsePrimary()) return false;
  if (!readSign('^')) return true;
  const std::size_t before = bareNumbers_;
  if (!parseUnary() || !emit(Op::power, 2)) return false;
  bareNumbers_ = before;  // an exponent is a number and wants no unit
  return true;
}

bool ExpressionParser::parsePrimary() {
  skipBlanks();
  if (atEnd()) return fail("the expression ends where a value is expected", pos_);
  const char c = text_[pos_];
  if (isExpressionDigit(c) || (c == '.' && pos_ + 1 < text_.size() && isExpressionDigit(text_[pos_ + 1])))
    return parseNumber();
  if (isNameStart(c)) return parseName();
  const std::size_t open = pos_;
  if (readSign('(')) return parseChoice() && closeParenthesis(open);
  return refuseOperand();
}

bool ExpressionParser::parseNumber() {
  const std::size_t start = pos_;
  double value = 0;
  const auto [end, error] = std::from_chars(text_.data() + pos_, text_.data() + text_.size(), value);
  pos_ = static_cast<std::size_t>(end - text_.data());
  if (error != std::errc{}) return fail("the number is out of range", start);
  ++bareNumbers_;
  return emit(Op::number, 0, -1, value);
}

// Behind a bare factor that begins at start.
bool ExpressionParser::parseUnit(std::size_t start) {
  std::size_t end = pos_;
  while (isBlank(text_[end - 1])) --end;
  skipBlanks();
  const std::size_t length = findUnitPrefix(text_.substr(pos_));
  const std::string_view word = text_.substr(pos_, length);
  const std::optional<Unit> unit = length > 0 ? findUnit(word) : std::nullopt;
  if (!unit) {
    const bool isName = !atEnd() && isNameStart(text_[pos_]);
    const bool isNumber = isExpressionDigit(text_[end - 1]) || text_[end - 1] == '.';
    const std::size_t at = pos_;
    if (isName && isNumber) return refuseUnitName(readName(), at);
    pos_ = end;
    return true;
  }
  if (findSlot(word) >= 0)
    return fail(fmt::format("'{0}' after a number could be the unit or the name; write {1}*{0} for the name",
                            word, text_.substr(start, end - start)),
                pos_);
  ++units_;
  hasHertz_ = hasHertz_ || word.ends_with("Hz");
  pos_ += length;
  skipBlanks();
  if (startsWith("^"))
    return fail(fmt::format("the exponent of a unit is a whole number from -99 to 99; for the power of a "
                            "quantity write ({} {})^...",
                            text_.substr(start, end - start), word),
                pos_);
  return applyUnit(*unit, start);
}

// A number takes its unit in, rounded once; what was computed is multiplied by it.
bool ExpressionParser::applyUnit(const Unit& unit, std::size_t start) {
  Value& value = stack_.back();
  auto& program = result_.program_;
  const std::size_t length = program.size() - value.start;
  const bool isNegated = length == 2 && program.back().op == Op::negate;
  if (program[value.start].op == Op::number && (length == 1 || isNegated)) {
    double& number = program[value.start].number;
    number = toSi(number, unit);
    value.hasUnit = true;
    value.measure = Measure::known(unit.dimension);
    return std::isfinite(number) || fail("the number is out of range", start);
  }
  const double inverse = std::round(1 / unit.factor);
  const bool divides = unit.factor < 1 && 1 / inverse == unit.factor;
  if (!emit(Op::number, 0, -1, divides ? inverse : unit.factor)) return false;
  stack_.back().hasUnit = true;
  stack_.back().measure = Measure::known(raise(unit.dimension, divides ? -1 : 1));
  return emit(divides ? Op::divide : Op::multiply, 2);
}

bool ExpressionParser::refuseUnitName(std::string_view name, std::size_t at) {
  const bool known = findSlot(name) >= 0 || name == "pi" || findFunction(name);
  if (known) return fail(fmt::format("'*' is missing between the number and '{}'", name), at);
  return fail(fmt::format("'{}' after the number is not a unit{}", name, suggestUnit(name)), at);
}

bool ExpressionParser::parseName() {
  const std::size_t start = pos_;
  const std::string_view name = readName();
  skipBlanks();
  if (startsWith("(")) return parseCall(name, start);
  if (const int slot = findSlot(name); slot >= 0) {
    result_.slots_.push_back(slot);
    return emit(Op::slot, 0, slot);
  }
  if (name == "pi") {
    hasPi_ = true;
    if (!emit(Op::number, 0, -1, std::numbers::pi)) return false;
    if (check_) stack_.back().measure = check_->ofPi();
    return true;
  }
  if (findFunction(name)) return fail(fmt::format("'{0}' is a function: write {0}(...)", name), start);
  return refuseName(name, start);
}

bool ExpressionParser::parseCall(std::string_view name, std::size_t start) {
  const Function* function = findFunction(name);
  if (!function) {
    if (findSlot(name) >= 0)
      return fail(fmt::format("'{}' is a value, not a function; write '*' to multiply", name), start);
    std::vector<std::string> known;
    for (const Function& f : getFunctions()) known.emplace_back(f.name);
    const std::string nearest = findNearestName(name, known);
    const std::string hint = nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
    return fail(fmt::format("unknown function '{}'{}", name, hint), start);
  }
  const std::size_t open = pos_++;
  int count = 0;
  if (!parseArguments(*function, open, count)) return false;
  if (count < function->least || (function->most > 0 && count > function->most))
    return fail(
        fmt::format("{} takes {}{} argument{}, found {}", name, function->most == 0 ? "at least " : "",
                    function->least, function->least == 1 ? "" : "s", count),
        start);
  if (function->name == "clamp") return emit(Op::min, 2);  // of what max of the first two has left
  return function->most == 0 || emit(function->op, function->least);
}

bool ExpressionParser::parseArguments(const Function& function, std::size_t open, int& count) {
  skipBlanks();
  if (readSign(')')) return true;
  do {
    if (!parseChoice()) return false;
    ++count;
    if (function.most == 0 && count > 1 && !emit(function.op, 2)) return false;
    if (function.name == "clamp" && count == 2 && !emit(Op::max, 2)) return false;
  } while (readSign(','));
  return closeParenthesis(open);
}

Result<Expression> Expression::compile(std::string_view text, std::span<const std::string> names) {
  return ExpressionParser(text, names).parse();
}
Result<Expression> Expression::compile(std::string_view text, const NameIndex& names) {
  return ExpressionParser(text, names.list(), &names).parse();
}

Result<Expression> compileChecked(std::string_view text, const NameIndex& names, DimensionCheck& check) {
  return ExpressionParser(text, names.list(), &names, &check).parse();
}

bool isFunctionName(std::string_view name) {
  return ExpressionParser::findFunction(name) != nullptr;
}

}  // namespace clank
