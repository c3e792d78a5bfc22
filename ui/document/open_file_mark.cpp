// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/open_file_mark.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <algorithm>

#include "ui/document/recovery.h"

namespace clank {
namespace {

QString findMarkFolder() {
  return QFileInfo(findRecoveryFolder()).path() + "/open";
}

// However the file is called, by links too.
QString nameMarks(const QString& path) {
  const QString canonical = QFileInfo(path).canonicalFilePath();
  return QCryptographicHash::hash((canonical.isEmpty() ? path : canonical).toUtf8(), QCryptographicHash::Sha1)
      .toHex();
}

std::unique_ptr<QLockFile> makeLock(const QString& file) {
  auto lock = std::make_unique<QLockFile>(file);
  lock->setStaleLockTime(0);  // a lock is stale when its program has ended, and only then
  return lock;
}

}  // namespace

OpenFileMark::OpenFileMark(QObject* parent) : QObject(parent) {
  connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, &OpenFileMark::look);
}

void OpenFileMark::setPath(const QString& path) {
  static int count = 0;
  if (path == path_) return;
  path_ = path;
  mark_.reset();
  isShared_ = false;
  if (path.isEmpty()) return;
  name_ = nameMarks(path);
  QDir().mkpath(findMarkFolder());
  const QString own =
      QString("%1-%2-%3.lock").arg(name_).arg(QCoreApplication::applicationPid()).arg(++count);
  mark_ = makeLock(QDir(findMarkFolder()).filePath(own));
  // Without a place for marks nobody is told: the file itself is guarded when it is saved.
  if (!mark_->tryLock(0)) return mark_.reset();
  watcher_.addPath(findMarkFolder());
  isShared_ = findOthers();
}

void OpenFileMark::look() {
  const bool was = std::exchange(isShared_, mark_ && findOthers());
  if (isShared_ && !was) Q_EMIT otherOpened();
}

bool OpenFileMark::findOthers() const {
  bool found = false;
  for (const QFileInfo& info : QDir(findMarkFolder()).entryInfoList({"*.lock"}, QDir::Files)) {
    const QString file = info.absoluteFilePath();
    if (file == QFileInfo(mark_->fileName()).absoluteFilePath()) continue;
    const auto other = makeLock(file);  // taking the one of an ended program removes it
    found |= !other->tryLock(0) && info.fileName().startsWith(name_);
  }
  return found;
}

}  // namespace clank

#include "moc_open_file_mark.cpp"
