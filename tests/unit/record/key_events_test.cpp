// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/key_events.h"

#include <gtest/gtest.h>

#include "tests/support/costly_event.h"

namespace clank {
namespace {

// The first of each kind at each element, then changes of mobility, then the costliest, in order of time.
TEST(KeyEvents, AreFirstsChangesAndTheCostliest) {
  std::vector<Receipt> events;
  for (int i = 0; i < 100; ++i)
    events.push_back(test::makeCostlyEvent(i, EventKind::impact, "stop", i == 70 ? 9 : 1));
  events[40].mobilityBefore = 1;
  events.push_back(test::makeCostlyEvent(100, EventKind::impact, "floor", 0));
  EXPECT_EQ(chooseKeyEvents(events, 4), (std::vector<std::size_t>{0, 40, 70, 100}));
  EXPECT_EQ(chooseKeyEvents(events, 2), (std::vector<std::size_t>{0, 100}));
  EXPECT_EQ(chooseKeyEvents(events, 1000).size(), 101U);
  EXPECT_TRUE(chooseKeyEvents({}, 8).empty());
}

}  // namespace
}  // namespace clank
