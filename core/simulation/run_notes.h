// SPDX-License-Identifier: GPL-3.0-or-later
// What a run says of itself beside its numbers: notes and warnings for its summary.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/record/receipt.h"
#include "core/record/run_summary.h"
#include "core/simulation/contact_log.h"
#include "core/simulation/crossing.h"
#include "core/simulation/run_diagnosis.h"
#include "core/simulation/sampler.h"

namespace clank {

// What has seen the run, at its end.
struct RunWitnesses {
  const System& system;
  const Sampler& sampler;
  const Crossing& crossing;
  const ContactLog& contactLog;
  const SingularPasses& singular;
  int contactEvents = 0;
  bool isHeaped = false;  // too many reactions at once to ask which are unique
};
void addNotes(const RunWitnesses& run, RunSummary& summary);

// Said once of a part that comes to rest by bounces that nothing has captured.
class EndlessBounces {
 public:
  explicit EndlessBounces(double captureSpeed) : captureSpeed_(captureSpeed) {}  // m/s
  std::optional<Problem> note(const Receipt& receipt);

 private:
  const double captureSpeed_;
  std::map<std::string, double> speeds_;  // m/s, after the last impact of each part
};

// Said once of a joint that releases at a force or a moment, and lets a blow through: an impulse is no force,
// and yet any duration that is short enough would make it more than the joint holds.
class BreakingBlows {
 public:
  explicit BreakingBlows(const System& system) : system_(system), told_(system.joints.size(), false) {}
  // after: in which joints are behind the event; one that has changed its phase in it has nothing to tell.
  void add(const Receipt& receipt, const Mode& before, const Mode& after, Problems& notes);

 private:
  const System& system_;
  std::vector<bool> told_;
};

}  // namespace clank
