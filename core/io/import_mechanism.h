// SPDX-License-Identifier: GPL-3.0-or-later
// Mechanisms of other programs as ours.
#pragma once

#include <string_view>

#include "core/io/imported_mechanism.h"
#include "core/support/result.h"

namespace clank {

// A file of Linkage (.linkage2) or PMKS+ (.pmks, or the link it shares): by what is in the text. Fails with
// the place and the reason.
Result<ImportedMechanism> importMechanism(std::string_view text);

}  // namespace clank
