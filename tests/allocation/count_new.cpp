// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what this program allocates. Apart from the tests, so that no compiler sees malloc and delete meet.
#include <cstdlib>
#include <new>

namespace clank {
extern long allocations;
long allocations = 0;
}  // namespace clank

void* operator new(std::size_t size) {
  ++clank::allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
