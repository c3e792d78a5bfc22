// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/speeds.h"

#include <QCoreApplication>

namespace clank {

const std::vector<double>& speeds() {
  static const std::vector<double> list{0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 0};
  return list;
}

QString toSpeedWords(double speed) {
  if (speed == 0) return QCoreApplication::translate("Speeds", "as fast as it goes");
  if (speed == 1) return QCoreApplication::translate("Speeds", "real time");
  return QCoreApplication::translate("Speeds", "%1 x real").arg(speed);
}

double findWatchableSpeed(double duration) {
  constexpr double kWatch = 5;  // s
  double best = speeds().front();
  for (const double speed : speeds())
    if (speed > 0 && speed <= 1 && speed <= duration / kWatch * (1 + 1e-9)) best = speed;
  return best;
}

}  // namespace clank
