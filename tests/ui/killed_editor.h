// SPDX-License-Identifier: GPL-3.0-or-later
// Programs that work until they are killed: an editor that changes a drawing many times a second and saves it
// now and then, and one that has a file open.
//
// The editor counts its edits, in the drawing and in a file beside it that outlives it: a busy machine lets
// it make fewer of them, but not lose more.
#pragma once

#include <QCoreApplication>
#include <QFile>
#include <QTimer>
#include <cstdio>

#include "ui/document/open_file_mark.h"
#include "ui/document/recovery.h"

namespace clank::test {

inline constexpr const char* kEditArgument = "--edit-without-end";

inline constexpr int kEditPeriod = 3;  // ms, at least

// The number of the last edit, which the drawing carries.
inline double readCount(const Mechanism& mechanism) {
  return mechanism.bodies.front().pose.x.value;
}
inline double readCount(const QString& file) {
  QFile counts(file + ".count");
  double count = 0;
  return counts.open(QIODevice::ReadOnly) && counts.read(reinterpret_cast<char*>(&count), sizeof count)
             ? count
             : 0;
}

inline int editWithoutEnd(const QString& file) {
  MechanismDocument document;
  RecoveryWriter writer(document);
  if (!document.load(file)) return 1;
  QTimer edits, saves;
  QFile counts(file + ".count");
  if (!counts.open(QIODevice::WriteOnly | QIODevice::Unbuffered)) return 1;
  double count = 0;
  QObject::connect(&edits, &QTimer::timeout, [&] {
    ++count;
    document.edit("move", [&](Mechanism& m) { m.bodies.front().pose.x = count; });
    counts.seek(0);
    counts.write(reinterpret_cast<const char*>(&count), sizeof count);
  });
  QObject::connect(&saves, &QTimer::timeout, [&] { document.save(file); });
  edits.start(kEditPeriod);
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
