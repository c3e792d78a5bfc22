// SPDX-License-Identifier: GPL-3.0-or-later
// How bending is drawn, as one row: how many times larger than it is, and whether its stress colours links.
#pragma once

#include "ui/look/bending_look.h"
#include "ui/panels/head_bar.h"

class QCheckBox;
class QLabel;
class QSlider;

namespace clank {

class BendingBar : public HeadBar {
  Q_OBJECT
 public:
  explicit BendingBar(QWidget* parent = nullptr);
  double factor() const;  // 1 to 1000, two digits
  bool showsStress() const;
  void setFactor(double factor);
  // What the colours mean stands at their switch: in the views it would lie on links.
  void showScale(const BendingLook& look);
  void allowStress(bool known);  // else there is none to show, and why

 Q_SIGNALS:
  void changed();

 private:
  void showFactor();

  QSlider* slider_;
  QLabel* factor_;
  QCheckBox* stress_;
};

}  // namespace clank
