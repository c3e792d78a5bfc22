// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/station.h"

#include <cmath>

#include "core/dynamics/planar.h"

namespace clank {
namespace {

using ConstVector = Eigen::Map<const Eigen::VectorXd>;

double sum(const double* numbers, const double* modes, std::size_t count) {
  double result = 0;
  for (std::size_t j = 0; j < count; ++j) result += numbers[j] * modes[j];
  return result;
}

// a' H b.
double calcShortening(const Station& station, const double* a, const double* b) {
  if (!station.foreshortens) return 0;
  const double* const H = station.shortening();
  const std::size_t n = station.bending;
  double result = 0;
  for (std::size_t k = 0; k < n; ++k) result += sum(H + n * k, a, n) * b[k];
  return result;
}

// The tangent of the axis, (X', Y') above.
struct Tangent {
  double along = 1, across = 0;
  double square() const { return along * along + across * across; }
};
Tangent calcTangent(const Station& station, const double* modes) {
  const double s = sum(station.slope(), modes, station.bending);
  const double stretched = 1 + sum(station.stretch(), modes + station.bending, station.axial);
  return {station.foreshortens ? stretched - s * s / 2 : stretched, s};
}

}  // namespace

void calcAxisColumns(const Station& station, const double* modes, StationColumns& columns) {
  const std::size_t n = station.bending;
  for (std::size_t j = 0; j < n; ++j) {
    columns.x[j] = station.foreshortens ? -sum(station.shortening() + n * j, modes, n) : 0;
    columns.y[j] = station.phi()[j];
  }
  for (std::size_t k = 0; k < station.axial; ++k) {
    columns.x[n + k] = station.psi()[k];
    columns.y[n + k] = 0;
  }
}

void calcColumns(const Station& station, const double* modes, StationColumns& columns) {
  calcAxisColumns(station, modes, columns);
  const Tangent t = calcTangent(station, modes);
  const double bent = (station.foreshortens ? t.along + t.across * t.across : t.along) / t.square();
  const std::size_t n = station.bending;
  for (std::size_t j = 0; j < n; ++j) columns.turn[j] = station.slope()[j] * bent;
  for (std::size_t k = 0; k < station.axial; ++k)
    columns.turn[n + k] = -t.across * station.stretch()[k] / t.square();
  if (station.isOnAxis()) return;
  const double length = std::sqrt(t.square());
  const Eigen::Vector2d o = turn({t.along / length, t.across / length}, station.offset);
  for (std::size_t j = 0; j < station.modes(); ++j) {
    columns.x[j] -= columns.turn[j] * o.y();
    columns.y[j] += columns.turn[j] * o.x();
  }
}

StationMotion calcAxisMotion(const Station& station, const double* modes, const double* rates) {
  const std::size_t n = station.bending;
  StationMotion m;
  m.place = station.place;
  m.place.x() += sum(station.psi(), modes + n, station.axial) - calcShortening(station, modes, modes) / 2;
  m.place.y() += sum(station.phi(), modes, n);
  m.rate = {sum(station.psi(), rates + n, station.axial) - calcShortening(station, modes, rates),
            sum(station.phi(), rates, n)};
  m.swing = {-calcShortening(station, rates, rates), 0};
  return m;
}

StationMotion calcStationMotion(const Station& station, const double* modes, const double* rates) {
  StationMotion m = calcAxisMotion(station, modes, rates);
  const Tangent t = calcTangent(station, modes);
  const double s = t.across, ds = sum(station.slope(), rates, station.bending);
  const double stretching = sum(station.stretch(), rates + station.bending, station.axial);
  const double along = station.foreshortens ? stretching - s * ds : stretching;  // rate of X'
  const double square = t.square();
  m.angle = std::atan2(s, t.along);
  m.omega = (t.along * ds - s * along) / square;
  m.spin = ((station.foreshortens ? s * ds * ds : 0) - 2 * m.omega * (t.along * along + s * ds)) / square;
  if (station.isOnAxis()) return m;
  const double length = std::sqrt(square);
  const Eigen::Vector2d o = turn({t.along / length, s / length}, station.offset);
  m.place += o;
  m.rate += m.omega * perp(o);
  m.swing += m.spin * perp(o) - m.omega * m.omega * o;
  return m;
}

}  // namespace clank
