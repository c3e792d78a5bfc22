// SPDX-License-Identifier: GPL-3.0-or-later
// Brings files into the document: small ones at once, large ones on a thread of their own, while the old
// drawing stays and, when it lasts, a notice says what is read.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>

#include "ui/document/file_reading.h"
#include "ui/document/mechanism_document.h"
#include "ui/panels/notice_bar.h"

namespace clank {

class FileOpening : public QObject {
  Q_OBJECT
 public:
  using Told = std::function<void(bool)>;  // false: the document's fileProblems() say why

  // mayLeave: asks about what is unsaved.
  FileOpening(MechanismDocument& document, NoticeBar& notice, std::function<bool()> mayLeave);

  void begin(const FileRequest& request, Told told);
  bool open(const FileRequest& request);  // at once, whatever its size
  void cancel();
  bool isUnderWay() const { return reading_.isUnderWay(); }

 Q_SIGNALS:
  void noticed();    // the notice is there
  void cancelled();  // by the user, in the notice

 private:
  bool finish(Result<DocumentContent> content);
  void notice();

  MechanismDocument& document_;
  NoticeBar& notice_;
  const std::function<bool()> mayLeave_;
  FileReading reading_;
  QTimer patience_;
  QString name_;            // of the file that is read
  bool wasEdited_ = false;  // the old drawing, since somebody was asked about it
  bool isNoticed_ = false;
};

}  // namespace clank
