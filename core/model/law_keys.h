// SPDX-License-Identifier: GPL-3.0-or-later
// Which keys of a contact its laws use. From this one table the window shows fields and a file gets warnings.
#pragma once

#include <optional>
#include <string_view>

#include "core/model/contact_law.h"

namespace clank {

enum class KeyUse { used, notByLaw, notByFriction };

// Of a key as a file has it below the contact ("friction", "compliance/damping"). A law that a parameter
// chooses is not given, as it may be any. Keys that no law decides about are used.
KeyUse findKeyUse(std::string_view key, std::optional<ContactLaw> law, std::optional<FrictionLaw> friction);

}  // namespace clank
