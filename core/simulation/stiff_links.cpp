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
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(K, M.selfadjointView<Eigen::Upper>(),
                                                                         Eigen::EigenvaluesOnly);
  const double most = solver.eigenvalues().maxCoeff();
  return most > 0 ? std::sqrt(most) / (2 * std::numbers::pi) : 0;
}

// Hz: of a chain of rods that swing against each other, each by -+ theta about its middle. Two springs share
// (2 theta)^2 E J/h with a rod of the inertia rho A h^3/12: w^2 = 48 E J/(rho A h^4).
double calcHighestFrequency(const RodChain& chain) {
  return std::sqrt(48 * chain.bendingStiffness / chain.massPerLength) /
         (2 * std::numbers::pi * chain.piece * chain.piece);
}

}  // namespace

Problems describeStiffLinks(const System& system, const SimulationSettings& settings) {
  Problems notes;
  const auto add = [&](std::size_t body, double frequency, const char* highest, const char* fewer,
                       const char* where) {
    const double steps = frequency * settings.duration.value * kStepsOfSwing;
    if (!(steps > kLongRun)) return;
    notes.push_back(
        {fmt::format("body {} is stiff: its highest {} at up to {:.2g} Hz, and where it swings at "
                     "all the run takes up to {:.2g} steps; fewer {}, a slenderer or a rigid "
                     "link, or a shorter run takes less",
                     system.bodies[body].id, highest, frequency, steps, fewer),
         fmt::format("/bodies/{}/flexible/{}", findDrawn(system, body), where), Severity::note});
  };
  for (const BentLink& link : system.bends)
    if (link.modes() > 0)
      add(static_cast<std::size_t>(link.body), calcHighestFrequency(link), "mode swings", "modes", "modes");
  for (const RodChain& chain : system.chains)
    add(chain.first, calcHighestFrequency(chain), "rods swing", "rods", "rods");
  return notes;
}

}  // namespace clank
