// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gram-Schmidt, twice for each row, which is enough to make it exact: what is left of a row outside the rows
// before it is its own. Rows of metres and of radians are made comparable by the metric of the masses and
// scaled to one, as for the mobility; a row with less than kDependent of its own depends on the others.
#include "core/dynamics/redundancy.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "core/dynamics/joint_constraints.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

Eigen::VectorXd makeUnitRow(const System& system, const BlockRow& row) {
  Eigen::VectorXd unit = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(system.layout.coordinates()));
  for (const auto& [coordinate, number] : system.metric.calcUnitRow(row)) unit(coordinate) = number;
  return unit;
}

}  // namespace

std::vector<std::size_t> findDependentRows(const Assembler& assembler) {
  std::vector<std::size_t> dependent;
  std::vector<Eigen::VectorXd> basis;
  for (std::size_t r = 0; r < assembler.rowCount(); ++r) {
    Eigen::VectorXd own = makeUnitRow(assembler.system(), assembler.rows()[r]);
    for (int pass = 0; pass < 2; ++pass)
      for (const Eigen::VectorXd& b : basis) own -= b.dot(own) * b;
    const double norm = own.norm();
    if (norm < kDependent)
      dependent.push_back(r);
    else
      basis.emplace_back(own / norm);
  }
  return dependent;
}

std::optional<std::size_t> findContactOfRow(const Assembler& assembler, std::size_t row) {
  const int number = static_cast<int>(row);
  for (const std::size_t c : assembler.closedContacts())
    if (assembler.gapRow(c) == number || assembler.slipRow(c) == number || assembler.rollRow(c) == number)
      return c;
  return std::nullopt;
}

std::size_t findJointOfRow(const Assembler& assembler, std::size_t row) {
  std::size_t joint = 0;
  while (joint + 1 < assembler.system().joints.size() &&
         assembler.firstRow(joint + 1) <= static_cast<int>(row))
    ++joint;
  return joint;
}

const char* findRowUnit(const Assembler& assembler, std::size_t row) {
  const System& system = assembler.system();
  const int number = static_cast<int>(row);
  const auto tell = [&](std::size_t joint) {
    return system.joints[joint].coordinate == CoordinateKind::angle ? "rad" : "m";
  };
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    if (assembler.driveRow(d) == number) return tell(system.drives[d].joint);
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    if (assembler.heldRow(j) == number) return tell(j);
    const int last = assembler.firstRow(j) + assembler.ownRowCount(j) - 1;
    if (last == number && holdsAngle(assembler.shape(j).kind)) return "rad";  // after those of the point
  }
  return "m";
}

std::size_t findWorstRow(const Assembler& assembler) {
  const auto errors = assembler.error();
  const auto worst = std::max_element(errors.begin(), errors.end(),
                                      [](double a, double b) { return std::abs(a) < std::abs(b); });
  return static_cast<std::size_t>(worst - errors.begin());
}

}  // namespace clank
