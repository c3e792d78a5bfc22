// SPDX-License-Identifier: GPL-3.0-or-later
// Rigid links do not say how redundant joints share a load: with the shifts n of dependent_rows.h as the
// columns of N, the multipliers lambda + N s give the same forces for any s. Among all choices the one with
// the least
//
//     sum over rows of D_r lambda_r^2
//
// is taken, D = 1 for forces and 1/l^2 for moments, l^2 the mean square of the arms of all forces: the share
// of joints that sit in equal springs. So s = -(N' D N)^-1 N' D lambda, a least-squares problem in sqrt(D) N.
#include "core/dynamics/shared_reactions.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/dynamics/contact_share.h"
#include "core/dynamics/dependent_rows.h"
#include "core/dynamics/joint_friction.h"

namespace clank {
namespace {

constexpr double kNothing = 1e-7;  // of the largest coefficient

// Contacts and stops that are pressed against push, and must not be made to pull; friction has its bounds.
std::vector<bool> findPushing(const Assembler& assembler) {
  std::vector<bool> pushes(assembler.rowCount(), false);
  const System& system = assembler.system();
  const auto mark = [&](int row) {
    if (row >= 0) pushes[static_cast<std::size_t>(row)] = true;
  };
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (findPressedStop(system.joints[j], assembler.mode()) >= 0) mark(assembler.heldRow(j));
    mark(assembler.gripRow(j));
  }
  for (std::size_t r = 0; r < system.ropes.size(); ++r) mark(assembler.ropeRow(r));
  for (const std::size_t c : assembler.closedContacts()) {
    mark(assembler.gapRow(c));
    mark(assembler.slipRow(c));
    mark(assembler.rollRow(c));
  }
  return pushes;
}

// Of rows that only push, none takes part.
bool isFree(const Eigen::VectorXd& shift, const std::vector<bool>& pushes) {
  const double largest = shift.cwiseAbs().maxCoeff();
  for (std::size_t r = 0; r < pushes.size(); ++r)
    if (pushes[r] && std::abs(shift(static_cast<Eigen::Index>(r))) > kNothing * largest) return false;
  return true;
}

constexpr double kLoaded = 1e-9;  // of the largest multiplier

// A shift that changes the normal force of what slides changes its friction: contacts are asked by themselves
// (contact_share.h), joints not at all.
bool keepsFriction(const Assembler& assembler, const Eigen::VectorXd& shift) {
  const System& system = assembler.system();
  const double nothing = kNothing * shift.cwiseAbs().maxCoeff();
  for (const std::size_t c : assembler.closedContacts())
    if (assembler.mode().unilaterals[system.firstContact() + c].rubs() &&
        std::abs(shift(assembler.gapRow(c))) > nothing)
      return false;
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (!system.joints[j].friction || system.joints[j].friction->coefficient == 0 ||
        !hasFriction(system, assembler.mode(), j) || assembler.gripRow(j) >= 0)
      continue;
    for (int r = 0; r < assembler.ownRowCount(j); ++r)
      if (std::abs(shift(assembler.firstRow(j) + r)) > nothing) return false;
  }
  return true;
}

// Rows of loads that shifts could move to and fro: what pushes or holds by friction stays inside its bounds.
// Contacts that share are asked by themselves (contact_share.h).
void markOpen(const Assembler& assembler, std::span<const double> lambda,
              std::span<const Eigen::VectorXd> shifts, const std::vector<bool>& pushes,
              SharedReactions& shared) {
  const System& system = assembler.system();
  double largest = 0;
  for (const double force : lambda) largest = std::max(largest, std::abs(force));
  std::vector<double> room(lambda.size(), 0.0);  // to the bound of what pushes
  for (std::size_t r = 0; r < room.size(); ++r) room[r] = std::abs(lambda[r]);
  const auto setRoom = [&](std::size_t c, int row, double factor) {
    if (row < 0) return;
    const auto at = static_cast<std::size_t>(row), gap = static_cast<std::size_t>(assembler.gapRow(c));
    room[at] = factor * lambda[gap] - std::abs(lambda[at]);
  };
  for (const std::size_t c : assembler.closedContacts()) {
    const SystemContactLaw& law = system.getPair(c).law;
    setRoom(c, assembler.slipRow(c), law.staticFriction);
    setRoom(c, assembler.rollRow(c), law.rolling);
  }
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    if (const int grip = assembler.gripRow(j); grip >= 0)
      room[static_cast<std::size_t>(grip)] =
          calcStaticBound(assembler, j, lambda) - std::abs(lambda[static_cast<std::size_t>(grip)]);
  for (const Eigen::VectorXd& shift : shifts) {
    const double most = shift.cwiseAbs().maxCoeff();
    bool isLoaded = false, hasRoom = true;
    for (std::size_t r = 0; r < lambda.size(); ++r) {
      if (std::abs(shift(static_cast<Eigen::Index>(r))) <= kNothing * most) continue;
      isLoaded = isLoaded || std::abs(lambda[r]) > kLoaded * largest;
      hasRoom = hasRoom && (!pushes[r] || room[r] > kLoaded * largest);
    }
    if (!isLoaded || !hasRoom || !keepsFriction(assembler, shift)) continue;
    shared.open.resize(lambda.size());
    for (std::size_t r = 0; r < lambda.size(); ++r)
      if (std::abs(shift(static_cast<Eigen::Index>(r))) > kNothing * most) shared.open[r] = true;
  }
}

bool restsWithoutRow(const Mode& mode) {
  return std::ranges::any_of(mode.joints,
                             [](const Mode::JointMode& joint) { return joint.rests && !joint.grips; });
}

}  // namespace

bool isDeterminate(const Assembler& assembler) {
  return areIndependent(assembler) && !restsWithoutRow(assembler.mode());
}

SharedReactions shareEvenly(Assembler& assembler, std::span<double> multipliers) {
  SharedReactions shared;
  std::vector<Eigen::VectorXd> shifts = calcShifts(assembler);
  if (shifts.empty() && !restsWithoutRow(assembler.mode())) return shared;
  const std::vector<bool> pushes = findPushing(assembler);
  markOpen(assembler, multipliers, shifts, pushes, shared);
  std::erase_if(shifts, [&](const Eigen::VectorXd& shift) { return !isFree(shift, pushes); });
  std::vector<BlockRow> all(assembler.rows().begin(), assembler.rows().end());
  const Eigen::VectorXd scale = calcShareScale(all);
  const auto rows = static_cast<Eigen::Index>(multipliers.size());
  Eigen::Map<Eigen::VectorXd> lambda(multipliers.data(), rows);
  if (!shifts.empty()) {
    Eigen::MatrixXd N(rows, static_cast<Eigen::Index>(shifts.size()));
    for (std::size_t k = 0; k < shifts.size(); ++k) N.col(static_cast<Eigen::Index>(k)) = shifts[k];
    const Eigen::MatrixXd scaled = scale.asDiagonal() * N;
    const Eigen::VectorXd s = scaled.colPivHouseholderQr().solve(scale.cwiseProduct(lambda));
    lambda -= N * s;
  }
  const ContactShare share(assembler, multipliers);
  if (share.isEmpty()) return shared;
  double gamma = 0;
  for (const std::size_t joint : share.restingJoints()) all.push_back(calcRateRow(assembler, joint, gamma));
  const Eigen::VectorXd least = share.calcLeast(calcShareScale(all));
  lambda = least.head(rows);
  for (std::size_t i = 0; i < share.restingJoints().size(); ++i)
    shared.resting.push_back({share.restingJoints()[i], least(rows + static_cast<Eigen::Index>(i))});
  const std::vector<bool> open = share.findOpen(least);
  shared.open.resize(multipliers.size());
  for (std::size_t r = 0; r < shared.open.size(); ++r) shared.open[r] = shared.open[r] || open[r];
  return shared;
}

std::vector<std::string> nameParts(const Assembler& assembler, const SharedReactions& shared) {
  const System& system = assembler.system();
  std::vector<std::string> names;
  const auto isOpen = [&](int first, int count) {
    for (int row = first; first >= 0 && row < first + count; ++row)
      if (static_cast<std::size_t>(row) < shared.open.size() && shared.open[static_cast<std::size_t>(row)])
        return true;
    return false;
  };
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const bool rests = std::any_of(shared.resting.begin(), shared.resting.end(),
                                   [&](const RestingFriction& one) { return one.joint == j; });
    if (rests || isOpen(assembler.firstRow(j), assembler.ownRowCount(j)) || isOpen(assembler.heldRow(j), 1) ||
        isOpen(assembler.gripRow(j), 1))
      names.push_back(system.joints[j].id);
  }
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    if (isOpen(assembler.driveRow(d), 1)) names.push_back(system.drives[d].id);
  for (std::size_t r = 0; r < system.ropes.size(); ++r)
    if (isOpen(assembler.ropeRow(r), 1)) names.push_back(system.ropes[r].id);
  for (const UnilateralModes::Entry& entry : assembler.mode().unilaterals.entries()) {
    if (entry.unilateral < system.firstContact()) continue;
    const std::size_t c = entry.unilateral - system.firstContact();
    if (!isOpen(assembler.gapRow(c), 1) && !isOpen(assembler.slipRow(c), 1) &&
        !isOpen(assembler.rollRow(c), 1))
      continue;
    const std::string& id = system.getPair(c).id;
    if (names.empty() || names.back() != id) names.push_back(id);
  }
  return names;
}

}  // namespace clank
