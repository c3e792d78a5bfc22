// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/vtk_widget.h"

#include <vtkCommand.h>
#include <vtkCullerCollection.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <QElapsedTimer>
#include <QEvent>
#include <QOpenGLContext>
#include <QOpenGLFunctions>

namespace clank {

struct VtkWidget::Vtk {
  vtkNew<vtkGenericOpenGLRenderWindow> window;
  vtkNew<vtkRenderer> renderer, top;
};

QSurfaceFormat VtkWidget::surfaceFormat() {
  QSurfaceFormat format;
  format.setRenderableType(QSurfaceFormat::OpenGL);
  format.setVersion(3, 2);
  format.setProfile(QSurfaceFormat::CoreProfile);
  format.setDepthBufferSize(24);
  format.setSamples(0);  // VTK smooths in its own frame buffer and could not copy into a multisampled one
  return format;
}

VtkWidget::VtkWidget(QWidget* parent) : QOpenGLWidget(parent), vtk_(std::make_unique<Vtk>()) {
  setFormat(surfaceFormat());
  setFocusPolicy(Qt::StrongFocus);
  auto& window = *vtk_->window;
  window.SetOwnContext(0);
  window.SetReadyForRendering(false);  // until there is a context
  window.SetFrameBlitModeToNoBlit();   // copyToWidget() does it, into the frame buffer that Qt has at that
                                       // moment
  window.SetMultiSamples(0);
  window.SetNumberOfLayers(2);
  // To find out which actors are out of sight takes longer than to draw them.
  for (vtkRenderer* renderer : {vtk_->renderer.Get(), vtk_->top.Get()})
    renderer->GetCullers()->RemoveAllItems();
  window.AddRenderer(vtk_->renderer);
  vtk_->top->SetLayer(1);
  vtk_->top->SetActiveCamera(vtk_->renderer->GetActiveCamera());
  window.AddRenderer(vtk_->top);
  window.AddObserver(vtkCommand::WindowMakeCurrentEvent, this, &VtkWidget::makeVtkCurrent);
  window.AddObserver(vtkCommand::WindowIsCurrentEvent, this, &VtkWidget::tellIfCurrent);
}

VtkWidget::~VtkWidget() {
  if (offscreen_) {
    offscreen_->makeCurrent();
    releaseVtk();
    offscreen_->doneCurrent();
  }
  if (context()) {
    // The base class destroys the context after our members are gone: its signal must not find us.
    disconnect(context(), nullptr, this, nullptr);
    makeCurrent();
    releaseVtk();
    doneCurrent();
  }
}

vtkRenderer* VtkWidget::renderer() const {
  return vtk_->renderer;
}
vtkRenderer* VtkWidget::topRenderer() const {
  return vtk_->top;
}
int VtkWidget::samples() const {
  return vtk_->window->GetMultiSamples();
}

void VtkWidget::setSamples(int samples) {
  if (samples == vtk_->window->GetMultiSamples()) return;
  vtk_->window->SetMultiSamples(samples);
  update();
}

// With the surface alone: QOpenGLWidget::makeCurrent() would also bind the widget's frame buffer in the
// middle of VTK's frame.
void VtkWidget::makeVtkCurrent() {
  if (offscreen_) return offscreen_->makeCurrent();
  QOpenGLContext* const ours = context();
  if (!ours || !surface_) return;
  if (QOpenGLContext::currentContext() != ours || ours->surface() != surface_) ours->makeCurrent(surface_);
}

void VtkWidget::tellIfCurrent(vtkObject*, unsigned long, void* answer) {
  *static_cast<bool*>(answer) =
      offscreen_ ? offscreen_->isCurrent() : context() && QOpenGLContext::currentContext() == context();
}

void VtkWidget::releaseVtk() {
  if (!vtk_->window->GetReadyForRendering()) return;
  vtk_->window->Finalize();
  vtk_->window->SetReadyForRendering(false);
}

// Runs again with a new context whenever the widget lands in another top-level window, as when a dock floats.
void VtkWidget::initializeGL() {
  connect(
      context(), &QOpenGLContext::aboutToBeDestroyed, this,
      [this] {
        makeCurrent();
        releaseVtk();
        doneCurrent();
      },
      Qt::DirectConnection);
  surface_ = context()->surface();
  beginVtk();
  fitWindowToWidget();
}

void VtkWidget::beginVtk() {
  vtk_->window->SetReadyForRendering(true);
  vtk_->window->SetForceMaximumHardwareLineWidth(
      1);  // core profiles refuse wider lines; VTK then draws them as strips
  vtk_->window->OpenGLInitContext();
}

void VtkWidget::fitWindowToWidget() {
  const double ratio = devicePixelRatioF();
  vtk_->window->SetSize(qMax(1, qRound(width() * ratio)), qMax(1, qRound(height() * ratio)));
}

void VtkWidget::resizeGL(int, int) {
  fitWindowToWidget();
}

bool VtkWidget::event(QEvent* event) {
  if (event->type() ==
      QEvent::ScreenChangeInternal) {  // Qt 6.4 has no event of its own for a new pixel ratio
    fitWindowToWidget();
    update();
  }
  return QOpenGLWidget::event(event);
}

void VtkWidget::paintGL() {
  if (painting_ || !vtk_->window->GetReadyForRendering()) return;
  painting_ = true;
  if (beforeFrame_) beforeFrame_();
  QElapsedTimer timer;
  timer.start();
  drawVtk();
  makeCurrent();
  copyToWidget();
  vtk_->window->GetState()->Pop();
  context()->functions()->glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
  lastRenderMs_ = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
  painting_ = false;
}

// Leaves the state of OpenGL pushed.
void VtkWidget::drawVtk() {
  vtkOpenGLState* const state = vtk_->window->GetState();
  state->Reset();  // others changed the context behind VTK's record of it
  state->Push();
  state->vtkglDepthFunc(GL_LEQUAL);
  vtk_->window->Render();
}

Problems VtkWidget::beginOffscreen() {
  auto gl = OffscreenGl::create();
  if (!gl) return gl.error();
  offscreen_ = std::move(*gl);
  offscreen_->makeCurrent();
  beginVtk();
  offscreen_->doneCurrent();
  return {};
}

QImage VtkWidget::drawOffscreen(QSize pixels) {
  offscreen_->makeCurrent();
  vtk_->window->SetSize(pixels.width(), pixels.height());
  if (beforeFrame_) beforeFrame_();
  drawVtk();
  vtkNew<vtkUnsignedCharArray> colours;
  vtk_->window->GetPixelData(0, 0, pixels.width() - 1, pixels.height() - 1, 0, colours.Get(), 0);
  vtk_->window->GetState()->Pop();
  offscreen_->doneCurrent();
  const QImage upsideDown(colours->GetPointer(0), pixels.width(), pixels.height(), 3 * pixels.width(),
                          QImage::Format_RGB888);
  return upsideDown.mirrored().convertToFormat(QImage::Format_RGB32);
}

void VtkWidget::copyToWidget() {
  QOpenGLFunctions* const gl = context()->functions();
  const int* const size = vtk_->window->GetSize();
  gl->glBindFramebuffer(GL_DRAW_FRAMEBUFFER, defaultFramebufferObject());
  vtk_->window->GetState()->vtkglDisable(GL_SCISSOR_TEST);
  vtk_->window->BlitDisplayFramebuffer(0, 0, 0, size[0], size[1], 0, 0, size[0], size[1], GL_COLOR_BUFFER_BIT,
                                       GL_NEAREST);
  // Opaque everywhere, or the desktop would shine through where VTK blended.
  gl->glBindFramebuffer(GL_FRAMEBUFFER, defaultFramebufferObject());
  gl->glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_TRUE);
  gl->glClearColor(0, 0, 0, 1);
  gl->glClear(GL_COLOR_BUFFER_BIT);
  gl->glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
}

}  // namespace clank
