// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/manual/learn_more.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/simulation/run_diagnosis.h"
#include "tests/manual/manual_files.h"

namespace clank {
namespace {

std::string findPage(const std::string& what, const std::string& where = {}) {
  return findLearnMore(Problem{what, where, Severity::note});
}

TEST(LearnMoreTest, EveryTargetIsAPageAndAHeadingOfIt) {
  const Manual& manual = test::getManual();
  for (const std::string& target : listLearnMore()) {
    const std::size_t hash = target.find('#');
    const std::string id = target.substr(0, target.find(".md"));
    const ManualPage* page = manual.find(id);
    ASSERT_NE(page, nullptr) << target;
    if (hash == std::string::npos) continue;
    const std::string anchor = target.substr(hash + 1);
    EXPECT_TRUE(std::any_of(page->sections.begin(), page->sections.end(), [&](const ManualSection& section) {
      return section.anchor == anchor;
    })) << target;
  }
}

// What a run says is asked of the functions that say it: other words there would lose their page.
TEST(LearnMoreTest, WhatARunSaysLeadsToItsPage) {
  EXPECT_EQ(findPage(describeOpenLedger(1, 2)), "lamp.md#what-to-do");
  EXPECT_EQ(findPage(describeStepLedger(1, 2, 0.1, 1)), "lamp.md#what-to-do");
  EXPECT_EQ(findPage(describeMadeEnergy(1, 1, 2, 0.1, 1)), "lamp.md#with-a-fixed-step");
  EXPECT_EQ(findPage(describeTooManyEvents(1, 1000, "joint A")), "run-fails.md#too-many-events");
  EXPECT_EQ(findPage(describeCrowd(1000, 1), kIntegratorPlace), "run-fails.md#too-many-events");
  EXPECT_EQ(findPage(describeCrossings(3, 1)), "run-fails.md#too-many-events");
  EXPECT_EQ(findPage(describeEndlessBounces("ball", 1, 0)), "restitution.md#when-bouncing-ends");
  EXPECT_EQ(findPage(describeBlow("A", "c", 1, 2, "N s", 3, "N"), "/joints/0/metamorphic/changes/0/guard"),
            "lock.md#a-blow-is-not-a-force");
  EXPECT_EQ(findPage(describeSingularPasses({2, 0.1, 0.2, "joint A"})), "mobility.md#singular-positions");
  EXPECT_EQ(findPage(describeOpenMotion(0.1, 0.2)), "friction.md#when-the-answer-is-not-unique");
  EXPECT_EQ(findPage(describeSlackBelt("b", 1, -2, 3)), "gears.md#belts-and-chains");
  EXPECT_EQ(findPage(kHeapedShares), "mobility.md#who-carries-the-load");
}

TEST(LearnMoreTest, APlaceOfTheFileLeadsToThePageOfItsPart) {
  EXPECT_EQ(findPage("joint A: there is no phase 'x'", "/joints/12/metamorphic/changes/0/from"), "lock.md");
  EXPECT_EQ(findPage("a", "/joints/0/metamorphic/phases/1/clearance/law"), "clearance.md");
  EXPECT_EQ(findPage("a", "/contacts/3/compliance/stiffness"), "contact-law.md");
  EXPECT_EQ(findPage("a", "/drives/0/until/guard"), "drive.md#switch-a-drive-off");
  EXPECT_EQ(findPage("a", "/drives/0/speed"), "drive.md");
  EXPECT_EQ(findPage("a", "/simulation/max_step"), "run-fails.md#settings-of-a-run");
  EXPECT_EQ(findPage("a", "/bodies/0/name"), "") << "the message says all there is";
  EXPECT_EQ(findPage("line 3, column 7", ""), "");
}

TEST(LearnMoreTest, EveryKindOfEventHasItsSection) {
  EXPECT_EQ(findLearnMore(EventKind::impact), "receipt.md#impact");
  EXPECT_EQ(findLearnMore(EventKind::lock), "receipt.md#a-joint-changes");
  EXPECT_EQ(findLearnMore(EventKind::taut), "receipt.md#a-rope-becomes-taut-or-slack");
}

}  // namespace
}  // namespace clank
