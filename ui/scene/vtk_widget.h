// SPDX-License-Identifier: GPL-3.0-or-later
// A VTK renderer in a Qt 6 widget. Debian's VTK carries no Qt 6 module, so the widget holds a generic render
// window that draws into VTK's own frame buffer inside Qt's context; each paint copies the result into the
// widget's frame buffer. There is no VTK interactor: mouse and keys stay Qt's.
#pragma once

#include <QImage>
#include <QOpenGLWidget>
#include <QSurfaceFormat>
#include <functional>
#include <memory>

#include "ui/scene/offscreen_gl.h"

class QSurface;
class vtkObject;
class vtkRenderer;

namespace clank {

class VtkWidget : public QOpenGLWidget {
  Q_OBJECT
 public:
  explicit VtkWidget(QWidget* parent = nullptr);
  ~VtkWidget() override;

  // What VTK needs of a context. To be the default format before the application is created, so that widgets
  // which are moved between windows share their contexts.
  static QSurfaceFormat surfaceFormat();

  vtkRenderer* renderer() const;
  // Over renderer(), whatever the depths, with the same camera.
  vtkRenderer* topRenderer() const;
  // Samples a pixel in VTK's frame buffer; 0 is fastest. Takes effect at the next paint.
  void setSamples(int samples);
  int samples() const;
  double lastRenderMilliseconds() const { return lastRenderMs_; }
  // For a widget that is never shown: a frame of this size (px) in a context of its own, which
  // beginOffscreen() has found.
  Problems beginOffscreen();
  QImage drawOffscreen(QSize pixels);
  // Called before each frame, to bring actors up to date once however many changes came since the last one.
  void setBeforeFrame(std::function<void()> callback) { beforeFrame_ = std::move(callback); }

 protected:
  void initializeGL() override;
  void resizeGL(int width, int height) override;
  void paintGL() override;
  bool event(QEvent* event) override;

 private:
  struct Vtk;  // keeps VTK's headers out of this one
  void makeVtkCurrent();
  void tellIfCurrent(vtkObject*, unsigned long, void* answer);
  void releaseVtk();
  void fitWindowToWidget();
  void beginVtk();
  void drawVtk();
  void copyToWidget();

  std::unique_ptr<Vtk> vtk_;
  std::unique_ptr<OffscreenGl> offscreen_;  // of a widget that is not shown
  std::function<void()> beforeFrame_;
  QSurface* surface_ = nullptr;  // that VTK draws with, not owned
  bool painting_ = false;
  double lastRenderMs_ = 0;
};

}  // namespace clank
