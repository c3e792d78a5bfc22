// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/station.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/planar.h"

namespace clank {
namespace {

double sum(const double* numbers, const double* modes, std::size_t count) {
  double result = 0;
  for (std::size_t j = 0; j < count; ++j) result += numbers[j] * modes[j];
  return result;
}

// H a, by columns: H is symmetric.
void multiplyShortening(const Station& station, const double* a, double* result) {
  const std::size_t n = station.bending;
  std::fill_n(result, n, 0.0);
  if (!station.foreshortens) return;
  const double* column = station.shortening();
  for (std::size_t k = 0; k < n; ++k, column += n)
    for (std::size_t j = 0; j < n; ++j) result[j] += column[j] * a[k];
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

void calcAxisPoint(const Station& station, const double* modes, AxisPoint& point) {
  const std::size_t n = station.bending;
  multiplyShortening(station, modes, point.x.data());
  const double shortening = sum(point.x.data(), modes, n);
  for (std::size_t j = 0; j < n; ++j) point.x[j] = -point.x[j];
  std::copy_n(station.phi(), n, point.y.data());
  std::copy_n(station.psi(), station.axial, point.x.data() + n);
  std::fill_n(point.y.data() + n, station.axial, 0.0);
  point.place = station.place;
  point.place.x() += sum(station.psi(), modes + n, station.axial) - shortening / 2;
  point.place.y() += sum(station.phi(), modes, n);
}

void calcAxisPoint(const Station& station, const double* modes, const double* rates, AxisPoint& point) {
  calcAxisPoint(station, modes, point);
  std::array<double, kMostModes> shortening;  // H a'
  multiplyShortening(station, rates, shortening.data());
  point.rate = {sum(point.x.data(), rates, station.modes()), sum(point.y.data(), rates, station.modes())};
  point.swing = {-sum(shortening.data(), rates, station.bending), 0};
}

void calcColumns(const Station& station, const double* modes, StationColumns& columns) {
  AxisPoint point;
  calcAxisPoint(station, modes, point);
  columns.x = point.x;
  columns.y = point.y;
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

StationMotion calcStationMotion(const Station& station, const double* modes, const double* rates) {
  AxisPoint point;
  calcAxisPoint(station, modes, rates, point);
  StationMotion m;
  m.place = point.place;
  m.rate = point.rate;
  m.swing = point.swing;
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
