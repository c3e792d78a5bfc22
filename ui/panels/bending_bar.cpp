// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/bending_bar.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QSlider>
#include <cmath>

#include "ui/panels/number_words.h"
#include "ui/panels/widget_look.h"

namespace clank {
namespace {

constexpr int kDecade = 60, kDecades = 3;  // of the slider

}  // namespace

BendingBar::BendingBar(QWidget* parent)
    : QFrame(parent),
      slider_(new QSlider(Qt::Horizontal)),
      factor_(makeDim({})),
      stress_(new QCheckBox(tr("Colour by stress"))) {
  setObjectName("card");
  setAccessibleName(tr("How bending is drawn"));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(12, 5, 12, 5);
  layout->setSpacing(10);
  layout->addWidget(makeHeading(tr("Bending")));
  slider_->setObjectName("bendingFactor");
  slider_->setAccessibleName(tr("Exaggeration of bending"));
  slider_->setToolTip(tr("Draw bending larger than it is; joints stay where they are"));
  slider_->setRange(0, kDecades * kDecade);
  slider_->setPageStep(kDecade / 2);
  slider_->setMinimumWidth(90);
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
