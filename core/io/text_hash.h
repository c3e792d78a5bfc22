// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace clank {

// FNV-1a, 64 bits, "fnv1a64:...": tells two texts apart; it is no seal.
class TextHash {
 public:
  void add(std::string_view text) {
    for (const char c : text) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  std::string write() const { return fmt::format("fnv1a64:{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 14695981039346656037U;
};
inline std::string hashText(std::string_view text) {
  TextHash hash;
  hash.add(text);
  return hash.write();
}

}  // namespace clank
