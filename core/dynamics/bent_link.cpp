// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/bent_link.h"

#include <cmath>

#include "core/dynamics/planar.h"
#include "core/dynamics/state_layout.h"
#include "core/math/beam_modes.h"
#include "core/math/gauss_legendre.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

BeamEnds findEnds(ModeBasis basis) {
  switch (basis) {
    case ModeBasis::clampedFree:
      return BeamEnds::clampedFree;
    case ModeBasis::hingedFree:
      return BeamEnds::hingedFree;
    case ModeBasis::freeFree:
      return BeamEnds::freeFree;
    case ModeBasis::clampedClamped:
      return BeamEnds::clampedClamped;
  }
  return BeamEnds::clampedFree;
}

// Adds int phi_j' phi_k' from one place to another.
void addShortening(const BeamShapes& modes, double from, double to, std::vector<double>& H) {
  const std::size_t n = modes.bending.size();
  const int points = 12 + static_cast<int>(3 * n);
  std::vector<double> slope(n);
  for (const QuadraturePoint& point : listGaussLegendre(points, from, to)) {
    for (std::size_t j = 0; j < n; ++j) slope[j] = modes.bending[j].calcDerivative(point.at, 1);
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = 0; k < n; ++k) H[n * j + k] += point.weight * slope[j] * slope[k];
  }
}

// Products of two modes swing half as often as there are modes, over the link.
int countPoints(const BentLink& link) {
  return 12 + static_cast<int>(4 * link.bending + 2 * link.axial);
}

void addPoints(BentLink& link, const BeamShapes& modes) {
  std::vector<double> H(link.bending * link.bending, 0.0);
  double last = 0;
  for (const QuadraturePoint& point : listGaussLegendre(countPoints(link), 0, link.length)) {
    addShortening(modes, last, point.at, H);
    last = point.at;
    link.points.push_back(makeAxisStation(link, modes, point.at, H));
    link.masses.push_back(link.massPerLength * point.weight);
  }
}

void addSections(BentLink& link, const BeamShapes& modes) {
  constexpr int kSections = 40;  // pieces
  for (int i = 0; i <= kSections; ++i) {
    BendingSection section;
    section.at = link.length * i / kSections;
    for (const BendingMode& mode : modes.bending)
      section.curvature.push_back(mode.calcDerivative(section.at, 2));
    for (const AxialMode& mode : modes.axial) section.stretch.push_back(mode.calcSlope(section.at));
    link.sections.push_back(std::move(section));
  }
}

// Of shapes whose integral of squares is the length: k = EI (l/L)^4 L, or EA (l/L)^2 L; m = rho A L.
void addStiffness(BentLink& link, const BeamShapes& modes, const BeamDamping& damping) {
  for (const BendingMode& mode : modes.bending)
    link.stiffness.push_back(link.bendingStiffness * std::pow(mode.wave() / link.length, 4) * link.length);
  for (const AxialMode& mode : modes.axial)
    link.stiffness.push_back(link.axialStiffness * std::pow(mode.wave() / link.length, 2) * link.length);
  const double mass = link.massPerLength * link.length;
  for (const double k : link.stiffness)
    link.damping.push_back(std::visit(
        Overloaded{[](const NoDamping&) { return 0.0; },
                   [&](const DampingRatio& d) { return 2 * d.ratio.value * std::sqrt(k * mass); },
                   [&](const RayleighDamping& d) { return d.alpha.value * mass + d.beta.value * k; }},
        damping.kind));
}

}  // namespace

BeamShapes makeShapes(const BentLink& link) {
  BeamShapes shapes;
  for (std::size_t j = 1; j <= link.bending; ++j)
    shapes.bending.emplace_back(findEnds(link.basis), static_cast<int>(j), link.length);
  for (std::size_t k = 1; k <= link.axial; ++k)
    shapes.axial.emplace_back(link.basis == ModeBasis::freeFree, static_cast<int>(k), link.length);
  return shapes;
}

BentLink makeBentLink(const Body& body, int index) {
  const FlexibleLink& drawn = *body.flexible;
  const SectionProperties section = calcSection(drawn.section);
  const MaterialProperties material = findMaterial(drawn.material);
  BentLink link;
  link.body = index;
  link.bending = static_cast<std::size_t>(drawn.modes.value);
  link.axial = static_cast<std::size_t>(drawn.axialModes.value);
  link.blocks = StateLayout::blocksOf(link.modes());
  link.foreshortens = drawn.foreshortening;
  link.basis = drawn.basis.value;
  link.length = body.length->value;
  link.massPerLength = material.density * section.area;
  link.bendingStiffness = material.young * section.secondMoment;
  link.axialStiffness = material.young * section.area;
  link.area = section.area;
  link.height = section.height;
  link.yield = material.yield;
  return link;
}

Station makeAxisStation(const BentLink& link, const BeamShapes& modes, double x,
                        const std::vector<double>& H) {
  Station station{link.first, link.bending, link.axial, link.foreshortens, {x - link.length / 2, 0}, {0, 0},
                  {}};
  std::vector<double>& shape = station.shape;
  for (const BendingMode& mode : modes.bending) shape.push_back(mode.calcValue(x));
  for (const BendingMode& mode : modes.bending) shape.push_back(mode.calcDerivative(x, 1));
  for (const AxialMode& mode : modes.axial) shape.push_back(mode.calcValue(x));
  for (const AxialMode& mode : modes.axial) shape.push_back(mode.calcSlope(x));
  shape.insert(shape.end(), H.begin(), H.end());
  return station;
}

void placeModes(BentLink& link, std::size_t first, const BeamDamping& damping) {
  link.first = first;
  const BeamShapes modes = makeShapes(link);
  addPoints(link, modes);
  addSections(link, modes);
  for (const BendingMode& mode : modes.bending) link.tip.push_back(mode.calcValue(link.length));
  addStiffness(link, modes, damping);
}

Station makeStation(const BentLink& link, const Eigen::Vector2d& point) {
  const BeamShapes modes = makeShapes(link);
  const double x = std::min(std::max(point.x(), 0.0), link.length);
  std::vector<double> H(link.bending * link.bending, 0.0);
  addShortening(modes, 0, x, H);
  Station station = makeAxisStation(link, modes, x, H);
  station.offset = {point.x() - x, point.y()};
  return station;
}

// In the axes of the link with c the columns of a point at s: [m 1, m perp(s), m c; ., m s^2, m perp(s) c; .,
// ., m c'c].
void calcBentMass(const BentLink& link, const double* q, Eigen::Ref<Eigen::MatrixXd> M) {
  const double* const modes = q + link.first;
  const std::size_t n = link.modes();
  std::array<double, kMostModes> alongX{}, alongY{}, mx, my;
  AxisPoint c;
  double mass = 0, momentX = 0, momentY = 0, inertia = 0;
  M.setZero();
  for (std::size_t p = 0; p < link.points.size(); ++p) {
    calcAxisPoint(link.points[p], modes, c);
    const double m = link.masses[p], sx = c.place.x(), sy = c.place.y();
    mass += m;
    momentX += m * sx;
    momentY += m * sy;
    inertia += m * (sx * sx + sy * sy);
    double* const turning = &M.coeffRef(3, 2);
    for (std::size_t j = 0; j < n; ++j) {
      mx[j] = m * c.x[j];
      my[j] = m * c.y[j];
      alongX[j] += mx[j];
      alongY[j] += my[j];
      turning[j] += sx * my[j] - sy * mx[j];
    }
    for (std::size_t j = 0; j < n; ++j) {
      double* const column = &M.coeffRef(3, 3 + static_cast<Eigen::Index>(j));
      for (std::size_t k = j; k < n; ++k) column[k] += c.x[j] * mx[k] + c.y[j] * my[k];
    }
  }
  const Rotation r = calcRotation(link.body, q);
  M(0, 0) = M(1, 1) = mass;
  M(2, 0) = -(r.s * momentX + r.c * momentY);
  M(2, 1) = r.c * momentX - r.s * momentY;
  M(2, 2) = inertia;
  for (std::size_t j = 0; j < n; ++j) {
    const Eigen::Vector2d world = turn(r, {alongX[j], alongY[j]});
    M(3 + static_cast<Eigen::Index>(j), 0) = world.x();
    M(3 + static_cast<Eigen::Index>(j), 1) = world.y();
  }
  for (Eigen::Index k = 3 + static_cast<Eigen::Index>(n); k < M.rows(); ++k) M(k, k) = 1;
}

// A point at s accelerates by -w^2 s + 2 w perp(s') + s'' beside what the accelerations of the coordinates
// do.
double addBentForces(const BentLink& link, const Eigen::Vector2d& gravity, const double* q, const double* v,
                     std::span<double> f) {
  const double *const modes = q + link.first, *const rates = v + link.first;
  const Rotation r = calcRotation(link.body, q);
  const double w = v[StateLayout::angle(link.body)];
  const Eigen::Vector2d pull = turnBack(r, gravity);
  double* const fb = f.data() + StateLayout::pose(link.body);
  double* const fm = f.data() + link.first;
  Eigen::Vector2d whole(0, 0);
  AxisPoint c;
  for (std::size_t p = 0; p < link.points.size(); ++p) {
    calcAxisPoint(link.points[p], modes, rates, c);
    const Eigen::Vector2d force = link.masses[p] * (pull + w * w * c.place - 2 * w * perp(c.rate) - c.swing);
    const double fx = force.x(), fy = force.y();
    whole += force;
    fb[2] += cross(c.place, force);
    for (std::size_t j = 0; j < link.modes(); ++j) fm[j] += c.x[j] * fx + c.y[j] * fy;
  }
  const Eigen::Vector2d world = turn(r, whole);
  fb[0] += world.x();
  fb[1] += world.y();
  double loss = 0;
  for (std::size_t j = 0; j < link.modes(); ++j) {
    fm[j] -= link.stiffness[j] * modes[j] + link.damping[j] * rates[j];
    loss += link.damping[j] * rates[j] * rates[j];
  }
  return loss;
}

double calcBentKinetic(const BentLink& link, const double* q, const double* v) {
  const Rotation r = calcRotation(link.body, q);
  const Eigen::Vector2d frame =
      turnBack(r, {v[StateLayout::pose(link.body)], v[StateLayout::pose(link.body) + 1]});
  const double w = v[StateLayout::angle(link.body)];
  double energy = 0;
  AxisPoint c;
  for (std::size_t p = 0; p < link.points.size(); ++p) {
    calcAxisPoint(link.points[p], q + link.first, v + link.first, c);
    energy += link.masses[p] * (frame + w * perp(c.place) + c.rate).squaredNorm() / 2;
  }
  return energy;
}

double calcBentGravity(const BentLink& link, const Eigen::Vector2d& gravity, const double* q) {
  const Rotation r = calcRotation(link.body, q);
  const Eigen::Vector2d center = calcPosition(link.body, q);
  double energy = 0;
  AxisPoint c;
  for (std::size_t p = 0; p < link.points.size(); ++p) {
    calcAxisPoint(link.points[p], q + link.first, c);
    energy -= link.masses[p] * gravity.dot(center + turn(r, c.place));
  }
  return energy;
}

double calcBentElastic(const BentLink& link, const double* q) {
  double energy = 0;
  for (std::size_t j = 0; j < link.modes(); ++j)
    energy += link.stiffness[j] * q[link.first + j] * q[link.first + j] / 2;
  return energy;
}

double calcBendingMoment(const BentLink& link, const BendingSection& section, const double* q) {
  double curvature = 0;
  for (std::size_t j = 0; j < link.bending; ++j) curvature += section.curvature[j] * q[link.first + j];
  return link.bendingStiffness * curvature;
}

// E (h/2 |kappa| + |strain|), with E from EA and A.
double calcStress(const BentLink& link, const BendingSection& section, const double* q) {
  double curvature = 0, strain = 0;
  for (std::size_t j = 0; j < link.bending; ++j) curvature += section.curvature[j] * q[link.first + j];
  for (std::size_t k = 0; k < link.axial; ++k)
    strain += section.stretch[k] * q[link.first + link.bending + k];
  return link.axialStiffness / link.area * (link.height / 2 * std::abs(curvature) + std::abs(strain));
}

GreatestStress findGreatestStress(const BentLink& link, const double* q) {
  GreatestStress greatest;
  for (const BendingSection& section : link.sections)
    if (const double stress = calcStress(link, section, q); stress > greatest.stress)
      greatest = {stress, section.at};
  return greatest;
}

double calcTipDeflection(const BentLink& link, const double* q) {
  double deflection = 0;
  for (std::size_t j = 0; j < link.bending; ++j) deflection += link.tip[j] * q[link.first + j];
  return deflection;
}

double calcGreatestDeflection(const BentLink& link, const double* q) {
  double greatest = std::abs(calcTipDeflection(link, q));
  for (const Station& station : link.points) {
    double deflection = 0;
    for (std::size_t j = 0; j < link.bending; ++j) deflection += station.phi()[j] * q[link.first + j];
    greatest = std::max(greatest, std::abs(deflection));
  }
  return greatest;
}

}  // namespace clank
