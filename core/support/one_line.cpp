// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/one_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace clank {

namespace {

struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;  // bytes; 0: not UTF-8
};

unsigned byteAt(std::string_view text, std::size_t i) {
  return static_cast<unsigned char>(text[i]);
}

// The first character of a text. Overlong forms, surrogates and codes beyond Unicode are no UTF-8.
Character readCharacter(std::string_view text) {
  const unsigned first = byteAt(text, 0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return {};
  std::uint32_t code = first & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byteAt(text, i) & 0xC0U) != 0x80U) return {};
    code = code << 6U | (byteAt(text, i) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool isSurrogate = code >= 0xD800 && code < 0xE000;
  if (code < kLeast[length] || code > 0x10FFFF || isSurrogate) return {};
  return {code, length};
}

bool changesTheLine(std::uint32_t c) {
  const auto isIn = [c](std::uint32_t from, std::uint32_t to) { return c >= from && c <= to; };
  return c < 0x20 || isIn(0x7F, 0x9F) || isIn(0x200E, 0x200F) || isIn(0x2028, 0x202E) || isIn(0x2066, 0x2069);
}

void appendEscaped(std::string& out, std::uint32_t code) {
  switch (code) {
    case '\n':
      out += "\\n";
      break;
    case '\r':
      out += "\\r";
      break;
    case '\t':
      out += "\\t";
      break;
    default:
      out += code < 0x100 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
  }
}

}  // namespace

std::string toOneLine(std::string_view text) {
  std::string line;
  line.reserve(text.size());
  while (!text.empty()) {
    const Character character = readCharacter(text);
    if (character.length == 0)
      appendEscaped(line, byteAt(text, 0));
    else if (changesTheLine(character.code))
      appendEscaped(line, character.code);
    else
      line += text.substr(0, character.length);
    text.remove_prefix(std::max<std::size_t>(character.length, 1));
  }
  return line;
}

}  // namespace clank
