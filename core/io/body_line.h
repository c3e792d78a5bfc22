// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/model/mechanism.h"

namespace clank {

struct Corner {
  double x = 0, y = 0;  // m
};

// The line around a resolved body as it is drawn, in its axes: a plate, a bar (a link that bends is
// straight), a disc, or a small circle where there is nothing else.
std::vector<Corner> makeBodyLine(const Body& body);

}  // namespace clank
