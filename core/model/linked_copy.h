// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of a drawing and a copy of them that stay alike: a change of one side is carried over to the other
// while the drawing is edited. No part of what runs.
#pragma once

#include <string>
#include <vector>

#include "core/model/body.h"
#include "core/support/compiled_once.h"

namespace clank {

struct CopyPair {
  std::string of, copy;  // ids of elements of one kind
  UnknownKeys unknown;
  friend bool operator==(const CopyPair&, const CopyPair&) = default;
};

// The plane motion takes the originals to their copies.
struct LinkedCopy {
  bool mirrored = false;  // at the upright line through the point `about`, before it is turned
  Point about;            // m
  Quantity angle;         // rad, turned about that point
  Point shift;            // m, after that
  std::vector<CopyPair> pairs;
  UnknownKeys unknown;
  CLANK_COMPILED_ONCE(LinkedCopy);
};

}  // namespace clank
