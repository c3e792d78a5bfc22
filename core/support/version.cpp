// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/version.h"

namespace clank {

const char* programVersion() {
  return CLANK_VERSION;
}

}  // namespace clank
