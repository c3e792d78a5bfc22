// SPDX-License-Identifier: GPL-3.0-or-later
// Where two mechanism files differ.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/support/result.h"

namespace clank {

struct FileDifference {
  std::string where;  // "bodies / crank / length"; parts by their ids, other entries by their numbers from 0
  std::string first, second;  // JSON in one line; empty: not there
  friend bool operator==(const FileDifference&, const FileDifference&) = default;
};

// In the order of the keys. Parts with ids are the same where their ids are, wherever they stand. Fails when
// one of them is no JSON.
Result<std::vector<FileDifference>> listDifferences(std::string_view first, std::string_view second);

}  // namespace clank
