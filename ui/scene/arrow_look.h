// SPDX-License-Identifier: GPL-3.0-or-later
// Which arrows the scene has beside those of an event, and how long they are.
#pragma once

namespace clank {

struct ArrowLook {
  bool contacts = true, reactions = false, velocities = false;
  int longer = 0;  // steps of 1, 2, 5 in what the longest one means
  friend bool operator==(const ArrowLook&, const ArrowLook&) = default;
};

}  // namespace clank
