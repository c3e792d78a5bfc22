// SPDX-License-Identifier: GPL-3.0-or-later
// Times on a command line, read as in a file: "0.5" (seconds), "200 ms", "1 min".
#pragma once

#include <cmath>
#include <optional>
#include <string_view>

#include "core/model/quantity_text.h"

namespace clank {

// In s; nothing for a text that is no finite time.
inline std::optional<double> readTime(std::string_view text) {
  const auto seconds = evaluateQuantity(text, "s", {});
  return seconds && std::isfinite(*seconds) ? std::optional(*seconds) : std::nullopt;
}

}  // namespace clank
