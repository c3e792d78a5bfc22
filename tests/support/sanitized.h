// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a long test runs where a sanitizer watches: programs are some fifty times slower there, and
// what it looks for shows in the first cases as in the last. The whole number runs in the release build.
#pragma once

// Of the sanitizers' runtimes: there if the program is linked with one. Tests may be compiled without
// (tests/objects.cmake).
extern "C" {
[[gnu::weak]] void __asan_init();
[[gnu::weak]] void __tsan_init();
}

namespace clank::test {

inline bool isSanitized() {
  return &__asan_init != nullptr || &__tsan_init != nullptr;
}

// Of so many random cases, those to be run: an eighth under a sanitizer.
inline unsigned takePart(unsigned cases) {
  return isSanitized() ? (cases + 7) / 8 : cases;
}

}  // namespace clank::test
