// SPDX-License-Identifier: GPL-3.0-or-later
// What makes a link bend: its section, its material, and the shapes it bends in. Its axis is the body's x
// axis, from the origin to the length of the body.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>

#include "core/model/quantity.h"
#include "core/model/unknown_keys.h"
#include "core/support/compiled_once.h"

namespace clank {

struct RoundSection {
  Quantity diameter;  // m
  friend bool operator==(const RoundSection&, const RoundSection&) = default;
};
struct TubeSection {
  Quantity diameter, wall;  // m, outer diameter; thickness
  friend bool operator==(const TubeSection&, const TubeSection&) = default;
};
// Heights lie in the plane of motion.
struct RectangleSection {
  Quantity height, width;  // m
  friend bool operator==(const RectangleSection&, const RectangleSection&) = default;
};
struct IBeamSection {
  Quantity height, width, web, flange;  // m, whole height; thickness of web and of each flange
  friend bool operator==(const IBeamSection&, const IBeamSection&) = default;
};
struct TypedSection {
  Quantity area;          // m2
  Quantity secondMoment;  // m4
  Quantity height;        // m, twice the distance of the outermost fibre from the axis
  friend bool operator==(const TypedSection&, const TypedSection&) = default;
};
using SectionKind = std::variant<RoundSection, TubeSection, RectangleSection, IBeamSection, TypedSection>;

struct BeamSection {
  SectionKind kind;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(BeamSection);
};

enum class MaterialName { typed, steel, stainlessSteel, aluminium, titanium, brass, cfrp, nylon, spruce };

// What is typed takes the place of what the name stands for.
struct BeamMaterial {
  Choice<MaterialName> name = MaterialName::steel;
  std::optional<Quantity> young;    // Pa
  std::optional<Quantity> density;  // kg/m3
  std::optional<Quantity> yield;    // Pa
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(BeamMaterial);
};

// How the link is held in the shapes it bends in: as joints and forces on it do (held_beam.h), or in one way
// whatever holds it. In the axes that float with it, the frame of the shapes.
enum class ModeBasis { craigBampton, clampedFree, hingedFree, freeFree, clampedClamped };

// Bending modes, or rigid rods with torsion springs between them (divide_bar.h).
enum class BendingModel { modal, rods };

struct NoDamping {
  friend bool operator==(const NoDamping&, const NoDamping&) = default;
};
struct DampingRatio {
  Quantity ratio;  // of the critical damping of each mode
  friend bool operator==(const DampingRatio&, const DampingRatio&) = default;
};
// alpha M + beta K.
struct RayleighDamping {
  Quantity alpha, beta;  // 1/s, s
  friend bool operator==(const RayleighDamping&, const RayleighDamping&) = default;
};
using DampingKind = std::variant<NoDamping, DampingRatio, RayleighDamping>;

struct BeamDamping {
  DampingKind kind;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(BeamDamping);
};

inline constexpr int kMostBendingModes = 20, kMostAxialModes = 2, kMostRods = 200;

struct FlexibleLink {
  BeamSection section;
  BeamMaterial material;
  Choice<BendingModel> model = BendingModel::modal;
  Quantity rods = 10;
  Choice<ModeBasis> basis = ModeBasis::craigBampton;
  Quantity modes = 3;  // of bending; by Craig and Bampton beside the static shapes
  Quantity axialModes = 0;
  bool foreshortening = true;
  BeamDamping damping;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(FlexibleLink);
};

inline bool isOfRods(const FlexibleLink& link) {
  return link.model.value == BendingModel::rods;
}
// Of a resolved link: how many numbers tell its shape, modes or angles between rods.
std::size_t countShapes(const FlexibleLink& link);

// Of a resolved link, SI.
struct SectionProperties {
  double area = 0;          // m2
  double secondMoment = 0;  // m4
  double height = 0;        // m, twice the distance of the outermost fibre from the axis; 0: unknown
};
SectionProperties calcSection(const BeamSection& section);

struct MaterialProperties {
  double young = 0;    // Pa
  double density = 0;  // kg/m3
  double yield = 0;    // Pa; 0: unknown
};
// Values that tables of materials give as typical.
MaterialProperties findMaterial(const BeamMaterial& material);

}  // namespace clank
