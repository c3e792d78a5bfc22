// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/receipt.h"

#include <gtest/gtest.h>

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
}

}  // namespace
}  // namespace clank
