// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed and has no effect, because the law or the kind beside it does not use it: a warning
// that names the key and the law. Of contacts by one table.
#pragma once

#include <string>
#include <vector>

#include "core/model/checks.h"
#include "core/model/mechanism.h"

namespace clank {

struct UnusedKey {
  std::string key;  // "friction_curve/decay"
  std::string why;  // "the law 'newton' does not use it"
};

// Typed is what differs from the value that stands for nothing typed. Where a law is that of a parameter
// there is no warning about the keys that depend on it: another of its words may use them.
std::vector<UnusedKey> listUnusedKeys(const ContactPair& contact);
// Of the law of a phase change, and of the integrator and the control of drift.
std::vector<UnusedKey> listUnusedKeys(const PhaseChange& change);
std::vector<UnusedKey> listUnusedKeys(const SimulationSettings& settings);

inline void warnUnused(const UnusedKey& unused, const std::string& part, const std::string& pointer,
                       ProblemList& problems) {
  const std::string where = pointer + "/" + unused.key;
  if (problems.hasErrorAt(where)) return;  // one message for one key is enough
  problems.warn(where, fmt::format("{}: {} has no effect: {}", part, unused.key, unused.why));
}

}  // namespace clank
