// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/row_rank.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace clank {
namespace {

// Sparse matrices with columns of length 1, some of them combinations of others, against dense QR with
// pivoting.
TEST(Rank, AgreesWithDenseElimination) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  for (int trial = 0; trial < 500; ++trial) {
    const int m = 1 + static_cast<int>(random() % 20), n = 1 + static_cast<int>(random() % 20);
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(m, n);
    for (int k = 0; k < 3 * n; ++k)
      a(static_cast<int>(random() % static_cast<unsigned>(m)),
        static_cast<int>(random() % static_cast<unsigned>(n))) = uniform(random);
    if (n > 3) a.col(n - 1) = a.col(0) - 2 * a.col(1);
    if (n > 5) a.col(n - 3) = a.col(2);
    for (int c = 0; c < n; ++c)
      if (a.col(c).norm() > 0) a.col(c).normalize();
    std::vector<SparseRow> rows(static_cast<std::size_t>(m));
    for (int r = 0; r < m; ++r)
      for (int c = 0; c < n; ++c)
        if (a(r, c) != 0) rows[static_cast<std::size_t>(r)].emplace_back(c, a(r, c));
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> dense(a);
    dense.setThreshold(1e-8);
    EXPECT_EQ(calcRank(rows, n, 1e-8).rank, dense.rank()) << trial;
  }
}

TEST(Rank, OfNothingIsZero) {
  EXPECT_EQ(calcRank({}, 0, 1e-8).rank, 0);
  EXPECT_EQ(calcRank({{}, {}}, 3, 1e-8).rank, 0);
}

}  // namespace
}  // namespace clank
