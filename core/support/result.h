// SPDX-License-Identifier: GPL-3.0-or-later
// What a function that can fail on user input returns: a value, or every problem found.
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

namespace clank {

enum class Severity { error, warning, note };  // note: nothing is wrong, but it is worth knowing

inline const char* toWord(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "note";
}

// One thing that is wrong or doubtful, in words for the user.
struct Problem {
  std::string what;   // names the part and the cause
  std::string where;  // JSON pointer into the mechanism ("/joints/2/a"), "line 3, column 7", or empty
  Severity severity = Severity::error;
  friend bool operator==(const Problem&, const Problem&) = default;
};
using Problems = std::vector<Problem>;

template <class T>
using Result = tl::expected<T, Problems>;

inline tl::unexpected<Problems> failure(std::string what, std::string where = {}) {
  return tl::unexpected<Problems>(Problems{{std::move(what), std::move(where), Severity::error}});
}

}  // namespace clank
