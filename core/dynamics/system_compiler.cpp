// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dynamics/system_compiler.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "core/dynamics/contact_compiler.h"
#include "core/dynamics/extent.h"
#include "core/dynamics/joint_constraints.h"
#include "core/dynamics/mesh_rows.h"
#include "core/dynamics/start_turns.h"
#include "core/model/law_names.h"
#include "core/support/overloaded.h"

namespace clank {
namespace {

Eigen::Vector2d toVector(const Point& point) {
  return {point.x.value, point.y.value};
}

// Meaning of every slot, in the order of calcLawNames().
std::vector<LawSlot> listLawSlots(const Mechanism& mechanism) {
  using Kind = LawSlot::Kind;
  std::vector<LawSlot> slots;
  const auto add = [&](Kind kind, std::size_t index) {
    slots.push_back({static_cast<int>(slots.size()), kind, static_cast<int>(index)});
  };
  for (const Parameter& parameter : mechanism.parameters)
    if (parameter.choices.empty()) add(Kind::constant, 0);
  add(Kind::time, 0);
  for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
    for (const Kind kind :
         {Kind::bodyX, Kind::bodyY, Kind::bodyAngle, Kind::bodyVx, Kind::bodyVy, Kind::bodyOmega})
      add(kind, i);
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    if (findCoordinateKind(mechanism.joints[i].kind) == CoordinateKind::none) continue;
    add(Kind::jointCoordinate, i);
    add(Kind::jointRate, i);
  }
  return slots;
}

class Compiler {
 public:
  Compiler(const Mechanism& mechanism, std::span<const DividedLink> divided)
      : mechanism_(mechanism), divided_(divided) {
    for (std::size_t i = 0; i < mechanism.bodies.size(); ++i)
      bodyIndex_[mechanism.bodies[i].id] = static_cast<int>(i);
    bodyIndex_[kFrame] = kFrameBody;
  }

  Result<System> compile() {
    system_.bodies.reserve(mechanism_.bodies.size());
    system_.metric.reserve(mechanism_.bodies.size());
    for (const Body& body : mechanism_.bodies) addBody(body);
    addModes();
    for (const DividedLink& link : divided_)
      system_.chains.push_back(makeRodChain(link, static_cast<std::size_t>(bodyIndex_.at(link.drawn.id))));
    fillStart();
    system_.joints.reserve(mechanism_.joints.size());
    for (const Joint& joint : mechanism_.joints) addJoint(joint);
    for (std::size_t i = 0; i < mechanism_.drives.size(); ++i) addDrive(mechanism_.drives[i], i);
    for (std::size_t i = 0; i < mechanism_.forces.size(); ++i) addForce(mechanism_.forces[i], i);
    addContacts(mechanism_, system_);
    for (const Trace& trace : mechanism_.traces)
      system_.traces.push_back({trace.id, makeMarker(trace.b, trace.atB)});
    if (!problems_.empty()) return tl::unexpected(problems_);
    listUnilaterals();
    selectLawSlots();
    system_.tolerances = findTolerances(system_);
    system_.impacts = mechanism_.simulation.impacts.value;
    system_.gravity = toVector(mechanism_.gravity);
    system_.units = mechanism_.units;
    return std::move(system_);
  }

 private:
  void addBody(const Body& body) {
    const MassProperties m = calcMassProperties(body);
    system_.bodies.push_back({body.id, m.mass, m.inertia, {m.centerX, m.centerY}});
    system_.metric.add({1 / m.mass, 1 / m.mass, 1 / m.inertia});
    if (!body.flexible) return;
    BentLink link = makeBentLink(mechanism_, body, static_cast<int>(system_.bodies.size()) - 1);
    if (link.blocks > 0) system_.bends.push_back(std::move(link));
  }

  // Behind the poses. In the metric, that of straight links, modes do not move.
  void addModes() {
    std::size_t block = system_.bodies.size();
    for (BentLink& link : system_.bends) {
      const Body& body = mechanism_.bodies[static_cast<std::size_t>(link.body)];
      placeModes(link, StateLayout::begin(block), body.flexible->damping);
      block += link.blocks;
      for (std::size_t i = 0; i < link.blocks; ++i) system_.metric.add({0, 0, 0});
    }
    system_.layout = StateLayout(system_.bodies.size(), block - system_.bodies.size());
  }

  void fillStart() {
    system_.startY.assign(system_.layout.size(), 0.0);
    for (std::size_t i = 0; i < system_.bodies.size(); ++i) {
      const Pose& pose = mechanism_.bodies[i].pose;
      const Velocity& velocity = mechanism_.bodies[i].velocity;
      const Eigen::Vector2d arm = Eigen::Rotation2Dd(startAngles_[i]) * system_.bodies[i].center;
      double* q = system_.layout.positions(system_.startY).data() + StateLayout::begin(i);
      double* v = system_.layout.speeds(system_.startY).data() + StateLayout::begin(i);
      q[0] = pose.x.value + arm.x();
      q[1] = pose.y.value + arm.y();
      q[2] = startAngles_[i];
      v[0] = velocity.vx.value - velocity.omega.value * arm.y();
      v[1] = velocity.vy.value + velocity.omega.value * arm.x();
      v[2] = velocity.omega.value;
    }
  }

  double startAngle(int body) const {
    return body == kFrameBody ? 0.0 : startAngles_[static_cast<std::size_t>(body)];
  }
  Marker makeMarker(const std::string& body, const Point& point) const {
    return clank::makeMarker(system_, bodyIndex_.at(body), toVector(point));
  }

  void addJoint(const Joint& joint) {
    SystemJoint j;
    j.id = joint.id;
    static_cast<JointShape&>(j) = makeShape(joint, joint.kind);
    if (joint.friction) j.friction = makeFriction(*joint.friction, j.kind);
    if (const MeshLoss loss = findMeshLoss(joint.kind); loss.factor > 0) {
      j.friction = JointFrictionLaw{};
      j.friction->coefficient = j.friction->staticCoefficient = loss.factor;
    }
    if (joint.metamorphic) addPhases(joint, j);
    if (findBacklash(j) > 0) addBacklash(joint.kind, j);
    for (const Play& play : listPlay(joint)) {
      j.loose = true;
      if (play.phase) j.phases[*play.phase].loose = true;
    }
    if (const auto* belt = std::get_if<BeltShape>(&j.kind); belt && belt->preload > 0 && !j.isMetamorphic())
      system_.forces.push_back({j.id, SystemBelt{j.a, j.b, belt->gear.radiusA + belt->gear.radiusB,
                                                 belt->preload, system_.joints.size()}});
    system_.joints.push_back(std::move(j));
  }

  // Of teeth; none of others.
  static MeshLoss findMeshLoss(const JointKind& kind) {
    const auto calc = [](const auto& teeth) {
      return calcMeshLoss(teeth.efficiency.value, teeth.reverseEfficiency.value_or(teeth.efficiency).value);
    };
    if (const auto* gear = std::get_if<Gear>(&kind)) return calc(*gear);
    const auto* rack = std::get_if<Rack>(&kind);
    return rack ? calc(*rack) : MeshLoss{};
  }

  // Two stops that only push, at the ends of the play; pressed it is in the second phase.
  static void addBacklash(const JointKind& kind, SystemJoint& j) {
    const auto* gear = std::get_if<Gear>(&kind);
    const double restitution = (gear ? gear->restitution : std::get<Rack>(kind).restitution).value;
    const JointShape& shape = j;
    for (const char* const id : {"free", "meshed"}) {
      SystemPhase phase;
      phase.id = id;
      phase.shape = shape;
      j.phases.upd().push_back(std::move(phase));
    }
    for (const int sign : {1, -1}) {
      SystemLimit limit;
      limit.index = sign > 0 ? 0 : 1;
      limit.to = 1;
      limit.value = sign * findBacklash(j) / 2;
      limit.sign = sign;
      limit.law = TransitionLaw::restitution;
      limit.restitution = restitution;
      limit.latched = false;
      j.limits.upd().push_back(limit);
    }
  }

  static JointFrictionLaw makeFriction(const JointFriction& drawn, const ShapeKind& kind) {
    const double arm = std::holds_alternative<RevoluteShape>(kind) ? drawn.radius.value : 1;
    JointFrictionLaw law;
    law.constant = drawn.constant.value;
    law.staticConstant = drawn.staticConstant.value_or(drawn.constant).value;
    law.coefficient = arm * drawn.coefficient.value;
    law.staticCoefficient = arm * drawn.staticCoefficient.value_or(drawn.coefficient).value;
    if (std::holds_alternative<PrismaticShape>(kind)) law.guideLength = drawn.guideLength.value;
    law.guideOnA = drawn.guide.value == GuidePart::a;
    law.viscous = drawn.viscous.value;
    return law;
  }

  JointShape makeShape(const Joint& joint, const JointKind& kind) const {
    JointShape shape;
    shape.a = makeMarker(joint.a, joint.atA);
    shape.b = makeMarker(joint.b, joint.atB);
    shape.coordinate = findCoordinateKind(kind);
    std::visit([&](const auto& k) { fillKind(k, shape); }, kind);
    return shape;
  }

  static Eigen::Vector2d direction(const Quantity& angle) {
    return {std::cos(angle.value), std::sin(angle.value)};
  }
  double drawnAngle(const JointShape& j) const { return startAngle(j.b.body) - startAngle(j.a.body); }
  // The angle that a joint holds, in the turn in which its parts are drawn.
  double heldAngle(const std::optional<Quantity>& given, const JointShape& j) const {
    return given ? findNearestTurn(given->value, drawnAngle(j)) : drawnAngle(j);
  }

  void fillKind(const Revolute&, JointShape& j) const { j.kind = RevoluteShape{}; }
  void fillKind(const Prismatic& prismatic, JointShape& j) const {
    j.a.axis = direction(prismatic.axis);
    j.kind = PrismaticShape{heldAngle(prismatic.angle, j), findBentAxis(prismatic, j.a)};
  }
  void fillKind(const Weld& weld, JointShape& j) const { j.kind = WeldShape{heldAngle(weld.angle, j)}; }
  void fillKind(const Slot& slot, JointShape& j) const {
    j.a.axis = direction(slot.axis);
    j.kind = SlotShape{findBentAxis(slot, j.a)};
  }
  // The axis that a guide or slot runs along, or null; a then is a station of it.
  std::shared_ptr<const BentAxis> findBentAxis(const JointKind& drawn, Marker& a) const {
    if (!leadsAlongLink(drawn)) return nullptr;
    for (const BentLink& link : system_.bends) {
      if (link.body != a.body) continue;
      a.station = makeStation(link, a.arm + system_.bodies[static_cast<std::size_t>(a.body)].center);
      return std::make_shared<const BentAxis>(link);
    }
    return nullptr;
  }
  void fillKind(const Distance& distance, JointShape& j) const {
    j.kind = DistanceShape{distance.length ? distance.length->value : calcDrawn(j).offset.norm()};
  }
  void fillKind(const Gear& drawn, JointShape& j) const {
    GearShape gear = makeGear(drawn, drawn.mesh.value == Mesh::external ? 1 : -1, j);
    fillTeeth(drawn, gear, j);
    j.kind = gear;
  }
  template <class Drawn, class Teeth>
  static void fillTeeth(const Drawn& drawn, Teeth& teeth, JointShape& j) {
    teeth.shareA = findMeshLoss(drawn).shareA;
    teeth.play = drawn.backlash.value;
    if (teeth.play > 0) j.coordinate = CoordinateKind::travel;
  }
  void fillKind(const Belt& drawn, JointShape& j) const {
    j.kind =
        BeltShape{makeGear(drawn, drawn.path.value == BeltPath::crossed ? 1 : -1, j), drawn.preload.value};
  }
  // Gears or pulleys as drawn.
  template <class Wheels>
  GearShape makeGear(const Wheels& drawn, int signB, JointShape& j) const {
    GearShape gear;
    gear.radiusA = drawn.radiusA.value;
    gear.radiusB = signB * drawn.radiusB.value;
    gear.carrier = bodyIndex_.at(drawn.carrier);
    const Eigen::Vector2d line = calcDrawn(j).offset;
    gear.lineAngle = std::atan2(line.y(), line.x()) - startAngle(gear.carrier);
    j.kind = gear;
    gear.rolled = calcRolled(gear, calcDrawn(j));
    return gear;
  }
  void fillKind(const Rack& drawn, JointShape& j) const {
    j.a.axis = direction(drawn.axis);
    RackShape rack;
    rack.radius = drawn.radius.value;
    rack.rolled = calcRolled(rack, calcDrawn(j));
    fillTeeth(drawn, rack, j);
    j.kind = rack;
  }
  void fillKind(const PointOnCurve& on, JointShape& j) const {
    j.a.axis = direction(on.axis);
    j.kind = PointOnCurveShape{Curve(clank::makeShape(on.curve))};
  }
  void fillKind(const Telescope&, JointShape& j) const { j.kind = TelescopeShape{}; }
  JointKinematics calcDrawn(const JointShape& j) const {
    return calcJointKinematics(j, system_.startY.data(), system_.layout.speeds(system_.startY).data());
  }

  void addPhases(const Joint& joint, SystemJoint& j) {
    for (const Phase& phase : joint.metamorphic->phases) {
      SystemPhase p;
      p.id = phase.id;
      p.locked = phase.locked;
      p.released = std::holds_alternative<Released>(phase.kind);
      p.merged = std::holds_alternative<Merged>(phase.kind);
      p.takesOver = std::visit([](const auto& kind) { return isIncomplete(kind); }, phase.kind);
      p.shape = makeShape(joint, findJointKind(joint, phase).value_or(Weld{}));
      j.phases.upd().push_back(std::move(p));
    }
    for (std::size_t i = 0; i < joint.metamorphic->changes.size(); ++i) {
      const PhaseChange& change = joint.metamorphic->changes[i];
      if (isStop(joint, change))
        j.limits.upd().push_back(makeLimit(joint, change, i, j));
      else
        addChange(change, i, j);
    }
  }

  // Kinds whose angle or length a phase takes over when it is not given.
  static bool isIncomplete(const Prismatic& prismatic) { return !prismatic.angle; }
  static bool isIncomplete(const Weld& weld) { return !weld.angle; }
  static bool isIncomplete(const Distance& distance) { return !distance.length; }
  static bool isIncomplete(const AsDrawn&) { return false; }
  static bool isIncomplete(const Released&) { return false; }
  static bool isIncomplete(const Merged&) { return true; }
  static bool isIncomplete(const Revolute&) { return false; }
  static bool isIncomplete(const Slot&) { return false; }
  static bool isIncomplete(const Gear&) { return false; }
  static bool isIncomplete(const Belt&) { return false; }
  static bool isIncomplete(const Rack&) { return false; }
  static bool isIncomplete(const PointOnCurve&) { return false; }
  static bool isIncomplete(const Telescope&) { return false; }

  static int findPhase(const SystemJoint& j, const std::string& id) {
    const auto it =
        std::find_if(j.phases.begin(), j.phases.end(), [&](const SystemPhase& p) { return p.id == id; });
    return static_cast<int>(it - j.phases.begin());
  }

  static SystemLimit makeLimit(const Joint& joint, const PhaseChange& change, std::size_t index,
                               const SystemJoint& j) {
    const auto& drawn = std::get<Limit>(change.guard);
    SystemLimit limit;
    limit.index = index;
    limit.from = findPhase(j, change.from);
    limit.to = findPhase(j, change.to);
    limit.value = drawn.value.value;
    limit.sign = drawn.direction.value == Direction::rising ? 1 : -1;
    if (drawn.pin && std::holds_alternative<Revolute>(joint.kind))
      limit.pinArm = toVector(*drawn.pin) - toVector(joint.atA);
    limit.law = change.law.value;
    limit.restitution = change.restitution.value;
    limit.latched = change.latched.value != 0;
    return limit;
  }

  void addChange(const PhaseChange& change, std::size_t index, SystemJoint& j) {
    SystemChange c =
        makeChange(change.guard, index, "joint " + j.id,
                   fmt::format("/joints/{}/metamorphic/changes/{}", system_.joints.size(), index));
    c.from = findPhase(j, change.from);
    c.to = findPhase(j, change.to);
    c.law = change.law.value;
    c.tolerance = change.tolerance.value;
    c.isUsualTolerance = c.tolerance == PhaseChange().tolerance.value;
    c.deadTime = change.deadTime.value;
    c.once = change.once;
    j.changes.upd().push_back(std::move(c));
  }

  SystemChange makeChange(const ChangeGuard& guard, std::size_t index, const std::string& part,
                          const std::string& pointer) {
    SystemChange c;
    c.index = index;
    c.guard = guard;
    if (const auto* law = std::get_if<ExpressionGuard>(&guard))
      c.expression = compileLaw(law->expression, part, pointer, "expression");
    c.bendsInTime = bendsInTime(c.expression);
    c.hysteresis = std::visit([](const auto& g) { return findHysteresis(g); }, guard);
    return c;
  }

  // What switches a drive off is a change of the joint that it drives.
  void addDriveEnd(const Drive& drive, const SystemDrive& d) {
    SystemChange end = makeChange(drive.until->guard, system_.drives.size(), "drive " + d.id,
                                  fmt::format("/drives/{}/until", d.index));
    end.endsDrive = end.once = true;
    system_.joints[d.joint].driveEnds = true;
    system_.joints[d.joint].changes.upd().push_back(std::move(end));
  }

  template <class G>
  static double findHysteresis(const G& guard) {
    if constexpr (requires { guard.hysteresis; })
      return guard.hysteresis.value;
    else
      return 0;
  }

  void addDrive(const Drive& drive, std::size_t index) {
    if (drive.active.value == 0) return;
    SystemDrive d;
    d.id = drive.id;
    d.index = index;
    while (mechanism_.joints[d.joint].id != drive.joint) ++d.joint;
    d.efficiency = drive.efficiency.value;
    system_.joints[d.joint].driven = true;
    const SystemJoint& joint = system_.joints[d.joint];
    const double drawn = calcCoordinate(joint, calcDrawn(joint));
    const auto startOf = [&](const std::optional<Quantity>& start) { return start ? start->value : drawn; };
    const auto makeStroke = [&](const Stroke& s, bool cycloidal) {
      d.law = StrokeLaw{cycloidal, startOf(s.start), s.rise.value, s.begin.value, s.duration.value};
    };
    const Overloaded fill{[&](const ConstantSpeed& line) {
                            d.law = LineLaw{startOf(line.start), line.speed.value};
                          },
                          [&](const Polynomial345& stroke) { makeStroke(stroke, false); },
                          [&](const Cycloidal& stroke) { makeStroke(stroke, true); },
                          [&](const TableMotion& table) {
                            std::vector<double> times, values;
                            times.reserve(table.times.size());
                            values.reserve(table.values.size());
                            for (const Quantity& time : table.times) times.push_back(time.value);
                            for (const Quantity& value : table.values) values.push_back(value.value);
                            d.law = TableLaw{CubicSpline(std::move(times), std::move(values))};
                          },
                          [&](const ExpressionMotion& motion) { addFormula(motion, index, d); },
                          [&](const Reverse& r) {
                            d.law = makeReverseLaw(startOf(r.from), r.to.value, r.speed.value, r.ramp.value,
                                                   r.cycles.value);
                          }};
    std::visit(fill, drive.kind);
    if (std::holds_alternative<RevoluteShape>(joint.kind)) alignTurns(drawn, d.law);
    addStops(d);
    if (drive.until) addDriveEnd(drive, d);
    system_.drives.push_back(std::move(d));
  }

  // Where a stroke begins and ends, and the points of a table: a step that leaps over one may leap over all.
  void addStops(SystemDrive& drive) {
    using Kind = ExpressionSwitch::Kind;
    if (const auto* stroke = std::get_if<StrokeLaw>(&drive.law)) {
      for (const double time : {stroke->begin, stroke->begin + stroke->duration})
        addStop(drive, fmt::format("t - ({})", time), {Kind::side, {}});
    } else if (auto* reverse = std::get_if<ReverseLaw>(&drive.law)) {
      for (std::size_t i = 0; i < reverse->knots.size(); ++i)
        if (const double at = reverse->knots[i]; i == 0 || reverse->ramp > 0)
          reverse->switches[i] =
              addStop(drive, fmt::format("(t - ({}))/({})", at, reverse->halfTime), {Kind::floor, {}});
    } else if (auto* table = std::get_if<TableLaw>(&drive.law)) {
      table->timesSwitch = addStop(drive, "t", {Kind::passed, {}, {}, table->spline.shareKnots()});
    }
  }
  int addStop(const SystemDrive& drive, const std::string& argument, ExpressionSwitch stop) {
    auto compiled = Expression::compile(argument, names_);
    if (!compiled) return -1;
    stop.argument = std::move(*compiled);
    const int place = switches_.add(std::move(stop));
    nameSwitches("drive " + drive.id, fmt::format("/drives/{}", drive.index));
    return place;
  }

  void addFormula(const ExpressionMotion& motion, std::size_t index, SystemDrive& drive) {
    const std::vector<std::string> names = listMotionNames(names_);
    auto expression = Expression::compile(motion.coordinate.text, names);
    if (!expression) {
      problems_.push_back({"drive " + drive.id + ": " + expression.error().front().what,
                           "/drives/" + std::to_string(index) + "/coordinate"});
      return;
    }
    FormulaLaw formula{std::move(*expression), {}, 0};
    for (const Parameter& parameter : mechanism_.parameters)
      if (parameter.choices.empty()) formula.slots.emplace_back(parameter.value.value);
    formula.slots.emplace_back(0.0);
    formula.expression.connect(switches_);
    nameSwitches("coordinate of " + drive.id, fmt::format("/drives/{}/coordinate", index));
    drive.law = std::move(formula);
  }

  // An angle of a law and the drawn one mean the same position when they differ by whole turns.
  static void alignTurns(double drawn, MotionLaw& law) {
    auto* formula = std::get_if<FormulaLaw>(&law);
    if (!formula) return;
    std::vector<Jet> scratch(formula->slots.size());
    const double turn = 2 * std::numbers::pi, start = calcMotion(law, 0, scratch).v;
    if (std::isfinite(start)) formula->shift = turn * std::round((drawn - start) / turn);
  }

  void listUnilaterals() {
    std::vector<SystemUnilateral> first;
    for (std::size_t j = 0; j < system_.joints.size(); ++j) {
      system_.joints[j].firstStop = first.size();
      for (std::size_t l = 0; l < system_.joints[j].limits.size(); ++l) first.emplace_back(StopIndex{j, l});
    }
    for (std::size_t r = 0; r < system_.ropes.size(); ++r) first.emplace_back(RopeIndex{r});
    system_.unilaterals = UnilateralList(std::move(first), system_.contacts.size());
  }

  void addForce(const ForceElement& element, std::size_t index) {
    if (element.active.value == 0) return;
    if (const auto* rope = std::get_if<Rope>(&element.kind)) return addRope(*rope, element.id, index);
    SystemForce force;
    force.id = element.id;
    force.index = index;
    const std::string pointer = "/forces/" + std::to_string(index);
    std::visit([&](const auto& kind) { addKind(kind, pointer, force); }, element.kind);
    system_.forces.push_back(std::move(force));
  }

  void addKind(const Torque& torque, const std::string& pointer, SystemForce& force) {
    force.kind = SystemTorque{makeMarker(torque.a, torque.atA), makeMarker(torque.b, torque.atB),
                              compileLaw(torque.moment, force.id, pointer, "moment")};
  }

  void addKind(const TorsionSpring& spring, const std::string&, SystemForce& force) {
    force.kind = SystemTorsionSpring{makeMarker(spring.a, spring.atA),
                                     makeMarker(spring.b, spring.atB),
                                     spring.stiffness.value,
                                     spring.restAngle.value,
                                     spring.preload.value,
                                     spring.damping.value};
  }

  void addKind(const Spring& spring, const std::string&, SystemForce& force) {
    force.kind = SystemSpring{makeMarker(spring.a, spring.atA),
                              makeMarker(spring.b, spring.atB),
                              spring.stiffness.value,
                              spring.freeLength.value,
                              spring.preload.value,
                              spring.damping.value};
  }

  void addKind(const Load& load, const std::string& pointer, SystemForce& force) {
    force.kind = SystemLoad{makeMarker(load.b, load.atB), compileLaw(load.fx, force.id, pointer, "fx"),
                            compileLaw(load.fy, force.id, pointer, "fy"), load.axes.value == LoadAxes::body};
  }

  void addKind(const Hand& hand, const std::string&, SystemForce& force) {
    SystemHand made{makeMarker(hand.b, hand.atB), hand.stiffness.value, hand.damping.value, {}, {}};
    for (const Quantity& time : hand.times) made.times.push_back(time.value);
    for (const Point& place : hand.path) made.path.push_back(toVector(place));
    force.kind = std::move(made);
  }

  // A constraint, not a force.
  void addKind(const Rope&, const std::string&, SystemForce&) {}
  void addRope(const Rope& drawn, const std::string& id, std::size_t index) {
    SystemRope rope{id, index, {}, {ContactLaw::newton, drawn.restitution.value, 0}};
    RopeGeometry& geometry = rope.geometry;
    geometry.points.push_back(makeMarker(drawn.a, drawn.atA));
    for (const RopeRing& ring : drawn.rings) geometry.points.push_back(makeMarker(ring.body, ring.at));
    geometry.points.push_back(makeMarker(drawn.b, drawn.atB));
    listRopeBlocks(geometry);
    const double* const q = system_.startY.data();
    geometry.length =
        drawn.length ? drawn.length->value
                     : calcRopeKinematics(geometry, q, system_.layout.speeds(system_.startY).data()).path;
    system_.ropes.push_back(std::move(rope));
  }

  Expression compileLaw(const Law& law, const std::string& id, const std::string& pointer,
                        const std::string& key) {
    auto compiled = Expression::compile(law.text, names_);
    if (compiled) {
      for (const int slot : compiled->getSlots()) read_.insert(slot);
      compiled->connect(switches_);
      nameSwitches(key + " of " + id, pointer + "/" + key);
      return std::move(*compiled);
    }
    for (Problem problem : compiled.error()) {
      problem.what = key + " of " + id + ": " + problem.what + " (" + problem.where + ")";
      problem.where = pointer + "/" + key;
      problems_.push_back(problem);
    }
    return {};
  }

  // Those that have come with the last law.
  void nameSwitches(const std::string& law, const std::string& pointer) {
    while (system_.switches.size() < switches_.get().size())
      system_.switches.push_back({switches_.get()[system_.switches.size()], law, pointer});
  }

  int findTimeSlot() const {
    return static_cast<int>(std::find(names_.begin(), names_.end(), "t") - names_.begin());
  }

  // Of one that varies otherwise, too.
  bool bendsInTime(const Expression& expression) const {
    return std::ranges::binary_search(expression.getSlots(), findTimeSlot()) &&
           !expression.isLinearIn(findTimeSlot());
  }

  void classifySwitches(const std::vector<LawSlot>& slots) {
    system_.timeSlot = static_cast<std::size_t>(findTimeSlot());
    const auto isSpeed = [&](int slot) {
      using Kind = LawSlot::Kind;
      const Kind kind = slots[static_cast<std::size_t>(slot)].kind;
      return kind == Kind::bodyVx || kind == Kind::bodyVy || kind == Kind::bodyOmega ||
             kind == Kind::jointRate;
    };
    for (SystemSwitch& s : system_.switches) {
      std::vector<int> read = s.argument.getSlots();
      if (s.gate) read.insert(read.end(), s.gate->getSlots().begin(), s.gate->getSlots().end());
      s.isOfTime = std::all_of(read.begin(), read.end(), [&](int slot) { return slot <= findTimeSlot(); });
      s.isLine = s.isOfTime && !s.gate && s.argument.isLinearIn(findTimeSlot());
      s.bendsInTime = bendsInTime(s.argument);
      s.readsSpeeds = std::any_of(read.begin(), read.end(), isSpeed);
      read_.insert(read.begin(), read.end());
    }
  }

  void selectLawSlots() {
    const std::vector<LawSlot> all = listLawSlots(mechanism_);
    classifySwitches(all);
    // Up to the last that somebody reads: a large mechanism has millions of names.
    const auto last = static_cast<std::size_t>(std::max(findTimeSlot(), read_.empty() ? 0 : *read_.rbegin()));
    system_.lawConstants.assign(last + 1, 0.0);
    std::size_t slot = 0;
    for (const Parameter& parameter : mechanism_.parameters)
      if (parameter.choices.empty()) system_.lawConstants[slot++] = parameter.value.value;
    for (const LawSlot& s : all)
      if (read_.contains(s.slot) && s.kind != LawSlot::Kind::constant) system_.lawSlots.push_back(s);
  }

  const Mechanism& mechanism_;
  std::span<const DividedLink> divided_;
  const std::vector<std::string> names_ = calcLawNames(mechanism_);
  const std::vector<double> startAngles_ = listStartAngles(mechanism_);  // rad
  std::map<std::string, int> bodyIndex_;
  std::set<int> read_;  // slots that some law reads
  SwitchList switches_{findTimeSlot()};
  System system_;
  Problems problems_;
};

}  // namespace

Result<System> compileSystem(const Mechanism& resolved, std::span<const DividedLink> divided) {
  return Compiler(resolved, divided).compile();
}

}  // namespace clank
