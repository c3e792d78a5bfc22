// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/observer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>

#include "core/dynamics/consistency.h"

namespace clank {
namespace {

// Writes values one after the other, in the order in which the constructor named them.
class Writer {
 public:
  explicit Writer(std::span<double> row) : row_(row) {}
  void put(double value) { row_[next_++] = value; }
  bool full() const { return next_ == row_.size(); }

 private:
  std::span<double> row_;
  std::size_t next_ = 0;
};

bool hasCoordinate(const SystemJoint& joint) {
  return joint.coordinate != CoordinateKind::none;
}

bool hasTwoOutputs(const SystemForce& force) {
  return std::holds_alternative<SystemSpring>(force.kind) || std::holds_alternative<SystemLoad>(force.kind);
}

// In the order of ForceOutput.
std::vector<Channel> listForceChannels(const SystemForce& force) {
  if (std::holds_alternative<SystemSpring>(force.kind))
    return {{force.id + ".force", "N"}, {force.id + ".length", "m"}};
  if (std::holds_alternative<SystemLoad>(force.kind))
    return {{force.id + ".force_x", "N"}, {force.id + ".force_y", "N"}};
  return {{force.id + ".moment", "N m"}};
}

// gap, normal_force, friction_force, slip_speed, state (0 open, 1 slides, 2 sticks) of a pair: of the piece
// in contact, else of the nearest; forces are those of all pieces together.
std::array<double, 5> calcContactRow(const ForwardDynamics& dynamics, const State& state,
                                     const SystemContactPair& pair) {
  const Assembler& assembler = dynamics.assembler();
  const System& system = assembler.system();
  const double* v = system.layout.speeds(state.y).data();
  double nearest = std::numeric_limits<double>::infinity();
  std::array<double, 5> row{};
  for (std::size_t c = pair.first; c < pair.first + pair.count; ++c) {
    const ContactGeometry& contact = system.contacts[c].geometry;
    const ContactKinematics k = calcContactKinematics(contact, state.y.data(), v);
    const bool closed = assembler.gapRow(c) >= 0;
    const double distance = calcDistance(k.at, contact.radius), order = closed ? -1 : std::abs(distance);
    if (closed) {
      const ContactForce force = calcContactForce(dynamics, c);
      row[1] += force.normal;
      row[2] += force.friction;
      row[3] = k.slip;
      const bool sticks = assembler.slipRow(c) >= 0;
      row[4] = std::max(row[4], sticks ? 2.0 : 1.0);
    }
    if (order < nearest) {
      nearest = order;
      row[0] = distance;
    }
  }
  return row;
}

}  // namespace

Observer::Observer(const System& system) : system_(&system) {
  channels_.push_back({"t", "s"});
  for (const SystemBody& body : system.bodies)
    for (const auto& [name, unit] : {std::pair{"x", "m"},
                                     {"y", "m"},
                                     {"angle", "rad"},
                                     {"vx", "m/s"},
                                     {"vy", "m/s"},
                                     {"omega", "rad/s"},
                                     {"ax", "m/s2"},
                                     {"ay", "m/s2"},
                                     {"alpha", "rad/s2"}})
      channels_.push_back({body.id + "." + name, unit});
  for (const SystemJoint& joint : system.joints) {
    const bool slides = joint.coordinate == CoordinateKind::travel;
    if (hasCoordinate(joint)) {
      channels_.push_back({joint.id + (slides ? ".travel" : ".angle"), slides ? "m" : "rad"});
      channels_.push_back({joint.id + (slides ? ".speed" : ".omega"), slides ? "m/s" : "rad/s"});
    }
    channels_.push_back({joint.id + ".reaction_x", "N"});
    channels_.push_back({joint.id + ".reaction_y", "N"});
    channels_.push_back({joint.id + ".moment", "N m"});
    if (findCurve(joint))
      for (const auto& [name, unit] : {std::pair{".normal_force", "N"}, {".foot_x", "m"}, {".foot_y", "m"}})
        channels_.push_back({joint.id + name, unit});
    if (joint.isMetamorphic()) channels_.push_back({joint.id + ".phase", "1"});
  }
  for (const SystemDrive& drive : system.drives) {
    const bool slides = system.joints[drive.joint].coordinate == CoordinateKind::travel;
    channels_.push_back({drive.id + (slides ? ".force" : ".moment"), slides ? "N" : "N m"});
  }
  for (const SystemForce& force : system.forces)
    for (const Channel& channel : listForceChannels(force)) channels_.push_back(channel);
  for (const SystemContactPair& pair : system.contactPairs)
    for (const auto& [name, unit] : {std::pair{"gap", "m"},
                                     {"normal_force", "N"},
                                     {"friction_force", "N"},
                                     {"slip_speed", "m/s"},
                                     {"state", "1"}})
      channels_.push_back({pair.id + "." + name, unit});
  for (const SystemTrace& trace : system.traces)
    for (const auto& [name, unit] : {std::pair{"x", "m"}, {"y", "m"}, {"vx", "m/s"}, {"vy", "m/s"}})
      channels_.push_back({trace.id + "." + name, unit});
  for (const char* name : {"kinetic", "gravity", "elastic", "work", "damping", "friction", "impact_loss",
                           "lock_loss", "switch_change", "residual"})
    channels_.push_back({std::string("energy.") + name, "J"});
  channels_.push_back({"drift", "m"});
  channels_.push_back({"mobility", "1"});
}

void Observer::measure(const ForwardDynamics& dynamics, const State& state, const EnergyLedger& ledger,
                       int mobility, std::span<double> row) const {
  const System& system = *system_;
  const double* const speeds = system.layout.speeds(state.y).data();
  Writer out(row);
  out.put(state.t);
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    const double* q = state.y.data() + StateLayout::begin(i);
    const double* v = speeds + StateLayout::begin(i);
    const double* a = dynamics.acceleration().data() + StateLayout::begin(i);
    const Eigen::Vector2d p = calcOriginPosition(system.bodies[i], q),
                          velocity = calcOriginVelocity(system.bodies[i], q, v);
    // a_O = a + alpha perp(s) - w^2 s with s from the centre of mass to the origin.
    const Eigen::Vector2d s = p - Eigen::Vector2d(q[0], q[1]);
    out.put(p.x());
    out.put(p.y());
    out.put(q[2]);
    out.put(velocity.x());
    out.put(velocity.y());
    out.put(v[2]);
    out.put(a[0] - a[2] * s.y() - v[2] * v[2] * s.x());
    out.put(a[1] + a[2] * s.x() - v[2] * v[2] * s.y());
    out.put(a[2]);
  }
  const Assembler& assembler = dynamics.assembler();
  for (std::size_t j = 0; j < system.joints.size(); ++j) {
    const SystemJoint& joint = system.joints[j];
    const JointKinematics k = assembler.calcKinematics(j);
    if (hasCoordinate(joint)) {
      out.put(calcCoordinate(joint, k));
      out.put(calcCoordinateRate(joint, k));
    }
    const JointLoad load = calcJointLoad(dynamics, j);
    out.put(load.x);
    out.put(load.y);
    out.put(load.moment);
    if (findCurve(joint)) {
      const Eigen::Vector2d point = k.a.position + k.offset;
      out.put(perp(k.axis).dot(Eigen::Vector2d(load.x, load.y)));
      out.put(point.x());
      out.put(point.y());
    }
    if (joint.isMetamorphic()) out.put(state.mode.joints[j].phase);
  }
  for (std::size_t d = 0; d < system.drives.size(); ++d)
    out.put(dynamics.lambda()[static_cast<std::size_t>(assembler.driveRow(d))]);
  for (std::size_t i = 0; i < system.forces.size(); ++i) {
    out.put(dynamics.forceOutputs()[i][0]);
    if (hasTwoOutputs(system.forces[i])) out.put(dynamics.forceOutputs()[i][1]);
  }
  for (const SystemContactPair& pair : system.contactPairs)
    for (const double value : calcContactRow(dynamics, state, pair)) out.put(value);
  for (const SystemTrace& trace : system.traces) {
    const MarkerMotion point = calcMarkerMotion(trace.at, state.y.data(), speeds);
    const Eigen::Vector2d velocity = point.velocity();
    for (const double value : {point.position.x(), point.position.y(), velocity.x(), velocity.y()})
      out.put(value);
  }
  for (const double value :
       {ledger.kinetic, ledger.gravity, ledger.elastic, ledger.work, ledger.damping, ledger.friction,
        ledger.impactLoss, ledger.lockLoss, ledger.switchChange, ledger.residual})
    out.put(value);
  out.put(calcDrift(assembler));
  out.put(mobility);
  assert(out.full());
}

}  // namespace clank
