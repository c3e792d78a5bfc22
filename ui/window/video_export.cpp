// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/video_export.h"

#include "ui/look/compliant_event.h"
#include "ui/look/export_file.h"
#include "ui/plots/plot_area.h"
#include "ui/run/run_shelf.h"
#include "ui/window/video_dialog.h"

namespace clank {

VideoExport::VideoExport(QWidget& window, Views& views, RunController& run)
    : QObject(&window), window_(window), views_(views), run_(run) {
  connect(&timer_, &QTimer::timeout, this, &VideoExport::step);
  // The frames show a run that is there to stay.
  connect(&run_, &RunController::cleared, this, &VideoExport::end);
}

void VideoExport::ask(double speed) {
  const Trajectory& trajectory = run_.trajectory();
  if (isBusy() || run_.isBusy() || trajectory.sampleCount() < 2) return;
  std::vector<double> events;
  for (const Receipt& receipt : trajectory.events())
    if (!isOfCompliantContact(receipt)) events.push_back(receipt.t);
  VideoDialog dialog(window_, trajectory.time(0), trajectory.time(trajectory.sampleCount() - 1), speed,
                     std::move(events));
  if (dialog.exec() != QDialog::Accepted) return;
  dialog.keepChoices();
  VideoOptions options = dialog.options();
  const QString ending = QString::fromStdString(options.out.extension().string());
  QString path = askForExport(window_, tr("Export video"), "video" + ending, tr("Video (*%1)").arg(ending));
  if (path.isEmpty()) return;
  if (!path.endsWith(ending)) path += ending;
  options.out = path.toStdString();
  options.reads = findReadFiles(window_);
  begin(options);
}

void VideoExport::begin(const VideoOptions& options) {
  mechanism_ = run_.mechanism();
  VideoRun run{.mechanism = &mechanism_,
               .trajectory = &run_.trajectory(),
               .palette = views_.palette(),
               .like = views_.scene,
               .constants = listConstants(mechanism_)};
  for (std::size_t i = 0; i < views_.plots->countPlots(); ++i)
    run.plots.push_back(views_.plots->getPlot(i).choice());
  auto job = VideoJob::create(run, options);
  if (!job) return Q_EMIT failed(job.error());
  job_ = std::move(*job);
  path_ = QString::fromStdString(options.out.string());
  bar_ = std::make_unique<QProgressDialog>(tr("Video: drawing frames"), tr("Cancel"), 0,
                                           static_cast<int>(job_->countFrames()), &window_);
  bar_->setObjectName("videoProgress");
  bar_->setWindowTitle(tr("Export video"));
  bar_->setWindowModality(Qt::WindowModal);
  bar_->setMinimumDuration(0);
  bar_->setAutoClose(false);
  bar_->setAutoReset(false);
  connect(bar_.get(), &QProgressDialog::canceled, this, [this] {
    end();
    Q_EMIT said(tr("The video was cancelled; nothing was written"));
  });
  bar_->show();
  timer_.start(0);
}

void VideoExport::step() {
  const Problems problems = job_->step();
  if (!problems.empty()) {
    end();
    return Q_EMIT failed(problems);
  }
  bar_->setValue(static_cast<int>(job_->countDone()));
  if (!job_ || !job_->isDone()) return;  // setValue lets events in, a cancel too
  const auto frames = job_->countFrames();
  end();
  Q_EMIT said(tr("Written: %1, %2 frames").arg(path_).arg(frames));
}

void VideoExport::end() {
  timer_.stop();
  job_.reset();
  if (!bar_) return;
  bar_->hide();
  bar_.release()->deleteLater();  // it may have called
}

}  // namespace clank

#include "moc_video_export.cpp"
