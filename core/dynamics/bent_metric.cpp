// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/bent_metric.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

#include "core/dynamics/state_layout.h"

namespace clank {
namespace {

using Own = std::array<double, 3 + kMostModes>;  // numbers of the coordinates of a link

int findBlock(const BentLink& link) {
  return static_cast<int>(StateLayout::blockOf(link.first));
}

std::optional<std::size_t> findSlot(const BlockRow& row, int block) {
  for (std::size_t slot = 0; slot < row.size(); ++slot)
    if (row.block(slot) == block) return slot;
  return std::nullopt;
}

// Calls calc with a size, as a constant where it is that of a link with few modes: the loops below are short.
template <class Calc>
void withSize(Eigen::Index size, const Calc& calc) {
  switch (size) {
    case 4:
      return calc(std::integral_constant<Eigen::Index, 4>());
    case 5:
      return calc(std::integral_constant<Eigen::Index, 5>());
    case 6:
      return calc(std::integral_constant<Eigen::Index, 6>());
    case 8:
      return calc(std::integral_constant<Eigen::Index, 8>());
    default:
      return calc(size);
  }
}

// From the last column on. A matrix without a factor leaves numbers that are none.
template <class Size>
void factor(Eigen::MatrixXd& U, Size size) {
  const Eigen::Index stride = U.rows();
  for (Eigen::Index j = size; j-- > 0;) {
    double* const column = U.data() + j * stride;
    const double inverse = 1 / std::sqrt(column[j]);
    for (Eigen::Index i = 0; i < j; ++i) column[i] *= inverse;
    column[j] = inverse;
    for (Eigen::Index k = 0; k < j; ++k) {
      double* const other = U.data() + k * stride;
      const double share = column[k];
      for (Eigen::Index i = 0; i <= k; ++i) other[i] -= share * column[i];
    }
  }
}

// x = U^-1 x of the first so many coordinates, the others being zero.
template <class Size>
void solve(const Eigen::MatrixXd& U, Size count, double* x) {
  for (Eigen::Index j = count; j-- > 0;) {
    const double* const column = U.data() + j * U.rows();
    const double solved = x[j] *= column[j];
    for (Eigen::Index i = 0; i < j; ++i) x[i] -= solved * column[i];
  }
}

template <class Size>
void solveTransposed(const Eigen::MatrixXd& U, Size size, double* x) {
  for (Eigen::Index j = 0; j < size; ++j) {
    const double* const column = U.data() + j * U.rows();
    double rest = x[j];
    for (Eigen::Index i = 0; i < j; ++i) rest -= column[i] * x[i];
    x[j] = rest * column[j];
  }
}

void gather(const BentLink& link, std::span<const double> all, Own& own) {
  std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(StateLayout::pose(link.body)), 3, own.begin());
  std::copy_n(all.begin() + static_cast<std::ptrdiff_t>(link.first), link.modes(), own.begin() + 3);
}
void spread(const BentLink& link, const Own& own, std::span<double> all) {
  std::copy_n(own.begin(), 3, all.begin() + static_cast<std::ptrdiff_t>(StateLayout::pose(link.body)));
  std::copy_n(own.begin() + 3, link.modes(), all.begin() + static_cast<std::ptrdiff_t>(link.first));
}

}  // namespace

void BentMetric::analyze(std::span<const BentLink> links, std::span<const SaddlePoint::InverseMass> straight,
                         std::span<const BlockRow> rows) {
  links_.clear();
  if (links.empty()) return;
  inverse_.assign(straight.begin(), straight.end());
  for (const BentLink& link : links) {
    Link& own = links_.emplace_back();
    own.link = &link;
    own.size = static_cast<Eigen::Index>(3 + link.modes());
    own.U.resize(static_cast<Eigen::Index>(link.size()), static_cast<Eigen::Index>(link.size()));
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (const auto pose = findSlot(rows[r], link.body))
        own.rows.push_back({r, *pose, findSlot(rows[r], findBlock(link))});
    inverse_[static_cast<std::size_t>(link.body)] = {1, 1, 1};
    for (std::size_t block = 0; block < link.blocks; ++block)
      inverse_[static_cast<std::size_t>(findBlock(link)) + block] = {1, 1, 1};
  }
  reduced_.assign(rows.begin(), rows.end());
  load_.assign(3 * straight.size(), 0.0);
}

std::span<const BlockRow> BentMetric::reduce(const double* q, std::span<const BlockRow> rows,
                                             std::span<const LinkMass::Shape> shapes) {
  std::copy(rows.begin(), rows.end(), reduced_.begin());
  for (std::size_t i = 0; i < links_.size(); ++i) {
    Link& own = links_[i];
    if (shapes.empty())
      calcBentMass(*own.link, q, own.U);
    else
      calcBentMass(*own.link, shapes[i], q, own.U);
    withSize(own.size, [&](auto size) { factor(own.U, size); });
    for (const Touch& touch : own.rows) {
      BlockRow& row = reduced_[touch.row];
      double* const pose = row.at(touch.pose);
      if (!touch.modes) {
        solve(own.U, std::integral_constant<Eigen::Index, 3>(), pose);
        continue;
      }
      Own g;
      const std::size_t modes = own.link->modes();
      std::copy_n(pose, 3, g.begin());
      for (std::size_t k = 0; k < modes; k += BlockRow::kBlock)
        std::copy_n(row.at(*touch.modes + k / BlockRow::kBlock), std::min(BlockRow::kBlock, modes - k),
                    g.begin() + 3 + k);
      withSize(own.size, [&](auto size) { solve(own.U, size, g.data()); });
      std::copy_n(g.begin(), 3, pose);
      for (std::size_t k = 0; k < modes; k += BlockRow::kBlock)
        std::copy_n(g.begin() + 3 + k, std::min(BlockRow::kBlock, modes - k),
                    row.at(*touch.modes + k / BlockRow::kBlock));
    }
  }
  return reduced_;
}

std::span<const double> BentMetric::reduce(std::span<const double> f) {
  std::copy(f.begin(), f.end(), load_.begin());
  for (const Link& own : links_) {
    Own part;
    gather(*own.link, f, part);
    withSize(own.size, [&](auto size) { solve(own.U, size, part.data()); });
    spread(*own.link, part, load_);
  }
  return load_;
}

void BentMetric::expand(std::span<double> x) const {
  for (const Link& own : links_) {
    Own part;
    gather(*own.link, x, part);
    withSize(own.size, [&](auto size) { solveTransposed(own.U, size, part.data()); });
    spread(*own.link, part, x);
  }
}

}  // namespace clank
