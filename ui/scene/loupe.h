// SPDX-License-Identifier: GPL-3.0-or-later
// A round inset over the scene: a loose joint so much magnified that its clearance fills it. Journal and
// bearing keep their places to each other; only the clearance between them is to scale, and the loupe says to
// which. It can be dragged to another place.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/look/palette.h"
#include "ui/scene/play_figure.h"
#include "ui/scene/play_record.h"

class QToolButton;

namespace clank {

class Loupe : public QWidget {
  Q_OBJECT
 public:
  explicit Loupe(QWidget* parent);

  void setJoint(const PlayRecord::LooseJoint& joint);
  const QString& joint() const { return id_; }
  // history: of the run so far; angles (rad) of bearing and journal. peak: N, the force whose arrow is full.
  void setPlay(const PlayMoment& now, const std::vector<PlayMoment>& history, double bearingAngle,
               double journalAngle, double peak);
  void setMetresPerPixel(double value);  // of the scene around it
  void setLook(const Palette& palette);
  double magnification() const;
  // px; away from the joint, unless a hand has moved it, and below what the scene has written at its top.
  void fitInto(QSize view, QPointF joint, double head);
  QString title() const;                         // as it has room: joint and magnification, or that alone
  QPointF rim(bool upper, QPointF joint) const;  // where a line from the joint touches it, px of the parent
  QPointF toPixel(Vec2 eccentricity) const;      // where a centre of the journal stands, px of this widget

 Q_SIGNALS:
  void closed();
  void figureAsked(clank::PlayFigure figure);
  void moved();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

 private:
  QPointF center() const;
  double radius() const;
  void placeButtons();
  void drawTrace(QPainter& painter) const;
  void drawJournal(QPainter& painter) const;
  void drawForce(QPainter& painter) const;
  void drawWords(QPainter& painter) const;
  QFont boldFont() const;
  QRectF titleArea(double length) const;  // px, of its letters

  QString id_, name_;        // of the joint
  double clearance_ = 1e-3;  // m
  PlayMoment now_;
  std::vector<PlayMoment> trace_;
  double bearingAngle_ = 0, journalAngle_ = 0, peak_ = 0, metresPerPixel_ = 1e-3;
  Palette palette_ = Palette::light();
  std::vector<QToolButton*> buttons_;
  QToolButton* close_;
  bool movedByHand_ = false;
  int glass_ = 0;  // px across
  // px, the most that the scene has had written since it opened: it does not hop while time runs
  int head_ = 0;
  QPoint grabbed_;
};

}  // namespace clank
