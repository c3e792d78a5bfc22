// SPDX-License-Identifier: GPL-3.0-or-later
// Does a table have a line for every name of an enum? A name that is added without its line does not compile.
#pragma once

#include <cstddef>
#include <string_view>

namespace clank {

// Is the value one of the names of its enum? The compiler spells those that are not as a cast, "(Law)7".
template <auto value>
constexpr bool isNamed() {
  constexpr std::string_view text = __PRETTY_FUNCTION__;
  constexpr std::string_view before = "value = ";
  return text[text.find(before) + before.size()] != '(';
}

// Of an enum whose names count from 0 without gaps.
template <class E, std::size_t count>
constexpr bool hasAsManyNames() {
  return isNamed<static_cast<E>(count - 1)>() && !isNamed<static_cast<E>(count)>();
}

}  // namespace clank
