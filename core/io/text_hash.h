// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace clank {

// FNV-1a, 64 bits, "fnv1a64:...": tells two texts apart; it is no seal.
inline std::string hashText(std::string_view text) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  return fmt::format("fnv1a64:{:016x}", hash);
}

}  // namespace clank
