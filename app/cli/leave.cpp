// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/leave.h"

#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>
#include <ctime>

namespace clank {

namespace {

constexpr std::size_t kStack = 64 * 1024;  // bytes

// Holds the memory until the program is gone. It has no files: readers of pipes see their end at once.
int outlive(void* program) {
  constexpr int kMost = 10'000;
  constexpr timespec kMoment{0, 1'000'000};
  ::syscall(SYS_close_range, 0U, ~0U, 0U);
  const auto parent = *static_cast<const pid_t*>(program);
  for (int i = 0; i < kMost && ::getppid() == parent; ++i) ::nanosleep(&kMoment, nullptr);
  return 0;
}

// Where it cannot be made the program ends a little later.
void leaveMemoryToChild() {
  static pid_t program = ::getpid();
  void* const stack =
      ::mmap(nullptr, kStack, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return;
  ::clone(&outlive, static_cast<char*>(stack) + kStack, CLONE_VM, &program);
}

}  // namespace

void leaveAtOnce(ExitCode code) {
  std::fflush(stdout);
  leaveMemoryToChild();
  ::_exit(static_cast<int>(code));
}

}  // namespace clank
