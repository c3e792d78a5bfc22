// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of a slider stand for, for those who hear it: kept at the slider.
#pragma once

#include <QAbstractSlider>
#include <QVariant>

namespace clank {

struct SpokenRange {
  double from = 0, to = 0;  // at its ends
  QString words;            // of where it stands: "250 mm"
};

inline void setSpokenRange(QAbstractSlider& slider, const SpokenRange& range) {
  slider.setProperty("spokenFrom", range.from);
  slider.setProperty("spokenTo", range.to);
  slider.setProperty("spokenWords", range.words);
}

inline SpokenRange findSpokenRange(const QAbstractSlider& slider) {
  const QVariant from = slider.property("spokenFrom"), to = slider.property("spokenTo");
  if (!from.isValid() || !to.isValid())
    return {static_cast<double>(slider.minimum()), static_cast<double>(slider.maximum()),
            QString::number(slider.value())};
  return {from.toDouble(), to.toDouble(), slider.property("spokenWords").toString()};
}

}  // namespace clank
