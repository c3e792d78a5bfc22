// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/video_job.h"

#include "ui/look/compliant_event.h"

namespace clank {
namespace {

// Those of compliant contacts come and go too often to be slowed down for.
std::vector<double> listEventTimes(const Trajectory& trajectory) {
  std::vector<double> times;
  for (const Receipt& receipt : trajectory.events())
    if (!isOfCompliantContact(receipt)) times.push_back(receipt.t);
  return times;
}

}  // namespace

Result<std::unique_ptr<VideoJob>> VideoJob::create(const VideoRun& run, const VideoOptions& options) {
  const Trajectory& trajectory = *run.trajectory;
  if (trajectory.sampleCount() < 2) return failure("there is no run to make a video of");
  Problems problems = checkVideo(options);
  for (Problem& problem :
       checkPace(options.pace, trajectory.time(0), trajectory.time(trajectory.sampleCount() - 1)))
    problems.push_back(std::move(problem));
  if (!problems.empty()) return tl::unexpected(std::move(problems));
  std::unique_ptr<VideoJob> job(new VideoJob(run, options));
  job->frames_ = planFrames(options.pace, listEventTimes(trajectory));
  if (problems = job->stage_.begin(); !problems.empty()) return tl::unexpected(std::move(problems));
  auto writer = FrameWriter::create(options);
  if (!writer) return tl::unexpected(writer.error());
  job->writer_ = std::move(*writer);
  return job;
}

Problems VideoJob::step() {
  Problems problems = writer_->write(stage_.draw(frames_[done_]));
  if (!problems.empty()) return problems;
  ++done_;
  return isDone() ? writer_->finish() : Problems();
}

}  // namespace clank
