// SPDX-License-Identifier: GPL-3.0-or-later
// EGL_MESA_platform_surfaceless: a display that is none. Where a driver does not have it, the first device
// (EGL_EXT_platform_device), then the default display.
#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <cstdio>
#include <string>

#include "ui/scene/offscreen_gl.h"

namespace clank {
namespace {

class EglOffscreenGl final : public OffscreenGl {
 public:
  // What failed; empty: nothing.
  std::string begin();
  ~EglOffscreenGl() override;
  void makeCurrent() override {
    if (!isCurrent()) eglMakeCurrent(display_, surface_, surface_, context_);
  }
  void doneCurrent() override { eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT); }
  bool isCurrent() const override { return eglGetCurrentContext() == context_; }

 private:
  bool findDisplay();
  bool take(EGLDisplay display);

  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

std::string describe(const char* what) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%s (EGL error 0x%04x)", what,
                static_cast<unsigned>(eglGetError()));
  return text.data();
}

bool EglOffscreenGl::take(EGLDisplay display) {
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) return false;
  display_ = display;
  return true;
}

bool EglOffscreenGl::findDisplay() {
  const auto getDisplay =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  const auto listDevices =
      reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  if (getDisplay && take(getDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)))
    return true;
  EGLDeviceEXT device = nullptr;
  EGLint count = 0;
  if (getDisplay && listDevices && listDevices(1, &device, &count) && count > 0 &&
      take(getDisplay(EGL_PLATFORM_DEVICE_EXT, device, nullptr)))
    return true;
  return take(eglGetDisplay(EGL_DEFAULT_DISPLAY));
}

std::string EglOffscreenGl::begin() {
  if (!findDisplay()) return describe("there is no display of EGL");
  if (!eglBindAPI(EGL_OPENGL_API)) return describe("EGL has no desktop OpenGL");
  constexpr std::array<EGLint, 13> kWanted{EGL_SURFACE_TYPE,
                                           EGL_PBUFFER_BIT,
                                           EGL_RENDERABLE_TYPE,
                                           EGL_OPENGL_BIT,
                                           EGL_RED_SIZE,
                                           8,
                                           EGL_GREEN_SIZE,
                                           8,
                                           EGL_BLUE_SIZE,
                                           8,
                                           EGL_DEPTH_SIZE,
                                           24,
                                           EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglChooseConfig(display_, kWanted.data(), &config, 1, &count) || count == 0)
    return describe("EGL has no suitable format");
  // VTK draws into frame buffers of its own: the surface is only there to be current.
  constexpr std::array<EGLint, 5> kSmall{EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
  surface_ = eglCreatePbufferSurface(display_, config, kSmall.data());
  constexpr std::array<EGLint, 7> kVersion{EGL_CONTEXT_MAJOR_VERSION,
                                           3,
                                           EGL_CONTEXT_MINOR_VERSION,
                                           2,
                                           EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                           EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                           EGL_NONE};
  context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, kVersion.data());
  if (context_ == EGL_NO_CONTEXT) return describe("there is no OpenGL 3.2");
  if (!eglMakeCurrent(display_, surface_, surface_, context_)) return describe("the context cannot be used");
  return {};
}

EglOffscreenGl::~EglOffscreenGl() {
  if (display_ == EGL_NO_DISPLAY) return;
  doneCurrent();
  if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
  eglTerminate(display_);
}

}  // namespace

Result<std::unique_ptr<OffscreenGl>> createEglOffscreen() {
  auto gl = std::make_unique<EglOffscreenGl>();
  const std::string problem = gl->begin();
  if (!problem.empty())
    return failure("the scene cannot be drawn, there is no OpenGL on this machine: " + problem +
                   ". Mesa's software OpenGL (Debian: libgl1-mesa-dri, libegl1) is enough");
  return gl;
}

}  // namespace clank
