// SPDX-License-Identifier: GPL-3.0-or-later
// Andrews' squeezing mechanism with the parameters of the test set for initial value problem solvers: seven
// bodies, three loops, a constant moment on the crank, a spring; no gravity.
//
// Points: O (crank), A and B fixed; C holds the spring. F crank pin; E where bodies 2, 3, 4 and 6 meet; D the
// spring's end on body 3; G and H where 4 meets 5 and 6 meets 7. Angles of the bodies from those of the test
// set: beta, beta + Theta, gamma, Phi + delta, delta, Omega + epsilon, epsilon.
#pragma once

#include <array>
#include <cmath>
#include <string>

#include "core/model/mechanism.h"

namespace clank::test {

struct SqueezerReference {
  std::array<double, 7> start, angles, omegas;  // beta, Theta, gamma, Phi, delta, Omega, epsilon; rad, rad/s
};
inline constexpr SqueezerReference kSqueezer{
    // angles and their rates at 0.03 s
    {-0.0617138900142764496, 0.0, 0.455279819163070380, 0.222668390165885884, 0.487364979543842550,
     -0.222668390165885884, 1.23054744454982119},
    {15.810771195153707, -15.7563710584118394, 0.0408222401196458131, -0.534730116342079585,
     0.524409965879954073, 0.53473011634207958, 1.04808074104193788},
    {1139.92030225910607, -1424.37929517754008, 11.0329119106185811, 19.2933741050320187, 0.57356991482950195,
     -19.2933741050320192, 0.323179149249131183}};

// Angles or rates of the bodies 1 to 7 from those of the test set.
inline std::array<double, 7> toBodies(const std::array<double, 7>& p) {
  return {p[0], p[0] + p[1], p[2], p[3] + p[4], p[4], p[5] + p[6], p[6]};
}

class SqueezerMaker {
 public:
  Mechanism make() {
    m_.name = "Andrews' squeezing mechanism";
    m_.description =
        "Seven bodies in three loops, driven by a constant moment: the classic test of solvers, with the "
        "parameters of the test set for initial value problem solvers. squeezer.md tells where the reference "
        "comes from and what is met.";
    m_.gravity = {0.0, 0.0};
    addBodies();
    addJoints();
    addForces();
    m_.simulation.duration = 0.03;
    m_.simulation.outputInterval = 1e-4;
    m_.simulation.relativeTolerance = m_.simulation.absoluteTolerance = 1e-8;
    return m_;
  }

 private:
  struct Place {
    double x, y;
  };
  static constexpr Place kA{-.06934, -.00227}, kB{-.03635, .03273}, kC{.014, .072};
  static constexpr double kD = 28e-3, kDa = 115e-4, kE = 2e-2, kEa = 1421e-5, kZf = 2e-2, kFa = 1421e-5,
                          kRr = 7e-3, kRa = 92e-5, kSs = 35e-3, kSa = 1874e-5, kSb = 1043e-5, kSc = 18e-3,
                          kSd = 2e-2, kTa = 2308e-5, kTb = 916e-5, kU = 4e-2, kUa = 1228e-5, kUb = 449e-5,
                          kZt = 4e-2;

  // Where a point of body axes is in the world.
  static Place at(const Place& origin, double angle, double x, double y) {
    return {origin.x + std::cos(angle) * x - std::sin(angle) * y,
            origin.y + std::sin(angle) * x + std::cos(angle) * y};
  }

  void addBodies() {
    const auto angle = toBodies(kSqueezer.start);
    const Place o{0, 0};
    addBody(o, angle[0], .04325, 2.194e-6, {kRa, 0});
    addBody(at(o, angle[0], kRr, 0), angle[1], .00365, 4.410e-7, {-kDa, 0});
    addBody(kB, angle[2], .02373, 5.255e-6, {kSb, -kSa});
    addBody(at(kA, angle[4], kZt, 0), angle[3], .00706, 5.667e-7, {0, kEa - kE});
    addBody(kA, angle[4], .07050, 1.169e-5, {kTa, kTb});
    addBody(at(kA, angle[6], 0, -kU), angle[5], .00706, 5.667e-7, {kZf - kFa, 0});
    addBody(kA, angle[6], .05498, 1.912e-5, {-kUb, -kUa});
  }
  void addBody(const Place& origin, double angle, double mass, double inertia, const Place& center) {
    Body body;
    body.id = "k" + std::to_string(m_.bodies.size() + 1);
    body.pose.x = origin.x;
    body.pose.y = origin.y;
    body.pose.angle = angle;
    body.mass = mass;
    body.inertia = inertia;
    body.center = {center.x, center.y};
    body.width = 0.002;
    m_.bodies.push_back(body);
  }

  void addJoints() {
    pin("O", kFrame, {0, 0}, "k1", {0, 0});
    pin("F", "k1", {kRr, 0}, "k2", {0, 0});
    pin("B", kFrame, kB, "k3", {0, 0});
    pin("E3", "k2", {-kD, 0}, "k3", {0, -kSs});
    pin("A5", kFrame, kA, "k5", {0, 0});
    pin("G", "k5", {kZt, 0}, "k4", {0, 0});
    pin("E4", "k2", {-kD, 0}, "k4", {0, -kE});
    pin("A7", kFrame, kA, "k7", {0, 0});
    pin("H", "k7", {0, -kU}, "k6", {0, 0});
    pin("E6", "k2", {-kD, 0}, "k6", {kZf, 0});
  }
  void pin(const std::string& id, const std::string& a, const Place& atA, const std::string& b,
           const Place& atB) {
    Joint joint;
    joint.id = id;
    joint.a = a;
    joint.b = b;
    joint.atA = {atA.x, atA.y};
    joint.atB = {atB.x, atB.y};
    joint.kind = Revolute{};
    m_.joints.push_back(joint);
  }

  void addForce(const char* id, ForceKind kind) {
    ForceElement& force = m_.forces.emplace_back();
    force.id = force.name = id;
    force.kind = std::move(kind);
  }

  void addForces() {
    Torque torque;
    torque.b = "k1";
    torque.moment.text = "0.033";
    addForce("motor", torque);
    Spring spring;
    spring.b = "k3";
    spring.atA = {kC.x, kC.y};
    spring.atB = {kSd, -kSc};
    spring.stiffness = 4530;
    spring.freeLength = .07785;
    addForce("spring", spring);
  }

  Mechanism m_;
};

inline Mechanism makeSqueezer() {
  return SqueezerMaker().make();
}

}  // namespace clank::test
