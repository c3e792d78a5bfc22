// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/say.h"

#include <cstdio>
#include <string>

#include "core/support/one_line.h"

namespace clank {

void sayLine(std::string_view message) {
  const std::string line = toOneLine(message) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace clank
