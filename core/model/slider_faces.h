// SPDX-License-Identifier: GPL-3.0-or-later
// The block of a slider: how far its faces are from its point on the guide. Rails lie along them, and a stop
// stands where the face is that meets it, in every view.
#pragma once

#include <optional>

#include "core/model/mechanism.h"

namespace clank {

struct SliderFaces {
  double ahead = 0, behind = 0;  // m, along the axis and against it
  double left = 0, right = 0;    // m, of the axis
};

// Of a symbol, and of a block whose middle meets a surface with a circle: height over length.
inline constexpr double kBlockShape = 0.6;

// The faces of a block half as long as this (m) in the shape of the symbol.
inline SliderFaces makeSymbolFaces(double half) {
  return {half, half, kBlockShape * half, kBlockShape * half};
}
// Is the body its own block, with an outline or as a disc?
bool isOwnBlock(const Body& body);
// Of body b of a prismatic joint: from its outline, its disc, or its circle that touches. Nothing for what
// has no size of its own: there a symbol is drawn. axisInB: rad, direction of the axis in the axes of b.
std::optional<SliderFaces> findSliderFaces(const Mechanism& shown, const Joint& joint, double axisInB);

}  // namespace clank
