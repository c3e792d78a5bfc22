// SPDX-License-Identifier: GPL-3.0-or-later
// Places along a bar where something holds, loads or turns it.
#pragma once

#include <string>
#include <vector>

#include "core/math/held_beam.h"
#include "core/model/mechanism.h"

namespace clank {

// Does the joint lead the other part along something that the body a carries?
bool leadsAlong(const JointKind& kind);

// Places on a bar where something holds or turns its sections, m along it.
std::vector<double> listHolds(const Mechanism& resolved, const std::string& bar);

// The stations of a link that bends, in order from 0 to its length: where joints, springs, loads, ropes and
// contacts act on it at a place that stays. Places within a twentieth of the length are one that also turns:
// the piece between them would swing a hundred times as fast as the link.
std::vector<BeamStation> listStations(const Mechanism& resolved, const Body& bar);

}  // namespace clank
