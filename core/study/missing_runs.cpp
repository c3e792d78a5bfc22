// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/missing_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/io/number_text.h"
#include "core/study/study_session.h"

namespace clank {
namespace {

constexpr std::uint64_t kMostParts = 1024, kMostLookedAt = 100'000;
constexpr std::size_t kMostNamed = 5;

// The parts of n that are missing as a whole; empty where some part is missing only partly. Part k holds the
// runs k - 1, k - 1 + n, ...
std::vector<std::uint64_t> listWholeParts(const std::vector<std::uint64_t>& missing, std::uint64_t size,
                                          std::uint64_t n) {
  std::vector<std::uint64_t> counts(n), parts;
  for (const std::uint64_t run : missing) ++counts[run % n];
  for (std::uint64_t part = 1; part <= n; ++part) {
    if (counts[part - 1] == 0) continue;
    if (counts[part - 1] != countRuns(size, {part, n})) return {};
    parts.push_back(part);
  }
  return parts;
}

std::string nameParts(const std::vector<std::uint64_t>& parts, std::uint64_t n) {
  std::vector<std::string> names;
  for (const std::uint64_t part : parts) names.push_back(fmt::format("{}/{}", part, n));
  return parts.size() == 1
             ? fmt::format("part {0} is missing: --shard {0} computes it", names[0])
             : fmt::format("parts {} are missing: --shard computes them", fmt::join(names, ", "));
}

std::string nameRuns(const std::vector<std::uint64_t>& missing) {
  if (missing.size() == 1) return fmt::format("run {} is missing", missing[0]);
  const std::size_t named = std::min(missing.size(), kMostNamed);
  const auto end = missing.begin() + static_cast<std::ptrdiff_t>(named);
  const std::string rest =
      missing.size() > named ? fmt::format(" and {} more", missing.size() - named) : std::string();
  return fmt::format("runs {}{} are missing", fmt::join(missing.begin(), end, ", "), rest);
}

}  // namespace

std::string describeMissing(const std::vector<std::uint64_t>& missing, std::uint64_t size) {
  if (missing.empty()) return {};
  // With less than two runs a part every single run would be one.
  for (std::uint64_t n = 2; n <= std::min(kMostParts, size / 2) && missing.size() < size; ++n)
    if (const auto parts = listWholeParts(missing, size, n); !parts.empty()) return nameParts(parts, n);
  return nameRuns(missing);
}

std::string describeMissing(const StudyStore& store) {
  // Without a size that can be counted, by what is looked at.
  const double size = readNumber(store.identity().size).value_or(0);
  const bool isLong = !(size < static_cast<double>(kMostLookedAt));
  const std::uint64_t looked = isLong ? kMostLookedAt : static_cast<std::uint64_t>(size);
  const std::string text = describeMissing(store.listMissing(0, looked), looked);
  return text.empty() || !isLong ? text : fmt::format("of the first {} runs {}", looked, text);
}

}  // namespace clank
