// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse and keys over the scene: left or middle drag pans, the wheel zooms at the cursor, right drag tilts, a
// double click or F fits, a click picks. Every other key is left to the window.
#pragma once

#include <QObject>
#include <QPointF>

class QMouseEvent;
class QWidget;

namespace clank {

class SceneInput : public QObject {
  Q_OBJECT
 public:
  explicit SceneInput(QWidget* view);

 Q_SIGNALS:
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
};

}  // namespace clank
