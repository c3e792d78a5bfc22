// SPDX-License-Identifier: GPL-3.0-or-later
// Unsaved work survives the end of the program: a copy of a changed drawing is written to the state folder of
// the user soon after each edit and removed when the drawing is saved or left. What a program that is no
// longer alive has left there can be recovered.
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QTimer>
#include <future>
#include <memory>
#include <vector>

#include "ui/document/mechanism_document.h"

namespace clank {

struct RecoveryCopy {
  QString file;   // the copy
  QString path;   // of the document; empty: never saved
  QString title;  // of the document
  QDateTime written;
};

// $XDG_STATE_HOME/clank/recovery, or ~/.local/state/clank/recovery.
QString findRecoveryFolder();
// Copies whose program has ended, the newest first.
std::vector<RecoveryCopy> findRecoveryCopies();
void removeRecoveryCopy(const QString& file);

class RecoveryWriter : public QObject {
  Q_OBJECT
 public:
  explicit RecoveryWriter(MechanismDocument& document, QObject* parent = nullptr);
  ~RecoveryWriter() override;  // removes the copy: who leaves has been asked
  // Call before recovering a copy: from now on it is the one that is written and removed.
  bool adopt(const QString& file);

 private:
  void plan();
  void write();
  void remove();
  bool lock(const QString& file);

  MechanismDocument& document_;
  QTimer timer_;
  QString file_;
  std::unique_ptr<QLockFile> lock_;  // tells other programs that this one lives
  std::future<void> writing_;
};

}  // namespace clank
