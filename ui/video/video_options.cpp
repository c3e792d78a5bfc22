// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/video/video_options.h"

#include <fmt/format.h>

namespace clank {

constexpr int kLeastSide = 160, kMostSide = 7680;  // px
constexpr double kMostGifRate = 50;  // its pauses are whole hundredths of a second, of which one is too short

Problems checkVideo(const VideoOptions& options) {
  Problems problems;
  const std::string ending = options.out.extension().string();
  if (ending != ".mp4" && ending != ".gif" && ending != ".png")
    problems.push_back({fmt::format("{} does not end in .mp4, .gif or .png", options.out.string()), ""});
  const int width = options.size.width(), height = options.size.height();
  for (const int side : {width, height})
    if (side < kLeastSide || side > kMostSide)
      problems.push_back(
          {fmt::format("a side of the picture is {} px; it has to be {} to {}", side, kLeastSide, kMostSide),
           ""});
  if (ending == ".mp4" && (width % 2 != 0 || height % 2 != 0))
    problems.push_back(
        {fmt::format("the size is {} x {}; MP4 wants even numbers of pixels", width, height), ""});
  if (ending == ".gif" && options.pace.rate > kMostGifRate)
    problems.push_back({fmt::format("a GIF cannot show {:.6g} frames a second; at most {:.6g}",
                                    options.pace.rate, kMostGifRate),
                        ""});
  return problems;
}

}  // namespace clank
