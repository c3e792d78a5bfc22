// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/vtk_widget.h"

#include <GL/gl.h>
#include <vtkCommand.h>
#include <vtkCullerCollection.h>
#include <vtkGenericOpenGLRenderWindow.h>
#include <vtkNew.h>
#include <vtkOpenGLFramebufferObject.h>
#include <vtkOpenGLState.h>
#include <vtkRenderer.h>

#include <QBackingStore>
#include <QElapsedTimer>
#include <QPainter>
#include <QTimer>
#include <algorithm>
#include <utility>

namespace clank {

namespace {
constexpr double kOwnTurn = 20;  // ms: what takes longer is drawn in a turn of the event loop for itself
}

struct VtkWidget::Vtk {
  vtkNew<vtkGenericOpenGLRenderWindow> window;
  vtkNew<vtkRenderer> renderer, top;
};

VtkWidget::VtkWidget(QWidget* parent) : QWidget(parent), vtk_(std::make_unique<Vtk>()) {
  setFocusPolicy(Qt::StrongFocus);
  setAttribute(Qt::WA_OpaquePaintEvent);
  auto& window = *vtk_->window;
  window.SetOwnContext(0);
  window.SetReadyForRendering(false);  // until there is a context
  window.SetFrameBlitModeToNoBlit();   // readPicture() takes it from VTK's frame buffer
  window.SetMultiSamples(0);
  window.SetNumberOfLayers(2);
  // To find out which actors are out of sight takes longer than to draw them.
  for (vtkRenderer* renderer : {vtk_->renderer.Get(), vtk_->top.Get()})
    renderer->GetCullers()->RemoveAllItems();
  window.AddRenderer(vtk_->renderer);
  vtk_->top->SetLayer(1);
  vtk_->top->SetActiveCamera(vtk_->renderer->GetActiveCamera());
  window.AddRenderer(vtk_->top);
  window.AddObserver(vtkCommand::WindowMakeCurrentEvent, this, &VtkWidget::makeCurrent);
  window.AddObserver(vtkCommand::WindowIsCurrentEvent, this, &VtkWidget::tellIfCurrent);
}

VtkWidget::~VtkWidget() {
  if (!gl_) return;
  gl_->makeCurrent();
  vtk_->window->Finalize();
  vtk_->window->SetReadyForRendering(false);
  gl_->doneCurrent();
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
  redraw();
}

void VtkWidget::expectLong() {
  lastRenderMs_ = std::max(lastRenderMs_, 2 * kOwnTurn);
}

void VtkWidget::redraw() {
  isStale_ = true;
  update();
}

void VtkWidget::makeCurrent() {
  if (gl_) gl_->makeCurrent();
}

void VtkWidget::tellIfCurrent(vtkObject*, unsigned long, void* answer) {
  *static_cast<bool*>(answer) = gl_ && gl_->isCurrent();
}

Problems VtkWidget::begin() {
  if (gl_ || !problems_.empty()) return problems_;
  auto gl = OffscreenGl::create();
  if (!gl) return problems_ = gl.error();
  gl_ = std::move(*gl);
  gl_->makeCurrent();
  vtk_->window->SetReadyForRendering(true);
  // Core profiles refuse wider lines; VTK then draws them as strips.
  vtk_->window->SetForceMaximumHardwareLineWidth(1);
  vtk_->window->OpenGLInitContext();
  vtk_->window->GetState()->vtkglDepthFunc(GL_LEQUAL);
  return {};
}

QImage VtkWidget::draw(QSize pixels) {
  if (!begin().empty()) return {};
  gl_->makeCurrent();
  vtk_->window->SetSize(pixels.width(), pixels.height());
  QElapsedTimer timer;
  timer.start();
  if (beforeFrame_) beforeFrame_();
  isStale_ = false;  // what was asked for until here is in this frame
  vtk_->window->Render();
  if (picture_.size() != pixels) picture_ = QImage(pixels, QImage::Format_RGB32);
  readPicture();
  lastRenderMs_ = static_cast<double>(timer.nsecsElapsed()) * 1e-6;
  return picture_;
}

// Rows come from below.
void VtkWidget::readPicture() {
  auto& from = *vtk_->window->GetDisplayFramebuffer();
  vtk_->window->GetState()->PushReadFramebufferBinding();
  from.Bind(GL_READ_FRAMEBUFFER);
  from.ActivateReadBuffer(0);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, picture_.width(), picture_.height(), GL_BGRA, GL_UNSIGNED_INT_8_8_8_8_REV,
               picture_.bits());
  vtk_->window->GetState()->PopReadFramebufferBinding();
  for (int low = 0, high = picture_.height() - 1; low < high; ++low, --high)
    std::swap_ranges(picture_.scanLine(low), picture_.scanLine(low) + picture_.bytesPerLine(),
                     picture_.scanLine(high));
}

QSize VtkWidget::pixels() const {
  const double ratio = devicePixelRatioF();
  return {std::max(1, qRound(width() * ratio)), std::max(1, qRound(height() * ratio))};
}

// Not into a picture of the window that somebody saves.
bool VtkWidget::isPaintedOnScreen() const {
  QPoint offset;
  QBackingStore* store = backingStore();
  return store && redirected(&offset) == store->paintDevice();
}

// What takes long has a turn of the event loop for itself; until then the last picture stands.
void VtkWidget::paintEvent(QPaintEvent*) {
  const bool isOld = isStale_ || picture_.size() != pixels();
  const bool waits = isOld && lastRenderMs_ > kOwnTurn && isPaintedOnScreen();
  const bool draws = isOld && !waits;
  // Not 0: that would be handled with the painting. And twice: with the first comes all that is due by then,
  // as what a run has brought while something else took its time.
  if (waits && !std::exchange(isAwaited_, true))
    QTimer::singleShot(1, this, [this] { QTimer::singleShot(1, this, &VtkWidget::drawSoon); });
  if (draws) draw(pixels());
  QPainter painter(this);
  if (!problems_.empty()) return paintProblem(painter);
  painter.drawImage(QRectF(rect()), picture_);
  if (std::exchange(isFresh_, false) || draws) Q_EMIT frameDrawn();
}

void VtkWidget::drawSoon() {
  isAwaited_ = false;
  isFresh_ = true;
  draw(pixels());
  update();
}

void VtkWidget::paintProblem(QPainter& painter) const {
  painter.fillRect(rect(), palette().window());
  painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap,
                   QString::fromStdString(problems_.front().what));
}

}  // namespace clank

#include "moc_vtk_widget.cpp"
