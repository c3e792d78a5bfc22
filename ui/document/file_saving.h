// SPDX-License-Identifier: GPL-3.0-or-later
// Saves one file at a time on a thread of its own: a disk that has much to do takes a second to be sure of a
// file, and a large drawing takes long to become text.
#pragma once

#include <QByteArray>
#include <QObject>
#include <QTimer>
#include <functional>
#include <future>

#include "ui/document/document_content.h"

namespace clank {

class FileSaving : public QObject {
  Q_OBJECT
 public:
  using Done = std::function<void(const FileToSave&, Result<SavedFile>)>;

  explicit FileSaving(QObject* parent = nullptr);
  ~FileSaving() override;  // what is under way is saved, though nobody hears of it

  // Waits for the one under way. done is called before this returns where saving takes but a moment, and
  // otherwise from the event loop.
  void begin(FileToSave file, Done done);
  void finish();  // waits until nothing is under way
  bool isUnderWay() const { return writing_.valid(); }

 private:
  void tell();

  FileToSave file_;
  Done done_;
  std::future<Result<SavedFile>> writing_;
  QTimer timer_;
};

}  // namespace clank
