// SPDX-License-Identifier: GPL-3.0-or-later
// Mistakes in surfaces, materials and solid bodies are refused at their place.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "core/model/mechanism.h"

namespace clank {
namespace {

Mechanism makeSolidScene() {
  Mechanism m;
  m.bodies.resize(2);
  for (Body& body : m.bodies) {
    body.mass = body.inertia = 1;
    body.radius = 0.1;
    body.touches = Touches::everything;
  }
  m.bodies[0].id = "ball";
  m.bodies[1].id = "wheel";
  m.bodies[1].pose.x = 1;
  m.surfaces.resize(1);
  m.surfaces[0].id = "floor";  // which is a function, too
  LineSurface line;
  line.to = {1.0, 0.0};
  m.surfaces[0].kind = line;
  return m;
}

// The first problem after a change: "/surfaces/0/body: ...".
std::string findProblem(const std::function<void(Mechanism&)>& change) {
  Mechanism m = makeSolidScene();
  change(m);
  const Problems problems = validate(m);
  return problems.empty() ? "" : problems.front().where + ": " + problems.front().what;
}

TEST(ValidateSolids, ASceneOfSolidsIsSound) {
  EXPECT_EQ(findProblem([](Mechanism&) {}), "");
}

TEST(ValidateSolids, MistakesAreNamed) {
  EXPECT_EQ(findProblem([](Mechanism& m) { m.surfaces[0].body = "bal"; }),
            "/surfaces/0/body: surface floor: there is no body 'bal'; did you mean 'ball'?");
  EXPECT_EQ(findProblem([](Mechanism& m) { m.surfaces[0].material = "stel"; }),
            "/surfaces/0/material: surface floor: there is no material 'stel'; did you mean 'steel'?; "
            "materials are steel, rubber, wood, ice");
  EXPECT_EQ(findProblem([](Mechanism& m) { std::get<LineSurface>(m.surfaces[0].kind).to = {}; }),
            "/surfaces/0/to: surface floor: its line has no length");
  EXPECT_EQ(findProblem([](Mechanism& m) { m.surfaces[0].id = "ball"; }),
            "/surfaces/0/id: surface 1 has the id 'ball' of body 1");
  EXPECT_EQ(findProblem([](Mechanism& m) { m.bodies[0].radius = 0; }),
            "/bodies/0/touches: body ball: body ball has no outline to touch with: give it outline points, a "
            "radius (disc) or a length (bar)");
  EXPECT_EQ(findProblem([](Mechanism& m) {
              m.bodies[0].touches = Touches::these;
              m.bodies[0].touched = std::vector<std::string>{"wheel", "flor", "floor"};
            }),
            "/bodies/0/touched/1: body ball: there is no body or surface 'flor'; did you mean 'floor'?");
  EXPECT_EQ(findProblem([](Mechanism& m) {
              m.materials.resize(1);
              m.materials[0].id = "glass";
              m.materials[0].restitution = 1.2;
            }),
            "/materials/0/restitution: material glass: the restitution is 1.2, but it must be from 0 to 1");
  EXPECT_EQ(findProblem([](Mechanism& m) {
              m.materialPairs.resize(2);
              m.materialPairs[0].a = m.materialPairs[1].b = "wood";
              m.materialPairs[0].b = m.materialPairs[1].a = "ice";
            }),
            "/material_pairs/1: ice on wood: this pair of materials is there twice");
  EXPECT_EQ(findProblem([](Mechanism& m) {
              m.contacts.resize(1);
              m.contacts[0].id = "stop";
              m.contacts[0].b = "ball";
              m.contacts[0].surface = NamedSurface{"flor"};
            }),
            "/contacts/0/surface: contact stop: there is no surface 'flor'; did you mean 'floor'?");
}

TEST(ValidateSolids, ACompliantLawOfMaterialsIsOneOfAContact) {
  const auto soften = [](Mechanism& m) {
    m.simulation.integrator = IntegratorKind::moreauJean;
    m.materialPairs.resize(1);
    m.materialPairs[0].a = m.materialPairs[0].b = "steel";
    m.materialPairs[0].law = ContactLaw::hertz;
    m.materialPairs[0].compliance = Compliance();
    m.materialPairs[0].compliance->stiffness = 1e6;
  };
  EXPECT_EQ(
      findProblem(soften),
      "/simulation/integrator: moreau_jean takes rigid contacts only, and by their materials ball|floor "
      "is compliant: take dop853 or a rigid law");
  EXPECT_EQ(findProblem([&](Mechanism& m) {
              soften(m);
              for (Body& body : m.bodies) body.material = std::string("wood");
              m.surfaces[0].material = "wood";
            }),
            "")
      << "nothing is of steel";
}

TEST(ValidateSolids, ASurfaceOfWhatBendsCannotMoveAlongItself) {
  Mechanism m = makeSolidScene();
  m.surfaces[0].body = "wheel";
  m.surfaces[0].speed = 0.5;
  const auto isRefused = [&] {
    const Problems problems = validate(m);
    return std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
      return problem.where == "/surfaces/0/speed" && problem.severity == Severity::error;
    });
  };
  EXPECT_FALSE(isRefused());
  m.bodies[1].flexible = FlexibleLink();
  EXPECT_TRUE(isRefused());
}

TEST(ValidateSolids, ASmoothLineNeedsPointsAsASplineDoes) {
  const auto smooth = [](Mechanism& m, std::vector<Point> points) {
    PolylineSurface line;
    line.points = std::move(points);
    line.smooth = 1;
    m.surfaces[0].kind = line;
  };
  EXPECT_EQ(findProblem([&](Mechanism& m) { smooth(m, {{0.0, 0.0}, {1.0, 0.2}, {2.0, 0.0}}); }), "");
  EXPECT_EQ(findProblem([&](Mechanism& m) {
              smooth(m, {{0.0, 0.0}, {0.0, 0.0}, {2.0, 0.0}});
            }),
            "/surfaces/0/points/1: surface floor: points 1 and 2 are the same");
  EXPECT_NE(findProblem([&](Mechanism& m) {
              smooth(m, {{0.0, 0.0}, {2.0, 0.0}, {2.0, 1.0}, {0.5, -1.0}, {0.5, 1.0}});
            }).find("crosses or touches itself"),
            std::string::npos);
}

TEST(ValidateSolids, WhatTouchesNothingIsDoubtful) {
  Mechanism m = makeSolidScene();
  m.bodies[0].touches = m.bodies[1].touches = Touches::nothing;
  const Problems problems = validate(m);
  EXPECT_TRUE(std::any_of(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.where == "/surfaces/0" && problem.what == "surface floor: nothing touches it yet";
  }));
}

}  // namespace
}  // namespace clank
