// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/frame_writer.h"

namespace clank {

Result<std::unique_ptr<FrameWriter>> FrameWriter::create(const VideoOptions& options) {
  return options.out.extension() == ".png" ? createPictureWriter(options) : createFfmpegWriter(options);
}

}  // namespace clank
