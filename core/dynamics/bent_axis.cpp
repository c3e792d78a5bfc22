// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/bent_axis.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/planar.h"
#include "core/math/gauss_legendre.h"

namespace clank {
namespace {

// Of a panel, along which no slope turns by more than two radians.
const std::vector<QuadraturePoint>& getQuadrature() {
  static const std::vector<QuadraturePoint> points = listGaussLegendre(10, 0, 1);
  return points;
}

double sum(const double* numbers, const double* modes, std::size_t count) {
  double result = 0;
  for (std::size_t j = 0; j < count; ++j) result += numbers[j] * modes[j];
  return result;
}

// T, T' and what either changes by.
BentAxis::Change calcChange(const Eigen::Vector2d& tangent, const Eigen::Vector2d& slope,
                            const Eigen::Vector2d& tangentChange, const Eigen::Vector2d& slopeChange) {
  const double square = tangent.squaredNorm(), growth = tangent.dot(tangentChange);
  const double bend = cross(tangentChange, slope) + cross(tangent, slopeChange);
  return {growth / std::sqrt(square), bend / square - 2 * cross(tangent, slope) * growth / (square * square)};
}

}  // namespace

BentAxis::BentAxis(const BentLink& link) : link_(link) {
  const std::size_t panels = 8 + 2 * link.bending;
  panel_ = link.length / static_cast<double>(panels);
  std::vector<double> H(link.bending * link.bending, 0.0);
  for (std::size_t i = 0; i <= panels; ++i) {
    nodes_.push_back(H);
    addShortening(static_cast<double>(i) * panel_, static_cast<double>(i + 1) * panel_, H);
  }
}

void BentAxis::addShortening(double from, double to, std::vector<double>& H) const {
  const std::size_t n = link_.bending;
  std::array<double, kMostModes> slope;
  const std::vector<double> places = listPieces(link_, from, to);
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    for (const QuadraturePoint& point : getQuadrature()) {
      const double begin = places[i], length = places[i + 1] - begin, weight = point.weight * length;
      for (std::size_t j = 0; j < n; ++j)
        slope[j] = link_.shapes->bending[j].calcDerivative(begin + length * point.at, 1);
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n; ++k) H[n * j + k] += weight * slope[j] * slope[k];
    }
}

Station BentAxis::makeSection(double x) const {
  const auto last = static_cast<long>(nodes_.size()) - 1;
  const auto node = static_cast<std::size_t>(std::clamp(std::lround(x / panel_), 0L, last));
  std::vector<double> H = nodes_[node];
  addShortening(static_cast<double>(node) * panel_, x, H);
  return makeAxisStation(link_, x, H);
}

Eigen::Vector2d BentAxis::calcTangent(const Station& section, const double* modes) const {
  const double s = sum(section.slope(), modes, section.bending),
               stretched = 1 + sum(section.stretch(), modes + section.bending, section.axial);
  return {section.foreshortens ? stretched - s * s / 2 : stretched, s};
}

Eigen::Vector2d BentAxis::calcSlope(const Station& section, double x, const double* modes) const {
  double across = 0, along = 0;
  for (std::size_t j = 0; j < section.bending; ++j)
    across += link_.shapes->bending[j].calcDerivative(x, 2) * modes[j];
  for (std::size_t k = 0; k < section.axial; ++k)
    along += link_.shapes->axial[k].calcDerivative(x, 2) * modes[section.bending + k];
  if (section.foreshortens) along -= sum(section.slope(), modes, section.bending) * across;
  return {along, across};
}

Eigen::Vector2d BentAxis::calcThird(const Station& section, double x, const double* modes) const {
  double bend = 0, across = 0, along = 0;
  for (std::size_t j = 0; j < section.bending; ++j) {
    bend += link_.shapes->bending[j].calcDerivative(x, 2) * modes[j];
    across += link_.shapes->bending[j].calcDerivative(x, 3) * modes[j];
  }
  for (std::size_t k = 0; k < section.axial; ++k)
    along += link_.shapes->axial[k].calcDerivative(x, 3) * modes[section.bending + k];
  if (section.foreshortens) along -= bend * bend + sum(section.slope(), modes, section.bending) * across;
  return {along, across};
}

// Newton's method for T.(P - R) = 0, from where the foot on the straight link would be.
BentAxis::Foot BentAxis::findFoot(const Eigen::Vector2d& place, const double* modes) const {
  constexpr int kMostSteps = 20;
  constexpr double kFound = 1e-14;  // of the length
  Foot foot;
  foot.x = std::clamp(place.x() + link_.length / 2, 0.0, link_.length);
  AxisPoint point;
  Eigen::Vector2d tangent, slope, d;
  for (int i = 0;; ++i) {
    foot.section = makeSection(foot.x);
    calcAxisPoint(foot.section, modes, point);
    tangent = calcTangent(foot.section, modes);
    slope = calcSlope(foot.section, foot.x, modes);
    d = place - point.place;
    if (i == kMostSteps) break;
    const double error = tangent.dot(d), rate = std::max(tangent.squaredNorm() - slope.dot(d), 1e-6);
    const double next = std::clamp(foot.x + error / rate, 0.0, link_.length), step = std::abs(next - foot.x);
    if (step <= kFound * link_.length) break;
    foot.x = next;
  }
  foot.stretch = tangent.norm();
  const Eigen::Vector2d t = tangent / foot.stretch;
  foot.distance = cross(t, d);
  const double along = t.dot(d);
  if ((foot.x == 0 && along < 0) || (foot.x == link_.length && along > 0)) {
    foot.beyond = along;
    foot.stretch = 1;
  } else {
    foot.bend = cross(tangent, slope) / (foot.stretch * foot.stretch);
    foot.curvature = foot.bend / foot.stretch;
  }
  return foot;
}

BentAxis::Change BentAxis::calcRates(const Foot& foot, const double* modes, const double* rates) const {
  if (foot.isBeyond()) return {};
  const Station& section = foot.section;
  const Eigen::Vector2d tangent = calcTangent(section, modes), slope = calcSlope(section, foot.x, modes);
  // Both are linear in the modes but for the foreshortening.
  Eigen::Vector2d tangentRate = calcTangent(section, rates), slopeRate = calcSlope(section, foot.x, rates);
  tangentRate.x() = sum(section.stretch(), rates + section.bending, section.axial);
  if (section.foreshortens) {
    tangentRate.x() -= tangent.y() * tangentRate.y();
    slopeRate.x() += tangentRate.y() * slopeRate.y();  // its own product out
    slopeRate.x() -= tangentRate.y() * slope.y() + tangent.y() * slopeRate.y();
  }
  return calcChange(tangent, slope, tangentRate, slopeRate);
}

BentAxis::Change BentAxis::calcSlopes(const Foot& foot, const double* modes) const {
  if (foot.isBeyond()) return {};
  const Eigen::Vector2d slope = calcSlope(foot.section, foot.x, modes);
  return calcChange(calcTangent(foot.section, modes), slope, slope, calcThird(foot.section, foot.x, modes));
}

}  // namespace clank
