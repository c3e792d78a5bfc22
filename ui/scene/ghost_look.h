// SPDX-License-Identifier: GPL-3.0-or-later
// How a pale mechanism of another run is drawn.
#pragma once

#include <QColor>

#include "core/model/mechanism.h"

namespace clank {

struct GhostLook {
  QColor colour{};        // invalid: that of the parts
  Mechanism mechanism{};  // as resolved for that run; without bodies, or with other ones: that which is shown
};

}  // namespace clank
