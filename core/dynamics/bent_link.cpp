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

void addMass(BentLink& link, const BeamShapes& modes) {
  std::vector<double> H(link.bending * link.bending, 0.0), masses;
  std::vector<Station> points;
  double last = 0;
  for (const QuadraturePoint& point : listGaussLegendre(countPoints(link), 0, link.length)) {
    addShortening(modes, last, point.at, H);
    last = point.at;
    points.push_back(makeAxisStation(link, modes, point.at, H));
    masses.push_back(link.massPerLength * point.weight);
  }
  link.mass = LinkMass(points, masses);
}

void addSections(BentLink& link, const BeamShapes& modes) {
  constexpr int kSections = 40;  // pieces
  for (int i = 0; i <= kSections; ++i) {
    BendingSection section;
    section.at = link.length * i / kSections;
    for (const BendingMode& mode : modes.bending) section.value.push_back(mode.calcValue(section.at));
    for (const BendingMode& mode : modes.bending)
      section.curvature.push_back(mode.calcDerivative(section.at, 2));
    for (const BendingMode& mode : modes.bending) section.slant.push_back(mode.calcDerivative(section.at, 3));
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
  addMass(link, modes);
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
  const LinkMass& mass = link.mass;
  const double* const one = mass.one();
  LinkMass::Shape s;
  mass.calcShape(q + link.first, s);
  const Rotation r = calcRotation(link.body, q);
  const Eigen::Vector2d moment = turn(r, {mass.dot(one, s.x.data()), mass.dot(one, s.y.data())});
  const auto n = static_cast<Eigen::Index>(link.bending), all = static_cast<Eigen::Index>(link.modes());
  M.setZero();
  M(0, 0) = M(1, 1) = mass.mass();
  M(2, 0) = -moment.y();
  M(2, 1) = moment.x();
  M(2, 2) = mass.dot(s.x.data(), s.x.data()) + mass.dot(s.y.data(), s.y.data());
  const auto fill = [&](Eigen::Index row, double along, double across, double turning) {
    const Eigen::Vector2d world = turn(r, {along, across});
    M(row, 0) = world.x();
    M(row, 1) = world.y();
    M(row, 2) = turning;
  };
  for (std::size_t j = 0; j < link.bending; ++j) {
    const double *const cx = mass.inward(s, j), *const cy = mass.across(j);
    const Eigen::Index row = 3 + static_cast<Eigen::Index>(j);
    fill(row, mass.dot(one, cx), mass.dot(one, cy), mass.dot(s.x.data(), cy) - mass.dot(s.y.data(), cx));
    for (std::size_t k = 0; k <= j; ++k)
      M(row, 3 + static_cast<Eigen::Index>(k)) = mass.acrossProduct(j, k) + mass.dot(cx, mass.inward(s, k));
  }
  for (std::size_t j = 0; j < link.axial; ++j) {
    const double* const cx = mass.along(j);
    const Eigen::Index row = 3 + n + static_cast<Eigen::Index>(j);
    fill(row, mass.dot(one, cx), 0, -mass.dot(s.y.data(), cx));
    for (std::size_t k = 0; k < link.bending; ++k)
      M(row, 3 + static_cast<Eigen::Index>(k)) = mass.dot(cx, mass.inward(s, k));
    for (std::size_t k = 0; k <= j; ++k)
      M(row, 3 + n + static_cast<Eigen::Index>(k)) = mass.dot(cx, mass.along(k));
  }
  for (Eigen::Index k = 3 + all; k < M.rows(); ++k) M(k, k) = 1;
}

// A point at s accelerates by -w^2 s + 2 w perp(s') + s'' beside what the accelerations of the coordinates
// do.
double addBentForces(const BentLink& link, const Eigen::Vector2d& gravity, const double* q, const double* v,
                     std::span<double> f) {
  const double *const modes = q + link.first, *const rates = v + link.first;
  const LinkMass& mass = link.mass;
  LinkMass::Shape s;
  LinkMass::Rates d;
  mass.calcShape(modes, s);
  mass.calcRates(s, rates, d);
  const Rotation r = calcRotation(link.body, q);
  const double w = v[StateLayout::angle(link.body)];
  const Eigen::Vector2d pull = turnBack(r, gravity);
  std::array<double, LinkMass::kMostRows> fx, fy;
  for (std::size_t i = 0; i < mass.rows(); ++i) {
    fx[i] = mass.one()[i] * pull.x() + w * w * s.x[i] + 2 * w * d.y[i] - d.swing[i];
    fy[i] = mass.one()[i] * pull.y() + w * w * s.y[i] - 2 * w * d.x[i];
  }
  double* const fb = f.data() + StateLayout::pose(link.body);
  double* const fm = f.data() + link.first;
  const Eigen::Vector2d world = turn(r, {mass.dot(mass.one(), fx.data()), mass.dot(mass.one(), fy.data())});
  fb[0] += world.x();
  fb[1] += world.y();
  fb[2] += mass.dot(s.x.data(), fy.data()) - mass.dot(s.y.data(), fx.data());
  for (std::size_t j = 0; j < link.bending; ++j)
    fm[j] += mass.dot(mass.inward(s, j), fx.data()) + mass.dot(mass.across(j), fy.data());
  for (std::size_t k = 0; k < link.axial; ++k) fm[link.bending + k] += mass.dot(mass.along(k), fx.data());
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
  LinkMass::Shape s;
  LinkMass::Rates d;
  link.mass.calcShape(q + link.first, s);
  link.mass.calcRates(s, v + link.first, d);
  double energy = 0;
  for (std::size_t i = 0; i < link.mass.rows(); ++i) {
    const double one = link.mass.one()[i];
    energy += Eigen::Vector2d(one * frame.x() - w * s.y[i] + d.x[i], one * frame.y() + w * s.x[i] + d.y[i])
                  .squaredNorm() /
              2;
  }
  return energy;
}

double calcBentGravity(const BentLink& link, const Eigen::Vector2d& gravity, const double* q) {
  LinkMass::Shape s;
  link.mass.calcShape(q + link.first, s);
  const double* const one = link.mass.one();
  const Eigen::Vector2d moment =
      turn(calcRotation(link.body, q), {link.mass.dot(one, s.x.data()), link.mass.dot(one, s.y.data())});
  return -gravity.dot(link.mass.mass() * calcPosition(link.body, q) + moment);
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

double calcShearForce(const BentLink& link, const BendingSection& section, const double* q) {
  double slant = 0;
  for (std::size_t j = 0; j < link.bending; ++j) slant += section.slant[j] * q[link.first + j];
  return link.bendingStiffness * slant;
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
  double greatest = 0;
  for (const BendingSection& section : link.sections) {
    double deflection = 0;
    for (std::size_t j = 0; j < link.bending; ++j) deflection += section.value[j] * q[link.first + j];
    greatest = std::max(greatest, std::abs(deflection));
  }
  return greatest;
}

}  // namespace clank
