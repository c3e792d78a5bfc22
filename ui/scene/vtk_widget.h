// SPDX-License-Identifier: GPL-3.0-or-later
// A VTK renderer in a Qt 6 widget. Debian's VTK carries no Qt 6 module, so the widget holds a generic render
// window that draws into VTK's own frame buffer in a context that belongs to no window; the picture is read
// back and painted as any other. A QOpenGLWidget would save the reading, and make Qt put together the whole
// window by OpenGL whenever anything in it changes, be it the caret of a field: where OpenGL is software that
// took most of a frame. There is no VTK interactor: mouse and keys stay Qt's.
#pragma once

#include <QImage>
#include <QWidget>
#include <functional>
#include <memory>

#include "ui/scene/offscreen_gl.h"

class vtkObject;
class vtkRenderer;

namespace clank {

class VtkWidget : public QWidget {
  Q_OBJECT
 public:
  explicit VtkWidget(QWidget* parent = nullptr);
  ~VtkWidget() override;

  vtkRenderer* renderer() const;
  // Over renderer(), whatever the depths, with the same camera.
  vtkRenderer* topRenderer() const;
  // Something in the scene is another: it is drawn when the window is painted next, once however many changes
  // came before, or right after that where drawing takes long. update() alone paints the picture that is
  // there.
  void redraw();
  // The next picture takes long for all that is known: nothing of it has been drawn before.
  void expectLong();
  // Samples a pixel in VTK's frame buffer; 0 is fastest.
  void setSamples(int samples);
  int samples() const;
  double lastRenderMilliseconds() const { return lastRenderMs_; }
  // Finds a context, if there is none yet. Fails where there is no OpenGL.
  Problems begin();
  // The scene at this size (px), whether or not it is shown. Null without OpenGL.
  QImage draw(QSize pixels);
  QSize pixels() const;  // of the widget on its screen
  // Called before each frame, to bring actors up to date once however many changes came since the last one.
  void setBeforeFrame(std::function<void()> callback) { beforeFrame_ = std::move(callback); }

 Q_SIGNALS:
  void frameDrawn();  // the scene as it is now is in the window

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Vtk;  // keeps VTK's headers out of this one
  void makeCurrent();
  void tellIfCurrent(vtkObject*, unsigned long, void* answer);
  void readPicture();
  bool isPaintedOnScreen() const;
  void drawSoon();
  void paintProblem(QPainter& painter) const;

  std::unique_ptr<Vtk> vtk_;
  std::unique_ptr<OffscreenGl> gl_;
  Problems problems_;  // why there is no context
  std::function<void()> beforeFrame_;
  QImage picture_;
  bool isStale_ = true, isFresh_ = false, isAwaited_ = false;
  double lastRenderMs_ = 0;
};

}  // namespace clank
