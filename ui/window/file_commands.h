// SPDX-License-Identifier: GPL-3.0-or-later
// Files of one window: new, open, save, recent files, what was left unsaved, and the question before work is
// lost.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QMainWindow>
#include <QStringList>
#include <QTimer>

#include "ui/document/file_saving.h"
#include "ui/document/mechanism_document.h"
#include "ui/document/open_file_mark.h"
#include "ui/document/recovery.h"
#include "ui/window/actions.h"
#include "ui/window/file_opening.h"

namespace clank {

class FileCommands : public QObject {
  Q_OBJECT
 public:
  FileCommands(QMainWindow& window, MechanismDocument& document, const Actions& actions, NoticeBar& notice);

  // False: the user wants to stay. Asks only when something is unsaved.
  bool mayLeave();
  void create();      // asks first
  void beginEmpty();  // does not
  void openAsked(const QString& path);
  // Both do not ask. Soon: a large file is read on a thread, and opened() or fileRefused() come then.
  bool openNow(const QString& path, const QString& caseId);
  void openSoon(const QString& path, const QString& caseId);
  FileOpening& opening() { return opening_; }
  bool save();
  bool saveAs();
  // False: it is not saved. A save that takes its time goes on on a thread, and said() or fileRefused() come
  // then.
  bool saveTo(const QString& path);
  void recover(const RecoveryCopy& copy);
  static QStringList listRecent();

 Q_SIGNALS:
  void said(const QString& message);
  void opened();
  void saved();
  void fileRefused(const QString& title);  // the document's fileProblems() say why
  void windowAsked();                      // another window

 private:
  void ask();
  bool tellOpened(const QString& path, bool opened);
  void remember(const QString& path);  // among the recent files
  void tellIfShared();                 // that another window has the file open, too
  bool isOnlyLookedAt() const;
  void watch();
  void offerReload();
  void reload();
  bool mayOverwrite();
  void showDifferences();

  QMainWindow& window_;
  MechanismDocument& document_;
  const Actions& actions_;
  FileOpening opening_;
  FileSaving saving_;
  bool isSaved_ = true;  // the last time, as far as it is known
  RecoveryWriter recovery_;
  OpenFileMark mark_;
  QFileSystemWatcher watcher_;  // of the file of the document
  QTimer settling_;             // until whoever writes it is done
  QByteArray known_;            // what was in the file when it was last told of
};

}  // namespace clank
