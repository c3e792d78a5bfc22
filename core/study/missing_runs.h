// SPDX-License-Identifier: GPL-3.0-or-later
// What a merged table lacks of its study: in parts, as they are computed with --shard, where it is parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/study/study_store.h"

namespace clank {

// "part 4/4 is missing (--shard 4/4 computes it)", or "runs 3, 5, 6 and 20 more are missing"; empty where
// nothing is. missing: ascending, all below size.
std::string describeMissing(const std::vector<std::uint64_t>& missing, std::uint64_t size);
// Of a table; of a long one by its first hundred thousand runs.
std::string describeMissing(const StudyStore& store);

}  // namespace clank
