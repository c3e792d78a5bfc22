// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/bent_metric.h"

#include <Eigen/Cholesky>
#include <algorithm>

#include "core/dynamics/state_layout.h"

namespace clank {
namespace {

int findBlock(const BentLink& link) {
  return static_cast<int>(StateLayout::blockOf(link.first));
}

bool touches(const BlockRow& row, int block) {
  for (std::size_t slot = 0; slot < row.size(); ++slot)
    if (row.block(slot) == block) return true;
  return false;
}

// visit(number of the row, number of the link) for the coordinates of a link, in the order of its mass
// matrix.
template <class Row, class Visit>
void visitNumbers(const BentLink& link, Row& row, const Visit& visit) {
  const std::size_t modes = row.find(findBlock(link));
  auto* const pose = row.at(row.find(link.body));
  for (Eigen::Index c = 0; c < 3; ++c) visit(pose[c], c);
  for (std::size_t block = 0; block < link.blocks; ++block)
    for (Eigen::Index c = 0; c < 3; ++c)
      visit(row.at(modes + block)[c], 3 + 3 * static_cast<Eigen::Index>(block) + c);
}

template <class Numbers>
auto getPart(Numbers& numbers, std::size_t begin, std::size_t count) {
  using Number = std::remove_pointer_t<decltype(numbers.data())>;
  using Vector = std::conditional_t<std::is_const_v<Number>, const Eigen::VectorXd, Eigen::VectorXd>;
  return Eigen::Map<Vector>(numbers.data() + begin, static_cast<Eigen::Index>(count));
}

void gather(const BentLink& link, std::span<const double> all, Eigen::Ref<Eigen::VectorXd> own) {
  own.head<3>() = getPart(all, StateLayout::pose(link.body), 3);
  own.tail(own.size() - 3) = getPart(all, link.first, 3 * link.blocks);
}
void spread(const BentLink& link, const Eigen::Ref<const Eigen::VectorXd>& own, std::span<double> all) {
  getPart(all, StateLayout::pose(link.body), 3) = own.head<3>();
  getPart(all, link.first, 3 * link.blocks) = own.tail(own.size() - 3);
}

}  // namespace

void BentMetric::analyze(std::span<const BentLink> links, std::span<const SaddlePoint::InverseMass> straight,
                         std::span<const BlockRow> rows) {
  links_.clear();
  if (links.empty()) return;
  inverse_.assign(straight.begin(), straight.end());
  std::size_t largest = 0;
  for (const BentLink& link : links) {
    Link& own = links_.emplace_back();
    own.link = &link;
    const auto n = static_cast<Eigen::Index>(link.size());
    own.L.resize(n, n);
    largest = std::max(largest, link.size());
    for (std::size_t r = 0; r < rows.size(); ++r)
      if (touches(rows[r], link.body)) own.rows.push_back(r);
    inverse_[static_cast<std::size_t>(link.body)] = {1, 1, 1};
    for (std::size_t block = 0; block < link.blocks; ++block)
      inverse_[static_cast<std::size_t>(findBlock(link)) + block] = {1, 1, 1};
  }
  reduced_.assign(rows.begin(), rows.end());
  load_.assign(3 * straight.size(), 0.0);
  scratch_.resize(static_cast<Eigen::Index>(largest));
}

std::span<const BlockRow> BentMetric::reduce(const double* q, std::span<const BlockRow> rows) {
  std::copy(rows.begin(), rows.end(), reduced_.begin());
  for (Link& own : links_) {
    calcBentMass(*own.link, q, own.L);
    Eigen::LLT<Eigen::Ref<Eigen::MatrixXd>> factor(own.L);
    auto g = scratch_.head(own.L.rows());
    for (const std::size_t r : own.rows) {
      visitNumbers(*own.link, reduced_[r], [&](double number, Eigen::Index c) { g(c) = number; });
      own.L.triangularView<Eigen::Lower>().solveInPlace(g);
      visitNumbers(*own.link, reduced_[r], [&](double& number, Eigen::Index c) { number = g(c); });
    }
  }
  return reduced_;
}

std::span<const double> BentMetric::reduce(std::span<const double> f) {
  std::copy(f.begin(), f.end(), load_.begin());
  for (const Link& own : links_) {
    auto part = scratch_.head(own.L.rows());
    gather(*own.link, f, part);
    own.L.triangularView<Eigen::Lower>().solveInPlace(part);
    spread(*own.link, part, load_);
  }
  return load_;
}

void BentMetric::expand(std::span<double> x) const {
  for (const Link& own : links_) {
    auto part = scratch_.head(own.L.rows());
    gather(*own.link, x, part);
    own.L.transpose().triangularView<Eigen::Upper>().solveInPlace(part);
    spread(*own.link, part, x);
  }
}

}  // namespace clank
