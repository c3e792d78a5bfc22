// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bending_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSlider>
#include <cmath>

#include "ui/panels/number_words.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

constexpr int kDecade = 60, kDecades = 3;  // of the slider

}  // namespace

BendingBar::BendingBar(QWidget* parent)
    : HeadBar(parent),
      slider_(new QSlider(Qt::Horizontal)),
      factor_(makeDim({})),
      stress_(new QCheckBox(tr("Colour by stress"))) {
  setObjectName("card");
  setAccessibleName(tr("How bending is drawn"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 5, 12, 5);
  layout->setSpacing(8);
  layout->addWidget(makeHeading(tr("Bending")));
  slider_->setObjectName("bendingFactor");
  slider_->setAccessibleName(tr("Exaggeration of bending"));
  slider_->setToolTip(tr("Draw bending larger than it is; joints stay where they are"));
  slider_->setRange(0, kDecades * kDecade);
  slider_->setPageStep(kDecade / 2);
  slider_->setMinimumWidth(60);
  slider_->setMaximumWidth(260);
  layout->addWidget(slider_, 1);
  factor_->setMinimumWidth(factor_->fontMetrics().horizontalAdvance(tr("as it is")) + 12);
  layout->addWidget(factor_);
  stress_->setObjectName("bendingStress");
  stress_->setChecked(true);
  layout->addWidget(stress_);
  layout->addStretch(1);
  showFactor();
  connect(slider_, &QSlider::valueChanged, this, [this] {
    showFactor();
    Q_EMIT changed();
  });
  connect(stress_, &QCheckBox::toggled, this, &BendingBar::changed);
  hide();
}

double BendingBar::factor() const {
  const double exact = std::pow(10, static_cast<double>(slider_->value()) / kDecade);
  const double digit = std::pow(10, std::floor(std::log10(exact) + 1e-9) - 1);
  return std::round(exact / digit) * digit;
}

bool BendingBar::showsStress() const {
  return stress_->isEnabled() && stress_->isChecked();
}

void BendingBar::setFactor(double factor) {
  slider_->setValue(static_cast<int>(std::lround(kDecade * std::log10(factor))));
}

void BendingBar::showScale(const BendingLook& look) {
  const bool tells = look.fullStress > 0;
  stress_->setText(tells ? tr("Stress, to %1").arg(look.fullWords) : tr("Colour by stress"));
  if (!tells) return stress_->setIcon({});
  constexpr int kWide = 44, kHigh = 10;  // px
  const qreal ratio = devicePixelRatioF();
  QPixmap scale(QSize(kWide, kHigh) * ratio);
  scale.setDevicePixelRatio(ratio);
  QPainter painter(&scale);
  for (int x = 0; x < kWide; ++x) painter.fillRect(x, 0, 1, kHigh, colourOfStress(x + 0.5, kWide));
  painter.end();
  stress_->setIcon(scale);
  stress_->setIconSize({kWide, kHigh});
}

void BendingBar::allowStress(bool known) {
  stress_->setEnabled(known);
  stress_->setToolTip(known ? tr("The greatest stress of each section; the scale ends at that of the run")
                            : tr("Stress needs the height of the section"));
}

void BendingBar::showFactor() {
  const double now = factor();
  factor_->setText(now == 1 ? tr("as it is") : "\u00d7 " + writeNumber(now, 3));
}

}  // namespace clank

#include "moc_bending_bar.cpp"
