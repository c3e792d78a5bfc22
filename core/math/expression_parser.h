// SPDX-License-Identifier: GPL-3.0-or-later
// From text to a postfix program, by recursive descent. The first error ends the parse.
//
// A unit belongs to the number before it. Where that divides numbers without a unit it belongs to the
// fraction: 1/2 in is half an inch, 3/4*1/2 in three eighths, and 1/(2 in) a reciprocal length. It may stand
// behind anything that is computed from bare numbers: (1 + 1/2) in, sqrt(2)/2 m, pi/2 rad.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "core/math/expression_program.h"
#include "core/math/measure.h"
#include "core/math/name_index.h"
#include "core/math/units.h"

namespace clank {

inline bool isNameStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
inline bool isExpressionDigit(char c) {
  return c >= '0' && c <= '9';
}

inline constexpr int kDeepestNesting = 200;       // a parenthesis counts two, a sign, power or choice one
inline constexpr std::size_t kLongest = 100'000;  // bytes
// Operations in the arguments of all places where an expression jumps or bends: each such place keeps its
// own, and watching them takes as long. Of a chain as t < 1 < 1 < ... each has all that stands before it.
inline constexpr std::size_t kMostWatched = 1'000'000;

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::span<const std::string> names,
                   const NameIndex* index = nullptr, DimensionCheck* check = nullptr)
      : text_(text), names_(names), index_(index), check_(check) {}

  Result<Expression> parse();

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
  bool parseProduct();
  bool parseUnit(std::size_t start);
  bool applyUnit(const Unit& unit, std::size_t start);
  bool refuseUnitName(std::string_view name, std::size_t at);
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
  static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
  static bool isNamePart(char c) { return isNameStart(c) || isExpressionDigit(c) || c == '.'; }
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
    readPair(start);
    return text_.substr(start, pos_ - start);
  }
  // "ball|floor.gap": two names with a bar between them, where that is a name; a bar means nothing else.
  void readPair(std::size_t start) {
    if (atEnd() || text_[pos_] != '|' || pos_ + 1 >= text_.size() || !isNameStart(text_[pos_ + 1])) return;
    std::size_t end = pos_ + 1;
    while (end < text_.size() && isNamePart(text_[end])) ++end;
    if (findSlot(text_.substr(start, end - start)) >= 0) pos_ = end;
  }
  // The character at pos, whole even when it is not ASCII; control characters and broken UTF-8 by their
  // number.
  std::string describeCharacter() const;

  // taken: values that the operation takes off the stack before it puts its result there.
  bool emit(Op op, int taken, int slot = -1, double number = 0);
  // What the operation makes of the measures of its arguments.
  Measure measure(Op op, std::span<const Measure> taken, int slot, double number);

  std::string_view text_;
  std::span<const std::string> names_;
  const NameIndex* index_;  // of the names, where there is one
  DimensionCheck* check_;   // or null
  std::size_t pos_ = 0;
  // What lies on the stack: where its part of the program begins, and whether it reads a name.
  struct Value {
    std::size_t start = 0;
    bool varies = false;
    bool hasUnit = false;
    Measure measure{};
    bool isBare() const { return !varies && !hasUnit; }
  };
  int nesting_ = 0;
  std::vector<Value> stack_;
  std::size_t watched_ = 0;
  std::size_t units_ = 0;
  std::size_t bareNumbers_ = 0;  // read so far that have got no unit
  bool hasHertz_ = false, hasPi_ = false;
  Expression result_;
  std::optional<Problem> problem_;
};

struct ExpressionParser::Function {
  std::string_view name;
  Op op;
  int least, most;  // arguments; most 0: any number, folded from the left
};

}  // namespace clank
