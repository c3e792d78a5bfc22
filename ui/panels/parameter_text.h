// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "core/model/mechanism.h"

namespace clank {

// Value of a resolved parameter as its field shows it: the word, or the number in the parameter's own unit.
QString toFieldText(const Parameter& resolved);

}  // namespace clank
