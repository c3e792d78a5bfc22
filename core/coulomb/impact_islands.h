// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of an impact that do not feel each other, and what unit impulses do in each.
//
// Blocks of coordinates hang together where a row of a joint, a drive or a contact has both, and where they
// belong to one link that bends. Between islands W is zero: M and G fall apart into blocks, and with them
// dv = M^-1 (G' L + J' P). So each is an impact of its own, and one solve of the whole mechanism answers for
// a row of every island at once: as many solves as the largest island has rows.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/coulomb/light_parts.h"
#include "core/coulomb/velocity_jump.h"
#include "core/dynamics/assembler.h"

namespace clank {

struct ImpactIsland {
  std::vector<std::size_t> contacts;  // of the impact
  std::vector<std::size_t> joints;    // whose friction grows with their reactions
  std::vector<std::size_t> rolling;   // contacts that resist rolling
  // J: of each contact the gap, and the slip with friction; then the joints, then the turning of what rolls.
  std::vector<BlockRow> rows;
  std::vector<std::size_t> coordinates;  // that its impulses may move
  std::vector<std::size_t> constraints;  // rows of the assembler
  Eigen::MatrixXd dv, rowImpulse, W;     // of each row a column; Delassus matrix
  LightParts light = {};
};

// Islands with a contact. The assembler must be updated at the position of the impact.
std::vector<ImpactIsland> makeIslands(Assembler& assembler, std::span<const ImpactContact> contacts);

}  // namespace clank
