// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace clank {

// What one body pushes another with, of a contact between several: such a contact has no one force, and pairs
// are too many to have channels. For pictures, so in few bytes.
struct Touch {
  std::int32_t column = 0;       // channel of a body's x; its y and its angle (m, rad) follow
  float x = 0, y = 0;            // m, where touched, in its axes
  float forceX = 0, forceY = 0;  // N, on it, in the world's axes
  friend bool operator==(const Touch&, const Touch&) = default;
};

}  // namespace clank
