// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSizeF>

namespace clank {

// How large a picture of a plot is on paper: the text of a page by default.
struct PictureForm {
  double width = 160;  // mm
  double height = 0;   // mm; 0: with the proportions of what is shown
  double letters = 9;  // points
};

}  // namespace clank
