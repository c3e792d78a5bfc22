// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/offscreen_gl.h"

#include <QGuiApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QSurfaceFormat>

namespace clank {
namespace {

// What VTK needs of a context.
QSurfaceFormat makeSurfaceFormat() {
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setSamples(0);  // VTK smooths in its own frame buffer
  return format;
}

class QtOffscreenGl final : public OffscreenGl {
 public:
  bool begin() {
    context_.setFormat(makeSurfaceFormat());
    if (!context_.create()) return false;
    surface_.setFormat(context_.format());
    surface_.create();
    return surface_.isValid() && context_.makeCurrent(&surface_);
  }
  void makeCurrent() override {
    if (!isCurrent()) context_.makeCurrent(&surface_);
  }
  void doneCurrent() override { context_.doneCurrent(); }
  bool isCurrent() const override { return QOpenGLContext::currentContext() == &context_; }

 private:
  QOpenGLContext context_;
  QOffscreenSurface surface_;
};

// Qt's platforms without a screen draw with X11 if with anything, and leave out geometry then.
bool hasScreen() {
  const QString platform = QGuiApplication::platformName();
  return platform != "offscreen" && platform != "minimal";
}

}  // namespace

Result<std::unique_ptr<OffscreenGl>> OffscreenGl::create() {
  if (hasScreen()) {
    auto gl = std::make_unique<QtOffscreenGl>();
    if (gl->begin()) return gl;
  }
  return createEglOffscreen();
}

}  // namespace clank
