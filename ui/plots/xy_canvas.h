// SPDX-License-Identifier: GPL-3.0-or-later
// One drawing of values over values: curves that time runs along, or dots, a circle, the place of the cursor.
//
// Left button: moves the time cursor to the nearest point of a curve. Wheel: zooms about the pointer. Middle
// button, or left with Ctrl: moves the view. Double click: everything.
#pragma once

#include <QPixmap>
#include <QPointF>
#include <QString>
#include <QWidget>
#include <memory>
#include <vector>

#include "ui/look/palette.h"
#include "ui/plots/picture_form.h"

namespace clank {

class XyCanvas : public QWidget {
  Q_OBJECT
 public:
  explicit XyCanvas(QWidget* parent = nullptr);
  ~XyCanvas() override;

  // advice: behind the note, and not on paper.
  void setTitle(const QString& title, const QString& note, const QString& advice = {});
  // Names and SI units; numbers stand along the axes with the prefix that keeps them short.
  void setAxes(const QString& x, const QString& xUnit, const QString& y, const QString& yUnit);
  void setEqual(bool equal);  // a metre is a metre along both axes
  // A clearance about the origin: a circle, or a band between two sides at that distance along the normal;
  // 0: none.
  void setCircle(double radius);
  void setBand(double half, QPointF normal);
  void setDotted(bool dotted);
  void setLogarithmic(bool x, bool y);  // what is not above zero is left out
  void setFloors(double x, double y);   // what is below (SI) is rounding: no axis is scaled to it
  // In place of axes, which would look like data, while there is nothing to see; empty: none.
  void setHint(const QString& text);
  QString getHint() const;
  void setLook(const Palette& palette);

  void clearCurves();
  int addCurve(const QString& label);  // its index, which is also its colour
  // In order of time.
  void append(int curve, const std::vector<double>& t, const std::vector<double>& x,
              const std::vector<double>& y);
  void replace(int curve, const std::vector<double>& t, const std::vector<double>& x,
               const std::vector<double>& y);
  void setGhost(int curve, const std::vector<double>& x, const std::vector<double>& y);
  // A curve of another run in its colour (index of Palette::curve); with one at least this run is black.
  void addOverlay(const QString& label, int colour, const std::vector<double>& x,
                  const std::vector<double>& y);
  void setTimes(double from, double to);  // s: of what is drawn; the cursor is not seen at others
  void setCursor(double t);
  void setThick(const std::vector<int>& curves);  // these, and no others
  QString getPointerText() const;                 // what is read under the mouse; empty: no curve is near
  void setCurvesHidden(bool hidden);
  void setHeadRoom(int room);  // px that stay free at the right of the title, beside the menu's button
  void resetView();
  void refresh();

  std::size_t countShown(int curve) const;
  QPointF toPixel(double x, double y) const;
  QPixmap takePicture(const PictureForm& form = {});
  bool writePicture(const QString& path, const PictureForm& form = {});  // as PlotCanvas does

 Q_SIGNALS:
  void curvePointed(int curve);  // the mouse is on it; -1: on none
  void timePicked(double t);
  void menuRequested(const QPoint& globalPosition);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  class Private;
  std::unique_ptr<Private> d_;
};

}  // namespace clank
