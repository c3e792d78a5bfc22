// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/support/one_line.h"

#include <gtest/gtest.h>

namespace clank {
namespace {

using namespace std::string_literals;

TEST(OneLine, ControlsAreEscapedAndTextStays) {
  EXPECT_EQ(toOneLine("a bar, 250 mm\\n \u03c6 \u4e2d \U0001F600"),
            "a bar, 250 mm\\n \u03c6 \u4e2d \U0001F600");
  EXPECT_EQ(toOneLine("a\nb\rc\td"), "a\\nb\\rc\\td");
  EXPECT_EQ(toOneLine("\x1b[2J\x07\x7f\0"s), "\\x1b[2J\\x07\\x7f\\x00");
  EXPECT_EQ(toOneLine("\u0085\u009b\u2028\u202e\u2066"), "\\x85\\x9b\\u2028\\u202e\\u2066");
}

TEST(OneLine, WhatIsNoUtf8IsShownByItsBytes) {
  EXPECT_EQ(toOneLine("a\xff"
                      "b"),
            "a\\xffb");
  EXPECT_EQ(toOneLine("\xc3"), "\\xc3") << "cut off";
  EXPECT_EQ(toOneLine("\xc0\x8a"), "\\xc0\\x8a") << "a line feed in too many bytes";
  EXPECT_EQ(toOneLine("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "a surrogate";
  EXPECT_EQ(toOneLine("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
}

}  // namespace
}  // namespace clank
