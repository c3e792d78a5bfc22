// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the file for closed sets: one for each name of an enum or alternative of a variant, in their
// order.
#pragma once

#include <array>

#include "core/model/mechanism.h"

namespace clank {

template <class E>
struct Words;
template <>
struct Words<Direction> {
  static constexpr std::array<const char*, 2> names{"rising", "falling"};
};
template <>
struct Words<TransitionLaw> {
  static constexpr std::array<const char*, 4> names{"ignore", "restitution", "restitution_then_lock",
                                                    "merge"};
};
template <>
struct Words<IntegratorKind> {
  static constexpr std::array<const char*, 3> names{"dop853", "dopri5", "moreau_jean"};
};
template <>
struct Words<PlotKind> {
  static constexpr std::array<const char*, 4> names{"channels", "impulses", "xy", "spectrum"};
};
template <>
struct Words<SpectrumWindow> {
  static constexpr std::array<const char*, 3> names{"rectangular", "hann", "flat_top"};
};
template <>
struct Words<Sampling> {
  static constexpr std::array<const char*, 5> names{"grid", "random", "latin_hypercube", "sobol",
                                                    "sensitivity"};
};
template <>
struct Words<Spacing> {
  static constexpr std::array<const char*, 2> names{"linear", "logarithmic"};
};
template <>
struct Words<Distribution> {
  static constexpr std::array<const char*, 4> names{"none", "uniform", "normal", "triangular"};
};
template <>
struct Words<KeptSamples> {
  static constexpr std::array<const char*, 3> names{"nothing", "last_state", "channels"};
};
template <>
struct Words<Aim> {
  static constexpr std::array<const char*, 2> names{"minimise", "maximise"};
};
template <>
struct Words<GlobalSearch> {
  static constexpr std::array<const char*, 4> names{"none", "direct", "crs", "isres"};
};
template <>
struct Words<LocalSearch> {
  static constexpr std::array<const char*, 4> names{"none", "cobyla", "bobyqa", "sbplx"};
};
template <>
struct Words<FitBy> {
  static constexpr std::array<const char*, 2> names{"nearest", "time"};
};
template <>
struct Words<LengthUnit> {
  static constexpr std::array<const char*, 4> names{"mm", "cm", "m", "in"};
};
template <>
struct Words<AngleUnit> {
  static constexpr std::array<const char*, 2> names{"deg", "rad"};
};
template <>
struct Words<ImpactOrder> {
  static constexpr std::array<const char*, 2> names{"simultaneous", "sequential"};
};
template <>
struct Words<StartPosition> {
  static constexpr std::array<const char*, 2> names{"drawn", "equilibrium"};
};
template <>
struct Words<DriftControl> {
  static constexpr std::array<const char*, 2> names{"projection", "baumgarte"};
};
template <>
struct Words<JointKind> {
  static constexpr std::array<const char*, 10> names{"revolute",       "prismatic", "weld", "slot",
                                                     "distance",       "gear",      "belt", "rack",
                                                     "point_on_curve", "telescope"};
};
template <>
struct Words<PathKind> {
  static constexpr std::array<const char*, 7> names{"circle",    "ellipse", "lame",  "cartesian_oval",
                                                    "cassinian", "pear",    "spline"};
};
// The words of two closed sets, one behind the other.
template <std::size_t N, std::size_t M>
constexpr std::array<const char*, N + M> joinWords(const std::array<const char*, N>& first,
                                                   const std::array<const char*, M>& then) {
  std::array<const char*, N + M> all{};
  for (std::size_t i = 0; i < N + M; ++i) all[i] = i < N ? first[i] : then[i - N];
  return all;
}
template <>
struct Words<PhaseKind> {
  static constexpr auto names =
      joinWords(std::array{"as_drawn", "released", "merged"}, Words<JointKind>::names);
};
template <>
struct Words<ChangeGuard> {
  static constexpr std::array<const char*, 8> names{"limit",           "force", "moment", "impulse",
                                                    "angular_impulse", "speed", "time",   "expression"};
};
template <>
struct Words<ForcePart> {
  static constexpr std::array<const char*, 2> names{"total", "axial"};
};
template <>
struct Words<TimeOrigin> {
  static constexpr std::array<const char*, 2> names{"start", "phase"};
};
template <>
struct Words<GuidePart> {
  static constexpr std::array<const char*, 2> names{"a", "b"};
};
template <>
struct Words<Side> {
  static constexpr std::array<const char*, 2> names{"left", "right"};
};
template <>
struct Words<HeaderRow> {
  static constexpr std::array<const char*, 3> names{"found", "yes", "no"};
};
template <>
struct Words<Mesh> {
  static constexpr std::array<const char*, 2> names{"external", "internal"};
};
template <>
struct Words<BeltPath> {
  static constexpr std::array<const char*, 2> names{"open", "crossed"};
};
template <>
struct Words<MotionKind> {
  static constexpr std::array<const char*, 6> names{"constant_speed", "polynomial_345", "cycloidal",
                                                    "table",          "expression",     "reverse"};
};
template <>
struct Words<ForceKind> {
  static constexpr std::array<const char*, 6> names{"torque", "torsion_spring", "spring",
                                                    "load",   "rope",           "hand"};
};
template <>
struct Words<LineSide> {
  static constexpr std::array<const char*, 3> names{"left", "right", "both"};
};
template <>
struct Words<RoundSide> {
  static constexpr std::array<const char*, 3> names{"outside", "inside", "both"};
};
template <>
struct Words<ContactLaw> {
  static constexpr std::array<const char*, 16> names{"newton",
                                                     "poisson",
                                                     "energetic",
                                                     "constraint",
                                                     "hertz",
                                                     "kelvin_voigt",
                                                     "hunt_crossley",
                                                     "herbert_mcwhannell",
                                                     "lee_wang",
                                                     "lankarani_nikravesh",
                                                     "gonthier_approximate",
                                                     "gonthier",
                                                     "zhiying_qishao",
                                                     "flores",
                                                     "hu_guo",
                                                     "impact"};
};
template <>
struct Words<Fit> {
  static constexpr std::array<const char*, 2> names{"loose", "ideal"};
};
template <>
struct Words<FrictionLaw> {
  static constexpr std::array<const char*, 7> names{"coulomb",  "none", "threlfall", "bengisu_akay",
                                                    "ambrosio", "duan", "lugre"};
};
template <>
struct Words<SurfaceKind> {
  static constexpr std::array<const char*, 5> names{"line", "polyline", "arc", "circle", "curve"};
};
template <>
struct Words<Surface> {
  static constexpr std::array<const char*, 7> names{"line",    "polyline", "arc",    "circle",
                                                    "outline", "curve",    "surface"};
};
template <>
struct Words<Touches> {
  static constexpr std::array<const char*, 3> names{"nothing", "everything", "these"};
};
template <>
struct Words<LoadAxes> {
  static constexpr std::array<const char*, 2> names{"world", "body"};
};

template <>
struct Words<KeptVelocity> {
  static constexpr std::array<const char*, 4> names{"none", "omega", "point", "all"};
};

template <>
struct Words<SectionKind> {
  static constexpr std::array<const char*, 5> names{"round", "tube", "rectangle", "i_beam", "typed"};
};
template <>
struct Words<MaterialName> {
  static constexpr std::array<const char*, 9> names{
      "typed", "steel", "stainless_steel", "aluminium", "titanium", "brass", "cfrp", "nylon", "spruce"};
};
template <>
struct Words<BendingModel> {
  static constexpr std::array<const char*, 2> names{"modal", "rods"};
};
template <>
struct Words<ModeBasis> {
  static constexpr std::array<const char*, 5> names{"craig_bampton", "clamped_free", "hinged_free",
                                                    "free_free", "clamped_clamped"};
};
template <>
struct Words<DampingKind> {
  static constexpr std::array<const char*, 3> names{"none", "ratio", "rayleigh"};
};

}  // namespace clank
