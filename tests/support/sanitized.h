// SPDX-License-Identifier: GPL-3.0-or-later
// How much of a long test runs where a sanitizer watches: programs are some fifty times slower there, and
// what it looks for shows in the first cases as in the last. The whole number runs in the release build.
#pragma once

namespace clank::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

// Of so many random cases, those to be run: an eighth under a sanitizer.
constexpr unsigned takePart(unsigned cases) {
  return kSanitized ? (cases + 7) / 8 : cases;
}

}  // namespace clank::test
