// SPDX-License-Identifier: GPL-3.0-or-later
// How a search gets better: the best value over the runs, and a dot for every run.
#pragma once

#include <QWidget>
#include <vector>

#include "ui/look/palette.h"

namespace clank {

class SearchCurve : public QWidget {
 public:
  explicit SearchCurve(QWidget* parent = nullptr);

  void begin(int mostRuns);
  // value: NaN where the run has none. isBest: the best from here on.
  void add(double value, bool isBest);
  void setLook(const Palette& palette);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Range {
    double low = 0, high = 1;
    bool isLogarithmic = false;
    double part(double value) const;  // 0 at the bottom
  };
  Range findRange() const;

  Palette palette_ = Palette::light();
  std::vector<double> values_, best_;  // one a run; NaN: none
  int mostRuns_ = 1;
};

}  // namespace clank
