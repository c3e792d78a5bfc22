// SPDX-License-Identifier: GPL-3.0-or-later
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "core/dynamics/bent_link.h"
#include "core/simulation/start_diagnosis.h"

namespace clank {
namespace {

constexpr double kLongRun = 3e5;      // ten seconds and more
constexpr double kStepsOfSwing = 12;  // in which a swing is followed

// Hz: the greatest natural frequency of the straight link, free in space. Joints that hold it take freedoms
// away, and leave none above it.
double calcHighestFrequency(const BentLink& link) {
  const auto n = static_cast<Eigen::Index>(link.size()), modes = static_cast<Eigen::Index>(link.modes());
  std::vector<double> straight(link.first + 3 * link.blocks, 0.0);
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(n, n), K = Eigen::MatrixXd::Zero(n, n);
  calcBentMass(link, straight.data(), M);
  for (Eigen::Index j = 0; j < modes; ++j) K(3 + j, 3 + j) = link.stiffness[static_cast<std::size_t>(j)];
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(K, M.selfadjointView<Eigen::Lower>(),
                                                                         Eigen::EigenvaluesOnly);
  const double most = solver.eigenvalues().maxCoeff();
  return most > 0 ? std::sqrt(most) / (2 * std::numbers::pi) : 0;
}

}  // namespace

Problems describeStiffLinks(const System& system, const SimulationSettings& settings) {
  Problems notes;
  for (const BentLink& link : system.bends) {
    if (link.modes() == 0) continue;
    const double frequency = calcHighestFrequency(link),
                 steps = frequency * settings.duration.value * kStepsOfSwing;
    if (!(steps > kLongRun)) continue;
    const std::string& id = system.bodies[static_cast<std::size_t>(link.body)].id;
    notes.push_back(
        {fmt::format("body {} is stiff: its highest mode swings at up to {:.2g} Hz, and where it "
                     "swings at all the run takes up to {:.2g} steps; fewer modes, a slenderer or "
                     "a rigid link, or a shorter run takes less",
                     id, frequency, steps),
         fmt::format("/bodies/{}/flexible/modes", link.body), Severity::note});
  }
  return notes;
}

}  // namespace clank
