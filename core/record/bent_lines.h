// SPDX-License-Identifier: GPL-3.0-or-later
// Channels of a link that bends, in modes or as rods.
#pragma once

#include <cmath>

#include "core/record/row_line.h"

namespace clank::rows {

// A link that bends, in modes or as rods. Places are parts of its length.
template <class Link>
struct BentValues;

template <>
struct BentValues<BentLink> {
  using Part = BentLink;
  BentValues(const Instant& now, const BentLink& part, std::size_t)
      : link(part),
        q(now.q),
        axial(now.axialForces.calc(part)),
        greatest(findGreatestStress(part, now.q, axial)) {}
  const BentLink& link;
  const double* q;
  std::vector<AxialForce> axial;  // one a section
  GreatestStress greatest;

  double tip() const { return calcTipDeflection(link, q); }
  double energy() const { return calcBentElastic(link, q); }
  double moment(double part) const { return calcBendingMoment(link, section(part), q); }
  double shear(double part) const { return calcShearForce(link, section(part), q); }
  double axialForce(double part) const { return axial[index(part)].greatest(); }
  double stressPerMoment() const { return link.stressPerMoment(); }

 private:
  std::size_t index(double part) const {
    return static_cast<std::size_t>(std::lround(part * static_cast<double>(link.sections.size() - 1)));
  }
  const BendingSection& section(double part) const { return link.sections[index(part)]; }
};

template <>
struct BentValues<RodChain> {
  using Part = RodChain;
  BentValues(const Instant& now, const RodChain& part, std::size_t)
      : axial(now.axialForces),
        chain(part),
        bends(calcRodBends(part, now.q)),
        greatest(findGreatestStress(part, bends, axial)) {}
  const AxialForces& axial;
  const RodChain& chain;
  RodBends bends;
  GreatestStress greatest;

  double tip() const { return calcTipDeflection(chain, bends); }
  double energy() const { return calcElastic(chain, bends); }
  double moment(double part) const { return calcBendingMoment(chain, bends, part * chain.length); }
  double shear(double part) const { return calcShearForce(chain, bends, part * chain.length); }
  double axialForce(double part) const { return axial.calc(chain, part * chain.length).greatest(); }
  double stressPerMoment() const { return chain.stressPerMoment; }
};

inline bool hasBending(const BentLink& link) {
  return link.bending > 0;
}
inline bool hasBending(const RodChain&) {
  return true;
}
inline bool hasBendingStress(const BentLink& link) {
  return link.bending > 0 && link.height > 0;
}
inline bool hasBendingStress(const RodChain& chain) {
  return chain.stressPerMoment > 0;
}
inline bool hasStress(const BentLink& link) {
  return link.height > 0 || link.axial > 0;
}
inline bool hasStress(const RodChain& chain) {
  return chain.stressPerMoment > 0;
}

template <class Link, int quarters>
constexpr Line<BentValues<Link>> makeMomentLine(const char* name) {
  return {name, "N m", [](const BentValues<Link>& b) { return b.moment(quarters / 4.0); }, hasBending};
}
template <class Link, int quarters>
constexpr Line<BentValues<Link>> makeShearLine(const char* name) {
  return {name, "N", [](const BentValues<Link>& b) { return b.shear(quarters / 4.0); }, hasBending};
}
template <class Link, int quarters>
constexpr Line<BentValues<Link>> makeAxialForceLine(const char* name) {
  return {name, "N", [](const BentValues<Link>& b) { return b.axialForce(quarters / 4.0); }};
}
// Of the fibre below the axis, pulled where the moment is positive.
template <class Link, int quarters>
constexpr Line<BentValues<Link>> makeBendingStressLine(const char* name) {
  return {name, "Pa",
          [](const BentValues<Link>& b) { return b.stressPerMoment() * b.moment(quarters / 4.0); },
          hasBendingStress};
}

template <class Link>
inline constexpr Line<BentValues<Link>> kBent[] = {
    {"tip_deflection", "m", [](const BentValues<Link>& b) { return b.tip(); }, hasBending},
    {"strain_energy", "J", [](const BentValues<Link>& b) { return b.energy(); }},
    makeMomentLine<Link, 0>("bending_moment_start"),
    makeMomentLine<Link, 1>("bending_moment_quarter"),
    makeMomentLine<Link, 2>("bending_moment_middle"),
    makeMomentLine<Link, 3>("bending_moment_three_quarters"),
    makeMomentLine<Link, 4>("bending_moment_end"),
    makeShearLine<Link, 0>("shear_start"),
    makeShearLine<Link, 1>("shear_quarter"),
    makeShearLine<Link, 2>("shear_middle"),
    makeShearLine<Link, 3>("shear_three_quarters"),
    makeShearLine<Link, 4>("shear_end"),
    makeBendingStressLine<Link, 0>("bending_stress_start"),
    makeBendingStressLine<Link, 1>("bending_stress_quarter"),
    makeBendingStressLine<Link, 2>("bending_stress_middle"),
    makeBendingStressLine<Link, 3>("bending_stress_three_quarters"),
    makeBendingStressLine<Link, 4>("bending_stress_end"),
    makeAxialForceLine<Link, 0>("axial_force_start"),
    makeAxialForceLine<Link, 1>("axial_force_quarter"),
    makeAxialForceLine<Link, 2>("axial_force_middle"),
    makeAxialForceLine<Link, 3>("axial_force_three_quarters"),
    makeAxialForceLine<Link, 4>("axial_force_end"),
    // The greatest, and how far from its start.
    {"stress", "Pa", [](const BentValues<Link>& b) { return b.greatest.stress; }, hasStress},
    {"stress_at", "m", [](const BentValues<Link>& b) { return b.greatest.at; }, hasStress},
};

template <std::size_t j>
constexpr Line<BentValues<BentLink>> makeModeLine(const char* name) {
  return {name, "m", [](const BentValues<BentLink>& b) { return b.q[b.link.first + j]; },
          [](const BentLink& link) { return link.bending > j; }};
}
template <std::size_t k>
constexpr Line<BentValues<BentLink>> makeAxialLine(const char* name) {
  return {name, "m", [](const BentValues<BentLink>& b) { return b.q[b.link.first + b.link.bending + k]; },
          [](const BentLink& link) { return link.axial > k; }};
}

inline constexpr Line<BentValues<BentLink>> kModes[] = {
    makeModeLine<0>("mode_1"),        makeModeLine<1>("mode_2"),   makeModeLine<2>("mode_3"),
    makeModeLine<3>("mode_4"),        makeModeLine<4>("mode_5"),   makeModeLine<5>("mode_6"),
    makeModeLine<6>("mode_7"),        makeModeLine<7>("mode_8"),   makeModeLine<8>("mode_9"),
    makeModeLine<9>("mode_10"),       makeModeLine<10>("mode_11"), makeModeLine<11>("mode_12"),
    makeModeLine<12>("mode_13"),      makeModeLine<13>("mode_14"), makeModeLine<14>("mode_15"),
    makeModeLine<15>("mode_16"),      makeModeLine<16>("mode_17"), makeModeLine<17>("mode_18"),
    makeModeLine<18>("mode_19"),      makeModeLine<19>("mode_20"), makeAxialLine<0>("axial_mode_1"),
    makeAxialLine<1>("axial_mode_2"),
};
static_assert(std::size(kModes) == kMostModes);

}  // namespace clank::rows
