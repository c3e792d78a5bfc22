// SPDX-License-Identifier: GPL-3.0-or-later
// A video in the making, a frame at a time: whoever makes it may show progress between two of them, or stop.
#pragma once

#include <memory>

#include "ui/video/frame_writer.h"
#include "ui/video/video_stage.h"

namespace clank {

class VideoJob {
 public:
  // Fails with everything that is wrong with what was asked for, without OpenGL and without ffmpeg.
  static Result<std::unique_ptr<VideoJob>> create(const VideoRun& run, const VideoOptions& options);

  std::size_t countFrames() const { return frames_.size(); }
  std::size_t countDone() const { return done_; }
  bool isDone() const { return done_ == frames_.size(); }
  Problems step();  // the next frame; with the last one the video is there

 private:
  VideoJob(const VideoRun& run, const VideoOptions& options) : stage_(run, options) {}

  VideoStage stage_;
  std::unique_ptr<FrameWriter> writer_;
  std::vector<VideoFrame> frames_;
  std::size_t done_ = 0;
};

}  // namespace clank
