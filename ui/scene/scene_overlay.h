// SPDX-License-Identifier: GPL-3.0-or-later
// What is written over the scene: headline, scale bar and labels, in the window's own font. Lets the mouse
// through.
#pragma once

#include <QFont>
#include <QImage>
#include <QLineF>
#include <QString>
#include <QWidget>
#include <array>
#include <optional>
#include <vector>

#include "core/model/unit_choice.h"
#include "ui/look/bending_look.h"
#include "ui/look/label_layout.h"
#include "ui/look/palette.h"

class QPainter;

namespace clank {

// What an arrow means: one so long (px) is so much.
struct ArrowKey {
  double length = 0;  // px; 0: none
  QString text;
  QColor colour;
  friend bool operator==(const ArrowKey&, const ArrowKey&) = default;
};

// A hand that pulls, px.
struct OverlayHand {
  QPointF from, to;
  QString text;
  friend bool operator==(const OverlayHand&, const OverlayHand&) = default;
};

// What labels keep off: a line with half its width, px.
struct OverlayObstacle {
  QPointF from, to;
  double half = 0;
  Cover cover = Cover::part;
};

struct OverlayLabel {
  QPointF at;    // px
  QPointF away;  // direction on the screen in which the text stands off, any length
  QString text;
  QColor color;
  bool strong = false;
};

// The longest of 1, 2, 5 times a power of ten that is no longer than `most` metres, with its name: 0.1 and
// "100 mm".
struct ScaleStep {
  double metres = 0;
  QString name;
};
ScaleStep findScaleStep(double most);
// The number alone; 0 for none.
double findRoundBelow(double most);

class SceneOverlay : public QWidget {
  Q_OBJECT
 public:
  explicit SceneOverlay(QWidget* parent);

  void setLook(const Palette& palette);
  void setHeadline(const QString& text, bool impact);
  QStringList headlineLines(const QString& text) const;  // as they are written
  void setGhostName(const QString& text);                // below the headline
  const QString& ghostName() const { return ghost_; }
  void setLabels(std::vector<OverlayLabel> labels, const std::vector<OverlayObstacle>& obstacles);
  void setRing(std::optional<QPointF> at, double radius,
               const QColor& colour);  // about a joint; absent: none
  void setHands(std::vector<OverlayHand> hands);
  void setMetresPerPixel(double value);
  void setForceKey(const ArrowKey& key) { setKey(0, key); }
  void setVelocityKey(const ArrowKey& key) { setKey(1, key); }
  void setImpulseKey(const ArrowKey& key) { setKey(2, key); }
  void setNote(const QString& text);             // lower left: what in the picture is not to scale
  void setBendingLook(const BendingLook& look);  // its scale of stress, lower left
  // What magnifies a joint, which labels keep off, and dashed lines to it from there; nothing: none.
  void setInset(const QRectF& inset, std::vector<QLineF> leaders);
  double headHeight() const;            // px that the headline takes at the upper edge, with its margin
  double footHeight() const;            // px that keys and scale take at the lower edge, without its margin
  QRectF keysArea() const;              // px
  QRectF scaleBarArea() const;          // px
  void paint(QPainter& painter) const;  // also into a picture of the scene

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void setKey(std::size_t place, const ArrowKey& key);
  void change(const QRect& area = {});  // none: all of it
  void paintHeadline(QPainter& painter) const;
  void paintScaleBar(QPainter& painter) const;
  void paintKeys(QPainter& painter) const;
  double paintKey(QPainter& painter, const ArrowKey& key, QPointF foot) const;
  void paintLabels(QPainter& painter) const;
  void paintRing(QPainter& painter) const;
  bool hasStressScale() const;
  QFont scaleFont() const;
  QRect headlineArea(const QString& text) const;
  bool isBeside(const ArrowKey& key) const;

  Palette palette_;
  QString headline_, ghost_;
  bool impact_ = false;
  std::vector<OverlayLabel> labels_;
  std::vector<OverlayObstacle> obstacles_;
  mutable LabelLayout::Memory places_;  // of the labels, so that they stay on their side
  std::array<ArrowKey, 3> keys_;        // of forces, velocities and impulses
  QString note_;
  BendingLook bendingLook_;
  QRectF inset_;
  std::vector<QLineF> leaders_;  // to the inset
  std::vector<OverlayHand> hands_;
  std::optional<QPointF> ring_;
  double ringRadius_ = 0;  // px
  QColor ringColour_;
  double metresPerPixel_ = 0;  // 0: no scale bar
  bool isChanged_ = true;
  QImage picture_;  // of all that, in these units and letters; null: not made
  UnitChoice units_;
  QFont font_;
};

}  // namespace clank
