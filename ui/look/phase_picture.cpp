// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/phase_picture.h"

#include <QPixmap>
#include <cmath>
#include <numbers>

namespace clank {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr int kIconSize = 22, kIconScale = 4;  // px; pixels of the picture to one of the icon

QPolygonF makeDiamond(QPointF at, double half) {
  return {at + QPointF(0, -half), at + QPointF(half, 0), at + QPointF(0, half), at + QPointF(-half, 0)};
}

// Dark on a light colour, light on a dark one.
QColor inkOn(const QColor& colour) {
  return colour.lightnessF() > 0.35F ? QColor("#1F2933") : QColor(Qt::white);
}

// Draws in units of the radius about the origin.
class StatePicture {
 public:
  StatePicture(QPainter& painter, const QColor& colour, const QColor& ground)
      : painter_(painter), colour_(colour), ground_(ground) {}

  void draw(PhaseShape shape) {
    switch (shape) {
      case PhaseShape::pin:
        return pin();
      case PhaseShape::slider:
        return slider();
      case PhaseShape::slot:
        return slot();
      case PhaseShape::rod:
        return rod();
      case PhaseShape::gear:
        return gear();
      case PhaseShape::curve:
        return curve();
      case PhaseShape::locked:
        return key();
      case PhaseShape::merged:
        return merged();
      case PhaseShape::pushed:
        return pushed();
      case PhaseShape::released:
        return released();
      case PhaseShape::loose:
        return loose();
    }
  }
  void rays() {
    outline(0.22);
    for (int i = 0; i < 8; ++i) {
      const QPointF way(std::cos(i * kPi / 4), std::sin(i * kPi / 4));
      painter_.drawLine(1.25 * way, 1.75 * way);
    }
    filled();
    painter_.drawEllipse(QPointF(), 1, 1);
  }

 private:
  void outline(double width, Qt::PenStyle style = Qt::SolidLine) {
    painter_.setPen(QPen(colour_, width, style, Qt::RoundCap, Qt::RoundJoin));
    painter_.setBrush(ground_);
  }
  void filled() {
    painter_.setPen(Qt::NoPen);
    painter_.setBrush(colour_);
  }
  void pin() {
    outline(0.26);
    painter_.drawEllipse(QPointF(), 0.95, 0.95);
    filled();
    painter_.drawEllipse(QPointF(), 0.32, 0.32);
  }
  void key() {
    filled();
    painter_.drawEllipse(QPointF(), 1.08, 1.08);
    painter_.setBrush(inkOn(colour_));
    painter_.drawPolygon(makeDiamond({}, 0.58));
  }
  void slider() {
    outline(0.2);
    painter_.drawLine(QPointF(-1.3, 0.75), QPointF(1.3, 0.75));
    painter_.drawRoundedRect(QRectF(-0.8, -0.6, 1.6, 1.2), 0.2, 0.2);
    filled();
    painter_.drawEllipse(QPointF(), 0.26, 0.26);
  }
  void slot() {
    outline(0.2);
    painter_.drawRoundedRect(QRectF(-1.25, -0.6, 2.5, 1.2), 0.6, 0.6);
    filled();
    painter_.drawEllipse(QPointF(-0.35, 0), 0.36, 0.36);
  }
  void rod() {
    outline(0.24);
    painter_.drawLine(QPointF(-0.75, 0.6), QPointF(0.75, -0.6));
    for (const double side : {-1.0, 1.0}) painter_.drawEllipse(side * QPointF(0.8, -0.64), 0.34, 0.34);
  }
  void gear() {
    outline(0.2);
    for (int i = 0; i < 8; ++i) {
      const QPointF way(std::cos((i + 0.5) * kPi / 4), std::sin((i + 0.5) * kPi / 4));
      painter_.drawLine(0.85 * way, 1.2 * way);
    }
    painter_.drawEllipse(QPointF(), 0.85, 0.85);
    filled();
    painter_.drawEllipse(QPointF(), 0.26, 0.26);
  }
  void curve() {
    outline(0.2);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawArc(QRectF(-1.3, -0.5, 2.6, 2.6), 30 * 16, 120 * 16);
    painter_.setBrush(ground_);
    painter_.drawEllipse(QPointF(0, -0.5), 0.45, 0.45);
  }
  // Two plates that have become one.
  void merged() {
    filled();
    painter_.drawRoundedRect(QRectF(-1.15, -0.75, 1.5, 1.05), 0.25, 0.25);
    painter_.drawRoundedRect(QRectF(-0.35, -0.3, 1.5, 1.05), 0.25, 0.25);
    painter_.setBrush(inkOn(colour_));
    painter_.drawRect(QRectF(-0.28, -0.24, 0.56, 0.48));
  }
  void pushed() {
    outline(0.24);
    painter_.drawEllipse(QPointF(-0.1, 0), 0.85, 0.85);
    filled();
    painter_.drawRect(QRectF(0.8, -1.1, 0.34, 2.2));
    painter_.drawEllipse(QPointF(-0.1, 0), 0.3, 0.3);
  }
  void released() {
    outline(0.22);
    painter_.setBrush(Qt::NoBrush);
    painter_.drawArc(QRectF(-1.3, -0.8, 1.6, 1.6), 50 * 16, 260 * 16);
    painter_.drawArc(QRectF(-0.3, -0.8, 1.6, 1.6), 230 * 16, 260 * 16);
  }

  // A journal that lies in its bearing with play around it.
  void loose() {
    outline(0.26);
    painter_.drawEllipse(QPointF(), 1.17, 1.17);
    filled();
    painter_.drawEllipse(QPointF(0.26, 0.26), 0.62, 0.62);
  }

  QPainter& painter_;
  const QColor colour_, ground_;
};

template <class Draw>
void drawScaled(QPainter& painter, QPointF at, double radius, Draw draw) {
  painter.save();
  painter.setRenderHint(QPainter::Antialiasing);
  painter.translate(at);
  painter.scale(radius, radius);
  draw();
  painter.restore();
}

}  // namespace

void drawPhase(QPainter& painter, QPointF at, double radius, PhaseShape shape, const QColor& colour,
               const QColor& ground) {
  drawScaled(painter, at, radius, [&] { StatePicture(painter, colour, ground).draw(shape); });
}

void drawState(QPainter& painter, QPointF at, double radius, JointState state, const Palette& palette) {
  StatePicture picture(painter, colourOf(state, palette), palette.panel);
  drawScaled(painter, at, radius, [&] {
    if (state == JointState::impact) return picture.rays();
    picture.draw(state == JointState::locked      ? PhaseShape::locked
                 : state == JointState::contact   ? PhaseShape::pushed
                 : state == JointState::clearance ? PhaseShape::loose
                                                  : PhaseShape::pin);
  });
}

QIcon makePhaseIcon(PhaseShape shape, JointState state, const Palette& palette) {
  QPixmap picture(kIconSize * kIconScale, kIconSize * kIconScale);
  picture.fill(Qt::transparent);
  QPainter painter(&picture);
  const double middle = kIconSize * kIconScale / 2.0;
  drawPhase(painter, {middle, middle}, kIconScale * kIconSize / 2.7, shape, colourOf(state, palette),
            palette.panel);
  painter.end();
  picture.setDevicePixelRatio(kIconScale);
  QIcon icon;
  for (const auto mode : {QIcon::Normal, QIcon::Selected, QIcon::Active}) icon.addPixmap(picture, mode);
  return icon;
}

}  // namespace clank
