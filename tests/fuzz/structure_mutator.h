// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <random>

namespace clank::test {

// Changes one to three places of a JSON document so that it stays one: values become strange ones, keys go or
// come twice under other names, parts are copied over others and lists grow and shrink. Most of what comes
// out is still something like a mechanism.
void mutateStructure(nlohmann::json& root, std::mt19937& random);

}  // namespace clank::test
