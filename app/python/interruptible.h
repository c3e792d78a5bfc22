// SPDX-License-Identifier: GPL-3.0-or-later
// Work that lets other Python threads run, and ends on Ctrl-C.
#pragma once

#include <functional>
#include <stop_token>

namespace clank {

// Calls work on a thread of its own without the interpreter lock. A signal that Python's handler turns into
// an exception (KeyboardInterrupt) requests a stop, and the exception is thrown when the work has ended.
void runInterruptibly(const std::function<void(const std::stop_token&)>& work);

}  // namespace clank
