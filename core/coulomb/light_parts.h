// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that are light beside others, or turn at almost no moment.
//
// Rows of a body of mass k m beside one of m have W of 1/(k m), and the 1/m of the heavy one is the end of
// their digits: with k = 1e-8 half of them are lost, and a block that meets another at two corners comes back
// with a turn of 1e-8. Two remedies:
// - W is kept in twice the digits, W + low, and rates are sums of all of them. Solvers find modes and
//   corrections with W; the rates they correct are exact for the impulses at hand. Each correction is wrong
//   by about k of itself, so a few of them give impulses to the last digit.
// - Impulses are compared with what a row needs against the heaviest part: a light one between heavy ones
//   passes on impulses 1/k times those that would stop it.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/dynamics/mass_metric.h"
#include "core/math/block_row.h"

namespace clank {

struct LightParts {
  // The greatest mobility of a part beside the least that a row also moves; 1 where low is empty.
  double ratio = 1;
  Eigen::MatrixXd low;  // W + low in twice the digits; empty where W has enough

  bool any() const { return low.size() > 0; }
  LightParts select(const std::vector<Eigen::Index>& rows) const;
};

// With room for low where these rows need it.
LightParts startLightParts(const MassMetric& metric, std::span<const BlockRow> rows);

// Sets W(i, j), with low, to row . dv.
void setEntry(const BlockRow& row, std::span<const double> dv, Eigen::Index i, Eigen::Index j,
              Eigen::MatrixXd& W, LightParts& light);

// W p + b.
Eigen::VectorXd calcRates(const Eigen::MatrixXd& W, const LightParts& light, const Eigen::VectorXd& p,
                          const Eigen::VectorXd& b);

}  // namespace clank
