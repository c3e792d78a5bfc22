// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/known_share.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/math/largest.h"

namespace clank {
namespace {

constexpr double kSameShare = 1e-12;  // of the largest number

bool isClose(std::span<const double> a, std::span<const double> b, double unit) {
  return std::ranges::equal(
      a, b, [most = kSameShare * unit](double one, double other) { return std::abs(one - other) <= most; });
}

}  // namespace

void KnownShare::ask(const Assembler& assembler, std::span<const double> multipliers) {
  now_.rows.clear();
  for (const BlockRow& row : assembler.rows())
    for (std::size_t slot = 0; slot < row.size(); ++slot)
      now_.rows.insert(now_.rows.end(), row.at(slot), row.at(slot) + BlockRow::kBlock);
  now_.gamma.assign(assembler.gamma().begin(), assembler.gamma().end());
  now_.multipliers.assign(multipliers.begin(), multipliers.end());
}

bool KnownShare::isSame() const {
  return isKnown_ && isClose(asked_.rows, now_.rows, findLargest(asked_.rows)) &&
         isClose(asked_.gamma, now_.gamma, std::max(1.0, findLargest(asked_.gamma))) &&
         isClose(asked_.multipliers, now_.multipliers, findLargest(asked_.multipliers));
}

const SharedReactions& KnownShare::share(Assembler& assembler, std::span<double> multipliers) {
  if (isDeterminate(assembler)) {
    forget();
    shared_ = {};
    return shared_;
  }
  ask(assembler, multipliers);
  if (isSame()) {
    std::ranges::copy(multipliers_, multipliers.begin());
    return shared_;
  }
  shared_ = shareEvenly(assembler, multipliers);
  ++found_;
  multipliers_.assign(multipliers.begin(), multipliers.end());
  std::swap(asked_, now_);
  isKnown_ = true;
  return shared_;
}

}  // namespace clank
