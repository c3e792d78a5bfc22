// SPDX-License-Identifier: GPL-3.0-or-later
// Random mechanisms: trees of bodies on random joints, some loops, stops with every law, contacts, springs
// and drives. All bodies have their origin in the centre of mass.
#pragma once

#include <cmath>
#include <random>

#include "core/model/law_traits.h"
#include "tests/support/parts.h"

namespace clank::test {

class RandomLinkage {
 public:
  explicit RandomLinkage(unsigned seed) : random_(seed) {}

  Mechanism make() {
    const int bodies = pick(1, 6);
    for (int i = 0; i < bodies; ++i) addBody(i);
    for (int i = 0; i < bodies; ++i) addJoint(i);
    if (bodies > 2 && chance(0.5)) addLoop(bodies);
    for (int i = pick(0, 3); i > 0; --i) addContact(i, bodies);
    if (chance(0.4)) addSpring(bodies);
    if (chance(0.3)) addDrive();
    if (chance(0.4)) m_.simulation.impacts = ImpactOrder::sequential;
    for (ContactPair& contact : m_.contacts)
      if (contact.friction.value > 0 && traitsOf(contact.law.value).bounces && chance(0.4))
        contact.tangentialRestitution = uniform(0, 1);
    m_.simulation.duration = 0.4;
    m_.simulation.outputInterval = 0.02;
    m_.simulation.relativeTolerance = m_.simulation.absoluteTolerance = 1e-8;
    return m_;
  }

 private:
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(random_()) / static_cast<double>(std::mt19937::max()));
  }
  int pick(int low, int high) {
    return low + static_cast<int>(random_() % static_cast<unsigned>(high - low + 1));
  }
  bool chance(double p) { return uniform(0, 1) < p; }
  static std::string bodyId(int i) { return i < 0 ? std::string(kFrame) : "link" + std::to_string(i + 1); }
  Point pointNear(double reach) { return {uniform(-reach, reach), uniform(-reach, reach)}; }

  // A point of a body in its axes, from one in the world.
  Point toBody(int i, const Point& p) const {
    if (i < 0) return p;
    const Pose& pose = m_.bodies[static_cast<std::size_t>(i)].pose;
    const double c = std::cos(pose.angle.value), s = std::sin(pose.angle.value);
    const double x = p.x.value - pose.x.value, y = p.y.value - pose.y.value;
    return {c * x + s * y, -s * x + c * y};
  }
  Point toWorld(int i, const Point& p) const {
    if (i < 0) return p;
    const Pose& pose = m_.bodies[static_cast<std::size_t>(i)].pose;
    const double c = std::cos(pose.angle.value), s = std::sin(pose.angle.value);
    return {pose.x.value + c * p.x.value - s * p.y.value, pose.y.value + s * p.x.value + c * p.y.value};
  }

  void addBody(int i) {
    const double size = std::pow(10, uniform(-1, 1));
    Body body = makeBody(bodyId(i), size, size * uniform(0.005, 0.1),
                         {uniform(-1, 1), uniform(0.5, 2), uniform(-3, 3), {}});
    body.velocity.vx = uniform(-1, 1);
    body.velocity.vy = uniform(-1, 1);
    body.velocity.omega = uniform(-4, 4);
    m_.bodies.push_back(body);
  }

  JointKind pickKind(bool first) {
    const double axis = uniform(-3, 3);
    Prismatic prismatic;
    prismatic.axis = axis;
    Slot slot;
    slot.axis = axis;
    switch (pick(0, first ? 5 : 7)) {
      case 0:
        return prismatic;
      case 1:
        return slot;
      case 6:
        return Distance{};
      case 7:
        return Weld{};
      default:
        return Revolute{};
    }
  }

  void addJoint(int i) {
    if (chance(0.1)) return;  // flies
    const int a = pick(-1, i - 1);
    const Point world = toWorld(i, pointNear(0.4));
    const JointKind kind = pickKind(i == 0);
    Point onA = world;
    if (std::holds_alternative<Distance>(kind)) onA = {world.x.value + 0.5, world.y.value + 0.1};
    Joint joint = makeJoint("joint" + std::to_string(i + 1), kind, bodyId(a), bodyId(i), toBody(a, onA),
                            toBody(i, world));
    if (findCoordinateKind(kind) != CoordinateKind::none && chance(0.5)) addLimits(a, i, joint);
    m_.joints.push_back(joint);
  }

  // Stops on both sides of the drawn coordinate.
  void addLimits(int a, int b, Joint& joint) {
    const auto angleOf = [&](int i) {
      return i < 0 ? 0.0 : m_.bodies[static_cast<std::size_t>(i)].pose.angle.value;
    };
    const double drawn =
        findCoordinateKind(joint.kind) == CoordinateKind::angle ? angleOf(b) - angleOf(a) : 0.0;
    Metamorphic metamorphic;
    metamorphic.phases.resize(3);
    for (std::size_t k = 0; k < 3; ++k) {
      metamorphic.phases[k].id = std::string(1, static_cast<char>('A' + k));
      metamorphic.phases[k].locked = k > 0;
    }
    for (int side = 0; side < 2; ++side) {
      PhaseChange change;
      change.from = "A";
      change.to = side == 0 ? "B" : "C";
      Limit limit;
      limit.value = drawn + (side == 0 ? 1 : -1) * uniform(0.02, 0.4);
      limit.direction = side == 0 ? Direction::rising : Direction::falling;
      change.guard = limit;
      change.law = static_cast<TransitionLaw>(pick(1, 3));
      change.restitution = uniform(0, 0.95);
      change.latched = chance(0.5) ? 1 : 0;
      metamorphic.changes.push_back(change);
    }
    joint.metamorphic = metamorphic;
  }

  void addLoop(int bodies) {
    const int b = bodies - 1, a = pick(-1, b - 1);
    Joint rod = makeJoint("rod", Distance{}, bodyId(a), bodyId(b), pointNear(0.3), pointNear(0.3));
    if (a < 0) rod.atA = {uniform(-1, 1), uniform(2, 3)};
    m_.joints.push_back(rod);
  }

  void addContact(int number, int bodies) {
    ContactPair contact;
    contact.id = "contact" + std::to_string(number);
    contact.b = bodyId(pick(0, bodies - 1));
    contact.atB = pointNear(0.3);
    if (chance(0.5)) contact.radius = uniform(0.02, 0.1);
    contact.restitution = chance(0.2) ? 0 : uniform(0, 1);
    contact.friction = chance(0.5) ? 0 : uniform(0, 0.8);
    contact.law = static_cast<ContactLaw>(pick(0, 3));
    if (contact.law.value == ContactLaw::constraint) contact.restitution = 0;
    contact.surface = pickSurface();
    m_.contacts.push_back(contact);
  }

  // Below and around everything that is drawn.
  Surface pickSurface() {
    PolylineSurface steps;
    CircleSurface bowl;
    LineSurface line;
    switch (pick(0, 2)) {
      case 0:
        line.from = {-5.0, uniform(-0.5, 0)};
        line.to = {5.0, uniform(-0.5, 0)};
        return line;
      case 1:
        steps.points = {{-5.0, 0.0}, {-0.5, -0.2}, {0.5, -0.6}, {5.0, -0.2}};
        return steps;
      default:
        bowl.center = {0.0, 1.0};
        bowl.radius = uniform(2.8, 3.2);
        bowl.side = RoundSide::inside;
        return bowl;
    }
  }

  void addSpring(int bodies) {
    Spring spring;
    spring.b = bodyId(pick(0, bodies - 1));
    spring.atA = {uniform(-1, 1), 3.0};
    spring.stiffness = uniform(1, 200);
    spring.freeLength = uniform(0, 1);
    spring.damping = uniform(0, 2);
    m_.forces = {makeForce("spring", spring)};
  }

  void addDrive() {
    for (const Joint& joint : m_.joints) {
      if (joint.metamorphic || joint.a != kFrame || !std::holds_alternative<Revolute>(joint.kind)) continue;
      Drive drive;
      drive.id = "motor";
      drive.joint = joint.id;
      ConstantSpeed speed;
      speed.speed = uniform(-5, 5);
      drive.kind = speed;
      m_.drives = {drive};
      return;
    }
  }

  std::mt19937 random_;
  Mechanism m_;
};

}  // namespace clank::test
