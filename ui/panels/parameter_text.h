// SPDX-License-Identifier: GPL-3.0-or-later
// Places of a slider and the values they stand for.
#pragma once

#include <QString>

#include "core/model/mechanism.h"

namespace clank {

inline constexpr int kSliderSteps = 200;

// resolved: a parameter with min and max.
int toSliderStep(const Parameter& resolved);
// The value at a step in the parameter's unit, with no more digits than the step needs: "123.5 mm".
QString toSliderText(const Parameter& resolved, int step);

}  // namespace clank
