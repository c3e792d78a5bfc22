// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

#include "core/model/law_traits.h"
#include "core/model/words.h"
#include "core/record/receipt.h"

namespace clank {

// Begin or end of a contact by a compliant law: it is told as a stretch of time, not as a blow.
inline bool isOfCompliantContact(const Receipt& receipt) {
  const auto& names = Words<ContactLaw>::names;
  const auto found = std::find(names.begin(), names.end(), receipt.law);
  return found != names.end() && isCompliant(static_cast<ContactLaw>(found - names.begin()));
}

}  // namespace clank
