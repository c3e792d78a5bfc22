// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"

namespace clank {

// low: leaves room on its page for text. But for what is true to size, a dimension for which there is no free
// place is left out.
enum class FigureScale { fitted, low, trueToSize };

// The mechanism at a sample as SVG: what drawSheet() has of it, the names of its joints where they cover
// nothing, and its dimensions. Its units are mm, y downwards; its dimensions are numbers in the unit of
// length that the document has chosen; in mm where it is true to size.
std::string writeDrawing(const Mechanism& resolved, const Trajectory& trajectory, std::size_t sample,
                         FigureScale scale = FigureScale::fitted);

}  // namespace clank
