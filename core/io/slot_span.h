// SPDX-License-Identifier: GPL-3.0-or-later
// How long the slot in a link is drawn, in every view.
#pragma once

#include "core/model/mechanism.h"

namespace clank {

// Along the guide of a, m from at_a: where the point of b has been, or from where to where the guide goes.
struct GuideRange {
  double low = 0, high = 0;
};

// A slot of a link, not of the frame.
bool isInLink(const Joint& joint);
// Over the length of the link, but for a rim at both ends; and on to the limits of the joint and to where its
// pin has been, wherever the link ends.
GuideRange findSlotSpan(const Mechanism& resolved, const Joint& joint, GuideRange been);

}  // namespace clank
