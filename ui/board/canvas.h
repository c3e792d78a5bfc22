// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet: grid and rulers in real units, zoom, pan, fit. What lies on it is painted by whoever owns it.
#pragma once

#include <QGraphicsView>
#include <QRectF>
#include <functional>
#include <optional>

#include "ui/look/palette.h"

namespace clank {

inline constexpr int kRulerWidth = 20;  // px

// The mouse, or the keyboard in its place, over the sheet.
struct CanvasMouse {
  QPointF world, pixel;  // m; px in the viewport
  Qt::MouseButton button = Qt::NoButton;
  Qt::KeyboardModifiers modifiers;
};

class Canvas : public QGraphicsView {
  Q_OBJECT
 public:
  explicit Canvas(QWidget* parent = nullptr);

  // Called with a painter in pixels of the viewport, between grid and rulers.
  void setContent(std::function<void(QPainter&)> paint) { paint_ = std::move(paint); }
  void setLook(const Palette& palette);
  const Palette& palette() const { return palette_; }

  QTransform toPixel() const { return viewportTransform(); }
  QPointF toWorld(QPointF pixel) const { return viewportTransform().inverted().map(pixel); }
  double scale() const { return transform().m11(); }  // px per m
  double gridStep() const;                            // m, of the finer lines
  void setGridShown(bool shown);
  bool isGridShown() const { return grid_; }

  void zoomAt(QPointF pixel, double factor);
  void zoomCentred(double factor);
  // The pane begins so many px farther down: what is drawn stays where it was.
  void moveTop(int down);
  // What was fitted as a whole is fitted again where it is not in the pane any more.
  void keepInPane();
  // The whole of it, with a margin; also after the room has changed, until somebody zooms or pans. While the
  // resize anchor is none it stays where it is.
  void showBox(QPointF low, QPointF high);
  bool isFitted() const { return shown_.has_value(); }  // nobody has zoomed or panned since

 Q_SIGNALS:
  void pressed(const clank::CanvasMouse& mouse);
  void moved(const clank::CanvasMouse& mouse);
  void released(const clank::CanvasMouse& mouse);
  void doubleClicked(const clank::CanvasMouse& mouse);
  void menuAsked(const clank::CanvasMouse& mouse, QPoint global);
  void left();
  void zoomed();

 protected:
  void drawBackground(QPainter* painter, const QRectF& rect) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitTo(const QRectF& box);
  void spread(double sheet);  // m, to each side of the origin
  double limitScale(double scale) const;
  CanvasMouse read(const QMouseEvent& event) const;
  void drawRulers(QPainter& painter);
  void moveByKey(const QKeyEvent& event);
  void clickByKey(const QKeyEvent& event);
  void pan(QPointF pixels);

  std::function<void(QPainter&)> paint_;
  Palette palette_ = Palette::light();
  bool grid_ = true;
  QPointF mouse_;                   // px, last seen
  bool isPointed_ = false;          // the mouse, or the keys in its place, are on the board
  bool held_ = false;               // something, by Ctrl+Enter
  std::optional<QPointF> panFrom_;  // px
  double sheet_ = 0;                // m
  std::optional<QRectF> shown_;     // as a whole
};

}  // namespace clank
