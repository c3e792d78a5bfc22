// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/plate_mass.h"

#include <cmath>

namespace clank {
namespace {

// Nine digits: lengths to a nanometre.
double tidyUp(double value) {
  return std::round(value * 1e9) / 1e9 + 0.0;
}

}  // namespace

// Area moments of a polygon by its triangles with the origin: A = sum c/2, centre = sum (p + q) c/6 / A,
// polar moment about the origin = sum c (p.p + p.q + q.q)/12, c = p x q.
MassProperties calcPlateMass(const std::vector<PlanePoint>& corners, double areaDensity) {
  double area = 0, polar = 0, firstX = 0, firstY = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const PlanePoint p = corners[i], q = corners[(i + 1) % corners.size()];
    const double c = p.x * q.y - p.y * q.x;
    area += c / 2;
    firstX += (p.x + q.x) * (c / 6);
    firstY += (p.y + q.y) * (c / 6);
    polar += c * (p.x * p.x + p.y * p.y + p.x * q.x + p.y * q.y + q.x * q.x + q.y * q.y) / 12;
  }
  const double x = firstX / area, y = firstY / area, mass = areaDensity * std::abs(area);
  return {mass, areaDensity * std::abs(polar) - mass * (x * x + y * y), x, y};
}

void setSteelPlate(Body& body, const std::vector<PlanePoint>& corners) {
  const MassProperties mass = calcPlateMass(corners, kSteel * kPlateThickness);
  body.mass = mass.mass;
  body.inertia = mass.inertia;
  body.center = {tidyUp(mass.centerX), tidyUp(mass.centerY)};
  for (const PlanePoint p : corners) body.outline.push_back({tidyUp(p.x), tidyUp(p.y)});
}

}  // namespace clank
