// SPDX-License-Identifier: GPL-3.0-or-later
// The image of parts under a plane motion, as elements of their own: what a copy of them has to be.
#pragma once

#include <string>

#include "core/model/mechanism.h"
#include "ui/document/copy_motion.h"

namespace clank {

// Those elements of a drawing alone, with its parameters and cases.
Mechanism takeElements(const Mechanism& drawn, const ImageIds& ids);

// Their images. A connection to a body that is not among them stays on that body, at the place of the image.
// Texts that name parameters stay texts.
Mechanism makeImages(const Mechanism& drawn, const std::string& caseId, const ImageIds& ids,
                     const CopyMotion& motion);

}  // namespace clank
