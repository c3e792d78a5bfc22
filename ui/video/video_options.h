// SPDX-License-Identifier: GPL-3.0-or-later
// What was asked for of a video.
#pragma once

#include <QSize>
#include <QString>
#include <filesystem>

#include "core/io/input_files.h"
#include "core/record/frame_times.h"

namespace clank {

struct VideoOptions {
  enum class Content { scene, sceneAndPlots };
  std::filesystem::path out;  // .mp4, .gif; .png: a sequence name-000000.png
  QSize size{1280, 720};      // px
  VideoPace pace;
  Content content = Content::scene;
  std::string follow;  // body in the middle of the scene; empty: that of the scene that it is to look like
  bool turns = false;  // with it
  InputFiles reads;    // what no picture may replace
};

// Everything about file and size that does not make sense; what of the pace, checkPace() tells.
Problems checkVideo(const VideoOptions& options);

}  // namespace clank
