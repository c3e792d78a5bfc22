// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/math/beam_modes.h"

#include <cmath>
#include <numbers>

#include "core/math/gauss_legendre.h"

namespace clank {
namespace {

// Frequency equations, divided by cosh l so that they stay near one:
//   clamped-free cos l + 1/cosh l, clamped-clamped and free-free cos l - 1/cosh l, hinged-free sin l - cos l
//   tanh l.
double calcMissed(BeamEnds ends, double l) {
  switch (ends) {
    case BeamEnds::clampedFree:
      return std::cos(l) + 1 / std::cosh(l);
    case BeamEnds::freeFree:
    case BeamEnds::clampedClamped:
      return std::cos(l) - 1 / std::cosh(l);
    case BeamEnds::hingedFree:
      return std::sin(l) - std::cos(l) * std::tanh(l);
  }
  return 0;
}

// The only root within a quarter of pi of where that of large j is, by halving.
double findWave(BeamEnds ends, int j) {
  const double shift = ends == BeamEnds::clampedFree ? -0.5 : ends == BeamEnds::hingedFree ? 0.25 : 0.5;
  const double middle = (j + shift) * std::numbers::pi;
  double low = middle - std::numbers::pi / 4, high = middle + std::numbers::pi / 4;
  const double sign = calcMissed(ends, low);
  for (;;) {
    const double half = (low + high) / 2;
    if (half <= low || half >= high) return half;
    (calcMissed(ends, half) * sign > 0 ? low : high) = half;
  }
}

// With E = e^(-l): the two conditions at x = 0 give C and D (or B), the bending moment or the deflection at x
// = L the ratio of A to B.
std::array<double, 4> findAmplitudes(BeamEnds ends, double l) {
  const double E = std::exp(-l), c = std::cos(l), s = std::sin(l);
  switch (ends) {
    case BeamEnds::clampedFree: {
      const double A = (s - c - E) / (1 + E * (c + s));
      return {A, 1, -(A * E + 1), 1 - A * E};
    }
    case BeamEnds::clampedClamped: {
      const double A = (c - s - E) / (1 - E * (c + s));
      return {A, 1, -(A * E + 1), 1 - A * E};
    }
    case BeamEnds::freeFree: {
      const double A = (c - s - E) / (1 - E * (c + s));
      return {A, 1, A * E + 1, A * E - 1};
    }
    case BeamEnds::hingedFree: {
      const double A = s / (1 - E * E);
      return {A, -A * E, 0, 1};
    }
  }
  return {};
}

}  // namespace

BendingMode::BendingMode(BeamEnds ends, int j, double length)
    : length_(length), wave_(findWave(ends, j)), amplitude_(findAmplitudes(ends, wave_)) {
  double squares = 0;
  for (const QuadraturePoint& point : listGaussLegendre(16 + 4 * j, 0, length))
    squares += point.weight * calcValue(point.at) * calcValue(point.at);
  const double seen = ends == BeamEnds::clampedClamped ? calcDerivative(0, 2) : calcValue(length);
  const double scale = std::copysign(std::sqrt(length / squares), seen);
  for (double& amplitude : amplitude_) amplitude *= scale;
}

double BendingMode::calcDerivative(double x, int order) const {
  const double k = wave_ / length_, z = k * x;
  const double turned = z + order * std::numbers::pi / 2;  // each derivative turns cos and sin by a quarter
  const double sign = order % 2 == 0 ? 1 : -1;
  const double sum = amplitude_[0] * std::exp(z - wave_) + sign * amplitude_[1] * std::exp(-z) +
                     amplitude_[2] * std::cos(turned) + amplitude_[3] * std::sin(turned);
  return std::pow(k, order) * sum;
}

AxialMode::AxialMode(bool freeStart, int j, double length)
    : freeStart_(freeStart),
      length_(length),
      wave_(freeStart ? j * std::numbers::pi : (j - 0.5) * std::numbers::pi) {}

double AxialMode::calcValue(double x) const {
  const double z = wave_ * x / length_;
  return std::sqrt(2.0) * (freeStart_ ? std::cos(z) : std::sin(z));
}

double AxialMode::calcDerivative(double x, int order) const {
  const double k = wave_ / length_, z = k * x;
  if (order == 0) return calcValue(x);
  if (order > 1) return -k * k * calcDerivative(x, order - 2);
  return std::sqrt(2.0) * k * (freeStart_ ? -std::sin(z) : std::cos(z));
}

}  // namespace clank
