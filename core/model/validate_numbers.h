// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/mechanism.h"

namespace clank {

// The same as validate() of a mechanism that was sound before its numbers changed: names, laws, pictures,
// studies and units are as they were.
Problems validateNumbers(const Mechanism& resolved);

}  // namespace clank
