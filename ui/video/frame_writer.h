// SPDX-License-Identifier: GPL-3.0-or-later
// Takes the frames of a video one after the other to where they go.
#pragma once

#include <QImage>
#include <memory>

#include "ui/video/video_options.h"

namespace clank {

class FrameWriter {
 public:
  // By the ending of the file. Fails where there is no ffmpeg, or no place to write to.
  static Result<std::unique_ptr<FrameWriter>> create(const VideoOptions& options);
  virtual ~FrameWriter() = default;  // what is not finished leaves nothing behind

  virtual Problems write(const QImage& frame) = 0;
  virtual Problems finish() = 0;  // after the last frame: now the video is there
};

// The two kinds; create() chooses.
Result<std::unique_ptr<FrameWriter>> createFfmpegWriter(const VideoOptions& options);
Result<std::unique_ptr<FrameWriter>> createPictureWriter(const VideoOptions& options);

}  // namespace clank
