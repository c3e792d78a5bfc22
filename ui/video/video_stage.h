// SPDX-License-Identifier: GPL-3.0-or-later
// Scene and plots as a frame of a video shows them, on no screen.
#pragma once

#include <QImage>
#include <memory>
#include <vector>

#include "core/model/mechanism.h"
#include "core/record/trajectory.h"
#include "ui/look/palette.h"
#include "ui/plots/plot_area.h"
#include "ui/scene/scene_view.h"
#include "ui/video/video_options.h"

namespace clank {

// A run and how it is to be shown. The mechanism is resolved; both must outlive what shows them.
struct VideoRun {
  const Mechanism* mechanism = nullptr;
  const Trajectory* trajectory = nullptr;
  Palette palette = Palette::light();
  const SceneView* like = nullptr;     // the scene of the video is drawn as this one; nullptr: as usual
  std::vector<PlotChoice> plots = {};  // empty: the usual ones of the mechanism
  std::vector<SignalConstant> constants = {};  // parameters of the run, for expressions in plots
};

class VideoStage {
 public:
  VideoStage(const VideoRun& run, const VideoOptions& options);
  Problems begin();  // fails where there is no OpenGL
  // Frames come in order of time. Where the pace is below 1 the picture says how slow it is.
  QImage draw(const VideoFrame& frame);

 private:
  void fitToRun();
  void preparePlots();
  void showScene(const VideoFrame& frame);
  QString makeHeadline(const VideoFrame& frame, const Receipt* flashing) const;

  const VideoRun run_;
  const VideoOptions options_;
  SceneView scene_;
  std::unique_ptr<PlotArea> plots_;  // none, where they are not shown
  std::size_t traced_ = 0;           // samples whose trace is drawn
};

}  // namespace clank
