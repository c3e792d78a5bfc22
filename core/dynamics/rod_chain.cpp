// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/rod_chain.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/state_layout.h"

namespace clank {
namespace {

// A place where the line of moments may change its slope.
struct MomentNode {
  double x = 0, moment = 0;  // m, N m
};

MomentNode makeSpring(const RodChain& chain, const RodBends& bends, std::size_t k) {
  return {chain.cuts[k], chain.bendingStiffness / chain.piece * bends[k]};
}

// On the line through two nodes.
MomentNode extend(const MomentNode& from, const MomentNode& to, double x) {
  return {x, from.moment + (to.moment - from.moment) * (x - from.x) / (to.x - from.x)};
}

MomentNode makeEnd(const RodChain& chain, const RodBends& bends, bool isStart) {
  const std::size_t last = chain.cuts.size() - 1;
  const double x = isStart ? 0 : chain.length;
  if (!(isStart ? chain.startHeld : chain.endHeld)) return {x, 0};
  const MomentNode nearest = makeSpring(chain, bends, isStart ? 0 : last);
  if (last > 0) return extend(makeSpring(chain, bends, isStart ? 1 : last - 1), nearest, x);
  const bool otherHeld = isStart ? chain.endHeld : chain.startHeld;
  return otherHeld ? MomentNode{x, nearest.moment} : extend({chain.length - x, 0}, nearest, x);
}

// The k-th of its nodes: the start, the springs, the end.
MomentNode makeNode(const RodChain& chain, const RodBends& bends, std::size_t k) {
  if (k == 0 || k > chain.cuts.size()) return makeEnd(chain, bends, k == 0);
  return makeSpring(chain, bends, k - 1);
}

// The node behind which x lies; one at x counts.
std::size_t findNode(const RodChain& chain, double x) {
  const auto behind = std::upper_bound(chain.cuts.begin(), chain.cuts.end(), x);
  return static_cast<std::size_t>(behind - chain.cuts.begin());
}

double calcSlope(const RodChain& chain, const RodBends& bends, std::size_t node) {
  const MomentNode from = makeNode(chain, bends, node), to = makeNode(chain, bends, node + 1);
  return (to.moment - from.moment) / (to.x - from.x);
}

// visit(m across the first rod) for the end of every rod behind it.
template <class Visit>
void visitEnds(const RodChain& chain, const RodBends& bends, const Visit& visit) {
  double angle = 0, across = 0;
  for (std::size_t k = 0; k < chain.cuts.size(); ++k) {
    const double to = k + 1 < chain.cuts.size() ? chain.cuts[k + 1] : chain.length;
    angle += bends[k];
    across += (to - chain.cuts[k]) * std::sin(angle);
    visit(across);
  }
}

}  // namespace

RodChain makeRodChain(const DividedLink& link, std::size_t first) {
  const FlexibleLink& drawn = *link.drawn.flexible;
  const SectionProperties section = calcSection(drawn.section);
  const MaterialProperties material = findMaterial(drawn.material);
  return {first,
          link.cuts.at,
          link.cuts.to - link.cuts.from,
          link.cuts.piece,
          link.cuts.startHeld,
          link.cuts.endHeld,
          material.young * section.secondMoment,
          material.density * section.area,
          section.height / (2 * section.secondMoment),
          section.area,
          material.yield};
}

RodBends calcRodBends(const RodChain& chain, const double* q) {
  RodBends bends;
  for (std::size_t k = 0; k < chain.cuts.size(); ++k) {
    const int rod = static_cast<int>(chain.first + k);
    bends[k] = q[StateLayout::angle(rod + 1)] - q[StateLayout::angle(rod)];
  }
  return bends;
}

double calcBendingMoment(const RodChain& chain, const RodBends& bends, double x) {
  const std::size_t node = findNode(chain, x);
  return extend(makeNode(chain, bends, node), makeNode(chain, bends, node + 1), x).moment;
}

// At a spring the mean of both sides.
double calcShearForce(const RodChain& chain, const RodBends& bends, double x) {
  const std::size_t node = findNode(chain, x);
  const double behind = calcSlope(chain, bends, node);
  const bool isSpring = node > 0 && std::abs(chain.cuts[node - 1] - x) < 1e-9 * chain.length;
  return isSpring ? (behind + calcSlope(chain, bends, node - 1)) / 2 : behind;
}

double calcStress(const RodChain& chain, const RodBends& bends, double x, double axial) {
  return chain.stressPerMoment * std::abs(calcBendingMoment(chain, bends, x)) + std::abs(axial) / chain.area;
}

double calcTipDeflection(const RodChain& chain, const RodBends& bends) {
  double tip = 0;
  visitEnds(chain, bends, [&](double across) { tip = across; });
  return tip;
}

double calcGreatestDeflection(const RodChain& chain, const RodBends& bends) {
  double greatest = 0;
  visitEnds(chain, bends, [&](double across) { greatest = std::max(greatest, std::abs(across)); });
  return greatest;
}

double calcElastic(const RodChain& chain, const RodBends& bends) {
  double energy = 0;
  for (std::size_t k = 0; k < chain.cuts.size(); ++k)
    energy += chain.bendingStiffness / chain.piece * bends[k] * bends[k] / 2;
  return energy;
}

}  // namespace clank
