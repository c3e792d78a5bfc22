// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/receipt.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace clank {
namespace {

// The words are part of the file format.
TEST(EventKind, Words) {
  EXPECT_STREQ(toWord(EventKind::impact), "impact");
  EXPECT_STREQ(toWord(EventKind::lock), "lock");
  EXPECT_STREQ(toWord(EventKind::merge), "merge");
  EXPECT_STREQ(toWord(EventKind::release), "release");
  EXPECT_STREQ(toWord(EventKind::kinematicSwitch), "kinematic-switch");
  EXPECT_STREQ(toWord(EventKind::contactBegin), "contact-begin");
  EXPECT_STREQ(toWord(EventKind::contactEnd), "contact-end");
  EXPECT_STREQ(toWord(EventKind::contactOpen), "contact-open");
  EXPECT_STREQ(toWord(EventKind::stick), "stick");
  EXPECT_STREQ(toWord(EventKind::slip), "slip");
  EXPECT_STREQ(toWord(EventKind::driveJump), "drive-jump");
  EXPECT_STREQ(toWord(EventKind::driveOff), "drive-off");
}

// Behind the last kind there is no word: one that is added must come with a test of its word.
TEST(EventKind, EveryKindHasAWordOfItsOwn) {
  std::set<std::string> words;
  int kinds = 0;
  for (; *toWord(static_cast<EventKind>(kinds)) != '\0'; ++kinds)
    words.insert(toWord(static_cast<EventKind>(kinds)));
  EXPECT_EQ(kinds, 14);
  EXPECT_EQ(words.size(), 14u);
}

}  // namespace
}  // namespace clank
