// SPDX-License-Identifier: GPL-3.0-or-later
// A way in which a mechanism swings about a position (small_motion.h).
#pragma once

#include <complex>
#include <vector>

namespace clank {

struct NaturalMode {
  enum class Kind {
    divergence,   // goes away from the position
    flutter,      // swings, and grows
    neutral,      // nothing brings it back
    oscillation,  // steady, or dying away
    decay         // comes back without passing the position
  };
  Kind kind = Kind::oscillation;
  std::complex<double> root;                // 1/s, r; of a pair that with the positive imaginary part
  std::vector<std::complex<double>> shape;  // one a coordinate, X* M X = 1
  std::vector<double> kinetic;              // share of each body in the kinetic energy
  bool swings() const { return kind == Kind::oscillation || kind == Kind::flutter; }
  double frequency() const;     // Hz, |r|/(2 pi) of what swings, else 0
  double dampingRatio() const;  // -Re r/|r| of what swings, else 0
};

}  // namespace clank
