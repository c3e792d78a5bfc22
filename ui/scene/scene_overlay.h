// SPDX-License-Identifier: GPL-3.0-or-later
// What is written over the scene: headline, scale bar and labels, in the window's own font. Lets the mouse
// through.
#pragma once

#include <QLineF>
#include <QString>
#include <QWidget>
#include <vector>

#include "ui/look/bending_look.h"
#include "ui/look/palette.h"

class QPainter;

namespace clank {

// What an arrow of forces means: one so long (px) is so much.
struct ForceKey {
  double length = 0;  // px; 0: none
  QString text;
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

class SceneOverlay : public QWidget {
  Q_OBJECT
 public:
  explicit SceneOverlay(QWidget* parent);

  void setLook(const Palette& palette);
  void setHeadline(const QString& text, bool impact);
  void setLabels(std::vector<OverlayLabel> labels);
  void setMetresPerPixel(double value);
  void setForceKey(const ForceKey& key);
  void setNote(const QString& text);             // lower left: what in the picture is not to scale
  void setBendingLook(const BendingLook& look);  // its scale of stress, lower left
  // Dashed lines from a joint to what magnifies it.
  void setLeaders(std::vector<QLineF> leaders);
  void paint(QPainter& painter) const;  // also into a picture of the scene

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paintHeadline(QPainter& painter) const;
  void paintScaleBar(QPainter& painter) const;
  void paintForceKey(QPainter& painter) const;
  void paintLabel(QPainter& painter, const OverlayLabel& label) const;
  QRectF findBox(const OverlayLabel& label, QPointF away) const;
  QRectF findFreeBox(const OverlayLabel& label) const;
  QRect headlineArea(const QString& text) const;

  Palette palette_;
  QString headline_;
  bool impact_ = false;
  std::vector<OverlayLabel> labels_;
  ForceKey key_;
  QString note_;
  BendingLook bendingLook_;
  std::vector<QLineF> leaders_;
  double metresPerPixel_ = 0;  // 0: no scale bar
};

}  // namespace clank
