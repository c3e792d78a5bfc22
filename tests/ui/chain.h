// SPDX-License-Identifier: GPL-3.0-or-later
// A small mechanism with one event, and waiting.
#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTimer>
#include <functional>

#include "core/model/mechanism.h"

namespace clank::test {

inline constexpr const char* kThreeBar =
    CLANK_SOURCE_DIR "/resources/examples/papers/song-2020-three-bar.clank";

// Two rods on the plane. The second turns freely until it is at 1 rad to the first, then they merge: event 1.
inline Mechanism makeChain(double duration, double interval = 0.001) {
  Mechanism m;
  m.gravity = {0.0, 0.0};
  for (const char* id : {"link1", "link2"}) {
    Body body;
    body.id = id;
    body.length = 1.0;
    body.section = 1e-4;
    body.density = 7800.0;
    m.bodies.push_back(body);
  }
  m.bodies[1].pose.x = 1.0;
  m.bodies[1].velocity.omega = 5.0;
  Joint o1;
  o1.id = "O1";
  o1.b = "link1";
  Joint o2;
  o2.id = "O2";
  o2.a = "link1";
  o2.b = "link2";
  o2.atA.x = 1.0;
  Metamorphic changes;
  changes.phases = {Phase{"free", "", {}, false, {}}, Phase{"locked", "", {}, true, {}}};
  PhaseChange lock;
  lock.from = "free";
  lock.to = "locked";
  std::get<Limit>(lock.guard).value = 1.0;
  changes.changes = {lock};
  o2.metamorphic = changes;
  m.joints = {o1, o2};
  m.simulation.duration = duration;
  m.simulation.outputInterval = interval;
  return m;
}

// Long enough for what comes at all, on a machine however busy: only a test that fails waits for so long.
inline constexpr int kPatience = 120000;  // ms

// Lets the program work until the condition holds; milliseconds it took, or -1 when it never did.
inline qint64 waitUntil(const std::function<bool()>& condition, int timeout = kPatience) {
  constexpr int kLook = 5;  // ms, between looks where nothing happens
  QElapsedTimer clock;
  clock.start();
  QTimer wake;
  // Not processEvents() with a time: that one turns round and round without a pause.
  wake.start(kLook);
  while (!condition()) {
    if (clock.elapsed() > timeout) return -1;
    QCoreApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
  }
  return clock.elapsed();
}

// What is due by then has been done, even if the machine did something else all the time.
inline void waitFor(int milliseconds) {
  QElapsedTimer clock;
  clock.start();
  waitUntil([&] { return clock.elapsed() >= milliseconds; });
  for (int i = 0; i < 3; ++i) QCoreApplication::processEvents();
}

// Waits until the number stays the same for that long; false when it never does.
inline bool waitUntilStill(const std::function<std::size_t()>& count, int milliseconds) {
  for (int i = 0; i < 100; ++i) {
    const std::size_t before = count();
    waitFor(milliseconds);
    if (count() == before) return true;
  }
  return false;
}

}  // namespace clank::test
