// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace clank {

// One callable out of several, for an exhaustive std::visit in place. No general alternative among them: an
// alternative that nobody thought of must not compile.
template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

}  // namespace clank
