// SPDX-License-Identifier: GPL-3.0-or-later
// How joint coordinates change in a mirror.
#pragma once

#include <string>

#include "core/model/joint.h"

namespace clank {

// How a joint coordinate changes in the mirror: not at all, or to about - coordinate.
struct CoordinateMirror {
  bool flips = false;
  double about = 0;       // rad or m
  std::string aboutText;  // "": 0
};
CoordinateMirror findCoordinateMirror(const Joint& shown);

}  // namespace clank
