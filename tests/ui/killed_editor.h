// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that work until they are killed: an editor that changes a drawing many times a second and saves it
// now and then, and one that has a file open.
#pragma once

#include <QCoreApplication>
#include <QTimer>
#include <chrono>
#include <cstdio>

#include "ui/document/open_file_mark.h"
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

inline constexpr const char* kHoldArgument = "--hold-without-end";

// Says whether somebody else has it open.
inline int holdWithoutEnd(const QString& file) {
  OpenFileMark mark;
  mark.setPath(file);
  std::puts(mark.isShared() ? "shared" : "alone");
  std::fflush(stdout);
  return QCoreApplication::exec();
}

}  // namespace clank::test
