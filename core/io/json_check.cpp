// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parser of the library stops at a number that is too large for a double. To list every such number, and
// the problems behind it, the number is replaced in a copy of the text and the parse repeated.
#include "core/io/json_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace clank {

namespace {

using nlohmann::json;

constexpr int kOverflowError = 406;          // of the library
constexpr std::size_t kMostOverflows = 100;  // then reading is given up

// "line 3, column 7" of the byte at position (1-based, as the library counts); columns are characters, not
// bytes.
std::string findPlace(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position > 0 ? std::min(position - 1, text.size()) : 0);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t lineStart = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  const std::string_view inLine = before.substr(lineStart);
  const auto column = 1 + std::count_if(inLine.begin(), inLine.end(), [](char c) {
                        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                      });
  return fmt::format("line {}, column {}", line, column);
}

// The library's message without its own prefix and place; bytes that are no UTF-8 are not repeated.
std::string shorten(std::string message) {
  if (const auto start = message.find("syntax error"); start != std::string::npos) message.erase(0, start);
  if (message.find("UTF-8") != std::string::npos)
    message.erase(std::min(message.find("; last read"), message.size()));
  return message;
}

// A letter or a table is told so, not what the first of its words lacks.
bool beginsAsJson(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos || text[first] == '{' || text[first] == '[';
}

// Follows the parse: where it is, which keys it has seen.
class Checker {
 public:
  using number_integer_t = json::number_integer_t;
  using number_unsigned_t = json::number_unsigned_t;
  using number_float_t = json::number_float_t;
  using string_t = json::string_t;
  using binary_t = json::binary_t;

  explicit Checker(std::string_view text) : text_(text) {}

  bool null() { return value(); }
  bool boolean(bool) { return value(); }
  bool number_integer(number_integer_t) { return value(); }
  bool number_unsigned(number_unsigned_t) { return value(); }
  bool number_float(number_float_t, const string_t&) { return value(); }
  bool string(string_t&) { return value(); }
  bool binary(binary_t&) { return value(); }
  bool start_object(std::size_t) { return open(true); }
  bool start_array(std::size_t) { return open(false); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(string_t& name) {
    levels_.back().key = name;
    if (!levels_.back().keys.insert(name).second) {
      problems.push_back(
          {fmt::format("the key \"{}\" stands twice in the same object", name), findPointer()});
    }
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const json::exception& error) {
    if (error.id == kOverflowError) {
      overflowPointer = findPointer();
      overflowEnd = position;
      overflowToken = token;
    } else if (!beginsAsJson(text_)) {
      problems.push_back({"this file is no mechanism: a mechanism is a JSON text that begins with \"{\"",
                          findPlace(text_, position)});
    } else {
      problems.push_back({shorten(error.what()), findPlace(text_, position)});
    }
    return false;
  }

  Problems problems;
  std::string overflowPointer,
      overflowToken;            // of a number that is too large; the token is empty when there was none
  std::size_t overflowEnd = 0;  // position behind it

 private:
  struct Level {
    bool object;
    std::string key{};
    std::size_t index = 0;
    std::set<std::string> keys{};
  };

  bool value() {
    if (!levels_.empty()) ++levels_.back().index;
    return true;
  }
  bool open(bool object) {
    if (levels_.size() >= kDeepestNesting) {
      problems.push_back({fmt::format("nested deeper than {} levels", kDeepestNesting), findPointer()});
      return false;
    }
    levels_.push_back({object});
    return true;
  }
  bool close() {
    levels_.pop_back();
    return value();
  }
  std::string findPointer() const {
    std::string pointer;
    for (const Level& level : levels_)
      pointer += pointerStep(level.object ? level.key : std::to_string(level.index));
    return pointer;
  }

  std::string_view text_;
  std::vector<Level> levels_;
};

}  // namespace

std::string pointerStep(std::string_view key) {
  std::string step = "/";
  for (const char c : key) {
    if (c == '~') {
      step += "~0";
    } else if (c == '/') {
      step += "~1";
    } else {
      step += c;
    }
  }
  return step;
}

CheckedJson checkJson(std::string_view text) {
  CheckedJson checked;
  Problems overflows;
  while (true) {
    const std::string_view now = checked.mended ? std::string_view(*checked.mended) : text;
    Checker checker(now);
    const bool parsed = json::sax_parse(now, &checker);
    checked.problems = overflows;
    checked.problems.insert(checked.problems.end(), checker.problems.begin(), checker.problems.end());
    if (parsed) return checked;

    const std::string& token = checker.overflowToken;
    const std::size_t start = checker.overflowEnd - std::min(token.size(), checker.overflowEnd);
    const bool found = now.compare(start, token.size(), token) == 0;
    if (!token.empty()) {
      overflows.push_back({fmt::format("the number {} is too large", token), checker.overflowPointer});
      checked.problems = overflows;
    }
    if (token.empty() || !found || overflows.size() >= kMostOverflows) {
      checked.readable = false;
      return checked;
    }
    if (!checked.mended) checked.mended = std::string(text);
    checked.mended->replace(start, token.size(), "0" + std::string(token.size() - 1, ' '));
  }
}

}  // namespace clank
