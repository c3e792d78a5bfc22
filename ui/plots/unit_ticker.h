// SPDX-License-Identifier: GPL-3.0-or-later
// Ticks that are round in the unit shown, on an axis whose values stay SI. For what draws with QCustomPlot
// alone: qcustomplot.h costs six seconds a unit.
#pragma once

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace clank {

class UnitTicker final : public QCPAxisTicker {
 public:
  double factor = 1;  // value in SI = number shown * factor
  bool logarithmic = false;

  void generate(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* labels) override {
    precision = std::max(precision, findDigits(range));
    if (logarithmic) return generateDecades(range, locale, format, precision, ticks, subTicks, labels);
    QCPAxisTicker::generate({range.lower / factor, range.upper / factor}, locale, format, precision, ticks,
                            subTicks, labels);
    for (double& tick : ticks) tick *= factor;
    if (!subTicks) return;
    for (double& tick : *subTicks) tick *= factor;
  }

 protected:
  QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
    QString text = QCPAxisTicker::getTickLabel(tick, locale, format, precision);
    if (text.startsWith('-')) text[0] = QChar(0x2212);
    return text;
  }

 private:
  // By which neighbouring ticks differ, however far they are from zero.
  static int findDigits(const QCPRange& range) {
    constexpr int kMost = 12;
    const double most = std::max(std::abs(range.lower), std::abs(range.upper));
    return most > 0 && range.size() > 0
               ? std::min(kMost, 2 + static_cast<int>(std::ceil(std::log10(most / range.size()))))
               : 0;
  }

  // Powers of ten, as far apart as there is room for; within less than a decade as on an even axis.
  void generateDecades(const QCPRange& range, const QLocale& locale, QChar format, int precision,
                       QVector<double>& ticks, QVector<double>* subTicks, QVector<QString>* labels) {
    ticks.clear();
    if (subTicks) subTicks->clear();
    if (!(range.lower > 0)) return;
    const int first = static_cast<int>(std::ceil(std::log10(range.lower / factor))),
              last = static_cast<int>(std::floor(std::log10(range.upper / factor)));
    if (last < first) {
      logarithmic = false;
      generate(range, locale, format, precision, ticks, subTicks, labels);
      logarithmic = true;
      return;
    }
    const int step = std::max(1, (last - first + 1) / std::max(1, tickCount()));
    for (int power = first; power <= last; power += step) ticks.append(std::pow(10.0, power));
    if (labels) *labels = createLabelVector(ticks, locale, format, precision);
    for (double& tick : ticks) tick *= factor;
  }
};

}  // namespace clank
