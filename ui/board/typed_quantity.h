// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <string>
#include <tl/expected.hpp>

#include "core/model/mechanism.h"

namespace clank {

// A number as typed on the board, with the parameters of the mechanism: "250 mm", "2*L1". A length or angle
// without unit, as "1/2", is in the unit shown; the text is kept with it. The error is in words.
tl::expected<Quantity, std::string> evaluateTyped(const QString& text, const char* unit,
                                                  const Mechanism& shown);

}  // namespace clank
