// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/search_curve.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/panels/number_words.h"

namespace clank {
namespace {

constexpr double kWideRatio = 30;  // ratio of the best values from which they are drawn by their logarithm
constexpr int kCurveGap = 6;       // px
constexpr int kCurveDigits = 3;

}  // namespace

SearchCurve::SearchCurve(QWidget* parent) : QWidget(parent) {
  setObjectName("searchCurve");
  setMinimumSize(260, 140);
}

void SearchCurve::begin(int mostRuns) {
  values_.clear();
  best_.clear();
  mostRuns_ = std::max(mostRuns, 1);
  update();
}

void SearchCurve::add(double value, bool isBest) {
  values_.push_back(value);
  const double before = best_.empty() ? std::numeric_limits<double>::quiet_NaN() : best_.back();
  best_.push_back(isBest ? value : before);
  mostRuns_ = std::max(mostRuns_, static_cast<int>(values_.size()));
  update();
}

void SearchCurve::setLook(const Palette& palette) {
  palette_ = palette;
  update();
}

double SearchCurve::Range::part(double value) const {
  if (isLogarithmic) return value > 0 ? std::log(value / low) / std::log(high / low) : -1;
  return (value - low) / (high - low);
}

// Of the best values: the others may be anywhere.
SearchCurve::Range SearchCurve::findRange() const {
  Range range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const double value : best_) {
    if (!std::isfinite(value)) continue;
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  }
  if (range.low > range.high) return {};
  range.isLogarithmic = range.low > 0 && range.high > kWideRatio * range.low;
  if (range.high == range.low) {
    const double margin = range.high == 0 ? 1 : 0.1 * std::abs(range.high);
    range.low -= margin;
    range.high += margin;
  }
  return range;
}

void SearchCurve::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.fillRect(rect(), palette_.panel);
  if (values_.empty()) return;  // an empty frame would look like a search that found nothing
  const Range range = findRange();
  const QString high = writeNumber(range.high, kCurveDigits), low = writeNumber(range.low, kCurveDigits);
  const QFontMetrics metrics(font());
  const int text = std::max(metrics.horizontalAdvance(high), metrics.horizontalAdvance(low));
  const QRect area = rect().adjusted(text + 2 * kCurveGap, kCurveGap + metrics.height() / 2, -2 * kCurveGap,
                                     -metrics.height() - 2 * kCurveGap);
  painter.setPen(palette_.line);
  painter.drawRect(area);
  painter.setPen(palette_.ink);
  if (!best_.empty()) {
    painter.drawText(QRect(0, area.top() - metrics.height() / 2, area.left() - kCurveGap, metrics.height()),
                     Qt::AlignRight, high);
    painter.drawText(
        QRect(0, area.bottom() - metrics.height() / 2, area.left() - kCurveGap, metrics.height()),
        Qt::AlignRight, low);
  }
  painter.drawText(QRect(area.left(), area.bottom() + kCurveGap, area.width(), metrics.height()),
                   Qt::AlignRight, tr("run %1").arg(mostRuns_));
  painter.setClipRect(area.adjusted(-2, -2, 2, 2));
  const auto place = [&](std::size_t run, double value) {
    return QPointF(area.left() + area.width() * static_cast<double>(run) / mostRuns_,
                   area.bottom() - area.height() * range.part(value));
  };
  painter.setPen(Qt::NoPen);
  painter.setBrush(palette_.dim);
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (std::isfinite(values_[i])) painter.drawEllipse(place(i, values_[i]), 1.5, 1.5);
  painter.setPen(QPen(palette_.curve(0), 2));
  for (std::size_t i = 1; i < best_.size(); ++i) {
    if (!std::isfinite(best_[i - 1])) continue;
    const QPointF corner(place(i, best_[i - 1]));
    painter.drawLine(place(i - 1, best_[i - 1]), corner);
    painter.drawLine(corner, place(i, best_[i]));
  }
}

}  // namespace clank
