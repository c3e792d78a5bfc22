// SPDX-License-Identifier: GPL-3.0-or-later
// A picture behind the drawing (a scan, a photograph) to draw over. No part of what runs.
#pragma once

#include <string>

#include "core/model/body.h"
#include "core/support/compiled_once.h"

namespace clank {

struct Picture {
  std::string id, name;
  std::string file;        // relative to the file of the mechanism
  Point at;                // m, world: its middle
  Quantity angle = 0;      // rad
  Quantity width = 0.3;    // m; its height follows from the file
  Quantity opacity = 0.4;  // 0 to 1
  bool hidden = false;
  bool locked = false;  // the mouse does not take hold of it
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(Picture);
};

}  // namespace clank
