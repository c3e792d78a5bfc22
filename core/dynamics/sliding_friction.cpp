// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/sliding_friction.h"

#include <algorithm>
#include <cmath>

namespace clank {

void SlidingFriction::setMode(const Assembler& assembler) {
  const System& system = assembler.system();
  sliders_.clear();
  joints_.clear();
  for (const auto& [u, mode] : assembler.mode().unilaterals.entries()) {
    if (u < system.firstContact()) continue;
    const std::size_t c = u - system.firstContact();
    const SystemContactLaw& law = system.getPair(c).law;
    if (!mode.closed) continue;
    if (mode.slip != 0 && law.friction > 0) sliders_.push_back({c, false, false, law.friction, mode.slip});
    if (mode.roll != 0) sliders_.push_back({c, false, true, law.rolling, mode.roll});
  }
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (!hasFriction(system, assembler.mode(), j) || assembler.gripRow(j) >= 0) continue;
    joints_.push_back(j);
    const bool slides = isDriven(system, assembler.mode(), j) || assembler.mode().joints[j].slip != 0;
    if (const double factor = system.joints[j].friction->coefficient; slides && factor > 0)
      sliders_.push_back({j, true, false, factor, 0});
  }
  jointForce_.assign(system.joints.size(), 0.0);
  const std::size_t variables = sliders_.empty() ? 0 : system.layout.coordinates(),
                    rows = sliders_.empty() ? 0 : assembler.rowCount();
  unit_.assign(variables, 0.0);
  noRate_.assign(rows, 0.0);
  trial_.assign(rows, 0.0);
  x_.assign(sliders_.size(), std::vector<double>(variables));
  lambda_.assign(sliders_.size(), std::vector<double>(assembler.rowCount()));
  const auto n = static_cast<Eigen::Index>(sliders_.size());
  matrix_.resize(n, n);
  press_.resize(n);
  step_.resize(n);
  factor_ = Eigen::PartialPivLU<Eigen::MatrixXd>(n);
}

// A driven joint follows its law through rest without an event: its own drive takes the friction up, so that
// nothing else feels it.
int SlidingFriction::findSign(const Assembler& assembler, std::size_t joint) const {
  const System& system = assembler.system();
  if (!isDriven(system, assembler.mode(), joint)) return assembler.mode().joints[joint].slip;
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    if (system.drives[d].joint == joint) {
      const double rate = getDriveRate(assembler, d);
      return rate > 0 ? 1 : rate < 0 ? -1 : 0;
    }
  return 0;
}

double SlidingFriction::addKnown(const Assembler& assembler, std::span<double> f) {
  double loss = 0;
  for (const std::size_t joint : joints_) {
    const JointFrictionLaw& law = *assembler.system().joints[joint].friction;
    const double rate = calcRate(assembler, joint);
    const double force = -findSign(assembler, joint) * law.constant - law.viscous * rate;
    jointForce_[joint] = force;
    loss -= force * rate;
    double gamma = 0;
    const BlockRow row = calcRateRow(assembler, joint, gamma);
    for (std::size_t slot = 0; slot < row.size(); ++slot) {
      if (row.block(slot) == kFrameBody) continue;
      double* const at = f.data() + StateLayout::begin(static_cast<std::size_t>(row.block(slot)));
      for (std::size_t i = 0; i < StateLayout::kBlock; ++i) at[i] += force * row.at(slot)[i];
    }
  }
  return loss;
}

void SlidingFriction::updResponse(Assembler& assembler, std::size_t slider) {
  Slider& s = sliders_[slider];
  BlockRow tangent;
  double gamma = 0;
  if (s.isJoint) {
    s.sign = findSign(assembler, s.index);
    tangent = calcRateRow(assembler, s.index, gamma);
  } else if (s.rolls) {
    updRollRow(assembler.contactKinematics(s.index), tangent, gamma);
  } else {
    updSlipRow(assembler.system().contacts[s.index].geometry, assembler.contactKinematics(s.index), tangent,
               gamma);
  }
  scatter(tangent, unit_);
  assembler.solve(unit_, noRate_, x_[slider], lambda_[slider]);
}

double SlidingFriction::apply(Assembler& assembler, std::span<double> x, std::span<double> lambda) {
  jam_.reset();
  if (sliders_.empty()) return 0;
  for (std::size_t k = 0; k < sliders_.size(); ++k) updResponse(assembler, k);
  if (isLinear()) {
    factorContacts(assembler);
    return respond(assembler, x, lambda);
  }
  solveAll(assembler, lambda);
  return addForces(assembler, x, lambda);
}

double SlidingFriction::respond(const Assembler& assembler, std::span<double> x, std::span<double> lambda) {
  if (sliders_.empty()) return 0;
  for (std::size_t k = 0; k < sliders_.size(); ++k)
    press_(static_cast<Eigen::Index>(k)) =
        lambda[static_cast<std::size_t>(assembler.gapRow(sliders_[k].index))];
  press_ = factor_.solve(press_);
  return addForces(assembler, x, lambda);
}

void SlidingFriction::factorContacts(const Assembler& assembler) {
  for (std::size_t k = 0; k < sliders_.size(); ++k)
    for (std::size_t j = 0; j < sliders_.size(); ++j) {
      const auto row = static_cast<std::size_t>(assembler.gapRow(sliders_[j].index));
      matrix_(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(k)) =
          (j == k ? 1.0 : 0.0) + sliders_[k].factor * sliders_[k].sign * lambda_[k][row];
    }
  factor_.compute(matrix_);
}

// Fills F (into step_) and its derivatives at press_, the friction of joints and the normal force of
// contacts. Returns the largest of either.
double SlidingFriction::linearize(const Assembler& assembler, std::span<const double> lambda) {
  std::copy(lambda.begin(), lambda.end(), trial_.begin());
  const auto pull = [&](std::size_t k) {
    return sliders_[k].sign * (sliders_[k].isJoint ? 1.0 : sliders_[k].factor);
  };
  for (std::size_t k = 0; k < sliders_.size(); ++k) {
    const double force = pull(k) * press_(static_cast<Eigen::Index>(k));
    for (std::size_t r = 0; r < trial_.size(); ++r) trial_[r] -= force * lambda_[k][r];
  }
  double largest = 0;
  for (std::size_t i = 0; i < sliders_.size(); ++i) {
    const Slider& s = sliders_[i];
    const auto row = static_cast<Eigen::Index>(i);
    JointPressure pressure;
    std::size_t first = 0, count = 1;
    if (s.isJoint) {
      pressure = calcPressure(assembler, s.index, trial_);
      first = static_cast<std::size_t>(assembler.firstRow(s.index));
      count = static_cast<std::size_t>(assembler.ownRowCount(s.index));
    } else {
      first = static_cast<std::size_t>(assembler.gapRow(s.index));
      pressure = {trial_[first], {1, 0}};
    }
    const double factor = s.isJoint ? s.factor : 1.0, value = factor * pressure.value;
    largest = std::max({largest, std::abs(value), std::abs(press_(row))});
    step_(row) = press_(row) - value;
    for (std::size_t k = 0; k < sliders_.size(); ++k) {
      double slope = 0;
      for (std::size_t r = 0; r < count; ++r) slope += pressure.slope[r] * lambda_[k][first + r];
      matrix_(row, static_cast<Eigen::Index>(k)) = (i == k ? 1.0 : 0.0) + pull(k) * factor * slope;
    }
  }
  return largest;
}

// Newton's method, one step more than needed: the answer is then as smooth as the reactions are.
void SlidingFriction::solveAll(const Assembler& assembler, std::span<const double> lambda) {
  constexpr int kMostSteps = 40;
  constexpr double kSettled = 1e-9;
  press_.setZero();
  bool settled = false, done = false;
  for (int i = 0; i < kMostSteps && !done; ++i) {
    const double largest = linearize(assembler, lambda);
    factor_.compute(matrix_);
    step_ = factor_.solve(step_);
    press_ -= step_;
    done = settled;
    settled = step_.cwiseAbs().maxCoeff() <= kSettled * largest;
  }
  linearize(assembler, lambda);
  factor_.compute(matrix_);
  if (done && factor_.determinant() > 0 && press_.allFinite()) return;
  double most = -1;
  for (std::size_t k = 0; k < sliders_.size(); ++k) {
    const auto at = static_cast<Eigen::Index>(k);
    const double own = std::abs(matrix_(at, at) - 1);
    if (!sliders_[k].isJoint || own <= most) continue;
    most = own;
    jam_ = sliders_[k].index;
  }
}

double SlidingFriction::calcSlidingRate(const Assembler& assembler, const Slider& slider) {
  if (slider.isJoint) return calcRate(assembler, slider.index);
  const ContactKinematics& k = assembler.contactKinematics(slider.index);
  return slider.rolls ? k.rollRate : k.slip;
}

double SlidingFriction::addForces(const Assembler& assembler, std::span<double> x, std::span<double> lambda) {
  double loss = 0;
  for (std::size_t k = 0; k < sliders_.size(); ++k) {
    const Slider& s = sliders_[k];
    const double pull = s.isJoint ? s.sign : s.factor * s.sign;
    const double force = -pull * press_(static_cast<Eigen::Index>(k));
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += force * x_[k][i];
    for (std::size_t r = 0; r < lambda.size(); ++r) lambda[r] += force * lambda_[k][r];
    if (s.isJoint) jointForce_[s.index] += force;
    loss -= force * calcSlidingRate(assembler, s);
  }
  return loss;
}

}  // namespace clank
