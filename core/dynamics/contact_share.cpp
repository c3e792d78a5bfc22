// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_share.h"

#include <Eigen/Dense>
#include <algorithm>

#include "core/dynamics/joint_friction.h"
#include "core/dynamics/shared_reactions.h"
#include "core/math/largest_margin.h"
#include "core/math/least_distance.h"

namespace clank {
namespace {

constexpr double kTakesPart = 1e-7;  // of the largest coefficient of a shift
constexpr double kMet = 1e-9;        // of the largest force
constexpr double kSafe = 1e-6;       // of the largest force

}  // namespace

ContactShare::ContactShare(Assembler& assembler, std::span<const double> multipliers) {
  std::vector<Eigen::VectorXd> all = calcShifts(assembler);
  addResting(assembler, all);
  if (all.empty()) return;
  lambda_ = Eigen::VectorXd::Zero(all.front().size());
  lambda_.head(static_cast<Eigen::Index>(multipliers.size())) =
      Eigen::Map<const Eigen::VectorXd>(multipliers.data(), static_cast<Eigen::Index>(multipliers.size()));
  chooseShifts(assembler, all);
  if (K_.cols() == 0) return;
  for (const std::size_t c : assembler.closedContacts()) addBounds(assembler, c);
  for (std::size_t j = 0; j < assembler.system().joints.size(); ++j) {
    const int place = findPlace(assembler, j);
    if (place < 0 || K_.row(place).isZero(kTakesPart)) continue;
    addBound({j, 1, true}, place, -1, -1, 0);
    addBound({j, -1, true}, place, 1, -1, 0);
  }
  Eigen::MatrixXd A(static_cast<Eigen::Index>(rows_.size()), lambda_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) A.row(static_cast<Eigen::Index>(i)) = rows_[i].transpose();
  B_ = A * K_;
  slack_ = A * lambda_;
  if (concernsJoints()) settleBounds(assembler);
}

// Places for the resting joints without rows, and their shifts.
void ContactShare::addResting(Assembler& assembler, std::vector<Eigen::VectorXd>& shifts) {
  const System& system = assembler.system();
  std::vector<Eigen::VectorXd> combinations;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const Mode::JointMode& mode = assembler.mode().joints[j];
    if (!mode.rests || mode.grips) continue;
    double gamma = 0;
    const Eigen::VectorXd c = calcCombination(assembler, calcRateRow(assembler, j, gamma));
    if (c.size() == 0) continue;
    resting_.push_back(j);
    combinations.push_back(c);
  }
  if (resting_.empty()) return;
  const auto rows = static_cast<Eigen::Index>(assembler.rowCount());
  const auto behind = static_cast<Eigen::Index>(resting_.size());
  for (Eigen::VectorXd& shift : shifts) {
    shift.conservativeResize(rows + behind);
    shift.tail(behind).setZero();
  }
  for (std::size_t i = 0; i < resting_.size(); ++i) {
    Eigen::VectorXd shift = Eigen::VectorXd::Zero(rows + behind);
    shift.head(rows) = combinations[i];
    shift(rows + static_cast<Eigen::Index>(i)) = -1;
    shifts.push_back(std::move(shift));
  }
}

int ContactShare::findPlace(const Assembler& assembler, std::size_t joint) const {
  const auto at = std::find(resting_.begin(), resting_.end(), joint);
  if (at != resting_.end())
    return static_cast<int>(assembler.rowCount()) + static_cast<int>(at - resting_.begin());
  return assembler.gripRow(joint);
}

// Those that contacts or gripping joints take part in, into K.
void ContactShare::chooseShifts(const Assembler& assembler, const std::vector<Eigen::VectorXd>& all) {
  const System& system = assembler.system();
  K_.resize(lambda_.size(), 0);
  for (const Eigen::VectorXd& shift : all) {
    const auto takesPart = [&, least = kTakesPart * shift.cwiseAbs().maxCoeff()](int row) {
      return row >= 0 && std::abs(shift(row)) > least;
    };
    bool holds = false, changesFriction = false;
    for (const std::size_t c : assembler.closedContacts()) {
      if (!takesPart(assembler.gapRow(c)) && !takesPart(assembler.slipRow(c))) continue;
      holds = true;
      const bool slides = assembler.mode().unilaterals[system.firstContact() + c].slip != 0;
      changesFriction = changesFriction || slides;
    }
    for (std::size_t j = 0; j < system.joints.size(); ++j) {
      holds = holds || takesPart(assembler.gripRow(j));
      if (findPressedStop(system.joints[j], assembler.mode()) >= 0 && takesPart(assembler.heldRow(j)))
        changesFriction = true;  // a stop that only pushes: not shared either
    }
    if (!holds || changesFriction) continue;
    K_.conservativeResize(Eigen::NoChange, K_.cols() + 1);
    K_.rightCols(1) = shift / shift.cwiseAbs().maxCoeff();
  }
}

void ContactShare::addBound(const Bound& bound, int place, double factor, int otherPlace,
                            double otherFactor) {
  Eigen::VectorXd row = Eigen::VectorXd::Zero(lambda_.size());
  row(place) = factor;
  if (otherPlace >= 0) row(otherPlace) = otherFactor;
  bounds_.push_back(bound);
  rows_.push_back(row);
}

void ContactShare::addBounds(const Assembler& assembler, std::size_t contact) {
  const int gap = assembler.gapRow(contact), slip = assembler.slipRow(contact);
  if (K_.row(gap).isZero(kTakesPart) && (slip < 0 || K_.row(slip).isZero(kTakesPart))) return;
  addBound({contact, 0}, gap, 1, -1, 0);
  if (slip < 0) return;
  const double friction = assembler.system().getPair(contact).law.friction;
  addBound({contact, 1}, gap, friction, slip, -1);
  addBound({contact, -1}, gap, friction, slip, 1);
}

void ContactShare::settleBounds(const Assembler& assembler) {
  constexpr int kMostRounds = 20;
  constexpr double kSettled = 1e-12;
  const Eigen::VectorXd without = slack_;
  const auto rows = assembler.rowCount();
  Eigen::VectorXd share = lambda_;
  for (int round = 0; round < kMostRounds; ++round) {
    const Eigen::VectorXd before = slack_;
    slack_ = without;
    for (std::size_t i = 0; i < bounds_.size(); ++i)
      if (bounds_[i].isJoint)
        slack_(static_cast<Eigen::Index>(i)) +=
            calcStaticBound(assembler, bounds_[i].index, std::span(share.data(), rows));
    if (round > 0 && (slack_ - before).cwiseAbs().maxCoeff() <= kSettled * slack_.cwiseAbs().maxCoeff())
      return;
    double ignored = 0;
    share = lambda_ + K_ * findBest(ignored);
  }
}

bool ContactShare::concerns(std::size_t contact) const {
  return std::any_of(bounds_.begin(), bounds_.end(),
                     [&](const Bound& bound) { return !bound.isJoint && bound.index == contact; });
}

bool ContactShare::concernsJoint(std::size_t joint) const {
  return std::any_of(bounds_.begin(), bounds_.end(),
                     [&](const Bound& bound) { return bound.isJoint && bound.index == joint; });
}

bool ContactShare::concernsJoints() const {
  return std::any_of(bounds_.begin(), bounds_.end(), [](const Bound& bound) { return bound.isJoint; });
}

// The margin is at most the largest force: a wedge could be prestressed at will.
Eigen::VectorXd ContactShare::findBest(double& value) const {
  const double unit = std::max(lambda_.cwiseAbs().maxCoeff(), 1e-300);
  const auto found = solveLargestMargin(B_, slack_ / unit, 1);
  const Eigen::VectorXd s = found ? Eigen::VectorXd(unit * *found) : Eigen::VectorXd::Zero(K_.cols());
  value = (slack_ + B_ * s).minCoeff();
  return s;
}

// The share of least norm, all bounds being met by more than a force (N); nothing where there is none. With
// D K P = Q R and s = s_0 + P R^-1 x the norm grows by |x|^2.
std::optional<Eigen::VectorXd> ContactShare::findLeast(const Eigen::VectorXd& scale, double more) const {
  const Eigen::MatrixXd DK = scale.asDiagonal() * K_;
  const auto decomposition = DK.colPivHouseholderQr();
  const Eigen::VectorXd free = -decomposition.solve(scale.cwiseProduct(lambda_));
  const Eigen::Index rank = decomposition.rank();
  Eigen::MatrixXd way = Eigen::MatrixXd::Zero(K_.cols(), rank);
  way.topRows(rank) = decomposition.matrixR()
                          .topLeftCorner(rank, rank)
                          .triangularView<Eigen::Upper>()
                          .solve(Eigen::MatrixXd::Identity(rank, rank));
  way = decomposition.colsPermutation() * way;
  const Eigen::VectorXd left = slack_ + B_ * free - Eigen::VectorXd::Constant(slack_.size(), more);
  const auto x = solveLeastDistance(B_ * way, left);
  if (!x) return std::nullopt;
  return Eigen::VectorXd(free + way * *x);
}

double ContactShare::calcSafeMargin(Eigen::VectorXd& hint) const {
  const double safe = kSafe * lambda_.cwiseAbs().maxCoeff();
  if (const double value = slack_.minCoeff(); value > safe) return value;
  if (hint.size() == lambda_.size()) {
    const Eigen::VectorXd s = K_.colPivHouseholderQr().solve(hint - lambda_);
    if (const double value = (slack_ + B_ * s).minCoeff(); value > safe) return value;
  }
  if (const auto s = findLeast(Eigen::VectorXd::Ones(lambda_.size()), 2 * safe)) {
    hint = lambda_ + K_ * *s;
    if (const double value = (slack_ + B_ * *s).minCoeff(); value > safe) return value;
  }
  double margin = 0;
  hint = lambda_ + K_ * findBest(margin);
  return margin;
}

ContactShare::Margin ContactShare::calcMargin() const {
  Margin margin;
  const Eigen::VectorXd left = slack_ + B_ * findBest(margin.value);
  const double unit = lambda_.cwiseAbs().maxCoeff();
  for (std::size_t i = 0; i < bounds_.size(); ++i)
    if (left(static_cast<Eigen::Index>(i)) <= margin.value + kMet * unit) margin.met.push_back(bounds_[i]);
  return margin;
}

Eigen::VectorXd ContactShare::calcLeast(const Eigen::VectorXd& scale) const {
  // At the end of what they can hold, the bounds are met but for rounding.
  for (const double more : {0.0, -kMet * lambda_.cwiseAbs().maxCoeff()})
    if (const auto s = findLeast(scale, more)) return lambda_ + K_ * *s;
  double ignored = 0;
  return lambda_ + K_ * findBest(ignored);
}

}  // namespace clank
