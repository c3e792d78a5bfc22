// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/elastic_share.h"

#include <Eigen/QR>
#include <algorithm>
#include <vector>

#include "core/dynamics/dependent_rows.h"
#include "core/dynamics/shared_reactions.h"

namespace clank {
namespace {

constexpr double kContributes = 1e-7;  // of the largest coefficient of a shift
constexpr double kMovesParts = 1e-6;   // of the mobility of the freest row, for a share of one newton
constexpr double kUndecided = 1e-7;    // of the largest pivot: compliance does not tell either

// Rows of contacts, and those of them whose contacts slide.
struct ContactRows {
  std::vector<Eigen::Index> all, sliding;
};

ContactRows listContactRows(const Assembler& assembler) {
  ContactRows rows;
  for (const std::size_t c : assembler.closedContacts()) {
    rows.all.push_back(assembler.gapRow(c));
    for (const int row : {assembler.slipRow(c), assembler.rollRow(c)})
      if (row >= 0) rows.all.push_back(row);
    if (assembler.mode().unilaterals[assembler.system().firstContact() + c].rubs())
      rows.sliding.push_back(assembler.gapRow(c));
  }
  return rows;
}

bool takesPart(const Eigen::VectorXd& shift, const std::vector<Eigen::Index>& rows) {
  return !rows.empty() && shift(rows).cwiseAbs().maxCoeff() > kContributes * shift.cwiseAbs().maxCoeff();
}

}  // namespace

ElasticShare shareElastically(Assembler& assembler, SlidingFriction& friction, std::span<double> x,
                              std::span<double> lambda) {
  if (assembler.smallPivots().empty() || !friction.isLinear()) return {};
  const ContactRows rows = listContactRows(assembler);
  if (rows.sliding.empty()) return {};
  std::vector<Eigen::VectorXd> shifts = calcShifts(assembler);
  std::erase_if(shifts, [&](const Eigen::VectorXd& shift) { return !takesPart(shift, rows.all); });
  const auto isSliding = [&](const Eigen::VectorXd& shift) { return takesPart(shift, rows.sliding); };
  if (std::none_of(shifts.begin(), shifts.end(), isSliding)) return {};
  const auto count = static_cast<Eigen::Index>(shifts.size());
  Eigen::MatrixXd N(static_cast<Eigen::Index>(rows.all.size()), count),
      S(static_cast<Eigen::Index>(lambda.size()), count), X = Eigen::MatrixXd::Zero(std::ssize(x), count);
  Eigen::VectorXd loss(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Eigen::VectorXd shift = shifts[static_cast<std::size_t>(k)].normalized();
    N.col(k) = shift(rows.all);
    S.col(k) = shift;
    loss(k) = friction.respond(assembler, {X.col(k).data(), x.size()}, {S.col(k).data(), lambda.size()});
  }
  Eigen::Map<Eigen::VectorXd> all(lambda.data(), std::ssize(lambda)), motion(x.data(), std::ssize(x));
  const Eigen::MatrixXd compliance = N.transpose() * S(rows.all, Eigen::all);
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> decomposition(count, count);
  decomposition.setThreshold(kUndecided);
  const Eigen::VectorXd c = -decomposition.compute(compliance).solve(N.transpose() * all(rows.all));
  if (!c.allFinite()) return {};
  all += S * c;
  motion += X * c;
  double mobility = 0;
  for (const BlockRow& row : assembler.rows())
    mobility = std::max(mobility, assembler.system().metric.calcFreeMobility(row));
  return {loss.dot(c), X.cwiseAbs().maxCoeff() > kMovesParts * mobility};
}

}  // namespace clank
