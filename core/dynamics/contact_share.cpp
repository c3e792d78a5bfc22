// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/contact_share.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/dynamics/dependent_rows.h"
#include "core/dynamics/joint_friction.h"
#include "core/dynamics/sliding_friction.h"

namespace clank {
namespace {

constexpr double kTakesPart = 1e-7;    // of the largest coefficient of a shift
constexpr double kMet = 1e-9;          // of the largest force
constexpr double kSafe = 1e-6;         // of the largest force
constexpr double kContradicts = 1e-6;  // m/s2, and of the greatest acceleration that a row asks for
constexpr double kMoves = 1e-6;        // of what the largest force of a shift does alone

}  // namespace

ContactShare::ContactShare(Assembler& assembler, std::span<const double> multipliers) {
  std::vector<Eigen::VectorXd> all = calcShifts(assembler);
  addContradictions(assembler, all);
  addResting(assembler, all);
  if (all.empty()) return;
  share_.x = Eigen::VectorXd::Zero(all.front().size());
  share_.x.head(static_cast<Eigen::Index>(multipliers.size())) =
      Eigen::Map<const Eigen::VectorXd>(multipliers.data(), static_cast<Eigen::Index>(multipliers.size()));
  chooseShifts(assembler, all);
  if (share_.K.cols() == 0) return;
  for (const std::size_t c : assembler.closedContacts()) addBounds(assembler, c);
  for (std::size_t j = 0; j < assembler.system().joints.size(); ++j) {
    const int place = findPlace(assembler, j);
    if (place < 0 || share_.K.row(place).isZero(kTakesPart)) continue;
    addBound({j, 1, true}, place, -1, -1, 0);
    addBound({j, -1, true}, place, 1, -1, 0);
  }
  Eigen::MatrixXd A(static_cast<Eigen::Index>(rows_.size()), share_.x.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) A.row(static_cast<Eigen::Index>(i)) = rows_[i].transpose();
  share_.B = A * share_.K;
  share_.slack = A * share_.x;
  if (concernsJoints()) settleBounds(assembler);
}

void ContactShare::addContradictions(const Assembler& assembler, const std::vector<Eigen::VectorXd>& shifts) {
  const Eigen::Map<const Eigen::VectorXd> gamma(assembler.gamma().data(),
                                                static_cast<Eigen::Index>(assembler.rowCount()));
  for (const Eigen::VectorXd& shift : shifts) {
    const double most = shift.cwiseAbs().maxCoeff();
    const double beside =
        std::abs(shift.dot(gamma)) / most / (kContradicts * std::max(1.0, gamma.cwiseAbs().maxCoeff()));
    if (beside <= 1) continue;
    for (const std::size_t c : assembler.closedContacts())
      for (const int row : {assembler.gapRow(c), assembler.slipRow(c), assembler.rollRow(c)})
        if (row >= 0 && std::abs(shift(row)) > kTakesPart * most)
          contradictions_[c] = std::max(contradictions_[c], beside);
  }
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
void ContactShare::chooseShifts(Assembler& assembler, const std::vector<Eigen::VectorXd>& all) {
  const System& system = assembler.system();
  share_.K.resize(share_.x.size(), 0);
  std::vector<Eigen::VectorXd> sliding;
  for (const Eigen::VectorXd& shift : all) {
    const auto takesPart = [&, least = kTakesPart * shift.cwiseAbs().maxCoeff()](int row) {
      return row >= 0 && std::abs(shift(row)) > least;
    };
    bool holds = false, slides = false, pressesStop = false;
    for (const std::size_t c : assembler.closedContacts()) {
      if (!takesPart(assembler.gapRow(c)) && !takesPart(assembler.slipRow(c)) &&
          !takesPart(assembler.rollRow(c)))
        continue;
      holds = true;
      slides = slides || assembler.mode().unilaterals[system.firstContact() + c].rubs();
    }
    for (std::size_t j = 0; j < system.joints.size(); ++j) {
      holds = holds || takesPart(assembler.gripRow(j));
      if (findPressedStop(system.joints[j], assembler.mode()) >= 0 && takesPart(assembler.heldRow(j)))
        pressesStop = true;  // it only pushes: not shared either
    }
    if (!holds || pressesStop) continue;
    if (slides)
      sliding.push_back(shift / shift.cwiseAbs().maxCoeff());
    else
      addShift(shift);
  }
  if (!sliding.empty()) addSliding(assembler, sliding);
}

void ContactShare::addShift(const Eigen::VectorXd& shift) {
  share_.K.conservativeResize(Eigen::NoChange, share_.K.cols() + 1);
  share_.K.rightCols(1) = shift / shift.cwiseAbs().maxCoeff();
}

// Shifts with the friction that they change, as far as they leave the motion as it is.
void ContactShare::addSliding(Assembler& assembler, std::vector<Eigen::VectorXd>& shifts) {
  SlidingFriction friction;
  friction.setMode(assembler);
  if (!friction.isLinear()) return;
  const MassMetric& metric = assembler.system().metric;
  const std::size_t coordinates = assembler.system().layout.coordinates(), rows = assembler.rowCount();
  Eigen::MatrixXd motion(static_cast<Eigen::Index>(coordinates), static_cast<Eigen::Index>(shifts.size()));
  double most = 0;
  for (const BlockRow& row : assembler.rows()) most = std::max(most, metric.calcFreeMobility(row));
  std::vector<double> x(coordinates);
  for (std::size_t k = 0; k < shifts.size(); ++k) {
    std::fill(x.begin(), x.end(), 0.0);
    const std::span<double> shift(shifts[k].data(), rows);
    if (k == 0)
      friction.apply(assembler, x, shift);
    else
      friction.respond(assembler, x, shift);
    for (std::size_t i = 0; i < coordinates; ++i) {
      const double inverse = metric.inverse(i);
      motion(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) =
          inverse > 0 ? x[i] / std::sqrt(inverse) : 0;
    }
    if (!shifts[k].allFinite()) return;
  }
  const Eigen::JacobiSVD<Eigen::MatrixXd> svd(motion, Eigen::ComputeFullV);
  for (Eigen::Index k = 0; k < motion.cols(); ++k) {
    if (k < svd.singularValues().size() && svd.singularValues()(k) > kMoves * std::sqrt(most)) continue;
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(share_.x.size());
    for (std::size_t i = 0; i < shifts.size(); ++i)
      sum += svd.matrixV()(static_cast<Eigen::Index>(i), k) * shifts[i];
    addShift(sum);
  }
}

void ContactShare::addBound(const Bound& bound, int place, double factor, int otherPlace,
                            double otherFactor) {
  Eigen::VectorXd row = Eigen::VectorXd::Zero(share_.x.size());
  row(place) = factor;
  if (otherPlace >= 0) row(otherPlace) = otherFactor;
  bounds_.push_back(bound);
  rows_.push_back(row);
}

void ContactShare::addBounds(const Assembler& assembler, std::size_t contact) {
  const int gap = assembler.gapRow(contact), slip = assembler.slipRow(contact),
            roll = assembler.rollRow(contact);
  const auto stays = [&](int row) { return row < 0 || share_.K.row(row).isZero(kTakesPart); };
  if (stays(gap) && stays(slip) && stays(roll)) return;
  addBound({contact, 0}, gap, 1, -1, 0);
  const SystemContactLaw& law = assembler.system().getPair(contact).law;
  for (const int side : {1, -1})
    if (slip >= 0) addBound({contact, side}, gap, law.staticFriction, slip, -side);
  for (const int side : {1, -1})
    if (roll >= 0) addBound({contact, side, false, true}, gap, 1, roll, -side / law.rolling);
}

void ContactShare::settleBounds(const Assembler& assembler) {
  constexpr int kMostRounds = 20;
  constexpr double kSettled = 1e-12;
  const Eigen::VectorXd without = share_.slack;
  const auto rows = assembler.rowCount();
  Eigen::VectorXd share = share_.x;
  for (int round = 0; round < kMostRounds; ++round) {
    const Eigen::VectorXd before = share_.slack;
    share_.slack = without;
    for (std::size_t i = 0; i < bounds_.size(); ++i)
      if (bounds_[i].isJoint)
        share_.slack(static_cast<Eigen::Index>(i)) +=
            calcStaticBound(assembler, bounds_[i].index, std::span(share.data(), rows));
    if (round > 0 &&
        (share_.slack - before).cwiseAbs().maxCoeff() <= kSettled * share_.slack.cwiseAbs().maxCoeff())
      return;
    double ignored = 0;
    share = share_.x + share_.K * findFarthest(share_, ignored);
  }
}

bool ContactShare::concerns(std::size_t contact) const {
  return std::any_of(bounds_.begin(), bounds_.end(),
                     [&](const Bound& bound) { return !bound.isJoint && bound.index == contact; });
}

double ContactShare::findContradiction(std::size_t contact) const {
  const auto at = contradictions_.find(contact);
  return at == contradictions_.end() ? 0 : at->second;
}

bool ContactShare::concernsJoint(std::size_t joint) const {
  return std::any_of(bounds_.begin(), bounds_.end(),
                     [&](const Bound& bound) { return bound.isJoint && bound.index == joint; });
}

bool ContactShare::concernsJoints() const {
  return std::any_of(bounds_.begin(), bounds_.end(), [](const Bound& bound) { return bound.isJoint; });
}

double ContactShare::calcSafeMargin(Eigen::VectorXd& hint) const {
  const double safe = kSafe * share_.x.cwiseAbs().maxCoeff();
  if (const double value = share_.slack.minCoeff(); value > safe) return value;
  if (hint.size() == share_.x.size()) {
    const Eigen::VectorXd s = share_.K.colPivHouseholderQr().solve(hint - share_.x);
    if (const double value = (share_.slack + share_.B * s).minCoeff(); value > safe) return value;
  }
  if (const auto s = findLeast(share_, Eigen::VectorXd::Ones(share_.x.size()), 2 * safe)) {
    hint = share_.x + share_.K * *s;
    if (const double value = (share_.slack + share_.B * *s).minCoeff(); value > safe) return value;
  }
  double margin = 0;
  hint = share_.x + share_.K * findFarthest(share_, margin);
  return margin;
}

ContactShare::Margin ContactShare::calcMargin() const {
  Margin margin;
  const Eigen::VectorXd left = share_.slack + share_.B * findFarthest(share_, margin.value);
  const double unit = share_.x.cwiseAbs().maxCoeff();
  for (std::size_t i = 0; i < bounds_.size(); ++i)
    if (left(static_cast<Eigen::Index>(i)) <= margin.value + kMet * unit) margin.met.push_back(bounds_[i]);
  return margin;
}

Eigen::VectorXd ContactShare::calcLeast(const Eigen::VectorXd& scale) const {
  // At the end of what they can hold, the bounds are met but for rounding.
  for (const double more : {0.0, -kMet * share_.x.cwiseAbs().maxCoeff()})
    if (const auto s = findLeast(share_, scale, more)) return share_.x + share_.K * *s;
  double ignored = 0;
  return share_.x + share_.K * findFarthest(share_, ignored);
}

std::vector<bool> ContactShare::findOpen(const Eigen::VectorXd& least) const {
  std::vector<bool> open(static_cast<std::size_t>(share_.x.size()), false);
  BoundedShare moved = share_;  // bounds that no shift moves say nothing here
  Eigen::Index count = 0;
  for (Eigen::Index i = 0; i < share_.B.rows(); ++i) {
    if (share_.B.row(i).isZero(kTakesPart)) continue;
    moved.B.row(count) = share_.B.row(i);
    moved.slack(count++) = share_.slack(i);
  }
  if (count == 0) return open;
  moved.B.conservativeResize(count, Eigen::NoChange);
  moved.slack.conservativeResize(count);
  const double room = kMet * share_.x.cwiseAbs().maxCoeff();
  const Eigen::VectorXd s = share_.K.colPivHouseholderQr().solve(least - share_.x);
  if ((moved.slack + moved.B * s).minCoeff() <= room &&
      !findLeast(moved, Eigen::VectorXd::Ones(share_.x.size()), room))
    return open;
  for (std::size_t r = 0; r < open.size(); ++r)
    open[r] = !share_.K.row(static_cast<Eigen::Index>(r)).isZero(kTakesPart);
  return open;
}

}  // namespace clank
