// SPDX-License-Identifier: GPL-3.0-or-later
// An OpenGL context that no window belongs to: Qt's where its platform has OpenGL, else one straight from
// EGL, which needs no display.
#pragma once

#include <memory>

#include "core/support/result.h"

namespace clank {

class OffscreenGl {
 public:
  // Fails with the reason where no OpenGL can be had.
  static Result<std::unique_ptr<OffscreenGl>> create();
  virtual ~OffscreenGl() = default;

  virtual void makeCurrent() = 0;
  virtual void doneCurrent() = 0;
  virtual bool isCurrent() const = 0;
};

// Of EGL alone; offscreen_gl.cpp chooses.
Result<std::unique_ptr<OffscreenGl>> createEglOffscreen();

}  // namespace clank
