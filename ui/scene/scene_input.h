// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys over the scene: a left drag moves the part under it where there is one, else it pans like a
// middle drag, the wheel zooms at the cursor, right drag tilts, a
// double click or F fits, a click picks. Every other key is left to the window.
#pragma once

#include <QObject>
#include <QPointF>
#include <functional>

class QMouseEvent;
class QWidget;

namespace clank {

class SceneInput : public QObject {
  Q_OBJECT
 public:
  explicit SceneInput(QWidget* view);
  // Is there a part that a drag from here takes along?
  void setGrasps(std::function<bool(QPointF at)> grasps) { grasps_ = std::move(grasps); }

 Q_SIGNALS:
  void grasped(QPointF at);  // led, and dropped
  void led(QPointF at);
  void dropped(QPointF at);
  void panned(QPointF pixels);
  void tilted(QPointF pixels);
  void zoomed(QPointF at, double factor);
  void fitWanted();
  void clicked(QPointF at);
  void pointed(QPointF at);  // without a button
  void left();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  bool press(const QMouseEvent& event);
  bool move(const QMouseEvent& event);
  bool release(const QMouseEvent& event);

  QWidget* view_;
  QPointF pressed_, last_;
  Qt::MouseButton button_ = Qt::NoButton;  // that a drag began with
  bool dragged_ = false;
  bool leads_ = false;  // a part
  std::function<bool(QPointF)> grasps_;
};

}  // namespace clank
