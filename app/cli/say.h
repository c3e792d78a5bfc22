// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace clank {

// A message as one line on standard error (core/support/one_line.h). When that cannot be written there is
// nobody to be told: no failure.
void sayLine(std::string_view message);

template <class... Args>
void say(fmt::format_string<Args...> format, Args&&... args) {
  sayLine(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace clank
