// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/force_curve.h"

#include <QPainter>
#include <QPainterPath>

#include "core/model/law_traits.h"
#include "ui/look/words.h"
#include "ui/panels/number_words.h"

namespace clank {
namespace {

constexpr double kLeft = 14, kTop = 24, kRight = 14, kBottom = 64;  // px around the curve

}  // namespace

ForceCurve::ForceCurve(QWidget* parent) : QWidget(parent) {
  setObjectName("forceCurve");
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setMinimumHeight(sizeHint().height());
}

void ForceCurve::setBlow(const std::optional<FreeBlow>& blow, double asked, bool isCompliant) {
  blow_ = blow;
  asked_ = asked;
  setVisible(blow_ || isCompliant);
  setAccessibleName(clank::tr("Force over penetration in a free blow: %1").arg(words()));
  setToolTip({});
  if (blow_) {
    QString words =
        clank::tr("A blow of %1 at %2 without other forces. %3.")
            .arg(writeShown(blow_->mass, "kg", 3), writeShown(blow_->approach, "m/s", 3), stiffnessWords());
    if (blow_->isOfMaterials)
      words += " " + clank::tr(
                         "K = 4/(3 (h_a + h_b) sqrt(1/r - 1/R)) with h = (1 - nu\u00b2)/E, of a pin of "
                         "radius r in a hole of radius R (Hertz); a flat surface has no 1/R.");
    setToolTip(words);
  }
  update();
}

void ForceCurve::setLook(const Palette& palette) {
  palette_ = palette;
  update();
}

QString ForceCurve::words() const {
  if (!blow_) return {};
  const QString effective = writeNumber(blow_->effective, 3);
  return traitsOf(blow_->law.law).dividesByRestitution || blow_->law.hysteresis > 0
             ? clank::tr("restitution: asked %1, effective %2").arg(writeNumber(asked_, 3), effective)
             : clank::tr("restitution: effective %1").arg(effective);
}

QString ForceCurve::stiffnessWords() const {
  if (!blow_) return {};
  const QString power = QString::number(blow_->law.exponent, 'g', 3);
  const QString number = "K = " + writeShown(blow_->law.stiffness, power == "1" ? "N/m" : "N/m^" + power, 4);
  return blow_->isOfMaterials ? clank::tr("%1 from E, \u03bd, radii").arg(number) : number;
}

QString ForceCurve::lossWords() const {
  constexpr double kNothing = 1e-6;  // of the energy of the blow: the error of its integration
  if (!blow_) return {};
  const double energy = blow_->mass * blow_->approach * blow_->approach / 2;
  return blow_->loss > kNothing * energy ? clank::tr("loss %1").arg(toPrefixed(blow_->loss, "J", 3))
                                         : clank::tr("no loss");
}

void ForceCurve::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(palette_.line);
  painter.setBrush(palette_.panel);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);
  const QRectF axes(kLeft, kTop, width() - kLeft - kRight, height() - kTop - kBottom);
  if (!blow_ || !(blow_->peakForce > 0)) {
    painter.setPen(palette_.dim);
    painter.drawText(axes, Qt::AlignCenter | Qt::TextWordWrap,
                     clank::tr("The force is drawn here when what it follows from is right"));
    return;
  }
  painter.setPen(QPen(palette_.dim, 1.2));
  painter.drawLine(axes.bottomLeft(), axes.bottomRight());
  painter.drawLine(axes.bottomLeft(), axes.topLeft());
  QPainterPath loop;
  for (std::size_t i = 0; i < blow_->depths.size(); ++i) {
    const QPointF at(axes.left() + 0.96 * axes.width() * blow_->depths[i] / blow_->peakDepth,
                     axes.bottom() - 0.96 * axes.height() * blow_->forces[i] / blow_->peakForce);
    i == 0 ? loop.moveTo(at) : loop.lineTo(at);
  }
  QColor fill = palette_.clearance;
  fill.setAlphaF(0.2F);
  painter.fillPath(loop, fill);
  painter.setPen(QPen(palette_.clearance, 2));
  painter.setBrush(Qt::NoBrush);
  painter.drawPath(loop);
  painter.setPen(palette_.dim);
  const int line = fontMetrics().height();
  painter.drawText(QRectF(kLeft, 3, axes.width(), line), Qt::AlignLeft,
                   clank::tr("F, up to %1").arg(toPrefixed(blow_->peakForce, "N", 3)));
  painter.drawText(QRectF(kLeft, axes.bottom() + 2, axes.width(), line), Qt::AlignRight,
                   clank::tr("penetration, up to %1").arg(toPrefixed(blow_->peakDepth, "m", 3)));
  painter.drawText(QRectF(kLeft, 3, axes.width(), line), Qt::AlignRight, lossWords());
  painter.drawText(QRectF(kLeft, height() - 2 * line - 7, axes.width(), line), Qt::AlignLeft,
                   stiffnessWords());
  QFont bold = font();
  bold.setWeight(QFont::DemiBold);
  painter.setFont(bold);
  painter.setPen(palette_.ink);
  painter.drawText(QRectF(kLeft, height() - line - 5, axes.width(), line), Qt::AlignLeft, words());
}

}  // namespace clank

#include "moc_force_curve.cpp"
