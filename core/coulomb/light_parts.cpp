// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/light_parts.h"

#include <algorithm>
#include <limits>

#include "core/math/exact_sum.h"

namespace clank {

LightParts LightParts::select(const std::vector<Eigen::Index>& rows) const {
  return any() ? LightParts{ratio, low(rows, rows)} : LightParts();
}

namespace {

// How uneven the parts are that a row moves, 1 or more.
double calcUnevenness(const MassMetric& metric, const BlockRow& row) {
  constexpr double kAcross = 1e-6;  // of a unit vector: the row does not push the part that way
  double least = std::numeric_limits<double>::infinity(), most = 0;
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    if (row.block(slot) < 0) continue;
    const double* const g = row.at(slot);
    const SaddlePoint::InverseMass& w = metric.inverse()[static_cast<std::size_t>(row.block(slot))];
    for (std::size_t c = 0; c < w.size(); ++c) {
      const double mobility = g[c] * g[c] * w[c];
      most = std::max(most, mobility);
      if (c < 2 && std::abs(g[c]) > kAcross && mobility > 0) least = std::min(least, w[c]);
    }
  }
  return std::max(1.0, most / least);
}

}  // namespace

LightParts startLightParts(const MassMetric& metric, std::span<const BlockRow> rows) {
  constexpr double kUneven = 1e4;  // W loses four digits of sixteen: what is left is enough
  LightParts light;
  for (const BlockRow& row : rows) light.ratio = std::max(light.ratio, calcUnevenness(metric, row));
  const auto n = static_cast<Eigen::Index>(rows.size());
  if (light.ratio < kUneven) return {};
  light.low = Eigen::MatrixXd::Zero(n, n);
  return light;
}

void setEntry(const BlockRow& row, std::span<const double> dv, Eigen::Index i, Eigen::Index j,
              Eigen::MatrixXd& W, LightParts& light) {
  if (!light.any()) {
    W(i, j) = dot(row, dv.data());
    return;
  }
  ExactSum sum;
  for (std::size_t slot = 0; slot < row.size(); ++slot) {
    if (row.block(slot) < 0) continue;
    const double* const g = row.at(slot);
    const double* const x = dv.data() + BlockRow::kBlock * static_cast<std::size_t>(row.block(slot));
    for (std::size_t c = 0; c < BlockRow::kBlock; ++c) sum.addProduct(g[c], x[c]);
  }
  W(i, j) = sum.value();
  light.low(i, j) = sum.rest();
}

Eigen::VectorXd calcRates(const Eigen::MatrixXd& W, const LightParts& light, const Eigen::VectorXd& p,
                          const Eigen::VectorXd& b) {
  if (!light.any()) return b + W * p;
  Eigen::VectorXd rates(b.size());
  for (Eigen::Index i = 0; i < b.size(); ++i) {
    ExactSum sum(b(i));
    for (Eigen::Index j = 0; j < p.size(); ++j) {
      sum.addProduct(W(i, j), p(j));
      sum.addProduct(light.low(i, j), p(j));
    }
    rates(i) = sum.value();
  }
  return rates;
}

}  // namespace clank
