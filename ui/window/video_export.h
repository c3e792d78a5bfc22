// SPDX-License-Identifier: GPL-3.0-or-later
// File > Export video: asks what for, then makes it while a bar tells how far it is.
#pragma once

#include <QObject>
#include <QProgressDialog>
#include <QTimer>
#include <memory>

#include "ui/run/run_controller.h"
#include "ui/video/video_job.h"
#include "ui/window/views.h"

namespace clank {

class VideoExport : public QObject {
  Q_OBJECT
 public:
  VideoExport(QWidget& window, Views& views, RunController& run);

  void ask(double speed);  // of the window
  void begin(const VideoOptions& options);
  bool isBusy() const { return job_ != nullptr; }

 Q_SIGNALS:
  void said(const QString& what);
  void failed(const clank::Problems& problems);

 private:
  void step();
  void end();

  QWidget& window_;
  Views& views_;
  RunController& run_;
  Mechanism mechanism_;  // of the video
  std::unique_ptr<VideoJob> job_;
  QString path_;
  QTimer timer_;
  std::unique_ptr<QProgressDialog> bar_;
};

}  // namespace clank
