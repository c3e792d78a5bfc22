// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/flexible_link.h"

#include <cmath>
#include <numbers>

namespace clank {
namespace {

SectionProperties calcKind(const RoundSection& round) {
  const double d = round.diameter.value;
  return {std::numbers::pi * d * d / 4, std::numbers::pi * std::pow(d, 4) / 64, d};
}
SectionProperties calcKind(const TubeSection& tube) {
  const double d = tube.diameter.value, hole = d - 2 * tube.wall.value;
  return {std::numbers::pi * (d * d - hole * hole) / 4,
          std::numbers::pi * (std::pow(d, 4) - std::pow(hole, 4)) / 64, d};
}
SectionProperties calcKind(const RectangleSection& rectangle) {
  const double h = rectangle.height.value, b = rectangle.width.value;
  return {b * h, b * h * h * h / 12, h};
}
// The rectangle around it less what is left out beside the web.
SectionProperties calcKind(const IBeamSection& beam) {
  const double h = beam.height.value, b = beam.width.value;
  const double inner = h - 2 * beam.flange.value, beside = b - beam.web.value;
  return {b * h - beside * inner, (b * h * h * h - beside * inner * inner * inner) / 12, h};
}
SectionProperties calcKind(const TypedSection& typed) {
  return {typed.area.value, typed.secondMoment.value, typed.height.value};
}

MaterialProperties findNamed(MaterialName name) {
  switch (name) {
    case MaterialName::typed:
      return {};
    case MaterialName::steel:
      return {210e9, 7850, 235e6};
    case MaterialName::stainlessSteel:
      return {193e9, 7900, 210e6};
    case MaterialName::aluminium:
      return {69e9, 2700, 240e6};
    case MaterialName::titanium:
      return {114e9, 4430, 880e6};
    case MaterialName::brass:
      return {100e9, 8500, 200e6};
    case MaterialName::cfrp:
      return {120e9, 1600, 1000e6};
    case MaterialName::nylon:
      return {2.7e9, 1140, 60e6};
    case MaterialName::spruce:
      return {11e9, 450, 40e6};
  }
  return {};
}

}  // namespace

std::size_t countShapes(const FlexibleLink& link) {
  const double count = isOfRods(link) ? link.rods.value - 1 : link.modes.value + link.axialModes.value;
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

SectionProperties calcSection(const BeamSection& section) {
  return std::visit([](const auto& kind) { return calcKind(kind); }, section.kind);
}

MaterialProperties findMaterial(const BeamMaterial& material) {
  MaterialProperties properties = findNamed(material.name.value);
  if (material.young) properties.young = material.young->value;
  if (material.density) properties.density = material.density->value;
  if (material.yield) properties.yield = material.yield->value;
  return properties;
}

}  // namespace clank
