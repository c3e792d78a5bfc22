// SPDX-License-Identifier: GPL-3.0-or-later
// The view on the plane of the mechanism: parallel projection seen straight on, moved, zoomed and slightly
// tilted. Pixels are device-independent, from the upper left corner.
#pragma once

#include <QPointF>
#include <QSizeF>

#include "ui/scene/mechanism_scene.h"
#include "ui/scene/plane.h"

class vtkCamera;

namespace clank {

class CameraControl {
 public:
  void setViewSize(QSizeF pixels);
  // Straight on, with the box filling the view but for a margin.
  // below: px at the lower edge that something else has, beside the margin.
  void fit(const Box& box, double marginPixels, double below = 0);
  // Shows what another view of other size shows, and more where its shape differs.
  void takePlace(const CameraControl& other);
  // The same middle, scale and tilt as another view.
  void follow(const CameraControl& other);
  void pan(QPointF pixels);
  void zoomAt(QPointF pixel, double factor);
  void tilt(QPointF pixels);
  // The world turned about the line of sight (rad, counter-clockwise is the camera's own turn).
  void setRoll(double roll) { roll_ = roll; }
  void setCenter(Vec2 world) { center_ = world; }
  void apply(vtkCamera& camera, double depth) const;  // depth: m, of what is drawn

  Vec2 toWorld(QPointF pixel) const;  // on z = 0
  QPointF toPixel(Vec2 world, double z = 0) const;
  MechanismScene::Sight sightAt(QPointF pixel) const;
  QPointF toScreen(Vec2 direction) const;  // of the world, seen straight on; y downwards
  Vec2 center() const { return center_; }
  double metresPerPixel() const { return metresPerPixel_; }
  bool tilted() const { return azimuth_ != 0 || elevation_ != 0; }

 private:
  struct Axes {
    double right[3], up[3], toEye[3];
  };
  Axes axes() const;

  QSizeF size_{1, 1};
  Vec2 center_;
  double metresPerPixel_ = 0.001;
  double azimuth_ = 0, elevation_ = 0, roll_ = 0;  // rad
};

}  // namespace clank
