// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/held_laws.h"

#include <algorithm>

namespace clank {
namespace {

constexpr double kDying = 100;  // 1/s: k above

}  // namespace

double calcLeavingRate(const SystemSwitch& s, const Jet& argument) {
  if (s.readsSpeeds) return argument.d;
  return argument.dd + 2 * kDying * argument.d + kDying * kDying * argument.v;
}

void HeldLaws::setMode(const Mode& mode) {
  if (held_.empty() && mode.held.empty()) return;
  held_ = mode.held;
  branches_ = mode.branches;
  forces_.resize(held_.empty() ? 0 : held_.size() + 1);
  for (Forces& forces : forces_) {
    forces.f.assign(system_.layout.coordinates(), 0.0);
    forces.outputs.assign(system_.forces.size(), ForceOutput{});
  }
  const auto n = static_cast<Eigen::Index>(held_.size());
  rates_.setZero(n, n + 1);
  matrix_.setZero(n, n);
  shares_.setZero(n);
}

void HeldLaws::begin(double t, std::span<const double> y, const ForceWorkspace& forces,
                     std::span<const double> f, std::span<const double> powers,
                     std::span<const double> acceleration) {
  Forces& first = forces_.front();
  std::copy(f.begin(), f.end(), first.f.begin());
  std::copy_n(powers.begin(), kWorkIntegrals, first.powers.begin());
  first.outputs = forces.outputs;
  updRates(t, y, acceleration, 0);
}

std::span<double> HeldLaws::updOther(std::size_t i, double t, std::span<const double> y,
                                     ForceWorkspace& forces) {
  tried_ = branches_;
  tried_[held_[i].index] = held_[i].other;
  Forces& other = forces_[i + 1];
  forces.branches = tried_;
  updAppliedForces(system_, t, y.data(), system_.layout.speeds(y).data(), forces, other.f, other.powers);
  forces.branches = branches_;
  other.outputs = forces.outputs;
  return other.f;
}

void HeldLaws::noteOther(std::size_t i, double t, std::span<const double> y,
                         std::span<const double> acceleration) {
  updRates(t, y, acceleration, static_cast<Eigen::Index>(i) + 1);
}

void HeldLaws::updRates(double t, std::span<const double> y, std::span<const double> acceleration,
                        Eigen::Index column) {
  switches_.read(t, y, acceleration);
  for (std::size_t j = 0; j < held_.size(); ++j) {
    const Jet x = switches_.calcMotion(held_[j].index, branches_);
    const auto row = static_cast<Eigen::Index>(j);
    rates_(row, column) = calcLeavingRate(system_.switches[held_[j].index], x);
  }
}

void HeldLaws::mix(ForceWorkspace& forces, std::span<double> f, std::span<double> powers) {
  const auto n = static_cast<Eigen::Index>(held_.size());
  for (Eigen::Index i = 0; i < n; ++i) matrix_.col(i) = rates_.col(i + 1) - rates_.col(0);
  shares_ = matrix_.completeOrthogonalDecomposition().solve(-rates_.col(0));
  const Forces& first = forces_.front();
  std::copy(first.f.begin(), first.f.end(), f.begin());
  std::copy(first.powers.begin(), first.powers.end(), powers.begin());
  forces.outputs = first.outputs;
  for (std::size_t i = 0; i < held_.size(); ++i) {
    const Forces& other = forces_[i + 1];
    for (std::size_t k = 0; k < f.size(); ++k) f[k] += share(i) * (other.f[k] - first.f[k]);
    for (std::size_t k = 0; k < kWorkIntegrals; ++k)
      powers[k] += share(i) * (other.powers[k] - first.powers[k]);
    for (std::size_t e = 0; e < forces.outputs.size(); ++e)
      for (std::size_t k = 0; k < 2; ++k)
        forces.outputs[e][k] += share(i) * (other.outputs[e][k] - first.outputs[e][k]);
  }
}

}  // namespace clank
