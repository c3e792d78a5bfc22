// SPDX-License-Identifier: GPL-3.0-or-later
// Loading and running shipped examples in tests.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>

#include "core/io/mechanism_file.h"
#include "core/record/trajectory.h"
#include "core/simulation/simulator.h"

namespace clank::test {

inline std::string describe(const Problems& problems) {
  std::string text;
  for (const Problem& p : problems) text += p.where + ": " + p.what + "\n";
  return text;
}

// A contact that is closed from here on, whether or not a blow has closed it.
inline bool beginsContact(const Receipt& receipt) {
  return receipt.staysClosed &&
         (receipt.kind == EventKind::impact || receipt.kind == EventKind::contactBegin);
}

// The resolved mechanism of a file under resources/examples; the test fails when it does not load.
inline Mechanism loadExample(const std::string& name, const std::string& caseId = {},
                             const std::map<std::string, std::string>& set = {}) {
  const auto loaded = loadMechanism(std::string(CLANK_SOURCE_DIR) + "/resources/examples/" + name);
  if (!loaded) {
    ADD_FAILURE() << describe(loaded.error());
    return {};
  }
  const auto resolved = resolve(loaded->mechanism, caseId, set);
  if (!resolved) {
    ADD_FAILURE() << describe(resolved.error());
    return {};
  }
  return *resolved;
}

struct FinishedRun {
  Trajectory trajectory;
  RunSummary summary;

  // Value of a channel in a row.
  double value(std::span<const double> row, const std::string& channel) const {
    const auto index = trajectory.findChannel(channel);
    EXPECT_TRUE(index) << channel;
    return index ? row[*index] : std::nan("");
  }
  double last(const std::string& channel) const { return value(summary.finalRow, channel); }
};

inline FinishedRun run(const Mechanism& resolved) {
  auto simulator = Simulator::create(resolved);
  if (!simulator) {
    ADD_FAILURE() << describe(simulator.error());
    return {};
  }
  FinishedRun result{Trajectory(simulator->channels()), {}};
  result.summary = simulator->run(result.trajectory);
  EXPECT_EQ(result.summary.end, RunSummary::End::finished) << describe(result.summary.problems);
  return result;
}

}  // namespace clank::test
