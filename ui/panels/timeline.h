// SPDX-License-Identifier: GPL-3.0-or-later
// When what happened: the configurations as a ribbon, the events as marks, the time cursor. Dragging moves
// the cursor, and so do the arrows; clicking a mark chooses the event.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/look/palette.h"
#include "ui/panels/configuration_track.h"

namespace clank {

class Timeline : public QWidget {
  Q_OBJECT
 public:
  explicit Timeline(QWidget* parent = nullptr);

  void setTrajectory(const Mechanism& resolved, const Trajectory* trajectory,
                     double duration);  // duration in s
  void advance();
  const ConfigurationTrack& track() const { return track_; }
  void setTime(double t);  // of the cursor, s
  void setLook(const Palette& palette);

  QPoint getEventPosition(std::size_t event) const;  // centre of its mark
  double toPixel(double t) const;                    // of the drawing
  QSize sizeHint() const override { return QSizeF(600, kHeight * scale_).toSize(); }
  QSize minimumSizeHint() const override { return QSizeF(240, kHeight * scale_).toSize(); }

 Q_SIGNALS:
  void timePicked(double t);
  void eventPicked(std::size_t event);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  static constexpr int kHeight = 80;
  void drawRibbon(QPainter& painter) const;
  void drawAxis(QPainter& painter) const;
  void drawEvents(QPainter& painter) const;
  void drawCursor(QPainter& painter) const;
  std::optional<std::size_t> findEvent(QPointF position) const;
  double toTime(double x) const;
  double unitWidth() const { return width() / scale_; }

  Palette palette_ = Palette::light();
  const Trajectory* trajectory_ = nullptr;
  ConfigurationTrack track_;
  double duration_ = 1, cursor_ = 0;
  double scale_ = 1;  // px of the screen to one of the drawing
};

}  // namespace clank
