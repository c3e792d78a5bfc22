// SPDX-License-Identifier: GPL-3.0-or-later
// Debian's GLEW is built for GLX. In an EGL context, as under Wayland, its glewInit() loads every OpenGL
// function, then misses a GLX display and reports failure, and VTK logs an error at each frame. A program
// that exports this function answers VTK's call in GLEW's place and lets that one complaint pass.
#include <dlfcn.h>

extern "C" __attribute__((visibility("default"))) unsigned glewInit() {
  constexpr unsigned kOk = 0, kFailed = 1, kNoGlxDisplay = 4;
  using Function = unsigned (*)();
  const auto next = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "glewInit"));
  if (!next) return kFailed;
  const unsigned result = next();
  return result == kNoGlxDisplay ? kOk : result;
}
