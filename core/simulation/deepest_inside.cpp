// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/deepest_inside.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "core/dynamics/broad_phase.h"
#include "core/dynamics/tolerances.h"

namespace clank {
namespace {

// A circle and what is nearest to its centre.
struct NearestPiece {
  ContactGeometry circle;
  double distance = std::numeric_limits<double>::infinity();  // m, of the centre
  bool isEnd = false;                                         // of a piece, and of no other within it
  int ends = 0;
  double sum = 0;  // m, of the centre from the pieces that have that end, or from the one it is above
  double thickness = 0;
};

bool isSameToucher(const ContactGeometry& a, const ContactGeometry& b) {
  return a.mount == b.mount || (a.a() == b.a() && a.b().body == b.b().body && a.b().arm == b.b().arm);
}

// same: m, by which points see pieces a little longer.
void addPiece(const PieceContact& at, double thickness, double same, NearestPiece& nearest) {
  const double gap = at.gap + nearest.circle.radius(), past = std::max(0.0, at.past);
  const double distance = std::hypot(gap, past);
  const bool isEnd = at.past > -same;
  if (distance > nearest.distance + same) return;
  if (distance < nearest.distance - same || (nearest.isEnd && !isEnd)) nearest.ends = 0;
  if (nearest.ends > 0 && !nearest.isEnd) return;  // it lies above the inside of one: that decides
  if (nearest.ends == 0) nearest.sum = 0;
  nearest.distance = std::min(nearest.distance, distance);
  nearest.isEnd = isEnd;
  nearest.thickness = thickness;
  nearest.sum += gap;
  ++nearest.ends;
}

// m; of what is in front, and at the free end of a line, nothing.
double calcInside(const NearestPiece& nearest) {
  const bool isFreeEnd = nearest.isEnd && nearest.ends < 2;
  if (isFreeEnd || !(nearest.sum < 0 || nearest.distance < nearest.circle.radius())) return 0;
  const double depth = nearest.circle.radius() - std::copysign(nearest.distance, nearest.sum);
  return depth <= nearest.thickness ? depth : 0;
}

}  // namespace

double calcDeepestInside(ForwardDynamics& dynamics, const State& state, double within) {
  const System& system = dynamics.assembler().system();
  if (system.contacts.empty()) return 0;
  const double* const q = state.y.data();
  const double* const v = system.layout.speeds(state.y).data();
  double deepest = 0;
  std::vector<NearestPiece> circles;  // of one pair
  const auto take = [&] {
    for (const NearestPiece& circle : circles) {
      const double depth = calcInside(circle);
      if (depth <= within) deepest = std::max(deepest, depth);
    }
    circles.clear();
  };
  const SystemContactPair* last = nullptr;
  std::optional<SystemContact> made;
  for (const std::size_t c : dynamics.broadPhase().findOverlapping(q, 2 * within)) {
    const SystemContactPair& pair = system.getPair(c);
    if (&pair != last) take();
    last = &pair;
    if (pair.compliance || !isInForce(pair, state.mode)) continue;
    const ContactGeometry& contact = system.contacts.get(c, made).geometry;
    const PieceContact place = calcContactKinematics(contact, q, v).at;
    if (contact.isPartOfCircle() && place.past > 0) continue;
    auto at = std::ranges::find_if(
        circles, [&](const NearestPiece& circle) { return isSameToucher(circle.circle, contact); });
    if (at == circles.end()) at = circles.insert(circles.end(), NearestPiece{contact});
    const bool surfaceOfA = contact.a() == pair.a;
    addPiece(place, surfaceOfA ? pair.thickness : std::numeric_limits<double>::infinity(),
             2 * system.tolerances.jam, *at);
  }
  take();
  return deepest;
}

}  // namespace clank
