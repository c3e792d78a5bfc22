// SPDX-License-Identifier: GPL-3.0-or-later
// What can be wrong with JSON text before its meaning is looked at.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/support/result.h"

namespace clank {

inline constexpr int kDeepestNesting = 64;  // levels of arrays and objects; a mechanism needs about ten

struct CheckedJson {
  // With numbers that no double can hold replaced by 0, so that reading can go on; absent: there are none.
  std::optional<std::string> mended;
  bool readable = true;  // the text is well-formed and not absurdly deep
  Problems problems;  // syntax ("line 3, column 7"); duplicate keys, too large numbers, depth (JSON pointer)
};
CheckedJson checkJson(std::string_view text);

// One more step of a JSON pointer (RFC 6901): "/" and the escaped key.
std::string pointerStep(std::string_view key);

}  // namespace clank
