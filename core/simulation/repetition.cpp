// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulation/repetition.h"

#include <fmt/format.h>

#include <utility>

namespace clank {
namespace {

constexpr int kManyBounces = 12;
constexpr double kShortFlight = 1e-4;  // s; bounces with longer flights do not stop a run
constexpr std::int64_t kManySwitchings = 1000;
constexpr int kManyRubs = 1000;
constexpr double kNoAdvance = 1e-6;  // of the duration: a run that takes as long for so many never ends

}  // namespace

void Repetition::note(const Receipt& receipt) {
  const bool rubs = receipt.kind == EventKind::stick || receipt.kind == EventKind::slip;
  if (rubs && rubs_ % kManyRubs == 0) rubsSince_ = receipt.t;
  rubs_ = rubs ? rubs_ + 1 : 0;
  if (rubs) rubbing_ = receipt.element;
  if (receipt.kind != EventKind::impact || receipt.staysClosed) return;
  const double flight = receipt.t - std::exchange(impact_, receipt.t),
               before = std::exchange(flight_, flight);
  const bool same = receipt.element == element_ && flight < before;
  shrink_ = before > 0 ? flight / before : 1;
  bounces_ = same ? bounces_ + 1 : 0;
  element_ = receipt.element;
}

bool Repetition::noteSwitch(std::size_t index, double t) {
  switch_ = index;
  if (++switchings_ % kManySwitchings != 0) return false;
  pace_ = t - std::exchange(since_, t);
  chatters_ = pace_ < kNoAdvance * settings_.duration.value;
  return chatters_;
}

std::optional<Problem> Repetition::explain(double t) const {
  if (bounces_ >= kManyBounces && flight_ < kShortFlight) return describeBounces(t);
  const bool crowds = pace_ > 0 && t - since_ < 2 * pace_ && pace_ < 1e-3 * settings_.duration.value;
  if (chatters_ || crowds) return describeSwitching(t);
  if (rubs_ >= kManyRubs && t - rubsSince_ < 1e-3 * settings_.duration.value) return describeStickSlip(t);
  return std::nullopt;
}

Problem Repetition::describeStickSlip(double t) const {
  return {fmt::format("at t = {:.9g} s {} sticks and slips without end, {} times up to then: its friction "
                      "and its load are as good "
                      "as equal there, or something drives it back as soon as it moves; that is no matter of "
                      "tolerances, other "
                      "friction or integrator: moreau_jean lead on",
                      t, rubbing_, rubs_),
          "/simulation", Severity::error};
}

Problem Repetition::describeBounces(double t) const {
  const double capture = settings_.captureSpeed.value;
  return {fmt::format(
              "at t = {:.9g} s {} bounces without end: each flight is {:.3g} of the one before, the last "
              "took {:.2g} s, and {}; a greater capture speed lets it come to rest",
              t, element_, shrink_, flight_,
              capture == 0 ? std::string("with the capture speed 0 no bounce is the last")
                           : fmt::format("its bounces are not slower than the capture speed of {:.3g} m/s "
                                         "before that",
                                         capture)),
          "/simulation/capture_speed", Severity::error};
}

Problem Repetition::describeSwitching(double t) const {
  const SystemSwitch& s = system_.switches[switch_];
  return {
      fmt::format("at t = {:.9g} s the law ({}) switches back and forth ever faster, {} times in {:.2g} s: "
                  "something drives it back as soon as it has changed. For dry friction use the sign of a "
                  "speed or the friction of the joint; give a relay a dead band",
                  t, s.law, kManySwitchings, pace_),
      s.pointer, Severity::error};
}

}  // namespace clank
