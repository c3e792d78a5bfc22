// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/channel_index.h"

#include <gtest/gtest.h>

#include <string>

namespace clank {
namespace {

TEST(ChannelIndex, FindsEveryNameAndNoOther) {
  std::vector<Channel> channels;
  for (int i = 0; i < 20000; ++i) channels.push_back({"contact" + std::to_string(i) + ".gap", "m"});
  const ChannelIndex index(channels);
  for (int i = 0; i < 20000; ++i) ASSERT_EQ(index.find("contact" + std::to_string(i) + ".gap"), i);
  for (int i = 0; i < 20000; ++i) ASSERT_EQ(index.find("contact" + std::to_string(i) + ".state"), -1);
  EXPECT_EQ(index.find(""), -1);
}

TEST(ChannelIndex, OfTwoOfOneNameTheFirstCounts) {
  const std::vector<Channel> channels{{"t", "s"}, {"a.x", "m"}, {"a.x", "mm"}};
  EXPECT_EQ(ChannelIndex(channels).find("a.x"), 1);
}

TEST(ChannelIndex, MayBeEmpty) {
  EXPECT_EQ(ChannelIndex({}).find("t"), -1);
}

}  // namespace
}  // namespace clank
