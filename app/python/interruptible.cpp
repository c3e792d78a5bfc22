// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/python/interruptible.h"

#include <pybind11/pybind11.h>

#include <chrono>
#include <future>

namespace clank {

void runInterruptibly(const std::function<void(const std::stop_token&)>& work) {
  constexpr std::chrono::milliseconds kPatience{50};  // between two looks for signals
  std::stop_source stop;
  bool isInterrupted = false;
  auto done = std::async(std::launch::async, [&] { work(stop.get_token()); });
  {
    const pybind11::gil_scoped_release others;
    while (done.wait_for(kPatience) != std::future_status::ready) {
      if (isInterrupted) continue;
      const pybind11::gil_scoped_acquire back;
      isInterrupted = PyErr_CheckSignals() != 0;
      if (isInterrupted) stop.request_stop();
    }
  }
  if (isInterrupted) throw pybind11::error_already_set();
  done.get();  // an exception of the work comes out here
}

}  // namespace clank
