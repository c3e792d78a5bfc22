// SPDX-License-Identifier: GPL-3.0-or-later
// Surfaces moved and mirrored. What was their free side stays free.
#pragma once

#include <functional>

#include "core/model/surface.h"
#include "ui/document/plane_motion.h"

namespace clank {

// Of the frame. shown: the same with its values.
void moveSurface(SurfaceKind& surface, const SurfaceKind& shown, const PlaneMotion& motion);

// Calls visit(x, y) for the corners of a surface with values, or for the ends of the box around a round one.
void visitCorners(const SurfaceKind& shown, const std::function<void(double, double)>& visit);

void mirrorSurface(SurfaceKind& surface, const Mirror& mirror);

}  // namespace clank
