// SPDX-License-Identifier: GPL-3.0-or-later
// An editor that changes a drawing many times a second and saves it now and then, until it is killed.
#pragma once

#include <QCoreApplication>
#include <QTimer>
#include <chrono>

#include "ui/document/recovery.h"

namespace clank::test {

inline constexpr const char* kEditArgument = "--edit-without-end";

inline double readClock() {  // s
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

// The time of the last edit, which the drawing carries.
inline double readTime(const Mechanism& mechanism) {
  return mechanism.bodies.front().pose.x.value;
}

inline int editWithoutEnd(const QString& file) {
  MechanismDocument document;
  RecoveryWriter writer(document);
  if (!document.load(file)) return 1;
  QTimer edits, saves;
  QObject::connect(&edits, &QTimer::timeout, [&] {
    document.edit("move", [](Mechanism& m) { m.bodies.front().pose.x = readClock(); });
  });
  QObject::connect(&saves, &QTimer::timeout, [&] { document.save(file); });
  edits.start(3);
  saves.start(1700);
  return QCoreApplication::exec();
}

}  // namespace clank::test
