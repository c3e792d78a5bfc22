// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <variant>

namespace clank {

// Puts a default-constructed alternative into a variant; an index beyond them changes nothing.
template <std::size_t I = 0, class V>
void emplaceAlternative(V& variant, std::size_t index) {
  if constexpr (I < std::variant_size_v<V>) {
    if (I == index) {
      variant.template emplace<I>();
    } else {
      emplaceAlternative<I + 1>(variant, index);
    }
  }
}

}  // namespace clank
