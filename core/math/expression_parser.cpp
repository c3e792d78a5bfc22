// SPDX-License-Identifier: GPL-3.0-or-later
// From text to a postfix program, by recursive descent. The first error ends the parse.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include "core/math/expression_program.h"
#include "core/math/name_index.h"
#include "core/math/units.h"

namespace clank {

namespace {

constexpr int kDeepestNesting = 200;       // a parenthesis counts two, a sign, power or choice one
constexpr std::size_t kLongest = 100'000;  // bytes
// Operations in the arguments of all places where an expression jumps or bends: each such place keeps its
// own, and watching them takes as long. Of a chain as t < 1 < 1 < ... each has all that stands before it.
constexpr std::size_t kMostWatched = 1'000'000;

bool isBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}
bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isNamePart(char c) {
  return isNameStart(c) || isDigit(c) || c == '.';
}

}  // namespace

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::span<const std::string> names,
                   const NameIndex* index = nullptr)
      : text_(text), names_(names), index_(index) {}

  Result<Expression> parse() {
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
    return std::move(result_);
  }

  struct Function;
  static std::span<const Function> getFunctions();
  static const Function* findFunction(std::string_view name);

 private:
  using Op = Expression::Op;
  struct BinaryOperator {
    std::string_view sign;
    Op op;
  };

  // Every parse function returns false once there is a problem.
  bool parseChoice();
  bool parseLevel(std::size_t level);
  bool parseUnary();
  bool parsePower();
  bool parsePrimary();
  bool parseNumber();
  bool parseUnit(std::size_t numberStart, double& value);
  bool parseName();
  bool parseCall(std::string_view name, std::size_t start);
  bool parseArguments(const Function& function, std::size_t open, int& count);
  bool closeParenthesis(std::size_t open);
  void refuseRest();
  bool refuseOperand();
  bool refuseName(std::string_view name, std::size_t start);
  const BinaryOperator* readOperator(std::size_t level);

  // The place of a name, or -1.
  int findSlot(std::string_view name) const {
    if (index_) return index_->find(name);
    const auto at = std::find(names_.begin(), names_.end(), name);
    return at == names_.end() ? -1 : static_cast<int>(at - names_.begin());
  }

  // Counts the nesting for as long as it lives.
  class Nesting {
   public:
    explicit Nesting(int& depth) : depth_(depth) { ++depth_; }
    ~Nesting() { --depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    int& depth_;
  };
  bool tooDeep() { return nesting_ > kDeepestNesting && !fail("the expression nests too deeply", pos_); }

  bool fail(std::string what, std::size_t at) {
    if (!problem_) problem_ = Problem{std::move(what), fmt::format("column {}", column(at))};
    return false;
  }
  // Column of a byte: characters are counted, not bytes.
  std::size_t column(std::size_t at) const {
    std::size_t n = 1;
    for (std::size_t i = 0; i < std::min(at, text_.size()); ++i)
      if ((static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80) ++n;
    return n;
  }

  bool atEnd() const { return pos_ >= text_.size(); }
  bool startsWith(std::string_view sign) const { return text_.substr(pos_).starts_with(sign); }
  void skipBlanks() {
    while (!atEnd() && isBlank(text_[pos_])) ++pos_;
  }
  bool readSign(char sign) {
    skipBlanks();
    if (atEnd() || text_[pos_] != sign) return false;
    ++pos_;
    return true;
  }
  std::string_view readName() {
    const std::size_t start = pos_;
    while (!atEnd() && isNamePart(text_[pos_])) ++pos_;
    return text_.substr(start, pos_ - start);
  }
  // The character at pos, whole even when it is not ASCII; control characters and broken UTF-8 by their
  // number.
  std::string describeCharacter() const;

  // taken: values that the operation takes off the stack before it puts its result there.
  bool emit(Op op, int taken, int slot = -1, double number = 0) {
    Value value{result_.program_.size(), op == Op::slot};
    if (taken > 0) value.start = stack_[stack_.size() - static_cast<std::size_t>(taken)].start;
    for (int i = 0; i < taken; ++i) {
      value.varies = value.varies || stack_.back().varies;
      stack_.pop_back();
    }
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

  std::string_view text_;
  std::span<const std::string> names_;
  const NameIndex* index_;  // of the names, where there is one
  std::size_t pos_ = 0;
  // What lies on the stack: where its part of the program begins, and whether it reads a name.
  struct Value {
    std::size_t start = 0;
    bool varies = false;
  };
  int nesting_ = 0;
  std::vector<Value> stack_;
  std::size_t watched_ = 0;
  Expression result_;
  std::optional<Problem> problem_;
};

struct ExpressionParser::Function {
  std::string_view name;
  Op op;
  int least, most;  // arguments; most 0: any number, folded from the left
};

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

std::string ExpressionParser::describeCharacter() const {
  const auto first = static_cast<unsigned char>(text_[pos_]);
  const std::size_t length = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  const auto isContinuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; };
  const std::string_view character = text_.substr(pos_, length);
  const bool whole =
      character.size() == length && std::all_of(character.begin() + 1, character.end(), isContinuation);
  const bool printable = first >= 0x20 && first != 0x7F && !(first >= 0x80 && first < 0xC2) && first < 0xF5;
  return whole && printable ? fmt::format("'{}'", character)
                            : fmt::format("the character with code {}", first);
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
  constexpr std::size_t kHighest = 4;
  const auto parseOperand = [&] { return level == kHighest ? parseUnary() : parseLevel(level + 1); };
  if (!parseOperand()) return false;
  while (const BinaryOperator* found = readOperator(level))
    if (!parseOperand() || !emit(found->op, 2)) return false;
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
  return !readSign('^') || (parseUnary() && emit(Op::power, 2));
}

bool ExpressionParser::parsePrimary() {
  skipBlanks();
  if (atEnd()) return fail("the expression ends where a value is expected", pos_);
  const char c = text_[pos_];
  if (isDigit(c) || (c == '.' && pos_ + 1 < text_.size() && isDigit(text_[pos_ + 1]))) return parseNumber();
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
  return parseUnit(start, value) && emit(Op::number, 0, -1, value);
}

bool ExpressionParser::parseUnit(std::size_t numberStart, double& value) {
  const std::size_t numberEnd = pos_;
  skipBlanks();
  if (const std::size_t length = findUnitPrefix(text_.substr(pos_))) {
    const std::string_view word = text_.substr(pos_, length);
    if (findSlot(word) >= 0)
      return fail(
          fmt::format("'{0}' after a number could be the unit or the name; write {1}*{0} for the name", word,
                      text_.substr(numberStart, numberEnd - numberStart)),
          pos_);
    if (const std::optional<Unit> unit = findUnit(word)) value = toSi(value, *unit);
    pos_ += length;
    return std::isfinite(value) || fail("the number is out of range", numberStart);
  }
  if (atEnd() || !isNameStart(text_[pos_])) return true;
  const std::size_t start = pos_;
  const std::string_view name = readName();
  const bool known = findSlot(name) >= 0 || name == "pi" || findFunction(name);
  if (known) return fail(fmt::format("'*' is missing between the number and '{}'", name), start);
  return fail(fmt::format("'{}' after the number is not a unit", name), start);
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
  if (name == "pi") return emit(Op::number, 0, -1, std::numbers::pi);
  if (findFunction(name)) return fail(fmt::format("'{0}' is a function: write {0}(...)", name), start);
  return refuseName(name, start);
}

bool ExpressionParser::refuseName(std::string_view name, std::size_t start) {
  std::vector<std::string> known(names_.begin(), names_.end());
  known.emplace_back("pi");
  const std::string nearest = findNearestName(name, known);
  const std::string hint = nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest);
  return fail(fmt::format("unknown name '{}'{}", name, hint), start);
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

bool ExpressionParser::closeParenthesis(std::size_t open) {
  if (readSign(')')) return true;
  if (atEnd()) return fail(fmt::format("')' is missing for the '(' at column {}", column(open)), pos_);
  refuseRest();
  return false;
}

bool ExpressionParser::refuseOperand() {
  return fail(fmt::format("a value is expected, found {}", describeCharacter()), pos_);
}

// What stands where an operator or the end should be.
void ExpressionParser::refuseRest() {
  const std::size_t start = pos_;
  const char c = text_[pos_];
  if (c == ')') {
    fail("')' has no '(' before it", start);
  } else if (c == '=') {
    fail("'=' does not compare; write '=='", start);
  } else if (c == '&' || c == '|') {
    fail(fmt::format("a single '{0}' means nothing; write '{0}{0}'", c), start);
  } else if (c == ',') {
    fail("',' only separates the arguments of a function; decimals are written with '.'", start);
  } else if (isNameStart(c)) {
    fail(fmt::format("an operator is expected before '{}'", readName()), start);
  } else {
    fail(fmt::format("an operator is expected, found {}", describeCharacter()), start);
  }
}

Result<Expression> Expression::compile(std::string_view text, std::span<const std::string> names) {
  return ExpressionParser(text, names).parse();
}
Result<Expression> Expression::compile(std::string_view text, const NameIndex& names) {
  return ExpressionParser(text, names.list(), &names).parse();
}

bool isFunctionName(std::string_view name) {
  return ExpressionParser::findFunction(name) != nullptr;
}

}  // namespace clank
