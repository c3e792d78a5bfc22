// SPDX-License-Identifier: GPL-3.0-or-later
// Windows that have opened the same file know of each other, in whatever program they are: each marks the
// file as open in the state folder of the user. Marks of programs that have ended mean nothing and are
// removed.
#pragma once

#include <QFileSystemWatcher>
#include <QLockFile>
#include <QObject>
#include <QString>
#include <memory>

namespace clank {

class OpenFileMark : public QObject {
  Q_OBJECT
 public:
  explicit OpenFileMark(QObject* parent = nullptr);

  void setPath(const QString& path);  // of the file that is open; empty: none
  bool isShared() const { return isShared_; }

 Q_SIGNALS:
  void otherOpened();  // the file was opened in another window

 private:
  void look();
  bool findOthers() const;

  QString path_, name_;              // of the file; begin of the names of all its marks
  std::unique_ptr<QLockFile> mark_;  // its program lives as long as it is locked
  bool isShared_ = false;
  QFileSystemWatcher watcher_;
};

}  // namespace clank
