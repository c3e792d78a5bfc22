// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/board/canvas.h"

#include <QContextMenuEvent>
#include <QGraphicsScene>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QWheelEvent>
#include <cmath>

#include "ui/board/grid.h"
#include "ui/look/shown_units.h"

namespace clank {
namespace {

constexpr double kSheet = 100;                   // m, to each side of the origin, or twice what is drawn
constexpr double kSmallest = 2, kLargest = 2e6;  // px per m, of such a sheet
constexpr double kMostPixels = 1e9;              // of a sheet: scroll bars count them in whole numbers
constexpr double kFirstScale = 800;              // px per m: an A4 sheet fills the view
constexpr double kMostMargin = 0.12;             // of a side, where a pane is small
constexpr double kFitMargin = 72;                // px, around what is fitted
constexpr double kAnchor = 30;                   // px, from the pin of an anchor to the ground below it
constexpr double kHeading = 36;                  // px, of what is told above the drawing
constexpr double kUnitRoom = 16;                 // px beside the corner, of the unit there and a gap
constexpr double kHalfMark = 14;                 // px, half a number of a ruler
constexpr double kNotch = 1.15;                  // zoom of one notch of the wheel

}  // namespace

Canvas::Canvas(QWidget* parent) : QGraphicsView(parent) {
  setScene(new QGraphicsScene(this));
  spread(kSheet);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setTransformationAnchor(QGraphicsView::NoAnchor);
  setResizeAnchor(QGraphicsView::AnchorViewCenter);
  setViewportUpdateMode(QGraphicsView::FullViewportUpdate);
  setCacheMode(QGraphicsView::CacheBackground);  // the grid costs more to draw than a mechanism
  setMouseTracking(true);
  viewport()->setMouseTracking(true);
  setFocusPolicy(Qt::StrongFocus);
  setTransform(QTransform::fromScale(kFirstScale, -kFirstScale));
  centerOn(0, 0);
}

void Canvas::setLook(const Palette& palette) {
  palette_ = palette;
  resetCachedContent();
  viewport()->update();
}

double Canvas::gridStep() const {
  return findGridStep(scale()).minor;
}

void Canvas::setGridShown(bool shown) {
  grid_ = shown;
  resetCachedContent();
  viewport()->update();
}

void Canvas::spread(double sheet) {
  sheet_ = sheet;
  setSceneRect(-sheet, -sheet, 2 * sheet, 2 * sheet);
}

double Canvas::limitScale(double scale) const {
  return std::clamp(scale, kSmallest * kSheet / sheet_, std::min(kLargest, kMostPixels / (2 * sheet_)));
}

void Canvas::zoomAt(QPointF pixel, double factor) {
  const double wanted = limitScale(scale() * factor);
  const QPointF before = toWorld(pixel);
  setTransform(QTransform::fromScale(wanted, -wanted));
  pan(toPixel().map(before) - pixel);
  viewport()->update();
  Q_EMIT zoomed();
}

void Canvas::zoomCentred(double factor) {
  zoomAt(QRectF(viewport()->rect()).center(), factor);
}

void Canvas::showBox(QPointF low, QPointF high) {
  fitTo(QRectF(low, high));
}

void Canvas::fitTo(const QRectF& box) {
  const QPointF low = box.topLeft(), high = box.bottomRight();
  const double width = std::max(high.x() - low.x(), 1e-6), height = std::max(high.y() - low.y(), 1e-6);
  const double paneX = viewport()->width() - kRulerWidth, paneY = viewport()->height() - kRulerWidth;
  const auto margin = [](double side) { return std::min(kFitMargin, kMostMargin * side); };
  const double above = std::max(margin(paneY), kHeading), below = std::max(margin(paneY), kAnchor);
  const double roomX = std::max(paneX - 2 * margin(paneX), 40.0),
               roomY = std::max(paneY - above - below, 40.0);
  const double farthest =
      std::max({std::abs(low.x()), std::abs(low.y()), std::abs(high.x()), std::abs(high.y())});
  spread(std::max(kSheet, 2 * farthest));
  const double pixels = limitScale(std::min({roomX / width, roomY / height, 1e5}));
  setTransform(QTransform::fromScale(pixels, -pixels));
  // The rulers lie to the left and below: the middle of the rest is further right and higher.
  centerOn((low + high) / 2 - QPointF(kRulerWidth, kRulerWidth + below - above) / 2 / pixels);
  shown_ = box;
  viewport()->update();
  Q_EMIT zoomed();
}

void Canvas::pan(QPointF pixels) {
  shown_.reset();
  horizontalScrollBar()->setValue(horizontalScrollBar()->value() + qRound(pixels.x()));
  verticalScrollBar()->setValue(verticalScrollBar()->value() + qRound(pixels.y()));
}

void Canvas::moveTop(int down) {
  verticalScrollBar()->setValue(verticalScrollBar()->value() + down);
}

void Canvas::keepInPane() {
  if (!shown_) return;
  const QRectF pane = QRectF(viewport()->rect()).adjusted(kRulerWidth, 0, 0, -kRulerWidth);
  if (!pane.contains(toPixel().mapRect(*shown_))) fitTo(*shown_);
}

void Canvas::drawBackground(QPainter* painter, const QRectF&) {
  painter->setWorldTransform({});
  const QRectF view = viewport()->rect();
  painter->fillRect(view, palette_.panel);
  if (!grid_) return;
  const GridStep step = findGridStep(scale());
  const QPointF low = toWorld(view.bottomLeft()), high = toWorld(view.topRight());
  painter->setRenderHint(QPainter::Antialiasing, false);
  QColor fine = palette_.line;
  fine.setAlphaF(palette_.dark ? 0.35F : 0.38F);
  const auto drawLines = [&](double every, const QColor& colour) {
    painter->setPen(QPen(colour, 1));
    for (double k = std::ceil(low.x() / every); k * every <= high.x(); ++k) {
      const double x = std::round(toPixel().map(QPointF(k * every, 0)).x());
      painter->drawLine(QPointF(x, view.top()), QPointF(x, view.bottom()));
    }
    for (double k = std::ceil(low.y() / every); k * every <= high.y(); ++k) {
      const double y = std::round(toPixel().map(QPointF(0, k * every)).y());
      painter->drawLine(QPointF(view.left(), y), QPointF(view.right(), y));
    }
  };
  drawLines(step.minor, fine);
  drawLines(step.major, palette_.line);
  const QPointF origin = toPixel().map(QPointF(0, 0));
  painter->setPen(QPen(palette_.dim, 1));
  painter->drawLine(QPointF(std::round(origin.x()), view.top()),
                    QPointF(std::round(origin.x()), view.bottom()));
  painter->drawLine(QPointF(view.left(), std::round(origin.y())),
                    QPointF(view.right(), std::round(origin.y())));
}

void Canvas::drawForeground(QPainter* painter, const QRectF&) {
  painter->setWorldTransform({});
  if (paint_) paint_(*painter);
  painter->setWorldTransform({});
  drawRulers(*painter);
}

// Below and to the left, as on a drawing: marks at the coarser lines, and where the mouse is.
void Canvas::drawRulers(QPainter& painter) {
  const QRectF view = viewport()->rect();
  const GridStep step = findGridStep(scale());
  const QPointF low = toWorld(view.bottomLeft()), high = toWorld(view.topRight());
  const QRectF below(view.left(), view.bottom() - kRulerWidth, view.width(), kRulerWidth),
      aside(0, 0, kRulerWidth, view.height());
  QColor ground = palette_.ground;
  ground.setAlphaF(0.94F);
  painter.setRenderHint(QPainter::Antialiasing, false);
  painter.fillRect(below, ground);
  painter.fillRect(aside, ground);
  QFont font = painter.font();
  font.setPixelSize(10);
  painter.setFont(font);
  painter.setPen(palette_.dim);
  for (double k = std::ceil(low.x() / step.major); k * step.major <= high.x(); ++k) {
    const double x = toPixel().map(QPointF(k * step.major, 0)).x();
    const QString mark = writeRulerMark(k * step.major, step.major);
    const double half = painter.fontMetrics().horizontalAdvance(mark) / 2.0;
    // No number is cut, none stands at the unit.
    if (x - half < kRulerWidth + kUnitRoom || x > view.right() - kHalfMark) continue;
    painter.drawLine(QPointF(x, below.top()), QPointF(x, below.top() + 4));
    painter.drawText(QRectF(x - 40, below.top() + 4, 80, kRulerWidth - 4), Qt::AlignCenter, mark);
  }
  for (double k = std::ceil(low.y() / step.major); k * step.major <= high.y(); ++k) {
    const double y = toPixel().map(QPointF(0, k * step.major)).y();
    if (y > view.bottom() - kRulerWidth - kHalfMark || y < view.top() + kHalfMark) continue;
    painter.drawLine(QPointF(kRulerWidth - 4, y), QPointF(kRulerWidth, y));
    painter.save();
    painter.translate(kRulerWidth / 2.0 - 1, y);
    painter.rotate(-90);
    painter.drawText(QRectF(-40, -kRulerWidth / 2.0, 80, kRulerWidth - 4), Qt::AlignCenter,
                     writeRulerMark(k * step.major, step.major));
    painter.restore();
  }
  painter.fillRect(QRectF(0, below.top(), kRulerWidth + 8, kRulerWidth), palette_.ground);
  painter.drawText(QRectF(2, below.top(), kRulerWidth + 6, kRulerWidth), Qt::AlignCenter,
                   writeShownUnit("m"));
  if (!isPointed_) return;
  painter.setPen(QPen(palette_.action, 1.5));
  painter.drawLine(QPointF(mouse_.x(), below.top()), QPointF(mouse_.x(), below.bottom()));
  painter.drawLine(QPointF(0, mouse_.y()), QPointF(kRulerWidth, mouse_.y()));
}

void Canvas::wheelEvent(QWheelEvent* event) {
  if (event->modifiers() & Qt::ShiftModifier) {
    const QPoint turned = event->angleDelta();
    pan(QPointF(-(turned.x() + turned.y()), 0) / 2);
  } else {
    zoomAt(event->position(), std::pow(kNotch, event->angleDelta().y() / 120.0));
  }
  event->accept();
}

CanvasMouse Canvas::read(const QMouseEvent& event) const {
  return {toWorld(event.position()), event.position(), event.button(), event.modifiers()};
}

void Canvas::mousePressEvent(QMouseEvent* event) {
  mouse_ = event->position();
  if (event->button() == Qt::MiddleButton) {
    panFrom_ = event->position();
    viewport()->setCursor(Qt::ClosedHandCursor);
  } else if (event->button() == Qt::LeftButton) {
    Q_EMIT pressed(read(*event));
  }
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
  mouse_ = event->position();
  isPointed_ = true;
  if (panFrom_) {
    pan(*panFrom_ - event->position());
    panFrom_ = event->position();
  }
  Q_EMIT moved(read(*event));
  viewport()->update();
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
  if (event->button() == Qt::MiddleButton) {
    panFrom_.reset();
    viewport()->unsetCursor();
  } else if (event->button() == Qt::LeftButton) {
    Q_EMIT released(read(*event));
  }
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) Q_EMIT doubleClicked(read(*event));
}

void Canvas::contextMenuEvent(QContextMenuEvent* event) {
  const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
  const QPointF at = byKey ? mouse_ : QPointF(event->pos());
  Q_EMIT menuAsked({toWorld(at), at, Qt::RightButton, event->modifiers()},
                   byKey ? viewport()->mapToGlobal(at.toPoint()) : event->globalPos());
}

// Arrows move the mouse by one step of the grid (with Shift by one pixel), Enter clicks; Ctrl+Enter takes
// hold of what is there, and Enter lets go.
void Canvas::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
      return moveByKey(*event);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return clickByKey(*event);
    default:
      event->ignore();
  }
}

void Canvas::clickByKey(const QKeyEvent& event) {
  const Qt::KeyboardModifiers others = event.modifiers() & ~(Qt::ControlModifier | Qt::KeypadModifier);
  const CanvasMouse mouse{toWorld(mouse_), mouse_, Qt::LeftButton, others};
  if (!held_) Q_EMIT pressed(mouse);
  held_ = !held_ && (event.modifiers() & Qt::ControlModifier);
  if (!held_) Q_EMIT released(mouse);
}

void Canvas::moveByKey(const QKeyEvent& event) {
  const double by = event.modifiers() & Qt::ShiftModifier ? 1 : gridStep() * scale();
  QPointF step;
  if (event.key() == Qt::Key_Left) step = {-by, 0};
  if (event.key() == Qt::Key_Right) step = {by, 0};
  if (event.key() == Qt::Key_Up) step = {0, -by};
  if (event.key() == Qt::Key_Down) step = {0, by};
  mouse_ += step;
  isPointed_ = true;
  const QRectF inside =
      QRectF(viewport()->rect()).adjusted(2 * kRulerWidth, kRulerWidth, -kRulerWidth, -2 * kRulerWidth);
  const QPointF kept(std::clamp(mouse_.x(), inside.left(), inside.right()),
                     std::clamp(mouse_.y(), inside.top(), inside.bottom()));
  pan(mouse_ - kept);
  mouse_ = kept;
  Q_EMIT moved({toWorld(mouse_), mouse_, Qt::NoButton, {}});
  viewport()->update();
}

void Canvas::leaveEvent(QEvent* event) {
  isPointed_ = false;
  viewport()->update();
  Q_EMIT left();
  QGraphicsView::leaveEvent(event);
}

void Canvas::resizeEvent(QResizeEvent* event) {
  QGraphicsView::resizeEvent(event);
  if (shown_ && resizeAnchor() != NoAnchor) return fitTo(*shown_);
  Q_EMIT zoomed();
}

}  // namespace clank

#include "moc_canvas.cpp"
