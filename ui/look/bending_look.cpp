// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/bending_look.h"

#include <QLinearGradient>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/look/words.h"

namespace clank {
namespace {

// Evenly rising in lightness, from violet to yellow, apart for all kinds of colour vision.
constexpr std::array<std::array<double, 3>, 5> kStops{
    {{0.27, 0.10, 0.36}, {0.24, 0.32, 0.54}, {0.13, 0.56, 0.55}, {0.41, 0.78, 0.36}, {0.98, 0.89, 0.15}}};

}  // namespace

QColor colourOfStress(double stress, double full) {
  const double part = full > 0 && std::isfinite(stress) ? std::clamp(std::abs(stress) / full, 0.0, 1.0) : 0;
  const double place = part * (kStops.size() - 1);
  const std::size_t i = std::min(static_cast<std::size_t>(place), kStops.size() - 2);
  const double t = place - static_cast<double>(i);
  const auto mix = [&](std::size_t c) {
    return static_cast<float>((1 - t) * kStops[i][c] + t * kStops[i + 1][c]);
  };
  return QColor::fromRgbF(mix(0), mix(1), mix(2));
}

QString BendingLook::note() const {
  return factor == 1 ? QString() : tr("bending drawn \u00d7 %1").arg(factor, 0, 'g', 3);
}

QString BendingLook::stressWords() const {
  return tr("stress, up to %1").arg(fullWords);
}

void paintStressScale(QPainter& painter, QPointF at, const BendingLook& look, const Palette& palette) {
  constexpr double kHigh = 9;  // px
  const QRectF bar(at.x(), at.y() - kHigh, kStressScale, kHigh);
  QLinearGradient colours(bar.topLeft(), bar.topRight());
  for (int i = 0; i <= 16; ++i) colours.setColorAt(i / 16.0, colourOfStress(i / 16.0, 1));
  painter.setPen(QPen(palette.partEdge, 1));
  painter.setBrush(colours);
  painter.drawRect(bar);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(palette.dim);
  painter.drawText(QPointF(bar.left(), bar.top() - 5), look.stressWords());
}

}  // namespace clank
