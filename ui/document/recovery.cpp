// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/recovery.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>
#include <chrono>

#include "core/io/mechanism_file.h"

namespace clank {
namespace {

constexpr int kDelay = 1000;  // ms from an edit to the copy

QString lockOf(const QString& file) {
  return file + ".lock";
}

QString makeFileName() {
  static int count = 0;
  QDir().mkpath(findRecoveryFolder());
  return QString("%1/%2-%3-%4.clank")
      .arg(findRecoveryFolder(), QDateTime::currentDateTime().toString("yyyyMMdd-hhmmss"))
      .arg(QCoreApplication::applicationPid())
      .arg(++count);
}

}  // namespace

QString findRecoveryFolder() {
  const QString state = qEnvironmentVariable("XDG_STATE_HOME");
  const QString base = QDir::isAbsolutePath(state) ? state : QDir::homePath() + "/.local/state";
  return base + "/clank/recovery";
}

std::vector<RecoveryCopy> findRecoveryCopies() {
  std::vector<RecoveryCopy> copies;
  const QDir folder(findRecoveryFolder());
  for (const QFileInfo& info : folder.entryInfoList({"*.clank"}, QDir::Files, QDir::Time)) {
    const QString file = info.absoluteFilePath();
    QLockFile lock(lockOf(file));
    lock.setStaleLockTime(0);  // a lock is stale when its program has ended, and only then
    if (!lock.tryLock(0)) continue;
    MechanismDocument document;
    if (document.recover(file))
      copies.push_back({file, document.path(), document.title(), info.lastModified()});
  }
  return copies;
}

void removeRecoveryCopy(const QString& file) {
  QFile::remove(file);
  QFile::remove(lockOf(file));
}

RecoveryWriter::RecoveryWriter(MechanismDocument& document, QObject* parent)
    : QObject(parent), document_(document) {
  timer_.setSingleShot(true);
  timer_.setInterval(kDelay);
  connect(&timer_, &QTimer::timeout, this, &RecoveryWriter::write);
  connect(&document_, &MechanismDocument::drawnChanged, this, &RecoveryWriter::plan);
  connect(&document_, &MechanismDocument::titleChanged, this, &RecoveryWriter::plan);
}

RecoveryWriter::~RecoveryWriter() {
  remove();
}

void RecoveryWriter::plan() {
  if (!document_.isModified()) return remove();
  if (!timer_.isActive()) timer_.start();
}

// On a thread of its own: syncing a file to a slow disk must not hold up a drag.
void RecoveryWriter::write() {
  using namespace std::chrono_literals;
  if (writing_.valid() && writing_.wait_for(0s) != std::future_status::ready) return timer_.start();
  if (!lock_ && !lock(makeFileName())) return;
  writing_ = std::async(std::launch::async, [copy = document_.makeRecoveryCopy(),
                                             path = std::filesystem::path(file_.toStdU16String())] {
    // When it cannot be written the next edit tries again; the document itself is safe.
    [[maybe_unused]] const auto written = saveMechanism(copy, path);
  });
}

bool RecoveryWriter::adopt(const QString& file) {
  remove();
  return lock(file);
}

bool RecoveryWriter::lock(const QString& file) {
  auto lock = std::make_unique<QLockFile>(lockOf(file));
  lock->setStaleLockTime(0);
  if (!lock->tryLock(0)) return false;
  lock_ = std::move(lock);
  file_ = file;
  return true;
}

void RecoveryWriter::remove() {
  timer_.stop();
  if (!lock_) return;
  if (writing_.valid()) writing_.wait();
  QFile::remove(file_);
  lock_.reset();
}

}  // namespace clank

#include "moc_recovery.cpp"
