// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/checks.h"

namespace clank {

// What is wrong with a picture is a warning: the mechanism runs without it.
void checkPictures(const Mechanism& mechanism, ProblemList& problems) {
  for (std::size_t i = 0; i < mechanism.pictures.size(); ++i) {
    const Picture& picture = mechanism.pictures[i];
    const std::string pointer = fmt::format("/pictures/{}", i);
    if (picture.file.empty())
      problems.warn(pointer + "/file", fmt::format("picture {} needs a file", picture.id));
    if (isNotPositive(picture.width))
      problems.warn(pointer + "/width", fmt::format("picture {}: the width must be above 0", picture.id));
    if (isBelow(picture.opacity, 0) || isAbove(picture.opacity, 1))
      problems.warn(pointer + "/opacity",
                    fmt::format("picture {}: the opacity goes from 0 to 1", picture.id));
  }
}

}  // namespace clank
