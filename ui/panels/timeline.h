// SPDX-License-Identifier: GPL-3.0-or-later
// When what happened: the configurations as a ribbon, contacts as bands, the events as marks, the time
// cursor. Dragging moves the cursor, and so do the arrows; clicking a mark or band chooses the event. Wheel:
// zooms about the pointer; double click: everything.
#pragma once

#include <QWidget>
#include <optional>

#include "ui/look/palette.h"
#include "ui/panels/configuration_track.h"
#include "ui/panels/contact_track.h"

namespace clank {

class Timeline : public QWidget {
  Q_OBJECT
 public:
  explicit Timeline(QWidget* parent = nullptr);

  void setTrajectory(const Mechanism& resolved, const Trajectory* trajectory,
                     double duration);  // duration in s
  void advance();
  const ConfigurationTrack& track() const { return track_; }
  const ContactTrack& contacts() const { return contacts_; }
  void setView(double from, double to);  // s, what of the run is shown; does not emit viewChanged
  void setTime(double t);                // of the cursor, s
  double getTime() const { return cursor_; }
  void setLook(const Palette& palette);
  void setCompact(bool compact);  // lower rows, and fewer, for a low window

  QPoint getEventPosition(std::size_t event) const;           // centre of its mark
  double toPixel(double t) const;                             // of the drawing
  QRect getBand(std::size_t row, std::size_t contact) const;  // in this widget
  QSize sizeHint() const override { return QSizeF(600, unitHeight() * scale_).toSize(); }
  QSize minimumSizeHint() const override { return QSizeF(240, unitHeight() * scale_).toSize(); }

 Q_SIGNALS:
  void timePicked(double t);
  void eventPicked(std::size_t event);
  void viewChanged(double from, double to);  // by hand
  void heightChanged();                      // sizeHint() has

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void leaveEvent(QEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void drawRibbon(QPainter& painter) const;
  void drawAxis(QPainter& painter) const;
  void drawEvents(QPainter& painter) const;
  void drawContacts(QPainter& painter) const;
  void drawBands(QPainter& painter, const ContactTrack::Row& row, const QRectF& place) const;
  void drawCursor(QPainter& painter) const;
  // Of the band at a position the first and last contact that are drawn as one.
  struct Band {
    std::size_t row = 0, first = 0, last = 0;
  };
  std::optional<Band> findBand(QPointF position) const;
  std::vector<Band> listBands(std::size_t row) const;
  const ContactTrack::Contact& findContact(const Band& band, double t) const;  // the nearest to a time (s)
  QRectF placeOf(const Band& band) const;
  std::size_t shownRows() const;
  double axisY() const;
  double unitHeight() const;
  // Where its rows stand, px before lookScale().
  struct Rows {
    double ribbon;                    // height of the phases
    double bandsTop, bandStep, band;  // of the contacts
    double axis;                      // without contacts
    double labels, end;               // below the axis
    std::size_t most;                 // rows of contacts; more share one
  };
  static const Rows kRoomy, kCompact;
  Rows rows_ = kRoomy;
  QString describe(const Band& band) const;
  void changeView(double from, double to);
  std::optional<std::size_t> findEvent(QPointF position) const;
  double toTime(double x) const;
  double unitWidth() const { return width() / scale_; }
  int gutter() const;
  bool hasNames() const;
  QFont textFont() const;
  void measureNames();

  Palette palette_ = Palette::light();
  const Trajectory* trajectory_ = nullptr;
  ConfigurationTrack track_;
  ContactTrack contacts_;
  double from_ = 0, to_ = 1;  // s, what is shown
  double duration_ = 1, cursor_ = 0;
  int widestName_ = 0;  // px
  double scale_ = 1;    // px of the screen to one of the drawing
};

}  // namespace clank
