// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/json_slice.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

namespace clank {

namespace {

using nlohmann::json;

std::string_view skipBlanks(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

// Behind the closing quote of the string that the text begins with.
std::size_t findStringEnd(std::string_view text) {
  std::size_t i = 1;
  while (text[i] != '"') i += text[i] == '\\' ? 2 : 1;
  return i + 1;
}

std::size_t findBracketEnd(std::string_view text) {
  int depth = 0;
  std::size_t i = 0;
  do {
    const char c = text[i];
    if (c == '"') {
      i += findStringEnd(text.substr(i));
      continue;
    }
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    ++i;
  } while (depth > 0);
  return i;
}

// Behind the value that the text begins with.
std::size_t findEnd(std::string_view text) {
  switch (text.front()) {
    case '"':
      return findStringEnd(text);
    case '[':
    case '{':
      return findBracketEnd(text);
    default:
      return std::min(text.find_first_of(",]} \t\r\n"), text.size());
  }
}

// What stands behind the value that the text begins with, and behind the comma.
std::string_view skipValue(std::string_view text) {
  const std::string_view rest = skipBlanks(text.substr(findEnd(text)));
  return !rest.empty() && rest.front() == ',' ? skipBlanks(rest.substr(1)) : rest;
}

}  // namespace

// Arrays and objects reach to the end of the text: where they end is found by those who go through them.
JsonSlice::JsonSlice(std::string_view text) : text_(skipBlanks(text)) {
  const bool isOpen = text_.front() == '[' || text_.front() == '{';
  if (!isOpen) text_ = text_.substr(0, findEnd(text_));
}

JsonType JsonSlice::type() const {
  switch (text_.front()) {
    case '{':
      return JsonType::object;
    case '[':
      return JsonType::array;
    case '"':
      return JsonType::text;
    case 't':
    case 'f':
      return JsonType::boolean;
    case 'n':
      return JsonType::null;
    default:
      return JsonType::number;
  }
}

double JsonSlice::getNumber() const {
  double value = 0;
  const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
  if (error != std::errc()) return json::parse(text_).get<double>();  // too small for a double: 0
  // Among whole numbers there is no -0.
  return value == 0 && text_.find_first_of(".eE") == std::string_view::npos ? 0.0 : value;
}

std::string JsonSlice::getText() const {
  if (text_.find('\\') != std::string_view::npos) return json::parse(text_).get<std::string>();
  return std::string(text_.substr(1, text_.size() - 2));
}

std::string JsonSlice::dump() const {
  return json::parse(text_.substr(0, findEnd(text_))).dump();
}

JsonSlice::Iterator& JsonSlice::Iterator::operator++() {
  rest_ = skipValue(rest_);
  return *this;
}

JsonSlice::Iterator JsonSlice::begin() const {
  return Iterator(skipBlanks(text_.substr(1)));
}

std::size_t JsonSlice::countElements() const {
  std::size_t count = 0;
  for (auto at = begin(); at != end(); ++at) ++count;
  return count;
}

std::vector<JsonSlice::Member> JsonSlice::listMembers() const {
  std::vector<Member> members;
  std::string_view rest = skipBlanks(text_.substr(1));
  while (rest.front() != '}') {
    const JsonSlice key(rest);
    const std::string_view colon = skipBlanks(rest.substr(key.text_.size()));
    const std::string_view value = skipBlanks(colon.substr(1));
    members.push_back({key.getText(), JsonSlice(value)});
    rest = skipValue(value);
  }
  std::stable_sort(members.begin(), members.end(),
                   [](const Member& a, const Member& b) { return a.key < b.key; });
  return members;
}

}  // namespace clank
