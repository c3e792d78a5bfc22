// SPDX-License-Identifier: GPL-3.0-or-later
// clank_compare_contacts: a line for each scene, engine and step.
#include "tests/bench/compare/contact_scenes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>

namespace clank::compare {
namespace {

double readCpuSeconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// A blow at (vx, vy, w) with the slip vx + r w: Newton's e, Coulomb.
void bounce(double& vx, double& vy, double& w) {
  const double normal = -(1 + kBallRestitution) * vy;  // N s at 1 kg
  const double slip = vx + kBallRadius * w;
  const double give = 1 + kBallRadius * kBallRadius / kBallInertia;
  const double friction = std::clamp(-slip / give, -kBallFriction * normal, kBallFriction * normal);
  vy += normal;
  vx += friction;
  w += kBallRadius * friction / kBallInertia;
}

}  // namespace

// Flights and blows one after the other.
double calcBallError(const End& end) {
  double x = 0, y = kBallHeight - kBallRadius, angle = 0, vx = 1, vy = 0, w = kBallSpin, rest = kBallTime;
  for (;;) {
    const double flight = (vy + std::sqrt(vy * vy + 2 * kGravity * y)) / kGravity, t = std::min(flight, rest);
    x += vx * t;
    y += vy * t - kGravity * t * t / 2;
    vy -= kGravity * t;
    angle += w * t;
    rest -= t;
    if (rest <= 0) break;
    y = 0;
    bounce(vx, vy, w);
  }
  return std::max({std::abs(end.x - x), std::abs(end.y - y - kBallRadius), std::abs(end.angle - angle)});
}

double calcBlockError(double way) {
  return std::abs(way - kGravity * (0.5 - kSlopeFriction * std::sqrt(0.75)) / 2);
}

}  // namespace clank::compare

int main() {
  using namespace clank::compare;
  std::vector<ContactEngine> engines = listClank();
  const auto add = [&](std::vector<ContactEngine> more) {
    for (ContactEngine& engine : more) engines.push_back(std::move(engine));
  };
#ifdef CLANK_SICONOS
  add(listSiconosSteps());
#endif
#ifdef CLANK_BOX2D
  add(listBox2d());
#endif
  add({});
  std::printf("scene,engine,method,step_ms,error,energy_made_J,penetration_m,kinetic_end_J,cpu_ms\n");
  for (const auto& [scene, name] :
       {std::pair(ContactScene::ball, "ball"), std::pair(ContactScene::block, "block"),
        std::pair(ContactScene::pile, "pile")})
    for (const ContactEngine& engine : engines)
      for (const double step : {4e-3, 1e-3, 0.25e-3}) {
        if (scene == ContactScene::pile && !engine.hasPile) continue;
        const double begin = readCpuSeconds();
        const ContactResult r = engine.solve(scene, step);
        std::printf("%s,%s,%s,%g,%.2e,%.2e,%.2e,%.2e,%.4g\n", name, engine.name.c_str(),
                    engine.method.c_str(), 1e3 * step, r.error, r.made, r.penetration, r.rest,
                    1e3 * (readCpuSeconds() - begin));
        std::fflush(stdout);
        if (engine.method == "event-driven") break;
      }
}
