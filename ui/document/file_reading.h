// SPDX-License-Identifier: GPL-3.0-or-later
// Reads one file at a time on a thread of its own. Another one begun, or cancel(), gives up what is under
// way: nobody hears of it any more.
#pragma once

#include <QObject>
#include <QTimer>
#include <functional>
#include <memory>
#include <vector>

#include "ui/document/document_content.h"

namespace clank {

class ReadingWorker;

class FileReading : public QObject {
  Q_OBJECT
 public:
  using Done = std::function<void(Result<DocumentContent>)>;

  explicit FileReading(QObject* parent = nullptr);
  ~FileReading() override;  // waits for the thread, which stops within a fraction of a second

  void begin(const FileRequest& request, Done done);  // done is called from the event loop
  void cancel();
  bool isUnderWay() const { return worker_ != nullptr; }

 private:
  void poll();

  std::unique_ptr<ReadingWorker> worker_;
  std::vector<std::unique_ptr<ReadingWorker>> retired_;  // asked to stop
  Done done_;
  QTimer timer_;
};

}  // namespace clank
