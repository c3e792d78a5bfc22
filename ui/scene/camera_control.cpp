// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scene/camera_control.h"

#include <vtkCamera.h>

#include <algorithm>
#include <cmath>

namespace clank {
namespace {
constexpr double kMostTilt = 0.6;                   // rad
constexpr double kTiltPerPixel = 0.006;             // rad
constexpr double kSmallest = 1e-9, kLargest = 1e4;  // m per pixel
}  // namespace

void CameraControl::setViewSize(QSizeF pixels) {
  size_ = {std::max(1.0, pixels.width()), std::max(1.0, pixels.height())};
}

void CameraControl::fit(const Box& box, double marginPixels, double below) {
  azimuth_ = elevation_ = 0;
  center_ = box.empty() ? Vec2{} : box.center();
  const double margin = std::min({marginPixels, 0.2 * size_.width(), 0.2 * size_.height()});
  below = std::min(below, 0.25 * size_.height());
  const double needed = std::max(box.size().x / (size_.width() - 2 * margin),
                                 box.size().y / (size_.height() - 2 * margin - below));
  metresPerPixel_ = needed > 0 ? std::clamp(needed, kSmallest, kLargest) : 0.001;
  center_.y -= 0.5 * below * metresPerPixel_;
}

void CameraControl::follow(const CameraControl& other) {
  const QSizeF size = size_;
  *this = other;
  size_ = size;
}

void CameraControl::takePlace(const CameraControl& other) {
  const QSizeF size = size_;
  follow(other);
  metresPerPixel_ *= std::max(other.size_.width() / size.width(), other.size_.height() / size.height());
}

// Columns of the view: with all angles zero the world's own axes.
CameraControl::Axes CameraControl::axes() const {
  const double ca = std::cos(azimuth_), sa = std::sin(azimuth_), ce = std::cos(elevation_),
               se = std::sin(elevation_);
  Axes a{{ca, 0, -sa}, {-sa * se, ce, -ca * se}, {sa * ce, se, ca * ce}};
  const double cr = std::cos(roll_), sr = std::sin(roll_);
  for (double* axis : {a.right, a.up, a.toEye}) {
    const double x = axis[0], y = axis[1];
    axis[0] = cr * x - sr * y;
    axis[1] = sr * x + cr * y;
  }
  return a;
}

MechanismScene::Sight CameraControl::sightAt(QPointF pixel) const {
  const Axes a = axes();
  const double x = (pixel.x() - 0.5 * size_.width()) * metresPerPixel_;
  const double y = (0.5 * size_.height() - pixel.y()) * metresPerPixel_;
  const Vec2 slope = (1 / a.toEye[2]) * Vec2{a.toEye[0], a.toEye[1]};
  const double z = x * a.right[2] + y * a.up[2];
  const Vec2 at = center_ + x * Vec2{a.right[0], a.right[1]} + y * Vec2{a.up[0], a.up[1]};
  return {at - z * slope, slope};
}

Vec2 CameraControl::toWorld(QPointF pixel) const {
  return sightAt(pixel).at;
}

QPointF CameraControl::toPixel(Vec2 world, double z) const {
  const Axes a = axes();
  const Vec2 d = world - center_;
  const double x = d.x * a.right[0] + d.y * a.right[1] + z * a.right[2];
  const double y = d.x * a.up[0] + d.y * a.up[1] + z * a.up[2];
  return {0.5 * size_.width() + x / metresPerPixel_, 0.5 * size_.height() - y / metresPerPixel_};
}

QPointF CameraControl::toScreen(Vec2 direction) const {
  const double c = std::cos(roll_), s = std::sin(roll_);
  return {c * direction.x + s * direction.y, s * direction.x - c * direction.y};
}

void CameraControl::pan(QPointF pixels) {
  const QPointF middle(0.5 * size_.width(), 0.5 * size_.height());
  center_ = center_ + toWorld(middle) - toWorld(middle + pixels);
}

void CameraControl::zoomAt(QPointF pixel, double factor) {
  const Vec2 before = toWorld(pixel);
  metresPerPixel_ = std::clamp(metresPerPixel_ / factor, kSmallest, kLargest);
  center_ = center_ + before - toWorld(pixel);
}

void CameraControl::tilt(QPointF pixels) {
  azimuth_ = std::clamp(azimuth_ - kTiltPerPixel * pixels.x(), -kMostTilt, kMostTilt);
  elevation_ = std::clamp(elevation_ + kTiltPerPixel * pixels.y(), -kMostTilt, kMostTilt);
}

void CameraControl::apply(vtkCamera& camera, double depth) const {
  const Axes a = axes();
  const double across = metresPerPixel_ * std::hypot(size_.width(), size_.height());
  const double distance = across + 2 * depth;
  camera.ParallelProjectionOn();
  camera.SetFocalPoint(center_.x, center_.y, 0);
  camera.SetPosition(center_.x + distance * a.toEye[0], center_.y + distance * a.toEye[1],
                     distance * a.toEye[2]);
  camera.SetViewUp(a.up);
  camera.SetParallelScale(0.5 * size_.height() * metresPerPixel_);
  const double half = depth + (tilted() ? across : 0.0);  // a tilted plane comes nearer at one side
  camera.SetClippingRange(distance - half, distance + half);
}

}  // namespace clank
