// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace clank {

// Version of the program, as in the top CMakeLists.txt: "0.1.0".
const char* programVersion();

}  // namespace clank
