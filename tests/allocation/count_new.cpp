// SPDX-License-Identifier: GPL-3.0-or-later
// Counts what this program allocates. Apart from the tests, so that no compiler sees malloc and delete meet.
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

namespace clank {
extern long allocations, allocatedBytes, heldBytes, mostBytes;
long allocations = 0, allocatedBytes = 0, heldBytes = 0, mostBytes = 0;
}  // namespace clank

// Sorting asks for its room so.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++clank::allocations;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (!memory) return nullptr;
  const long bytes = static_cast<long>(::malloc_usable_size(memory));
  clank::allocatedBytes += bytes;
  clank::heldBytes += bytes;
  clank::mostBytes = std::max(clank::mostBytes, clank::heldBytes);
  return memory;
}
void* operator new(std::size_t size) {
  if (void* const memory = operator new(size, std::nothrow)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  clank::heldBytes -= static_cast<long>(::malloc_usable_size(memory));
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}
