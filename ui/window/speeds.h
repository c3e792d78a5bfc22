// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

namespace clank {

// Simulated seconds per second; 0: as fast as it goes.
const std::vector<double>& speeds();
QString toSpeedWords(double speed);
// The greatest speed at which a motion of this duration (s) takes about five seconds to watch, at most real
// time.
double findWatchableSpeed(double duration);

}  // namespace clank
