// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/coulomb/impact_islands.h"

#include "core/coulomb/block_islands.h"
#include "core/dynamics/joint_friction.h"

namespace clank {
namespace {

class IslandMaker {
 public:
  IslandMaker(Assembler& assembler, std::span<const ImpactContact> contacts)
      : assembler_(assembler), contacts_(contacts), blocks_(assembler.system()) {}

  std::vector<ImpactIsland> make() {
    unite();
    for (std::size_t i = 0; i < contacts_.size(); ++i) {
      ImpactIsland& island = islands_[takePlace(findMovingBlock(contacts_[i].row))];
      island.contacts.push_back(i);
      island.rows.push_back(contacts_[i].row);
      if (contacts_[i].rubs()) island.rows.push_back(*contacts_[i].slip);
    }
    addJoints();
    for (ImpactIsland& island : islands_) addRolling(island);
    for (std::size_t c = 0; c < assembler_.system().layout.coordinates(); ++c)
      if (const int at = findPlace(static_cast<int>(StateLayout::blockOf(c))); at >= 0)
        islands_[static_cast<std::size_t>(at)].coordinates.push_back(c);
    for (std::size_t r = 0; r < assembler_.rowCount(); ++r)
      if (const int at = findPlace(findMovingBlock(assembler_.rows()[r])); at >= 0)
        islands_[static_cast<std::size_t>(at)].constraints.push_back(r);
    calcResponses();
    return std::move(islands_);
  }

 private:
  void unite() {
    for (const BlockRow& row : assembler_.rows()) blocks_.unite(row);
    for (const ImpactContact& contact : contacts_) blocks_.unite(contact.row);
    places_.assign(blocks_.size(), -1);
  }

  // Island of a block; without one: -1, or a new one.
  int findPlace(int block) { return block < 0 ? -1 : places_[blocks_.findRoot(block)]; }
  std::size_t takePlace(int block) {
    int& place = places_[blocks_.findRoot(block)];
    if (place < 0) {
      place = static_cast<int>(islands_.size());
      islands_.emplace_back();
    }
    return static_cast<std::size_t>(place);
  }

  void addJoints() {
    const System& system = assembler_.system();
    for (std::size_t j = 0; j < system.joints.size(); ++j) {
      if (!hasFriction(system, assembler_.mode(), j) || system.joints[j].friction->coefficient <= 0) continue;
      double gamma = 0;
      const BlockRow row = calcRateRow(assembler_, j, gamma);
      const int place = findPlace(findMovingBlock(row));
      if (place < 0) continue;
      ImpactIsland& island = islands_[static_cast<std::size_t>(place)];
      island.joints.push_back(j);
      island.rows.push_back(row);
    }
  }

  void addRolling(ImpactIsland& island) const {
    for (const std::size_t i : island.contacts) {
      if (!contacts_[i].resistsRolling()) continue;
      island.rolling.push_back(i);
      island.rows.push_back(*contacts_[i].roll);
    }
  }

  void calcResponses() {
    using Eigen::Index;
    std::size_t most = 0;
    for (ImpactIsland& island : islands_) {
      const auto n = static_cast<Index>(island.rows.size());
      island.dv.resize(static_cast<Index>(island.coordinates.size()), n);
      island.rowImpulse.resize(static_cast<Index>(island.constraints.size()), n);
      island.W.resize(n, n);
      island.light = startLightParts(assembler_.system().metric, island.rows);
      most = std::max(most, island.rows.size());
    }
    const std::vector<double> noJump(assembler_.rowCount(), 0.0);
    std::vector<double> unit(assembler_.system().layout.coordinates()), dv(unit.size()), L(noJump.size());
    for (std::size_t k = 0; k < most; ++k) {
      std::fill(unit.begin(), unit.end(), 0.0);
      for (const ImpactIsland& island : islands_)
        if (k < island.rows.size()) addScattered(island.rows[k], 1, unit);
      assembler_.solve(unit, noJump, dv, L);
      for (ImpactIsland& island : islands_)
        if (k < island.rows.size()) fillColumn(island, static_cast<Index>(k), dv, L);
    }
  }

  static void fillColumn(ImpactIsland& island, Eigen::Index column, const std::vector<double>& dv,
                         const std::vector<double>& L) {
    for (std::size_t c = 0; c < island.coordinates.size(); ++c)
      island.dv(static_cast<Eigen::Index>(c), column) = dv[island.coordinates[c]];
    for (std::size_t r = 0; r < island.constraints.size(); ++r)
      island.rowImpulse(static_cast<Eigen::Index>(r), column) = L[island.constraints[r]];
    for (std::size_t j = 0; j < island.rows.size(); ++j)
      setEntry(island.rows[j], dv, static_cast<Eigen::Index>(j), column, island.W, island.light);
  }

  Assembler& assembler_;
  const std::span<const ImpactContact> contacts_;
  BlockIslands blocks_;
  std::vector<int> places_;  // of the root of each block: its island
  std::vector<ImpactIsland> islands_;
};

}  // namespace

std::vector<ImpactIsland> makeIslands(Assembler& assembler, std::span<const ImpactContact> contacts) {
  return IslandMaker(assembler, contacts).make();
}

}  // namespace clank
