// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/in_words.h"

#include <gmock/gmock.h>

#include "core/io/mechanism_file.h"

namespace clank {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string describeExample(const std::string& name, const std::optional<MobilityCount>& mobility = {}) {
  const auto loaded = loadMechanism(std::string(CLANK_RESOURCES) + "/examples/" + name);
  EXPECT_TRUE(loaded);
  const auto resolved = resolve(loaded->mechanism);
  EXPECT_TRUE(resolved);
  return toText(describeInWords(*resolved, mobility));
}

TEST(InWords, AFourBarIsNamedWithItsMobility) {
  const std::string text = describeExample("linkages/four-bar.clank", MobilityCount{1, 1});
  EXPECT_THAT(text, HasSubstr("3 moving links and 4 joints: 4 revolute."));
  EXPECT_THAT(text, HasSubstr("is a crank-rocker."));
  EXPECT_THAT(text,
              HasSubstr("Mobility 1 by the rank of its constraints at the start, 1 by Gruebler's count.\n"));
}

TEST(InWords, RepeatedConstraintsAreTold) {
  EXPECT_THAT(describeExample("linkages/four-bar.clank", MobilityCount{1, 0}),
              HasSubstr("0 by Gruebler's count (some constraints repeat others)."));
  EXPECT_THAT(describeExample("linkages/four-bar.clank"), Not(HasSubstr("Mobility")));
}

TEST(InWords, WhatCanHappenNamesPhasesAndTheirGuards) {
  const std::string text = describeExample("metamorphic/slip-clutch.clank");
  EXPECT_THAT(text, HasSubstr("Its phases: holding (as drawn, locked), slipping (as drawn)."));
  EXPECT_THAT(text, HasSubstr("goes from holding to slipping when its moment exceeds 5\u202fN m"));
  EXPECT_THAT(text, HasSubstr("when its speed passes 0.2\u202frad/s (falling)"));
  EXPECT_THAT(text, HasSubstr("Drive Motor (motor) moves joint Motor shaft (O) at a constant 2\u202frad/s."));
  EXPECT_THAT(text, HasSubstr("torsion spring between hub and arm"));
}

TEST(InWords, AnEmptyDrawingHasWordsToo) {
  const std::string text = toText(describeInWords({}, std::nullopt));
  EXPECT_THAT(text, HasSubstr("0 moving links without joints."));
  EXPECT_THAT(text, HasSubstr("No events"));
}

}  // namespace
}  // namespace clank
