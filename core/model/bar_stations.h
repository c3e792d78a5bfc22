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

// The section that a moment turns is that of its own point: always on a link that bends, where the point says
// so, and on a rigid bar when it has one. A rigid bar does without, as no point of it matters; there the
// moment is taken to act through the joint of the same two bodies.
double findMomentPlace(const Mechanism& resolved, const std::string& bar, const Point& at,
                       const std::string& other);

// Places on a bar where something holds or turns its sections, m along it.
std::vector<double> listHolds(const Mechanism& resolved, const std::string& bar);

// The stations of a link that bends, in order from 0 to its length: where joints, springs, loads, ropes and
// contacts act on it at a place that stays. Places within a twentieth of the length are one that also turns:
// the piece between them would swing a hundred times as fast as the link.
std::vector<BeamStation> listStations(const Mechanism& resolved, const Body& bar);

}  // namespace clank
