// SPDX-License-Identifier: GPL-3.0-or-later
// Files of one window: new, open, save, recent files, what was left unsaved, and the question before work is
// lost.
#pragma once

#include <QByteArray>
#include <QFileSystemWatcher>
#include <QMainWindow>
#include <QStringList>
#include <QTimer>
#include <functional>

#include "ui/document/mechanism_document.h"
#include "ui/document/open_file_mark.h"
#include "ui/document/recovery.h"
#include "ui/window/actions.h"

namespace clank {

class FileCommands : public QObject {
  Q_OBJECT
 public:
  // open: puts a file into the window, true when it went well.
  FileCommands(QMainWindow& window, MechanismDocument& document, const Actions& actions,
               std::function<bool(const QString&)> open);

  // False: the user wants to stay. Asks only when something is unsaved.
  bool mayLeave();
  void create();      // asks first
  void beginEmpty();  // does not
  void openAsked(const QString& path);
  bool save();
  bool saveAs();
  bool saveTo(const QString& path);
  bool recover(const RecoveryCopy& copy);
  void remember(const QString& path);  // among the recent files
  void tellIfShared();                 // that another window has the file open, too
  static QStringList listRecent();

 Q_SIGNALS:
  void said(const QString& message);
  void fileRefused(const QString& title);  // the document's fileProblems() say why
  void windowAsked();                      // another window

 private:
  void ask();
  bool isOnlyLookedAt() const;
  void watch();
  void offerReload();
  bool mayOverwrite();
  void showDifferences();

  QMainWindow& window_;
  MechanismDocument& document_;
  const Actions& actions_;
  std::function<bool(const QString&)> open_;
  RecoveryWriter recovery_;
  OpenFileMark mark_;
  QFileSystemWatcher watcher_;  // of the file of the document
  QTimer settling_;             // until whoever writes it is done
  QByteArray known_;            // what was in the file when it was last told of
};

}  // namespace clank
