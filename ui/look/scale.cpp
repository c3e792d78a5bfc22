// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/scale.h"

namespace clank {
namespace {
double current = 1;
}  // namespace

double lookScale() {
  return current;
}

void setLookScale(double scale) {
  current = scale;
}

}  // namespace clank
