// SPDX-License-Identifier: GPL-3.0-or-later
// Box2D 2.4: sequential impulses, a fixed number of iterations, surfaces with a skin, single precision. Made
// for games.
#include <box2d/box2d.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "tests/bench/compare/contact_scenes.h"
#include "tests/support/pile.h"

namespace clank::compare {
namespace {

float toFloat(double x) {
  return static_cast<float>(x);
}

void addLine(b2World& world, b2Vec2 from, b2Vec2 to, double restitution, double friction) {
  b2EdgeShape edge;
  edge.SetTwoSided(from, to);
  b2FixtureDef fixture;
  fixture.shape = &edge;
  fixture.restitution = toFloat(restitution);
  fixture.friction = toFloat(friction);
  fixture.restitutionThreshold = 0;
  b2BodyDef ground;
  world.CreateBody(&ground)->CreateFixture(&fixture);
}

b2Body* addBody(b2World& world, const b2BodyDef& place, const b2Shape& shape, double mass, double inertia,
                double restitution, double friction) {
  b2Body* body = world.CreateBody(&place);
  b2FixtureDef fixture;
  fixture.shape = &shape;
  fixture.density = 1;
  fixture.restitution = toFloat(restitution);
  fixture.friction = toFloat(friction);
  fixture.restitutionThreshold = 0;
  body->CreateFixture(&fixture);
  b2MassData data;
  data.mass = toFloat(mass);
  data.I = toFloat(inertia);
  data.center.SetZero();
  body->SetMassData(&data);
  return body;
}

void run(b2World& world, double duration, double step, const auto& watch) {
  const auto steps = static_cast<int>(std::lround(duration / step));
  for (int i = 0; i < steps; ++i) {
    world.Step(toFloat(step), 8, 3);
    watch();
  }
}

ContactResult solveBall(double step) {
  b2World world({0, toFloat(-kGravity)});
  addLine(world, {-10, 0}, {10, 0}, kBallRestitution, kBallFriction);
  b2BodyDef place;
  place.type = b2_dynamicBody;
  place.position.Set(0, toFloat(kBallHeight));
  place.linearVelocity.Set(1, 0);
  place.angularVelocity = toFloat(kBallSpin);
  place.allowSleep = false;
  b2CircleShape circle;
  circle.m_radius = toFloat(kBallRadius);
  const b2Body* ball = addBody(world, place, circle, 1, kBallInertia, kBallRestitution, kBallFriction);
  run(world, kBallTime, step, [] {});
  return {calcBallError({ball->GetPosition().x, ball->GetPosition().y, ball->GetAngle()})};
}

ContactResult solveBlock(double step) {
  b2World world({0, toFloat(-kGravity)});
  const double c = std::sqrt(0.75), s = 0.5;
  addLine(world, {toFloat(-100 * c), toFloat(-100 * s)}, {toFloat(100 * c), toFloat(100 * s)}, 0,
          kSlopeFriction);
  b2BodyDef place;
  place.type = b2_dynamicBody;
  place.position.Set(toFloat(-s * 0.1), toFloat(c * 0.1));
  place.angle = toFloat(std::asin(s));
  place.allowSleep = false;
  b2PolygonShape box;
  box.SetAsBox(0.2f, 0.1f);
  const b2Body* block = addBody(world, place, box, 1, 0.05 / 12, 0, kSlopeFriction);
  run(world, 1, step, [] {});
  const double dx = block->GetPosition().x + s * 0.1, dy = block->GetPosition().y - c * 0.1;
  return {calcBlockError(-(dx * c + dy * s))};
}

class Pile {
 public:
  Pile() : world_({0, toFloat(-kGravity)}) {
    const Mechanism m = test::makePile(20, 3);
    for (const Body& drawn : m.bodies) {
      b2BodyDef place;
      place.type = b2_dynamicBody;
      place.position.Set(toFloat(drawn.pose.x.value), toFloat(drawn.pose.y.value));
      place.linearVelocity.Set(toFloat(drawn.velocity.vx.value), toFloat(drawn.velocity.vy.value));
      place.allowSleep = false;
      const double radius = std::sqrt(2 * drawn.inertia->value);
      b2CircleShape circle;
      circle.m_radius = toFloat(radius);
      bodies_.push_back(addBody(world_, place, circle, 1, drawn.inertia->value, 0.5, 0.3));
      radii_.push_back(radius);
    }
    addLine(world_, {0, 0}, {toFloat(kWidth), 0}, 0.5, 0.3);
    addLine(world_, {0, 50}, {0, 0}, 0.5, 0.3);
    addLine(world_, {toFloat(kWidth), 0}, {toFloat(kWidth), 50}, 0.5, 0.3);
  }
  ContactResult solve(double step) {
    const double start = calcEnergy(true);
    ContactResult result;
    run(world_, 3, step, [&] {
      result.made = std::max(result.made, calcEnergy(true) - start);
      result.penetration = std::max(result.penetration, calcDeepest());
    });
    result.rest = calcEnergy(false);
    return result;
  }

 private:
  static constexpr double kWidth = 4 * 0.12;
  double calcEnergy(bool withWeight) const {
    double sum = 0;
    for (const b2Body* b : bodies_) {
      sum += 0.5 * b->GetLinearVelocity().LengthSquared() +
             0.5 * b->GetInertia() * b->GetAngularVelocity() * b->GetAngularVelocity();
      if (withWeight) sum += kGravity * b->GetPosition().y;
    }
    return sum;
  }
  double calcDeepest() const {
    double deepest = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const b2Vec2 p = bodies_[i]->GetPosition();
      deepest = std::max({deepest, radii_[i] - p.y, radii_[i] - p.x, radii_[i] - (kWidth - p.x)});
      for (std::size_t j = 0; j < i; ++j)
        deepest = std::max(deepest, radii_[i] + radii_[j] - (p - bodies_[j]->GetPosition()).Length());
    }
    return deepest;
  }
  b2World world_;
  std::vector<b2Body*> bodies_;
  std::vector<double> radii_;
};

}  // namespace

std::vector<ContactEngine> listBox2d() {
  return {{"Box2D", "8 and 3 iterations", [](ContactScene scene, double step) {
             if (scene == ContactScene::ball) return solveBall(step);
             if (scene == ContactScene::block) return solveBlock(step);
             return Pile().solve(step);
           }}};
}

}  // namespace clank::compare
