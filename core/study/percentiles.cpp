// SPDX-License-Identifier: GPL-3.0-or-later
//
// The value of rank r is found digit by digit. The 64 bits of a double, the sign turned so that they rise
// with the number, are six digits of 11 bits (the last one of 9). Each reading of the table counts, among the
// values that begin with the digits known of a rank, how many have which next digit; the digit of the rank is
// the one whose running count passes what is left of it.
#include "core/study/percentiles.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace clank {
namespace {

constexpr unsigned kBits = 64, kDigit = 11;
constexpr std::uint64_t kDigits = std::uint64_t{1} << kDigit;
constexpr std::uint64_t kSign = std::uint64_t{1} << (kBits - 1);

std::uint64_t toOrdered(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

double fromOrdered(std::uint64_t ordered) {
  return std::bit_cast<double>((ordered & kSign) != 0 ? ordered & ~kSign : ~ordered);
}

struct Rank {
  std::uint64_t left = 0;   // of those that begin as it does, so many are smaller
  std::uint64_t known = 0;  // its first digits, in place
};

// The ranks that are sought in one column.
class RankSearch {
 public:
  // Of count values in all.
  RankSearch(std::uint64_t count, std::span<const double> parts) {
    for (const double part : parts) {
      const double place = part * static_cast<double>(count - 1);
      const auto low = static_cast<std::uint64_t>(place);
      ranks_.push_back({low, 0});
      ranks_.push_back({std::min(low + 1, count - 1), 0});
      between_.push_back(place - static_cast<double>(low));
    }
  }

  // The digit from bit `low` on, all bits from `high` on being known.
  void begin(unsigned low, unsigned high) {
    low_ = low;
    above_ = high < kBits ? ~std::uint64_t{0} << high : 0;
    groups_.clear();
    for (const Rank& rank : ranks_)
      if (std::none_of(groups_.begin(), groups_.end(), [&](const Group& g) { return g.known == rank.known; }))
        groups_.push_back({rank.known, {}});
  }
  void add(double value) {
    const std::uint64_t ordered = toOrdered(value), known = ordered & above_;
    for (Group& group : groups_)
      if (group.known == known) ++group.counts[(ordered & ~above_) >> low_];
  }
  void end() {
    for (Rank& rank : ranks_) {
      const auto group =
          std::find_if(groups_.begin(), groups_.end(), [&](const Group& g) { return g.known == rank.known; });
      std::uint64_t digit = 0;
      for (; digit + 1 < kDigits && rank.left >= group->counts[digit]; ++digit)
        rank.left -= group->counts[digit];
      rank.known |= digit << low_;
    }
  }

  std::vector<double> list() const {
    std::vector<double> values;
    for (std::size_t i = 0; i < between_.size(); ++i) {
      const double low = fromOrdered(ranks_[2 * i].known), high = fromOrdered(ranks_[2 * i + 1].known);
      values.push_back(low + between_[i] * (high - low));
    }
    return values;
  }

 private:
  struct Group {
    std::uint64_t known = 0;
    std::array<std::uint64_t, kDigits> counts{};
  };
  std::vector<Rank> ranks_;  // two for every part
  std::vector<double> between_;
  std::vector<Group> groups_;
  unsigned low_ = 0;
  std::uint64_t above_ = 0;
};

}  // namespace

std::vector<Percentiles> calcPercentiles(const ReadRows& read, std::size_t columns,
                                         std::span<const double> parts) {
  std::vector<Percentiles> found(columns);
  read([&](std::span<const double> row) {
    for (std::size_t k = 0; k < columns; ++k) found[k].count += std::isfinite(row[k]) ? 1 : 0;
  });
  std::vector<RankSearch> searches;
  for (const Percentiles& one : found)
    searches.emplace_back(one.count, one.count > 0 ? parts : parts.first(0));
  for (unsigned high = kBits; high > 0;) {
    const unsigned low = high > kDigit ? high - kDigit : 0;
    for (RankSearch& search : searches) search.begin(low, high);
    read([&](std::span<const double> row) {
      for (std::size_t k = 0; k < columns; ++k)
        if (std::isfinite(row[k])) searches[k].add(row[k]);
    });
    for (RankSearch& search : searches) search.end();
    high = low;
  }
  for (std::size_t k = 0; k < columns; ++k) found[k].values = searches[k].list();
  return found;
}

}  // namespace clank
