// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks that are round in the unit shown, on an axis whose values stay SI. For what draws with QCustomPlot
// alone: qcustomplot.h costs six seconds a unit.
#pragma once

#include <qcustomplot.h>

namespace clank {

class UnitTicker final : public QCPAxisTicker {
 public:
  double factor = 1;  // value in SI = number shown * factor

  void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* labels) override {
    QCPAxisTicker::generate({range.lower / factor, range.upper / factor}, locale, format, precision, ticks,
                            subTicks, labels);
    for (double& tick : ticks) tick *= factor;
    if (!subTicks) return;
    for (double& tick : *subTicks) tick *= factor;
  }
};

}  // namespace clank
