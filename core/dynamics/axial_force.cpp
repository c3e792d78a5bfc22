// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/axial_force.h"

#include <algorithm>
#include <cmath>

#include "core/dynamics/rope_rows.h"

namespace clank {
namespace {

constexpr double kSamePlace = 1e-9;  // of the length

// m/s2, world, of a point of the axis.
Eigen::Vector2d calcAxisAcceleration(const BentLink& link, const Station& station, const double* q,
                                     const double* v, std::span<const double> a) {
  AxisPoint p;
  calcAxisPoint(station, q + link.first, v + link.first, p);
  Eigen::Vector2d own = p.swing;
  for (std::size_t j = 0; j < link.modes(); ++j) own += a[link.first + j] * Eigen::Vector2d(p.x[j], p.y[j]);
  const Rotation r = calcRotation(link.body, q);
  const std::size_t pose = StateLayout::pose(link.body);
  const double w = v[pose + 2], alpha = a[pose + 2];
  own += alpha * perp(p.place) - w * w * p.place + 2 * w * perp(p.rate);
  return Eigen::Vector2d(a[pose], a[pose + 1]) + turn(r, own);
}

// The tangent of the axis, world.
Eigen::Vector2d calcAxisTangent(const BentLink& link, const BendingSection& section, const double* q) {
  double slope = 0, strain = 0;
  for (std::size_t j = 0; j < link.bending; ++j) slope += section.slope[j] * q[link.first + j];
  for (std::size_t k = 0; k < link.axial; ++k)
    strain += section.stretch[k] * q[link.first + link.bending + k];
  const Eigen::Vector2d along{1 + strain - (link.foreshortens ? slope * slope / 2 : 0), slope};
  return turn(calcRotation(link.body, q), along.normalized());
}

}  // namespace

AxialForces::AxialForces(const ForwardDynamics& dynamics, std::span<const double> y)
    : dynamics_(dynamics),
      system_(dynamics.assembler().system()),
      q_(y.data()),
      v_(system_.layout.speeds(y).data()) {
  if (system_.bends.empty() && system_.chains.empty()) return;  // a sample allocates nothing
  bends_.resize(system_.bodies.size(), 0);
  for (const BentLink& link : system_.bends) bends_[static_cast<std::size_t>(link.body)] = 1;
  for (const RodChain& chain : system_.chains)
    std::fill_n(bends_.begin() + static_cast<std::ptrdiff_t>(chain.first), chain.rods(), 1);
  addJoints();
  addElements();
  addHands();
  addRopes();
  addContacts();
}

double AxialForces::calcPlace(int body, const Eigen::Vector2d& point) const {
  return turnBack(calcRotation(body, q_), point - calcPosition(body, q_)).x();
}

void AxialForces::add(int body, const Station* station, const Eigen::Vector2d& point,
                      const Eigen::Vector2d& force) {
  if (concerns(body)) forces_.push_back({body, station ? station->place.x() : calcPlace(body, point), force});
}

void AxialForces::add(const BodyPoint& at, const Eigen::Vector2d& force) {
  if (concerns(at.body)) add(at.body, at.station, calcPosition(at.body, q_) + at.arm, force);
}

// A guide of a link without modes has its force where the other part is; on one that bends it is in a
// section.
void AxialForces::addJoints() {
  const Assembler& assembler = dynamics_.assembler();
  for (std::size_t j = 0; j < system_.joints.size(); ++j) {
    const JointShape& shape = assembler.shape(j);
    if (!concerns(shape.a.body) && !concerns(shape.b.body)) continue;
    const JointLoad load = calcJointLoad(dynamics_, j);
    const Eigen::Vector2d force(load.x, load.y);
    const JointKinematics k = assembler.calcShapeKinematics(j);
    add(k.b, force);
    const bool leads = shape.coordinate == CoordinateKind::travel && !k.a.station && !isTelescope(shape);
    leads ? add(k.a.body, nullptr, k.b.position, -force) : add(k.a, -force);
  }
}

// What belts pull by their preload is in the load of their joint.
void AxialForces::addElements() {
  for (std::size_t i = 0; i < system_.forces.size(); ++i) {
    const auto& kind = system_.forces[i].kind;
    const ForceOutput& output = dynamics_.forceOutputs()[i];
    if (const auto* spring = std::get_if<SystemSpring>(&kind)) {
      const SpringMotion m = calcSpringMotion(*spring, q_, v_);
      add(m.b, -output[0] * m.direction);
      add(m.a, output[0] * m.direction);
    } else if (const auto* load = std::get_if<SystemLoad>(&kind)) {
      add(calcMarkerMotion(load->at, q_, v_), {output[0], output[1]});
    }
  }
}

void AxialForces::addHands() {
  const std::vector<HandPiece>& hands = dynamics_.assembler().mode().hands;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const ForceOutput& pull = dynamics_.handForces()[i];
    add(calcMarkerMotion(hands[i].at, q_, v_), {pull[0], pull[1]});
  }
}

void AxialForces::addRopes() {
  for (std::size_t r = 0; r < system_.ropes.size(); ++r) {
    const double tension = calcTension(dynamics_, r);
    if (tension == 0) continue;
    const std::vector<Marker>& points = system_.ropes[r].geometry.points;
    for (std::size_t i = 1; i < points.size(); ++i) {
      const MarkerMotion from = calcMarkerMotion(points[i - 1], q_, v_),
                         to = calcMarkerMotion(points[i], q_, v_);
      const Eigen::Vector2d pull = tension * (to.position - from.position).normalized();
      add(from, pull);
      add(to, -pull);
    }
  }
}

// Those of a loose joint are in its load.
void AxialForces::addContacts() {
  const Assembler& assembler = dynamics_.assembler();
  for (const SystemContactPair& pair : system_.contactPairs) {
    if (pair.owner || (!concerns(pair.a) && !concerns(pair.b))) continue;
    for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
      if (assembler.gapRow(c) < 0 && !dynamics_.compliantContacts().find(c)) continue;
      const ContactForce force = calcContactForce(dynamics_, c);
      const ContactGeometry& geometry = system_.contacts[c].geometry;
      add(pair.b, findStation(geometry.b()), force.point, force.onB);
      const MaybeStation& section = geometry.section();
      const bool isFixed = !geometry.axis() && section.bends();
      add(pair.a, isFixed ? &*section : nullptr, force.point, -force.onB);
    }
  }
}

Eigen::Vector2d AxialForces::sum(int body, double behind, double slack, bool withThere) const {
  Eigen::Vector2d all{0, 0};
  for (const Force& force : forces_)
    if (force.body == body && force.at > (withThere ? behind - slack : behind + slack)) all += force.value;
  return all;
}

std::vector<Eigen::Vector2d> AxialForces::calcInertia(const BentLink& link) const {
  std::vector<Eigen::Vector2d> from(link.sections.size(), Eigen::Vector2d::Zero());
  const std::size_t each = link.axis->size() / (link.sections.size() - 1);
  for (std::size_t i = link.sections.size() - 1; i-- > 0;) {
    from[i] = from[i + 1];
    for (std::size_t k = each * i; k < each * (i + 1); ++k) {
      const BentLink::AxisMass& point = (*link.axis)[k];
      from[i] += point.mass * (system_.gravity -
                               calcAxisAcceleration(link, point.station, q_, v_, dynamics_.acceleration()));
    }
  }
  return from;
}

std::vector<AxialForce> AxialForces::calc(const BentLink& link) const {
  const std::vector<Eigen::Vector2d> inertia = calcInertia(link);
  std::vector<AxialForce> all;
  for (std::size_t i = 0; i < link.sections.size(); ++i) {
    const Eigen::Vector2d t = calcAxisTangent(link, link.sections[i], q_);
    const double x = link.sections[i].at - link.length / 2, slack = kSamePlace * link.length;
    all.push_back({t.dot(inertia[i] + sum(link.body, x, slack, true)),
                   t.dot(inertia[i] + sum(link.body, x, slack, false))});
  }
  return all;
}

// The rod goes from its own start to its own end; the middle of what is behind x moves as a point of it.
AxialForce AxialForces::calc(const RodChain& chain, double x) const {
  const double slack = kSamePlace * chain.length;
  const auto k = static_cast<std::size_t>(
      std::count_if(chain.cuts.begin(), chain.cuts.end(), [&](double cut) { return cut < x - slack; }));
  const double from = k == 0 ? 0 : chain.cuts[k - 1],
               to = k == chain.cuts.size() ? chain.length : chain.cuts[k];
  const int body = static_cast<int>(chain.first + k);
  const double place = x - (from + to) / 2, middle = (place + (to - from) / 2) / 2;
  const std::size_t pose = StateLayout::pose(body);
  const double* const a = dynamics_.acceleration().data() + pose;
  const double w = v_[pose + 2];
  const Rotation r = calcRotation(body, q_);
  const Eigen::Vector2d t = turn(r, Eigen::Vector2d{1, 0}), s = middle * t;
  const Eigen::Vector2d acceleration = Eigen::Vector2d(a[0], a[1]) + a[2] * perp(s) - w * w * s;
  const Eigen::Vector2d inertia = chain.massPerLength * (to - x) * (system_.gravity - acceleration);
  return {t.dot(inertia + sum(body, place, slack, true)), t.dot(inertia + sum(body, place, slack, false))};
}

GreatestStress findGreatestStress(const BentLink& link, const double* q, std::span<const AxialForce> axial) {
  GreatestStress greatest;
  for (std::size_t i = 0; i < link.sections.size(); ++i) {
    const BendingSection& section = link.sections[i];
    if (const double stress = calcStress(link, section, q, axial[i].greatest()); stress > greatest.stress)
      greatest = {stress, section.at};
  }
  return greatest;
}

GreatestStress findGreatestStress(const RodChain& chain, const RodBends& bends, const AxialForces& axial) {
  GreatestStress greatest;
  const auto look = [&](double x) {
    const double stress = calcStress(chain, bends, x, axial.calc(chain, x).greatest());
    if (stress > greatest.stress) greatest = {stress, x};
  };
  look(0);
  for (const double cut : chain.cuts) look(cut);
  look(chain.length);
  return greatest;
}

}  // namespace clank
