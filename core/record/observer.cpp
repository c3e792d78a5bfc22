// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/observer.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cassert>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "core/dynamics/consistency.h"
#include "core/record/bent_lines.h"
#include "core/record/channel_index.h"
#include "core/record/contact_row_writer.h"
#include "core/record/joint_lines.h"
#include "core/record/row_line.h"

namespace clank::rows {
namespace {

constexpr Line<Whole> kClock[] = {
    {"t", "s", [](const Whole& w) { return w.now.state.t; }},
};

struct BodyValues {
  using Part = SystemBody;
  BodyValues(const Instant& now, const SystemBody& body, std::size_t index)
      : q(now.q + StateLayout::begin(index)),
        v(now.v + StateLayout::begin(index)),
        a(now.a + StateLayout::begin(index)),
        origin(calcOriginPosition(body, q)),
        velocity(calcOriginVelocity(body, q, v)),
        s(origin - Eigen::Vector2d(q[0], q[1])) {}
  const double *q, *v, *a;
  Eigen::Vector2d origin, velocity;
  Eigen::Vector2d s;  // m, from the centre of mass to the origin
};

// a_O = a + alpha perp(s) - w^2 s.
constexpr Line<BodyValues> kBody[] = {
    {"x", "m", [](const BodyValues& b) { return b.origin.x(); }},
    {"y", "m", [](const BodyValues& b) { return b.origin.y(); }},
    {"angle", "rad", [](const BodyValues& b) { return b.q[2]; }},
    {"vx", "m/s", [](const BodyValues& b) { return b.velocity.x(); }},
    {"vy", "m/s", [](const BodyValues& b) { return b.velocity.y(); }},
    {"omega", "rad/s", [](const BodyValues& b) { return b.v[2]; }},
    {"ax", "m/s2", [](const BodyValues& b) { return b.a[0] - b.a[2] * b.s.y() - b.v[2] * b.v[2] * b.s.x(); }},
    {"ay", "m/s2", [](const BodyValues& b) { return b.a[1] + b.a[2] * b.s.x() - b.v[2] * b.v[2] * b.s.y(); }},
    {"alpha", "rad/s2", [](const BodyValues& b) { return b.a[2]; }},
};

struct ForceValues {
  using Part = SystemForce;
  ForceValues(const Instant& now, const SystemForce&, std::size_t index)
      : output(now.dynamics.forceOutputs()[index]) {}
  const ForceOutput& output;
};

constexpr Line<ForceValues> kMoment[] = {
    {"moment", "N m", [](const ForceValues& f) { return f.output[0]; }},
};
constexpr Line<ForceValues> kSpring[] = {
    {"force", "N", [](const ForceValues& f) { return f.output[0]; }},
    {"length", "m", [](const ForceValues& f) { return f.output[1]; }},
};
constexpr Line<ForceValues> kLoad[] = {
    {"force_x", "N", [](const ForceValues& f) { return f.output[0]; }},
    {"force_y", "N", [](const ForceValues& f) { return f.output[1]; }},
};

// The strands of a belt, to the left and to the right of the line from a to b.
struct BeltValues {
  using Part = SystemForce;
  BeltValues(const Instant& now, const SystemForce& force, std::size_t)
      : strands(calcStrands(now.dynamics, std::get<SystemBelt>(force.kind))) {}
  Strands strands;
};

constexpr Line<BeltValues> kBelt[] = {
    {"tension_left", "N", [](const BeltValues& b) { return b.strands.left; }},
    {"tension_right", "N", [](const BeltValues& b) { return b.strands.right; }},
};

// A kind of force without lines does not compile.
constexpr auto& getLines(const SystemTorque*) {
  return kMoment;
}
constexpr auto& getLines(const SystemTorsionSpring*) {
  return kMoment;
}
constexpr auto& getLines(const SystemSpring*) {
  return kSpring;
}
constexpr auto& getLines(const SystemLoad*) {
  return kLoad;
}
constexpr auto& getLines(const SystemHand*) {
  return kLoad;
}
constexpr auto& getLines(const SystemBelt*) {
  return kBelt;
}

struct RopeValues {
  using Part = SystemRope;
  RopeValues(const Instant& now, const SystemRope& rope, std::size_t index)
      : k(calcRopeKinematics(rope.geometry, now.q, now.v)), tension(calcTension(now.dynamics, index)) {}
  RopeKinematics k;
  double tension;
};

constexpr Line<RopeValues> kRope[] = {
    {"tension", "N", [](const RopeValues& r) { return r.tension; }},
    {"length", "m", [](const RopeValues& r) { return r.k.path; }},  // from end to end, along its way
    {"slack", "m", [](const RopeValues& r) { return r.k.gap; }},
};

struct TraceValues {
  using Part = SystemTrace;
  TraceValues(const Instant& now, const SystemTrace& trace, std::size_t)
      : point(calcMarkerMotion(trace.at, now.q, now.v)), velocity(point.velocity()) {}
  MarkerMotion point;
  Eigen::Vector2d velocity;
};

constexpr Line<TraceValues> kTrace[] = {
    {"x", "m", [](const TraceValues& t) { return t.point.position.x(); }},
    {"y", "m", [](const TraceValues& t) { return t.point.position.y(); }},
    {"vx", "m/s", [](const TraceValues& t) { return t.velocity.x(); }},
    {"vy", "m/s", [](const TraceValues& t) { return t.velocity.y(); }},
};

bool hasCompliance(const System& system) {
  return system.hasCompliance();
}

constexpr Line<Whole> kEnergy[] = {
    {"kinetic", "J", [](const Whole& w) { return w.now.ledger.kinetic; }},
    {"gravity", "J", [](const Whole& w) { return w.now.ledger.gravity; }},
    {"elastic", "J", [](const Whole& w) { return w.now.ledger.elastic; }},
    {"work", "J", [](const Whole& w) { return w.now.ledger.work; }},
    {"damping", "J", [](const Whole& w) { return w.now.ledger.damping; }},
    {"friction", "J", [](const Whole& w) { return w.now.ledger.friction; }},
    {"impact_loss", "J", [](const Whole& w) { return w.now.ledger.impactLoss; }},
    {"lock_loss", "J", [](const Whole& w) { return w.now.ledger.lockLoss; }},
    {"switch_change", "J", [](const Whole& w) { return w.now.ledger.switchChange; }},
    {"contact", "J", [](const Whole& w) { return w.now.ledger.contact; }, hasCompliance},
    {"contact_damping", "J", [](const Whole& w) { return w.now.ledger.contactDamping; }, hasCompliance},
    {"residual", "J", [](const Whole& w) { return w.now.ledger.residual; }},
};

constexpr Line<Whole> kConstraints[] = {
    {"drift", "m", [](const Whole& w) { return calcDrift(w.now.dynamics.assembler()); }},
    {"mobility", "1", [](const Whole& w) { return static_cast<double>(w.now.mobility); }},
};

// visit.part<lines>(name, part, index) for every part in the order of the row.
template <class Visit>
void visitParts(const System& system, Visit visit) {
  visit.template part<kClock>("", system, 0);
  for (std::size_t i = 0; i < system.bodies.size(); ++i)
    visit.template part<kBody>(system.bodies[i].id, system.bodies[i], i);
  for (std::size_t i = 0; i < system.bends.size(); ++i) {
    const BentLink& link = system.bends[i];
    const std::string& id = system.bodies[static_cast<std::size_t>(link.body)].id;
    visit.template part<kBent<BentLink>>(id, link, i);
    visit.template part<kModes>(id, link, i);
  }
  for (std::size_t i = 0; i < system.chains.size(); ++i)
    visit.template part<kBent<RodChain>>(system.bodies[system.chains[i].first].id, system.chains[i], i);
  for (std::size_t j = 0; j < system.joints.size(); ++j)
    visit.template part<kJoint>(system.joints[j].id, system.joints[j], j);
  for (std::size_t d = 0; d < system.drives.size(); ++d) {
    const SystemJoint& joint = system.joints[system.drives[d].joint];
    visit.template part<kDrive>(system.drives[d].id, joint, d);
    visit.template part<kMotor>(system.drives[d].id, GearedDrive{system.drives[d], joint}, d);
  }
  for (std::size_t i = 0; i < system.forces.size(); ++i) {
    const SystemForce& force = system.forces[i];
    const auto visitKind = [&]<class Kind>(const Kind&) {
      visit.template part<getLines(static_cast<const Kind*>(nullptr))>(force.id, force, i);
    };
    std::visit(visitKind, force.kind);
  }
  for (std::size_t i = 0; i < system.ropes.size(); ++i)
    visit.template part<kRope>(system.ropes[i].id, system.ropes[i], i);
  if constexpr (requires { visit.contacts(); })
    visit.contacts();
  else
    for (std::size_t i = 0; i < system.contactGroups.size(); ++i)
      visit.template part<kContact>(system.contactGroups[i].id, system.contactGroups[i], i);
  for (std::size_t i = 0; i < system.traces.size(); ++i)
    visit.template part<kTrace>(system.traces[i].id, system.traces[i], i);
  visit.template part<kEnergy>("energy", system, 0);
  visit.template part<kConstraints>("", system, 0);
}

// Names the channels of a part.
struct Namer {
  template <const auto& lines, class Part>
  void part(std::string_view name, const Part& part, std::size_t) const {
    const std::string prefix = name.empty() ? "" : std::string(name) + ".";
    for (const auto& line : lines)
      if (line.has(part)) channels.push_back({prefix + line.name, line.unit});
  }
  std::vector<Channel>& channels;
};

// Counts them: in a large mechanism the list is large.
struct Counter {
  template <const auto& lines, class Part>
  void part(std::string_view, const Part& part, std::size_t) const {
    for (const auto& line : lines) count += line.has(part) ? 1 : 0;
  }
  std::size_t& count;
};

// Writes their values.
struct Reader {
  template <const auto& lines, class Part>
  void part(std::string_view, const Part& part, std::size_t index) {
    next = readLines<lines>(now, part, index, next);
  }
  void contacts() {
    if (now.farContacts.empty()) return;
    writeContacts(now, contactRow, next);
    next += now.farContacts.back().endColumn;
  }
  const Instant& now;
  ContactRow* contactRow;  // or none
  double* next;
};

}  // namespace
}  // namespace clank::rows

namespace clank {

Observer::Observer(const System& system) : system_(&system) {
  std::size_t count = 0;
  rows::visitParts(system, rows::Counter{count});
  channels_.reserve(count);
  rows::visitParts(system, rows::Namer{channels_});
  groups_.resize(system.contactPairs.size(), system.contactGroups.size());
  for (const SystemContactGroup& group : system.contactGroups) {
    std::fill_n(groups_.begin() + static_cast<std::ptrdiff_t>(group.first), group.count, farContacts_.size());
    const auto channels = static_cast<std::size_t>(
        std::ranges::count_if(rows::kContact, [&](const auto& line) { return line.has(group); }));
    const std::size_t column = farContacts_.empty() ? 0 : farContacts_.back().endColumn;
    FarContact& far = farContacts_.emplace_back();
    far.column = column;
    far.endColumn = column + channels;
    if (group.count == 0) continue;
    const SystemContactPair &one = system.contactPairs[group.first],
                            &last = system.contactPairs[group.first + group.count - 1];
    far.first = one.first;
    far.end = last.first + last.count;
    const std::span<const ContactCircle> circles = listCircles(one);
    far.circle = circles.front();
    far.isAll = group.count == 1 && circles.size() == 1;
  }
  const ChannelIndex columns(channels_);
  for (const SystemBody& body : system.bodies) bodyColumn_.push_back(columns.find(body.id + ".x"));
}

void Observer::measure(const ForwardDynamics& dynamics, const State& state, const EnergyLedger& ledger,
                       int mobility, std::span<double> row, ContactRow* contactRow) const {
  assert(row.size() == channels_.size());
  const rows::Instant now{dynamics, state, ledger, mobility, farContacts_, groups_};
  rows::visitParts(*system_, rows::Reader{now, contactRow, row.data()});
}

void Observer::listTouches(const ForwardDynamics& dynamics, const State& state,
                           std::vector<Touch>& touches) const {
  touches.clear();
  const EnergyLedger none;
  const rows::Instant now{dynamics, state, none, 0, farContacts_, groups_};
  const SystemContactPair* last = nullptr;
  for (const UnilateralModes::Entry& entry : state.mode.unilaterals.entries()) {
    if (entry.unilateral < system_->firstContact()) continue;
    const std::size_t index = system_->contacts.pairOf(entry.unilateral - system_->firstContact());
    const SystemContactPair& pair = system_->contactPairs[index];
    const std::size_t group = groups_[index];
    if (group == system_->contactGroups.size() || rows::isOnePair(system_->contactGroups[group]) ||
        &pair == std::exchange(last, &pair))
      continue;
    rows::TouchValues values;
    values.addTouched(now, pair);
    if (!(values.normal > 0)) continue;
    const auto body = static_cast<std::size_t>(pair.b != kFrameBody ? pair.b : pair.a);
    const Eigen::Vector2f force = ((pair.b != kFrameBody ? 1 : -1) * values.onB).cast<float>();
    const rows::BodyValues place(now, system_->bodies[body], body);
    const Eigen::Vector2f at =
        (Eigen::Rotation2Dd(-place.q[2]) * (values.point - place.origin)).cast<float>();
    touches.push_back({bodyColumn_[body], at.x(), at.y(), force.x(), force.y()});
  }
}

}  // namespace clank
