// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/fit_names.h"

#include <algorithm>

namespace clank {

std::vector<std::optional<double>> placeNames(const std::vector<double>& y, double low, double high,
                                              double step) {
  std::vector<std::optional<double>> places(y.size());
  const double room = high - low;
  if (room < 0) return places;
  const auto most = static_cast<std::size_t>(room / step + 1e-9) + 1;
  const std::size_t count = std::min(most, y.size());
  double next = low;
  for (std::size_t i = 0; i < count; ++i) {
    const double lowest = high - step * static_cast<double>(count - 1 - i);  // leaves room for those below
    places[i] = std::clamp(y[i], next, std::max(next, lowest));
    next = *places[i] + step;
  }
  return places;
}

QString fitAxisName(const QString& name, const QFontMetrics& metrics, int room) {
  // "normal force" says with its last word what "nor...rce" does not.
  const auto fit = [&](QString text) {
    while (metrics.horizontalAdvance(text) > room && text.contains(' '))
      text = text.mid(text.indexOf(' ') + 1);
    return metrics.elidedText(text, Qt::ElideMiddle, room);
  };
  if (metrics.horizontalAdvance(name) <= room) return name;
  const auto unit = name.lastIndexOf(" [");
  constexpr int kLeastLetters = 5;  // fewer of a word say nothing
  if (unit > 0 && room < kLeastLetters * metrics.averageCharWidth()) return fit(name.mid(unit + 1));
  return unit > 0 ? fit(name.left(unit)) + '\n' + fit(name.mid(unit + 1)) : fit(name);
}

}  // namespace clank
