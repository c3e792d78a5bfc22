// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace clank {

// Text from a file or a command line as one line that a terminal shows as it is: control characters, the
// marks that turn the direction of writing, and bytes that are no UTF-8 become "\n", "\x1b", "\u202e". Other
// text, and a backslash, stays.
std::string toOneLine(std::string_view text);

}  // namespace clank
