// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/bent_link.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/planar.h"
#include "core/dynamics/state_layout.h"
#include "core/math/beam_modes.h"
#include "core/math/gauss_legendre.h"
#include "core/model/bar_stations.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

BeamEnds findEnds(ModeBasis basis) {
  switch (basis) {
    case ModeBasis::craigBampton:
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

BeamShapes makeShapes(const Mechanism& resolved, const Body& body) {
  const FlexibleLink& drawn = *body.flexible;
  const double length = body.length->value;
  const auto bending = static_cast<std::size_t>(drawn.modes.value),
             axial = static_cast<std::size_t>(drawn.axialModes.value);
  BeamShapes shapes;
  if (drawn.basis.value == ModeBasis::craigBampton && bending + axial > 0) {
    const std::vector<BeamStation> stations = listStations(resolved, body);
    for (PieceShape& shape : listHeldBending(stations, bending, length))
      shapes.bending.emplace_back(std::move(shape));
    for (PieceShape& shape : listHeldStretching(stations, axial, length))
      shapes.axial.emplace_back(std::move(shape));
    for (const BeamStation& station : stations)
      if (station.at > 0 && station.at < length) shapes.breaks.push_back(station.at);
    return shapes;
  }
  for (std::size_t j = 1; j <= bending; ++j)
    shapes.bending.emplace_back(BendingMode(findEnds(drawn.basis.value), static_cast<int>(j), length));
  for (std::size_t k = 1; k <= axial; ++k)
    shapes.axial.emplace_back(
        AxialMode(drawn.basis.value == ModeBasis::freeFree, static_cast<int>(k), length));
  return shapes;
}

// Adds int phi_j' phi_k' from one place to another.
void addShortening(const BentLink& link, double from, double to, std::vector<double>& H) {
  const auto& bending = link.shapes->bending;
  const std::size_t n = bending.size();
  const int points = 12 + static_cast<int>(3 * n);
  std::vector<double> slope(n);
  const std::vector<double> places = listPieces(link, from, to);
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    for (const QuadraturePoint& point : listGaussLegendre(points, places[i], places[i + 1])) {
      for (std::size_t j = 0; j < n; ++j) slope[j] = bending[j].calcDerivative(point.at, 1);
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < n; ++k) H[n * j + k] += point.weight * slope[j] * slope[k];
    }
}

// Products of two modes swing half as often as there are modes, over the link.
int countPoints(const BentLink& link) {
  return 12 + static_cast<int>(4 * link.bending + 2 * link.axial);
}

void addMass(BentLink& link) {
  std::vector<double> H(link.bending * link.bending, 0.0), masses;
  std::vector<Station> points;
  double last = 0;
  const std::vector<double> places = listPieces(link, 0, link.length);
  for (std::size_t i = 0; i + 1 < places.size(); ++i)
    for (const QuadraturePoint& point : listGaussLegendre(countPoints(link), places[i], places[i + 1])) {
      addShortening(link, last, point.at, H);
      last = point.at;
      points.push_back(makeAxisStation(link, point.at, H));
      masses.push_back(link.massPerLength * point.weight);
    }
  link.mass = LinkMass(points, masses);
}

void addSections(BentLink& link) {
  const BeamShapes& modes = *link.shapes;
  constexpr int kSections = 40;  // pieces
  for (int i = 0; i <= kSections; ++i) {
    BendingSection section;
    section.at = link.length * i / kSections;
    for (const auto& mode : modes.bending) section.value.push_back(mode.calcValue(section.at));
    for (const auto& mode : modes.bending) section.slope.push_back(mode.calcDerivative(section.at, 1));
    for (const auto& mode : modes.bending) section.curvature.push_back(mode.calcDerivative(section.at, 2));
    for (const auto& mode : modes.bending) section.slant.push_back(mode.calcDerivative(section.at, 3));
    for (const auto& mode : modes.axial) section.stretch.push_back(mode.calcDerivative(section.at, 1));
    link.sections.push_back(std::move(section));
  }
}

// Two points of Gauss a piece.
void addAxis(BentLink& link) {
  std::vector<BentLink::AxisMass> axis;
  std::vector<double> H(link.bending * link.bending, 0.0);
  double last = 0;
  for (std::size_t i = 0; i + 1 < link.sections.size(); ++i)
    for (const QuadraturePoint& point : listGaussLegendre(2, link.sections[i].at, link.sections[i + 1].at)) {
      addShortening(link, last, point.at, H);
      last = point.at;
      axis.push_back({makeAxisStation(link, point.at, H), link.massPerLength * point.weight});
    }
  link.axis = std::make_shared<const std::vector<BentLink::AxisMass>>(std::move(axis));
}

// Of shapes whose integral of squares is the length: k = EI (l/L)^4 L, or EA (l/L)^2 L; m = rho A L.
void addStiffness(BentLink& link, const BeamDamping& damping) {
  const BeamShapes& modes = *link.shapes;
  for (const auto& mode : modes.bending)
    link.stiffness.push_back(link.bendingStiffness * std::pow(mode.wave() / link.length, 4) * link.length);
  for (const auto& mode : modes.axial)
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

std::vector<double> listPieces(const BentLink& link, double from, double to) {
  const double low = std::min(from, to), high = std::max(from, to);
  std::vector<double> places{low};
  for (const double at : link.shapes->breaks)
    if (at > low && at < high) places.push_back(at);
  places.push_back(high);
  if (from > to) std::reverse(places.begin(), places.end());
  return places;
}

BentLink makeBentLink(const Mechanism& resolved, const Body& body, int index) {
  const FlexibleLink& drawn = *body.flexible;
  const SectionProperties section = calcSection(drawn.section);
  const MaterialProperties material = findMaterial(drawn.material);
  BentLink link;
  link.body = index;
  link.shapes = std::make_shared<const BeamShapes>(makeShapes(resolved, body));
  link.bending = link.shapes->bending.size();
  link.axial = link.shapes->axial.size();
  link.blocks = StateLayout::blocksOf(link.modes());
  link.foreshortens = drawn.foreshortening;
  link.length = body.length->value;
  link.massPerLength = material.density * section.area;
  link.bendingStiffness = material.young * section.secondMoment;
  link.axialStiffness = material.young * section.area;
  link.area = section.area;
  link.height = section.height;
  link.yield = material.yield;
  return link;
}

Station makeAxisStation(const BentLink& link, double x, const std::vector<double>& H) {
  const BeamShapes& modes = *link.shapes;
  Station station{link.first, link.bending, link.axial, link.foreshortens, {x - link.length / 2, 0}, {0, 0},
                  {}};
  std::vector<double>& shape = station.shape;
  for (const auto& mode : modes.bending) shape.push_back(mode.calcValue(x));
  for (const auto& mode : modes.bending) shape.push_back(mode.calcDerivative(x, 1));
  for (const auto& mode : modes.axial) shape.push_back(mode.calcValue(x));
  for (const auto& mode : modes.axial) shape.push_back(mode.calcDerivative(x, 1));
  shape.insert(shape.end(), H.begin(), H.end());
  return station;
}

void placeModes(BentLink& link, std::size_t first, const BeamDamping& damping) {
  link.first = first;
  addMass(link);
  addSections(link);
  addAxis(link);
  for (const auto& mode : link.shapes->bending) link.tip.push_back(mode.calcValue(link.length));
  addStiffness(link, damping);
}

Station makeStation(const BentLink& link, const Eigen::Vector2d& point) {
  const double x = std::min(std::max(point.x(), 0.0), link.length);
  std::vector<double> H(link.bending * link.bending, 0.0);
  addShortening(link, 0, x, H);
  Station station = makeAxisStation(link, x, H);
  station.offset = {point.x() - x, point.y()};
  return station;
}

bool isStill(const Station& station) {
  constexpr double kRounding = 1e-12;
  const double length = std::abs(2 * station.place.x());
  const auto isZero = [&](const double* values, std::size_t count, double scale) {
    return std::all_of(values, values + count, [&](double x) { return std::abs(x) * scale < kRounding; });
  };
  return isZero(station.phi(), station.bending, 1) && isZero(station.slope(), station.bending, length) &&
         isZero(station.psi(), station.axial, 1) &&
         isZero(station.shortening(), station.bending * station.bending, length);
}

LinkMass::Shape calcBentShape(const BentLink& link, const double* q) {
  LinkMass::Shape shape;
  link.mass.calcShape(q + link.first, shape);
  return shape;
}

void calcBentMass(const BentLink& link, const double* q, const Eigen::Ref<Eigen::MatrixXd>& M) {
  calcBentMass(link, calcBentShape(link, q), q, M);
}

// In the axes of the link with c the columns of a point at s: [m 1, m perp(s), m c; ., m s^2, m perp(s) c; .,
// ., m c'c].
void calcBentMass(const BentLink& link, const LinkMass::Shape& s, const double* q,
                  Eigen::Ref<Eigen::MatrixXd> M) {
  const LinkMass& mass = link.mass;
  const Rotation r = calcRotation(link.body, q);
  const Eigen::Vector2d moment = turn(r, Eigen::Vector2d{s.oneX, s.oneY});
  const auto n = static_cast<Eigen::Index>(link.bending), all = static_cast<Eigen::Index>(link.modes());
  M.setZero();
  M(0, 0) = M(1, 1) = mass.mass();
  M(0, 2) = -moment.y();
  M(1, 2) = moment.x();
  M(2, 2) = s.inertia;
  const auto fill = [&](Eigen::Index column, double along, double across, double turning) {
    const Eigen::Vector2d world = turn(r, Eigen::Vector2d{along, across});
    M(0, column) = world.x();
    M(1, column) = world.y();
    M(2, column) = turning;
  };
  for (std::size_t j = 0; j < link.bending; ++j) {
    const Eigen::Index column = 3 + static_cast<Eigen::Index>(j);
    fill(column, mass.oneInward(s, j), mass.oneAcross(j), s.alongAcross[j] - s.acrossInward[j]);
    for (std::size_t k = 0; k <= j; ++k)
      M(3 + static_cast<Eigen::Index>(k), column) = mass.acrossAcross(k, j) + mass.inwardInward(s, k, j);
  }
  for (std::size_t j = 0; j < link.axial; ++j) {
    const Eigen::Index column = 3 + n + static_cast<Eigen::Index>(j);
    fill(column, mass.oneStretch(j), 0, -s.acrossStretch[j]);
    for (std::size_t k = 0; k < link.bending; ++k)
      M(3 + static_cast<Eigen::Index>(k), column) = mass.stretchInward(s, j, k);
    for (std::size_t k = 0; k <= j; ++k)
      M(3 + n + static_cast<Eigen::Index>(k), column) = mass.stretchStretch(k, j);
  }
  for (Eigen::Index k = 3 + all; k < M.rows(); ++k) M(k, k) = 1;
}

// A point at (X, Y) accelerates by -w^2 (X, Y) + 2 w perp(X', Y') - (d'H d, 0) beside what the accelerations
// of the coordinates do, so that the link has the forces m (g, turned back) + m w^2 (X, Y) + 2 m w (Y', -X')
// + m (d'H d, 0), X' = psi b' + c d and Y' = phi d.
double addBentForces(const BentLink& link, const LinkMass::Shape& s, const Eigen::Vector2d& gravity,
                     const double* q, const double* v, std::span<double> f) {
  const double *const modes = q + link.first, *const rates = v + link.first;
  const double *const bending = rates, *const stretching = rates + link.bending;
  const LinkMass& mass = link.mass;
  LinkMass::Rates d;
  mass.calcRates(modes, rates, d);
  const Rotation r = calcRotation(link.body, q);
  const double w = v[StateLayout::angle(link.body)];
  const Eigen::Vector2d g = turnBack(r, gravity);
  double* const fb = f.data() + StateLayout::pose(link.body);
  double* const fm = f.data() + link.first;
  double rateX = 0, rateY = 0, turning = 0;  // <1, X'>, <1, Y'>, <X, X'> + <Y, Y'>
  for (std::size_t j = 0; j < link.bending; ++j) {
    double coriolis = 0;  // <c_j, Y'> - <phi_j, X'>
    for (std::size_t i = 0; i < link.bending; ++i)
      coriolis += bending[i] * (mass.acrossInward(s, i, j) - mass.acrossInward(s, j, i));
    for (std::size_t k = 0; k < link.axial; ++k) coriolis -= stretching[k] * mass.acrossStretch(j, k);
    fm[j] += g.x() * mass.oneInward(s, j) + g.y() * mass.oneAcross(j) +
             w * w * (s.alongInward[j] + s.acrossAcross[j]) + 2 * w * coriolis + d.inwardSwing[j];
    rateX += bending[j] * mass.oneInward(s, j);
    rateY += bending[j] * mass.oneAcross(j);
    turning += bending[j] * (s.alongInward[j] + s.acrossAcross[j]);
  }
  for (std::size_t k = 0; k < link.axial; ++k) {
    double across = 0;  // <psi_k, Y'>
    for (std::size_t i = 0; i < link.bending; ++i) across += bending[i] * mass.acrossStretch(i, k);
    fm[link.bending + k] +=
        g.x() * mass.oneStretch(k) + w * w * s.alongStretch[k] + 2 * w * across + d.swing[mass.stretch(k)];
    rateX += stretching[k] * mass.oneStretch(k);
    turning += stretching[k] * s.alongStretch[k];
  }
  const Eigen::Vector2d world =
      turn(r, Eigen::Vector2d{mass.mass() * g.x() + w * w * s.oneX + 2 * w * rateY + d.swing[LinkMass::kOne],
                              mass.mass() * g.y() + w * w * s.oneY - 2 * w * rateX});
  fb[0] += world.x();
  fb[1] += world.y();
  fb[2] += g.y() * s.oneX - g.x() * s.oneY - 2 * w * turning - d.acrossSwing;
  double loss = 0;
  for (std::size_t j = 0; j < link.modes(); ++j) {
    fm[j] -= link.stiffness[j] * modes[j] + link.damping[j] * rates[j];
    loss += link.damping[j] * rates[j] * rates[j];
  }
  return loss;
}

// With u and w of the axes a point goes with (u_x - w Y + X', u_y + w X + Y').
double calcBentKinetic(const BentLink& link, const double* q, const double* v) {
  const double* const pose = v + StateLayout::pose(link.body);
  const double *const bending = v + link.first, *const stretching = bending + link.bending;
  const Eigen::Vector2d u = turnBack(calcRotation(link.body, q), {pose[0], pose[1]});
  const double w = pose[2];
  const LinkMass& mass = link.mass;
  LinkMass::Shape s;
  mass.calcShape(q + link.first, s);
  double rateX = 0, rateY = 0, turning = 0,
         own = 0;  // <1, X'>, <1, Y'>, <X, Y'> - <Y, X'>, <X', X'> + <Y', Y'>
  for (std::size_t j = 0; j < link.bending; ++j) {
    rateX += bending[j] * mass.oneInward(s, j);
    rateY += bending[j] * mass.oneAcross(j);
    turning += bending[j] * (s.alongAcross[j] - s.acrossInward[j]);
    for (std::size_t i = 0; i < link.bending; ++i)
      own += bending[i] * bending[j] * (mass.acrossAcross(i, j) + mass.inwardInward(s, i, j));
    for (std::size_t k = 0; k < link.axial; ++k)
      own += 2 * bending[j] * stretching[k] * mass.stretchInward(s, k, j);
  }
  for (std::size_t k = 0; k < link.axial; ++k) {
    rateX += stretching[k] * mass.oneStretch(k);
    turning -= stretching[k] * s.acrossStretch[k];
    for (std::size_t i = 0; i < link.axial; ++i)
      own += stretching[i] * stretching[k] * mass.stretchStretch(i, k);
  }
  return (mass.mass() * u.squaredNorm() + w * w * s.inertia + own) / 2 + u.x() * (rateX - w * s.oneY) +
         u.y() * (rateY + w * s.oneX) + w * turning;
}

double calcBentGravity(const BentLink& link, const Eigen::Vector2d& gravity, const double* q) {
  LinkMass::Shape s;
  link.mass.calcShape(q + link.first, s);
  const Eigen::Vector2d moment = turn(calcRotation(link.body, q), Eigen::Vector2d{s.oneX, s.oneY});
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

// E h/2 |kappa| + |N|/A, with E from EA and A.
double calcStress(const BentLink& link, const BendingSection& section, const double* q, double axial) {
  double curvature = 0;
  for (std::size_t j = 0; j < link.bending; ++j) curvature += section.curvature[j] * q[link.first + j];
  return (link.axialStiffness * link.height / 2 * std::abs(curvature) + std::abs(axial)) / link.area;
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
