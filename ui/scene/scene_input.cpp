// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/scene_input.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>
#include <cmath>

namespace clank {

SceneInput::SceneInput(QWidget* view) : QObject(view), view_(view) {
  view->installEventFilter(this);
  view->setMouseTracking(true);
}

bool SceneInput::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress:
      return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
      return move(*static_cast<QMouseEvent*>(event));
    case QEvent::Leave:
      Q_EMIT left();
      break;
    case QEvent::MouseButtonRelease:
      return release(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseButtonDblClick:
      if (static_cast<QMouseEvent*>(event)->button() != Qt::LeftButton) break;
      Q_EMIT fitWanted();
      return true;
    case QEvent::Wheel: {
      const auto& wheel = *static_cast<QWheelEvent*>(event);
      const double notches = wheel.angleDelta().y() / 120.0;  // fine wheels and touchpads send fractions
      if (notches != 0) Q_EMIT zoomed(wheel.position(), std::pow(1.15, notches));
      event->accept();
      return true;
    }
    case QEvent::KeyPress: {
      const auto& key = *static_cast<QKeyEvent*>(event);
      if (key.key() != Qt::Key_F || key.modifiers() != Qt::NoModifier) break;
      Q_EMIT fitWanted();
      return true;
    }
    default:
      break;
  }
  return QObject::eventFilter(watched, event);
}

bool SceneInput::press(const QMouseEvent& event) {
  if (button_ != Qt::NoButton) return true;
  button_ = event.button();
  pressed_ = last_ = event.position();
  dragged_ = false;
  leads_ = button_ == Qt::LeftButton && grasps_ && grasps_(pressed_);
  return true;
}

bool SceneInput::move(const QMouseEvent& event) {
  if (button_ == Qt::NoButton) {
    Q_EMIT pointed(event.position());
    return false;
  }
  if (!(event.buttons() & button_)) {  // the release went elsewhere
    button_ = Qt::NoButton;
    if (leads_ && dragged_) Q_EMIT dropped(last_);
    return false;
  }
  if (!dragged_ && (event.position() - pressed_).manhattanLength() < QApplication::startDragDistance())
    return true;
  if (!dragged_ && button_ != Qt::RightButton) view_->setCursor(Qt::ClosedHandCursor);
  if (leads_ && !dragged_) Q_EMIT grasped(pressed_);
  dragged_ = true;
  const QPointF by = event.position() - last_;
  last_ = event.position();
  if (leads_)
    Q_EMIT led(event.position());
  else if (button_ == Qt::RightButton)
    Q_EMIT tilted(by);
  else
    Q_EMIT panned(by);
  return true;
}

bool SceneInput::release(const QMouseEvent& event) {
  if (event.button() != button_) return true;
  button_ = Qt::NoButton;
  view_->unsetCursor();
  if (leads_ && dragged_) Q_EMIT dropped(event.position());
  if (!dragged_ && event.button() == Qt::LeftButton) Q_EMIT clicked(event.position());
  return true;
}

}  // namespace clank

#include "moc_scene_input.cpp"
