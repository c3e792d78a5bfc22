// SPDX-License-Identifier: GPL-3.0-or-later
// What rows ask of every contact, also of the many that are far apart: one behind the other in memory.
#pragma once

#include <cstddef>

#include "core/dynamics/system_contact.h"

namespace clank {

struct FarContact {
  std::size_t first = 0, end = 0;         // of its contacts
  ContactCircle circle;                   // the first
  bool isAll = false;                     // there is no other
  std::size_t column = 0, endColumn = 0;  // of its channels, from the first of contacts
};

}  // namespace clank
